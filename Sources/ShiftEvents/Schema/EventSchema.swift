/// Makes the schemas of events or of submissions, and collects the definitions that they refer to.
struct EventSchema {
  enum Side { case event, submission }

  private let side: Side
  /// The place of definitions in the document, such as `#/$defs/`.
  private let place: String
  private(set) var definitions: [(name: String, value: JSONTree)] = []

  /// The keyword for members that go together: AsyncAPI has that of draft 07.
  private let together: String

  init(_ side: Side, definitionsAt place: String, inDraft7: Bool = false) {
    (self.side, self.place) = (side, place)
    together = inDraft7 ? "dependencies" : "dependentRequired"
  }

  /// `ShiftSuppliedEvent` or `ShiftSuppliedSubmission`.
  func messageName(of type: EventType) -> String {
    type.payloadName + (side == .event ? "Event" : "Submission")
  }

  /// Defines the whole object of a type, and returns a reference to it.
  mutating func message(of type: EventType) -> JSONTree {
    define(messageName(of: type)) { schema in
      JSONTree.object([("description", .text(type.guide.summary))]).merging(
        schema.side == .event ? schema.event(of: type) : schema.submission(of: type))
    }
  }

  // MARK: - Definitions

  private mutating func define(
    _ name: String, _ body: (inout EventSchema) -> JSONTree
  ) -> JSONTree {
    if !definitions.contains(where: { $0.name == name }) {
      let index = definitions.count
      definitions.append((name, .null))
      let value = body(&self)
      definitions[index].value = JSONTree.object([("title", .text(name))]).merging(value)
    }
    return ["$ref": .text(place + name)]
  }

  private mutating func reference(to type: any PayloadValue.Type) -> JSONTree {
    if let list = type as? any PayloadList.Type {
      return ["type": "array", "items": reference(to: list.elementType)]
    }
    let value = ValueDescription(of: type)!
    guard let name = value.name else { return value.schema }
    // A submission never speaks for `system`, and gives times in any zone.
    if side == .submission, type == UserID.self {
      return define("Person") { _ in
        value.schema.merging(["not": ["const": .text("\(UserID.system)")]])
      }
    }
    if side == .submission, type == Timestamp.self {
      return define("SubmittedTime") { _ in Self.submittedTime }
    }
    return define(name) { _ in value.schema }
  }

  private static let submittedTime: JSONTree = [
    "type": "string", "description": "A time of RFC 3339", "format": "date-time",
    "pattern":
      "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?([Zz]|[+\\-]([01][0-9]|2[0-3]):[0-5][0-9])$",
  ]

  // MARK: - Envelopes

  private static let id: JSONTree = [
    "type": "string", "description": "With source, unique in a log", "pattern": "^[ -~]{1,128}$",
  ]
  private static let source: JSONTree = [
    "type": "string", "format": "uri-reference", "minLength": 1,
  ]

  private mutating func event(of type: EventType) -> JSONTree {
    let members: [(name: String, value: JSONTree)] = [
      ("specversion", ["const": "1.0"]),
      ("id", define("EventID") { _ in Self.id }),
      ("source", define("Source") { _ in Self.source }),
      ("type", ["const": .text(type.rawValue)]),
      ("subject", reference(to: type.subjectKind)),
      ("time", reference(to: Timestamp.self)),
      (
        "sequence",
        define("Sequence") { _ in
          ValueDescription.text("^[0-9]{12}$", "The place in the log, from 000000000001")
        }
      ),
      ("actor", reference(to: UserID.self)),
      ("more", ["const": true, "description": "There on all events of a batch except its last"]),
      ("data", define(type.payloadName) { $0.recordedData(of: type) }),
      ("hash", reference(to: Digest.self)),
    ]
    return Self.object(members, required: members.map(\.name).filter { $0 != "more" }, reserved: [])
  }

  private mutating func submission(of type: EventType) -> JSONTree {
    let data = define(type.payloadName + "Data") { $0.submittedData(of: type) }
    let members: [(name: String, value: JSONTree)] = [
      ("specversion", ["const": "1.0"]),
      ("id", define("EventID") { _ in Self.id }),
      ("source", define("Source") { _ in Self.source }),
      ("type", ["const": .text(type.rawValue)]),
      (
        "subject",
        FieldList.of(type).isSubjectLoose ? looseShift() : reference(to: type.subjectKind)
      ),
      ("time", reference(to: Timestamp.self)),
      ("actor", reference(to: UserID.self)),
      ("datacontenttype", ["const": "application/json"]),
      (
        "expectedsequence",
        define("ExpectedSequence") { _ in
          [
            "description": "The last event that the submitter saw",
            "oneOf": [
              ["type": "integer", "minimum": 0, "maximum": .integer(Int.exactRange.upperBound)],
              ["type": "string", "pattern": "^[0-9]{1,12}$"],
            ],
          ]
        }
      ),
      ("data", data),
    ]
    let needsData =
      type.fields.contains { $0.presence == .required } || type.rules.contains(where: \.needsData)
    let mistaken = define("MistakenName") { _ in
      [
        "description": "No attribute: a misspelt member, or a word of another place",
        "type": "string", "pattern": .text(AttributeNames.mistakenPattern),
      ]
    }
    return Self.object(
      members, required: ["type", "subject", "actor"] + (needsData ? ["data"] : []),
      reserved: EnvelopeWords.reserved.map { "\($0)" }
    ).merging(["propertyNames": ["not": mistaken]])
  }

