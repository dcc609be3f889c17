/// A time on the clock without a date, written as `HH:mm`, from 00:00 to 23:59.
public struct TimeOfDay: Hashable, Comparable, Sendable, BitwiseCopyable,
  CustomStringConvertible
{
  /// 00:00, when a day begins.
  public static let midnight = TimeOfDay(hour: 0, minute: 0)!

  /// Minutes since midnight, 0 to 1439.
  public let minutes: Int16

  /// - Returns: `nil` if there is no such time of day.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    minutes = Int16(hour * 60 + minute)
  }

  /// The time written as `HH:mm`.
  public init?(_ text: String) {
    guard let time = unsafe text.withBytes({ unsafe TimeOfDay(bytes: $0) }) else { return nil }
    self = time
  }

  public var description: String { String { append(to: &$0) } }

  public static func < (first: Self, second: Self) -> Bool { first.minutes < second.minutes }
}

extension TimeOfDay: ExpressibleByStringLiteral {
  /// The time of a literal, `"15:00"`. One that is no time of day is a programmer's error and stops the
  /// program.
  public init(stringLiteral text: String) {
    guard let time = Self(text) else { preconditionFailure("\"\(text)\" is not a time of day") }
    self = time
  }
}

extension TimeOfDay {
  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 5, unsafe bytes[2] == UInt8(ascii: ":"),
      let hour = unsafe decimal(bytes, 0..<2), let minute = unsafe decimal(bytes, 3..<5)
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  func append(to buffer: inout some ByteSink) {
    appendDecimal(Int(minutes) / 60, digits: 2, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    appendDecimal(Int(minutes) % 60, digits: 2, to: &buffer)
  }
}
