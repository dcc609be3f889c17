public import ShiftEvents

/// The schedule of one week: people × days, each cell with the shifts that begin on the day.
public struct ScheduleGrid: Sendable {
  /// The week shown.
  public let week: WeekOfYear
  /// The people who have shifts in the week, by id.
  public let people: [UserID]
  private let shifts: [UserID: [ScheduleRow]]

  /// The shifts of a week as of a moment.
  public init(_ roster: Roster, week: WeekOfYear, at now: Timestamp) {
    self.week = week
    let rows = roster.schedule(dates: DateSelection(week: week), all: true, at: now)
    shifts = Dictionary(grouping: rows, by: \.owner)
    people = shifts.keys.sorted()
  }

  /// The people who have shifts in the week, by label whatever the case, then by id.
  package func people(by label: (UserID) -> String) -> [UserID] {
    let keys = people.map { (label($0).lowercased(), $0) }
    return keys.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
  }

  /// The days of the week, Monday first.
  public var days: [LocalDate] { (0..<7).map { week.monday + $0 } }

  /// The shifts of a person in the week, by date and start.
  public func shifts(of person: UserID) -> [ScheduleRow] { shifts[person, default: []] }

  /// The shifts that a person begins on a day, by start.
  public func shifts(of person: UserID, on day: LocalDate) -> [ScheduleRow] {
    shifts[person, default: []].filter { $0.date == day }
  }

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
    let used = Set(shifts.values.joined().map(Self.mark))
    return Self.marks.filter { used.contains($0.mark) }
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
              "\($0.start)–\($0.end)\(Self.mark($0))"
            }
            return texts.isEmpty ? nil : .text(texts.joined(separator: " "))
          }
      })
  }
}
