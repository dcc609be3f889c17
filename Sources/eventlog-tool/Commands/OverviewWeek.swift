import Projections
import ShiftEvents

/// The week of an overview: that of the moment, or the next one with shifts.
struct OverviewWeek {
  private let grid: ScheduleGrid
  private let thisWeek: WeekOfYear
  private let vacancies: [VacancyRow]
  private let labels: PersonLabels

  init(_ replay: Replay, _ labels: PersonLabels, at now: Timestamp) {
    thisWeek = replay.timeZone.date(at: now).week
    let week = replay.roster.firstDay(from: thisWeek.monday)?.week ?? thisWeek
    grid = ScheduleGrid(replay, week: week, at: now)
    vacancies = replay.roster.vacancies(dates: DateSelection(week: week), at: now)
    self.labels = labels
  }

  /// The commands that show the people of the week.
  var commands: [String] { hasShifts ? ["show schedule --grid --week \(grid.week)"] : [] }

  private var hasShifts: Bool { grid.people.contains { !grid.shifts(of: $0).isEmpty } }

  /// The week as people × days.
  func grid(width: Int?, usesColor: Bool) -> [String] {
    if !hasShifts { return title }
    return title
      + WeekGrid(grid: grid, label: labels.label, cell: labels.cell)
      .lines(width: width, usesColor: usesColor)
  }

  /// The week as one line a day: heads, hours, gaps.
  func days(width: Int?, usesColor: Bool) -> [String] {
    if !hasShifts { return title }
    var table = Table([
      Table.Column("Schedule \(grid.week)"), Table.Column("Heads", .trailing),
      Table.Column("Hours", .trailing), Table.Column("Gaps", mayShrink: true),
    ])
    for day in grid.days {
      let gaps = gaps(on: day)
      table.add([
        Table.Cell("  \(day.shortText)", isWhole: true), "\(grid.heads(on: day))",
        Table.Cell(Cell.duration(grid.minutes(on: day)).textForPeople),
        Table.Cell(gaps.isEmpty ? "-" : gaps, gaps.isEmpty ? .dim : .red),
      ])
    }
    return title + table.lines(width: width, usesColor: usesColor)
  }

  /// The places for which nobody comes: `1 shift uncovered, 2 places open`.
  private func gaps(on day: LocalDate) -> String {
    let uncovered = grid.uncoveredShifts(on: day)
    let open = vacancies.reduce(0) { $0 + ($1.presence.contains(day) ? $1.left : 0) }
    return [
      uncovered == 0 ? nil : "\(counted(uncovered, "shift")) uncovered",
      open == 0 ? nil : "\(counted(open, "place")) open",
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The line for a week without shifts; none of one that has some.
  private var title: [String] {
    if grid.week != thisWeek {
      return ["Schedule \(thisWeek)   no shifts; the next are in \(grid.week)"]
    }
    return hasShifts ? [] : ["Schedule \(thisWeek)   no shifts"]
  }
}
