/// Reads the members of an event's `data` in their documented order.
///
/// The strict scanner takes them in any order and spelling and says what is wrong; the canonical
/// reader takes only what every writer writes. Payloads name their members once, for both.
protocol MemberReader {
  associatedtype Fault: Error

  /// Reads a member that must be there.
  mutating func required<Value: PayloadValue>(_ key: StaticString) throws(Fault) -> Value
  /// Reads a member that may be left out.
  mutating func optional<Value: PayloadValue>(_ key: StaticString) throws(Fault) -> Value?
  /// Reads a list that is left out where it would be empty.
  mutating func list<Value: PayloadValue>(_ key: StaticString) throws(Fault) -> [Value]
  /// Reads a member of an edit: `null` takes the value away.
  mutating func edit<Read: PayloadValue, Value>(
    _ key: StaticString, _ value: (Read) -> Value
  ) throws(Fault) -> Edit<Value>
}

extension MemberReader {
  /// Reads a list that is left out where it would be empty.
  @inline(__always)
  mutating func list<Value: PayloadValue>(_ key: StaticString) throws(Fault) -> [Value] {
    try optional(key) ?? []
  }

  @inline(__always)
  mutating func freeText(_ key: StaticString) throws(Fault) -> String? {
    let text: FreeText? = try optional(key)
    return text?.text
  }

  /// Reads a number of a log; submitted ones that no `Double` holds are for the rules to refuse.
  @inline(__always)
  mutating func finite(_ key: StaticString) throws(Fault) -> Double {
    let number: FiniteNumber = try required(key)
    return number.value
  }

  mutating func finiteEdit(_ key: StaticString) throws(Fault) -> Edit<Double> {
    try edit(key) { (number: FiniteNumber) in number.value }
  }

  mutating func edit<Value: PayloadValue & Hashable & Sendable>(
    _ key: StaticString
  ) throws(Fault) -> Edit<Value> {
    try edit(key) { (value: Value) in value }
  }

  mutating func freeTextEdit(_ key: StaticString) throws(Fault) -> Edit<String> {
    try edit(key) { (value: FreeText) in value.text }
  }
}
