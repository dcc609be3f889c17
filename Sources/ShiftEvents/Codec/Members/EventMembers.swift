/// The members of an event's `data`, or of a command's, as values.
struct EventMembers: EventVisitor {
  struct Member {
    let name: StaticString
    let presence: MemberTraits.Presence
    let value: any JSONWritable
  }

  /// The members that are there, in the order of the log.
  private(set) var members: [Member] = []

  init(of event: Event) { event.accept(&self) }

  init(of command: Command) {
    var command = command
    command.accept(&self)
  }

  /// The members of a submission's command, and the stated facts.
  init(of submission: Submission) {
    self.init(of: submission.content.command)
    members += submission.stated.map { Member(name: $0.name, presence: .fact, value: $0.value) }
  }

  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _ traits: MemberTraits
  ) { members.append(Member(name: key, presence: traits.presence, value: value)) }

  subscript(_ name: StaticString) -> (any JSONWritable)? { member(name)?.value }

  func member(_ name: StaticString) -> Member? { members.first { $0.name.isEqual(to: name) } }
}

extension Submission {
  /// The members of `data` that a log would hold, in documented order.
  var given: [GivenMember] {
    let members = EventMembers(of: self)
    return type.fields.compactMap { field in
      // Names and addresses never enter the log.
      if personal != nil, field.presence == .optional { return nil }
      return members[field.name].map { GivenMember(name: field.name, value: $0) }
    }
  }
}
