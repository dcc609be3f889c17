import ShiftEvents

enum VerifyCommand: ToolCommand {
  static let spec = CommandSpec(
    "verify", group: .trust, abstract: "Check every byte: chain, order, batches, acknowledged end",
    discussion: [
      "Names each fault with its line and byte offset. Exit 0: whole; 65: damaged; 1: whole, but "
        + "some line is written in another form than a writer gives it, or --rules found something.",
      "--rules judges every event again, at its place: each that the rules would refuse now, or "
        + "would have recorded with other facts, is listed with their code.",
    ],
    options: [
      .flag("rules", help: "Judge all of history again by the rules"), SharedOptions.json,
    ],
    sharedOptions: [SharedOptions.file, SharedOptions.lockTimeout] + SharedOptions.anywhere,
    examples: [.init("eventlog-tool verify events-sample.jsonl")])

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = try invocation.logPath()
    let seconds = try invocation.arguments.wholeNumber("lock-timeout", in: 0...86_400) ?? 10
    let progress = Progress(on: invocation.diagnostics)
    let show = { (events: Int, bytes: UInt64, total: UInt64?) in
      progress.report(events: events, bytes: Int(bytes), of: total.map(Int.init))
    }
    let report: VerificationReport
    do throws(LogError) {
      if invocation.arguments.flag("rules") {
        report = try LogVerifier.verifyWithRules(
          path, lockTimeoutSeconds: Double(seconds), progress: show)
      } else {
        report = try LogVerifier.verify(
          path, lockTimeoutSeconds: Double(seconds), progress: show)
      }
    } catch { throw error.ofReading }
    progress.finish()
    if invocation.arguments.flag("json") {
      try invocation.writeJSON(report.json())
    } else {
      try write(report, path, invocation.output)
    }
    if report.isDamaged { return .invalidData }
    return report.findings.isEmpty ? .done : .negative
  }

  private static func write(
    _ report: VerificationReport, _ path: String, _ output: Output
  ) throws(OutputError) {
    for finding in report.findings {
      try output.line(
        escapedForTerminal(
          "\(path):\(finding.line): \(finding.kind.rawValue): \(finding.message) "
            + "(the line begins at byte \(finding.offset))"))
    }
    let verdict =
      report.isDamaged
      ? "damaged, \(counted(report.findings.count, "finding"))"
      : "bytes, chain, order and batches are whole"
    try output.line(
      escapedForTerminal("\(path): \(counted(report.events, "event")), \(verdict)"))
    if let judged = report.judgedEvents { try output.line(Self.ruling(judged, report)) }
    // Of a damaged log it proves nothing, whatever its last line states.
    if report.events > 0, !report.isDamaged { try output.line("last hash \(report.hash)") }
    if !report.hasHead {
      try output.line(
        "no head file: whether acknowledged events are missing at the end cannot be told")
    }
    let unknown = report.unknownEvents + report.unknownMembers
    if unknown > 0 {
      try output.line(
        "\(counted(report.unknownEvents, "event")) of unknown types, "
          + "\(counted(report.unknownMembers, "unknown member")) of data")
    }
  }

  private static func ruling(_ judged: Int, _ report: VerificationReport) -> String {
    let against = Set(report.findings.filter { $0.kind == .rule }.map(\.line)).count
    let found =
      against == 0
      ? "the rules would record each of them so" : "\(against) against the rules"
    let rest = report.events - judged
    return "\(counted(judged, "event")) judged again, \(found)"
      + (rest > 0 ? "; \(rest) not judged, because of the damage before them" : "")
  }
}
