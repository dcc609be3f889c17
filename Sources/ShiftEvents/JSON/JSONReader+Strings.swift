// Strings: sixteen bytes at a time, and one way apart for those that have anything unusual.

extension JSONReader {
  /// The first place from `place` on where no plain character of a string stands: a quote, a
  /// backslash, DEL, a control character or a byte beyond ASCII.
  @inline(__always)
  func stop(from place: Int) -> Int {
    var place = place
    while true {
      // As signed numbers, control characters and bytes beyond ASCII are less than a space.
      let bytes = signed(at: place)
      let low = bytes .< SIMD16<Int8>(repeating: 0x20)
      let quote = bytes .== SIMD16<Int8>(repeating: 0x22)
      let backslash = bytes .== SIMD16<Int8>(repeating: 0x5C)
      let delete = bytes .== SIMD16<Int8>(repeating: 0x7F)
      if let first = Self.first(low .| quote .| backslash .| delete) { return place + first }
      place += 16
    }
  }

  // Masks are joined as masks: `|` of vectors is a loop over their bytes in a debug build.
  typealias Mask = SIMDMask<SIMD16<Int8>>

  /// The first byte that a mask has.
  @inline(__always)
  static func first(_ bytes: Mask) -> Int? {
    let halves = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    if halves[0] != 0 { return halves[0].trailingZeroBitCount / 8 }
    if halves[1] != 0 { return 8 + halves[1].trailingZeroBitCount / 8 }
    return nil
  }

  /// Each byte that is none from `first` to `last`, which are ASCII.
  @inline(__always)
  static func isOther(
    _ bytes: SIMD16<Int8>, _ first: Unicode.Scalar, _ last: Unicode.Scalar
  ) -> Mask {
    bytes .< SIMD16<Int8>(repeating: Int8(UInt8(ascii: first)))
      .| bytes .> SIMD16<Int8>(repeating: Int8(UInt8(ascii: last)))
  }

  @inline(__always)
  mutating func quotedText() throws(Mismatch) -> JSONText {
    guard byte(at: offset) == UInt8(ascii: "\"") else { throw Mismatch() }
    offset += 1
    return try plainText()
  }

  /// The same, with the first quote already behind.
  @inline(__always)
  mutating func plainText() throws(Mismatch) -> JSONText {
    let first = offset
    let end = stop(from: first)
    guard byte(at: end) == UInt8(ascii: "\"") else { return try unusualText(first, stop: end) }
    offset = end + 1
    return JSONText(offset: first, count: end - first)
  }

  /// Reads on where a string has an escape, a character beyond ASCII or a control character.
  @inline(never)
  private mutating func unusualText(_ first: Int, stop: Int) throws(Mismatch) -> JSONText {
    var flags: JSONText.Flags = .unusual
    marks.count = 0
    // The beginning of the unescaped text, and of the part of the string that is not in it yet.
    var copied = 0
    var rest = first
    var place = stop
    while true {
      guard place < text.upperBound else { throw syntax(place, "the string is not closed") }
      switch byte(at: place) {
      case UInt8(ascii: "\""):
        offset = place + 1
        guard flags.contains(.escaped) else {
          return JSONText(offset: first, count: place - first, flags: flags)
        }
        unescape(rest..<place)
        return JSONText(offset: copied, count: unescapedCount - copied, flags: flags)
      case UInt8(ascii: "\\"):
        if flags.insert(.escaped).inserted {
          makeRoomForUnescaped()
          copied = unescapedCount
        }
        unescape(rest..<place)
        place = try unescape(at: place, &flags)
        rest = place
      case 0x00...0x1F: throw syntax(place, "a control character must be escaped in a string")
      case 0x7F:
        flags.insert(.control)
        place += 1
      default: place = try passMultibyte(at: place, &flags)
      }
      place = self.stop(from: place)
    }
  }

  // MARK: - Escapes

