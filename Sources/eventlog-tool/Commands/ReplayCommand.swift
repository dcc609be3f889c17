import Projections
import ShiftEvents

enum ReplayCommand: ToolCommand {
  static let spec = CommandSpec(
    "replay", group: .read, abstract: "Rebuild every projection; one screen of overview",
    discussion: [
      "Reads every event, folds every projection and shows the state at the last event, or at the "
        + "moment that --at and --now choose.",
      "--without and --with fold a changed history beside the real one, in memory alone: every later "
        + "submission is judged again. It lists those that the rules would then refuse, and what would differ. "
        + "The log is not touched.",
    ],
    options: WhatIf.options, sharedOptions: Options.reading,
    examples: [
      .init("eventlog-tool replay events-sample.jsonl"),
      .init("eventlog-tool replay --at 2026-01-31 events-sample.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    if let whatIf = try WhatIf(invocation) { return try whatIf.run(path, invocation) }
    let wantsJSON = try invocation.wantsJSON()
    let (replay, reading) = try Replay.read(path, for: invocation)
    if wantsJSON {
      try invocation.writeJSON(replay.jsonSummary(at: reading.nowOfLog))
    } else {
      let isWhole = ![Options.at, Options.now].contains(where: invocation.arguments.has)
      let overview = Overview(
        path: path, replay: replay, now: reading.nowOfLog, isWhole: isWhole,
        isEmptyLog: reading.nextTime == nil, labels: try reading.names())
      let output = invocation.output
      try output.lines(overview.lines(in: output.size, usesColor: output.usesColor))
    }
    // What is said of an answer comes after it.
    try invocation.output.flush()
    if let warning = reading.asOf.time?.aheadOfClock(SystemClock().now()) {
      invocation.diagnostics.warning(warning, at: path)
    }
    if let emptiness = reading.emptiness { invocation.diagnostics.note(emptiness) }
    return .done
  }
}
