// How each kind of value stands in a canonical line. Kinds without a fast way have none here.

extension JSONReadable {
  static func readCanonical(_: inout CanonicalReader) throws(NotCanonical) -> Self {
    throw NotCanonical()
  }
}

extension PayloadValue where Self: Identifier {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Self {
    Self(try reader.identifier(maximumLength: maximumLength))
  }
}

extension CanonicalReader {
  /// A string that is an identifier, in the table of the process.
  @inline(__always)
  mutating func identifier(maximumLength: Int) throws(NotCanonical) -> Symbol {
    let text = try plainString()
    guard text.count <= maximumLength else { throw NotCanonical() }
    if let symbol = repeated(text) { return symbol }
    let symbol = try admit(text)
    last = (text, symbol)
    return symbol
  }

  /// The symbol of a text that is an identifier.
  @inline(__always)
  func admit(_ text: Range<Int>) throws(NotCanonical) -> Symbol {
    let found =
      if let borrowed = unsafe borrowed { unsafe borrowed.admit(bytes(text)) } else {
        unsafe SymbolTable.shared.admit(bytes(text))
      }
    guard let symbol = found else { throw NotCanonical() }
    return symbol
  }

  /// Two decimal digits at a place; more than 99 where they are none.
  @inline(__always)
  func twoDigits(at place: Int) -> Int {
    let (tens, ones) = (byte(at: place) &- 0x30, byte(at: place + 1) &- 0x30)
    return tens <= 9 && ones <= 9 ? Int(tens) &* 10 &+ Int(ones) : 1 << 20
  }

  /// `YYYY-MM-DD` at a place.
  @inline(__always)
  func date(at place: Int) -> LocalDate? {
    guard let pairs = pairs(at: place, like: "0000-00-") else { return nil }
    return date(pairs, day: twoDigits(at: place + 8))
  }

