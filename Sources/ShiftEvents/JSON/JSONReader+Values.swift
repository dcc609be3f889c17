// Values that many members have, where they stand.

extension JSONReader {
  @inline(never)
  mutating func refuseValue(
    from first: Int, _ message: @autoclosure () -> String
  ) -> Mismatch {
    if object == nil { return Mismatch() }
    offset = first
    // The grammar of an indexed object was checked.
    _ = try? skipValue(nesting: 0)
    return refuse(first..<offset, message())
  }

  /// The refusal of a text of a list that a later version, or a later database, may have more of.
  ///
  /// - Parameter mayBeWord: returns `true` for what may be one of theirs.
  @inline(never)
  mutating func refuseWord(
    from first: Int, _ expectation: @autoclosure () -> String, _ mayBeWord: (String) -> Bool
  ) -> Mismatch {
    let mismatch = refuseValue(from: first, "must be \(expectation())")
    let text = unsafe bytes(first..<max(first, offset))
    if object != nil, text.count > 2, unsafe text.first == UInt8(ascii: "\""),
      unsafe mayBeWord(String(decoding: text.dropFirst().dropLast(), as: UTF8.self))
    {
      fault?.code = .unknownWord
    }
    return mismatch
  }

  /// Reads a string that is written in a form of its own (a date, a word …).
  mutating func form<Value>(
    _ expectation: @autoclosure () -> String, _ parse: (UnsafeRawBufferPointer) -> Value?
  ) throws(Mismatch) -> Value {
    var value: Value?
    _ = try unsafe text(expectation()) { bytes in
      value = unsafe parse(bytes)
      return value != nil
    }
    return value!
  }

  /// Reads a string that is to have a form; its text is not copied.
  mutating func text(
    _ expectation: @autoclosure () -> String, where hasForm: (UnsafeRawBufferPointer) -> Bool
  ) throws(Mismatch) -> JSONText {
    let first = offset
    if byte(at: first) == UInt8(ascii: "\"") {
      let text = try quotedText()
      if unsafe hasForm(bytes(text)) { return text }
    }
    throw refuseValue(from: first, "must be \(expectation())")
  }

  /// Reads a string that is an identifier, in the table of the process; `nil` for any other value.
  @inline(__always)
  mutating func identifier(maximumLength: Int) throws(Mismatch) -> InternedID? {
    guard byte(at: offset) == UInt8(ascii: "\"") else { return nil }
    offset += 1
    let text = try plainText()
    guard text.count > 0, text.count <= maximumLength else { return nil }
    if areEqual(text, actor.text) { return actor.symbol }
    if areEqual(text, last.text) { return last.symbol }
    guard let symbol = admit(text) else { return nil }
    last = (text, symbol)
    return symbol
  }

  /// Mutating though it changes nothing: a method that does not mutate would be called with a copy of the reader.
  @inline(__always)
  mutating func admit(_ text: JSONText) -> InternedID? {
    unsafe symbols.admit(bytes(text), ownSymbols)
  }

  // MARK: - Numbers

  /// A whole number that every reader of JSON keeps exact; `nil` for any other value.
  @inline(__always)
  mutating func wholeNumber() -> Int? {
    let isNegative = byte(at: offset) == UInt8(ascii: "-")
    let first = isNegative ? offset + 1 : offset
    var place = first
    var value = 0
    while true {
      let digit = byte(at: place) &- 0x30
      if digit > 9 { break }
      value = value &* 10 &+ Int(digit)
      place += 1
      if place - first > 16 { return nil }
    }
    let next = byte(at: place)
    guard place > first, place - first == 1 || byte(at: first) != UInt8(ascii: "0"),
      value <= Int.exactRange.upperBound, next != UInt8(ascii: "."),
      next | 0x20 != UInt8(ascii: "e")
    else { return nil }
    if isNegative && value == 0 { isInForm = false }
    offset = place
    return isNegative ? -value : value
  }

  // MARK: - Dates and times

  /// Two decimal digits at a place; more than 99 where they are none.
  @inline(__always)
  func twoDigits(at place: Int) -> Int {
    let (tens, ones) = (byte(at: place) &- 0x30, byte(at: place + 1) &- 0x30)
    return tens <= 9 && ones <= 9 ? Int(tens) &* 10 &+ Int(ones) : 1 << 20
  }

  /// The month of `YYYY-MM-` at a place: its first day, and how many it has.
  @inline(never)
  func readMonth(at place: Int) -> (first: Int, length: Int)? {
    guard let pairs = pairs(at: place, like: "0000-00-") else { return nil }
    let (year, month) = (Self.pair(pairs, 0) &* 100 &+ Self.pair(pairs, 2), Self.pair(pairs, 5))
    guard let first = LocalDate(year: year, month: month, day: 1) else { return nil }
    return (Int(first.daysSinceEpoch), LocalDate.length(ofMonth: month, year: year))
  }

