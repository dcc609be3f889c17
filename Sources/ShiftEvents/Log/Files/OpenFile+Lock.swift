// A lock is waited for until a deadline and never taken from anybody.
extension OpenFile {
  /// A lock is held for tens of microseconds, and for as long as a sync takes. So for a moment the
  /// processor goes to others between two looks, the holder among them: with eight sessions on two
  /// cores an event then takes 145 µs and not 185. A longer wait sleeps, and looks less often.
  private static let yieldingSeconds = 0.000_1
  static let shortestPauseSeconds = 0.000_01
  private static let firstPauseSeconds = 0.000_02
  private static let longestPauseSeconds = 0.005

  /// Locks the file, or throws `locked` with the holder's process number where the system tells it.
  ///
  /// - Parameter isNeedless: asked while another holds the lock; true ends the waiting.
  /// - Returns: whether it is locked.
  @discardableResult
  package func lock(
    _ kind: LockKind = .exclusive, timeoutSeconds: Double,
    unless isNeedless: () -> Bool = { false }
  ) throws(LogError) -> Bool {
    var start: Double?
    while true {
      if try doing("lock", path, fileSystem.tryLock(descriptor, kind)) { return true }
      if isNeedless() { return false }
      let now = fileSystem.monotonicSeconds()
      let waited = now - (start ?? now)
      start = now - waited
      guard waited < timeoutSeconds else { throw stillLocked(after: timeoutSeconds) }
      let pause =
        waited < Self.yieldingSeconds
        ? Self.shortestPauseSeconds
        : min(max(Self.firstPauseSeconds, waited / 8), Self.longestPauseSeconds)
      fileSystem.pause(seconds: min(pause, timeoutSeconds - waited))
    }
  }

  package func unlock() {
    // The lock goes with the descriptor at the latest.
    try? fileSystem.unlock(descriptor)
  }

  private func stillLocked(after timeoutSeconds: Double) -> LogError {
    let status = try? fileSystem.status(of: descriptor)
    let holder = status.flatMap(fileSystem.lockHolder).map { "process \($0)" } ?? "another writer"
    return LogError(
      .locked,
      "\(path) was still locked by \(holder) after \(timeoutSeconds) seconds; try again, or see "
        + "what holds it", path: path)
  }
}
