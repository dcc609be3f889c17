// Verification of bytes and of rules in one pass: the log knows no rules, so they come in here.

extension LogVerifier {
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
