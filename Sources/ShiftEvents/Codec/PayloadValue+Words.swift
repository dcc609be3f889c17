// Words with a fixed list, and values that only deals have.

extension Role: PayloadValue {}
extension MarketApproval: PayloadValue {}
extension SuggestionApproval: PayloadValue {}
extension AcceptanceRoute: PayloadValue {}
extension SkipReason: PayloadValue {}
extension StopReason: PayloadValue {}
extension DealCategory: PayloadValue {}

extension Weekday: PayloadValue {
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

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Weekday {
    unsafe try scanner.readForm(index, "one of monday to sunday") {
      unsafe Weekday(name: String(decoding: $0, as: UTF8.self))
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(name, to: &buffer) }
}

extension CurrencyCode: PayloadValue {
  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> CurrencyCode {
    unsafe try scanner.readForm(index, "a currency of ISO 4217, three capital letters") {
      unsafe CurrencyCode(String(decoding: $0, as: UTF8.self))
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(description, to: &buffer) }
}

extension JSONScanner: MemberReader {
  mutating func edit<Read: PayloadValue, Value>(
    _ key: StaticString, _ value: (Read) -> Value
  ) throws(PayloadFault) -> Edit<Value> {
    let before = members
    guard let index = find(key) else { return .unchanged }
    if tokens[index].kind == .null { return .removed }
    members = before
    let read: Read = try required(key)
    return .set(value(read))
  }
}

extension MemberWriter {
  mutating func freeText(_ key: StaticString, _ text: String?) {
    optional(key, text.map(FreeText.init))
  }

  mutating func edit(_ key: StaticString, _ edit: Edit<some PayloadValue>) {
    switch edit {
    case .unchanged: break
    case .set(let value): required(key, value)
    case .removed: required(key, JSONNull())
    }
  }

  mutating func freeTextEdit(_ key: StaticString, _ edit: Edit<String>) {
    self.edit(key, edit)
  }
}

struct FiniteNumber: PayloadValue {
  var value: Double

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> FiniteNumber {
    let value = try Double.read(index, &scanner)
    guard value.isFinite else { throw .invalid(scanner.tokens[index], "must be a finite number") }
    return FiniteNumber(value: value)
  }

  func appendJSON(to buffer: inout [UInt8]) { value.appendJSON(to: &buffer) }
}

private struct JSONNull: PayloadValue {
  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> JSONNull { JSONNull() }

  func appendJSON(to buffer: inout [UInt8]) { buffer.append(contentsOf: "null".utf8) }
}
