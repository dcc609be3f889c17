/// A value with one written form.
///
/// What is written is the only form that a log holds, so two values are the same exactly when their
/// written bytes are.
protocol JSONWritable: Sendable {
  func appendJSON(to buffer: inout [UInt8])
  /// The identifiers in the value.
  var identifiers: [Symbol] { get }
}

extension JSONWritable {
  var identifiers: [Symbol] { [] }
}

/// A value that is read and written.
protocol JSONReadable: JSONWritable {
  /// Reads the value that begins here.
  ///
  /// - Throws: where it is of another JSON type or out of the value's range.
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Self
  /// Reads the token at `index`.
  ///
  /// - Throws: where it is of another JSON type or out of the value's range.
  static func read(_ index: Int, _ scanner: inout JSONScanner) throws(PayloadFault) -> Self
  /// Reads what stands next in a canonical line.
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Self
}

/// A value that stands in the `data` of an event.
protocol PayloadValue: JSONReadable, Hashable {
  /// Some value, where none has been read.
  static var blank: Self { get }
}

/// A value in an event's data or envelope that is not what its type documents.
struct PayloadFault: Error {
  enum Code { case missingField, invalidField }
  var code: Code
  /// The bytes at fault, counted from the first of the scanned text.
  var range: Range<Int>
  /// What is expected, to follow the field's name: `must be a whole number`.
  var message: String

  static func invalid(_ token: JSONToken, _ message: String) -> PayloadFault {
    PayloadFault(code: .invalidField, range: token.written, message: message)
  }
}

extension JSONScanner {
  /// Reads a string that is written in a form of its own (a date, an identifier …).
  mutating func readForm<Value>(
    _ index: Int, _ expectation: @autoclosure () -> String,
    _ parse: (UnsafeRawBufferPointer) -> Value?
  ) throws(PayloadFault) -> Value {
    let token = tokens[index]
    guard token.kind == .string, let value = unsafe withText(of: token, parse) else {
      throw .invalid(token, "must be \(expectation())")
    }
    return value
  }
}

private func appendQuoted(_ buffer: inout [UInt8], _ append: (inout [UInt8]) -> Void) {
  buffer.append(UInt8(ascii: "\""))
  append(&buffer)
  buffer.append(UInt8(ascii: "\""))
}

extension PayloadValue where Self: Identifier {
  static var blank: Self { Self(.none) }
  var identifiers: [Symbol] { [symbol] }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Self {
    let borrowed = scanner.borrowed
    return try unsafe scanner.readForm(index, identifierForm(noun, maximumLength)) { bytes in
      guard unsafe isIdentifier(bytes, maximumLength: maximumLength) else { return nil }
      return unsafe Self(borrowed?.borrow(bytes) ?? SymbolTable.shared.intern(bytes))
    }
  }

  func appendJSON(to buffer: inout [UInt8]) {
    appendQuoted(&buffer) { SymbolTable.shared.appendText(of: symbol, to: &$0) }
  }
}

/// What an identifier must look like, in words.
func identifierForm(_ noun: String, _ maximumLength: Int) -> String {
  "a \(noun) id: a letter or digit, then at most \(maximumLength - 1) letters, digits, \".\", \"_\" or \"-\""
}

extension WorkplaceID: PayloadValue {}
extension UserID: PayloadValue {}
extension FixedShiftID: PayloadValue {}
extension ShiftID: PayloadValue {}
extension RequestID: PayloadValue {}
extension SessionID: PayloadValue {}
extension DealID: PayloadValue {}
extension ReservationID: PayloadValue {}

extension LocalDate: PayloadValue {
  static var blank: LocalDate { LocalDate(daysSinceEpoch: 0) }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> LocalDate {
    try unsafe scanner.readForm(index, "a date, YYYY-MM-DD") { unsafe LocalDate(bytes: $0) }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendQuoted(&buffer) { append(to: &$0) } }
}

extension TimeOfDay: PayloadValue {
  static var blank: TimeOfDay { TimeOfDay(hour: 0, minute: 0)! }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> TimeOfDay {
    try unsafe scanner.readForm(index, "a time of day, HH:mm") { unsafe TimeOfDay(bytes: $0) }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendQuoted(&buffer) { append(to: &$0) } }
}

