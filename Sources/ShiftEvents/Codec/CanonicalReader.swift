/// What is read is not in the one form that is read fast; the strict scanner says what it is.
struct NotCanonical: Error {}

/// Reads JSON in the one form that every writer writes: members in their documented order, no white
/// space, no escapes, ASCII. What it takes, the strict scanner takes too and reads the same.
///
/// Words of eight bytes are loaded wherever it stands, so up to `LineBlock.padding` bytes behind the
/// line must be readable, and the first of them ends every string, as a line feed does.
@safe struct CanonicalReader {
  private let start: UnsafeRawPointer
  private(set) var offset = 0
  private var isFirstMember = true
  /// Whether a list was there that may be left out.
  private(set) var hasOptionalList = false
  /// The identifiers that stood before, since the next one is often the same: the actor, and the one
  /// read last.
  fileprivate var actor = (text: 0..<0, symbol: Symbol.none)
  var last = (text: 0..<0, symbol: Symbol.none)
  /// What the event is about, and how long its text is.
  var subject = Symbol.none
  var subjectLength = 0
  /// Where identifiers that are read go, as in `JSONScanner`. Whoever reads keeps it alive.
  private(set) unowned(unsafe) var borrowed: BorrowedSymbols?

  init(_ line: UnsafeRawBufferPointer, borrowing borrowed: BorrowedSymbols? = nil) {
    unsafe start = line.baseAddress!
    unsafe self.borrowed = borrowed
  }

  /// One that has nothing to read yet.
  init() { unsafe start = UnsafeRawPointer(("" as StaticString).utf8Start) }

  @inline(__always)
  func word(at place: Int) -> UInt64 {
    unsafe start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  @inline(__always)
  func byte(at place: Int) -> UInt8 { unsafe start.load(fromByteOffset: place, as: UInt8.self) }

  @inline(__always)
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Remembers an identifier that the next ones may be the same as.
  @inline(__always)
  mutating func note(_ text: Range<Int>, _ symbol: Symbol) { actor = (text, symbol) }

  /// The symbol of a text that stood before.
  @inline(__always)
  func repeated(_ text: Range<Int>) -> Symbol? {
    if text.isEmpty { return nil }
    if text.count == actor.text.count, isSame(text, actor.text) { return actor.symbol }
    if text.count == last.text.count, isSame(text, last.text) { return last.symbol }
    return nil
  }

  @inline(__always)
  private func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    unsafe hasEqualBytes(
      start + first.lowerBound, start + second.lowerBound, count: first.count)
  }

  @inline(__always)
  mutating func advance(by count: Int) { offset += count }

  /// Goes back to an object at a place, to read its members once more.
  mutating func beginObject(at place: Int) throws(NotCanonical) {
    offset = place
    try beginObject()
  }

  /// Whether `text` stands here.
  @inline(__always)
  func isAt(_ text: StaticString, _ place: Int) -> Bool {
    unsafe isAt(
      UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), place)
  }

  /// The same for bytes without a line feed; none is looked at behind the first that differs.
  @inline(__always)
  func isAt(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    unsafe text.baseAddress.map { unsafe hasEqualBytes(start + place, $0, count: text.count) }
      ?? false
  }

  /// Passes over `text`, if it stands here.
  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text, offset) else { return false }
    offset += text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  mutating func expect(_ text: StaticString) throws(NotCanonical) {
    guard skip(text) else { throw NotCanonical() }
  }

  /// Passes over a string in quotes of printable ASCII without escapes; gives what is between them.
  @inline(__always)
  mutating func plainString() throws(NotCanonical) -> Range<Int> {
    guard byte(at: offset) == UInt8(ascii: "\"") else { throw NotCanonical() }
    offset += 1
    return try plainText()
  }

  /// The same, with the first quote already behind.
  @inline(__always)
  mutating func plainText() throws(NotCanonical) -> Range<Int> {
    let first = offset
    while true {
      let stops = Self.stops(word(at: offset))
      if stops != 0 {
        offset += stops.trailingZeroBitCount / 8
        break
      }
      offset += 8
    }
    guard byte(at: offset) == UInt8(ascii: "\"") else { throw NotCanonical() }
    offset += 1
    return first..<offset - 1
  }

  /// The high bit of each byte that is no plain character: a quote, a backslash, DEL, a control
  /// character or beyond ASCII. Bits above the lowest one may be set wrongly (H. S. Warren,
  /// "Hacker's Delight", 6-1).
  @inline(__always)
  private static func stops(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let delete = word ^ (ones &* 0x7F)
    let found =
      (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (delete &- ones) & ~delete
      | (word &- ones &* 0x20) & ~word | word
    return found & (ones &* 0x80)
  }
}

// MARK: - Members

extension CanonicalReader: MemberVisitor {
  mutating func beginObject() throws(NotCanonical) {
    try expect("{")
    isFirstMember = true
  }

  /// Every member must have been asked for by then.
  mutating func endObject() throws(NotCanonical) { try expect("}") }

  /// Passes over the key and its colon, if it is the next one.
  @inline(__always)
  mutating func skipKey(_ key: StaticString) -> Bool {
    let count = key.utf8CodeUnitCount
    var place = offset
    if !isFirstMember {
      guard byte(at: place) == UInt8(ascii: ",") else { return false }
      place += 1
    }
    guard byte(at: place) == UInt8(ascii: "\""), isAt(key, place + 1),
      byte(at: place + 1 + count) == UInt8(ascii: "\""),
      byte(at: place + 2 + count) == UInt8(ascii: ":")
    else { return false }
    offset = place + count + 3
    isFirstMember = false
    return true
  }

  @inline(__always)
  mutating func subject<ID: Identifier & PayloadValue>(_: ID?) throws(NotCanonical) -> ID {
    guard subjectLength <= ID.maximumLength else { throw NotCanonical() }
    return ID(subject)
  }

  @inline(__always)
  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _: MemberTraits
  ) throws(NotCanonical) -> Value {
    guard skipKey(key) else { throw NotCanonical() }
    return try Value.readCanonical(&self)
  }

  @inline(__always)
  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _: MemberTraits
  ) throws(NotCanonical) -> Value? {
    guard skipKey(key) else { return nil }
    return try Value.readCanonical(&self)
  }

  /// A list that need not be there is left to the check of the form.
  @inline(__always)
  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _: [Value]?, isRecorded: Bool
  ) throws(NotCanonical) -> [Value] {
    guard skipKey(key) else { return [] }
    hasOptionalList = true
    return try [Value].readCanonical(&self)
  }

  @inline(__always)
  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _: Edit<Value>?, _: MemberTraits
  ) throws(NotCanonical) -> Edit<Value> {
    guard skipKey(key) else { return .unchanged }
    if skip("null") { return .removed }
    return .set(try Value.readCanonical(&self))
  }
}
