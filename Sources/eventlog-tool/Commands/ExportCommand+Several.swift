import Projections
import ShiftEvents

/// Exports of several projections at once: workbooks and scripts of SQL.
extension ExportCommand {
  static let dialect = Option<SQLDialect>.choice(
    "dialect", "DIALECT", "sql: postgres or sqlite (postgres)")

  /// The names behind a format, of projections and the like, and the logs behind these.
  private struct Named {
    let names: [String]
    let paths: [String]

    init(_ format: ExportFormat, _ invocation: Invocation, else usual: [String]) throws {
      let words = Array(invocation.arguments.positionals.dropFirst())
      let given = words.prefix { format.names.contains($0) }
      let logs = words.dropFirst(given.count)
      for (place, name) in given.enumerated() where given[..<place].contains(name) {
        throw UsageError("\(name) is named twice")
      }
      names = given.isEmpty ? usual.filter(format.names.contains) : Array(given)
      try Self.checkOptions(invocation, of: names)
      paths = try invocation.fetchedLogs(positionals: Array(logs))
    }

    /// Refuses options that none of the names takes, and says which do not take one.
    private static func checkOptions(_ invocation: Invocation, of names: [String])
      throws(UsageError)
    {
      func isTaken(_ option: RowOption, by name: String) -> Bool {
        if name == ExportFormat.grid { return option.question.scope == .grid }
        return RowOptions.projections.first { $0.name == name }.map(option.isTaken) ?? false
      }
      for option in RowOptions.exported where invocation.arguments.has(option) {
        let others = names.filter { !isTaken(option, by: $0) }
        let word = "--\(option.spec.name)"
        if others.count == names.count {
          throw UsageError(
            "\(listed(others, "and")) \(others.count == 1 ? "takes" : "take") no \(word)")
        }
        if others.isEmpty { continue }
        invocation.diagnostics.note(
          "\(word) does not choose rows of \(listed(others, "and")): no such option there")
      }
    }
  }

  // MARK: - Workbooks

  static func writeWorkbook(_ invocation: Invocation) throws {
    if invocation.outputFile == nil, invocation.output.isTerminal {
      throw UsageError("a workbook is no text for a terminal", help: "name a file: -o store.xlsx")
    }
    let grid = ExportFormat.grid
    let usual = [grid, "timesheet", "hours", "schedule", "attention"]
    let named = try Named(.xlsx, invocation, else: usual)
    let projections = named.names.map { name in
      RowOptions.projections.first { $0.name == name } ?? .schedule
    }
    let logs = try RowAnswer.read(
      projections, in: named.paths, invocation,
      with: named.names.contains(grid) ? [.users, .absences, .closures] : [])
    let sheets = try named.names.enumerated().map { place, name in
      let answers = logs.map { $0[place] }
      let table =
        name == grid
        ? try weeks(of: answers, in: named.paths)
        : try rows(of: answers, projections[place], in: named.paths)
      return WorkbookReport.Sheet(name, table, in: answers[0].header.timeZone)
    }
    for (sheet, name) in zip(sheets, named.names) where sheet.isTooLong {
      throw CommandError(
        .invalidData, "a sheet has at most \(WorkbookReport.mostRows) rows, and \(name) has more",
        help: "choose fewer days with --from and --to, or one person with --user")
    }
    do {
      try invocation.write(pieces: { put in
        try WorkbookReport(showsOptions: invocation[Options.asPublished]).write(sheets, put)
      })
    } catch is WorkbookReport.TooLarge {
      throw CommandError(
        .invalidData, "the workbook would have more than 4 GiB",
        help: "name fewer projections, or choose fewer days with --from and --to")
    }
    for (place, name) in named.names.enumerated() where name != grid {
      for answers in logs where logs.allSatisfy({ $0[place].isEmpty }) {
        let label = [name, logs.count > 1 ? "of \(answers[place].path)" : nil]
        answers[place].reportIfEmpty(
          invocation,
          of: named.names.count + logs.count > 2
            ? label.compactMap(\.self).joined(separator: " ") : nil)
      }
    }
  }

  private static func rows(
    of answers: [RowAnswer], _ projection: ProjectionDescriptor, in paths: [String]
  ) throws -> RowTable {
    paths.count == 1 ? answers[0].table : try RowAnswer.merged(answers, of: projection, for: .csv)
  }

