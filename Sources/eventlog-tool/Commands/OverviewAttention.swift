import Projections
import ShiftEvents

/// The things that need a manager, as an overview tells them: the first few, and how many more there are.
struct OverviewAttention {
  private let rows: [AttentionRow]
  private let labels: PersonLabels
  private let zone: Zone

  /// The most things of a screen.
  private static let most = 6

  init(_ replay: Replay, _ labels: PersonLabels, at now: Timestamp) {
    rows = replay.attention(at: now)
    self.labels = labels
    zone = replay.timeZone
  }

  /// The commands that show all of it, where a screen does not.
  var commands: [String] { rows.count > Self.most ? ["show attention"] : [] }

  /// The lines with most things first, then with fewer; each names how many more there are.
  func forms(width: Int?, usesColor: Bool) -> [[String]] {
    if rows.isEmpty { return [[]] }
    return (0...min(Self.most, rows.count)).reversed().map { count in
      var table = Table(
        [
          Table.Column(""), Table.Column(""), Table.Column(""),
          Table.Column("", mayShrink: true, isOfNames: true), Table.Column(""),
          Table.Column("", mayShrink: true),
        ], showsTitles: false)
      for (place, row) in rows.prefix(count).enumerated() {
        table.add(cells(row, isFirst: place == 0))
      }
      let more = rows.count - count
      let lead = count == 0 ? Self.label : String(repeating: " ", count: Self.label.count)
      return table.lines(width: width, usesColor: usesColor)
        + (more == 0 ? [] : ["\(lead)  … \(more) more: show attention"])
    }
  }

  private static let label = "Attention"

  private func cells(_ row: AttentionRow, isFirst: Bool) -> [Table.Cell] {
    [
      Table.Cell(isFirst ? Self.label : "", isWhole: true), Table.Cell(row.kind.rawValue),
      Table.Cell(time(row), isWhole: true), row.user.map(labels.cell) ?? "",
      Table.Cell(row.subject, isWhole: true),
      Table.Cell(row.detail.text(by: labels.label) { minuteText($0, in: zone) }),
    ]
  }

  /// `Mon 12 Jan 15:00–20:00`, `Fri 27 Nov 00:00, 6 days`.
  private func time(_ row: AttentionRow) -> String {
    guard let start = row.start, let end = row.end else { return row.date.shortText }
    let stretch = Stretch(date: row.date, start: start, end: end, days: row.days, in: zone)
    return "\(row.date.shortText) \(start)"
      + (stretch.isOfSeveralDays ? ", \(stretch.length)" : "–\(end)")
  }
}
