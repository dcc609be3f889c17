import Projections
import ShiftEvents

/// The options that choose rows of a projection.
enum RowOptions {
  /// The projections that rows can be shown of; an audit is a command of its own.
  static let projections = ProjectionDescriptor.all.filter { $0 != .audit }

  static let all: [any CommandOption] = criteria.map(\.option) + [Options.all]
  /// All that a session takes.
  static let members: [any CommandOption] =
    ids + all + pages + [email, Options.at, Options.now]
  /// The options that name one row by its id.
  static let ids: [Option<RowID>] = [
    .of(RowID.shift, "Only this shift, whatever its day and state"),
    .of(RowID.request, "Only this request"), .of(RowID.vacancy, "Only this vacancy"),
    .of(RowID.absence, "Only this absence"), .of(RowID.trade, "Only this trade"),
    .of(RowID.deal, "Only this deal"), .of(RowID.reservation, "Only this reservation"),
    .of(RowID.publication, "Only this publication"), .of(RowID.period, "Only this period"),
  ]
  /// The options that one projection alone has, whatever its criteria.
  static let own: [(option: any CommandOption, projection: ProjectionDescriptor)] = [
    (last, .inbox), (email, .users),
  ]
  /// The options that choose a page of rows.
  static let pages: [any CommandOption] = [limit, after, last]

  static let limit = Option.number("limit", "N", in: 1...10_000, "At most so many rows: a page")
  static let after = Option.text(
    "after", "CURSOR", "The page behind this place; inbox: a sequence, too, for what came since",
    as: .integerOrText)
  static let last = Option.number(
    "last", "N", in: 1...10_000, "Inbox: the last so many, newest first")
  static let email = Flag("email", "Users: their e-mail addresses, too")

  static let running = Flag("running", "Only what is in progress: who is on duty, who is away")
  static let place = Option<Name>.identifier("place", "NAME", "Only shifts at this place")
  static let label = Option<Name>.identifier("label", "NAME", "Only shifts with this label")
  static let company = Option.person("company", "Only this company's deals and reservations")
  static let category = Option<DealCategory>.choice(
    "category", "NAME", "Only deals of this category")
  static let near = Option<(latitude: Double, longitude: Double)>.place(
    "near", "Only deals around this place, in degrees; with --within")
  static let within = Option<Double>.metres("within", "How far around --near")
  static let followedOnly = Flag("followed-only", "A study ranking without --user themselves")
  static let name = Option.text("name", "TEXT", "Only users with this in their name")
  static let by = Option<HoursGrouping>.choice(
    "by", "PERIOD",
    "Hours by week, month, day, person, label, place or title; also of those who recorded none")
  static let over = Option<Int>.duration("over", "Hours: only more than so many, such as 40h")
  static let under = Option<Int>.duration(
    "under", "Hours: only less than so many; employees without any, too")
  static let total = Flag("total", "Hours: the sum of all rows behind them")
  static let taker = Option.person(
    "for", "Marketplace: what this user may take, and why not the others")

  /// The criterion of each option. Options whose criterion a projection does not have are refused.
  private static let criteria: [(option: any CommandOption, criteria: [RowCriterion])] = [
    (Options.user, [.user]), (Options.on, [.day]), (Options.week, [.dates, .day]),
    (Options.month, [.dates]), (Options.from, [.dates]), (Options.to, [.dates]),
    (running, [.running]), (Options.asPublished, [.asPublished]), (place, [.names]),
    (label, [.names]), (company, [.company]), (category, [.category]), (near, [.near]),
    (within, [.near]), (followedOnly, [.followedOnly]), (name, [.namePart]), (by, [.grouping]),
    (over, [.grouping]), (under, [.grouping]), (total, [.grouping]), (taker, [.taker]),
  ]

  static func projection(named word: String) throws(UsageError) -> ProjectionDescriptor {
    for projection in projections where projection.name == word { return projection }
    if ["week", "grid", "roster", "shifts"].contains(word.lowercased()) {
      throw UsageError(
        "unknown projection \(quoted(word))",
        help: "a week is shown by: eventlog-tool show schedule --grid")
    }
    throw UsageError.unknown("projection", word, among: projections.map(\.name))
  }

  /// The options of ``criteria``, and those that name a thing.
  private static let choices: [(option: any CommandOption, criteria: [RowCriterion])] =
    ids.map { ($0, [.id(of: $0.spec.name), .subject($0.spec.name)]) } + criteria

  private static func takes(_ projection: ProjectionDescriptor, _ criteria: [RowCriterion]) -> Bool
  {
    criteria.contains(where: projection.criteria.contains)
  }

  /// The options that choose rows of one projection.
  private static func chosen(of projection: ProjectionDescriptor) -> [any CommandOption] {
    choices.filter { takes(projection, $0.criteria) }.map(\.option)
  }

  /// The options that a session takes for one projection.
  static func members(of projection: ProjectionDescriptor) -> [any CommandOption] {
    chosen(of: projection) + own.filter { $0.projection == projection }.map(\.option)
      + [Options.all, limit, after, Options.at, Options.now]
  }

  /// The options of which one says what the rows are about, where they are about one thing.
  static func subjects(of projection: ProjectionDescriptor) -> [Option<RowID>] {
    ids.filter { projection.criteria.contains(.subject($0.spec.name)) }
  }

  /// Refuses options that do not apply to a projection: without them it would print everybody's rows.
  static func check(_ arguments: ParsedArguments, for projection: ProjectionDescriptor)
    throws(UsageError)
  {
    for (option, criteria) in choices
    where arguments.has(option) && !takes(projection, criteria) {
      let takers = RowOptions.projections.filter { takes($0, criteria) }
      throw UsageError(
        "show \(projection.name) takes no \(arguments.name(of: option)); "
          + "\(listed(takers.map(\.name), "and")) \(takers.count == 1 ? "does" : "do")",
        help: "show \(projection.name) takes "
          + listed((chosen(of: projection) + [Options.all]).map { "--\($0.spec.name)" }, "and"))
    }
  }
}

extension Invocation {
  /// Returns the rows of a projection that are asked for, but for their days.
  ///
  /// - Parameter person: finds the person whom an option names.
  func rowSelection(
    of projection: ProjectionDescriptor, _ page: RowPage,
    person: (Option<PersonName>) throws -> UserID?
  ) throws -> RowSelection {
    try RowOptions.check(arguments, for: projection)
    try requireSubject(of: projection)
    try arguments.refuse(RowOptions.running, beside: RelativeDates.options)
    var selection = RowSelection(
      id: try RowOptions.ids.lazy.compactMap { try self[$0] }.first, user: try person(Options.user),
      names: NameSelection(place: try self[RowOptions.place], label: try self[RowOptions.label]),
      company: try person(RowOptions.company), category: try self[RowOptions.category],
      near: try nearness(), followedOnly: self[RowOptions.followedOnly],
      namePart: try self[RowOptions.name], grouping: try self[RowOptions.by],
      overMinutes: try self[RowOptions.over], underMinutes: try self[RowOptions.under],
      all: self[Options.all], running: self[RowOptions.running],
      asPublished: self[Options.asPublished],
      since: SequenceNumber(page.since ?? 0), last: page.last)
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
  fileprivate static func place(_ name: String, _ help: String) -> Option {
    Option(name, "LAT,LON", help) { (given) throws(UsageError) in
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

extension Option<Int> {
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
  fileprivate static func metres(_ name: String, _ help: String) -> Option {
    Option(name, "METRES", help, as: .numberOrText) { (given) throws(UsageError) in
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