  /// The eight bytes at a place as pairs of digits, if digits stand where `form` has a zero, and what
  /// `form` has where it has anything else. Each byte then holds ten times its digit plus the next one.
  /// A form is eight bytes of ASCII, without other digits.
  @inline(__always)
  private func pairs(at place: Int, like form: StaticString) -> UInt64? {
    precondition(form.utf8CodeUnitCount == 8)
    let form = unsafe UnsafeRawPointer(form.utf8Start).loadUnaligned(as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Of what stands in forms, a zero alone has the first two of these bits and not the third.
    let isDigit = (form >> 5) & (form >> 4) & ~(form >> 3) & ones
    let digits = word(at: place) ^ form
    // Up to 9 where a digit is to be, else 0, the sum stays below the high bit.
    guard (digits &+ (ones &* 0x7F &- isDigit &* 9) | digits) & (ones &* 0x80) == 0 else {
      return nil
    }
    return digits &* 10 &+ digits >> 8
  }

  @inline(__always)
  private static func pair(_ pairs: UInt64, _ place: UInt64) -> Int {
    Int(truncatingIfNeeded: pairs >> (8 &* place) & 0xFF)
  }

  /// The number that eight digits at a place spell (D. Lemire, "Number Parsing at a Gigabyte per
  /// Second", 2021).
  @inline(__always)
  func eightDigits(at place: Int) -> Int? {
    guard let pairs = pairs(at: place, like: "00000000") else { return nil }
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* (100 << 16 &+ 1)) >> 16
    let number = ((fours & 0x0000_FFFF_0000_FFFF) &* (10_000 << 32 &+ 1)) >> 32
    return Int(truncatingIfNeeded: number)
  }

  /// A time in the only form that a log holds; `nil` for any other value.
  @inline(__always)
  mutating func recordedTime() -> Timestamp? {
    let place = offset + 1
    guard byte(at: offset) == UInt8(ascii: "\""), byte(at: place + 24) == UInt8(ascii: "\""),
      let minute = pairs(at: place + 8, like: "00T00:00"),
      let second = pairs(at: place + 16, like: ":00.000Z"),
      let date = date(at: place), date.daysSinceEpoch >= 0,
      Self.pair(minute, 3) < 24, Self.pair(minute, 6) < 60, Self.pair(second, 1) < 60
    else { return nil }
    offset += 26
    let hours = Int(date.daysSinceEpoch) &* 24 &+ Self.pair(minute, 3)
    let seconds = (hours &* 60 &+ Self.pair(minute, 6)) &* 60 &+ Self.pair(second, 1)
    // The last digit stands before a letter, so that its pair is ten times what it is.
    let milliseconds = Self.pair(second, 4) &* 10 &+ Self.pair(second, 6) / 10
    return Timestamp(milliseconds: Int64(seconds &* 1000 &+ milliseconds))
  }
}

// MARK: - Each kind of value

extension PayloadValue where Self: InternedIdentifier {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Self {
    let first = reader.offset
    if let symbol = try reader.identifier(maximumLength: maximumLength) { return Self(symbol) }
    throw reader.refuseValue(from: first, "must be \(identifierForm(nounPhrase, maximumLength))")
  }
}

extension PayloadValue where Self: InternedText {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Self {
    let first = reader.offset
    if let symbol = try reader.identifier(maximumLength: 64) { return Self(symbol) }
    return try readText(&reader, from: first)
  }

  /// Reads one that is no identifier.
  @inline(never)
  private static func readText(
    _ reader: inout JSONReader, from first: Int
  ) throws(Mismatch) -> Self {
    reader.offset = first
    let (table, own) = (reader.symbols, reader.ownSymbols)
    let symbol = try unsafe reader.form(textForm(nounPhrase, maximumLength)) { bytes in
      unsafe Self.symbol(of: bytes) { unsafe table.intern($0, own) }
    }
    return Self(symbol)
  }
}

extension LocalDate {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> LocalDate {
    if reader.byte(at: reader.offset) == UInt8(ascii: "\""),
      let date = reader.date(at: reader.offset + 1),
      reader.byte(at: reader.offset + 11) == UInt8(ascii: "\"")
    {
      reader.offset += 12
      return date
    }
    return try unsafe reader.form("a date, YYYY-MM-DD") { unsafe LocalDate(bytes: $0) }
  }
}

