/// The text differs from what was expected here. The reason is `JSONReader.fault`, if one was wanted.
struct Mismatch: Error {}

/// The strict reader of JSON (RFC 8259 and I-JSON, RFC 7493): of lines of a log, of submissions, of
/// requests.
///
/// Members are read in place as long as they come in the requested order, without white space. At the
/// first surprise the object is indexed, its grammar checked, and the members are requested again.
/// Only an indexed object has a fault with a message. Sixteen bytes are loaded wherever it stands: so
/// many must be readable behind the text, and the first of them must be a line feed, which ends every
/// string.
@safe struct JSONReader {
  static let maximumNesting = 64
  static let maximumMembers = 1024

  private var start: UnsafeRawPointer
  /// The offset of the next byte in the block.
  var offset = 0
  /// The first byte of the text, and the one behind it.
  var text = 0..<0
  /// The texts of strings with escapes; made for the first one.
  private var unescaped: GrowingBytes?
  /// The copy that is read, where a text was copied.
  var own: LineBlock?
  /// The new identifiers of the submission that is read; `nil` where new ones are permanent.
  var ownSymbols: ProvisionalIDs?
  /// Held here, since to ask for a global costs a call.
  let symbols = Interner.shared

  var members: [JSONMember] = []
  /// The members of the object that is asked; `nil` while members are read in order.
  var object: Range<Int>?
  var objectRange = 0..<0
  /// The member to look at first.
  var nextMember = 0
  /// The number of the object's members that were requested and found.
  var foundCount = 0
  /// The byte before the next member, where members are read in order.
  var separator = UInt8(ascii: "{")

  /// Nothing was seen yet that a writer writes otherwise.
  var isInForm = true
  /// True once a list was empty that is left out if it is.
  var hasEmptyList = false
  /// False while a recorded event is read as a submission: its texts keep the form that they have.
  var judgesTexts = true
  /// True if texts with too many combining marks in a row are refused: where a client's text is read.
  var boundsMarks = false
  /// The combining marks that were read last, and the place behind them.
  var marks = (count: 0, end: 0)
  /// A CR was seen, which is white space.
  var hasReturn = false
  var fault: JSONRefusal?

  /// The identifiers that stood before, since the next one is often the same: the actor, and the one
  /// read last.
  var actor = (text: JSONText(), symbol: InternedID.none)
  var last = (text: JSONText(), symbol: InternedID.none)
  /// The text of `subject`, and its symbol where it was looked up already.
  var subject = (text: JSONText(), symbol: InternedID.none)

  /// The month read last, as it is written and with its hyphens: its first day, and how many it has.
  private var month = (written: UInt64(0), first: 0, length: 0)

  /// One that has nothing to read yet.
  init() { unsafe start = UnsafeRawPointer(("" as StaticString).utf8Start) }

  mutating func take(_ block: LineBlock) {
    unsafe start = UnsafeRawPointer(block.bytes.baseAddress!)
  }

  @inline(__always)
  mutating func begin(_ range: Range<Int>) {
    text = range
    offset = range.lowerBound
    object = nil
    (isInForm, hasReturn, hasEmptyList) = (true, false, false)
    (actor.text, last.text) = (JSONText(), JSONText())
    unescaped?.count = 0
  }

  /// `YYYY-MM-DD` at a place, mostly of the month before.
  @inline(__always)
  mutating func date(at place: Int) -> LocalDate? {
    let written = word(at: place)
    if written != month.written {
      guard let read = readMonth(at: place) else { return nil }
      month = (written, read.first, read.length)
    }
    let day = twoDigits(at: place + 8)
    return day >= 1 && day <= month.length ? LocalDate(daysSinceEpoch: month.first + day - 1) : nil
  }

  // MARK: - Bytes

  @inline(__always)
  func byte(at place: Int) -> UInt8 { unsafe start.load(fromByteOffset: place, as: UInt8.self) }

