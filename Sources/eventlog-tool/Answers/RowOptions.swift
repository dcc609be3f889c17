import Projections
import ShiftEvents

/// The option that asks a question about rows, and the member of a session's request.
struct RowOption: CommandOption {
  let question: RowQuestion
  let spec: OptionSpec
  /// Puts what is given into a selection.
  let fill: Fill

  typealias Fill =
    @Sendable (inout RowSelection, ParsedArguments, (Option<PersonName>) throws -> UserID?) throws
    -> Void

  init(_ question: RowQuestion) {
    self.question = question
    let (name, help) = (question.name, question.help)
    let made: (spec: OptionSpec, fill: Fill) =
      switch question.value {
      case .flag(let put): (Flag(question).spec, { selection, _, _ in put(&selection, true) })
      case .person(let put): (Option.person(question).spec, { put(&$0, try $2(.person(question))) })
      case .name(let put): Self.made(.identifier(name, "NAME", help), put)
      case .text(let put): Self.made(.text(name, "TEXT", help), put)
      case .duration(let put): Self.made(.duration(name, help), put)
      case .number(let range, let put): Self.made(.number(name, "N", in: range, help), put)
      case .word(let placeholder, let words, let put):
        Self.made(.choice(name, placeholder, among: words(), help), put)
      case .thing(let kind): Self.made(Option<RowID>.thing(kind, help)) { $0.id = $1 }
      // Days are known when the day of the answer is; a place and the distance from it belong together.
      case .days(let word):
        (
          OptionSpec(name: name, placeholder: word, help: help, offered: .days(of: name)),
          { _, _, _ in }
        )
      case .position: (RowOptions.near.spec, { _, _, _ in })
      case .metres: (RowOptions.within.spec, { _, _, _ in })
      case .cursor: (RowOptions.after.spec, { _, _, _ in })
      }
    (spec, fill) = made
  }

  private static func made<Value>(
    _ option: Option<Value>, _ put: @escaping RowQuestion.Filling<Value>
  ) -> (spec: OptionSpec, fill: Fill) {
    (option.spec, { selection, arguments, _ in try arguments[option].map { put(&selection, $0) } })
  }

  func isTaken(by projection: ProjectionDescriptor) -> Bool { projection.takes(question) }
}

/// The options that choose rows of a projection: those of the table of questions.
enum RowOptions {
  /// The projections that rows can be shown of; an audit is a command of its own.
  static let projections = ProjectionDescriptor.all.filter { $0 != .audit }

  /// All that `show` takes.
  static let shown = RowQuestion.all.map(RowOption.init)
  /// All that exports take, too.
  static let exported = shown.filter { $0.question.choosesRows }
  /// All that a session takes.
  static let members: [any CommandOption] = shown + [Options.at, Options.now]
  /// The options that choose a page of rows.
  static let pages: [any CommandOption] = [limit, after, last]

  static let limit = Option.number(.limit)
  static let after = Option.text(
    RowQuestion.after.name, "CURSOR", RowQuestion.after.help, as: .integerOrText)
  static let last = Option.number(.last)
  static let past = Flag(.past)
  static let email = Flag(.email)
  static let near = Option<(latitude: Double, longitude: Double)>.place(.near)
  static let within = Option<Double>.metres(.within)
  static let followedOnly = Flag(.followedOnly)
  static let total = Flag(.total)
  static let by = Option<HoursGrouping>.choice(RowQuestion.by.name, "PERIOD", RowQuestion.by.help)
  static let company = Option.person(.company)
  static let taker = Option.person(.taker)

  static func projection(named word: String) throws(UsageError) -> ProjectionDescriptor {
    for projection in projections where projection.name == word { return projection }
    if ["week", "grid", "roster", "shifts"].contains(word.lowercased()) {
      throw UsageError(
        "unknown projection \(quoted(word))",
        help: "a week is shown by: eventlog-tool show schedule --grid")
    }
    throw UsageError.unknown("projection", word, among: projections.map(\.name))
  }

  /// True of an option that any projection takes.
  private static func isCommon(_ option: RowOption) -> Bool {
    projections.allSatisfy(option.isTaken)
  }

  /// The options that a session takes for one projection: its own, then those of all.
  static func members(of projection: ProjectionDescriptor) -> [any CommandOption] {
    let own = shown.filter { $0.isTaken(by: projection) && !isCommon($0) }
    return own + shown.filter(isCommon) + [Options.at, Options.now]
  }

  /// The options of which one says what the rows are about, where they are about one thing.
  static func subjects(of projection: ProjectionDescriptor) -> [RowOption] {
    projection.subjects.map(RowOption.init)
  }

  /// Refuses options that do not apply to a projection: without them it would print everybody's rows.
  static func check(_ arguments: ParsedArguments, for projection: ProjectionDescriptor)
    throws(UsageError)
  {
    for option in shown where arguments.has(option) && !option.isTaken(by: projection) {
      let takers = projections.filter(option.isTaken)
      let choosing = shown.filter { $0.question.choosesRows && $0.isTaken(by: projection) }
      throw UsageError(
        "show \(projection.name) takes no \(arguments.name(of: option)); "
          + "\(listed(takers.map(\.name), "and")) \(takers.count == 1 ? "does" : "do")",
        help: option.question.choosesRows
          ? "show \(projection.name) takes "
            + listed(choosing.map { "--\($0.spec.name)" }, "and") : nil)
    }
  }
}

