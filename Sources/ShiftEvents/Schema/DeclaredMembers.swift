/// Collects the members that recorded events of a type have, in their order.
struct DeclaredMembers: MemberVisitor {
  typealias Fault = Never

  struct Member {
    var name: String
    var type: any PayloadValue.Type
    var traits: MemberTraits
    var isRequired: Bool
  }

  private(set) var members: [Member] = []

  static func of(_ type: EventType) -> [Member] {
    var list = DeclaredMembers()
    _ = Event(type, &list)
    return list.members
  }

  /// A member that may stand at two places is there once, and required where one place requires it.
  private mutating func add(
    _ key: StaticString, _ type: any PayloadValue.Type, _ traits: MemberTraits, isRequired: Bool
  ) {
    let name = "\(key)"
    guard let first = members.firstIndex(where: { $0.name == name }) else {
      members.append(Member(name: name, type: type, traits: traits, isRequired: isRequired))
      return
    }
    if isRequired { members[first].isRequired = true }
  }

  mutating func subject<ID: Identifier & PayloadValue>(_: ID?) -> ID { .blank }

  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value {
    var traits = traits
    traits.isRemovable = false
    add(key, Value.self, traits, isRequired: true)
    return .blank
  }

  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value? {
    add(key, Value.self, traits, isRequired: false)
    return nil
  }

  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _: [Value]?, isRecorded: Bool
  ) -> [Value] {
    add(key, [Value].self, MemberTraits(presence: .fact), isRequired: false)
    return []
  }

  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _: Edit<Value>?, _ traits: MemberTraits
  ) -> Edit<Value> {
    add(key, Value.self, traits, isRequired: false)
    return .unchanged
  }
}