extension Timestamp: PayloadValue {
  static var blank: Timestamp { Timestamp(milliseconds: 0) }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Timestamp {
    try unsafe scanner.readForm(index, "an RFC 3339 time from 1970 to 9999") {
      unsafe Timestamp(bytes: $0)
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendQuoted(&buffer) { append(to: &$0) } }
}

extension Zone: PayloadValue {
  static var blank: Zone { .utc }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Zone {
    try unsafe scanner.readForm(index, "a time zone of the IANA database, such as Europe/Amsterdam")
    {
      unsafe Zone(String(decoding: $0, as: UTF8.self))
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(description, to: &buffer) }
}

extension Digest: PayloadValue {
  static var blank: Digest { .zero }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Digest {
    try unsafe scanner.readForm(index, "64 lower-case hexadecimal digits") {
      unsafe Digest(hex: $0)
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendQuoted(&buffer) { appendHex(to: &$0) } }
}

extension PayloadValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var blank: Self { allCases.first! }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Self {
    try unsafe scanner.readForm(index, "one of " + allCases.map(\.rawValue).joined(separator: ", "))
    {
      unsafe Self(rawValue: String(decoding: $0, as: UTF8.self))
    }
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(rawValue, to: &buffer) }
}

extension Bool: PayloadValue {
  static var blank: Bool { false }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Bool {
    let token = scanner.tokens[index]
    switch token.kind {
    case .true: return true
    case .false: return false
    default: throw .invalid(token, "must be true or false")
    }
  }

  func appendJSON(to buffer: inout [UInt8]) {
    buffer.append(contentsOf: (self ? "true" : "false").utf8)
  }
}

extension Int: PayloadValue {
  static var blank: Int { 0 }

  /// The whole numbers that every JSON reader keeps exact (RFC 7493): ±(2^53 − 1).
  static let exactRange = -9_007_199_254_740_991...9_007_199_254_740_991

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Int {
    let token = scanner.tokens[index]
    guard token.kind == .integer, token.range.count <= 17,
      let value = unsafe Int(String(decoding: scanner.bytes[token.range], as: UTF8.self)),
      exactRange.contains(value)
    else {
      throw .invalid(token, "must be a whole number, written without fraction or exponent")
    }
    return value
  }

  func appendJSON(to buffer: inout [UInt8]) { buffer.append(contentsOf: String(self).utf8) }
}

extension Double: PayloadValue {
  static var blank: Double { 0 }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> Double {
    let token = scanner.tokens[index]
    if token.kind == .integer { return Double(try Int.read(index, &scanner)) }
    guard token.kind == .fraction,
      let value = unsafe Double(String(decoding: scanner.bytes[token.range], as: UTF8.self))
    else { throw .invalid(token, "must be a number") }
    return value
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONNumber(self, to: &buffer) }
}

extension String: PayloadValue {
  static var blank: String { "" }

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> String {
    let token = scanner.tokens[index]
    guard token.kind == .string else { throw .invalid(token, "must be a text in quotes") }
    if !token.flags.isDisjoint(with: [.control, .lineControl]) {
      throw .invalid(token, "must be free of control characters")
    }
    return scanner.text(of: token)
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(self, to: &buffer) }
}

/// A text of several lines: LF and TAB are allowed in it.
struct FreeText: PayloadValue {
  static var blank: FreeText { FreeText(text: "") }
  var text: String

  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> FreeText {
    let token = scanner.tokens[index]
    guard token.kind == .string else { throw .invalid(token, "must be a text in quotes") }
    if token.flags.contains(.control) {
      throw .invalid(token, "must be free of control characters other than LF and TAB")
    }
    return FreeText(text: scanner.text(of: token))
  }

  func appendJSON(to buffer: inout [UInt8]) { appendJSONString(text, to: &buffer) }
}

extension Array: JSONWritable where Element: JSONWritable {
  var identifiers: [Symbol] { flatMap(\.identifiers) }

  func appendJSON(to buffer: inout [UInt8]) {
    buffer.append(UInt8(ascii: "["))
    for (index, element) in enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      element.appendJSON(to: &buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }
}

extension Array: PayloadValue where Element: PayloadValue {
  static var blank: [Element] { [] }
}

extension Array: JSONReadable where Element: JSONReadable {
  static func read(
    _ index: Int, _ scanner: inout JSONScanner
  ) throws(PayloadFault) -> [Element] {
    let token = scanner.tokens[index]
    guard token.kind == .array else { throw .invalid(token, "must be a list") }
    var elements: [Element] = []
    elements.reserveCapacity(Int(token.count))
    var element = index + 1
    for _ in 0..<token.count {
      elements.append(try Element.read(element, &scanner))
      element = Int(scanner.tokens[element].next)
    }
    return elements
  }
}
