/// A type of value in `data`, as help and JSON Schema (2020-12) describe it.
struct ValueDescription {
  /// The name under which schemas refer to it; `nil` where its schema stands in its place.
  let name: String?
  /// The form in a few words, such as `a date, YYYY-MM-DD`.
  let form: String
  /// The words that there are, where only some words are values.
  let words: [String]
  let schema: JSONTree

  private init(_ name: String?, _ form: String, _ schema: JSONTree, words: [String] = []) {
    (self.name, self.form, self.words, self.schema) = (name, form, words, schema)
  }

  /// - Returns: `nil` for a list, which is described by its elements.
  init?(of type: any PayloadValue.Type) {
    if type is any PayloadList.Type { return nil }
    if let text = type as? any InternedText.Type {
      self.init(text)
    } else if let id = type as? any InternedIdentifier.Type {
      let thing = id.nounPhrase.dropLast(3)
      let pattern = "^[A-Za-z0-9][A-Za-z0-9._\\-]{0,\(id.maximumLength - 1)}$"
      self.init("\(id)", "the id of \(thing)", Self.text(pattern, "The id of \(thing)"))
    } else if !type.words.isEmpty {
      self.init(
        "\(type)", type.words.joined(separator: ", "),
        ["type": "string", "enum": .array(type.words.map { .text($0) })], words: type.words)
    } else {
      self = Self.described(type)
    }
  }

  private init(_ text: any InternedText.Type) {
    let (length, character) = (text.maximumLength, "[^\\u0000-\\u0020\\u007f-\\u009f;\"\\\\]")
    let pattern = "^\(character)+( \(character)+)*$"
    self.init(
      "\(text)", "a text of 1 to \(length) characters",
      Self.text(pattern, "A text, which names nothing that must exist")
        .merging(["maxLength": .integer(length)]))
  }

  private static func described(_ type: any PayloadValue.Type) -> ValueDescription {
    switch type {
    case is LocalDate.Type:
      ValueDescription(
        "LocalDate", "a date, YYYY-MM-DD",
        [
          "type": "string", "description": "A day in the workplace's time zone", "format": "date",
          "pattern": "^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        ])
    case is TimeOfDay.Type:
      ValueDescription(
        "TimeOfDay", "a time of day, HH:mm",
        text("^([01][0-9]|2[0-3]):[0-5][0-9]$", "A time on the clocks of the workplace"))
    case is Timestamp.Type:
      ValueDescription(
        "Timestamp", "a time of RFC 3339",
        [
          "type": "string", "description": "A time in UTC with three decimals",
          "format": "date-time",
          "pattern":
            "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$",
        ])
    case is Zone.Type:
      ValueDescription(
        "TimeZone", "the IANA name of a time zone",
        text("^[A-Za-z0-9\\/_+\\-]+$", "The IANA name of a time zone"))
    case is Digest.Type: ValueDescription("Digest", "a SHA-256 digest", digest)
    case is CurrencyCode.Type:
      ValueDescription(
        "CurrencyCode", "a currency, three capitals", text("^[A-Z]{3}$", "A currency of ISO 4217"))
    case is Bool.Type:
      ValueDescription(nil, "true or false", ["type": "boolean"], words: ["true", "false"])
    case is Int.Type:
      ValueDescription(
        nil, "a whole number",
        [
          "type": "integer", "minimum": .integer(Int.exactRange.lowerBound),
          "maximum": .integer(Int.exactRange.upperBound),
        ])
    case is Double.Type, is FiniteNumber.Type: ValueDescription(nil, "a number", ["type": "number"])
    case is String.Type: ValueDescription(nil, "a text", line)
    case is FreeText.Type:
      // Line feeds and tabs may stand in it.
      ValueDescription(
        nil, "a text of one line or several",
        ["type": "string", "pattern": "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$"])
    default: preconditionFailure("\(type) has no schema")
    }
  }

  // MARK: - Schemas of texts

  static let digest = text("^[0-9a-f]{64}$", "A SHA-256 digest")
  /// A text without control characters.
  static let line: JSONTree = ["type": "string", "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"]

  /// - Parameter pattern: for ECMAScript with the flag `u` or `v`, as HTML's attribute has it.
  static func text(_ pattern: String, _ description: String) -> JSONTree {
    ["type": "string", "description": .text(description), "pattern": .text(pattern)]
  }
}

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
    case .breakOfShift, .kept: nil
    case .policyBefore:
      Self.initialPolicies[member].map {
        String(decoding: $0.json.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      }
    }
  }
}
