import Projections
import ShiftEvents

enum ExportCommand: ToolCommand {
  static let spec = CommandSpec(
    "export", group: .report,
    usage: [
      "ics|geojson [NAME] [options] [LOG]", "csv|ndjson NAME [options] [LOG…]",
      "xlsx [NAME…] [options] -o FILE [LOG…]",
      "mermaid --shift ID | --request ID [LOG]", "person --user USER [LOG]",
      "prometheus [--all] [LOG]", "sql [NAME…] [options] [LOG…]",
    ], overviewWord: "FORMAT",
    abstract: "Write rows or the log in a format that other programs read",
    overviewText: ExportFormat.allCases.map(\.rawValue).joined(separator: " "),
    discussion: ExportFormat.allCases.map { "\($0.rawValue): \($0.purpose)." },
    options: RowOptions.shown + [absences, dialect],
    sharedOptions: [
      Options.files, Options.at, Options.now, Options.output, Options.raw, Options.bom,
    ] + Options.global,
    examples: [
      .init("eventlog-tool export ics --user Eva -o eva.ics"),
      .init("eventlog-tool export geojson -o deals.geojson events-sample.jsonl"),
      .init("eventlog-tool export xlsx hours schedule --month last-month -o march.xlsx"),
      .init("eventlog-tool export sql | psql -v ON_ERROR_STOP=1 shop"),
      .init(
        "eventlog-tool export sql schedule hours --all --dialect sqlite | sqlite3 -bail shop.db"),
    ])

  /// The options that choose rows, which name the story of a diagram, too.
  private static let stories: [Option<AuditScope>] = [
    .of(AuditScope.shift, "The shift whose story is drawn"),
    .of(AuditScope.request, "The request whose story is drawn"),
  ]

