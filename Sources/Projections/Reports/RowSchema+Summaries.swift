import ShiftEvents

extension RowSchema {
  /// The documents that hold no page of a projection.
  package enum Summary: String, CaseIterable {
    case grid, replay, snapshot, diff, whatIf = "what-if", blame, verify, recover, rejected
  }

  mutating func document(of summary: Summary) -> JSONTree {
    let name = summary.rawValue
    let replayed = ProjectionDescriptor.replayed
    var (members, optional) = (header(name), [(name: String, value: JSONTree)]())
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
      members += [
        ("events", Self.count), ("types", Self.map(to: Self.count)), ("unknown", Self.count),
        ("rows", Self.closed(replayed.map { ($0.name, Self.count) })),
      ]
    case .snapshot:
      let rows = (replayed + [.inbox]).map { ($0.name, Self.list(of: row(of: $0))) }
      members.append(("projections", Self.closed(rows)))
      optional = [("hash", Self.text), ("firstHash", Self.text)]
    case .diff:
      members += [("from", Self.count), ("to", Self.count), ("projections", changes)]
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
      let checkpoint = Self.closed(
        [("origin", Self.text), ("size", Self.count)],
        optional: [("contained", ["type": "boolean"])])
      members = [
        members[0], ("events", Self.count), ("sequence", Self.count), ("hash", Self.text),
        ("findings", Self.list(of: finding)),
      ]
      optional = [("hashOf", Self.count), ("checkpoint", checkpoint)]
    case .recover:
      members = [members[0], ("kept", Self.count), ("quarantinedBytes", Self.count)]
      optional = [("file", Self.text)]
    case .rejected:
      members = [members[0], ("rows", Self.list(of: ["type": "object"]))]
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
