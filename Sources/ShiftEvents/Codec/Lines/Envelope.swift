/// The members of a line beside its payload: the attributes of CloudEvents and ours.
struct Envelope {
  var id: String
  var source: String
  var time: Timestamp
  var sequence: SequenceNumber
  var actor: UserID
  var attributes: [Attribute] = []
  /// True if further events of the same batch follow.
  var more = false

  /// The `source` of events that the tool itself makes, and of submissions that name none.
  static let defaultSource = "/eventlog-tool"
  /// The version of CloudEvents.
  static let specificationVersion = "1.0"
  /// A line with its line feed left out.
  static let maximumLineLength = 4 << 20
}

extension Envelope {
  /// Returns `true` for an id that only the tool gives: that of an event that follows from another.
  ///
  /// - Parameter source: `nil` where none is given.
  static func isReserved(id: String, of source: String?) -> Bool {
    guard source?.hasPrefix(defaultSource) ?? true else { return false }
    return unsafe id.withBytes { unsafe $0.contains(UInt8(ascii: "/")) }
  }

  /// The id of an event that the tool makes.
  static func generatedID(of event: Event) -> String { "\(event.typeName)/\(event.subject)" }
}

/// An event that is to be recorded, with what surrounds it.
struct EnvelopedEvent {
  var envelope: Envelope
  var event: Event
}

/// The names of a line's members that have a meaning of their own; every other is an attribute.
enum EnvelopeWords {
  static let stored: [StaticString] = [
    "specversion", "id", "source", "type", "subject", "time", "sequence", "actor", "more", "data",
    "hash",
  ]
  static let submitted: [StaticString] = [
    "specversion", "id", "source", "type", "subject", "time", "actor", "data", "datacontenttype",
    "expectedsequence",
  ]
  /// The tool's own members, which no submission may have.
  static let reserved: [StaticString] = ["sequence", "hash", "more", "profile", "ref", "op"]
}

/// The name of an attribute of CloudEvents.
func isAttributeName(_ name: UnsafeRawBufferPointer) -> Bool {
  unsafe (1...20).contains(name.count)
    && name.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
}

/// 1 to 128 printable ASCII characters.
func isEventID(_ bytes: UnsafeRawBufferPointer) -> Bool {
  unsafe (1...128).contains(bytes.count) && bytes.allSatisfy { (0x20...0x7E).contains($0) }
}

/// A URI reference (RFC 3986): its characters, and where `#`, `:`, `@`, `[` and `]` stand among them.
///
/// Complexity: O(*n*) in bytes. Each submission asks, thus no string is made.
func isURIReference(_ bytes: UnsafeRawBufferPointer) -> Bool {
  guard unsafe hasURICharacters(bytes) else { return false }
  let isPath = unsafe !bytes.contains { $0 == number || $0 == colon || $0 == at || isBracket($0) }
  if isPath { return true }
  var rest = unsafe bytes.prefix { $0 != number }
  let fragment = unsafe bytes[rest.endIndex...].dropFirst()
  guard unsafe !fragment.contains(where: { $0 == number || isBracket($0) }) else { return false }
  let first = unsafe rest.prefix { $0 != colon && $0 != slash && $0 != question }
  if unsafe rest.dropFirst(first.count).first == colon {
    let isScheme = unsafe first.allSatisfy {
      isLetter($0) || isDigit($0) || "+-.".utf8.contains($0)
    }
    guard isScheme, let letter = unsafe first.first, isLetter(letter) else { return false }
    unsafe rest = rest.dropFirst(first.count + 1)
  }
  guard unsafe rest.starts(with: "//".utf8) else { return unsafe !rest.contains(where: isBracket) }
  var port = unsafe rest.dropFirst(2).prefix { $0 != slash && $0 != question }
  guard unsafe !rest[port.endIndex...].contains(where: isBracket) else { return false }
  if let end = unsafe port.firstIndex(of: at) {
    guard unsafe !port[..<end].contains(where: isBracket) else { return false }
    unsafe port = port[end...].dropFirst()
    guard unsafe !port.contains(at) else { return false }
  }
  if unsafe port.first == UInt8(ascii: "[") {
    let address = unsafe port.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    let isAddress = unsafe address.allSatisfy { hexDigitValue($0) != nil || ":.".utf8.contains($0) }
    guard let letter = unsafe address.first, isAddress || letter | 0x20 == UInt8(ascii: "v"),
      unsafe address.endIndex < port.endIndex
    else { return false }
    unsafe port = port[address.endIndex...].dropFirst()
    guard unsafe port.isEmpty || port.first == colon else { return false }
  } else {
    let name = unsafe port.prefix { $0 != colon }
    guard unsafe !name.contains(where: isBracket) else { return false }
    unsafe port = port[name.endIndex...]
  }
  return unsafe port.dropFirst().allSatisfy(isDigit)
}

private let number = UInt8(ascii: "#")
private let slash = UInt8(ascii: "/")
private let colon = UInt8(ascii: ":")
private let question = UInt8(ascii: "?")
private let at = UInt8(ascii: "@")