  /// The same week of each log.
  private static func weeks(of answers: [RowAnswer], in paths: [String]) throws -> RowTable {
    let week = answers[0].week().week
    if let other = answers.map({ $0.week().week }).first(where: { $0 != week }) {
      throw UsageError(
        "the week of the grid is \(min(week, other)) by the clocks of one log and \(max(week, other)) by those of another",
        help: "name it: --week \(min(week, other))")
    }
    let parts = try answers.map { answer in
      RowTable.Part(
        try answer.logName, answer.week(week).table(label: answer.labels.label),
        in: answer.header.timeZone)
    }
    return paths.count == 1
      ? answers[0].week().table(label: answers[0].labels.label) : RowTable.merging(parts, of: nil)
  }

  // MARK: - SQL

  static func writeScript(_ invocation: Invocation) throws {
    let dialect = try invocation[dialect] ?? .postgres
    let named = try Named(.sql, invocation, else: [ExportFormat.events])
    let hasEvents = named.names.contains(ExportFormat.events)
    let projections = named.names.compactMap { name in
      RowOptions.projections.first { $0.name == name }
    }
    var options = try invocation.readingOptions
    let isOfLog = projections.isEmpty && named.paths.count == 1
    if isOfLog {
      return try invocation.write(pieces: { put in
        try writeEvents(of: named.paths[0], options, dialect, invocation, isWhole: true, put)
      })
    }
    if hasEvents { for path in named.paths { try invocation.requireReadableTwice(path) } }
    // Every log is read before anything of any is written, and the events are those that the rows are made of.
    let logs = try RowAnswer.read(
      projections.isEmpty ? [.users] : projections, in: named.paths, invocation)
    options.isRepeated = true
    func table(_ rows: RowAnswer, of projection: ProjectionDescriptor) throws -> SQLRows {
      SQLRows(rows.table, of: projection, in: rows.header.timeZone, try rows.logName, dialect)
    }
    for (place, projection) in projections.enumerated() where projection.takes(.total) {
      if try table(logs[0][place], of: projection).hasSumWithoutKey {
        throw UsageError(
          "the rows of the table \(projection.name) have a key, and their sum has none",
          help: "leave out --total, and ask the database: SELECT sum(…)")
      }
    }
    try invocation.write(pieces: { put in
      try put(Array(dialect.begin.utf8))
      for answers in logs {
        for (projection, rows) in zip(projections, answers) {
          try table(rows, of: projection).write(put)
        }
        options.limit = .sequence(answers[0].header.asOf.sequence)
        if hasEvents {
          try writeEvents(of: answers[0].path, options, dialect, invocation, isWhole: false, put)
        }
      }
      try put(Array(SQLDialect.end.utf8))
    })
    for (place, projection) in projections.enumerated() {
      for answer in logs.map({ $0[place] }) {
        let name = logs.count > 1 ? "\(projection.name) of \(answer.path)" : projection.name
        answer.reportIfEmpty(invocation, of: name)
      }
    }
  }

  /// Writes the events of a log as they are read.
  ///
  /// - Parameter isWhole: false for the statements of a script that has others.
  private static func writeEvents(
    of path: String, _ options: ReadingOptions, _ dialect: SQLDialect, _ invocation: Invocation,
    isWhole: Bool, _ put: ([UInt8]) throws -> Void
  ) throws {
    var report: SQLReport?
    var script: [UInt8] = []
    func head(_ report: SQLReport) -> [UInt8] {
      Array((isWhole ? report.head : report.eventsHead).utf8)
    }
    _ = try LogReading.read(path, options, for: invocation) { event in
      if report == nil {
        let first = SQLReport(of: LogName(firstEvent: event), dialect)
        (report, script) = (first, head(first))
      }
      report?.put(event, to: &script)
      if script.count > 1 << 16 {
        try put(script)
        script.removeAll(keepingCapacity: true)
      }
    }
    let empty = SQLReport(of: .ofEmptyLog, dialect)
    if report == nil { script = head(empty) }
    let end = report ?? empty
    try put(script + Array((isWhole ? end.tail : end.eventsTail).utf8))
  }
}
