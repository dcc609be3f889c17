/// The members of an event's `data`, or of a command's, as values.
struct EventMembers: EventVisitor {
  /// The members that are there, in the order of the log.
  private(set) var members: [GivenMember] = []

  init(of event: Event) { event.accept(&self) }

  init(of command: Command) {
    var command = command
    command.accept(&self)
  }

  /// The members of a submission's command, and the stated facts.
  init(of submission: Submission) {
    self.init(of: submission.content.command)
    members += submission.stated
  }

  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _ traits: MemberTraits
  ) { members.append(GivenMember(name: key, presence: traits.presence, value: value)) }

  subscript(_ name: StaticString) -> (any JSONWritable)? { member(name)?.value }

  func member(_ name: StaticString) -> GivenMember? { members.first { $0.name.isEqual(to: name) } }
}

extension Submission {
  /// The members of `data` that a log would hold, in documented order.
  var given: [GivenMember] {
    let members = EventMembers(of: self)
    // Names and addresses never enter the log.
    return type.fields.filter { personal == nil || $0.presence != .optional }
      .compactMap { members.member($0.name) }
  }
}

extension JSONReader {
  /// Reads the payload that begins here: in order, else by an index of it.
  ///
  /// - Parameter nesting: of the object, that of the line counted.
  /// - Returns: the event, and how many members are unknown to its type.
  @inline(__always)
  mutating func event(
    _ type: EventType, nesting: Int
  ) throws(Mismatch) -> (Event, unknownMembers: Int) {
    let first = offset
    object = nil
    separator = UInt8(ascii: "{")
    do throws(Mismatch) {
      let event = try payload(type)
      if separator == UInt8(ascii: "{") { try expect("{") }
      try expect("}")
      return (event, 0)
    } catch {}
    return try indexedEvent(type, from: first, nesting: nesting)
  }

  @inline(never)
  private mutating func indexedEvent(
    _ type: EventType, from first: Int, nesting: Int
  ) throws(Mismatch) -> (Event, unknownMembers: Int) {
    guard byte(at: first) == UInt8(ascii: "{") else { throw Mismatch() }
    offset = first
    isInForm = false
    let found = try index(nesting: nesting)
    let end = offset
    ask(found, range: first..<end)
    let event = try payload(type)
    offset = end
    return (event, unaskedCount)
  }

  @inline(never)
  private mutating func payload(_ type: EventType) throws(Mismatch) -> Event {
    try Event(type, &self)
  }
}

extension MemberWriter {
  mutating func add(_ attribute: Attribute) {
    switch attribute.value {
    case .string(let text): member(attribute.name, text)
    case .boolean(let value): member(attribute.name, value)
    case .integer(let value): member(attribute.name, Int(value))
    }
  }
}

/// A key with its value, as an object of a log has them.
public struct DataMember: Hashable, Sendable {
  /// The key on the wire.
  public let key: String
  /// The value.
  public let value: Value

  /// A value by its form on the wire and what a person makes of it.
  public enum Value: Hashable, Sendable {
    /// A text: an id, a day, a word.
    case text(String)
    /// A text of several lines.
    case lines(String)
    /// A point in time.
    case instant(Timestamp)
    /// Several texts.
    case list([String])
    /// A number, `true` or `false`, as JSON has it.
    case plain(String)
  }
}

extension DataMember {
  /// A number under its key.
  package init(_ key: String, _ number: Int) { (self.key, value) = (key, .plain("\(number)")) }

  /// A day under its key.
  package init(_ key: String, _ date: LocalDate) { (self.key, value) = (key, .text("\(date)")) }

  /// An attribute of an event's envelope.
  package init(_ attribute: Attribute) {
    key = attribute.name
    value =
      switch attribute.value {
      case .string(let text): .text(text)
      case .boolean(let flag): .plain("\(flag)")
      case .integer(let number): .plain("\(number)")
      }
  }

  fileprivate init(_ member: GivenMember) {
    key = "\(member.name)"
    value = Value(member.value)
  }

  /// True if another member is written alike; texts that `==` equates may differ in their bytes.
  fileprivate func isWritten(as other: DataMember) -> Bool {
    "\(value)".utf8.elementsEqual("\(other.value)".utf8)
  }
}

extension DataMember.Value {
  fileprivate init(_ value: any JSONWritable) {
    if let text = value as? String {
      self = .text(text)
    } else if let text = value as? FreeText {
      self = .lines(text.text)
    } else if let time = value as? Timestamp {
      self = .instant(time)
    } else if let names = value as? [Name] {
      self = .list(names.map(\.description))
    } else {
      // What else stands in quotes has no escapes.
      let json = String(decoding: value.json, as: UTF8.self)
      self =
        json.utf8.first == UInt8(ascii: "\"")
        ? .text(String(json.utf8.dropFirst().dropLast())!) : .plain(json)
    }
  }
}

/// A member that an edit changed.
package struct ChangedMember: Hashable, Sendable {
  package let key: String
  /// The member before; `nil` if it did not apply.
  package let before: DataMember?
  /// The member after; `nil` if it does not apply any more.
  package let after: DataMember?
}

extension [DataMember] {
  /// The members of a new thing that an edit may change.
  package init(of event: Event) {
    self = EventMembers(of: event).members.filter(\.isEditable).map { DataMember($0) }
  }

  /// The members of a shift or a vacancy that an edit may change; a shift has no places.
  package init(
    _ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, _ keys: ShiftDetails, places: Int = 0,
    wanted: Int? = nil
  ) {
    let vacancy = VacancyPosted(
      vacancy: .blank, date: date, start: start, end: end, places: places, wanted: wanted,
      keys: keys)
    self.init(of: .vacancyPosted(vacancy))
  }

  /// Takes the members of an edit over; returns those that it changed.
  ///
  /// - Parameter isWhole: false if there may be members that are not known.
  package mutating func edit(by event: Event, isWhole: Bool) -> [ChangedMember] {
    var changes: [ChangedMember] = []
    for member in EventMembers(of: event).members where member.isEditable {
      let after = member.value is JSONNull ? nil : DataMember(member)
      let key = "\(member.name)"
      let place = firstIndex { $0.key == key }
      let before = place.map { self[$0] }
      switch (place, after) {
      case (nil, nil): if isWhole { continue }
      case (let place?, let after?):
        if after.isWritten(as: self[place]) { continue }
        self[place] = after
      case (let place?, nil): remove(at: place)
      case (nil, let after?): append(after)
      }
      changes.append(ChangedMember(key: key, before: before, after: after))
    }
    return changes
  }
}

extension GivenMember {
  /// True of what was submitted about the thing itself; the rules set aside and the reason are the act's own.
  fileprivate var isEditable: Bool {
    presence != .fact && presence != .reserved && !(value is [OverridableRule])
      && "\(name)" != "reason"
  }
}
