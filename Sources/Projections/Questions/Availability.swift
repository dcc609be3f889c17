public import ShiftEvents

/// The time that a person has on a day, in the order of rows.
public enum AvailabilityStatus: String, CaseIterable, Sendable {
  /// Nothing is planned.
  case free
  /// They have a shift, or took one that awaits approval.
  case working
  /// They are away for a part of the day.
  case partly
  /// They are away for the whole day.
  case absent
}

/// A person on a day.
public struct AvailabilityRow: Hashable, Sendable {
  /// The employee.
  public var user: UserID
  /// The local day.
  public var date: LocalDate
  /// The time that they have.
  public var status: AvailabilityStatus
  /// The shifts that belong to the day, by date, start and id.
  public var shifts: [AvailabilityShift]
  /// The absences that belong to the day, by date, start and id.
  public var absences: [AvailabilityAbsence]
  /// The scheduled minutes of the shifts that they own and that begin on the day.
  public var minutes: Int
  /// The same of those that begin in its ISO week.
  public var weekMinutes: Int
  /// The words for the closures of the day.
  public var closed: [String]
  /// True if they asked for work on the day, and the request is open.
  public var requested: Bool
  /// The name that orders rows of one status.
  let orderName: String
}

/// A shift that a person has on a day.
public struct AvailabilityShift: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var shift: ShiftID
  /// The local day on which it begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// True if the person took it from its owner, and that awaits approval.
  public var isAwaiting: Bool
}

/// An absence of a person on a day.
public struct AvailabilityAbsence: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var absence: AbsenceID
  /// The local day on which it begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
}

extension Replay {
  /// Every employee on each of some days as of a moment, by date, status and name; or one of them. A past day is told as
  /// it was: with the people and the absences of then.
  ///
  /// - Parameters:
  ///   - keys: the place and the label of a shift that they have on one of the days.
  ///   - names: the name of a person as it is known now; without one, people are sorted by id.
  /// - Complexity: O(s + a + d · p log p) for s recorded shifts, a absences, d days and p employees.
  public func availability(
    of user: UserID? = nil, on days: ClosedRange<LocalDate>,
    named keys: NameSelection = NameSelection(), at now: Timestamp,
    names: (UserID) -> String? = { _ in nil }
  ) -> [AvailabilityRow] {
    let rows = AvailabilitySearch(self, days, at: now).rows(of: user, names: names)
    if keys.isEmpty { return rows }
    let having = rows.filter { $0.shifts.contains { has(keys, shift: $0.shift) } }
    let people = Set(having.map(\.user))
    return rows.filter { people.contains($0.user) }
  }
}

extension RowSelection {
  /// The days of an availability: without a first one from today on, without a last one of a week, and without both
  /// today alone.
  fileprivate func daysOfAvailability(today: LocalDate) -> ClosedRange<LocalDate> {
    let first = dates.first ?? dates.last.map { min(today, $0) } ?? today
    return first...max(first, dates.last ?? (dates.isEmpty ? first : min(first + 6, .last)))
  }
}

extension ProjectionDescriptor {
  /// The employees who are free, at work or away on a day or in a week.
  public static let availability = ProjectionDescriptor(
    "availability", from: [.users, .closures, .requests, .shifts, .absences],
    ordered: ["date", "rank", "orderName", "user"], nothing: { _ in "there is no such employee" },
    crossing: { replay, chosen, now in
      let days = chosen.daysOfAvailability(today: replay.timeZone.date(at: now))
      return replay.state.employees.count { chosen.user == nil || $0 == chosen.user }
        * (days.upperBound - days.lowerBound + 1)
    }
  ) { replay, chosen, now, names in
    let days = chosen.daysOfAvailability(today: replay.timeZone.date(at: now))
    return replay.availability(
      of: chosen.user, on: days, named: chosen.names, at: now, names: names)
  }
}

extension AvailabilityRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("user", "User") { $0.user },
    Column("date", "Date") { $0.date },
    .status { $0.status },
    .rows("shifts", "Shifts", of: "AvailabilityShift", audience: .programs) { $0.shifts },
    .rows("absences", "Absences", of: "AvailabilityAbsence", audience: .programs) { $0.absences },
    Column("shiftTimes", "Shifts", turn: 2, audience: .people) { row in
      row.shifts.isEmpty
        ? nil : row.shifts.map { $0.times(on: row.date) + ($0.isAwaiting ? " (awaiting)" : "") }
    },
    Column("absenceTimes", "Away", turn: 3, audience: .people) { row in
      row.absences.isEmpty || row.status == .absent
        ? nil : row.absences.map { $0.times(on: row.date) }
    },
    .duration("minutes", "Day") { $0.minutes },
    .duration("weekMinutes", "Week") { $0.weekMinutes },
    Column("requested", "Asked", turn: 1) { $0.requested },
    .rare("closed", "Closed", 4) { $0.closed.isEmpty ? nil : $0.closed },
    Column("rank", "", audience: .exports) {
      AvailabilityStatus.allCases.firstIndex(of: $0.status)
    },
    Column("orderName", "", audience: .exports) { $0.orderName },
  ]
}

extension AvailabilityShift: LocalTimeSpan, ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    Column("date", "Date") { $0.date },
    Column("start", "Start") { $0.start },
    Column("end", "End") { $0.end },
    Column("days", "Days", audience: .programs) { $0.days.map(Int.init) },
    Column("awaiting", "Awaiting") { $0.isAwaiting ? true : nil },
  ]
}

extension AvailabilityAbsence: LocalTimeSpan, ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("absence", "Absence") { $0.absence },
    Column("date", "Date") { $0.date },
    Column("start", "Start") { $0.start },
    Column("end", "End") { $0.end },
    Column("days", "Days", audience: .programs) { $0.days.map(Int.init) },
  ]
}
