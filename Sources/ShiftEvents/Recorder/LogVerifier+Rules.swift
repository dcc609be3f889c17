// Verification of bytes and of rules in one pass: the log knows no rules, so they come in here.

extension LogVerifier {
  /// Verifies the log at `path`: all of its bytes, and with `judgingRules` each event by the rules.
  ///
  ///     let report = try LogVerifier.verify(log: "events.jsonl", judgingRules: true)
  ///     for finding in report.findings { print(finding.line, finding.message) }
  ///
  /// - Throws: `LogError` where the log cannot be read. What is wrong with it is a finding.
  public static func verify(
    log path: String, judgingRules: Bool = false, lockTimeoutSeconds: Double = 10
  ) throws(LogError) -> VerificationReport {
    var options = Options()
    options.lockTimeoutSeconds = lockTimeoutSeconds
    return try judgingRules ? verifyWithRules(path, options) : verify(path, options)
  }

  /// Verifies the log at `path` and judges every event again by the rules. Where the log is damaged,
  /// judging ends before the first line at fault: what follows from a line that cannot be read is
  /// not known.
  ///
  /// - Parameter progress: told the events and bytes read so far, and how many there are, now and then.
  package static func verifyWithRules(
    _ path: String, _ options: Options = Options(),
    progress: (Int, UInt64, UInt64?) -> Void = { _, _, _ in },
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) -> VerificationReport {
    var rules = RuleVerifier()
    return try verify(
      path, options, progress: progress, fileSystem,
      judging: { rules.findings(judging: $0).map { ($0.code, $0.message) } })
  }
}
