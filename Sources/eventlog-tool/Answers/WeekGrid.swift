import Projections
import ShiftEvents

/// The schedule of one week as lines of a terminal: people × days, one shift a line in each cell.
struct WeekGrid {
  private let grid: ScheduleGrid
  private let label: (UserID) -> String
  private let people: ArraySlice<UserID>
  private let commandForAll: String

  /// The most people beside the rest of an overview.
  static let peopleOfOverview = 20

  /// - Parameters:
  ///   - most: the most people shown; `nil` for all.
  ///   - commandForAll: the command that shows all of them.
  init(
    _ grid: ScheduleGrid, most: Int? = nil, commandForAll: String = "",
    label: @escaping (UserID) -> String
  ) {
    self.grid = grid
    self.label = label
    self.commandForAll = commandForAll
    people = grid.people(by: label).prefix(most ?? .max)
  }

  func lines(width: Int?, usesColor: Bool) -> [String] {
    if grid.people.isEmpty { return ["Schedule \(grid.week)   no shifts"] }
    return tables(width: width, usesColor: usesColor) + rest(width) + legend(width)
  }

  /// The week in one table, with shorter times or in several tables where the terminal is narrow:
  /// the name is cut first, and never a time.
  private func tables(width: Int?, usesColor: Bool) -> [String] {
    let forms: [(TimeOfDay) -> String] = [\.description, hour]
    for daysInTable in [7, 4, 2, 1] {
      for (index, form) in forms.enumerated() {
        let parts = stride(from: 0, to: 7, by: daysInTable).map { first in
          layout(days: Array(grid.days[first..<min(first + daysInTable, 7)]), form)
        }
        let fits = width.map { width in parts.allSatisfy { $0.needed <= width } } ?? true
        if fits || (daysInTable == 1 && index == forms.count - 1) {
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
    days: [LocalDate], _ form: (TimeOfDay) -> String
  ) -> (table: Table, needed: Int) {
    var table = Table(
      [Table.Column("Schedule \(grid.week)", mayShrink: true)]
        + days.map { Table.Column($0.dayText) })
    var widths = days.map { displayWidth($0.dayText) }
    for person in people {
      let shifts = days.map { day in
        grid.shifts(of: person, on: day).map { row in
          let isTaken = row.status == .idle && row.owner != row.firstOwner
          return Table.Cell(
            ScheduleGrid.times(of: row, on: day, form) + ScheduleGrid.mark(row),
            isTaken ? .green : row.status.style, isWhole: true)
        }
      }
      for (index, cells) in shifts.enumerated() {
        widths[index] = max(widths[index], cells.map { displayWidth($0.text) }.max() ?? 1)
      }
      for line in 0..<max(shifts.map(\.count).max() ?? 0, 1) {
        let cells = shifts.map { cells in
          line < cells.count ? cells[line] : line == 0 ? Table.Cell("-", .dim) : ""
        }
        table.add([Table.Cell(line == 0 ? "  \(label(person))" : "")] + cells)
      }
    }
    return (table, widths.reduce(Self.shortestName) { $0 + 2 + $1 })
  }

  /// The place of the people who are left out.
  private func rest(_ width: Int?) -> [String] {
    let count = grid.people.count - people.count
    if count <= 0 { return [] }
    return sentenceLines("  … and \(count) more: \(commandForAll)", width: width)
  }

  /// `15` for 15:00, `15:30` as it is.
  private func hour(_ time: TimeOfDay) -> String {
    time.minutes % 60 == 0 ? String(time.description.prefix(2)) : time.description
  }

  /// The meaning of the marks that occur.
  private func legend(_ width: Int?) -> [String] {
    let text = grid.marks.map { "\($0.mark) \($0.meaning)" }.joined(separator: "  ")
    return text.isEmpty ? [] : sentenceLines("  \(text)", width: width)
  }
}
