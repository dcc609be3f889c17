/// One value of a scanned JSON text: where it stands and what it is.
///
/// Tokens lie in the order of the text. Inside an object, keys and values alternate; `next` leads
/// over everything that a value contains.
struct JSONToken {
  enum Kind: UInt8 {
    case object, array, string, integer, fraction, `true`, `false`, null
  }

  /// What a string contains that matters to who reads it.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// At least one escape: the raw bytes are not the text.
    static let escaped = Flags(rawValue: 1)
    /// LF or TAB, allowed in free text.
    static let lineControl = Flags(rawValue: 2)
    /// Any other control character: U+0000–001F, U+007F–009F.
    static let control = Flags(rawValue: 4)
  }

  var kind: Kind
  var flags: Flags = []
  /// The first byte of the value; of a string, the one after the opening quote.
  var start: Int32
  /// The byte after the value; of a string, its closing quote.
  var end: Int32
  /// The index of the token after this value and all that it contains.
  var next: Int32
  /// Members of an object or elements of an array.
  var count: Int32 = 0

  var range: Range<Int> { Int(start)..<Int(end) }

  /// The bytes of the value as they are written: of a string, with its quotes.
  var written: Range<Int> {
    kind == .string ? range.lowerBound - 1..<range.upperBound + 1 : range
  }
}

/// Where and why a text is not the JSON that is accepted here.
struct JSONFault: Error {
  /// Byte offset in the scanned text, from 0.
  var offset: Int
  var message: String
}