extension Invocation {
  /// The same question of one projection among several: without the options that it does not take.
  func asking(_ projection: ProjectionDescriptor) -> Invocation {
    var own = self
    own.arguments = arguments.without(RowOptions.shown.filter { !$0.isTaken(by: projection) })
    return own
  }

  /// Returns the rows of a projection that are asked for, but for their days.
  ///
  /// - Parameter person: finds the person whom an option names.
  func rowSelection(
    of projection: ProjectionDescriptor, _ page: RowPage,
    person: (Option<PersonName>) throws -> UserID?
  ) throws -> RowSelection {
    try RowOptions.check(arguments, for: projection)
    try requireSubject(of: projection)
    try arguments.refuse(Flag(.running), beside: RelativeDates.options)
    var selection = RowSelection(near: try nearness(), since: SequenceNumber(page.since ?? 0))
    for option in RowOptions.shown where arguments.has(option) {
      try option.fill(&selection, arguments, person)
    }
    selection.page = page.request
    if selection.followedOnly && selection.user == nil {
      let names = (name(of: RowOptions.followedOnly), name(of: Options.user))
      throw UsageError("\(names.0) needs \(names.1): whose ranking is it?")
    }
    return selection
  }

  /// Requires the one thing that rows of a projection are about, where they are about one.
  private func requireSubject(of projection: ProjectionDescriptor) throws(UsageError) {
    let options = RowOptions.subjects(of: projection)
    if options.isEmpty { return }
    try arguments.checkAtMostOne(of: options)
    if options.contains(where: arguments.has) { return }
    throw UsageError(
      "\(projection.name) needs \(listed(options.map(name), "or")): who could get which one?",
      help: "eventlog-tool show \(projection.name) --\(options[0].spec.name) ID")
  }

  private func name(of option: any CommandOption) -> String { arguments.name(of: option) }

  /// `--near` and `--within`.
  private func nearness() throws(UsageError) -> Nearness? {
    let (near, within) = (RowOptions.near, RowOptions.within)
    switch (arguments.has(near), arguments.has(within)) {
    case (false, false): return nil
    case (false, true):
      throw UsageError("\(name(of: within)) needs \(name(of: near)): around which place?")
    case (true, false):
      throw UsageError("\(name(of: near)) needs \(name(of: within)): how many metres around it?")
    case (true, true):
      guard let place = try self[near], let metres = try self[within] else { return nil }
      return Nearness(latitude: place.latitude, longitude: place.longitude, metres: metres)
    }
  }
}

extension Option<(latitude: Double, longitude: Double)> {
  fileprivate static func place(_ question: RowQuestion) -> Option {
    Option(question.name, "LAT,LON", question.help) { (given) throws(UsageError) in
      let degrees = given.text.split(separator: ",", omittingEmptySubsequences: false).map(decimal)
      if degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
        (-90...90).contains(latitude), (-180...180).contains(longitude)
      {
        return (latitude, longitude)
      }
      throw given.mustBe(
        "a latitude and a longitude in degrees", help: "for example --near 52.37,4.89")
    }
  }
}

extension Option<RowID> {
  fileprivate static func thing(_ kind: RowID.Kind, _ help: String) -> Option {
    Option(kind.noun, "ID", help, offering: .identifiers(of: kind.noun)) {
      (given) throws(UsageError) in
      if let id = kind.id(given.text, given.arguments.question) { return id }
      throw given.mustBe(kind.nounPhrase)
    }
  }
}

extension Option<Int> {
  fileprivate static func number(_ question: RowQuestion) -> Option {
    guard case .number(let range, _) = question.value else { preconditionFailure(question.name) }
    return .number(question.name, "N", in: range, question.help)
  }

  /// A length of time in minutes: `40h`, `7h30m`, `90m`.
  fileprivate static func duration(_ name: String, _ help: String) -> Option {
    Option(name, "TIME", help) { (given) throws(UsageError) in
      if let minutes = minutes(of: given.text) { return minutes }
      throw given.mustBe("a length of time", help: "for example --\(name) 40h, or 7h30m")
    }
  }
}

/// The minutes of `40h`, `7h30m` or `90m`.
private func minutes(of text: String) -> Int? {
  var (rest, minutes) = (text[...], 0)
  for (unit, length) in [("h", 60), ("m", 1)] as [(Character, Int)] {
    guard let end = rest.firstIndex(of: unit) else { continue }
    guard rest[..<end].isAllDigits, end.utf16Offset(in: text) <= 12, let count = Int(rest[..<end])
    else { return nil }
    minutes += min(count, 1_000_000) * length
    rest = rest[rest.index(after: end)...]
  }
  return rest.isEmpty && !text.isEmpty ? minutes : nil
}

extension Option<Double> {
  fileprivate static func metres(_ question: RowQuestion) -> Option {
    Option(question.name, "METRES", question.help, as: .numberOrText) {
      (given) throws(UsageError) in
      if let metres = decimal(given.text[...]), metres >= 0 { return metres }
      throw given.mustBe("a number of metres")
    }
  }
}

/// A plain decimal number: no exponent, no hexadecimal digits, no words such as "inf".
private func decimal(_ text: Substring) -> Double? {
  let isPlain = text.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
  guard isPlain, let number = Double(text), number.isFinite else { return nil }
  return number
}
