import Projections
import ShiftEvents

/// The story of one thing as a table for people.
struct AuditReport {
  private let what: String
  private let audit: Audit
  private let header: DocumentHeader
  private let labels: PersonLabels

  init(_ what: String, _ audit: Audit, _ header: DocumentHeader, _ labels: PersonLabels) {
    self.labels = labels
    self.what = what
    self.audit = audit
    self.header = header
  }

  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    let isOfShift = shift != nil
    var columns: [Table.Column] = [
      .init("seq", .trailing), .init("time (UTC)"), .init("event"), .init("by"),
    ]
    if !isOfShift { columns.insert(.init("subject", mayShrink: true), at: 3) }
    columns.append(.init("effect", mayShrink: true))
    var table = Table(columns, indent: 1)
    for row in audit.rows {
      var cells: [Table.Cell] = [
        .init("\(row.sequence)"), .init(minuteText(row.time)), .init(row.type),
        .init(labels.label(of: row.actor)),
      ]
      if !isOfShift { cells.insert(.init(row.subject), at: 3) }
      table.add(cells + [.init(row.effect.text(by: labels.label))])
    }
    return sentenceLines(title, width: width) + table.lines(width: width, usesColor: usesColor)
  }

  private var shift: (ShiftID, RosterShift)? {
    guard case .shift(let id) = audit.scope, let record = audit.roster[id] else { return nil }
    return (id, record)
  }

  private var title: String {
    guard let (id, record) = shift else {
      return what.prefix(1).uppercased() + what.dropFirst() + "   \(asOfText(header.asOf))"
    }
    let held =
      switch record.state {
      case .removed: "removed with its fixed shift"
      case .cancelled: "cancelled"
      default: "held by \(labels.label(of: record.owner))"
      }
    return "Shift \(id)   \(record.date.longText) \(record.start)–\(record.end) \(header.timeZone)"
      + "   \(held), first by \(labels.label(of: record.firstOwner))"
  }
}