  /// Takes in the character of the escape at a place; returns the place behind it.
  private mutating func unescape(
    at place: Int, _ flags: inout JSONText.Flags
  ) throws(Mismatch) -> Int {
    guard place + 1 < text.upperBound else { throw syntax(place + 1, "the string is not closed") }
    let letter = byte(at: place + 1)
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): unescape(letter)
    case UInt8(ascii: "/"):
      isInForm = false
      unescape(letter)
    case UInt8(ascii: "n"): unescape(0x0A)
    case UInt8(ascii: "t"): unescape(0x09)
    case UInt8(ascii: "b"): unescape(0x08)
    case UInt8(ascii: "f"): unescape(0x0C)
    case UInt8(ascii: "r"): unescape(0x0D)
    case UInt8(ascii: "u"): return try unescapeUnicode(at: place, &flags)
    default: throw syntax(place, "there is no such escape")
    }
    if letter == UInt8(ascii: "n") || letter == UInt8(ascii: "t") { flags.insert(.lineControl) }
    if [UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "r")].contains(letter) {
      flags.insert(.control)
    }
    return place + 2
  }

  private mutating func unescapeUnicode(
    at place: Int, _ flags: inout JSONText.Flags
  ) throws(Mismatch) -> Int {
    // Some control characters have no other form; the check of the form looks at these again.
    isInForm = false
    var scalar = try fourHexDigits(at: place + 2)
    var end = place + 6
    if (0xD800...0xDBFF).contains(scalar), end + 1 < text.upperBound,
      byte(at: end) == UInt8(ascii: "\\"), byte(at: end + 1) == UInt8(ascii: "u")
    {
      let low = try fourHexDigits(at: end + 2)
      guard (0xDC00...0xDFFF).contains(low) else { throw syntax(place, "half of a surrogate pair") }
      scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      end += 6
    }
    try check(scalar, at: place, end, &flags)
    for byte in UTF8.encode(Unicode.Scalar(scalar)!)! { unescape(byte) }
    return end
  }

  private mutating func fourHexDigits(at place: Int) throws(Mismatch) -> UInt32 {
    var value: UInt32 = 0
    for place in place..<place + 4 {
      guard place < text.upperBound, let digit = hexDigitValue(byte(at: place)) else {
        throw syntax(place, "expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  // MARK: - Characters beyond ASCII

  /// Passes over one character of two to four bytes (Table 3-7 of the Unicode standard).
  private mutating func passMultibyte(
    at place: Int, _ flags: inout JSONText.Flags
  ) throws(Mismatch) -> Int {
    let lead = byte(at: place)
    let length: Int
    var scalar: UInt32
    switch lead {
    case 0xC2...0xDF: (length, scalar) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, scalar) = (3, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, scalar) = (4, UInt32(lead & 0x07))
    default: throw syntax(place, "this byte is not UTF-8")
    }
    guard place + length <= text.upperBound else { throw syntax(place, "this byte is not UTF-8") }
    for index in place + 1..<place + length {
      let byte = byte(at: index)
      guard byte & 0xC0 == 0x80 else { throw syntax(place, "this byte is not UTF-8") }
      scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let shortest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= shortest, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar) else {
      throw syntax(place, "this byte is not UTF-8")
    }
    try check(scalar, at: place, place + length, &flags)
    return place + length
  }

  private mutating func check(
    _ scalar: UInt32, at place: Int, _ end: Int, _ flags: inout JSONText.Flags
  ) throws(Mismatch) {
    if boundsMarks, judgesTexts, scalar >= CombiningMarks.first { try count(scalar, place, end) }
    switch scalar {
    case 0x09, 0x0A: flags.insert(.lineControl)
    case 0x00...0x1F, 0x7F...0x9F: flags.insert(.control)
    case 0xD800...0xDFFF: throw syntax(place, "half of a surrogate pair")
    case 0xFDD0...0xFDEF: throw syntax(place, "a Unicode noncharacter")
    default: if scalar & 0xFFFE == 0xFFFE { throw syntax(place, "a Unicode noncharacter") }
    }
  }

  /// Counts a combining mark behind others.
  private mutating func count(_ scalar: UInt32, _ place: Int, _ end: Int) throws(Mismatch) {
    guard let scalar = Unicode.Scalar(scalar), CombiningMarks.has(scalar) else { return }
    marks = (place == marks.end ? marks.count + 1 : 1, end)
    if marks.count > CombiningMarks.limit { throw syntax(place, CombiningMarks.tooMany) }
  }
}

func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
