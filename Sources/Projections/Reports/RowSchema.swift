package import ShiftEvents

/// The JSON Schema (2020-12) of the documents that hold rows of projections, and of these rows by themselves.
package struct RowSchema {
  private var definitions: [(name: String, value: JSONTree)] = []

  /// The names of all documents: those of projections, and the ``Summary`` ones.
  package static let names = ProjectionDescriptor.all.map(\.name) + Summary.allCases.map(\.rawValue)

  /// The schema of the documents of one name, or of any; `nil` if no document has the name.
  package static func document(named name: String? = nil) -> JSONTree? {
    var schema = RowSchema()
    let choices = names.filter { name == nil || $0 == name }.compactMap { schema.choice(named: $0) }
    let choice: JSONTree = choices.count == 1 ? choices[0] : ["oneOf": .array(choices)]
    guard !choices.isEmpty, case .object(let members) = choice else { return nil }
    return .object(
      [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "Rows"),
        ("description", "A document that a read prints; NDJSON has each of its rows by itself."),
      ] + members + [("$defs", .object(schema.definitions))])
  }

  private mutating func choice(named name: String) -> JSONTree? {
    if let summary = Summary(rawValue: name) { return document(of: summary) }
    return ProjectionDescriptor.all.first { $0.name == name }.map { document(of: $0) }
  }

  mutating func define(_ name: String, _ value: JSONTree) -> JSONTree {
    if !definitions.contains(where: { $0.name == name }), case .object(let members) = value {
      definitions.append((name, .object([("title", .text(name))] + members)))
    }
    return ["$ref": .text("#/$defs/\(name)")]
  }

  private mutating func document(of projection: ProjectionDescriptor) -> JSONTree {
    let row = self.row(of: projection)
    return define(
      Self.title(projection.name),
      Self.closed(
        header(projection.name) + [
          ("hash", Self.text), ("rows", Self.list(of: row)), ("next", Self.text),
        ], required: Self.headed + ["rows"]))
  }

  static func title(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The rows of a projection, whatever its options.
  mutating func row(of projection: ProjectionDescriptor) -> JSONTree {
    define(
      Self.title(projection.name) + "Row",
      object(projection.columns + Self.added(to: projection), of: projection.name))
  }

  /// The members that a ``DocumentHeader`` writes, but for the hash.
  mutating func header(_ name: String) -> [(name: String, value: JSONTree)] {
    let time = define("Instant", Self.instant)
    let position = Self.closed([("sequence", Self.count)], optional: [("time", time)])
    return [
      ("schema", ["const": .text("shift-events/\(name)/1")]), ("asOf", position), ("now", time),
      ("timeZone", Self.text),
    ]
  }

  /// The members that every header has.
  static let headed = ["schema", "asOf", "now", "timeZone"]

  /// The columns that an option adds.
  private static func added(to projection: ProjectionDescriptor) -> [Heading] {
    let keys: [String] =
      switch projection {
      case .marketplace: ["mayTake", "reason"]
      case .users: ["email"]
      case .hours: ["total"]
      default: []
      }
    return keys.map { Heading(key: $0, title: $0) }
  }

  private mutating func object(
    _ columns: [Heading], of name: String, hasInstants: Bool = true
  ) -> JSONTree {
    var members: [(name: String, value: JSONTree)] = []
    var required: [String] = []
    for column in columns where column.isInDocuments {
      members.append((column.key, value(of: column, in: name)))
      if !Self.isOptional(column, of: name) { required.append(column.key) }
      if let key = column.nameKey { members.append((key, Self.text)) }
    }
    let times: Set = ["date", "start", "end"]
    if hasInstants, times.isSubset(of: columns.map(\.key)) {
      let instant = define("Instant", Self.instant)
      members += [("startAt", instant), ("endAt", instant)]
      if times.isSubset(of: required) { required += ["startAt", "endAt"] }
    }
    return Self.closed(members, required: required)
  }

  // MARK: - Values

  static let text: JSONTree = ["type": "string"]
  static let count: JSONTree = ["type": "integer", "minimum": 0]
  static let instant: JSONTree = [
    "type": "string", "format": "date-time", "description": "A time in UTC with three decimals",
  ]

  private mutating func value(of column: Heading, in name: String) -> JSONTree {
    let id = define("ID", ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$"])
    if column.nameKey != nil { return id }
    if !column.words.isEmpty { return words(column.words) }
    switch column.key {
    case "latitude", "longitude", "ratingAverage": return ["type": "number"]
    case _ where column.isNumeric: return ["type": "integer"]
    case "date", "nowDate", "from", "to":
      return define("Date", ["type": "string", "format": "date"])
    case "start", "end", "nowStart", "nowEnd":
      return define(
        "TimeOfDay", ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"])
    case "week":
      return define(
        "Week", ["type": "string", "pattern": "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"])
    case "suppliedAt", "since", "offeredAt", "validFrom", "validUntil", "reservedAt", "time",
      "publishedAt", "closedAt", "changedAt", "answeredAt":
      return define("Instant", Self.instant)
    case "shift", "fixedShift", "request", "vacancy", "absence", "trade", "give", "take", "deal",
      "reservation", "publication", "company":
      return id
    // Hours have a week, a month, a label … there.
    case "period" where name == ProjectionDescriptor.periods.name: return id
    case "conflicts": return Self.list(of: Self.text)
    case "approvers", "following", "followers": return ["type": "array", "items": id]
    case "place": return define("Name", Self.name)
    case "labels", "needs", "skills":
      return ["type": "array", "items": define("Name", Self.name)]
    case "override":
      return ["type": "array", "items": words(OverridableRule.allCases.map(\.rawValue))]
    case "contract": return define("Contract", Self.contract)
    case "roles":
      return ["type": "array", "items": words(Role.allCases.map(\.rawValue))]
    case "via": return words(AcceptanceRoute.allCases.map(\.rawValue))
    case "kind": return words(NotificationKind.allCases.map(\.rawValue))
    case "category": return words(DealCategory.allCases.map(\.rawValue))
    case "active", "mayTake", "total", "requested", "awaiting", "published":
      return ["type": "boolean"]
    case "before", "after", "attributes": return ["type": "object"]
    case "suggestions":
      let row = object(SuggestionRow.columns.map(\.heading), of: "suggestion")
      return ["type": "array", "items": define("SuggestionRow", row)]
    case "shifts":
      let row = object(AvailabilityShift.columns.map(\.heading), of: "shift", hasInstants: false)
      return Self.list(of: define("AvailabilityShift", row))
    case "absences":
      let row = object(
        AvailabilityAbsence.columns.map(\.heading), of: "absence", hasInstants: false)
      return Self.list(of: define("AvailabilityAbsence", row))
    default: return Self.text
    }
  }

  private static let name: JSONTree = ["type": "string", "minLength": 1, "maxLength": 64]

  private static let contract = closed(
    [], optional: ["maxWeekMinutes", "minRestMinutes", "maxShiftMinutes"].map { ($0, count) })

  static func list(of items: JSONTree) -> JSONTree { ["type": "array", "items": items] }

  func words(_ words: [String]) -> JSONTree {
    ["type": "string", "enum": .array(words.map { .text($0) })]
  }

  /// True of a column that some rows do not have.
  private static func isOptional(_ column: Heading, of name: String) -> Bool {
    if column.isRare { return true }
    return switch (name, column.key) {
    case ("candidates", "mayTake"): false
    case ("attention", "start"), ("attention", "end"), ("attention", "user"),
      ("shift", "awaiting"),
      ("schedule", "taker"), ("schedule", "via"), ("schedule", "request"),
      ("schedule", "fixedShift"), ("approvals", "request"), ("trades", "approvers"),
      ("vacancies", "wanted"), ("inbox", "counterpart"), ("inbox", "date"), ("inbox", "start"),
      ("inbox", "end"), ("changes", "reason"), ("changes", "answeredAt"),
      // Hours of a person have no period, and a sum has no person.
      ("hours", "worker"), ("hours", "week"), ("hours", "period"),
      ("audit", "owner"), ("audit", "taker"), ("audit", "status"), ("audit", "before"),
      ("audit", "after"), (_, "mayTake"), (_, "reason"), (_, "email"), (_, "total"), (_, "days"):
      true
    case ("deals", let key):
      [
        "address", "capacity", "left", "priceCents", "currency", "description", "openingTimes",
        "picture", "ratingAverage",
      ].contains(key)
    default: false
    }
  }

  /// An object with these members, and perhaps some others behind them.
  static func closed(
    _ members: [(name: String, value: JSONTree)],
    optional: [(name: String, value: JSONTree)] = []
  ) -> JSONTree { closed(members + optional, required: members.map(\.name)) }

  /// An object with these members and no others.
  static func closed(
    _ members: [(name: String, value: JSONTree)], required: [String]
  ) -> JSONTree {
    [
      "type": "object", "properties": .object(members),
      "required": .array(required.map { .text($0) }), "additionalProperties": false,
    ]
  }
}
