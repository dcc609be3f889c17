/// The events that this version does not know: of another type, or with another member of `data` or another word of a
/// list there. A newer version recorded them.
public struct UnknownEvents: Hashable, Sendable {
  /// The number of events.
  public private(set) var count = 0
  /// The place of the first; 0 if there is none.
  public private(set) var first = SequenceNumber.zero
  /// Their types, in the order of the log.
  public private(set) var types: [String] = []

  /// None.
  public init() {}

  /// The most types that are kept: a log may hold any number.
  private static let mostTypes = 8

  @inline(__always)
  package mutating func apply(_ event: borrowing PlainEvent) {
    if event.isUnknown { add(event.event.typeName, event.sequence) }
  }

  package mutating func apply(_ event: RecordedEvent) { apply(event.plain) }

  private mutating func add(_ type: String, _ sequence: SequenceNumber) {
    count += 1
    if count == 1 { first = sequence }
    if types.count < Self.mostTypes, !types.contains(type) { types.append(type) }
  }

  /// True if one of them may commit to a name: it has an unknown type, or one that does so.
  var mayNamePeople: Bool {
    types.count == Self.mostTypes || types.contains { Self.mayNamePeople(type: $0) }
  }

  /// True of a type that is not known, and of one whose events commit to a name.
  static func mayNamePeople(type: String) -> Bool {
    EventType(rawValue: type).map { [.userRegistered, .profileChanged].contains($0) } ?? true
  }

  /// The first of their types.
  var someTypes: String {
    types.prefix(3).joined(separator: ", ") + (types.count > 3 ? " and others" : "")
  }

  /// The sentence that each answer says of them; `nil` if there are none.
  package var sentence: String? {
    if count == 0 { return nil }
    return count == 1
      ? "1 event that this version does not know (\(someTypes), event \(first)): what it changed is not shown; "
        + "update eventlog-tool"
      : "\(count) events that this version does not know (\(someTypes), from event \(first)): what they changed "
        + "is not shown; update eventlog-tool"
  }
}

extension PlainEvent {
  /// True of an event that this version does not know, and of one with another member of `data`.
  @inline(__always)
  package var isUnknown: Bool {
    if unknownMembers > 0 { return true }
    if case .unknown = event { return true }
    return false
  }
}

extension RecordedEvent {
  /// True of an event that this version does not know, and of one with another member of `data`.
  package var isUnknown: Bool { plain.isUnknown }

  /// Returns `true` if the id is the event's subject, or a text in its data, also in a list or an object there.
  ///
  /// Ids have no characters that JSON escapes, so the bytes of the line are enough.
  package func namesInText(_ id: String) -> Bool {
    if event.subject == id { return true }
    let wanted = Array("\"\(id)\"".utf8)
    let bytes = Array(json.utf8)
    guard let start = Self.dataStart(in: bytes) else { return false }
    var (place, depth) = (start, 0)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return false }
      case UInt8(ascii: "\""):
        let end = Self.textEnd(in: bytes, from: place)
        let isName = bytes[end...].first { $0 > 0x20 } == UInt8(ascii: ":")
        if !isName, bytes[place..<end].elementsEqual(wanted) { return true }
        place = end
        continue
      default: break
      }
      place += 1
    }
    return false
  }

  /// The place of the value of `data` in a line: of the first member of that name that is not inside another.
  private static func dataStart(in bytes: [UInt8]) -> Int? {
    let name = Array("\"data\"".utf8)
    var (place, depth) = (0, 0)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let end = textEnd(in: bytes, from: place)
        if depth == 1, bytes[place..<end].elementsEqual(name),
          bytes[end...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":")
        {
          return end
        }
        place = end
        continue
      default: break
      }
      place += 1
    }
    return nil
  }

  /// The place behind a text that begins with a quotation mark.
  private static func textEnd(in bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, bytes.count)
  }
}
