internal import Foundation

/// A clock: the seam at which tests and imports use one of their own.
public protocol WallClock: Sendable {
  /// The time at this moment, in whole milliseconds.
  func now() -> Timestamp
}

/// The clock of the machine.
public struct SystemClock: WallClock {
  /// The machine's clock.
  public init() {}

  public func now() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }
}

/// A clock that stands still, for imports and tests.
public struct FixedClock: WallClock {
  private let time: Timestamp

  /// A clock that always shows `time`.
  public init(_ time: Timestamp) { self.time = time }

  public func now() -> Timestamp { time }
}
