/// A member of a type's `data`, as help tells of it.
package struct MemberSummary: Sendable {
  package enum Presence: Sendable { case required, optional, fact }

  package let name: String
  /// The form of its values in a few words.
  package let form: String
  /// The words that it may be; none where it is no word of a list.
  package let words: [String]
  /// The kind of thing that it names, such as `user`; `nil` where it names none.
  package let noun: String?
  package let presence: Presence
  /// True if `null` takes it away.
  package let isRemovable: Bool
  /// The value that a submission without it means, in words; `nil` where it has none.
  package let standard: String?
}

extension EventType {
  /// The form of the subject in a few words: `the id of a shift`.
  package var subjectForm: String { ValueDescription(of: subjectKind)?.form ?? "" }

  /// The members of `data` in documented order, submitted ones first.
  package var members: [MemberSummary] {
    return fields.map { field in
      // The rules refuse a word outside a list: the recorded type has the list.
      let type = recordedMembers.first { $0.name.isEqual(to: field.name) }?.type ?? field.type
      return MemberSummary(
        name: "\(field.name)", form: field.form(of: type),
        words: ValueDescription(of: type)?.words ?? [],
        noun: type == Name.self ? nil : (type as? any InternedIdentifier.Type)?.noun,
        presence: field.presence == .required
          ? .required : field.presence == .optional ? .optional : .fact,
        isRemovable: field.traits.offersNull,
        standard: field.presence == .fact ? nil : field.traits.whenOmitted?.words(of: field.name))
    }
  }
}

extension Field {
  fileprivate func form(of type: any PayloadValue.Type) -> String {
    if let range = traits.range, range.upperBound < Int.exactRange.upperBound {
      return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
    if let length = traits.length, length != .notEmpty {
      return "a text of \(length.lowerBound) to \(length.upperBound) characters"
    }
    if let list = type as? any PayloadList.Type {
      let element = ValueDescription(of: list.elementType)?.form ?? ""
      if let count = traits.count {
        return "\(count.lowerBound) to \(count.upperBound), none twice, of: \(element)"
      }
      return "a list of: \(element)"
    }
    return ValueDescription(of: type)?.form ?? ""
  }
}

extension MemberTraits.Default {
  private static var initialPolicies: EventMembers {
    let initial = WorkplaceConfigured(workplace: .blank, policies: .initial)
    return EventMembers(of: .workplaceConfigured(initial))
  }

  fileprivate func words(of member: StaticString) -> String? {
    switch self {
    case .number(let number): "\(number)"
    case .word(let word), .usualDays(let word): "\(word)"
    case .actor: "the actor"
    case .truth(let truth): "\(truth)"
    case .today: "today"
    case .todayOrFirst: "today, or its first day if that is later"
    case .firstDay: "the first day"
    case .now: "now"
    case .ownerBefore: "the last owner"
    case .kept: nil
    case .policyBefore:
      Self.initialPolicies[member].map {
        String(decoding: $0.json.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      }
    }
  }
}
