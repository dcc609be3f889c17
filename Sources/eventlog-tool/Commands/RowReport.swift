import Projections
import ShiftEvents

/// The rows of a projection as a table for people.
struct RowReport {
  private let name: ProjectionName
  private let table: RowTable
  private let header: DocumentHeader

  init(_ name: ProjectionName, _ table: RowTable, _ header: DocumentHeader) {
    self.name = name
    self.table = table
    self.header = header
  }

  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    let heading = sentenceLines("\(title)   \(asOfText(header.asOf))", width: width)
    return heading
      + (table.rows.isEmpty ? [] : layout().lines(width: width, usesColor: usesColor))
  }

  private var title: String {
    if name == .points { return "Swap points" }
    return name.rawValue.prefix(1).uppercased() + name.rawValue.dropFirst()
  }

  /// The columns that apply to any row, and a bar beside points.
  private func layout() -> Table {
    let shown = table.columns.indices.filter { index in
      isForTables(table.columns[index]) && table.rows.contains { $0[index] != nil }
    }
    let isRanking = name == .points
    var columns = shown.map { index in
      Table.Column(
        table.columns[index].title, table.columns[index].isNumeric ? .trailing : .leading,
        mayShrink: !table.columns[index].isNumeric)
    }
    if isRanking { columns.append(Table.Column("", mayShrink: true)) }
    var layout = Table(columns, indent: 1, showsTitles: !isRanking)
    let largest = isRanking ? table.rows.compactMap { $0.last??.number }.max() ?? 0 : 0
    for row in table.rows {
      var cells = shown.map { Table.Cell(row[$0]?.tableText ?? "") }
      if isRanking { cells.append(Table.Cell(bar(row.last??.number ?? 0, of: largest))) }
      layout.add(cells)
    }
    return layout
  }

  /// Deals have more to tell than a table has room for; JSON has all of it.
  private func isForTables(_ column: Column) -> Bool {
    name != .deals || Self.dealColumns.contains(column.key)
  }

  private static let dealColumns: Set = [
    "deal", "name", "companyName", "category", "validFrom", "validUntil", "left", "status",
    "priceCents", "currency", "ratingAverage",
  ]

  /// Up to sixteen blocks, at least one.
  private func bar(_ value: Int, of largest: Int) -> String {
    String(repeating: "█", count: max(1, value * 16 / max(largest, 1)))
  }
}

/// `as of event 57, 2026-01-06 13:04 UTC`
func asOfText(_ asOf: AsOf) -> String {
  guard let time = asOf.time else { return "before the first event" }
  return "as of event \(asOf.sequence), \(minuteText(time)) UTC"
}

/// `2026-01-06 13:04`
func minuteText(_ time: Timestamp) -> String {
  let text = time.description
  return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
}

extension Cell {
  /// As a table shows it: instants to the minute.
  fileprivate var tableText: String {
    if case .instant(let time) = self { return minuteText(time) }
    return text
  }

  fileprivate var number: Int? {
    if case .integer(let number) = self { return number }
    return nil
  }
}
