import Projections
import ShiftEvents

enum AuditCommand: ToolCommand {
  static let spec = CommandSpec(
    "audit", group: .read,
    usage: [
      "--shift ID | --request ID | --absence ID | --trade ID | --vacancy ID "
        + "| --series ID | --closure ID | --publication ID | --period ID | --deal ID "
        + "| --session ID [LOG]", "--user USER | --subject ID | --actor USER [LOG]",
    ],
    abstract: "Who held, offered, took and approved a shift; or all about another subject or actor",
    discussion: [
      "audit checks the chain of hashes from the first line on. Where the chain breaks, audit prints the rows before "
        + "the break, names the line and ends with 65. Standard error and JSON show the hash of the last event "
        + "read: compare it with one that was kept elsewhere, or let verify --hash do it."
    ],
    options: subjects + [user, subject, actor] + RelativeDates.options + [
      Options.attributes, RejectedReport.option,
    ],
    sharedOptions: Options.rows,
    examples: [.init("eventlog-tool audit --shift F1.2026-01-12 events-sample.jsonl")])

  /// The options that name a thing by its id, with the scope that each asks for.
  static let subjects: [Option<AuditScope>] = [
    .of(AuditScope.shift, "Everything that changed the shift or recorded on it"),
    .of(AuditScope.request, "The story of a request for work"),
    .of(AuditScope.absence, "The story of an absence"),
    .of(AuditScope.trade, "The story of a trade of two shifts"),
    .of(AuditScope.deal, "A deal with its reservations, payments and ratings"),
    .of(AuditScope.vacancy, "A vacancy with the shifts that came from it"),
    .of(AuditScope.series, "Weekly work with its occurrences"),
    .of(AuditScope.closure, "The closure of some days"),
    .of(AuditScope.publication, "The publication of a range of days"),
    .of(AuditScope.period, "The closings and reopenings of a period"),
    .of(AuditScope.session, "The story of a study session"),
  ]
  static let user = Option.person("user", "What a person did and what was done to them")
  static let subject = Option.text(
    "subject", "ID", "Whatever has this id", offering: .identifiers(of: nil))
  static let actor = Option.person("actor", "What was done on somebody's behalf")

  /// The options that a session takes.
  static let members: [any CommandOption] =
    scopes + RelativeDates.options + [Options.attributes, Options.at, Options.now]

  static let scopes: [any CommandOption] = subjects + [user, subject, actor]

  static func run(_ invocation: Invocation) throws -> ExitCode {
    if invocation[RejectedReport.option] { return try RejectedReport.run(invocation) }
    try checkWords(invocation.arguments)
    let path = try invocation.fetchedLog()
    let format = try invocation.format()
    let answer = try read(path, invocation)
    let (audit, rows, header, labels) = (answer.audit, answer.rows, answer.header, answer.labels)
    let (option, id) = sought(invocation.arguments)
    let what = "\(option.name) \(audit.scope.person(labels) ?? id)"
    // A report in a file does not show the damage that ended it, so none is written.
    if let damage = answer.damage, invocation.outputFile != nil { throw damage }
    let report = AuditReport(
      what, audit, rows, header, labels, showsAttributes: invocation[Options.attributes])
    if !rows.isEmpty || format != .table {
      try invocation.write(
        RowTable(rows, names: labels.name), as: format, named: ProjectionDescriptor.audit.name,
        header, labels, lines: report.lines)
    }
    try invocation.output.finish()
    if let damage = answer.damage { throw damage }
    if audit.rows.isEmpty {
      if case .identifiers(let noun) = option.offered {
        let names = noun == UserID.noun ? labels.names : []
        try (SeenIdentifiers.read(path, of: noun) ?? answer.seen)?.require(
          audit.scope.person?.description ?? id, in: path, or: names)
      }
      let end = invocation.arguments.has(Options.at) ? " up to event \(header.asOf.sequence)" : ""
      invocation.diagnostics.note("there is nothing about \(what) in \(path)\(end)")
      if case .identifiers(UserID.noun) = option.offered { return .done }
      return .negative
    }
    if format == .table, invocation.outputFile == nil {
      reportLeftOut(report.leftOut(width: invocation.output.columns), invocation.diagnostics)
    }
    if rows.isEmpty {
      invocation.diagnostics.note(
        "nothing about \(what) on these days; \(counted(audit.rows.count, "event")) on others")
    }
    if let hash = header.hash {
      invocation.diagnostics.note(
        "chain checked up to event \(header.asOf.sequence), whose hash is \(hash)")
    }
    return .done
  }

  /// The JSON document, for a session.
  static func document(_ path: String, _ invocation: Invocation) throws -> [UInt8] {
    let answer = try read(path, invocation)
    if let damage = answer.damage { throw damage }
    try requireKnown(answer.audit, invocation.arguments) {
      SeenIdentifiers.read(path, of: UserID.noun)?.contains($0.description) != false
    }
    return try RowTable(answer.rows, names: answer.labels.name).answer(.audit, answer.header)
  }

