import Projections
import ShiftEvents

/// The rows of a projection as a table for people.
struct RowReport {
  private let projection: ProjectionDescriptor
  private let table: RowTable
  private let header: DocumentHeader

  init(_ projection: ProjectionDescriptor, _ table: RowTable, _ header: DocumentHeader) {
    self.projection = projection
    self.table = table
    self.header = header
  }

  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    let heading = sentenceLines("\(projection.title)   \(asOfText(header.asOf))", width: width)
    return heading
      + (table.rows.isEmpty ? [] : layout().lines(width: width, usesColor: usesColor))
  }

  /// The titles of columns that have no place in that width.
  func leftOut(width: Int?) -> [String] {
    // In a pipe, nothing is too wide.
    guard let width, !table.rows.isEmpty else { return [] }
    return layout().leftOut(width: width).filter { !$0.isEmpty }
  }

  /// The columns that apply to any row, and bars for the last one if the projection has them.
  private func layout() -> Table {
    let shown = table.columns.indices.filter { index in
      table.columns[index].audience == .everybody && table.rows.contains { $0[index] != nil }
    }
    let hasBars = projection.hasBars
    var columns = shown.map { index in
      let column = table.columns[index]
      return Table.Column(
        column.title, column.isNumeric ? .trailing : .leading,
        mayShrink: !column.isNumeric && !table.rows.contains { $0[index]?.isMoment ?? false },
        turn: column.turn)
    }
    if hasBars { columns.append(Table.Column("", mayShrink: true)) }
    var layout = Table(columns, indent: 1, showsTitles: !hasBars)
    let largest = hasBars ? table.rows.compactMap { $0.last??.number }.max() ?? 0 : 0
    for row in table.rows {
      var cells = shown.map { Table.Cell(row[$0]?.tableText ?? "") }
      if hasBars { cells.append(Table.Cell(bar(row.last??.number ?? 0, of: largest))) }
      layout.add(cells)
    }
    return layout
  }

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
  var bytes = Array(time.description.utf8.prefix(16))
  bytes[10] = UInt8(ascii: " ")
  return String(decoding: bytes, as: UTF8.self)
}

extension Cell {
  /// The text in a table: instants to the minute.
  fileprivate var tableText: String {
    if case .instant(let time) = self { return minuteText(time) }
    return text
  }

  fileprivate var number: Int? {
    if case .integer(let number) = self { return number }
    return nil
  }

  /// True if it is a point in time, which is useless when half of it is cut off.
  fileprivate var isMoment: Bool {
    switch self {
    case .date, .timeOfDay, .week, .instant: true
    case .text, .integer, .decimal, .boolean, .list, .person, .people, .phrase, .table: false
    }
  }
}
