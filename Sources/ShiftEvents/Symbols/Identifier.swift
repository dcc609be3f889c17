/// An identifier of one kind of thing: ASCII, `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`, case-sensitive.
///
/// A value is four bytes: the text stands once in a table of the process, so that copying,
/// comparing and hashing are those of an integer. Order is the byte order of the text.
public protocol Identifier: Hashable, Sendable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The identifier with this text, remembered for the life of the process.
  ///
  /// - Returns: `nil` where the text is no identifier of this kind.
  init?(_ text: String)

  /// The identifier with this text if the process knows it: from a log, a snapshot, or its own program. Nothing is
  /// remembered, so it is the form for what others ask about.
  ///
  /// - Returns: `nil` where no log that this process has read so far names it.
  init?(known text: String)
}

/// An identifier by its place in the table of texts: what `Identifier` keeps to the package.
package protocol SymbolIdentifier: Identifier, BitwiseCopyable {
  /// The thing that is identified, as messages call it: `shift`, `user` …
  static var noun: String { get }
  /// The noun with its article, as messages about its form have it: `a shift id`.
  static var nounPhrase: String { get }
  /// The longest text: 64, for fixed shifts 53, because `.YYYY-MM-DD` is added to theirs.
  static var maximumLength: Int { get }
  init(symbolIndex: UInt32)
  var symbolIndex: UInt32 { get }
  /// The identifier with this text, remembered as long as a question about it.
  init?(_ text: String, askedIn question: OwnSymbols?)
}

extension SymbolIdentifier {
  package static var nounPhrase: String { "a \(noun) id" }
  package static var maximumLength: Int { 64 }

  /// The identifier with this text, remembered for the life of the process.
  ///
  /// - Returns: `nil` where the text is no identifier of this kind.
  public init?(_ text: String) { self.init(text, askedIn: nil) }

  /// The identifier with this text if the process knows it already.
  public init?(known text: String) {
    let symbol = unsafe text.withBytes { bytes in
      unsafe isIdentifier(bytes, maximumLength: Self.maximumLength)
        ? SymbolTable.shared.known(bytes) : nil
    }
    guard let symbol else { return nil }
    self.init(symbol)
  }

  package init?(_ text: String, askedIn question: OwnSymbols?) {
    let symbol = unsafe text.withBytes { bytes in
      unsafe isIdentifier(bytes, maximumLength: Self.maximumLength)
        ? SymbolTable.shared.intern(bytes, question) : nil
    }
    guard let symbol else { return nil }
    self.init(symbol)
  }

  /// A literal that is no identifier is a programmer's error and stops the program.
  public init(stringLiteral text: String) {
    guard let identifier = Self(text) else {
      preconditionFailure("\"\(text)\" is not \(Self.nounPhrase)")
    }
    self = identifier
  }

  /// The text of the identifier.
  public var description: String { symbol.text }

  /// Byte order of the texts.
  public static func < (first: Self, second: Self) -> Bool {
    first.symbolIndex != second.symbolIndex && first.description < second.description
  }

  /// Small numbers that nobody outside chooses need no hash against collisions made on purpose: a table of people is
  /// counted in a third of the time.
  public func _rawHashValue(seed: Int) -> Int {
    let mixed = (UInt(symbolIndex) ^ UInt(bitPattern: seed)) &* 0x9E37_79B9_7F4A_7C15
    return Int(bitPattern: mixed ^ mixed >> 32)
  }

  init(_ symbol: Symbol) { self.init(symbolIndex: symbol.index) }
  var symbol: Symbol { Symbol(index: symbolIndex) }
}

extension SymbolIdentifier {
  /// Returns `true` if a text has the form of an identifier of this kind.
  package static func isForm(_ text: String) -> Bool {
    Self(text, askedIn: OwnSymbols()) != nil
  }
}

extension Sequence where Element: SymbolIdentifier {
  /// The identifiers in the byte order of their texts, each of which is read once.
  @inlinable
  package func inByteOrder() -> [Element] {
    map { (id: $0, text: $0.description) }.sorted { $0.text < $1.text }.map { $0.id }
  }
}

func isIdentifier(_ bytes: UnsafeRawBufferPointer, maximumLength: Int) -> Bool {
  guard unsafe !bytes.isEmpty && bytes.count <= maximumLength && isAlphanumeric(bytes[0]) else {
    return false
  }
  return unsafe bytes.allSatisfy { byte in
    isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }
}