  @inline(__always)
  private func date(_ pairs: UInt64, day: Int) -> LocalDate? {
    LocalDate(
      year: Self.pair(pairs, 0) &* 100 &+ Self.pair(pairs, 2), month: Self.pair(pairs, 5), day: day)
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

  /// The only form of a time that a log holds.
  @inline(__always)
  mutating func recordedTime() throws(NotCanonical) -> Timestamp {
    let place = offset + 1
    guard byte(at: offset) == UInt8(ascii: "\""), byte(at: place + 24) == UInt8(ascii: "\""),
      let month = pairs(at: place, like: "0000-00-"),
      let minute = pairs(at: place + 8, like: "00T00:00"),
      let second = pairs(at: place + 16, like: ":00.000Z"),
      let date = date(month, day: Self.pair(minute, 0)), date.daysSinceEpoch >= 0,
      Self.pair(minute, 3) < 24, Self.pair(minute, 6) < 60, Self.pair(second, 1) < 60
    else { throw NotCanonical() }
    advance(by: 26)
    let hours = Int(date.daysSinceEpoch) &* 24 &+ Self.pair(minute, 3)
    let seconds = (hours &* 60 &+ Self.pair(minute, 6)) &* 60 &+ Self.pair(second, 1)
    // The last digit stands before a letter, so that its pair is ten times what it is.
    let milliseconds = Self.pair(second, 4) &* 10 &+ Self.pair(second, 6) / 10
    return Timestamp(milliseconds: Int64(seconds &* 1000 &+ milliseconds))
  }

  /// Decimal digits, at most `limit`, without leading zeros.
  @inline(__always)
  mutating func digits(atMost limit: Int) throws(NotCanonical) -> Int {
    let first = offset
    var value = 0
    while true {
      let digit = byte(at: offset) &- 0x30
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int(digit)
      advance(by: 1)
      guard offset - first <= limit else { throw NotCanonical() }
    }
    guard offset > first, offset - first == 1 || byte(at: first) != UInt8(ascii: "0") else {
      throw NotCanonical()
    }
    return value
  }
}

extension LocalDate {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> LocalDate {
    guard reader.byte(at: reader.offset) == UInt8(ascii: "\""),
      let date = reader.date(at: reader.offset + 1),
      reader.byte(at: reader.offset + 11) == UInt8(ascii: "\"")
    else { throw NotCanonical() }
    reader.advance(by: 12)
    return date
  }
}

extension TimeOfDay {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> TimeOfDay {
    let place = reader.offset + 1
    guard reader.byte(at: place - 1) == UInt8(ascii: "\""),
      reader.byte(at: place + 2) == UInt8(ascii: ":"),
      reader.byte(at: place + 5) == UInt8(ascii: "\""),
      let time = TimeOfDay(
        hour: reader.twoDigits(at: place), minute: reader.twoDigits(at: place + 3))
    else { throw NotCanonical() }
    reader.advance(by: 7)
    return time
  }
}

extension Timestamp {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Timestamp {
    try reader.recordedTime()
  }
}

extension Bool {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Bool {
    if reader.skip("true") { return true }
    try reader.expect("false")
    return false
  }
}

extension Int {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Int {
    try reader.digits(atMost: 15)
  }
}

extension FiniteNumber {
  /// 1e-6 in units of the last decimal.
  private static let powersOfMillionth = [0, 1, 1, 1, 1, 1, 1, 10, 100, 1000]
  private static let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// A decimal number of at most fifteen digits: its digits and the power of ten are exact, so one
  /// division rounds it right (W. D. Clinger, "How to Read Floating Point Numbers Accurately", 1990).
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> FiniteNumber {
    let isNegative = reader.skip("-")
    var value = try reader.digits(atMost: 6)
    var decimals = 0
    // Strictly read, "-0" is a whole number, and those have no sign at zero.
    if isNegative && value == 0 { throw NotCanonical() }
    guard reader.skip(".") else {
      return FiniteNumber(value: Double(value) * (isNegative ? -1 : 1))
    }
    while decimals < 9, reader.byte(at: reader.offset) &- 0x30 <= 9 {
      value = value * 10 + Int(reader.byte(at: reader.offset) &- 0x30)
      decimals += 1
      reader.advance(by: 1)
    }
    let next = reader.byte(at: reader.offset)
    // A last zero, or what is written with an exponent, is another spelling of the number.
    guard decimals > 0, value % 10 != 0, value >= powersOfMillionth[decimals],
      next == UInt8(ascii: ",") || next == UInt8(ascii: "}")
    else { throw NotCanonical() }
    return FiniteNumber(value: Double(value) / powersOfTen[decimals] * (isNegative ? -1 : 1))
  }
}

extension String {
  @inline(__always)
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> String {
    unsafe String(decoding: reader.bytes(try reader.plainString()), as: UTF8.self)
  }
}

extension FreeText {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> FreeText {
    FreeText(text: try String.readCanonical(&reader))
  }
}

extension PayloadValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Self {
    guard let value = Self(rawValue: try String.readCanonical(&reader)) else {
      throw NotCanonical()
    }
    return value
  }
}

extension Weekday {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Weekday {
    guard let weekday = Weekday(name: try String.readCanonical(&reader)) else {
      throw NotCanonical()
    }
    return weekday
  }
}

extension CurrencyCode {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> CurrencyCode {
    guard let code = CurrencyCode(try String.readCanonical(&reader)) else { throw NotCanonical() }
    return code
  }
}

extension Digest {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> Digest {
    guard let digest = unsafe Digest(hex: reader.bytes(try reader.plainString())) else {
      throw NotCanonical()
    }
    return digest
  }
}

extension Array where Element: JSONReadable {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> [Element] {
    try reader.expect("[")
    if reader.skip("]") { return [] }
    var elements = [try Element.readCanonical(&reader)]
    while reader.skip(",") { elements.append(try Element.readCanonical(&reader)) }
    try reader.expect("]")
    return elements
  }
}
