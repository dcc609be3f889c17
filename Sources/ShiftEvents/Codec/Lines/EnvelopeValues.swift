// The values of the envelope, each in the form that a log holds.

/// The `id` of an event: 1 to 128 printable ASCII characters.
struct EventIDForm: JSONReadable {
  var text: JSONText

  static func read(_ reader: inout JSONReader) throws(Surprise) -> EventIDForm {
    unsafe EventIDForm(
      text: try reader.text("1 to 128 printable ASCII characters") { unsafe isEventID($0) })
  }
}

/// The `source` of an event: a URI reference that is not empty.
struct SourceForm: JSONReadable {
  var text: JSONText

  static func read(_ reader: inout JSONReader) throws(Surprise) -> SourceForm {
    unsafe SourceForm(text: try reader.text("a URI reference") { unsafe isURIReference($0) })
  }
}

/// A time in the only form that a log holds: UTC, three decimals.
struct RecordedTimestamp: JSONReadable {
  var value: Timestamp

  static func read(_ reader: inout JSONReader) throws(Surprise) -> RecordedTimestamp {
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

  static func read(_ reader: inout JSONReader) throws(Surprise) -> RecordedSequence {
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

  static func read(_ reader: inout JSONReader) throws(Surprise) -> WireType {
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
  mutating func unaskedAttributes() throws(Surprise) -> [Attribute] {
    var attributes: [Attribute] = []
    for index in object ?? 0..<0 where !members[index].isAsked {
      attributes.append(try attribute(members[index]))
    }
    return attributes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func attribute(_ member: JSONMember) throws(Surprise) -> Attribute {
    let name = string(member.name)
    guard unsafe isAttributeName(bytes(member.name)) else {
      throw refuse(member.nameRange, "\"\(name)\" is no attribute: 1 to 20 of a–z and 0–9")
    }
    offset = member.range.lowerBound
    switch byte(at: offset) {
    case UInt8(ascii: "\""): return Attribute(name: name, value: .string(try String.read(&self)))
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
