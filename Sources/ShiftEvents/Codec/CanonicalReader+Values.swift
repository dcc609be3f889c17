// How each kind of value stands in a canonical line. Kinds without a fast way have none here.

extension PayloadValue {
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
    guard byte(at: place + 4) == UInt8(ascii: "-"), byte(at: place + 7) == UInt8(ascii: "-") else {
      return nil
    }
    return LocalDate(
      year: twoDigits(at: place) &* 100 &+ twoDigits(at: place + 2),
      month: twoDigits(at: place + 5), day: twoDigits(at: place + 8))
  }

  /// The only form of a time that a log holds.
  @inline(__always)
  mutating func recordedTime() throws(NotCanonical) -> Timestamp {
    let place = offset + 1
    guard byte(at: offset) == UInt8(ascii: "\""), let date = date(at: place),
      byte(at: place + 10) == UInt8(ascii: "T"), byte(at: place + 13) == UInt8(ascii: ":"),
      byte(at: place + 16) == UInt8(ascii: ":"), byte(at: place + 19) == UInt8(ascii: "."),
      byte(at: place + 23) == UInt8(ascii: "Z"), byte(at: place + 24) == UInt8(ascii: "\"")
    else { throw NotCanonical() }
    let (hour, minute) = (twoDigits(at: place + 11), twoDigits(at: place + 14))
    let (second, hundredths) = (twoDigits(at: place + 17), twoDigits(at: place + 20))
    let last = byte(at: place + 22) &- 0x30
    guard date.daysSinceEpoch >= 0, hour < 24, minute < 60, second < 60, hundredths < 100, last <= 9
    else { throw NotCanonical() }
    advance(by: 26)
    let minutes = Int64(date.daysSinceEpoch) &* 1440 &+ Int64(hour &* 60 &+ minute)
    let thousandths = Int64(hundredths &* 10) &+ Int64(last)
    return Timestamp(milliseconds: (minutes &* 60 &+ Int64(second)) &* 1000 &+ thousandths)
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

extension Array where Element: PayloadValue {
  static func readCanonical(_ reader: inout CanonicalReader) throws(NotCanonical) -> [Element] {
    try reader.expect("[")
    if reader.skip("]") { return [] }
    var elements = [try Element.readCanonical(&reader)]
    while reader.skip(",") { elements.append(try Element.readCanonical(&reader)) }
    try reader.expect("]")
    return elements
  }
}
