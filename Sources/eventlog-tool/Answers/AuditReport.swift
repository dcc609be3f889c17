import Projections
import ShiftEvents

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
    _ labels: PersonLabels,
    showsAttributes: Bool
  ) {
    (self.what, self.audit) = (what, audit)
    self.header = header
    self.labels = labels
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
    guard case .shift(let id) = audit.scope, let record = audit.roster[id] else {
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
  /// The person that it is about, with the id: `Eva (u3)`; `nil` of a thing.
  func person(_ labels: PersonLabels) -> String? {
    switch self {
    case .user(let user), .actor(let user):
      let label = labels.label(of: user)
      return label == user.description || label.hasSuffix("(\(user))")
        ? label : "\(label) (\(user))"
    default: return nil
    }
  }
}
