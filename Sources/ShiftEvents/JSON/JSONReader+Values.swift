// Values that many members have, where they stand.

extension JSONReader {
  /// Refuses the value that begins at a place.
  @inline(never)
  mutating func refuseValue(
    from first: Int, _ message: @autoclosure () -> String
  ) -> Surprise {
    if object == nil { return Surprise() }
    offset = first
    // The grammar of an indexed object was checked.
    _ = try? skipValue(nesting: 0)
    return refuse(first..<offset, message())
  }

  /// Reads a string that is written in a form of its own (a date, a word …).
  mutating func form<Value>(
    _ expectation: @autoclosure () -> String, _ parse: (UnsafeRawBufferPointer) -> Value?
  ) throws(Surprise) -> Value {
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
  ) throws(Surprise) -> JSONText {
    let first = offset
    if byte(at: first) == UInt8(ascii: "\"") {
      let text = try quotedText()
      if unsafe hasForm(bytes(text)) { return text }
    }
    throw refuseValue(from: first, "must be \(expectation())")
  }

  /// Reads a string that is an identifier, in the table of the process; `nil` for any other value.
  @inline(__always)
  mutating func identifier(maximumLength: Int) throws(Surprise) -> Symbol? {
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

  /// The symbol of a text that is an identifier.
  @inline(__always)
  func admit(_ text: JSONText) -> Symbol? {
    if unsafe borrowed != nil { return borrow(text) }
    return unsafe symbols.admit(bytes(text))
  }

  @inline(never)
  private func borrow(_ text: JSONText) -> Symbol? { unsafe borrowed?.admit(bytes(text)) }

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

  /// A decimal number of at most fifteen digits in its only form: its digits and the power of ten
  /// are exact, so one division rounds it right (W. D. Clinger, "How to Read Floating Point Numbers
  /// Accurately", 1990). `nil` for any other value.
  mutating func decimal() -> Double? {
    let isNegative = byte(at: offset) == UInt8(ascii: "-")
    var place = isNegative ? offset + 1 : offset
    let first = place
    var (value, decimals, power) = (0, 0, 1)
    while byte(at: place) &- 0x30 <= 9, place - first < 6 {
      value = value * 10 + Int(byte(at: place) &- 0x30)
      place += 1
    }
    guard place > first, place - first == 1 || byte(at: first) != UInt8(ascii: "0"),
      !(isNegative && value == 0)
    else { return nil }
    if byte(at: place) == UInt8(ascii: ".") {
      place += 1
      while byte(at: place) &- 0x30 <= 9, decimals < 9 {
        value = value * 10 + Int(byte(at: place) &- 0x30)
        power *= 10
        decimals += 1
        place += 1
      }
      // A last zero, or what is written with an exponent, is another spelling of the number.
      guard decimals > 0, value % 10 != 0, value >= power / 1_000_000 else { return nil }
    }
    guard byte(at: place) == UInt8(ascii: ",") || byte(at: place) == UInt8(ascii: "}") else {
      return nil
    }
    offset = place
    return Double(value) / Double(power) * (isNegative ? -1 : 1)
  }

  // MARK: - Dates and times

  /// Two decimal digits at a place; more than 99 where they are none.
  @inline(__always)
  func twoDigits(at place: Int) -> Int {
    let (tens, ones) = (byte(at: place) &- 0x30, byte(at: place + 1) &- 0x30)
    return tens <= 9 && ones <= 9 ? Int(tens) &* 10 &+ Int(ones) : 1 << 20
  }

  /// `YYYY-MM-DD` at a place.
  @inline(__always)
  func date(at place: Int) -> LocalDate? {
    guard byte(at: place + 4) == UInt8(ascii: "-"), byte(at: place + 7) == UInt8(ascii: "-") else {
      return nil
    }
    return LocalDate(
      year: twoDigits(at: place) &* 100 &+ twoDigits(at: place + 2),
      month: twoDigits(at: place + 5), day: twoDigits(at: place + 8))
  }

  /// A time in the only form that a log holds; `nil` for any other value.
  @inline(__always)
  mutating func recordedTime() -> Timestamp? {
    let place = offset + 1
    let (hour, minute) = (twoDigits(at: place + 11), twoDigits(at: place + 14))
    let (second, hundredth) = (twoDigits(at: place + 17), twoDigits(at: place + 20))
    let thousandth = byte(at: place + 22) &- 0x30
    guard byte(at: offset) == UInt8(ascii: "\""), byte(at: place + 10) == UInt8(ascii: "T"),
      byte(at: place + 13) == UInt8(ascii: ":"), byte(at: place + 16) == UInt8(ascii: ":"),
      byte(at: place + 19) == UInt8(ascii: "."), byte(at: place + 23) == UInt8(ascii: "Z"),
      byte(at: place + 24) == UInt8(ascii: "\""), hour < 24, minute < 60, second < 60,
      hundredth < 100, thousandth <= 9, let date = date(at: place), date.daysSinceEpoch >= 0
    else { return nil }
    offset += 26
    let seconds = ((Int(date.daysSinceEpoch) &* 24 &+ hour) &* 60 &+ minute) &* 60 &+ second
    return Timestamp(
      milliseconds: Int64(seconds &* 1000 &+ hundredth &* 10 &+ Int(thousandth)))
  }
}

// MARK: - Each kind of value

extension PayloadValue where Self: SymbolIdentifier {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Self {
    let first = reader.offset
    if let symbol = try reader.identifier(maximumLength: maximumLength) { return Self(symbol) }
    throw reader.refuseValue(from: first, "must be \(identifierForm(noun, maximumLength))")
  }
}

extension LocalDate {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Surprise) -> LocalDate {
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
  static func read(_ reader: inout JSONReader) throws(Surprise) -> TimeOfDay {
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
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Timestamp {
    if let time = reader.recordedTime() { return time }
    reader.isInForm = false
    return try unsafe reader.form("an RFC 3339 time from 1970 to 9999") {
      unsafe Timestamp(bytes: $0)
    }
  }
}

extension Zone {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Zone {
    reader.isInForm = false
    return try unsafe reader.form("a time zone of the IANA database, such as Europe/Amsterdam") {
      unsafe Zone(String(decoding: $0, as: UTF8.self))
    }
  }
}

extension Digest {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Digest {
    try unsafe reader.form("64 lower-case hexadecimal digits") { unsafe Digest(hex: $0) }
  }
}

extension PayloadValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Self {
    try unsafe reader.form("one of " + allCases.map(\.rawValue).joined(separator: ", ")) {
      unsafe Self(rawValue: String(decoding: $0, as: UTF8.self))
    }
  }
}

extension Weekday {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Weekday {
    try unsafe reader.form("one of monday to sunday") {
      unsafe Weekday(name: String(decoding: $0, as: UTF8.self))
    }
  }
}

extension Bool {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Bool {
    if reader.skip("true") { return true }
    if reader.skip("false") { return false }
    throw reader.refuseValue(from: reader.offset, "must be true or false")
  }
}

extension Int {
  @inline(__always)
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Int {
    if let value = reader.wholeNumber() { return value }
    throw reader.refuseValue(
      from: reader.offset, "must be a whole number, written without fraction or exponent")
  }
}

extension Double {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> Double {
    if let value = reader.decimal() { return value }
    reader.isInForm = false
    let first = reader.offset
    let lead = reader.byte(at: first)
    guard lead == UInt8(ascii: "-") || lead &- 0x30 <= 9 else {
      throw reader.refuseValue(from: first, "must be a number")
    }
    if try reader.skipNumber() {
      reader.offset = first
      return Double(try Int.read(&reader))
    }
    guard
      let value = unsafe Double(
        String(decoding: reader.bytes(first..<reader.offset), as: UTF8.self))
    else { throw reader.refuseValue(from: first, "must be a number") }
    return value
  }
}

extension FiniteNumber {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> FiniteNumber {
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
  ) throws(Surprise) -> String {
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
  static func read(_ reader: inout JSONReader) throws(Surprise) -> String {
    try reader.string(without: [.control, .lineControl], "")
  }
}

extension FreeText {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> FreeText {
    FreeText(text: try reader.string(without: .control, " other than LF and TAB"))
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  static func read(_ reader: inout JSONReader) throws(Surprise) -> [Element] {
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
