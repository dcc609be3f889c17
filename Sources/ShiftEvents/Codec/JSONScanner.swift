/// A strict scanner of one JSON text (RFC 8259 and I-JSON, RFC 7493) over raw bytes.
///
/// It checks the whole grammar before anything is read from the text: UTF-8, escapes, surrogates,
/// noncharacters, duplicate member names, nesting and member counts. The tokens are kept in one
/// buffer that the next scan uses again. The scanned bytes must stay valid while tokens are read.
@safe struct JSONScanner {
  static let maximumNesting = 64
  static let maximumMembers = 1024

  private(set) var bytes = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  private(set) var tokens: [JSONToken] = []
  /// Where identifiers that are read go: `nil` keeps them for good.
  var borrowed: BorrowedSymbols?
  /// The text of a string with escapes, while it is being read.
  var scratch: [UInt8] = []
  /// The object whose members are being read.
  var members = MemberCursor()
  /// The token of the line's subject.
  var subjectToken = 0
  private var offset = 0

  /// Scans one text, white space around it included; its value is token 0.
  mutating func scan(_ text: UnsafeRawBufferPointer) throws(JSONFault) {
    unsafe bytes = text
    tokens.removeAll(keepingCapacity: true)
    offset = 0
    skipWhitespace()
    try scanValue(nesting: 0)
    skipWhitespace()
    if unsafe offset < bytes.count { throw fault("only white space may follow the value") }
  }

  private func fault(_ message: String) -> JSONFault { JSONFault(offset: offset, message: message) }

  private var current: UInt8? { unsafe offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipWhitespace() {
    while unsafe offset < bytes.count {
      switch unsafe bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        offset += 1
      default: return
      }
    }
  }

  private mutating func scanValue(nesting: Int) throws(JSONFault) {
    guard let first = current else { throw fault("a value is missing") }
    switch first {
    case UInt8(ascii: "{"): try scanObject(nesting: nesting + 1)
    case UInt8(ascii: "["): try scanArray(nesting: nesting + 1)
    case UInt8(ascii: "\""): try scanString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "t"): try scanLiteral("true", .true)
    case UInt8(ascii: "f"): try scanLiteral("false", .false)
    case UInt8(ascii: "n"): try scanLiteral("null", .null)
    default: throw fault("this is not the beginning of a JSON value")
    }
  }

  private mutating func add(_ kind: JSONToken.Kind, from start: Int, to end: Int) {
    tokens.append(
      JSONToken(
        kind: kind, start: Int32(start), end: Int32(end), next: Int32(tokens.count + 1)))
  }

  private mutating func scanLiteral(
    _ word: StaticString, _ kind: JSONToken.Kind
  ) throws(JSONFault) {
    let end = offset + word.utf8CodeUnitCount
    let matches = word.withUTF8Buffer { expected in
      unsafe end <= bytes.count && expected.elementsEqual(bytes[offset..<end])
    }
    guard matches else { throw fault("this is not the beginning of a JSON value") }
    add(kind, from: offset, to: end)
    offset = end
  }

  private mutating func scanArray(nesting: Int) throws(JSONFault) {
    let array = try open(.array, nesting: nesting)
    var count: Int32 = 0
    if current == UInt8(ascii: "]") { return close(array, count: count) }
    while true {
      skipWhitespace()
      try scanValue(nesting: nesting)
      count += 1
      skipWhitespace()
      if current == UInt8(ascii: "]") { return close(array, count: count) }
      guard current == UInt8(ascii: ",") else { throw fault("expected \",\" or \"]\"") }
      offset += 1
    }
  }

  private mutating func scanObject(nesting: Int) throws(JSONFault) {
    let object = try open(.object, nesting: nesting)
    var count: Int32 = 0
    if current == UInt8(ascii: "}") { return close(object, count: count) }
    while true {
      skipWhitespace()
      guard current == UInt8(ascii: "\"") else { throw fault("expected a member name in quotes") }
      if count == Self.maximumMembers {
        throw fault("an object may have at most \(Self.maximumMembers) members")
      }
      try scanString()
      skipWhitespace()
      guard current == UInt8(ascii: ":") else { throw fault("expected \":\"") }
      offset += 1
      skipWhitespace()
      try scanValue(nesting: nesting)
      count += 1
      skipWhitespace()
      if current == UInt8(ascii: "}") { break }
      guard current == UInt8(ascii: ",") else { throw fault("expected \",\" or \"}\"") }
      offset += 1
    }
    close(object, count: count)
    if let twice = duplicateKey(ofObject: object) {
      throw JSONFault(
        offset: Int(tokens[twice].start) - 1, message: "this member name stands here twice")
    }
  }

  private mutating func open(_ kind: JSONToken.Kind, nesting: Int) throws(JSONFault) -> Int {
    if nesting > Self.maximumNesting {
      throw fault("nested deeper than \(Self.maximumNesting) levels")
    }
    add(kind, from: offset, to: offset)
    offset += 1
    skipWhitespace()
    return tokens.count - 1
  }

  private mutating func close(_ token: Int, count: Int32) {
    offset += 1
    tokens[token].end = Int32(offset)
    tokens[token].next = Int32(tokens.count)
    tokens[token].count = count
  }

  private mutating func scanNumber() throws(JSONFault) {
    let start = offset
    var kind = JSONToken.Kind.integer
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") {
      offset += 1
      if let next = current, isDigit(next) { throw fault("a number has no leading zeros") }
    } else {
      try scanDigits()
    }
    if current == UInt8(ascii: ".") {
      kind = .fraction
      offset += 1
      try scanDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      kind = .fraction
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try scanDigits()
    }
    add(kind, from: start, to: offset)
  }

  private mutating func scanDigits() throws(JSONFault) {
    let start = offset
    while let byte = current, isDigit(byte) { offset += 1 }
    if offset == start { throw fault("expected a digit") }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

  private mutating func scanString() throws(JSONFault) {
    offset += 1
    let start = offset
    var flags: JSONToken.Flags = []
    while true {
      guard unsafe offset < bytes.count else { throw fault("the string is not closed") }
      let byte = unsafe bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        add(.string, from: start, to: offset)
        tokens[tokens.count - 1].flags = flags
        offset += 1
        return
      case UInt8(ascii: "\\"):
        flags.insert(.escaped)
        try scanEscape(&flags)
      case 0x00...0x1F: throw fault("a control character must be escaped in a string")
      case 0x7F:
        flags.insert(.control)
        offset += 1
      case 0x80...0xFF: try scanMultibyte(&flags)
      default: offset += 1
      }
    }
  }
}

