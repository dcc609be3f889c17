/// The place of an event in its log: 1 for the first, without gaps. Written with 12 digits.
public struct SequenceNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number: 1 for the first event, 0 for the place before it.
  public let value: Int

  /// The number with this value; the nearest that there is, below 0 and above 2⁵³ − 1.
  public init(_ value: Int) { self.value = min(max(value, 0), 1 << 53 - 1) }

  /// The place before the first event.
  public static let zero = SequenceNumber(0)

  /// The place after this one.
  public var next: SequenceNumber { SequenceNumber(value + 1) }

  /// The plain number, without leading zeros.
  public var description: String { String(value) }

  public static func < (first: Self, second: Self) -> Bool { first.value < second.value }
}

extension SequenceNumber {
  /// Reads twelve digits; zeros for an empty log.
  init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 12, let value = unsafe decimal(digits, 0..<12) else { return nil }
    self.init(value)
  }

  func append(to buffer: inout some ByteSink) { appendDecimal(value, digits: 12, to: &buffer) }
}
