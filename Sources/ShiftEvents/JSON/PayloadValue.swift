/// A value with one written form.
///
/// A log holds no other form of it, so two values are the same exactly when their written bytes are.
protocol JSONWritable: Sendable, Equatable {
  func appendJSON(to buffer: inout some ByteSink)
  func addIdentifiers(to symbols: inout [InternedID])
  /// Bytes that its written form never exceeds.
  var lengthBound: Int { get }
  /// The form that a submitted name must have, in words; `nil` where it has that, and of any other value.
  var demandOfName: String? { get }
}

extension JSONWritable {
  func addIdentifiers(to symbols: inout [InternedID]) {}
  /// Enough for identifiers, digests, times, numbers and words.
  var lengthBound: Int { 96 }
  var demandOfName: String? { nil }

  var json: [UInt8] {
    var json: [UInt8] = []
    appendJSON(to: &json)
    return json
  }

  /// True if another value has the same written form, even one of another type.
  /// Texts that differ in their bytes alone, which `==` equates, are not the same.
  func isSame(as other: any JSONWritable) -> Bool { json == other.json }
}

/// A value that is read.
protocol JSONReadable {
  /// Reads the value that begins here.
  ///
  /// - Throws: where it is of another JSON type or out of the value's range.
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Self
}

/// A value that stands in the `data` of an event.
protocol PayloadValue: JSONReadable, JSONWritable, Hashable {
  /// Some value, where none has been read.
  static var blank: Self { get }
  /// The value as a log has it: lists of ids in byte order.
  var asRecorded: Self { get }
  static func asRecorded(_ list: [Self]) -> [Self]
  /// The words that there are, where only some words are values; else none.
  static var words: [String] { get }
}

extension PayloadValue {
  static var words: [String] { [] }
  var asRecorded: Self { self }
  static func asRecorded(_ list: [Self]) -> [Self] { list }
}

@inline(__always)
private func appendQuoted<Sink: ByteSink>(_ buffer: inout Sink, _ append: (inout Sink) -> Void) {
  buffer.append(UInt8(ascii: "\""))
  append(&buffer)
  buffer.append(UInt8(ascii: "\""))
}

extension PayloadValue where Self: InternedIdentifier {
  static var blank: Self { Self(.none) }
  static func asRecorded(_ list: [Self]) -> [Self] { list.sorted() }
  func addIdentifiers(to symbols: inout [InternedID]) { symbols.append(symbol) }

  func appendJSON(to buffer: inout some ByteSink) {
    appendQuoted(&buffer) { Interner.shared.appendText(of: symbol, to: &$0) }
  }
}

/// The required form of an identifier, in words.
func identifierForm(_ nounPhrase: String, _ maximumLength: Int) -> String {
  "\(nounPhrase): a letter or digit, then at most \(maximumLength - 1) letters, digits, \".\", \"_\" or \"-\""
}

/// The required form of a name or a title, in words.
func textForm(_ nounPhrase: String, _ maximumLength: Int) -> String {
  "\(nounPhrase): 1 to \(maximumLength) characters, without control characters, \";\", \"\\\", quotes, "
    + "blanks at either end, or two blanks in a row"
}

/// A text names nothing that must exist: nobody touches it, and a list keeps its order.
extension PayloadValue where Self: InternedText {
  func addIdentifiers(to symbols: inout [InternedID]) {}
  static func asRecorded(_ list: [Self]) -> [Self] { list }
  /// Four bytes a character, none of which is escaped.
  var lengthBound: Int { 2 + 4 * Self.maximumLength }
  var demandOfName: String? { PlainText.name.demand(of: description) }

  func appendJSON(to buffer: inout some ByteSink) {
    appendQuoted(&buffer) { Interner.shared.appendPlainText(of: symbol, to: &$0) }
  }
}

extension Name: PayloadValue {}
extension Title: PayloadValue {}

extension WorkplaceID: PayloadValue {}
extension UserID: PayloadValue {}
extension FixedShiftID: PayloadValue {}
extension FixedVacancyID: PayloadValue {}
extension ClosureID: PayloadValue {}
extension ShiftID: PayloadValue {}
extension VacancyID: PayloadValue {}
extension RequestID: PayloadValue {}
extension AbsenceID: PayloadValue {}
extension TradeID: PayloadValue {}
extension PublicationID: PayloadValue {}
extension PeriodID: PayloadValue {}
extension StudySessionID: PayloadValue {}
extension DealID: PayloadValue {}
extension ReservationID: PayloadValue {}

extension LocalDate: PayloadValue {
  static var blank: LocalDate { LocalDate(daysSinceEpoch: 0) }

  func appendJSON(to buffer: inout some ByteSink) { appendQuoted(&buffer) { append(to: &$0) } }
}

extension TimeOfDay: PayloadValue {
  static var blank: TimeOfDay { .midnight }

  func appendJSON(to buffer: inout some ByteSink) { appendQuoted(&buffer) { append(to: &$0) } }
}

