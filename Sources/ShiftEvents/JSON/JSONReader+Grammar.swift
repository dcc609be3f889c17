// The grammar of JSON: any value is passed over, an object indexed.

extension JSONReader {
  /// A text that is no JSON, or JSON that is not accepted.
  @inline(never)
  mutating func syntax(_ place: Int, _ message: String) -> Mismatch {
    guard let encoding = wideEncoding(of: text.prefix(4).map { byte(at: $0) }[...]) else {
      return refuse(place..<place + 1, code: .invalidJson, message)
    }
    return refuse(
      text.lowerBound..<text.lowerBound + 1, code: .invalidJson,
      "this is \(encoding), and JSON is UTF-8; this converts it: iconv -f \(encoding) -t UTF-8 FILE"
    )
  }

  private var current: UInt8? { offset < text.upperBound ? byte(at: offset) : nil }

  @inline(__always)
  mutating func skipWhitespace() { if byte(at: offset) <= 0x20 { passWhitespace() } }

  /// Skips blanks, the only white space between the members that most programs write.
  @inline(__always)
  mutating func skipSpaces() { while byte(at: offset) == UInt8(ascii: " ") { offset += 1 } }

  private mutating func passWhitespace() {
    while let byte = current {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): break
      case UInt8(ascii: "\r"): hasReturn = true
      default: return
      }
      isInForm = false
      offset += 1
    }
  }

  /// Indexes the object that the whole text is; its members are asked for from now on.
  ///
  /// - Throws: `Mismatch` where the text is no JSON or no object; `fault` then says so.
  mutating func indexText(orRefuse message: String) throws(Mismatch) {
    offset = text.lowerBound
    hasReturn = false
    fault = nil
    members.removeAll(keepingCapacity: true)
    skipWhitespace()
    let first = offset
    let isObject = current == UInt8(ascii: "{")
    var found = 0..<0
    if isObject { found = try index(nesting: 1) } else { try skipValue(nesting: 0) }
    let end = offset
    skipWhitespace()
    if offset < text.upperBound { throw syntax(offset, "only white space may follow the value") }
    ask(found, range: first..<end)
    if !isObject { throw refuse(first..<end, message) }
  }

  // MARK: - Values

  mutating func skipValue(nesting: Int) throws(Mismatch) {
    guard let first = current else { throw syntax(offset, "a value is missing") }
    switch first {
    case UInt8(ascii: "{"):
      let count = members.count
      _ = try index(nesting: nesting + 1)
      members.removeLast(members.count - count)
    case UInt8(ascii: "["): try skipArray(nesting: nesting + 1)
    case UInt8(ascii: "\""): _ = try quotedText()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try skipNumber()
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    case 0xEF where skip("\u{FEFF}"):
      throw syntax(offset - 3, "a byte order mark is no JSON; this takes it off: tail -c +4 FILE")
    default: throw syntax(offset, "this is not the beginning of a JSON value")
    }
  }

  private mutating func skipLiteral(_ word: StaticString) throws(Mismatch) {
    guard offset + word.utf8CodeUnitCount <= text.upperBound, skip(word) else {
      throw syntax(offset, "this is not the beginning of a JSON value")
    }
  }

  private mutating func open(nesting: Int) throws(Mismatch) {
    if nesting > Self.maximumNesting {
      throw syntax(offset, "nested deeper than \(Self.maximumNesting) levels")
    }
    offset += 1
    skipWhitespace()
  }

  private mutating func skipArray(nesting: Int) throws(Mismatch) {
    try open(nesting: nesting)
    if current == UInt8(ascii: "]") {
      offset += 1
      return
    }
    while true {
      skipWhitespace()
      try skipValue(nesting: nesting)
      skipWhitespace()
      if current == UInt8(ascii: "]") { break }
      guard current == UInt8(ascii: ",") else { throw syntax(offset, "expected \",\" or \"]\"") }
      offset += 1
    }
    offset += 1
  }

  /// Passes over a number.
  ///
  /// - Returns: `true` where it is written without fraction and exponent.
  mutating func skipNumber() throws(Mismatch) -> Bool {
    var isWhole = true
    if current == UInt8(ascii: "-") { offset += 1 }
    if current == UInt8(ascii: "0") {
      offset += 1
      if isDigit { throw syntax(offset, "a number has no leading zeros") }
    } else {
      try skipDigits()
    }
    if current == UInt8(ascii: ".") {
      isWhole = false
      offset += 1
      try skipDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try skipDigits()
    }
    return isWhole
  }

  private var isDigit: Bool { current.map { $0 &- UInt8(ascii: "0") <= 9 } ?? false }

  private mutating func skipDigits() throws(Mismatch) {
    guard isDigit else { throw syntax(offset, "expected a digit") }
    while isDigit { offset += 1 }
  }

  // MARK: - Objects

  /// Indexes the object that begins here; the index of its members is their place in `members`.
  mutating func index(nesting: Int) throws(Mismatch) -> Range<Int> {
    let first = members.count
    try open(nesting: nesting)
    if current == UInt8(ascii: "}") {
      offset += 1
      return first..<first
    }
    while true {
      skipWhitespace()
      guard current == UInt8(ascii: "\"") else {
        throw syntax(offset, "expected a member name in quotes")
      }
      if members.count - first == Self.maximumMembers {
        throw syntax(offset, "an object may have at most \(Self.maximumMembers) members")
      }
      let start = offset
      let name = try quotedText()
      let nameRange = start..<offset
      skipWhitespace()
      guard current == UInt8(ascii: ":") else { throw syntax(offset, "expected \":\"") }
      offset += 1
      skipWhitespace()
      let value = offset
      try skipValue(nesting: nesting)
      members.append(JSONMember(name: name, nameRange: nameRange, range: value..<offset))
      skipWhitespace()
      if current == UInt8(ascii: "}") { break }
      guard current == UInt8(ascii: ",") else { throw syntax(offset, "expected \",\" or \"}\"") }
      offset += 1
    }
    offset += 1
    if let twice = duplicate(in: first..<members.count) {
      throw syntax(members[twice].nameRange.lowerBound, "this member name stands here twice")
    }
    return first..<members.count
  }

  /// The first member that has the name of one before it, compared as unescaped bytes.
  private func duplicate(in object: Range<Int>) -> Int? {
    if object.count > 16 {
      var seen = Set<[UInt8]>(minimumCapacity: object.count)
      return object.first { unsafe !seen.insert(Array(bytes(members[$0].name))).inserted }
    }
    for later in object {
      let name = members[later].name
      for earlier in object.lowerBound..<later where members[earlier].name.count == name.count {
        if areEqual(members[earlier].name, name) { return later }
      }
    }
    return nil
  }
}

/// The name that iconv(1) has for a text in units of two or four bytes, by the mark or by the zeros at its beginning;
/// `nil` of any other.
package func wideEncoding(of text: ArraySlice<UInt8>) -> String? {
  let bytes = text.prefix(4)
  // Nearly every text has none of these.
  guard bytes.contains(where: { $0 == 0 || $0 >= 0xFE }) else { return nil }
  if bytes == [0xFF, 0xFE, 0, 0] || bytes == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
  return switch bytes.map({ $0 == 0 }) {
  case [false, true, true, true]: "UTF-32LE"
  case [true, true, true, false]: "UTF-32BE"
  case [false, true, false, true]: "UTF-16LE"
  case [true, false, true, false]: "UTF-16BE"
  default: nil
  }
}
