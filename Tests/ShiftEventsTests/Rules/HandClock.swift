import Synchronization

@testable import ShiftEvents

/// A clock that is set by hand.
final class HandClock: WallClock {
  private let time: Mutex<Timestamp>
  init(_ time: Timestamp) { self.time = Mutex(time) }
  func set(_ now: Timestamp) { time.withLock { $0 = now } }
  func now() -> Timestamp { time.withLock { $0 } }
}