extension Timestamp: PayloadValue {
  static var blank: Timestamp { Timestamp(milliseconds: 0) }

  func appendJSON(to buffer: inout some ByteSink) { appendQuoted(&buffer) { append(to: &$0) } }
}

extension Zone: PayloadValue {
  static var blank: Zone { .utc }

  func appendJSON(to buffer: inout some ByteSink) { appendJSONString(description, to: &buffer) }
}

extension Digest: PayloadValue {
  static var blank: Digest { .zero }

  func appendJSON(to buffer: inout some ByteSink) { appendQuoted(&buffer) { appendHex(to: &$0) } }
}

extension PayloadValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var blank: Self { allCases.first! }
  static var words: [String] { allCases.map(\.rawValue) }

  func appendJSON(to buffer: inout some ByteSink) {
    appendQuoted(&buffer) { $0.append(text: rawValue) }
  }
}

extension Bool: PayloadValue {
  static var blank: Bool { false }

  func appendJSON(to buffer: inout some ByteSink) { buffer.append(self ? "true" : "false") }
}

extension Int: PayloadValue {
  static var blank: Int { 0 }

  /// The whole numbers that every JSON reader keeps exact (RFC 7493): ±(2^53 − 1).
  static var exactRange: ClosedRange<Int> { -9_007_199_254_740_991...9_007_199_254_740_991 }

  func appendJSON(to buffer: inout some ByteSink) {
    if self < 0 { return buffer.append(text: String(self)) }
    appendDecimal(self, digits: 1, to: &buffer)
  }
}

extension Double: PayloadValue {
  static var blank: Double { 0 }

  func appendJSON(to buffer: inout some ByteSink) { appendJSONNumber(self, to: &buffer) }
}

extension String: PayloadValue {
  static var blank: String { "" }
  /// An escape has six bytes.
  var lengthBound: Int { 2 + 6 * utf8.count }

  func appendJSON(to buffer: inout some ByteSink) { appendJSONString(self, to: &buffer) }
}

/// A text of several lines: LF and TAB are allowed in it.
struct FreeText: PayloadValue {
  static var blank: FreeText { FreeText(text: "") }
  var text: String
  var lengthBound: Int { text.lengthBound }

  func appendJSON(to buffer: inout some ByteSink) { appendJSONString(text, to: &buffer) }
}

extension Array: JSONWritable where Element: JSONWritable {
  func addIdentifiers(to symbols: inout [InternedID]) {
    for element in self { element.addIdentifiers(to: &symbols) }
  }
  var lengthBound: Int { reduce(2) { $0 + $1.lengthBound + 1 } }
  var demandOfName: String? {
    for element in self { if let demand = element.demandOfName { return demand } }
    return nil
  }

  func appendJSON(to buffer: inout some ByteSink) {
    buffer.append(UInt8(ascii: "["))
    for (index, element) in enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      element.appendJSON(to: &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }
}

/// A list, whatever it is of.
protocol PayloadList {
  static var elementType: any PayloadValue.Type { get }
  var count: Int { get }
  /// True if it has no element twice.
  var hasNoneTwice: Bool { get }
}

extension Array: PayloadList where Element: PayloadValue {
  static var elementType: any PayloadValue.Type { Element.self }
  /// A few are compared with each other: a set of them costs more.
  var hasNoneTwice: Bool {
    if count < 2 { return true }
    if count > 16 { return Set(self).count == count }
    return indices.allSatisfy { !self[..<$0].contains(self[$0]) }
  }
}

extension Array: PayloadValue where Element: PayloadValue {
  static var blank: [Element] { [] }
  var asRecorded: [Element] { Element.asRecorded(self) }
}

// Values that are written and read as JSON in forms of their own.
extension Weekday: PayloadValue {
  static var blank: Weekday { .monday }

  /// `monday` … `sunday`, as in the log.
  public init?(name: String) {
    guard let place = Self.words.firstIndex(of: name) else { return nil }
    self.init(rawValue: UInt8(place))
  }

  // A table, as asking the case for its name costs 17,000 instructions.
  package static let words = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
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

extension ShiftID {
  /// Returns what the id of a shift that is no occurrence must be; `nil` where it is that.
  var demandOfLooseID: String? {
    endsInDate ? "must not end in a date: such ids are those of fixed shifts' occurrences" : nil
  }

  /// Ids that end in a date are those of fixed shifts' occurrences.
  private var endsInDate: Bool {
    let text = unsafe Interner.shared.texts[symbol]
    let form: StaticString = ".0000-00-00"
    guard text.count >= form.utf8CodeUnitCount else { return false }
    return form.withUTF8Buffer { form in
      unsafe zip(text.dropFirst(text.count - form.count), form).allSatisfy { byte, expected in
        expected == UInt8(ascii: "0") ? byte &- 0x30 <= 9 : byte == expected
      }
    }
  }
}
