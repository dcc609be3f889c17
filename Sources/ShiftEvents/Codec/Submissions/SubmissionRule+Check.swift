// The rules of a type, put to a submission in any of its forms.

extension SubmissionRule {
  /// The members that a submission lacks, in words; `nil` where it lacks none.
  func lack(of fields: [Field], _ isGiven: (StaticString) -> Bool) -> String? {
    switch self {
    case .reserved, .looseSubject: return nil
    case .anyMember: return fields.contains { isGiven($0.name) } ? nil : "at least one member"
    case .anyChange:
      if let lack = Self.anyMember.lack(of: fields, isGiven) { return lack }
      return fields.contains { $0.isRemovable && isGiven($0.name) }
        ? nil : "at least one member to change"
    case .together(let first, let second):
      if isGiven(first) == isGiven(second) { return nil }
      return "\"\(isGiven(first) ? second : first)\""
    case .either(let one, let first, let second):
      if let lack = Self.together(first, second).lack(of: fields, isGiven) { return lack }
      return isGiven(one) || isGiven(first) ? nil : "\"\(one)\", or \"\(first)\" and \"\(second)\""
    }
  }
}

extension FieldList {
  /// True for a type that the tool alone records.
  var isReserved: Bool { rules.contains { if case .reserved = $0 { true } else { false } } }

  /// True if the subject must not have an id like those of fixed shifts' occurrences.
  var isSubjectLoose: Bool { rules.contains { if case .looseSubject = $0 { true } else { false } } }

  /// True if a submission may break more than the types of its members.
  var asksMore: Bool {
    !rules.isEmpty || subjectKind == UserID.self
      || fields.contains { field in
        field.presence != .fact
          && (field.type == UserID.self || field.type == Name.self || field.traits.hasLimits)
      }
  }

  /// Returns what the subject of a submission must be; `nil` where it is that.
  func demand(ofSubject symbol: Symbol) -> String? {
    guard isSubjectLoose, ShiftID(symbol).endsInDate else { return nil }
    return "must not end in a date: such ids are those of fixed shifts' occurrences"
  }
}

extension ShiftID {
  /// Ids that end in a date are those of fixed shifts' occurrences.
  fileprivate var endsInDate: Bool {
    let text = unsafe SymbolTable.shared.texts[symbol]
    let form: StaticString = ".0000-00-00"
    guard text.count >= form.utf8CodeUnitCount else { return false }
    return form.withUTF8Buffer { form in
      unsafe zip(text.suffix(form.count), form).allSatisfy { byte, expected in
        expected == UInt8(ascii: "0") ? byte &- 0x30 <= 9 : byte == expected
      }
    }
  }
}
