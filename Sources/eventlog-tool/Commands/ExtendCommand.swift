import ShiftEvents

enum ExtendCommand: ToolCommand {
  static let spec = CommandSpec(
    "extend", group: .write, access: .writes, abstract: "Schedule fixed shifts up to the horizon",
    discussion: [
      "Every occurrence of an active fixed shift that is due and neither scheduled nor skipped yet "
        + "is scheduled, from today on. A second run on the same day appends nothing: run it daily. "
        + "With -q it prints nothing where all went well."
    ],
    options: [ClockCheck.option], sharedOptions: Options.writing,
    examples: [.init("eventlog-tool extend events.jsonl")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let writing = try LogWriting(invocation, try invocation.fetchedLog())
    let recorder = try writing.recorder(mapsSnapshot: true)
    let (count, first) = try recorder.extend()
    writing.reportEnvironmentLog(isRefused: false)
    // A timer runs this, and mails its output.
    if !invocation[Options.quiet] {
      try invocation.writeJSON(extensionReply(count: count, first: first))
    }
    try invocation.output.flush()
    recorder.leaveSnapshotIfDue()
    return .done
  }
}
