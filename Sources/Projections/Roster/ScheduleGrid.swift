public import ShiftEvents

/// The schedule of one week: people × days, each cell with the shifts that belong to the day.
public struct ScheduleGrid: Sendable {
  /// The week shown.
  public let week: WeekOfYear
  /// The people who have shifts in the week, by id.
  public let people: [UserID]
  private let shifts: [UserID: [ScheduleRow]]

  /// The shifts of a week as of a moment: all, or those of a person, at a place, with a label.
  public init(
    _ roster: Roster, of user: UserID? = nil, week: WeekOfYear,
    named names: NameSelection = NameSelection(), at now: Timestamp
  ) {
    self.week = week
    let rows = roster.schedule(
      of: user, dates: DateSelection(week: week), named: names, all: true, at: now)
    shifts = Dictionary(grouping: rows, by: \.owner)
    people = shifts.keys.sorted()
  }

  /// The people who have shifts in the week, by label without accents and case, then by id.
  package func people(by label: (UserID) -> String) -> [UserID] {
    NameOrder.sorted(people, by: label) { $0 }
  }

  /// The days of the week, Monday first.
  public var days: [LocalDate] { (0..<7).map { week.monday + $0 } }

  /// The shifts of a person in the week, by date and start.
  public func shifts(of person: UserID) -> [ScheduleRow] { shifts[person, default: []] }

  /// The shifts of a person that belong to a day, by date and start.
  public func shifts(of person: UserID, on day: LocalDate) -> [ScheduleRow] {
    shifts[person, default: []].filter { $0.presence.contains(day) }
  }

  /// The times of a shift on one of its days: of several days the first has the start, the last the end,
  /// and those between have neither.
  package static func times(
    of row: ScheduleRow, on day: LocalDate, _ text: (TimeOfDay) -> String = \.description
  ) -> String {
    row.times(on: day, text)
  }

  /// The cell of a day that a shift takes whole.
  private static let wholeDay = "–"

  /// The marks of cells and their meanings, in the order in which a legend tells them.
  public static let marks = [
    (mark: "s", meaning: "supplied"), (mark: "g", meaning: "suggested"),
    (mark: "a", meaning: "awaiting approval"), (mark: "<", meaning: "taken from a colleague"),
  ]

  /// The mark behind the times of a shift; empty where nothing is to be said.
  public static func mark(_ row: ScheduleRow) -> String {
    switch row.status {
    case .supplied: "s"
    case .suggested: "g"
    case .awaiting: "a"
    case .idle, .lapsed: row.owner == row.firstOwner ? "" : "<"
    }
  }

  /// The marks that occur in the week.
  public var marks: [(mark: String, meaning: String)] {
    let rows = shifts.values.joined()
    let used = Set(rows.map(Self.mark))
    let hasWholeDay = rows.contains { row in
      days.contains { row.presence.lowerBound < $0 && $0 < row.presence.upperBound }
    }
    return (hasWholeDay ? [(Self.wholeDay, "on duty all day")] : [])
      + Self.marks.filter { used.contains($0.mark) }
  }

  /// The grid as rows: the person, then a column a day, such as `15:00–20:00s`.
  ///
  /// - Parameter label: the name of a person.
  public func table(label: (UserID) -> String) -> RowTable {
    RowTable(
      columns: [Heading(key: "person", title: "Person")]
        + days.map { Heading(key: $0.description, title: $0.dayText) },
      rows: people(by: label).map { person in
        [.text(label(person))]
          + days.map { day in
            let texts = shifts(of: person, on: day).map {
              Self.times(of: $0, on: day) + Self.mark($0)
            }
            return texts.isEmpty ? nil : .text(texts.joined(separator: " "))
          }
      })
  }
}
