import Projections
import ShiftEvents

/// The story of one thing as a table for people.
struct AuditReport {
  private let audit: Audit
  private let header: DocumentHeader
  private let labels: PersonLabels
  private var table: EventTable

  /// - Parameter rows: those of the audit that are shown.
  init(
    _ audit: Audit, _ rows: [AuditRow], _ header: DocumentHeader, _ labels: PersonLabels,
    showsAttributes: Bool
  ) {
    self.audit = audit
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
      let what = audit.scope.words(labels)
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
    return "Shift \(id)   \(record.date.longText) \(record.start)–\(record.end) \(header.timeZone)"
      + "   \(held), first by \(labels.label(of: record.firstOwner))"
  }
}

extension AuditScope {
  /// `shift F1.2026-01-12`, `user Eva (u3)`
  func words(_ labels: PersonLabels) -> String {
    func person(_ user: UserID) -> String {
      let label = labels.label(of: user)
      return label == user.description || label.hasSuffix("(\(user))")
        ? label : "\(label) (\(user))"
    }
    return switch self {
    case .everything: "everything"
    case .shift(let id): "shift \(id)"
    case .request(let id): "request \(id)"
    case .fixedShift(let id): "fixed shift \(id)"
    case .vacancy(let id): "vacancy \(id)"
    case .absence(let id): "absence \(id)"
    case .trade(let id): "trade \(id)"
    case .session(let id): "session \(id)"
    case .deal(let id): "deal \(id)"
    case .user(let id): "user \(person(id))"
    case .actor(let id): "actor \(person(id))"
    case .subject(let id): "subject \(id)"
    }
  }
}