extension TimeOfDay {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> TimeOfDay {
    let place = reader.offset + 1
    if reader.byte(at: place - 1) == UInt8(ascii: "\""),
      reader.byte(at: place + 2) == UInt8(ascii: ":"),
      reader.byte(at: place + 5) == UInt8(ascii: "\""),
      let time = TimeOfDay(
        hour: reader.twoDigits(at: place), minute: reader.twoDigits(at: place + 3))
    {
      reader.offset += 7
      return time
    }
    return try unsafe reader.form("a time of day, HH:mm") { unsafe TimeOfDay(bytes: $0) }
  }
}

extension Timestamp {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Timestamp {
    if let time = reader.recordedTime() { return time }
    reader.isInForm = false
    return try unsafe reader.form("an RFC 3339 time from 1970 to 9999") {
      unsafe Timestamp(bytes: $0)
    }
  }
}

extension Zone {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Zone {
    reader.isInForm = false
    let first = reader.offset
    if reader.byte(at: first) == UInt8(ascii: "\"") {
      let text = try reader.quotedText()
      if let zone = unsafe Zone(String(decoding: reader.bytes(text), as: UTF8.self)) { return zone }
    }
    throw reader.refuseWord(
      from: first, "a time zone of the IANA database, such as Europe/Amsterdam", Zone.mayBeNamed)
  }
}

extension Digest {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Digest {
    try unsafe reader.form("64 lower-case hexadecimal digits") { unsafe Digest(hex: $0) }
  }
}

extension PayloadValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Self {
    let first = reader.offset
    if reader.byte(at: first) == UInt8(ascii: "\"") {
      let text = try reader.quotedText()
      if let word = unsafe Self(rawValue: String(decoding: reader.bytes(text), as: UTF8.self)) {
        return word
      }
    }
    throw reader.refuseWord(from: first, "one of " + words.joined(separator: ", ")) { text in
      text.utf8.allSatisfy(isAlphanumeric)
    }
  }
}

extension Weekday {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Weekday {
    try unsafe reader.form("one of monday to sunday") {
      unsafe Weekday(name: String(decoding: $0, as: UTF8.self))
    }
  }
}

extension Bool {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Bool {
    if reader.skip("true") { return true }
    if reader.skip("false") { return false }
    throw reader.refuseValue(from: reader.offset, "must be true or false")
  }
}

extension Int {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Int {
    if let value = reader.wholeNumber() { return value }
    throw reader.refuseValue(
      from: reader.offset, "must be a whole number, written without fraction or exponent")
  }
}

extension Double {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> Double {
    // Another spelling of a number is only seen by writing it again.
    reader.isInForm = false
    let first = reader.offset
    let lead = reader.byte(at: first)
    guard lead == UInt8(ascii: "-") || lead &- 0x30 <= 9 else {
      throw reader.refuseValue(from: first, "must be a number")
    }
    let isInteger = try reader.skipNumber()
    guard
      let value = unsafe Double(
        String(decoding: reader.bytes(first..<reader.offset), as: UTF8.self))
    else { throw reader.refuseValue(from: first, "must be a number") }
    // I-JSON: an integer beyond these is not exact everywhere.
    if isInteger, value.magnitude > 9_007_199_254_740_991 {
      throw reader.refuseValue(from: first, "must be a number within ±9007199254740991")
    }
    return value
  }
}

extension FiniteNumber {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> FiniteNumber {
    let first = reader.offset
    let value = try Double.read(&reader)
    guard value.isFinite else { throw reader.refuseValue(from: first, "must be a finite number") }
    return FiniteNumber(value: value)
  }
}

extension JSONReader {
  /// Reads a string that has none of the characters that the flags stand for.
  @inline(__always)
  mutating func string(
    without flags: JSONText.Flags, _ exception: @autoclosure () -> String
  ) throws(Mismatch) -> String {
    let first = offset
    guard byte(at: first) == UInt8(ascii: "\"") else {
      throw refuseValue(from: first, "must be a text in quotes")
    }
    let text = try quotedText()
    if text.flags.isDisjoint(with: flags) { return string(text) }
    throw refuseValue(from: first, "must be free of control characters\(exception())")
  }
}

extension String {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> String {
    try reader.string(without: [.control, .lineControl], "")
  }
}

extension FreeText {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> FreeText {
    FreeText(text: try reader.string(without: .control, " other than LF and TAB"))
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> [Element] {
    guard reader.byte(at: reader.offset) == UInt8(ascii: "[") else {
      throw reader.refuseValue(from: reader.offset, "must be a list")
    }
    reader.offset += 1
    reader.skipWhitespace()
    if reader.skip("]") { return [] }
    var elements: [Element] = []
    while true {
      reader.skipWhitespace()
      elements.append(try Element.read(&reader))
      reader.skipWhitespace()
      if reader.skip("]") { return elements }
      try reader.expect(",")
    }
  }
}
