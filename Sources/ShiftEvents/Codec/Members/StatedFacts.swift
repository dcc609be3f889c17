/// Holds the facts that a submitter stated against those that the rules found.
struct StatedFacts: EventVisitor {
  private let stated: [GivenMember]
  /// What the event has under each of the names.
  private var found: [(any JSONWritable)?]

  private init(_ stated: [GivenMember]) {
    self.stated = stated
    found = stated.map { _ in nil }
  }

  /// The first of the stated facts that does not hold of the event, and what holds instead.
  static func difference(
    _ stated: [GivenMember], _ event: Event
  ) -> (stated: GivenMember, actual: (any JSONWritable)?)? {
    if stated.isEmpty { return nil }
    var facts = StatedFacts(stated)
    event.accept(&facts)
    for (member, actual) in zip(stated, facts.found) {
      if let actual, actual.isSame(as: member.value) { continue }
      return (member, actual)
    }
    return nil
  }

  mutating func visit<Value: JSONWritable>(
    _ key: StaticString, _ value: Value, _: MemberTraits
  ) {
    for index in stated.indices where stated[index].name.isEqual(to: key) { found[index] = value }
  }
}
