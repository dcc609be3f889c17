/// An instant in UTC with milliseconds, from 1970 to 9999, written as RFC 3339 with three decimals.
public struct Timestamp: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
  public let milliseconds: Int64

  /// The instant at the given number of milliseconds after 1970-01-01T00:00:00Z. Instants further away
  /// than the days of a `LocalDate` reach are the last of them.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, -Self.furthest), Self.furthest)
  }

  private static let furthest = Int64(Int32.max) * 86_400_000

  /// The first and the last instant that a log can hold.
  public static let range =
    Timestamp(milliseconds: 0)...Timestamp(milliseconds: 253_402_300_799_999)

  /// Any time of RFC 3339, with offset and any number of decimals; those after the third are cut off.
  ///
  /// - Returns: `nil` for any other text, for a leap second, and outside 1970…9999 in UTC.
  public init?(_ text: String) {
    guard let time = unsafe text.withBytes({ unsafe Timestamp(bytes: $0) }) else { return nil }
    self = time
  }

  /// `2026-01-05T18:02:11.042Z`
  public var description: String { String { append(to: &$0) } }

  public static func < (first: Self, second: Self) -> Bool {
    first.milliseconds < second.milliseconds
  }

  /// Returns the instant after the given number of milliseconds.
  public func advanced(byMilliseconds milliseconds: Int64) -> Self {
    let span = min(max(milliseconds, -2 * Self.furthest), 2 * Self.furthest)
    return Timestamp(milliseconds: self.milliseconds + span)
  }

  /// Returns the instant after the given number of minutes.
  public func advanced(byMinutes minutes: Int) -> Self {
    let most = Int(2 * Self.furthest / 60_000)
    return advanced(byMilliseconds: Int64(min(max(minutes, -most), most)) * 60_000)
  }

  /// Full minutes from this instant to a later one.
  public func minutes(until later: Timestamp) -> Int {
    Int((later.milliseconds - milliseconds) / 60_000)
  }
}

extension Timestamp: ExpressibleByStringLiteral {
  /// The instant of a literal, `"2026-01-12T15:00:00Z"`. One that is no instant is a programmer's error and stops
  /// the program.
  public init(stringLiteral text: String) {
    guard let time = Self(text) else { preconditionFailure("\"\(text)\" is not an instant") }
    self = time
  }
}

extension Timestamp {
  /// The length of the only form that a log holds: `2026-01-05T18:02:11.042Z`.
  static let recordedLength = 24

  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 20, let date = unsafe LocalDate(bytes: .init(rebasing: bytes[0..<10])),
      unsafe (bytes[10] | 0x20) == UInt8(ascii: "t"), unsafe bytes[13] == UInt8(ascii: ":"),
      unsafe bytes[16] == UInt8(ascii: ":"),
      let hour = unsafe decimal(bytes, 11..<13), let minute = unsafe decimal(bytes, 14..<16),
      let second = unsafe decimal(bytes, 17..<19), hour < 24, minute < 60, second < 60
    else { return nil }
    var index = 19
    var fraction = 0
    if unsafe bytes[index] == UInt8(ascii: ".") {
      index += 1
      let first = index
      var weight = 100
      while index < bytes.count, let digit = unsafe decimal(bytes, index..<index + 1) {
        fraction += digit * weight
        weight /= 10
        index += 1
      }
      guard index > first else { return nil }
    }
    guard let offset = unsafe Self.offsetMinutes(bytes, from: index) else { return nil }
    let seconds = (Int64(date.daysSinceEpoch) * 1440 + Int64(hour * 60 + minute - offset)) * 60
    self.init(milliseconds: (seconds + Int64(second)) * 1000 + Int64(fraction))
    guard Self.range.contains(self) else { return nil }
  }

  /// The `Z` or `+HH:MM` that a time ends with.
  private static func offsetMinutes(_ bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
    guard index < bytes.count else { return nil }
    let sign = unsafe bytes[index]
    if sign | 0x20 == UInt8(ascii: "z") { return index + 1 == bytes.count ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), index + 6 == bytes.count,
      unsafe bytes[index + 3] == UInt8(ascii: ":"),
      let hours = unsafe decimal(bytes, index + 1..<index + 3), hours < 24,
      let minutes = unsafe decimal(bytes, index + 4..<index + 6), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  func append(to buffer: inout some ByteSink) {
    let days = Int(milliseconds) / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)
    let rest = Int(milliseconds) - days * 86_400_000
    LocalDate(daysSinceEpoch: days).append(to: &buffer)
    buffer.append(UInt8(ascii: "T"))
    appendDecimal(rest / 3_600_000, digits: 2, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    appendDecimal(rest / 60_000 % 60, digits: 2, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    appendDecimal(rest / 1000 % 60, digits: 2, to: &buffer)
    buffer.append(UInt8(ascii: "."))
    appendDecimal(rest % 1000, digits: 3, to: &buffer)
    buffer.append(UInt8(ascii: "Z"))
  }

  /// The time by which a log may be ahead of the machine's clock without a message.
  private static let toleranceMilliseconds: Int64 = 5 * 60 * 1000

  /// Returns a message if the time of a log's last event is ahead of the machine's clock by more than
  /// five minutes: by how much, and what follows.
  ///
  /// - Parameter name: the words for the time.
  package func aheadOfClock(
    _ now: Timestamp, as name: String = "the last event's time"
  ) -> String? {
    let ahead = milliseconds - now.milliseconds
    guard ahead > Timestamp.toleranceMilliseconds else { return nil }
    return
      "\(name), \(self), is \(Timestamp.spanText(ahead)) ahead of this machine's "
      + "clock; no later event can be earlier, so each gets at least this time until the clock has "
      + "reached it"
  }

  /// Returns a message if the last event of a log was longer ago than 30 days when the next was recorded by the
  /// machine's clock: one of the two clocks may have been wrong.
  ///
  /// - Parameter now: the time of that clock, and of what was recorded by it.
  package func longBefore(_ now: Timestamp) -> String? {
    let ago = now.milliseconds - milliseconds
    if ago <= 30 * 24 * 60 * 60 * 1000 { return nil }
    return
      "the event before was of \(self), \(Timestamp.spanText(ago)) before this machine's clock, \(now): if that "
      + "clock is wrong, see \"The way back from a jump\" in Documentation/Reliability.md"
  }

  private static func spanText(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    let (count, unit): (Int64, String) =
      switch minutes {
      case ..<120: (minutes, "minutes")
      case ..<(48 * 60): (minutes / 60, "hours")
      default: (minutes / (24 * 60), "days")
      }
    return "\(count) \(unit)"
  }
}
