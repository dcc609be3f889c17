/// Holds the facts that a submitter stated against those that the rules found.
enum StatedFacts {
  /// The first of the stated facts that does not hold of the event, and what holds instead.
  static func difference(
    _ stated: [GivenMember], _ event: Event
  ) -> (stated: GivenMember, actual: (any JSONWritable)?)? {
    if stated.isEmpty { return nil }
    let members = EventMembers(of: event)
    for member in stated {
      let actual = members[member.name]
      if actual?.isSame(as: member.value) != true { return (member, actual) }
    }
    return nil
  }
}
