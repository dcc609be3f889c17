import Projections
import ShiftEvents

enum SnapshotCommand: ToolCommand {
  static let spec = CommandSpec(
    "snapshot", group: .report, abstract: "All projections at a position, as one JSON document",
    discussion: [
      "For programs that make reports: every row of every projection, also what is past or closed, "
        + "with the position, time and hash of the last event read, and the hash of the first event, "
        + "which identifies the log. An audit is about one thing, so a command of its own prints it.",
      "--check FILE says whether such a document, or a snapshot of the log's folder, equals a fresh replay "
        + "at its position, and where it differs (exit 1). Names of people are not compared.",
    ],
    options: [SnapshotCheck.option],
    sharedOptions: [Options.file, Options.at, Options.now, Options.documentOutput] + Options.global,
    examples: [
      .init("eventlog-tool snapshot events-sample.jsonl | jq .projections.points"),
      .init("eventlog-tool snapshot --at 2026-01-31 -o january.json events-sample.jsonl"),
    ])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    if let file = invocation.arguments.text(of: SnapshotCheck.option) {
      let others: [any CommandOption] = [Options.at, Options.now, Options.documentOutput]
      for other in others where invocation.arguments.has(other) {
        throw UsageError(
          "--check and --\(other.spec.name) exclude each other: the file says where it stands")
      }
      return try SnapshotCheck(file: file, path: path, invocation: invocation).run()
    }
    if let file = invocation.outputFile,
      let format = AnswerFormat(fileName: file), format != .json
    {
      throw UsageError("a snapshot is JSON, not what the name \(quoted(file)) says")
    }
    let options = try invocation.readingOptions
    let folded = FoldedBefore.load(
      path, upTo: options.limit, invocation.diagnostics, parts: StatePart.folded + [.notices])
    var replay = folded?.replay ?? Replay(inboxOf: nil)
    let (hash, firstHash) = (folded?.position.end.hash, folded?.position.end.firstHash)
    var report = SnapshotReport(hash: hash, firstHash: firstHash)
    var last: RecordedEvent?
    let reading = try LogReading.read(path, options, for: invocation, after: folded) { event in
      if report.firstHash == nil { report.firstHash = event.hash }
      last = event
      replay.apply(event)
    }
    report.hash = last?.hash ?? hash
    try invocation.writeDocument(
      report.json(of: replay, at: reading.nowOfLog, names: try reading.names().name))
    if let emptiness = reading.emptiness { invocation.diagnostics.note(emptiness) }
    return .done
  }
}