  /// The same of a log whose chain was checked; `nil` for an audit that is of no id.
  static func document(
    of log: LoadedLog, _ reader: LogReader, _ invocation: Invocation, _ people: ShiftEvents.People
  ) throws -> [UInt8]? {
    // The index has nothing of an event that this version does not know.
    if log.replay.tally.notKnown.count > 0 { return nil }
    let dates = try RelativeDates(invocation.arguments)
    let audit = try Audit.walking(
      try scope(invocation, reader.path), showsAttributes: invocation[Options.attributes],
      log.touched(reader))
    guard let audit else { return nil }
    try requireKnown(audit, invocation.arguments) { log.replay.hasRegistered($0) }
    let (asOf, zone) = (log.replay.asOf, log.replay.timeZone)
    let moment = try invocation[Options.now]?.instant(in: zone)
    var header = DocumentHeader(
      asOf: asOf, now: moment ?? asOf.time ?? invocation.arguments.clockTime, timeZone: zone)
    header.hash = log.hash
    let today = zone.date(at: moment ?? invocation.arguments.clockTime)
    let days = try dates.selection(today: today)
    let rows = audit.rows.filter { days.isEmpty || days.contains(zone.date(at: $0.time)) }
    return try RowTable(rows) { people[$0]?.name }.answer(.audit, header)
  }

  /// Throws where the log knows nothing of the thing or the person that a session asks about.
  ///
  /// - Parameter isUser: tells whether somebody on whose behalf nothing happened is known.
  private static func requireKnown(
    _ audit: Audit, _ arguments: ParsedArguments, isUser: (UserID) -> Bool
  ) throws {
    guard audit.rows.isEmpty else { return }
    let (option, id) = sought(arguments)
    if case .subject = audit.scope { return }
    switch audit.scope {
    case .actor(let user), .user(let user):
      if user != .system && !isUser(user) { throw SeenIdentifiers.unknown(UserID.noun, id) }
    default: throw SeenIdentifiers.unknown(option.name, id)
    }
  }

  private struct Answer {
    var audit: Audit
    /// The rows of the days that are asked for.
    var rows: [AuditRow]
    var header: DocumentHeader
    var damage: LogError?
    var labels: PersonLabels
    /// The ids of a log that is read once.
    var seen: SeenIdentifiers?
  }

  private static func read(_ path: String, _ invocation: Invocation) throws -> Answer {
    let dates = try RelativeDates(invocation.arguments)
    var audit = Audit(
      of: try scope(invocation, path), showsAttributes: invocation[Options.attributes])
    var last: RecordedEvent?
    var options = try invocation.readingOptions
    options.vouches = true
    var seen: SeenIdentifiers?
    if LogInput.isReadOnce(path),
      case .identifiers(let noun) = sought(invocation.arguments).option.offered
    {
      seen = SeenIdentifiers(of: noun)
    }
    let reading = try LogReading.read(path, options, for: invocation) {
      audit.apply($0)
      seen?.apply($0)
      last = $0
    }
    var header = DocumentHeader(
      asOf: reading.asOf, now: reading.nowOfLog, timeZone: reading.zone,
      unknown: reading.unknown.count)
    header.hash = last?.hash
    let days = try dates.selection(today: reading.today)
    let rows =
      days.isEmpty
      ? audit.rows : audit.rows.filter { days.contains(reading.zone.date(at: $0.time)) }
    return Answer(
      audit: audit, rows: rows, header: header, damage: reading.damage, labels: try reading.names(),
      seen: seen)
  }

  /// The option that the audit was asked for with, and the id behind it.
  private static func sought(_ arguments: ParsedArguments) -> (option: OptionSpec, id: String) {
    let option = scopes.first(where: arguments.has) ?? subject
    return (option.spec, arguments.text(of: option) ?? "")
  }

  /// Refuses an id in the place of the log's name, and names the option that it belongs to.
  private static func checkWords(_ arguments: ParsedArguments) throws(UsageError) {
    if scopes.contains(where: arguments.has) { return }
    let words = arguments.positionals.filter { word in
      !word.contains("/") && !word.hasSuffix(".jsonl") && ShiftID(word) != nil
    }
    guard let word = words.first else { return }
    let isShift = LocalDate(String(word.suffix(10))) != nil && word.dropLast(10).hasSuffix(".")
    // A single word may well be a log of an unusual name.
    guard isShift || arguments.positionals.count > 1 || arguments.has(Options.file) else { return }
    throw UsageError(
      "audit whom or what?", help: "did you mean --\(isShift ? "shift" : "subject") \(word)?")
  }

  private static func scope(_ invocation: Invocation, _ path: String) throws -> AuditScope {
    try invocation.arguments.checkAtMostOne(of: scopes)
    for option in subjects { if let scope = try invocation[option] { return scope } }
    if let id = try invocation.person(user, in: path) { return .user(id) }
    if let id = try invocation.person(actor, in: path) { return .actor(id) }
    if let id = try invocation[subject] { return .subject(id) }
    throw UsageError(
      "audit whom or what?",
      help: "name one with \(listed(scopes.map { "--\($0.spec.name)" }, "or"))")
  }
}
