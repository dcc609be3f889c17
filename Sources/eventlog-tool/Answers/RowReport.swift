import Projections
import ShiftEvents

/// The rows of a projection as a table for people.
struct RowReport {
  let projection: ProjectionDescriptor
  let table: RowTable
  let header: DocumentHeader
  let labels: PersonLabels
  /// The logs, where there are several.
  var logs: [(name: LogName, header: DocumentHeader)] = []

  /// - Parameter width: the columns that no line exceeds; nil for as many as are needed.
  func lines(width: Int?, usesColor: Bool) -> [String] {
    let asOf = asOfText(header.asOf, in: header.timeZone)
    let heads =
      logs.isEmpty
      ? sentenceLines("\(projection.title)   \(asOf)", width: width)
      : [projection.title]
        + logs.flatMap { name, header in
          sentenceLines("  \(name)   \(asOfText(header.asOf, in: header.timeZone))", width: width)
        }
    return heads + (table.rows.isEmpty ? [] : layout().lines(width: width, usesColor: usesColor))
  }

  /// The titles of columns that have no place in that width.
  func leftOut(width: Int?) -> [String] {
    // In a pipe, nothing is too wide.
    guard let width, !table.rows.isEmpty else { return [] }
    return layout().leftOut(width: width).filter { !$0.isEmpty }
  }

  /// The columns that apply to any row, and bars for an amount.
  private func layout() -> Table {
    let shown = table.columns.indices.filter { index in
      table.columns[index].isForPeople && table.rows.contains { $0[index] != nil }
    }
    let amount = shown.first { table.columns[$0].hasBar }
    var columns = shown.map { index in
      let column = table.columns[index]
      return Table.Column(
        column.title, column.isNumeric ? .trailing : .leading, mayShrink: !column.isNumeric,
        wraps: table.rows.contains { $0[index]?.isList ?? false },
        isOfNames: table.rows.contains { if case .person = $0[index] { true } else { false } },
        turn: column.turn)
    }
    if amount != nil { columns.append(Table.Column("", turn: -1)) }
    // A ranking of three columns speaks for itself.
    var layout = Table(columns, indent: 1, showsTitles: amount == nil || shown.count > 3)
    // A sum would make every other bar short.
    let isSum = { (place: Int) in table.hasTotal && place == table.rows.count - 1 }
    let largest = amount.flatMap { column in
      table.rows.dropLast(table.hasTotal ? 1 : 0).compactMap { $0[column]?.number }.max()
    }
    for (place, row) in table.rows.enumerated() {
      var cells = shown.map { column in
        row[column].map { cell($0, in: table.columns[column]) } ?? ""
      }
      if let amount {
        cells.append(isSum(place) ? "" : bar(row[amount]?.number ?? 0, of: largest ?? 0))
      }
      layout.add(cells)
    }
    return layout
  }

  private func cell(_ cell: Cell, in column: Heading) -> Table.Cell {
    switch cell {
    case .person(let user):
      return projection == .users ? labels.cellWithID(of: user) : labels.cell(of: user)
    case .people(let users):
      return .init(labels.sorted(users).map(labels.label).joined(separator: ", "))
    case .phrase(let phrase):
      return .init(phrase.text(by: labels.label) { minuteText($0, in: header.timeZone) })
    case .instant(let time): return .init(minuteText(time, in: header.timeZone), isWhole: true)
    case .table(let rows): return .init(Cell.table(rows.labelled(by: labels.label)).textForPeople)
    case .text(let text):
      return .init(text, column.style(of: text), isWhole: !text.utf8.contains(UInt8(ascii: " ")))
    case .list, .members, .objects: return .init(cell.textForPeople)
    case .integer, .duration, .decimal, .boolean, .date, .timeOfDay, .week:
      return .init(cell.textForPeople, isWhole: true)
    }
  }

  /// Up to sixteen blocks, at least one of an amount that is there.
  private func bar(_ value: Int, of largest: Int) -> Table.Cell {
    if value <= 0 { return "" }
    return .init(String(repeating: "█", count: max(1, value * 16 / max(largest, 1))), .cyan)
  }
}

/// `as of event 57, 2026-01-06 14:04 Europe/Amsterdam`
func asOfText(_ asOf: AsOf, in zone: Zone) -> String {
  guard let time = asOf.time else { return "before the first event" }
  return "as of event \(asOf.sequence), \(minuteText(time, in: zone)) \(zone)"
}

/// `2026-01-06 14:04`, as the clocks of the zone show it.
func minuteText(_ time: Timestamp, in zone: Zone) -> String {
  let (date, minute) = zone.local(time)
  return "\(date) \(TimeOfDay(hour: minute / 60, minute: minute % 60)!)"
}

extension Cell {
  /// The plain text for people: names for people, instants by the clocks of a zone.
  func text(by labels: PersonLabels, in zone: Zone) -> String {
    if case .instant(let time) = self { return minuteText(time, in: zone) }
    return labelled(by: labels.label).textForPeople
  }

  /// True if it is several things, which can stand below each other.
  fileprivate var isList: Bool {
    switch self {
    case .list, .people, .phrase, .table, .members, .objects: true
    case .text, .integer, .duration, .decimal, .boolean, .date, .timeOfDay, .week, .instant,
      .person:
      false
    }
  }
}

/// Reports which columns of a table had no place on the terminal.
func reportLeftOut(_ titles: [String], _ diagnostics: Diagnostics, elsewhere: String = "--json") {
  if titles.isEmpty { return }
  diagnostics.note(
    "left out: \(titles.joined(separator: ", ")); a wider terminal, a pipe and \(elsewhere) have "
      + (titles.count == 1 ? "it" : "them"))
}
