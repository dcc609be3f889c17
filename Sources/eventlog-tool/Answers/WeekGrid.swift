import Projections
import ShiftEvents

/// The schedule of one week as lines of a terminal: people × days, one shift or absence a line in each cell.
struct WeekGrid {
  let grid: ScheduleGrid
  /// The name of a person, by which the lines are sorted.
  let label: (UserID) -> String
  /// The same as a cell.
  let cell: (UserID) -> Table.Cell

  func lines(width: Int?, usesColor: Bool) -> [String] {
    if grid.people.isEmpty { return ["Schedule \(grid.week)   no shifts"] }
    return tables(width: width, usesColor: usesColor) + legend(width)
  }

  /// The manner in which cells are written where the terminal is narrow.
  private enum Form: CaseIterable {
    /// `09:00–23:00 (14 h)`.
    case whole
    /// `09:00–23:00`, and the length below it.
    case stacked
    /// `09–23`, and the length below it.
    case short

    func clock(_ time: TimeOfDay) -> String {
      let isShort = self == .short && time.minutes % 60 == 0
      return isShort ? String(time.description.prefix(2)) : time.description
    }
  }

  /// The week in one table, with shorter cells or in several tables where the terminal is narrow: the name is cut
  /// first, and never a time.
  private func tables(width: Int?, usesColor: Bool) -> [String] {
    let people = grid.people(by: label)
    for daysInTable in [7, 4, 2, 1] {
      for form in Form.allCases {
        let parts = stride(from: 0, to: 7, by: daysInTable).map { first in
          layout(people, days: first..<min(first + daysInTable, 7), form)
        }
        let fits = width.map { width in parts.allSatisfy { $0.needed <= width } } ?? true
        if fits || (daysInTable == 1 && form == .short) {
          return Array(
            parts.map { $0.table.lines(width: width, usesColor: usesColor) }.joined(separator: [""])
          )
        }
      }
    }
    return []
  }

  /// The least columns for a name that is cut.
  private static let shortestName = 10

  /// The table of some days, and the columns that it needs with names cut.
  private func layout(
    _ people: [UserID], days: Range<Int>, _ form: Form
  ) -> (table: Table, needed: Int) {
    let dates = grid.days[days]
    var table = Table(
      [Table.Column("Schedule \(grid.week)", mayShrink: true)]
        + dates.map { Table.Column($0.dayText) })
    var widths = dates.map { displayWidth($0.dayText) }
    func add(_ first: Table.Cell, _ cells: [[Table.Cell]]) {
      for (index, cells) in cells.enumerated() {
        widths[index] = max(widths[index], cells.map { displayWidth($0.text) }.max() ?? 1)
      }
      for line in 0..<max(cells.map(\.count).max() ?? 0, 1) {
        let places = cells.map { cells in
          line < cells.count ? cells[line] : line == 0 ? Table.Cell("-", .dim) : ""
        }
        table.add([line == 0 ? first : ""] + places)
      }
    }
    for person in people {
      add(cell(person).indented, dates.map { cells(of: person, on: $0, form) })
    }
    for sum in grid.sums {
      add(
        Table.Cell(sum.word).indented,
        sum.cells[days].map { [Table.Cell($0?.textForPeople ?? "", isWhole: true)] })
    }
    return (table, widths.reduce(Self.shortestName) { $0 + 2 + $1 })
  }

  private func cells(of person: UserID, on day: LocalDate, _ form: Form) -> [Table.Cell] {
    grid.entries(of: person, on: day, form.clock).flatMap { entry -> [Table.Cell] in
      guard let row = entry.shift else { return [Table.Cell(entry.text, .dim, isWhole: true)] }
      let isTaken = row.status == .idle && row.owner != row.firstOwner
      let style: Style? =
        grid.isUncovered(row, on: day) ? .red : isTaken ? .green : row.status.style
      guard form != .whole, let length = entry.length else {
        return [Table.Cell(entry.whole, style, isWhole: true)]
      }
      return [Table.Cell(entry.text, style, isWhole: true), Table.Cell(length, isWhole: true)]
    }
  }

  /// The meaning of the marks that occur.
  private func legend(_ width: Int?) -> [String] {
    let text = grid.marks.map { "\($0.mark) \($0.meaning)" }.joined(separator: "  ")
    return text.isEmpty ? [] : sentenceLines("  \(text)", width: width)
  }
}

extension Table.Cell {
  fileprivate var indented: Table.Cell { Table.Cell("  " + text, style, tail: tail) }
}
