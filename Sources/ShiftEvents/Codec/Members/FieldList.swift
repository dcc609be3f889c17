internal import Synchronization

/// Collects the declaration of a type: its members, and the kind of its subject.
struct FieldList: MemberVisitor {
  typealias Fault = Never

  /// The members that a submission may have, in documented order.
  private(set) var fields: [Field] = []
  private(set) var subjectKind: any (SymbolIdentifier & PayloadValue).Type = UserID.self

  /// The lists that were asked for: a process that appends once needs one of them.
  private static let known = Mutex([FieldList?](repeating: nil, count: EventType.allCases.count))

  static func of(_ type: EventType) -> FieldList {
    known.withLock { known in
      if let list = known[type.place] { return list }
      var list = FieldList()
      _ = Event(type, &list)
      known[type.place] = list
      return list
    }
  }

  /// A member that may stand at two places stands at the second.
  private mutating func add(
    _ key: StaticString, _ type: any PayloadValue.Type, _ traits: MemberTraits
  ) {
    if traits.presence == .reserved { return }
    var field = Field(name: key, type: traits.submittedType ?? type, traits: traits)
    if let first = fields.firstIndex(where: { $0.name.isEqual(to: key) }) {
      field.traits = fields.remove(at: first).traits
    }
    fields.append(field)
  }

  mutating func subject<ID: SymbolIdentifier & PayloadValue>(_: ID?) -> ID {
    subjectKind = ID.self
    return .blank
  }

  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value {
    add(key, Value.self, traits)
    return .blank
  }

  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value? {
    add(key, Value.self, traits)
    return nil
  }

  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _: [Value]?, isRecorded: Bool
  ) -> [Value] {
    add(key, [Value].self, MemberTraits(presence: .fact))
    return []
  }

  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _: Edit<Value>?, _ traits: MemberTraits
  ) -> Edit<Value> {
    add(key, Value.self, traits)
    return .unchanged
  }

  mutating func unrecorded<Value: PayloadValue>(
    _ key: StaticString, _ type: Value.Type, _ traits: MemberTraits
  ) { add(key, type, traits) }
}

extension EventType {
  /// The documented members, submitted ones first, then facts.
  var fields: [Field] { FieldList.of(self).fields }
  var subjectKind: any (SymbolIdentifier & PayloadValue).Type { FieldList.of(self).subjectKind }
  /// The noun for the subject of this type, such as `shift`.
  package var subjectNoun: String { subjectKind.noun }
}
