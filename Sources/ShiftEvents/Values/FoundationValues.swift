// Foundation's dates and zones, in and out, and the clock of the machine.

public import Foundation

extension Timestamp {
  /// The instant of a date, rounded to the nearest millisecond; of one that is no number, 1970.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let limit: Int64 = milliseconds > 0 ? .max : milliseconds < 0 ? .min : 0
    self.init(milliseconds: Int64(exactly: milliseconds) ?? limit)
  }
}

extension Date {
  /// The date of an instant.
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.milliseconds) / 1000)
  }
}

extension Zone {
  /// The zone of a Foundation time zone.
  ///
  /// - Returns: `nil` where it is none of the IANA database, such as an offset without a place.
  public init?(_ timeZone: TimeZone) { self.init(timeZone.identifier) }

  /// The same zone for Foundation's calendars and formatters.
  public var timeZone: TimeZone {
    guard let zone = TimeZone(identifier: description) else {
      preconditionFailure("the zone database no longer has \(description)")
    }
    return zone
  }
}

/// An error that says in words what is wrong: to Foundation, and where a program prints it.
public protocol DescribedError: LocalizedError, CustomStringConvertible {
  /// The fault in words.
  var message: String { get }
}

extension DescribedError {
  public var errorDescription: String? { message }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
  public var description: String { message }
}

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
