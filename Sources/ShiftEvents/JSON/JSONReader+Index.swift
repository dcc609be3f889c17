// Questions to the members of an indexed object, and to the elements of a list.

extension JSONReader {
  enum Kind { case object, array, string, number, `true`, `false`, null }

  func kind(of member: JSONMember) -> Kind { kind(at: member.range.lowerBound) }

  func kind(at place: Int) -> Kind {
    switch byte(at: place) {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"): .true
    case UInt8(ascii: "f"): .false
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  mutating func text(of member: JSONMember) -> JSONText? { text(at: member.range) }

  mutating func text(at range: Range<Int>) -> JSONText? {
    offset = range.lowerBound
    return try? quotedText()
  }

  mutating func index(_ member: JSONMember) throws(Surprise) -> Range<Int> {
    offset = member.range.lowerBound
    // That it is nested no deeper than may be was checked.
    return try index(nesting: 0)
  }

  /// The ranges of the elements of a list that was skipped before.
  mutating func elements(ofListAt range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    offset = range.lowerBound + 1
    skipWhitespace()
    while offset < range.upperBound, byte(at: offset) != UInt8(ascii: "]") {
      let first = offset
      _ = try? skipValue(nesting: 0)
      elements.append(first..<offset)
      skipWhitespace()
      if byte(at: offset) == UInt8(ascii: ",") { offset += 1 }
      skipWhitespace()
    }
    return elements
  }

  /// The range between the quotes of a string; the whole range of any other value.
  func inner(_ range: Range<Int>) -> Range<Int> {
    kind(at: range.lowerBound) == .string ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  mutating func begin(copying line: UnsafeRawBufferPointer) {
    if unsafe own == nil || own!.bytes.count < line.count || !isKnownUniquelyReferenced(&own) {
      own = LineBlock(capacity: max(4096, line.count))
    }
    let block = own!
    unsafe block.bytes.copyMemory(from: line)
    // Every string ends at a line feed.
    for index in line.count..<min(line.count + 16, unsafe block.bytes.count) {
      unsafe block.bytes[index] = UInt8(ascii: "\n")
    }
    take(block)
    begin(0..<line.count)
  }
}
