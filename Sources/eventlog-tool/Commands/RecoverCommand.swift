import Projections
import ShiftEvents

enum RecoverCommand: ToolCommand {
  static let spec = CommandSpec(
    "recover", group: .trust, access: .writes,
    abstract: "After a crash or a failed disk: mend the log, say what was done",
    discussion: [
      "recover moves a torn end, which a crash can leave, into the quarantine folder. It syncs the log, and removes "
        + "the mark of a failed sync. Where whole lines stand behind a fault it changes nothing: restore the log "
        + "from a copy, or keep the events up to SEQ with --to.",
      "recover leaves a log that lacks acknowledged events alone, unless --lose-acknowledged gives these "
        + "events up, or takes a log as it is whose last acknowledged line is another. A file that does not begin as a log does is always left alone.",
    ],
    options: [to, loseAcknowledged, Options.reportJSON],
    sharedOptions: Options.upkeep,
    examples: [.init("eventlog-tool recover events.jsonl")])

  private static let to = Option.number(
    "to", "SEQ", in: 0...999_999_999_999,
    "Keep the events up to there; the rest goes into quarantine")
  private static let loseAcknowledged = Flag(
    "lose-acknowledged", "Give acknowledged events up that cannot be kept")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.fetchedLog()
    let seconds = try invocation.lockTimeoutSeconds
    try invocation.requireFile(path, orSay: "standard input cannot be recovered")
    try LogWriting.refuseFolderOfLog(path)
    let last = try invocation[to]
    let file = try LogFile.open(path)
    try file.requireLog()
    let report = try OperatorRecovery.recover(
      file, keepingUpTo: last.map(UInt64.init), mayLoseAcknowledged: invocation[loseAcknowledged],
      lockTimeoutSeconds: seconds)
    if invocation[Options.reportJSON] {
      try invocation.writeJSON(report.json())
      return .done
    }
    try write(report, path, isCut: last != nil, invocation.output)
    return .done
  }

  private static func write(
    _ report: RecoveryReport, _ path: String, isCut: Bool, _ output: Output
  ) throws(OutputError) {
    var lines = [
      "kept \(counted(Int(report.kept.sequence), "event")), \(report.kept.lengthBytes) bytes"
    ]
    if report.lostEvents > 0 {
      lines.append("\(counted(Int(report.lostEvents), "acknowledged event")) could not be kept")
    }
    if let line = report.otherLine { lines.append("\(line.message): the log is taken as it is") }
    if let head = report.keptHead {
      lines.append("kept the head, which says otherwise, as \(head)")
    }
    if let bytes = report.quarantined {
      lines.append(
        isCut
          ? "put \(bytes.lengthBytes) bytes, from byte \(bytes.offset) on, into quarantine: \(bytes.path)"
          : bytes.notice)
    }
    if let people = report.keptPeople {
      lines.append("kept the names of what was taken off as \(people)")
    }
    if let head = report.lostHead {
      lines.append(
        "the head file was \(head.rawValue): whether acknowledged events are missing cannot be told"
      )
    }
    if report.wasPoisoned {
      lines.append("a sync had failed: what it may have lost was written and synced again")
    }
    for line in lines { try output.statement("\(path): \(line)") }
  }
}
