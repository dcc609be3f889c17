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
          ("unknown", Self.count), ("hash", Self.text), ("rows", Self.list(of: row)),
          ("next", Self.text), ("ref", true),
        ], required: Self.headed + ["rows"]))
  }

  static func title(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The rows of a projection, whatever its options.
  mutating func row(of projection: ProjectionDescriptor) -> JSONTree {
    define(
      Self.title(projection.name) + "Row",
      object([.log] + projection.columns + projection.addedColumns, hasInstants: true))
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

  private mutating func object(_ columns: [Heading], hasInstants: Bool = false) -> JSONTree {
    // A sum has the amounts alone.
    let hasTotal = columns.contains(.total)
    var members: [(name: String, value: JSONTree)] = []
    var required: [String] = []
    for column in columns where column.isInDocuments {
      members.append((column.key, value(column.kind)))
      if !column.isOptional && !column.isRare && (!hasTotal || column.isSummable) {
        required.append(column.key)
      }
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

  private mutating func value(_ kind: Heading.Kind) -> JSONTree {
    let id = define("ID", ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$"])
    return switch kind {
    case .text: Self.text
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .boolean: ["type": "boolean"]
    case .date: define("Date", ["type": "string", "format": "date"])
    case .timeOfDay:
      define("TimeOfDay", ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"])
    case .week:
      define("Week", ["type": "string", "pattern": "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"])
    case .instant: define("Instant", Self.instant)
    case .id: id
    case .name: define("Name", Self.name)
    case .contract: define("Contract", Self.contract([]))
    case .datedContract: define("DatedContract", Self.contract([("from", value(.date))]))
    case .object: ["type": "object"]
    case .words(let words): self.words(words)
    case .list(let kind): Self.list(of: value(kind))
    case .map(let kind): Self.map(to: value(kind))
    case .rows(let name, let columns): Self.list(of: define(name, object(columns)))
    }
  }

  private static let name: JSONTree = ["type": "string", "minLength": 1, "maxLength": 64]

  /// Limits of a person's own behind some members.
  private static func contract(_ members: [(name: String, value: JSONTree)]) -> JSONTree {
    closed(
      members,
      optional: ["maxWeekMinutes", "minRestMinutes", "maxShiftMinutes", "maxDaysInRow"].map {
        ($0, count)
      })
  }

  static func list(of items: JSONTree) -> JSONTree { ["type": "array", "items": items] }

  func words(_ words: [String]) -> JSONTree {
    ["type": "string", "enum": .array(words.map { .text($0) })]
  }

  /// An object with these members, and perhaps some others behind them.
  static func closed(
    _ members: [(name: String, value: JSONTree)], optional: [(name: String, value: JSONTree)] = []
  ) -> JSONTree { closed(members + optional, required: members.map(\.name)) }

  /// An object with these members and no others.
  static func closed(_ members: [(name: String, value: JSONTree)], required: [String]) -> JSONTree {
    [
      "type": "object", "properties": .object(members),
      "required": .array(required.map { .text($0) }), "additionalProperties": false,
    ]
  }
}

extension RowSchema {
  /// The documents that hold no page of a projection.
  package enum Summary: String, CaseIterable {
    case grid, replay, snapshot, diff, whatIf = "what-if", blame, verify, recover, backup, restore,
      rejected, person
  }

  mutating func document(of summary: Summary) -> JSONTree {
    let name = summary.rawValue
    let replayed = ProjectionDescriptor.replayed
    var members = header(name)
    var optional: [(name: String, value: JSONTree)] = [("unknown", Self.count)]
    switch summary {
    case .grid:
      // A column a day: the times and marks of what is in it.
      let row: JSONTree = [
        "type": "object", "properties": ["person": Self.text], "required": ["person"],
        "patternProperties": ["^[0-9]{4}-[0-9]{2}-[0-9]{2}$": Self.text],
        "additionalProperties": false,
      ]
      members.append(("rows", Self.list(of: define("GridRow", row))))
    case .replay:
      optional = []
      members += [
        ("events", Self.count), ("types", Self.map(to: Self.count)), ("unknown", Self.count),
        ("rows", Self.closed(replayed.map { ($0.name, Self.count) })),
      ]
    case .snapshot:
      let rows = (replayed + [.inbox]).map { ($0.name, Self.list(of: row(of: $0))) }
      members.append(("projections", Self.closed(rows)))
      optional += [("hash", Self.text), ("firstHash", Self.text)]
    case .diff: members += [("from", Self.count), ("to", Self.count), ("projections", changes)]
    case .whatIf:
      let refused = Self.closed(
        [
          ("type", Self.text), ("subject", Self.text), ("error", Self.text), ("message", Self.text),
        ],
        optional: [("sequence", Self.count), ("details", ["type": "object"])])
      members += [
        ("without", Self.list(of: Self.count)), ("with", Self.count),
        ("refused", Self.list(of: refused)), ("projections", changes),
      ]
    case .blame:
      let choices = (replayed + [.inbox]).map { row(in: $0) }
      members.append(("rows", Self.list(of: ["oneOf": .array(choices)])))
    case .verify:
      let finding = Self.closed(
        [
          ("line", Self.count), ("offset", Self.count), ("kind", Self.text), ("message", Self.text),
        ],
        optional: [("error", Self.text), ("file", Self.text)])
      let signature = Self.closed(
        [("name", Self.text), ("key", Self.text), ("status", Self.text)],
        optional: [("time", Self.text)])
      let checkpoint = Self.closed(
        [("origin", Self.text), ("size", Self.count)],
        optional: [
          ("contained", ["type": "boolean"]), ("signatures", Self.list(of: signature)),
          ("checked", Self.count),
        ])
      members = [
        members[0], ("events", Self.count), ("sequence", Self.count), ("hash", Self.text),
        ("findings", Self.list(of: finding)),
      ]
      optional = [
        ("unknown", Self.count), ("hashOf", Self.count), ("checkpoint", checkpoint),
        (
          "snapshot",
          Self.closed([("sound", ["type": "boolean"])], optional: [("sequence", Self.count)])
        ),
      ]
    case .recover:
      members = [members[0], ("kept", Self.count), ("quarantinedBytes", Self.count)]
      optional = [
        ("file", Self.text), ("lost", Self.count), ("people", Self.text), ("otherLine", Self.text),
        ("head", Self.text),
      ]
    case .backup:
      members = [
        members[0], ("log", Self.text), ("events", Self.count), ("bytes", Self.count),
        ("sequence", Self.count), ("hash", Self.text),
      ]
      optional = [("time", Self.text), ("home", Self.text), ("added", Self.count)]
    case .restore:
      members = [
        members[0], ("events", Self.count), ("sequence", Self.count), ("hash", Self.text),
        ("lost", Self.count), ("people", Self.count),
      ]
      optional = [("time", Self.text), ("acknowledged", Self.count)]
    case .person:
      let profile = replayed.first { $0 == .users }?.columns ?? []
      let own = profile.filter { PersonReport.own.contains($0.key) }.map {
        ($0.key, value($0.kind))
      }
      let rows = PersonReport.projections.map { ($0.name, Self.list(of: self.row(of: $0))) }
      let texts = Self.list(of: Self.text)
      members += [
        ("user", Self.text),
        ("profile", Self.closed([], optional: [("name", Self.text), ("email", Self.text)] + own)),
        ("rows", Self.closed(rows)), ("notices", Self.list(of: self.row(of: .inbox))),
        ("events", Self.list(of: ["type": "object"])),
        ("erasing", Self.closed([("removes", texts), ("keeps", texts)])),
      ]
    case .rejected:
      (members, optional) = ([members[0], ("rows", Self.list(of: ["type": "object"]))], [])
    }
    return define(Self.title(name), Self.closed(members, optional: optional))
  }

  /// The rows that differ between two states, by projection.
  private var changes: JSONTree {
    mutating get {
      let events: (String, JSONTree) = ("events", Self.list(of: Self.count))
      let all = (ProjectionDescriptor.replayed + [.inbox]).map { projection in
        let row = row(of: projection)
        func change(_ sides: String...) -> JSONTree {
          Self.list(
            of: Self.closed([("key", ["type": "object"])] + sides.map { ($0, row) } + [events]))
        }
        let kinds = Self.closed([
          ("added", change("after")), ("removed", change("before")),
          ("changed", change("before", "after")),
        ])
        return (projection.name, define(Self.title(projection.name) + "Changes", kinds))
      }
      return Self.closed([], optional: all)
    }
  }

  /// A row of a projection beside the events that set its cells.
  private mutating func row(in projection: ProjectionDescriptor) -> JSONTree {
    let mark = define(
      "EventMark",
      Self.closed([
        ("sequence", Self.count), ("time", define("Instant", Self.instant)), ("type", Self.text),
        ("actor", Self.text),
      ]))
    let cells = projection.columns.filter(\.isInDocuments).map { ($0.key, mark) }
    return Self.closed([
      ("projection", ["const": .text(projection.name)]), ("row", row(of: projection)),
      ("cells", Self.closed([], optional: cells)),
    ])
  }

  private static func map(to value: JSONTree) -> JSONTree {
    ["type": "object", "additionalProperties": value]
  }
}

extension ProjectionDescriptor {
  /// The columns that an option adds.
  var addedColumns: [Heading] {
    switch self {
    case .marketplace, .vacancies: [.mayTake, .reason, .conflicts]
    case .users: [.email]
    case .hours, .timesheet: [.total]
    default: []
    }
  }
}
