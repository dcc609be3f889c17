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
  /// Those of each day, Monday first, to which nobody comes, and those of them whose owners are employed no more.
  private let uncovered: [Set<ShiftID>]
  private let unowned: [Set<ShiftID>]
  /// Those that break a limit, as `checks` has them.
  private let broken: Set<ShiftID>
  /// The words for the closures of each day, Monday first.
  private let closings: [[String]]
  /// The days that are chosen; the others are empty.
  private let chosen: ClosedRange<LocalDate>
  let zone: Zone
  private let today: LocalDate

  /// The shifts of a week as of a moment: all, or those of a person, of some days, at a place, with a label.
  ///
  /// - Complexity: O(s + a + p log p) for s recorded shifts, a absences and p people.
  public init(
    _ replay: Replay, of user: UserID? = nil, week: WeekOfYear,
    on dates: DateSelection = DateSelection(), named names: NameSelection = NameSelection(),
    published: Bool = false, at now: Timestamp
  ) {
    self.week = week
    let moment = LocalMoment(now, in: replay.timeZone)
    let zone = moment.zone
    (self.zone, today) = (zone, moment.today)
    closings = (0..<7).map { replay.closings(on: week.monday + $0, at: names.place) }
    let begin = max(dates.first ?? week.monday, week.monday)
    self.chosen = begin...max(begin, min(dates.last ?? week.monday + 6, week.monday + 6))
    var chosen = RowSelection(
      user: user, dates: DateSelection(week: week, from: dates.first, to: dates.last), names: names,
      all: true)
    chosen.published = published
    let rows = replay.schedule(chosen, at: now)
    let checks = replay.checks(
      of: user, dates: chosen.dates, named: names, published: published, at: now)
    broken = Set(checks.compactMap(\.shift))
    // An absence of the day before may last into the night, and a shift may go on behind the week.
    let first = rows.map(\.date).min().map { min($0, week.monday) } ?? week.monday
    let last = rows.map(\.lastDate).max().map { max($0, week.monday + 6) } ?? week.monday + 6
    let away = replay.absences(
      dates: DateSelection(from: first + -1, to: last), all: true, at: now
    ).compactMap { $0.lasted(in: zone) }
    shifts = Dictionary(grouping: rows, by: \.owner)
    absences = Dictionary(grouping: away, by: \.user)
    let absences = absences
    func missed(_ isMissed: (ScheduleRow, Range<Timestamp>) -> Bool) -> [Set<ShiftID>] {
      (0..<7).map { place in
        let day = week.monday + place
        return Set(
          rows.filter { row in
            row.presence.contains(day) && isMissed(row, row.interval(on: day, in: zone))
          }.map(\.shift))
      }
    }
    let unowned = missed { row, time in replay.hasLeft(row.owner, before: time, at: now) }
    let unattended = missed { row, time in
      absences[row.owner, default: []].contains { absence in
        (absence.endedAt == nil || time.upperBound <= now)
          && absence.interval(in: zone).overlaps(time)
      }
    }
    (self.unowned, uncovered) = (unowned, zip(unowned, unattended).map { $0.union($1) })
    var people = Set(rows.map(\.owner))
    if names.isEmpty {
      people.formUnion(user.map { [$0] } ?? replay.employees(on: self.chosen, at: moment))
    }
    self.people = people.inByteOrder()
  }

  /// The people by label without accents and case, then by id.
  package func people(by label: (UserID) -> String) -> [UserID] {
    NameOrder.sorted(people, by: label) { $0 }
  }

  /// The days of the week, Monday first.
  public var days: [LocalDate] { (0..<7).map { week.monday + $0 } }

  /// Returns `true` for a day of the week that is one of those that were asked for.
  func isChosen(_ day: LocalDate) -> Bool {
    chosen.contains(day) && (0..<7).contains(day - week.monday)
  }

  /// The words for the closures of a day: `Christmas`, `Repairs (bar)`.
  public func closings(on day: LocalDate) -> [String] {
    isChosen(day) ? closings[day - week.monday] : []
  }

  /// The shifts of a person in the week, by date and start.
  public func shifts(of person: UserID) -> [ScheduleRow] { shifts[person, default: []] }

  /// The shifts of a person that belong to a day, by date and start.
  public func shifts(of person: UserID, on day: LocalDate) -> [ScheduleRow] {
    chosen.contains(day) ? shifts[person, default: []].filter { $0.presence.contains(day) } : []
  }

  /// The absences of a person that belong to a day, by date and start; of past days also those that were ended later.
  public func absences(of person: UserID, on day: LocalDate) -> [AbsenceRow] {
    chosen.contains(day)
      ? absences[person, default: []].filter { $0.belongs(to: day, today: today) } : []
  }

  /// Returns `true` if nobody comes to a shift on a day that it belongs to: its owner is away during it, or is no
  /// employee any more. A past day is told as it was.
  public func isUncovered(_ row: ScheduleRow, on day: LocalDate) -> Bool {
    days.contains(day) && uncovered[day - week.monday].contains(row.shift)
  }

  /// Returns `true` if that is so on any day of the week.
  public func isUncovered(_ row: ScheduleRow) -> Bool {
    uncovered.contains { $0.contains(row.shift) }
  }

  /// Returns `true` if a shift breaks a limit, on the day on which it begins.
  public func isBroken(_ row: ScheduleRow, on day: LocalDate) -> Bool {
    row.date == day && broken.contains(row.shift)
  }

  /// Returns `true` if an absence takes the whole of a day.
  public func isWhole(_ absence: AbsenceRow, on day: LocalDate) -> Bool {
    absence.takesWhole(of: day)
  }

  // MARK: - Sums

  /// The number of people who have a shift in a day, are not away and are still employed.
  public func heads(on day: LocalDate) -> Int {
    people.count { person in
      shifts(of: person, on: day).contains { !unowned[day - week.monday].contains($0.shift) }
        && !absences(of: person, on: day).cover(day, in: zone)
    }
  }

  /// The scheduled minutes of the shifts that begin on a day, as `show hours` counts them.
  public func minutes(on day: LocalDate) -> Int {
    guard chosen.contains(day) else { return 0 }
    return shifts.values.joined().reduce(0) { $0 + ($1.date == day ? $1.minutes : 0) }
  }

  /// The scheduled minutes that lie in a day: those of its shifts, and of a shift that belongs to several days the ones
  /// of that day.
  package func minutesWithin(_ day: LocalDate, of person: UserID) -> Int {
    shifts(of: person, on: day).reduce(0) { $0 + $1.minutes(on: day, in: zone) }
  }

  /// The number of shifts that belong to a day and are uncovered.
  public func uncoveredShifts(on day: LocalDate) -> Int {
    isChosen(day) ? uncovered[day - week.monday].count : 0
  }

  /// The shifts that are uncovered on one of some days, of those that are in the week.
  func uncoveredShifts(on some: ClosedRange<LocalDate>) -> Set<ShiftID> {
    days.filter(some.contains).reduce(into: []) { $0.formUnion(uncovered[$1 - week.monday]) }
  }

  /// The people who have a shift on one of some days.
  func owners(on some: ClosedRange<LocalDate>) -> [UserID] {
    shifts.compactMap { $1.contains { some.overlaps($0.presence) } ? $0 : nil }
  }
}
