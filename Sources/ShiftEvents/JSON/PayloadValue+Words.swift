// Values that are written and read as JSON in forms of their own.

extension Weekday: PayloadValue {
  static var blank: Weekday { .monday }

  /// `monday` … `sunday`, as in the log.
  public init?(name: String) {
    guard let weekday = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = weekday
  }

  /// Spelt out, as asking the case for its name costs 17,000 instructions.
  private var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  func appendJSON(to buffer: inout some ByteSink) {
    buffer.append(UInt8(ascii: "\""))
    buffer.append(text: name)
    buffer.append(UInt8(ascii: "\""))
  }
}

struct FiniteNumber: PayloadValue {
  static var blank: FiniteNumber { FiniteNumber(value: 0) }
  var value: Double

  func appendJSON(to buffer: inout some ByteSink) { value.appendJSON(to: &buffer) }
}

/// The JSON value `null`.
struct JSONNull: JSONWritable {
  func appendJSON(to buffer: inout some ByteSink) { buffer.append("null") }
}
