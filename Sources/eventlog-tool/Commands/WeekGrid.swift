import Projections
import ShiftEvents

/// The schedule of one week, a line a person.
struct WeekGrid {
  private let week: WeekOfYear
  private let rows: [ScheduleRow]
  private let shifts: [UserID: [ScheduleRow]]
  private let people: [UserID]

  /// So many fit on a screen with the rest of the overview.
  private static let peopleShown = 20

  /// The week that `now` is in.
  init(replay: Replay, now: Timestamp) {
    week = replay.timeZone.date(at: now).week
    rows = replay.roster.schedule(
      dates: DateSelection(week: week), all: true, at: now)
    shifts = Dictionary(grouping: rows, by: \.owner)
    people = shifts.keys.sorted()
  }

  func lines(width: Int?, usesColor: Bool) -> [String] {
    if rows.isEmpty { return ["Schedule \(week)   no shifts"] }
    let full = layout { "\($0.start)–\($0.end)" }.lines(width: nil, usesColor: false)
    let isNarrow = width.map { width in full.contains { displayWidth($0) > width } } ?? false
    let table =
      isNarrow
      ? layout { "\(hour($0.start))–\(hour($0.end))" }
      : layout {
        "\($0.start)–\($0.end)"
      }
    return table.lines(width: width, usesColor: usesColor) + rest(width) + legend(width)
  }

  /// A line about the people who do not fit.
  private func rest(_ width: Int?) -> [String] {
    let count = people.count - Self.peopleShown
    if count <= 0 { return [] }
    let text = "  … and \(count) more: eventlog-tool show schedule --week \(week)"
    return [truncated(text, toColumns: width ?? .max)]
  }

  private func layout(_ times: (ScheduleRow) -> String) -> Table {
    var table = Table(
      [Table.Column("Schedule \(week)")]
        + (0..<7).map { Table.Column((week.monday + $0).dayText, mayShrink: true) })
    for person in people.prefix(Self.peopleShown) {
      var cells = [Table.Cell("  \(person)")]
      for day in 0..<7 {
        let shifts = shifts[person, default: []].filter { $0.date == week.monday + day }
        let text = shifts.map { times($0) + mark($0) }.joined(separator: " ")
        cells.append(Table.Cell(shifts.isEmpty ? "-" : text))
      }
      table.add(cells)
    }
    return table
  }

  /// `15` for 15:00, `15:30` as it is.
  private func hour(_ time: TimeOfDay) -> String {
    time.minutes % 60 == 0 ? String(time.description.prefix(2)) : time.description
  }

  private static let marks = [
    ("s", "supplied"), ("g", "suggested"), ("a", "awaiting approval"),
    ("<", "taken from a colleague"),
  ]

  private func mark(_ row: ScheduleRow) -> String {
    switch row.status {
    case .supplied: "s"
    case .suggested: "g"
    case .awaiting: "a"
    case .idle, .lapsed: row.owner == row.firstOwner ? "" : "<"
    }
  }

  /// The meaning of the marks that occur.
  private func legend(_ width: Int?) -> [String] {
    let used = Set(rows.map(mark))
    let text = Self.marks.filter { used.contains($0.0) }.map { "\($0.0) \($0.1)" }
      .joined(separator: "  ")
    return text.isEmpty ? [] : [truncated("  \(text)", toColumns: width ?? .max)]
  }
}
