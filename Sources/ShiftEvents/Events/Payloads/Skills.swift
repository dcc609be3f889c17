// On disk. Never rename a member; a changed meaning is a new event type.

/// A person got a skill, which shifts may need.
public struct SkillGranted: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The new skill.
  public var skill: Name
}

extension SkillGranted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    skill = try visit.submitted("skill", event?.skill)
  }
}

/// A person lost a skill. Shifts that the person has stay theirs.
public struct SkillRevoked: Hashable, Sendable {
  /// The person.
  public var user: UserID
  /// The skill that the person has no longer.
  public var skill: Name
}

extension SkillRevoked: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    user = try visit.subject(event?.user)
    skill = try visit.submitted("skill", event?.skill)
  }
}