  private static let absences = Flag(
    "absences", "ics: also when people are away, as entries that keep the time busy")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    let names = ExportFormat.allCases.map(\.rawValue)
    guard let word = arguments.positionals.first else {
      throw UsageError("missing FORMAT", help: "one of \(listed(names, "or"))")
    }
    guard let format = ExportFormat(rawValue: word) else {
      throw UsageError.unknown("format", word, among: names)
    }
    if let file = invocation.outputFile { try format.requireEnding(of: file) }
    try invocation.requireCSV(for: AnswerFormat(rawValue: format.rawValue))
    for option in RowOptions.exported
    where [.ics, .geojson].contains(format) && option.question.isOfThing && arguments.has(option) {
      throw UsageError(
        "\(format.rawValue) takes no --\(option.spec.name): it has all rows that are chosen by days and people"
      )
    }
    for option in RowOptions.shown
    where ![.csv, .ndjson].contains(format) && !option.question.choosesRows && arguments.has(option)
    {
      throw UsageError("--\(option.spec.name) is for csv and ndjson, which have the rows of show")
    }
    if format != .sql, arguments.has(dialect) {
      throw UsageError("--\(dialect.spec.name) is for sql: databases write it in their manner")
    }
    if format != .ics, invocation[absences] {
      throw UsageError("--\(absences.spec.name) is for ics: a calendar has them beside shifts")
    }
    switch format {
    case .csv: return try show(as: .csv, .csv, invocation)
    case .ndjson: return try show(as: .ndjson, .ndjson, invocation)
    case .ics: try writeCalendar(invocation)
    case .geojson: try writeMap(invocation)
    case .xlsx: try writeWorkbook(invocation)
    case .mermaid: try writeDiagram(invocation)
    case .person: try writePerson(invocation)
    case .prometheus: try writeMetrics(invocation)
    case .sql: try writeScript(invocation)
    }
    return .done
  }

  /// Prints rows of a projection, of one log or several.
  private static func show(
    as answer: AnswerFormat, _ format: ExportFormat, _ invocation: Invocation
  ) throws -> ExitCode {
    let (projection, logs) = try named(invocation, format)
    return try ShowCommand.show(
      (projection, try invocation.fetchedLogs(positionals: logs)), as: answer, invocation)
  }

  // MARK: - Words

  /// The projection that is named behind the format, and the log behind it.
  private static func namedInOneLog(
    _ invocation: Invocation, _ format: ExportFormat, else standard: ProjectionDescriptor
  ) throws -> (projection: ProjectionDescriptor, path: String) {
    try invocation.arguments.checkPositionals(named: ["FORMAT", "NAME", "LOG"])
    let (projection, logs) = try named(invocation, format, else: standard)
    return (projection, try invocation.fetchedLog(positional: logs.first))
  }

  /// The projection that is named behind the format, and the words behind it, which name logs.
  private static func named(
    _ invocation: Invocation, _ format: ExportFormat, else standard: ProjectionDescriptor? = nil
  ) throws -> (projection: ProjectionDescriptor, logs: [String]) {
    let arguments = invocation.arguments
    var words = Array(arguments.positionals.dropFirst())
    let able = format.projections
    // A single word is the log where a projection need not be named.
    let isNamed = words.count > 1 || (RowOptions.projections.contains { $0.name == words.first })
    if !isNamed, let standard { return (standard, words) }
    guard !words.isEmpty else {
      throw UsageError("missing NAME", help: "one of \(listed(able.map(\.name), "or"))")
    }
    let projection = try RowOptions.projection(named: words.removeFirst())
    func lacks(_ key: String) -> Bool { !projection.columns.contains { $0.key == key } }
    guard able.contains(projection) else {
      throw UsageError(
        "\(projection.name) has no \(listed(format.neededColumns.filter(lacks), "and")), which "
          + "\(format.rawValue) needs",
        help: "\(listed(able.map(\.name), "and")) can be exported as \(format.rawValue)")
    }
    return (projection, words)
  }

  /// The log, where nothing but it follows the format.
  static func log(_ invocation: Invocation) throws -> String {
    try invocation.arguments.checkPositionals(named: ["FORMAT", "LOG"])
    return try invocation.fetchedLog(positional: invocation.arguments.positionals.dropFirst().first)
  }

  private static func refuseRowOptions(
    _ invocation: Invocation, of whole: String = "the whole log",
    but taken: [any CommandOption] = []
  ) throws(UsageError) {
    let names = taken.map(\.spec.name)
    for option in RowOptions.exported
    where !names.contains(option.spec.name) && invocation.arguments.has(option) {
      throw UsageError("this format takes no --\(option.spec.name): it is of \(whole)")
    }
  }

  // MARK: - Formats

  private static func writeCalendar(_ invocation: Invocation) throws {
    let (projection, path) = try namedInOneLog(invocation, .ics, else: .schedule)
    let hasAbsences = invocation[absences]
    let rows = try RowAnswer.read(
      projection, in: path, invocation, with: [.requests] + (hasAbsences ? [.absences] : []))
    let (replay, chosen, label) = (rows.query.replay, rows.query.selection, rows.labels.label)
    let entries = replay.calendar(chosen, absences: hasAbsences, at: rows.header.now, label: label)
    try invocation.write(
      CalendarReport(zone: rows.header.timeZone).bytes(
        entries, name: replay.calendarName(of: chosen.user.map(label)), of: try rows.logName,
        at: rows.header.asOf.time))
    if entries.isEmpty { rows.reportIfEmpty(invocation) }
  }

  private static func writeMap(_ invocation: Invocation) throws {
    let (projection, path) = try namedInOneLog(invocation, .geojson, else: .deals)
    let rows = try RowAnswer.read(projection, in: path, invocation)
    try invocation.write(GeoJSONReport().bytes(rows.table))
    rows.reportIfEmpty(invocation)
  }

  private static func writeDiagram(_ invocation: Invocation) throws {
    try invocation.arguments.checkAtMostOne(of: stories)
    try refuseRowOptions(invocation, of: "one story", but: stories)
    let path = try log(invocation)
    guard let option = stories.first(where: invocation.arguments.has),
      let scope = try invocation[option], let id = invocation.arguments.text(of: option)
    else { throw UsageError("a diagram tells one story: name it with --shift or --request") }
    let noun = option.spec.name
    var audit = Audit(of: scope)
    let reading = try LogReading.read(path, try invocation.readingOptions, for: invocation) {
      audit.apply($0)
    }
    if audit.rows.isEmpty {
      try SeenIdentifiers.read(path, of: noun)?.require(id, in: path)
      throw CommandError(.negative, "there is nothing about the \(noun) \(id) in \(path)")
    }
    try invocation.write(
      SequenceDiagram().bytes(
        audit.rows, title: noun.prefix(1).uppercased() + noun.dropFirst() + " \(id)",
        zone: reading.zone, label: try reading.names().label))
  }

  private static func writeMetrics(_ invocation: Invocation) throws {
    let past = RowOptions.past
    try refuseRowOptions(invocation, of: "all people and days", but: [past])
    let path = try log(invocation)
    let (replay, reading) = try Replay.read(path, for: invocation)
    try invocation.write(
      MetricsReport().bytes(of: replay, all: invocation[past], at: reading.nowOfToday))
  }
}

extension ExportCommand {
  /// Writes all that the log has of the person whom `--user` names.
  static func writePerson(_ invocation: Invocation) throws {
    for option in RowOptions.exported
    where option.spec.name != Options.user.spec.name && invocation.arguments.has(option) {
      throw UsageError("person takes no --\(option.spec.name): it has all rows of one person")
    }
    guard invocation.arguments.has(Options.user) else {
      throw UsageError("whose events and rows? name the person with --user")
    }
    let path = try log(invocation)
    guard let user = try invocation.person(Options.user, in: path) else { return }
    var (replay, audit) = (Replay(inboxOf: user), Audit(of: .user(user)))
    var (seen, events) = (SeenIdentifiers(of: UserID.noun), [String]())
    let reading = try LogReading.read(path, try invocation.readingOptions, for: invocation) {
      replay.apply($0)
      seen.apply($0)
      let count = audit.rows.count
      audit.apply($0)
      if audit.rows.count > count || $0.namesInText(user.description) { events.append($0.json) }
    }
    let labels = try reading.names()
    // Somebody who came later has nothing yet.
    if events.isEmpty {
      try (SeenIdentifiers.read(path, of: UserID.noun) ?? seen)
        .require(user.description, in: path, or: labels.names)
    }
    let header = DocumentHeader(of: replay, now: reading.nowOfToday)
    try invocation.writeDocument(
      PersonReport(
        replay, of: user, header, name: labels.name(of: user), email: labels.email(of: user)
      ).bytes(events))
  }
}
