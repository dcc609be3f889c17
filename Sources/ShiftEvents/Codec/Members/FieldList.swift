/// Collects the declaration of a type: its members, and the kind of its subject.
struct FieldList: MemberVisitor {
  typealias Fault = Never

  /// The members that a submission may have, in documented order.
  private(set) var fields: [Field] = []
  /// The members that recorded events have, in their order.
  private(set) var recorded: [Field] = []
  private(set) var subjectKind: any (InternedIdentifier & PayloadValue).Type = UserID.self
  /// The rules of its submissions beside the limits of each member, in the order of checking.
  private(set) var rules: [SubmissionRule] = []

  /// The lists of all types, by their places.
  static let all = EventType.allCases.map { type in
    var list = FieldList()
    _ = Event(type, &list)
    return list
  }

  static func of(_ type: EventType) -> FieldList { all[type.place] }

  /// The members that the tool alone gives, whatever the type.
  static let reserved = all.flatMap(\.recorded).filter { $0.traits.presence == .reserved }
    .map(\.name)

  mutating func rule(_ rule: SubmissionRule) { rules.append(rule) }

  /// A recorded member that may stand at two places is there once, and required where one place requires
  /// it.
  private mutating func record(
    _ key: StaticString, _ type: any PayloadValue.Type, _ traits: MemberTraits, isRequired: Bool
  ) {
    add(key, type, traits)
    if let first = recorded.firstIndex(where: { $0.name.isEqual(to: key) }) {
      if isRequired { recorded[first].isRequired = true }
    } else {
      recorded.append(Field(name: key, type: type, traits: traits, isRequired: isRequired))
    }
  }

  /// A submitted member that may stand at two places stands at the second.
  private mutating func add(
    _ key: StaticString, _ type: any PayloadValue.Type, _ traits: MemberTraits
  ) {
    if traits.presence == .reserved { return }
    var field = Field(name: key, type: traits.submittedType ?? type, traits: traits)
    if let first = fields.firstIndex(where: { $0.name.isEqual(to: key) }) {
      field.traits = fields.remove(at: first).traits
      field.isFactElsewise = traits.presence == .fact
    }
    fields.append(field)
  }

  mutating func subject<ID: InternedIdentifier & PayloadValue>(_: ID?) -> ID {
    subjectKind = ID.self
    return .blank
  }

  mutating func member<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value {
    record(key, Value.self, traits, isRequired: true)
    return .blank
  }

  mutating func optionalMember<Value: PayloadValue>(
    _ key: StaticString, _: Value?, _ traits: MemberTraits
  ) -> Value? {
    record(key, Value.self, traits, isRequired: false)
    return nil
  }

  mutating func listMember<Value: PayloadValue>(
    _ key: StaticString, _: [Value]?, isRecorded: Bool
  ) -> [Value] {
    record(key, [Value].self, MemberTraits(presence: .fact), isRequired: false)
    return []
  }

  mutating func editMember<Value: PayloadValue>(
    _ key: StaticString, _: Edit<Value>?, _ traits: MemberTraits
  ) -> Edit<Value> {
    record(key, Value.self, traits, isRequired: false)
    return .unchanged
  }

  mutating func unrecorded<Value: PayloadValue>(
    _ key: StaticString, _ type: Value.Type, _ traits: MemberTraits
  ) { add(key, type, traits) }
}

extension EventType {
  /// The documented members, submitted ones first, then facts.
  var fields: [Field] { FieldList.of(self).fields }
  /// The members that recorded events have, in their order.
  var recordedMembers: [Field] { FieldList.of(self).recorded }
  var subjectKind: any (InternedIdentifier & PayloadValue).Type { FieldList.of(self).subjectKind }
  /// The rules of its submissions beside the limits of each member.
  var rules: [SubmissionRule] { FieldList.of(self).rules }
  /// True if it changes some members of a thing and keeps the others.
  package var isEdit: Bool { rules.contains { if case .anyChange = $0 { true } else { false } } }
  /// The noun for the subject of this type, such as `shift`.
  package var subjectNoun: String { subjectKind.noun }
}

extension StaticString {
  func isEqual(to text: StaticString) -> Bool {
    unsafe utf8CodeUnitCount == text.utf8CodeUnitCount
      && hasEqualBytes(utf8Start, text.utf8Start, count: utf8CodeUnitCount)
  }

  func isEqual(to text: String) -> Bool {
    // Most names differ in length.
    unsafe text.utf8.count == utf8CodeUnitCount
      && text.withBytes {
        unsafe hasEqualBytes(utf8Start, $0.baseAddress!, count: utf8CodeUnitCount)
      }
  }
}

/// A member of a type's `data` as submissions may have it, or as recorded events do.
///
/// On disk. Never rename a field; add optional ones; a changed meaning is a new event type.
struct Field: Sendable {
  let name: StaticString
  /// The type in which it is submitted, or recorded.
  let type: any PayloadValue.Type
  var traits: MemberTraits
  /// True for a member that the rules add as a fact where a submission leaves it out. A submission may state that fact.
  var isFactElsewise = false
  /// True if every recorded event of the type has it.
  var isRequired = false

  var presence: MemberTraits.Presence { traits.presence }
  var isRemovable: Bool { traits.isRemovable }
  /// True for a member of an edit that changes the thing itself.
  var isChange: Bool { isRemovable || type == UserID.self && presence != .fact }
  /// True for a text that is compared by its looks: submissions must have it, and words get, normal form C.
  var isPlainText: Bool {
    traits.form != nil || type == Name.self || type == Title.self || type == [Name].self
  }

  /// Reads the value that a submission gives, in the only form in which a log would hold it.
  func given(_ member: JSONMember, _ reader: inout JSONReader) throws(Mismatch) -> GivenMember {
    if isRemovable, reader.kind(of: member) == .null {
      return GivenMember(name: name, value: JSONNull())
    }
    let value = try type.canonicalValue(of: member, name, &reader)
    if let demand = traits.demand(of: value, judgingTexts: reader.judgesTexts) {
      let found = reader.excerpt(reader.inText(member.range))
      throw reader.refuse(member.range, "\"\(name)\" \(demand), found \(found)")
    }
    return GivenMember(name: name, value: value)
  }
}

extension PayloadValue {
  /// The value as a log has it.
  fileprivate static func canonicalValue(
    of member: JSONMember, _ name: StaticString, _ reader: inout JSONReader
  ) throws(Mismatch) -> any PayloadValue {
    let value: Self = try reader.value(of: member, name)
    return value.asRecorded
  }
}
