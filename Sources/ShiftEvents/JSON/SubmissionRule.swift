/// A rule about submissions of a type that no member has alone. The payload's walk says it once: the check of
/// a submission, the message, and the schema follow from it.
enum SubmissionRule: Sendable {
  /// The tool alone records the type.
  case reserved
  /// The id of the subject does not end in a date: such ids are those of fixed shifts' occurrences.
  case looseSubject
  /// At least one member is given.
  case anyMember
  /// At least one member is given that changes the thing itself.
  case anyChange
  /// Both members are given, or neither.
  case together(StaticString, StaticString)
  /// One member is given, or two together; all three may be.
  case either(StaticString, or: StaticString, StaticString)
}
