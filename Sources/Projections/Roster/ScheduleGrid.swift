public import ShiftEvents

/// The schedule of one week: people × days, each cell with the shifts and absences that belong to the day.
public struct ScheduleGrid: Sendable {
  /// The week shown.
  public let week: WeekOfYear
  /// Every employee and whoever else has shifts in the week, by id; of a chosen person that one, of a place or a label
  /// those who have such shifts.
  public let people: [UserID]
  private let shifts: [UserID: [ScheduleRow]]
  private let absences: [UserID: [AbsenceRow]]
  private let employees: Set<UserID>
  private let uncovered: Set<ShiftID>
  let zone: Zone

  /// The shifts of a week as of a moment: all, or those of a person, at a place, with a label.
  ///
  /// - Complexity: O(s + a + p log p) for s recorded shifts, a absences and p people.
  public init(
    _ replay: Replay, of user: UserID? = nil, week: WeekOfYear,
    named names: NameSelection = NameSelection(), at now: Timestamp
  ) {
    self.week = week
    zone = replay.timeZone
    let rows = replay.roster.schedule(
      of: user, dates: DateSelection(week: week), named: names, all: true, at: now)
    let employees = Set(replay.state.employees)
    // An absence of the day before may last into the night, and a shift may go on behind the week.
    let first = rows.map(\.date).min().map { min($0, week.monday) } ?? week.monday
    let last = rows.map(\.lastDate).max().map { max($0, week.monday + 6) } ?? week.monday + 6
    let away = replay.absences.rows(
      dates: DateSelection(from: first + -1, to: last), all: true, at: now, in: replay.timeZone
    ).filter { $0.status != .ended }
    shifts = Dictionary(grouping: rows, by: \.owner)
    absences = Dictionary(grouping: away, by: \.user)
    let (zone, absences) = (zone, absences)
    uncovered = Set(
      rows.filter { row in
        !employees.contains(row.owner)
          || absences[row.owner, default: []].contains { away in
            away.interval(in: zone).overlaps(row.interval(in: zone))
          }
      }.map(\.shift))
    self.employees = employees
    var people = Set(rows.map(\.owner))
    if names.isEmpty {
      if let user { people.insert(user) } else { people.formUnion(employees) }
    }
    self.people = people.inByteOrder()
  }

  /// The people by label without accents and case, then by id.
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

  /// The absences of a person that belong to a day, by date and start.
  public func absences(of person: UserID, on day: LocalDate) -> [AbsenceRow] {
    absences[person, default: []].filter { $0.presence.contains(day) }
  }

  /// Returns `true` if nobody comes to a shift as it stands: its owner is away during it, or is no employee any more.
  public func isUncovered(_ row: ScheduleRow) -> Bool { uncovered.contains(row.shift) }

  /// Returns `true` if an absence takes the whole of a day.
  public func isWhole(_ absence: AbsenceRow, on day: LocalDate) -> Bool {
    absence.takesWhole(of: day)
  }

  // MARK: - Sums

  /// The number of people who have a shift in a day, are not away and are still employed.
  public func heads(on day: LocalDate) -> Int {
    people.count { person in
      employees.contains(person) && !shifts(of: person, on: day).isEmpty
        && !absences(of: person, on: day).cover(day, in: zone)
    }
  }

  /// The scheduled minutes of the shifts that begin on a day.
  public func minutes(on day: LocalDate) -> Int {
    shifts.values.joined().reduce(0) { $0 + ($1.date == day ? $1.minutes : 0) }
  }

  /// The scheduled minutes of a person's shifts that begin in the week.
  public func minutes(of person: UserID) -> Int {
    shifts(of: person).reduce(0) { $0 + ($1.date.week == week ? $1.minutes : 0) }
  }

  /// The number of shifts that belong to a day and are uncovered.
  public func uncoveredShifts(on day: LocalDate) -> Int {
    shifts.values.joined().count { isUncovered($0) && $0.presence.contains(day) }
  }
}
