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
  /// True for a text that is compared by its looks: submissions must have it, and words get, normal form C.
  var isPlainText: Bool {
    traits.form != nil || type == Name.self || type == Title.self || type == [Name].self
  }

  /// Reads the value that a submission gives, in the only form in which a log would hold it.
  func given(_ member: JSONMember, _ reader: inout JSONReader) throws(Surprise) -> GivenMember {
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
  ) throws(Surprise) -> any PayloadValue {
    let value: Self = try reader.value(of: member, name)
    return value.asRecorded
  }
}
