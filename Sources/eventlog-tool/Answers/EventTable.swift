import Projections
import ShiftEvents

/// Events as lines for people: when, who, what, and with which effect.
struct EventTable {
  /// The order of columns in a story, whose title says what it is of, and in a list of all events.
  enum Order {
    case storyOfOne
    case story
    case list
  }

  /// An event, or a run of generated ones that are told together.
  struct Line {
    var rows: [AuditRow]

    let isGenerated: Bool

    /// `8 shifts scheduled, 1 shift skipped`
    fileprivate var summary: String {
      let types = Set(rows.map(\.type)).sorted()
      return types.map { type in
        let count = rows.count { $0.type == type }
        let parts = type.split(separator: ".", maxSplits: 1).map(String.init)
        return "\(counted(count, parts[0]))\(parts.count > 1 ? " \(parts[1])" : "")"
      }.joined(separator: ", ")
    }
  }

  private var table: Table
  private let zone: Zone
  private let labels: PersonLabels
  private let order: Order
  private let showsAttributes: Bool

  init(
    _ zone: Zone, _ labels: PersonLabels, _ order: Order, showsTitles: Bool = true,
    showsAttributes: Bool
  ) {
    (self.showsAttributes, self.zone, self.labels) = (showsAttributes, zone, labels)
    self.order = order
    var columns: [Table.Column] = [.init("seq", .trailing, turn: 1), .init("time")]
    columns += order.arranged(
      Table.Column("event", turn: 0),
      subject: Table.Column("subject", mayShrink: true, isOfNames: true),
      actor: Table.Column("by", mayShrink: true, isOfNames: true))
    columns.append(.init("effect", wraps: true))
    if showsAttributes { columns.append(.init("attributes", wraps: true)) }
    table = Table(columns, indent: 1, showsTitles: showsTitles)
  }

  mutating func add(_ row: AuditRow) {
    let subject = row.person.map(labels.cell) ?? Table.Cell(row.subject, isWhole: true)
    let effect = row.effect.text(by: labels.label) { minuteText($0, in: zone) }
    var cells: [Table.Cell] = [.init("\(row.sequence)"), .init(minuteText(row.time, in: zone))]
    cells += order.arranged(
      Table.Cell(row.type), subject: subject, actor: labels.cell(of: row.actor))
    cells.append(Table.Cell(effect))
    if showsAttributes {
      let attributes = row.attributes ?? []
      cells.append(Table.Cell(attributes.isEmpty ? "" : Cell.members(attributes).text))
    }
    table.add(cells)
  }

  mutating func add(_ line: Line) {
    let (first, last) = (line.rows[0], line.rows[line.rows.count - 1])
    if line.rows.count == 1 { return add(first) }
    var cells: [Table.Cell] = [
      .init("\(first.sequence)–\(last.sequence)"), .init(minuteText(first.time, in: zone)),
    ]
    let isOneType = line.rows.allSatisfy { $0.type == first.type }
    cells += order.arranged(
      Table.Cell(isOneType ? first.type : "…"), subject: Table.Cell("\(first.subject) …"),
      actor: labels.cell(of: first.actor))
    cells.append(Table.Cell(line.summary))
    if showsAttributes { cells.append("") }
    table.add(cells)
  }

  func lines(width: Int?, usesColor: Bool) -> [String] {
    table.lines(width: width, usesColor: usesColor)
  }

  /// The titles of columns that have no place in that width.
  func leftOut(width: Int?) -> [String] { width == nil ? [] : table.leftOut(width: width) }
}

extension EventTable.Order {
  fileprivate func arranged<Part>(_ type: Part, subject: Part, actor: Part) -> [Part] {
    switch self {
    case .storyOfOne: [type, actor]
    case .story: [type, subject, actor]
    case .list: [actor, type, subject]
    }
  }
}

/// The story of one thing as a table for people.
struct AuditReport {
  private let what: String
  private let audit: Audit
  private let header: DocumentHeader
  private let labels: PersonLabels
  private var table: EventTable

  /// - Parameters:
  ///   - what: the thing or the person, such as `user Eva (u3)`.
  ///   - rows: those of the audit that are shown.
  init(
    _ what: String, _ audit: Audit, _ rows: [AuditRow], _ header: DocumentHeader,
    _ labels: PersonLabels, showsAttributes: Bool
  ) {
    (self.what, self.audit) = (what, audit)
    (self.header, self.labels) = (header, labels)
    var order = EventTable.Order.story
    if case .shift = audit.scope { order = .storyOfOne }
    table = EventTable(header.timeZone, labels, order, showsAttributes: showsAttributes)
    for row in rows { table.add(row) }
  }

  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    sentenceLines(escapedForTerminal(title), width: width)
      + table.lines(width: width, usesColor: usesColor)
  }

  /// The titles of columns that have no place in that width.
  func leftOut(width: Int?) -> [String] { table.leftOut(width: width) }

  private var title: String {
    guard case .shift(let id) = audit.scope, let record = audit.replay[id] else {
      return what.prefix(1).uppercased() + what.dropFirst()
        + "   \(asOfText(header.asOf, in: header.timeZone))"
    }
    let held =
      switch record.state {
      case .removed: "removed with its fixed shift"
      case .cancelled: "cancelled"
      case .dropped: "given back" + (record.vacancy.map { " to \($0)" } ?? "")
      case .idle, .supplied, .suggested, .awaiting: "held by \(labels.label(of: record.owner))"
      }
    let stretch = TimeSpan(record, in: header.timeZone)
    let times =
      stretch.isOfSeveralDays
      ? stretch.text(in: 0)
      : "\(record.date.longText) \(record.start)–\(record.end)"
        + (stretch.notableLength.map { " (\($0))" } ?? "")
    return "Shift \(id)   \(times) \(header.timeZone)"
      + "   \(held), first by \(labels.label(of: record.firstOwner))"
  }
}

extension AuditScope {
  /// The person that it is about; `nil` of a thing.
  var person: UserID? {
    switch self {
    case .user(let user), .actor(let user): user
    default: nil
    }
  }

  /// The same with the name: `Eva (u3)`.
  func person(_ labels: PersonLabels) -> String? {
    person.map { user in
      let label = labels.label(of: user)
      return label == user.description || label.hasSuffix("(\(user))")
        ? label : "\(label) (\(user))"
    }
  }
}
