// Values that are written and read as JSON in forms of their own.

extension Weekday: PayloadValue {
  static var blank: Weekday { .monday }

  /// `monday` … `sunday`, as in the log.
  public init?(name: String) {
    guard let place = Self.words.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(place))
  }

  // A table, as asking the case for its name costs 17,000 instructions.
  static let words = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private var name: String { Self.words[Int(rawValue)] }

  func appendJSON(to buffer: inout some ByteSink) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(text: name)
    buffer.append(UInt8(ascii: "\""))
  }
}

struct FiniteNumber: PayloadValue {
  static var blank: FiniteNumber { FiniteNumber(value: 0) }
  var value: Double

  func isWithin(_ range: ClosedRange<Int>) -> Bool {
    Double(range.lowerBound) <= value && value <= Double(range.upperBound)
  }

  func appendJSON(to buffer: inout some ByteSink) { value.appendJSON(to: &buffer) }
}

/// JSON that is written already.
struct RawJSON: JSONWritable {
  let bytes: [UInt8]

  func appendJSON(to buffer: inout some ByteSink) {
    unsafe bytes.withUnsafeBytes { unsafe buffer.append(bytes: $0) }
  }
}

struct JSONNull: JSONWritable {
  func appendJSON(to buffer: inout some ByteSink) { buffer.append("null") }
}
