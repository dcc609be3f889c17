import Testing

@testable import ShiftEvents

/// The audit of a thing has every event that names it, by whatever member.
@Suite struct NamedIDsTests {
  /// Members whose ids no audit asks for, with the reason.
  private static let unasked: [String: String] = [
    "kept": "occurrences that a fixed shift leaves as they are",
    "firstOwner": "the first owner of a shift, told by its `shift.scheduled`",
    "reservation": "a reservation, whose deal stands beside it",
  ]

  @Test func `each id that an event names is taken`() {
    for event in everyEvent {
      var given = GivenIDs()
      event.accept(&given)
      let taken = Set(Mirror(reflecting: NamedIDs(event)).children.flatMap { ids(of: $0.value) })
      for (key, ids) in given.members where Self.unasked[key] == nil {
        #expect(ids.allSatisfy(taken.contains), "\(event.typeName), \(key): \(ids)")
      }
    }
  }
}

private func ids(of value: Any) -> [String] {
  if let list = value as? [any InternedIdentifier] { return list.map(\.description) }
  return (value as? any InternedIdentifier).map { [$0.description] } ?? []
}

private struct GivenIDs: EventVisitor {
  var members: [(key: String, ids: [String])] = []

  mutating func subject<ID: InternedIdentifier & PayloadValue>(_ value: ID?) -> ID { value! }

  mutating func visit<Value: JSONWritable>(_ key: StaticString, _ value: Value, _: MemberTraits) {
    if value is Name || value is [Name] { return }
    members.append(("\(key)", ids(of: value)))
  }
}
