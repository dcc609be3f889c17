import ShiftEvents

enum ExtendCommand: ToolCommand {
  static let spec = CommandSpec(
    "extend", group: .write, access: .writes, abstract: "Schedule weekly work up to the horizon",
    discussion: [
      "Every occurrence of a fixed shift that is due and neither scheduled nor skipped yet is scheduled, and every "
        + "one of a fixed vacancy posted, from today on, but for closed days. A second run on the same day appends nothing: run it daily. "
        + "With -q it prints nothing where all went well. One that cannot be scheduled is skipped: "
        + "log --type shift.skipped says why."
    ],
    options: [ClockCheck.option, AppendOptions.despiteNewer, AppendOptions.json],
    sharedOptions: Options.writing,
    examples: [.init("eventlog-tool extend events.jsonl")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let writing = try LogWriting(invocation, try invocation.fetchedLog())
    let recorder = try writing.recorder(mapsSnapshot: true)
    let (first, occurrences): (SequenceNumber?, Occurrences)
    do throws(LogError) { (_, first, occurrences) = try recorder.extend() } catch {
      if printsJSON(invocation) { try invocation.writeJSON(Reply.failure(error).json(line: 1)) }
      try invocation.output.flush()
      throw error
    }
    writing.reportEnvironmentLog(isRefused: false)
    // A timer runs this, and mails its output.
    if !invocation[Options.quiet] { try report(occurrences, from: first, invocation) }
    try invocation.output.flush()
    recorder.leaveSnapshotIfDue()
    return .done
  }

  private static func printsJSON(_ invocation: Invocation) -> Bool {
    !invocation.output.isTerminal || invocation[AppendOptions.json]
  }

  private static func report(
    _ occurrences: Occurrences, from first: SequenceNumber?, _ invocation: Invocation
  ) throws {
    if printsJSON(invocation) {
      return try invocation.writeJSON(extensionReply(occurrences, first: first))
    }
    let place = first.map { ", from event \($0) on" }
    try invocation.output.sentence(place.map { occurrences.words + $0 } ?? "nothing is due")
  }
}
