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
package protocol InternedIdentifier: Identifier, BitwiseCopyable {
  /// The thing that is identified, as messages call it: `shift`, `user` …
  static var noun: String { get }
  /// The noun with its article, as messages about its form have it: `a shift id`.
  static var nounPhrase: String { get }
  /// The longest text: 64, for fixed shifts 53, because `.YYYY-MM-DD` is added to theirs.
  static var maximumLength: Int { get }
  init(symbolIndex: UInt32)
  var symbolIndex: UInt32 { get }
  /// The identifier with this text, remembered as long as a question about it.
  init?(_ text: String, askedIn question: ProvisionalIDs?)
}

extension InternedIdentifier {
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
        ? Interner.shared.known(bytes) : nil
    }
    guard let symbol else { return nil }
    self.init(symbol)
  }

  package init?(_ text: String, askedIn question: ProvisionalIDs?) {
    let symbol = unsafe text.withBytes { bytes in
      unsafe isIdentifier(bytes, maximumLength: Self.maximumLength)
        ? Interner.shared.intern(bytes, question) : nil
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

  init(_ symbol: InternedID) { self.init(symbolIndex: symbol.index) }
  var symbol: InternedID { InternedID(index: symbolIndex) }

  /// Returns `true` if a text has the form of an identifier of this kind.
  package static func isForm(_ text: String) -> Bool {
    Self(text, askedIn: ProvisionalIDs()) != nil
  }
}

extension Sequence where Element: InternedIdentifier {
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

// The kinds of identifier. Each is a type of its own, so that a shift is never taken for a user.
/// The workplace that a log tells about.
public struct WorkplaceID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "workplace" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A person, by the id that stands in the log; the name stands elsewhere.
public struct UserID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "user" }
  /// The tool itself, the actor of events that follow from others.
  public static let system: UserID = "system"
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A weekly shift that is scheduled ahead.
public struct FixedShiftID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "fixed shift" }
  package static var maximumLength: Int { 53 }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// Weekly work that people claim, posted ahead.
public struct FixedVacancyID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "fixed vacancy" }
  package static var maximumLength: Int { 53 }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// Weekly work of either kind: a fixed shift or a fixed vacancy.
public struct SeriesID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "series" }
  package static var maximumLength: Int { 53 }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// Days on which no weekly work comes about.
public struct ClosureID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "closure" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// One duty on one local date; an occurrence of a fixed shift is `<fixed shift>.<date>`.
public struct ShiftID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "shift" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// Work that needs people; shifts come from it as they claim its places.
public struct VacancyID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "vacancy" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A colleague's wish to work on a date.
public struct RequestID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "request" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A stretch of time in which a person takes no shifts.
public struct AbsenceID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "absence" }
  package static var nounPhrase: String { "an absence id" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// An offer to exchange two shifts of two owners.
public struct TradeID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "trade" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A manager's word that the roster of some days holds.
public struct PublicationID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "publication" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A range of past days whose hours are settled.
public struct PeriodID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "period" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A run of study blocks and pauses.
public struct StudySessionID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "session" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A company's offer of one day at one place.
public struct DealID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "deal" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}

/// A consumer's seat in a deal.
public struct ReservationID: InternedIdentifier, BitwiseCopyable {
  package static var noun: String { "reservation" }
  package let symbolIndex: UInt32
  package init(symbolIndex: UInt32) { self.symbolIndex = symbolIndex }
}
