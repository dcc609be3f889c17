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
