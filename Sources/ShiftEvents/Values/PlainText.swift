#if canImport(Darwin)
  internal import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

/// Combining marks in a row, which Unicode puts in order wherever a text is compared, hashed or composed. That takes the
/// square of their number: a text of a client has so many at most. Text that people write has fewer than Unicode's own
/// limit, which is 30 (UAX #15, Stream-Safe Text Format).
package enum CombiningMarks {
  static let limit = 100
  package static let tooMany = "more than \(limit) combining marks in a row"
  /// The first code point that may be one.
  static let first: UInt32 = 0x300

  static func has(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= first && scalar.properties.canonicalCombiningClass != .notReordered
  }

  /// Returns `true` if a text has more of them in a row than a client's may have.
  package static func areTooMany(in text: String) -> Bool {
    var count = 0
    return text.unicodeScalars.contains { scalar in
      count = has(scalar) ? count + 1 : 0
      return count > limit
    }
  }
}

extension String {
  /// The text in Unicode's normal form C, so that two texts that look alike have the same bytes; with too many marks in a
  /// row the text as it is.
  package var inNFC: String {
    // Nothing below U+0300 is composed with what stands before it, and most texts have nothing else.
    if utf8.allSatisfy({ $0 < 0xCC }) || CombiningMarks.areTooMany(in: self) { return self }
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      var text = ""
      for scalar in _nfc { text.unicodeScalars.append(scalar) }
      return text
    #endif
  }

  /// The text with another in place of each such scalar, also of one that a mark is combined with.
  package func replacingEach(_ scalar: Unicode.Scalar, with other: String) -> String {
    var text = ""
    for next in unicodeScalars {
      if next == scalar { text += other } else { text.unicodeScalars.append(next) }
    }
    return text
  }
}

/// The form of a text that people write and rules compare.
package enum PlainText: Sendable {
  /// A name or a title: blanks stand between words, one at a time.
  case name
  /// A sentence, in which blanks may stand anywhere.
  case sentence

  /// Returns what a submitted text must be; `nil` where it is that.
  func demand(of text: String) -> String? {
    let blank: Unicode.Scalar = " "
    var before: Unicode.Scalar?
    // The character before a joiner.
    var joined: Unicode.Scalar?
    // True behind a digit and a selector.
    var needsKeycap = false
    // Joiners are kept between two other characters.
    func isJoiner(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { (0x200C...0x200D).contains($0.value) } ?? true
    }
    for scalar in text.unicodeScalars {
      if needsKeycap, scalar.value != 0x20E3 { return Self.unseen(before) }
      needsKeycap = false
      if let first = joined, !isJoiner(scalar), Self.isUnjoined(first), Self.isUnjoined(scalar) {
        return Self.joinerBetween
      }
      joined = nil
      if scalar == blank {
        if before == nil, self == .name { return Self.noBlankAtEnds }
        if before == blank, self == .name { return "must not have two blanks in a row" }
      } else if isJoiner(scalar) {
        if isJoiner(before) { return Self.joinerBetween }
        joined = before
      } else if scalar.value >= 0x7F || scalar.value < 0x20 {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator:
          return Self.unseen(scalar)
        default:
          guard scalar.value == 0x2800 || scalar.properties.isDefaultIgnorableCodePoint else {
            break
          }
          needsKeycap =
            scalar.value == 0xFE0F
            && before.map { "#*0123456789".unicodeScalars.contains($0) } == true
          if !needsKeycap, !Self.selects(scalar, before) { return Self.unseen(scalar) }
        }
      }
      before = scalar
    }
    if needsKeycap { return Self.unseen(before) }
    if before == blank, self == .name { return Self.noBlankAtEnds }
    if before != nil, isJoiner(before) { return Self.joinerBetween }
    if !text.inNFC.utf8.elementsEqual(text.utf8) {
      return "must be in NFC, the composed form of Unicode"
    }
    return nil
  }

  /// Returns `true` if a character that is not seen itself chooses the form of the one before it.
  private static func selects(_ scalar: Unicode.Scalar, _ before: Unicode.Scalar?) -> Bool {
    guard let before, before.value >= 0x80 else { return false }
    switch scalar.value {
    case 0xFE0E...0xFE0F: return before.properties.isEmoji
    case 0xFE00...0xFE0D, 0xE0100...0xE01EF: return before.properties.isIdeographic
    // Mongolian letters.
    case 0x180B...0x180D, 0x180F: return (0x1800...0x18AF).contains(before.value)
    default: return false
    }
  }

  private static func unseen(_ scalar: Unicode.Scalar?) -> String {
    let digits = String(scalar?.value ?? 0, radix: 16, uppercase: true)
    return "must not have the character U+"
      + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      + ", which cannot be seen; a blank is U+0020"
  }

  private static let noBlankAtEnds = "must not have a blank at either end"
  private static let joinerBetween =
    "must have U+200C and U+200D between two other characters alone, of which one is of a script that joins letters"

  /// True of Latin, Greek, Cyrillic and their marks: between those nobody would see a joiner.
  private static func isUnjoined(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x590 || (0x1E00...0x1FFF).contains(scalar.value)
  }
}
