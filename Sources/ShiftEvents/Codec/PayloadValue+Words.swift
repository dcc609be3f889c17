// Words with a fixed list, and values that only deals have.

extension Role: PayloadValue {}
extension MarketApproval: PayloadValue {}
extension SuggestionApproval: PayloadValue {}
extension AcceptanceRoute: PayloadValue {}
extension SkipReason: PayloadValue {}
extension StopReason: PayloadValue {}
extension DealCategory: PayloadValue {}

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
  static var blank: CurrencyCode { CurrencyCode("XXX")! }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> CurrencyCode {
    unsafe try scanner.readForm(index, "a currency of ISO 4217, three capital letters") {
      unsafe CurrencyCode(String(decoding: $0, as: UTF8.self))
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(description, to: &buffer) }
}

extension JSONScanner: MemberVisitor {
  mutating func subject<ID: Identifier & PayloadValue>(_: ID?) throws(PayloadFault) -> ID {
    do {
      return try ID.read(subjectToken, &self)
    } catch {
      throw PayloadFault(
        code: error.code, range: error.range, message: "\"subject\" \(error.message)")
    }
  }

  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _: MemberTraits
  ) throws(PayloadFault) -> Value { try required(key) }

  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _: MemberTraits
  ) throws(PayloadFault) -> Value? { try optional(key) }

  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _: [Value]?, isRecorded: Bool
  ) throws(PayloadFault) -> [Value] { try optional(key) ?? [] }

  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _: Edit<Value>?, _: MemberTraits
  ) throws(PayloadFault) -> Edit<Value> {
    let before = members
    guard let index = find(key) else { return .unchanged }
    if tokens[index].kind == .null { return .removed }
    members = before
    return .set(try required(key))
  }
}

struct FiniteNumber: PayloadValue {
  static var blank: FiniteNumber { FiniteNumber(value: 0) }
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

/// The JSON value `null`.
struct JSONNull: JSONWritable {
  func appendJSON(to buffer: inout [UInt8]) { buffer.append(contentsOf: "null".utf8) }
}
