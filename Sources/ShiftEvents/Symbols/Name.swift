/// A name that stands for itself: a place, a label of a shift, a skill. It is a text of 1 to 64 characters and names
/// nothing that must exist.
public struct Name: InternedText, BitwiseCopyable {
  package static var noun: String { "name" }
  package static var nounPhrase: String { "a name" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// The title of a shift, which says what the work is called: a text of 1 to 80 characters.
public struct Title: InternedText, BitwiseCopyable {
  package static var noun: String { "title" }
  package static var nounPhrase: String { "a title" }
  package static var maximumLength: Int { 80 }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A text of one line that is kept among the identifiers: no control character, no blank at either end, no two blanks
/// in a row, none of `;` `"` `\`. Its length counts code points. A log has it as it was recorded; a submission must have
/// the form of `PlainText`, too. Texts are compared in Unicode's normal form C.
package protocol InternedText: InternedIdentifier {}

extension InternedText {
  /// The text in Unicode's normal form C, if the process knows it already.
  public init?(known text: String) {
    let symbol = unsafe text.inNFC.withBytes {
      unsafe Self.symbol(of: $0) { unsafe Interner.shared.known($0) }
    }
    guard let symbol else { return nil }
    self.init(symbol)
  }

  /// The text in Unicode's normal form C.
  package init?(_ text: String, askedIn question: ProvisionalIDs?) {
    let symbol = unsafe text.inNFC.withBytes {
      unsafe Self.symbol(of: $0) { unsafe Interner.shared.intern($0, question) }
    }
    guard let symbol else { return nil }
    self.init(symbol)
  }

  /// The same in Unicode's normal form C: rules compare it, and rows have it, however it was recorded.
  package var inNFC: Self {
    if isComposed { return self }
    // Most are in that form, also those of a submission that may be refused: they add nothing to the table.
    let text = description
    return text.inNFC.utf8.elementsEqual(text.utf8) ? self : Self(text) ?? self
  }

  /// True of a text that has only characters which are in that form wherever they stand.
  var isComposed: Bool {
    let form = unsafe Interner.shared.texts[symbol]
    guard let first = unsafe form.first, first >= KeptText.wide else { return true }
    return unsafe first == KeptText.narrow && form.dropFirst().allSatisfy { $0 < 0xCC }
  }

  /// The text itself.
  public var description: String { String { Interner.shared.appendPlainText(of: symbol, to: &$0) } }

  /// Byte order of the texts.
  public static func < (first: Self, second: Self) -> Bool {
    first.symbolIndex != second.symbolIndex
      && first.description.utf8.lexicographicallyPrecedes(second.description.utf8)
  }

  /// Returns the symbol that `intern` gives for a text; `nil` where the text has another form.
  static func symbol(
    of bytes: UnsafeRawBufferPointer, _ intern: (UnsafeRawBufferPointer) -> InternedID?
  ) -> InternedID? {
    if unsafe isIdentifier(bytes, maximumLength: min(maximumLength, 64)) {
      return unsafe intern(bytes)
    }
    guard unsafe KeptText.hasLength(bytes, maximumLength) else { return nil }
    let kept = unsafe KeptText.form(of: bytes)
    return unsafe kept.withUnsafeBytes { kept in
      // One that is there has been looked at.
      if let symbol = unsafe Interner.shared.permanent(kept) { return symbol }
      return unsafe KeptText.isPlain(bytes) ? intern(kept) : nil
    }
  }
}

/// The form in which the table of symbols keeps a text that is no identifier.
///
///     ┌──────┬──────────────────┐   ┌──────┬────────────────────────────────────┐
///     │ 0xFF │ UTF-8, up to 254 │   │ 0xFE │ three bytes a code point, up to 80 │
///     └──────┴──────────────────┘   └──────┴────────────────────────────────────┘
///
/// No UTF-8 begins with these bytes, so that nothing that is read as an identifier ever finds it.
enum KeptText {
  fileprivate static let narrow: UInt8 = 0xFF
  fileprivate static let wide: UInt8 = 0xFE
  private static let longestNarrow = 254

  /// Returns `true` if a text has at least one code point and at most so many.
  static func hasLength(_ bytes: UnsafeRawBufferPointer, _ most: Int) -> Bool {
    if unsafe bytes.isEmpty || bytes.count > 4 * most { return false }
    return unsafe bytes.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } <= most
  }

  /// Returns `true` if all characters may stand where they do.
  static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let blank: Unicode.Scalar = " "
    var last = blank
    for scalar in unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: return false
      case let value where value & 0xFFFE == 0xFFFE: return false
      default: break
      }
      if scalar == ";" || scalar == "\"" || scalar == "\\" { return false }
      if scalar == blank, last == blank { return false }
      last = scalar
    }
    return last != blank
  }

  static func form(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if bytes.count <= longestNarrow { return unsafe [narrow] + bytes }
    var form = [wide]
    for scalar in unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars {
      for shift: UInt32 in [16, 8, 0] {
        form.append(UInt8(truncatingIfNeeded: scalar.value >> shift))
      }
    }
    return form
  }

  /// Appends the text of a form; an identifier is its own.
  static func append(_ form: UnsafeRawBufferPointer, to buffer: inout some ByteSink) {
    switch unsafe form.first {
    case narrow: unsafe buffer.append(bytes: UnsafeRawBufferPointer(rebasing: form.dropFirst()))
    case wide:
      for place in stride(from: 1, to: form.count, by: 3) {
        let value = unsafe form[place..<place + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        for byte in Unicode.Scalar(value).flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter {
          buffer.append(byte)
        }
      }
    default: unsafe buffer.append(bytes: form)
    }
  }

  /// Returns `true` if a snapshot may hold the form: it is that of a text, and not that of an identifier.
  static func isForm(_ form: UnsafeRawBufferPointer) -> Bool {
    guard let first = unsafe form.first, first >= wide, first == narrow || form.count % 3 == 1
    else { return false }
    var text: [UInt8] = []
    unsafe append(form, to: &text)
    return unsafe text.withUnsafeBytes { text in
      unsafe hasLength(text, Title.maximumLength) && isPlain(text)
        && !isIdentifier(text, maximumLength: 64) && KeptText.form(of: text).elementsEqual(form)
    }
  }
}

extension Interner {
  /// Appends the text behind a symbol, also of one that is no identifier.
  func appendPlainText(of symbol: InternedID, to buffer: inout some ByteSink) {
    unsafe KeptText.append(texts[symbol], to: &buffer)
  }
}
