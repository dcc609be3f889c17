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