// MARK: - Escapes and characters beyond ASCII

extension JSONScanner {
  private mutating func scanEscape(_ flags: inout JSONToken.Flags) throws(JSONFault) {
    let start = offset
    offset += 1
    guard let letter = current else { throw fault("the string is not closed") }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return
    case UInt8(ascii: "n"), UInt8(ascii: "t"): flags.insert(.lineControl)
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "r"): flags.insert(.control)
    case UInt8(ascii: "u"): try scanUnicodeEscape(start, &flags)
    default:
      offset = start
      throw fault("there is no such escape")
    }
  }

  private mutating func scanUnicodeEscape(
    _ start: Int, _ flags: inout JSONToken.Flags
  ) throws(JSONFault) {
    var scalar = try scanFourHexDigits()
    if (0xD800...0xDBFF).contains(scalar), unsafe offset + 1 < bytes.count,
      unsafe bytes[offset] == UInt8(ascii: "\\"), unsafe bytes[offset + 1] == UInt8(ascii: "u")
    {
      offset += 2
      let low = try scanFourHexDigits()
      guard (0xDC00...0xDFFF).contains(low) else {
        throw JSONFault(offset: start, message: "half of a surrogate pair")
      }
      scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
    }
    try check(scalar, at: start, &flags)
  }

  private mutating func scanFourHexDigits() throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    let end = offset + 4
    while offset < end {
      guard let byte = current, let digit = hexDigitValue(byte) else {
        throw fault("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }

  /// One character of two to four bytes: Table 3-7 of the Unicode standard, well-formed UTF-8.
  private mutating func scanMultibyte(_ flags: inout JSONToken.Flags) throws(JSONFault) {
    let start = offset
    let lead = unsafe bytes[offset]
    let length: Int
    var scalar: UInt32
    switch lead {
    case 0xC2...0xDF: (length, scalar) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, scalar) = (3, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, scalar) = (4, UInt32(lead & 0x07))
    default: throw fault("this byte is not UTF-8")
    }
    guard unsafe start + length <= bytes.count else { throw fault("this byte is not UTF-8") }
    for index in start + 1..<start + length {
      let byte = unsafe bytes[index]
      guard byte & 0xC0 == 0x80 else { throw fault("this byte is not UTF-8") }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let shortest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= shortest, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
      throw fault("this byte is not UTF-8")
    }
    try check(scalar, at: start, &flags)
    offset = start + length
  }

  private func check(
    _ scalar: UInt32, at start: Int, _ flags: inout JSONToken.Flags
  ) throws(JSONFault) {
    switch scalar {
    case 0x09, 0x0A: flags.insert(.lineControl)
    case 0x00...0x1F, 0x7F...0x9F: flags.insert(.control)
    case 0xD800...0xDFFF: throw JSONFault(offset: start, message: "half of a surrogate pair")
    case 0xFDD0...0xFDEF: throw JSONFault(offset: start, message: "a Unicode noncharacter")
    default:
      if scalar & 0xFFFE == 0xFFFE {
        throw JSONFault(offset: start, message: "a Unicode noncharacter")
      }
    }
  }
}
