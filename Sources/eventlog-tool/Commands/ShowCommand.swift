import Projections
import ShiftEvents

enum ShowCommand: ToolCommand {
  static let spec = CommandSpec(
    "show", group: .read, usage: ["NAME [options] [LOG…]"], overviewWord: "NAME",
    abstract: "Print the rows of one projection: \(listed(names, "or"))",
    overviewText: names.joined(separator: " "),
    discussion: [
      "The rows are those of a moment; without --at and --now that is today.",
      "People are named by id or by a name that one person has; days as people say them: 2026-01-12, "
        + "yesterday, monday, last week, +7d.",
      "A shift, a vacancy or an absence of more than 24 hours belongs to each day that it touches, a shorter "
        + "one to its date. Without days, schedule and vacancies have what is of today or later, and what has "
        + "not ended; --running has only what is in progress.",
      "candidates lists who may take --shift or a place of --vacancy, and why the others may not; availability lists "
        + "who is free --on a day or in a --week; attention lists what needs a manager.",
      "schedule --as-published shows the shifts of each day as the day's last publication promised them, and beside a "
        + "shift what became of it, where that differs. changes lists what managers changed after the publication, "
        + "and who still has to answer.",
      "Every projection takes --user but \(listed(names(without: .user), "and")). Every projection takes --week, "
        + "--month, --from and --to but \(listed(names(without: .from), "and")). A projection refuses an "
        + "option that does not apply to its rows.",
      "Of several logs, each row stands behind the name of its log.",
    ],
    options: RowOptions.shown + [grid],
    sharedOptions: Options.rowsOfLogs,
    examples: [
      .init("eventlog-tool show schedule --week 2026-W03 --user Eva"),
      .init("eventlog-tool show points --at 2026-02-28 events-sample.jsonl"),
      .init("eventlog-tool show deals --near 52.37,4.89 --within 1500"),
      .init("eventlog-tool show hours --by month --total"),
      .init("eventlog-tool show marketplace --for u3"),
      .init("eventlog-tool show candidates --shift F1.2026-01-12"),
      .init("eventlog-tool show availability --on saturday"),
      .init("eventlog-tool show hours --week next-week --over 40h"),
      .init("eventlog-tool show schedule --as-published --week 2026-W13"),
    ])

  private static let grid = Flag(
    "grid", "schedule: people × days of the week of --week, or of the moment")

  private static let names = RowOptions.projections.map(\.name)

  private static func names(without question: RowQuestion) -> [String] {
    RowOptions.projections.filter { !$0.takes(question) }.map(\.name)
  }

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    if arguments.positionals.isEmpty {
      throw UsageError("missing NAME", help: "one of \(listed(names, "or"))")
    }
    let name = try RowOptions.projection(named: arguments.positionals[0])
    let paths = try invocation.fetchedLogs(positionals: Array(arguments.positionals.dropFirst()))
    return try show((name, paths), as: try invocation.format(), invocation)
  }

  /// Prints the rows in a format.
  static func show(
    _ what: (projection: ProjectionDescriptor, paths: [String]), as format: AnswerFormat,
    _ invocation: Invocation
  ) throws -> ExitCode {
    let (projection, path) = (what.projection, what.paths[0])
    if what.paths.count > 1 { return try showSeveral(projection, what.paths, format, invocation) }
    let isGrid = invocation[grid]
    let rows = try RowAnswer.read(
      projection, in: path, invocation, with: isGrid ? [.users, .absences, .closures] : [])
    if isGrid { return try showGrid(rows, as: format, invocation) }
    let table = format.isForPeople ? rows.tableForPeople : rows.table
    let report = RowReport(
      projection: projection, table: table, header: rows.header, labels: rows.labels)
    try invocation.write(
      table, as: format, named: projection.name, rows.header, rows.labels, next: rows.next
    ) { report.lines(width: $0, usesColor: $1) }
    // What is said of an answer comes after it.
    try invocation.output.flush()
    if format == .table && invocation.outputFile == nil {
      reportLeftOut(report.leftOut(width: invocation.output.columns), invocation.diagnostics)
    }
    rows.reportIfEmpty(invocation)
    return .done
  }

  /// Prints the rows of several logs.
  private static func showSeveral(
    _ projection: ProjectionDescriptor, _ paths: [String], _ format: AnswerFormat,
    _ invocation: Invocation
  ) throws -> ExitCode {
    if format == .json {
      throw UsageError("a JSON document is of one log", help: "--format ndjson has a row a line")
    }
    if invocation[grid] {
      throw UsageError("--grid is of one log", help: "eventlog-tool export xlsx grid takes several")
    }
    let answers = try RowAnswer.read([projection], in: paths, invocation).map { $0[0] }
    let table = try RowAnswer.merged(answers, of: projection, for: format)
    let logs = try answers.map { (try $0.logName, $0.header) }
    let report = RowReport(
      projection: projection, table: table, header: answers[0].header, labels: answers[0].labels,
      logs: logs)
    try invocation.write(
      table, as: format, named: projection.name, report.header, report.labels
    ) { report.lines(width: $0, usesColor: $1) }
    try invocation.output.flush()
    if format == .table && invocation.outputFile == nil {
      reportLeftOut(
        report.leftOut(width: invocation.output.columns), invocation.diagnostics,
        elsewhere: "--format ndjson")
    }
    for answer in answers where table.rows.isEmpty {
      answer.reportIfEmpty(invocation, of: answer.path)
    }
    return .done
  }

  /// Prints the schedule of one week, a line a person.
  private static func showGrid(
    _ rows: RowAnswer, as format: AnswerFormat, _ invocation: Invocation
  ) throws -> ExitCode {
    let (query, header, labels) = (rows.query, rows.header, rows.labels)
    guard query.projection == .schedule else {
      throw UsageError("--grid is for schedule", help: "eventlog-tool show schedule --grid")
    }
    let days = [RowQuestion.month, .from, .to].map(\.name)
    for option in RowOptions.shown
    where option.question.scope != .grid && !days.contains(option.question.name)
      && invocation.arguments.has(option)
    {
      throw UsageError("a grid shows all of one week, so it takes no --\(option.spec.name)")
    }
    let dates = query.selection.dates
    let today = header.timeZone.date(at: header.now)
    let week = dates.first?.week ?? today.week
    let (first, last) = (dates.first ?? week.monday, dates.last ?? week.monday + 6)
    guard first <= last, last <= week.monday + 6 else {
      throw UsageError(
        "a grid shows one week, and no week has the days from \(first) to \(last)",
        help: "eventlog-tool report --from \(min(first, last)) --to \(max(first, last))")
    }
    let grid = rows.week(week, on: dates)
    // Programs take each row for a person.
    let hasSums = format != .json && format != .ndjson
    let lines = WeekGrid(grid: grid, label: labels.label, cell: labels.cell)
    try invocation.write(
      grid.table(hasSums: hasSums, label: labels.label), as: format, named: "grid", header, labels
    ) { width, usesColor in lines.lines(width: width, usesColor: usesColor) }
    try invocation.output.flush()
    if grid.people.isEmpty {
      var shown = query
      shown.selection.dates = DateSelection(week: grid.week)
      invocation.diagnostics.note(EmptyAnswer(shown, header).reason)
    }
    return .done
  }
}
