/// Locks on open files, waited for until a deadline and never taken from anybody.
package enum LogLock {
  /// A lock is held for tens of microseconds, and for as long as a sync takes. So for a moment the
  /// processor goes to others between two looks, the holder among them: with eight sessions on two
  /// cores an event then takes 145 µs and not 185. A longer wait sleeps, and looks less often.
  private static let yieldingSeconds = 0.000_1
  static let shortestPauseSeconds = 0.000_01
  private static let firstPauseSeconds = 0.000_02
  private static let longestPauseSeconds = 0.005

  /// Locks an open file, or throws `locked` with the holder's process number where the system
  /// tells it.
  ///
  /// - Parameter isNeedless: asked while another holds the lock; true ends the waiting.
  /// - Returns: whether it is locked.
  @discardableResult
  package static func acquire(
    _ file: FileDescriptor, _ kind: LockKind, path: String, timeoutSeconds: Double,
    _ fileSystem: any FileSystem, unless isNeedless: () -> Bool = { false }
  ) throws(LogError) -> Bool {
    var start: Double?
    while true {
      let isLocked = try doing("lock", path) { () throws(SystemError) in
        try fileSystem.tryLock(file, kind)
      }
      if isLocked { return true }
      if isNeedless() { return false }
      let now = fileSystem.monotonicSeconds()
      let waited = now - (start ?? now)
      start = now - waited
      guard waited < timeoutSeconds else { throw timeout(file, path, timeoutSeconds, fileSystem) }
      let pause =
        waited < yieldingSeconds
        ? shortestPauseSeconds : min(max(firstPauseSeconds, waited / 8), longestPauseSeconds)
      fileSystem.pause(seconds: min(pause, timeoutSeconds - waited))
    }
  }

  package static func release(_ file: FileDescriptor, _ fileSystem: any FileSystem) {
    // The lock goes with the descriptor at the latest.
    try? fileSystem.unlock(file)
  }

  private static func timeout(
    _ file: FileDescriptor, _ path: String, _ timeoutSeconds: Double,
    _ fileSystem: any FileSystem
  ) -> LogError {
    var holder = "another writer"
    if let status = try? fileSystem.status(of: file), let pid = fileSystem.lockHolder(of: status) {
      holder = "process \(pid)"
    }
    return LogError(
      .locked,
      "\(path) was still locked by \(holder) after \(timeoutSeconds) seconds; try again, or see "
        + "what holds it", path: path)
  }
}