private func isBracket(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

/// The characters of a URI reference, with `%` before two hexadecimal digits. Lines of earlier versions have no more.
func hasURICharacters(_ bytes: UnsafeRawBufferPointer) -> Bool {
  guard unsafe !bytes.isEmpty else { return false }
  for index in 0..<bytes.count {
    switch unsafe bytes[index] {
    case UInt8(ascii: "%"):
      guard index + 2 < bytes.count, unsafe hexDigitValue(bytes[index + 1]) != nil,
        unsafe hexDigitValue(bytes[index + 2]) != nil
      else { return false }
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      return false
    case 0x21...0x7E: break
    default: return false
    }
  }
  return true
}

// The values of the envelope, each in the form that a log holds.
/// The `id` of an event: 1 to 128 printable ASCII characters.
struct EventIDForm: JSONReadable {
  var text: JSONText

  static func read(_ reader: inout JSONReader) throws(Mismatch) -> EventIDForm {
    unsafe EventIDForm(
      text: try reader.text("1 to 128 printable ASCII characters") { unsafe isEventID($0) })
  }
}

/// The `source` of a recorded event.
struct StoredSource: JSONReadable {
  static func read(_ reader: inout JSONReader) throws(Mismatch) -> StoredSource {
    _ = unsafe try reader.text("a URI reference") { unsafe hasURICharacters($0) }
    return StoredSource()
  }
}

/// The `source` of a submission: a URI reference that is not empty.
struct SourceForm: JSONReadable {
  var text: JSONText

  static func read(_ reader: inout JSONReader) throws(Mismatch) -> SourceForm {
    unsafe SourceForm(text: try reader.text("a URI reference") { unsafe isURIReference($0) })
  }
}

/// A time in the only form that a log holds: UTC, three decimals.
struct RecordedTimestamp: JSONReadable {
  var value: Timestamp

  static func read(_ reader: inout JSONReader) throws(Mismatch) -> RecordedTimestamp {
    try unsafe reader.form("a time in UTC with three decimals, YYYY-MM-DDTHH:MM:SS.mmmZ") { bytes in
      guard bytes.count == Timestamp.recordedLength, unsafe bytes[10] == UInt8(ascii: "T"),
        unsafe bytes[19] == UInt8(ascii: "."), unsafe bytes[23] == UInt8(ascii: "Z")
      else { return nil }
      return unsafe Timestamp(bytes: bytes).map(RecordedTimestamp.init)
    }
  }
}

/// A place in the log, 12 decimal digits.
struct RecordedSequence: JSONReadable {
  var value: SequenceNumber

  static func read(_ reader: inout JSONReader) throws(Mismatch) -> RecordedSequence {
    try unsafe reader.form("12 decimal digits") {
      let sequence = unsafe SequenceNumber(digits: $0)
      return sequence.flatMap { $0 > .zero ? RecordedSequence(value: $0) : nil }
    }
  }
}

/// The `type` of an event, also of one that this version does not know.
struct WireType: JSONReadable {
  var type: EventType?
  /// The name, kept for unknown types only.
  var name: String?

  static func read(_ reader: inout JSONReader) throws(Mismatch) -> WireType {
    let first = reader.offset
    if reader.byte(at: first) == UInt8(ascii: "\"") {
      let text = try reader.quotedText()
      if let type = unsafe EventType(name: reader.bytes(text)) {
        return WireType(type: type, name: nil)
      }
      if text.count > 0, text.flags.isDisjoint(with: [.control, .lineControl]) {
        return WireType(type: nil, name: reader.string(text))
      }
    }
    throw reader.refuseValue(from: first, "must be the name of an event type")
  }
}

extension JSONReader {
  /// The members of the object that were not asked for, as attributes in alphabetical order.
  mutating func unaskedAttributes() throws(Mismatch) -> [Attribute] {
    var attributes: [Attribute] = []
    for index in object ?? 0..<0 where !members[index].isAsked {
      attributes.append(try attribute(members[index]))
    }
    return attributes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func attribute(_ member: JSONMember) throws(Mismatch) -> Attribute {
    let name = string(member.name)
    guard unsafe isAttributeName(bytes(member.name)) else {
      throw refuse(member.nameRange, "\"\(name)\" is no attribute: 1 to 20 of a–z and 0–9")
    }
    offset = member.range.lowerBound
    switch byte(at: offset) {
    case UInt8(ascii: "\""):
      if let text = try? String.read(&self) { return Attribute(name: name, value: .string(text)) }
      throw refuse(member.range, "\"\(name)\" must be free of control characters")
    case UInt8(ascii: "t"): return Attribute(name: name, value: .boolean(true))
    case UInt8(ascii: "f"): return Attribute(name: name, value: .boolean(false))
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "n"): break
    default:
      let isWhole = try skipNumber()
      offset = member.range.lowerBound
      if isWhole, let number = Int32(exactly: try Int.read(&self)) {
        return Attribute(name: name, value: .integer(number))
      }
    }
    throw refuse(member.range, "\"\(name)\" must be a text, true, false or a 32-bit whole number")
  }
}