  @inline(__always)
  func word(at place: Int) -> UInt64 {
    unsafe start.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// Sixteen bytes as signed numbers: those beyond ASCII are negative.
  @inline(__always)
  func signed(at place: Int) -> SIMD16<Int8> {
    unsafe start.loadUnaligned(fromByteOffset: place, as: SIMD16<Int8>.self)
  }

  @inline(__always)
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  @inline(__always)
  func bytes(_ text: JSONText) -> UnsafeRawBufferPointer {
    let base = unsafe text.flags.contains(.escaped) ? UnsafeRawPointer(unescaped!.bytes) : start
    return unsafe UnsafeRawBufferPointer(start: base + text.offset, count: text.count)
  }

  func string(_ text: JSONText) -> String { unsafe String(decoding: bytes(text), as: UTF8.self) }

  /// Appends a byte to the text of a string that has escapes.
  mutating func unescape(_ byte: UInt8) { unescaped?.append(byte) }
  mutating func unescape(_ range: Range<Int>) { unsafe unescaped?.append(bytes(range)) }
  var unescapedCount: Int { unescaped?.count ?? 0 }

  /// Makes room for the text of a string with escapes, which is shorter than all of the line.
  mutating func makeRoomForUnescaped() {
    let texts = unescaped ?? GrowingBytes()
    unescaped = texts
    texts.reserve(text.count + 64)
  }

  @inline(__always)
  func isAt(_ text: StaticString, _ place: Int) -> Bool {
    unsafe hasEqualBytes(start + place, text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The same for bytes of no more than a line.
  @inline(__always)
  func isAt(_ text: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    unsafe text.baseAddress.map { unsafe hasEqualBytes(start + place, $0, count: text.count) }
      ?? false
  }

  @inline(__always)
  func isText(_ text: JSONText, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    return unsafe hasEqualBytes(bytes(text).baseAddress!, word.utf8Start, count: text.count)
  }

  @inline(__always)
  func areEqual(_ first: JSONText, _ second: JSONText) -> Bool {
    guard first.count == second.count else { return false }
    return unsafe hasEqualBytes(
      bytes(first).baseAddress!, bytes(second).baseAddress!, count: first.count)
  }

  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text, offset) else { return false }
    offset += text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  mutating func expect(_ text: StaticString) throws(Mismatch) {
    guard skip(text) else { throw Mismatch() }
  }

  // MARK: - What is wrong

  /// Notes the fault, if it is wanted.
  @inline(never)
  mutating func refuse(
    _ range: Range<Int>, code: JSONRefusal.Code = .invalidField,
    _ message: @autoclosure () -> String
  ) -> Mismatch {
    if object != nil || code == .invalidJson {
      let (lower, upper) = (range.lowerBound - text.lowerBound, range.upperBound - text.lowerBound)
      fault = JSONRefusal(code: code, range: lower..<upper, message: message())
    }
    return Mismatch()
  }

  /// A part of the text, cut short, for messages.
  func excerpt(_ range: Range<Int>) -> String {
    let range = range.lowerBound + text.lowerBound..<range.upperBound + text.lowerBound
    var shown = range.clamped(to: text).prefix(48)
    // Not within a character.
    while shown.endIndex < range.upperBound, let last = shown.last,
      byte(at: last + 1) & 0xC0 == 0x80
    {
      shown = shown.dropLast()
    }
    let excerpt = unsafe String(decoding: bytes(shown.startIndex..<shown.endIndex), as: UTF8.self)
    return shown.count < range.count ? excerpt + "…" : excerpt
  }
}

/// A refused text, its fault and its place.
struct JSONRefusal: Error {
  enum Code { case invalidJson, missingField, invalidField, unknownWord }

  var code: Code
  /// The bytes at fault, counted from the first of the text.
  var range: Range<Int>
  /// The reason. Of a value it follows the member's name: `must be a whole number`.
  var message: String
}

/// The text of a string: where it stands in the block, or among those put together from escapes.
struct JSONText: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// At least one escape: the bytes in the block are not the text.
    static let escaped = Flags(rawValue: 1)
    /// LF or TAB, allowed in free text.
    static let lineControl = Flags(rawValue: 2)
    /// Any other control character: U+0000–001F, U+007F–009F.
    static let control = Flags(rawValue: 4)
    /// Anything but printable ASCII without escapes.
    static let unusual = Flags(rawValue: 8)
  }

  // Small, because each line leaves some behind: no block has four gigabytes.
  private var start: UInt32 = 0
  private var length: UInt32 = 0
  // A literal of a set is a loop in a debug build.
  var flags = Flags(rawValue: 0)

  @inline(__always)
  init(offset: Int = 0, count: Int = 0, flags: Flags = Flags(rawValue: 0)) {
    start = UInt32(truncatingIfNeeded: offset)
    length = UInt32(truncatingIfNeeded: count)
    self.flags = flags
  }

  var offset: Int { Int(start) }
  var count: Int { Int(length) }
  var range: Range<Int> { offset..<offset + count }
}

/// One member of an indexed object: its name, and where name and value are written.
struct JSONMember {
  var name: JSONText
  /// With quotes.
  var nameRange: Range<Int>
  /// With quotes where it is a string.
  var range: Range<Int>
  /// True if the walk asked for it.
  var isAsked = false
}

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

  mutating func index(_ member: JSONMember) throws(Mismatch) -> Range<Int> {
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
