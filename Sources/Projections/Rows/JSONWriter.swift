/// Compact JSON, written member by member in the order of the calls.
///
/// Text is safe to show: controls and marks that change the direction of writing are escaped.
public struct JSONWriter: Sendable {
  /// The text written so far, as UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Nothing written yet.
  public init() {}

  /// Writes the members that `body` writes, in braces.
  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes the values that `body` writes, in brackets.
  public mutating func array(_ body: (inout JSONWriter) -> Void) {
    enclose(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes the name of the member whose value comes next.
  public mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member with an object of the members that `body` writes.
  public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  /// Writes a member with an array of the values that `body` writes.
  public mutating func array(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  /// Writes a member that is a text; nothing for `nil`.
  public mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// Writes a member that is a whole number; nothing for `nil`.
  public mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// Writes text in quotes, escaped.
  public mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { append(scalar) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  public mutating func value(_ number: Int) { raw(String(number)) }
  /// Writes `true` or `false`.
  public mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }

  /// Writes a number; one that is not finite, which JSON does not have, becomes `null`.
  public mutating func value(_ number: Double) {
    raw(number.isFinite ? plainNumber(number) : "null")
  }

  /// Writes a value that is JSON already.
  package mutating func value(json: [UInt8]) {
    separate()
    bytes += json
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func enclose(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(open)
    needsComma = false
    body(&self)
    bytes.append(close)
    needsComma = true
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: #"\""#.utf8)
    case "\\": bytes.append(contentsOf: #"\\"#.utf8)
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\r": bytes.append(contentsOf: #"\r"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    case _ where scalar.misleadsReaders: bytes.append(contentsOf: scalar.jsonEscape.utf8)
    default: bytes.append(contentsOf: UTF8.encode(scalar)!)
    }
  }
}

extension UInt8 {
  /// True of the bytes, but for controls below U+0020, with which scalars that mislead readers and the two
  /// Unicode line ends begin.
  package var mayMislead: Bool { self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2 }
}

extension Unicode.Scalar {
  /// True if the scalar controls a terminal or changes the direction of writing, so that text with it
  /// may not be what it looks like: C0, DEL and C1 controls, bidirectional marks, embeddings,
  /// overrides and isolates. All have at most four hexadecimal digits.
  package var misleadsReaders: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// `\u{202E}`, as text for people has it in place of a scalar that misleads them.
  package var spelledOut: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

  /// `\u202e`; at most four digits.
  package var jsonEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

/// The shortest digits that read back as `number`, without the fraction of a whole number.
func plainNumber(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
