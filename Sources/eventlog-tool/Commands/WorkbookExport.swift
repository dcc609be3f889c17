import Projections
import ShiftEvents

/// Rows of several projections as one workbook.
enum WorkbookExport {
  /// The sheets of a workbook for which none is named.
  private static let usual = [grid, "timesheet", "hours", "schedule", "attention"]
  /// The name of the week of people and days beside those of projections.
  private static let grid = "grid"

  static func write(_ invocation: Invocation) throws {
    if invocation.outputFile == nil, invocation.output.isTerminal {
      throw UsageError("a workbook is no text for a terminal", help: "name a file: -o store.xlsx")
    }
    let known = [grid] + RowOptions.projections.map(\.name)
    let words = invocation.arguments.positionals.dropFirst()
    let named = Array(words.prefix { known.contains($0) })
    let logs = words.dropFirst(named.count)
    if logs.count > 1 {
      throw UsageError("unexpected argument \(quoted(logs[logs.startIndex + 1]))")
    }
    for (place, name) in named.enumerated() where named[..<place].contains(name) {
      throw UsageError("\(name) is named twice: a workbook has one sheet of it")
    }
    let names = named.isEmpty ? usual.filter(known.contains) : named
    let projections = names.map { name in
      RowOptions.projections.first { $0.name == name } ?? .schedule
    }
    try checkOptions(invocation, of: names)
    let path = try invocation.fetchedLog(positional: logs.first)
    let answers = try RowAnswer.read(
      projections, in: path, invocation,
      with: names.contains(grid) ? [.users, .absences, .closures] : [])
    let sheets = zip(names, answers).map { name, rows in
      WorkbookReport.Sheet(
        name, name == grid ? rows.week.table(label: rows.labels.label) : rows.table,
        in: rows.header.timeZone)
    }
    for (sheet, name) in zip(sheets, names) where sheet.isTooLong {
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
    for (answer, name) in zip(answers, names) where name != grid {
      answer.reportIfEmpty(invocation, of: answers.count > 1 ? name : nil)
    }
  }

  /// Refuses options that no sheet takes, and says which sheets do not take one.
  private static func checkOptions(_ invocation: Invocation, of names: [String]) throws(UsageError)
  {
    func isTaken(_ option: RowOption, by name: String) -> Bool {
      let projection = RowOptions.projections.first { $0.name == name }
      return projection.map(option.isTaken) ?? (option.question.scope == .grid)
    }
    for option in RowOptions.exported where invocation.arguments.has(option) {
      let others = names.filter { !isTaken(option, by: $0) }
      let word = "--\(option.spec.name)"
      if others.count == names.count {
        throw UsageError(
          "\(listed(others, "and")) \(others.count == 1 ? "takes" : "take") no \(word)")
      }
      if !others.isEmpty {
        invocation.diagnostics.note(
          "\(word) does not choose rows of \(listed(others, "and")): no such option there")
      }
    }
  }
}
