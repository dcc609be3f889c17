public import ShiftEvents

internal import Synchronization

/// Takes what is new in a home into its copy, again and again, for those that follow the copy.
///
/// Of several processes that follow one copy on a host, one looks at the home each time; the others see that it
/// did, and watch the file.
package final class HomePoll {
  private let recorder: Recorder
  private let copy: HomeCopy
  private let fileSystem = PosixFileSystem()
  private var nextLookSeconds = 0.0
  private var hasLooked = false
  private var isOutOfReach = false

  private static let pauseMilliseconds = 200
  /// A home that cannot be reached is asked less often.
  private static let longPauseMilliseconds = 1_000
  /// The longest wait for an answer: followers see nothing else meanwhile.
  private static let patienceSeconds = 3.0

  /// Returns `nil` for a log that lives in its file alone.
  package init?(of path: String, by recorder: Recorder) throws(LogError) {
    copy = HomeCopy(path)
    self.recorder = recorder
    if try copy.address() == nil { return nil }
    // Else the first look would ask for all that the copy has.
    try recorder.refresh()
  }

  /// The time until the next look.
  package var pauseMilliseconds: Int32 {
    let left = nextLookSeconds - fileSystem.monotonicSeconds()
    return Int32(max(0, min(left * 1000 + 1, Double(Self.longPauseMilliseconds))))
  }

  /// Looks at the home if it is time to.
  ///
  /// - Returns: what there is to say: once, that the home is out of reach.
  /// - Throws: `LogError` with the code `damaged` if the home lost or changed what the copy knows.
  package func lookIfDue() throws(LogError) -> String? {
    let now = fileSystem.monotonicSeconds()
    if now < nextLookSeconds { return nil }
    nextLookSeconds = now + Double(Self.pauseMilliseconds) / 1000
    if hasLooked, wasLookedAtByOthers { return nil }
    do throws(LogError) {
      if try recorder.homeHasNews(waitingSeconds: Self.patienceSeconds) { try recorder.pull() }
      (hasLooked, isOutOfReach) = (true, false)
      copy.notePulled()
      return nil
    } catch {
      guard error.code == .ioFailed || error.code == .locked else { throw error }
      nextLookSeconds = fileSystem.monotonicSeconds() + Double(Self.longPauseMilliseconds) / 1000
      defer { isOutOfReach = true }
      return isOutOfReach ? nil : "\(error.message); \(copy.age)"
    }
  }

  private var wasLookedAtByOthers: Bool {
    guard let time = fileSystem.writtenAt(copy.paths.pulled) else { return false }
    let age = SystemClock().now().milliseconds - time.milliseconds
    return (0..<Int64(Self.pauseMilliseconds) * 3 / 4).contains(age)
  }
}

extension EventLog {
  /// Returns the events of a copy as `follow(after:)` does, and takes what is new in the home of the log into
  /// the copy meanwhile, five times a second.
  ///
  /// - Parameter recorder: one of this log, whose options reach homes.
  public func follow(
    after sequence: SequenceNumber = .zero, pulling recorder: Recorder
  ) -> TailedEvents {
    let poll = Mutex<HomePoll?>(nil)
    return TailedEvents(path: path, sequence: sequence) { [path] () throws(LogError) in
      try poll.withLock { (poll) throws(LogError) in
        if poll == nil { poll = try HomePoll(of: path, by: recorder) }
        _ = try poll?.lookIfDue()
      }
    }
  }
}