  private mutating func looseShift() -> JSONTree {
    // Ids that end in a date are those of fixed shifts' occurrences.
    return define("LooseShiftID") { _ in
      ValueDescription(of: ShiftID.self)!.schema
        .merging(["not": ["pattern": "[.][0-9]{4}-[0-9]{2}-[0-9]{2}$"]])
    }
  }

  /// An object that also takes attributes of CloudEvents.
  private static func object(
    _ members: [(name: String, value: JSONTree)], required: [String], reserved: [String]
  ) -> JSONTree {
    let taken = (members.map(\.name) + reserved).joined(separator: "|")
    return [
      "type": "object",
      "properties": .object(members),
      "required": .array(required.map { .text($0) }),
      "patternProperties": .object([
        (
          "^(?!(?:\(taken))$)[a-z0-9]{1,20}$",
          [
            "description": "An attribute of CloudEvents", "type": ["string", "boolean", "integer"],
            "minimum": -2_147_483_648, "maximum": 2_147_483_647,
          ]
        )
      ]),
      "additionalProperties": false,
    ]
  }

  // MARK: - Data

  private mutating func recordedData(of type: EventType) -> JSONTree {
    object(
      of: type.recordedMembers.map { member in
        var member = member
        // A required member is never `null`.
        if member.isRequired { member.traits.isRemovable = false }
        return member
      }, where: \.isRequired)
  }

  private mutating func object(of fields: [Field], where isRequired: (Field) -> Bool) -> JSONTree {
    let properties = fields.map { (name: "\($0.name)", value: schema(of: $0.type, $0.traits)) }
    return [
      "type": "object",
      "properties": .object(properties),
      "required": .array(fields.filter(isRequired).map { .text("\($0.name)") }),
    ]
  }

  private mutating func submittedData(of type: EventType) -> JSONTree {
    let tree = object(of: type.fields) { $0.presence == .required }
    return type.rules.reduce(tree.merging(["additionalProperties": false])) {
      $0.merging($1.schema(of: type.fields, together: together))
    }
  }

  private mutating func schema(of type: any PayloadValue.Type, _ traits: MemberTraits) -> JSONTree {
    var schema = traits.isLoose && side == .submission ? looseShift() : reference(to: type)
    if type == Int.self, let range = side == .event ? traits.recordedRange : traits.range {
      schema = [
        "type": "integer", "minimum": .integer(range.lowerBound),
        "maximum": .integer(range.upperBound),
      ]
    }
    if side == .event, type != Int.self, let range = traits.recordedRange {
      schema = schema.merging([
        "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
      ])
    }
    if let count = traits.count {
      schema = schema.merging([
        "minItems": .integer(count.lowerBound), "maxItems": .integer(count.upperBound),
        "uniqueItems": true,
      ])
    }
    if let length = traits.length {
      schema = schema.merging(["minLength": .integer(length.lowerBound)])
      if length != .notEmpty { schema = schema.merging(["maxLength": .integer(length.upperBound)]) }
    }
    return traits.offersNull ? ["anyOf": [schema, ["type": "null"]]] : schema
  }
}

extension SubmissionRule {
  /// True if a submission without `data` breaks it.
  fileprivate var needsData: Bool {
    switch self {
    case .anyMember, .anyChange, .either: true
    case .reserved, .looseSubject, .together: false
    }
  }

  /// The rule as a schema of `data` with some members; that of a subject is none.
  fileprivate func schema(of fields: [Field], together keyword: String) -> JSONTree {
    switch self {
    case .reserved, .looseSubject: return .object([])
    case .anyMember: return ["minProperties": 1]
    case .anyChange:
      let changes = fields.filter(\.isChange).map {
        ["required": [.text("\($0.name)")]] as JSONTree
      }
      return ["anyOf": .array(changes)]
    case .together(let first, let second):
      let (first, second) = ("\(first)", "\(second)")
      let others: [(String, JSONTree)] = [
        (first, .array([.text(second)])), (second, .array([.text(first)])),
      ]
      return .object([(keyword, .object(others))])
    case .either(let one, let first, let second):
      return Self.together(first, second).schema(of: fields, together: keyword).merging([
        "anyOf": [["required": [.text("\(one)")]], ["required": [.text("\(first)")]]]
      ])
    }
  }
}

extension EventType {
  /// The name of the payload's type: `ShiftSupplied`.
  package var payloadName: String {
    let name = "\(self)"
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}
