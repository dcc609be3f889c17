import Projections
import ShiftEvents

enum ShowCommand: ToolCommand {
  static let spec = CommandSpec(
    "show", group: .read, usage: ["NAME [options] [LOG]"], overviewWord: "NAME",
    abstract: names.joined(separator: " "),
    discussion: [
      "Prints the rows of one projection as of a moment. Without --at and --now that is today."
    ],
    options: [
      SharedOptions.user, SharedOptions.week, SharedOptions.from, SharedOptions.to,
      SharedOptions.all,
    ],
    sharedOptions: SharedOptions.reading,
    examples: [
      .init("eventlog-tool show schedule --week 2026-W03 --user eva"),
      .init("eventlog-tool show points --at 2026-02-28 events-sample.jsonl"),
    ])

  /// The projections that rows can be shown of.
  static let projections: [ProjectionName] = [
    .schedule, .marketplace, .requests, .approvals, .points, .hours, .users,
  ]
  private static let names = projections.map(\.rawValue)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    try arguments.checkPositionals(named: ["NAME", "LOG"], required: 1)
    let name = try projection(named: arguments.positionals[0])
    let path = try invocation.logPath(positional: arguments.positionals.dropFirst().first)
    let selection = try selection(invocation)
    let wantsJSON = try invocation.wantsJSON()
    var replay = Replay()
    let reading = try LogReading(path, invocation) { replay.apply($0) }
    let now = reading.nowOfToday
    let table = replay.table(name, selection, at: now, names: try reading.names())!
    let header = DocumentHeader(asOf: reading.asOf, now: now, timeZone: reading.zone)
    if wantsJSON {
      try invocation.writeJSON(table.jsonDocument(name, header))
    } else {
      try RowReport(name, table, header).write(to: invocation.output)
    }
    if table.rows.isEmpty {
      explainEmpty(name, selection, replay, header, invocation.diagnostics)
    }
    return .done
  }

  static func projection(named word: String) throws(UsageError) -> ProjectionName {
    for projection in projections where projection.rawValue == word { return projection }
    throw UsageError.unknown("projection", word, among: names)
  }

  /// The JSON document, for a session that has folded the log already.
  static func document(
    _ name: ProjectionName, _ invocation: Invocation, folded replay: Replay,
    names: (UserID) -> String?
  ) throws(UsageError) -> [UInt8] {
    let now = try invocation.now()?.instant(in: replay.timeZone) ?? SystemClock().now()
    let table = replay.table(name, try selection(invocation), at: now, names: names)!
    let header = DocumentHeader(asOf: replay.asOf, now: now, timeZone: replay.timeZone)
    return table.jsonDocument(name, header)
  }

  /// The JSON document as of an earlier moment, for which the log is read again.
  static func document(
    _ name: ProjectionName, _ invocation: Invocation, reading path: String
  ) throws -> [UInt8] {
    var replay = Replay()
    let reading = try LogReading(path, invocation) { replay.apply($0) }
    let now = reading.nowOfToday
    let table = replay.table(
      name, try selection(invocation), at: now, names: try reading.names())!
    let header = DocumentHeader(asOf: reading.asOf, now: now, timeZone: reading.zone)
    return table.jsonDocument(name, header)
  }

  private static func selection(_ invocation: Invocation) throws(UsageError) -> RowSelection {
    RowSelection(
      user: try invocation.identifier("user"), dates: try invocation.dates(),
      all: invocation.arguments.flag("all"))
  }

  /// Why there is nothing to see, and how to see more.
  private static func explainEmpty(
    _ name: ProjectionName, _ selection: RowSelection, _ replay: Replay, _ header: DocumentHeader,
    _ diagnostics: Diagnostics
  ) {
    if header.asOf.sequence == .zero { return diagnostics.note("the log is empty") }
    var everything = RowSelection()
    everything.all = true
    let others =
      replay.table(name, everything, at: header.now, names: { _ in nil })?.rows.count ?? 0
    if others == 0 { return diagnostics.note("no \(name.rawValue) in this log yet") }
    if selection != RowSelection() {
      return diagnostics.note("nothing matches; \(others) without these options (with --all)")
    }
    let last = header.asOf.time.map { header.timeZone.date(at: $0).description } ?? ""
    diagnostics.note(
      "nothing from \(header.timeZone.date(at: header.now)) on; \(others) earlier: --all or --now \(last)"
    )
  }
}
