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

/// The characters of a URI reference (RFC 3986), with `%` before two hexadecimal digits.
func isURIReference(_ bytes: UnsafeRawBufferPointer) -> Bool {
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
