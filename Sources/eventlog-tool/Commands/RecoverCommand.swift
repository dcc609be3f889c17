import ShiftEvents

enum RecoverCommand: ToolCommand {
  static let spec = CommandSpec(
    "recover", group: .trust,
    abstract: "After a crash or a failed disk: mend the log, say what was done",
    discussion: [
      "Keeps the longest beginning of the log that verifies whole, moves what is behind it into the "
        + "quarantine folder, syncs, and takes the mark of a failed sync away. A log that lacks "
        + "acknowledged events is left alone unless --lose-acknowledged says to give them up."
    ],
    options: [
      .flag("lose-acknowledged", help: "Give acknowledged events up that cannot be kept"),
      SharedOptions.json,
    ],
    sharedOptions: [SharedOptions.file, SharedOptions.lockTimeout] + SharedOptions.anywhere,
    examples: [.init("eventlog-tool recover events.jsonl")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.logPath()
    let seconds = try invocation.arguments.wholeNumber("lock-timeout", in: 0...86_400) ?? 10
    let report = try LogRecovery.recover(
      try LogFile.open(path), check: .strict(),
      mayLoseAcknowledged: invocation.arguments.flag("lose-acknowledged"),
      lockTimeoutSeconds: Double(seconds))
    if invocation.arguments.flag("json") {
      try invocation.writeJSON(report.json())
      return .done
    }
    try write(report, path, invocation.output)
    return .done
  }

  private static func write(
    _ report: RecoveryReport, _ path: String, _ output: Output
  ) throws(OutputError) {
    var lines = [
      "kept \(counted(Int(report.kept.sequence), "event")), \(report.kept.lengthBytes) bytes"
    ]
    if report.lostEvents > 0 {
      lines.append("\(counted(Int(report.lostEvents), "acknowledged event")) could not be kept")
    }
    if let bytes = report.quarantined { lines.append(bytes.notice) }
    if let head = report.lostHead {
      lines.append(
        "the head file was \(head.rawValue): whether acknowledged events are missing cannot be told"
      )
    }
    if report.wasPoisoned {
      lines.append("a sync had failed: what it may have lost was written and synced again")
    }
    for line in lines { try output.line(escapedForTerminal("\(path): \(line)")) }
  }
}
