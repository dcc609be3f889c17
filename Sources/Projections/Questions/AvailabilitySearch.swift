import ShiftEvents

/// The shifts, absences and requests of people on some days.
struct AvailabilitySearch {
  private let days: ClosedRange<LocalDate>
  /// The ISO weeks of the days, whole.
  private let weeks: ClosedRange<LocalDate>
  private let zone: Zone
  /// The shifts that belong to one of the days, by person; those that await approval under their taker, too.
  private var shifts: [UserID: [AvailabilityShift]] = [:]
  private var absences: [UserID: [AvailabilityAbsence]] = [:]
  /// The scheduled minutes by person, and by the days on which the shifts begin.
  private var minutes: [UserID: [LocalDate: Int]] = [:]
  /// The days on which each person asks for work.
  private var requests: [UserID: Set<LocalDate>] = [:]

  init(_ replay: Replay, _ days: ClosedRange<LocalDate>, at now: Timestamp) {
    self.days = days
    zone = replay.timeZone
    weeks = days.lowerBound.week.monday...days.upperBound.week.monday + 6
    let (moment, state) = (LocalMoment(now, in: zone), replay.state)
    let brief = BriefSelection(
      RowSelection(dates: DateSelection(from: weeks.lowerBound, to: weeks.upperBound)))
    replay.roster.forEachShift(of: brief, where: \.isOpen) { take($0, at: moment) }
    state.absences.rows.forEachRecord { absence in
      guard !absence.hasEnded, days.overlaps(absence.presence) else { return }
      absences[absence.user, default: []].append(
        AvailabilityAbsence(
          absence: absence.id, date: absence.date, start: absence.start, end: absence.end,
          days: absence.days))
    }
    state.requests.rows.forEachRecord { request in
      if request.isOpen, request.date >= moment.today, days.contains(request.date) {
        requests[request.requester, default: []].insert(request.date)
      }
    }
  }

  private mutating func take(_ shift: RosterShift, at moment: LocalMoment) {
    if weeks.contains(shift.date) {
      minutes[shift.owner, default: [:]][shift.date, default: 0] += shift.minutes(in: zone)
    }
    guard days.overlaps(shift.presence) else { return }
    var taken = AvailabilityShift(
      shift: shift.record.id, date: shift.date, start: shift.start, end: shift.end,
      days: shift.days, isAwaiting: false)
    shifts[shift.owner, default: []].append(taken)
    // From the start on, the duty stays with the owner.
    guard let taker = shift.taker, !shift.hasLapsed(at: moment) else { return }
    taken.isAwaiting = true
    shifts[taker, default: []].append(taken)
  }

  /// The rows of people, who are in the order of their names, by date and status.
  func rows(of employees: [Employees.Named]) -> [AvailabilityRow] {
    let shifts = shifts.mapValues { ordered($0, by: \.timeKey, then: \.shift.description) }
    let absences = absences.mapValues { ordered($0, by: \.timeKey, then: \.absence.description) }
    var rows: [AvailabilityRow] = []
    var date = days.lowerBound
    while date <= days.upperBound {
      let ofDay = employees.map { employee in
        row(of: employee, on: date, shifts[employee.user] ?? [], absences[employee.user] ?? [])
      }
      for status in AvailabilityStatus.allCases { rows += ofDay.filter { $0.status == status } }
      date = date + 1
    }
    return rows
  }

  private func row(
    of employee: Employees.Named, on date: LocalDate, _ shifts: [AvailabilityShift],
    _ absences: [AvailabilityAbsence]
  ) -> AvailabilityRow {
    let shifts = shifts.filter { $0.presence.contains(date) }
    let absences = absences.filter { $0.presence.contains(date) }
    let status: AvailabilityStatus =
      absences.isEmpty
      ? (shifts.isEmpty ? .free : .working) : absences.cover(date, in: zone) ? .absent : .partly
    let minutes = minutes[employee.user] ?? [:]
    let monday = date.week.monday
    return AvailabilityRow(
      user: employee.user, date: date, status: status, shifts: shifts, absences: absences,
      minutes: minutes[date] ?? 0,
      weekMinutes: (0..<7).reduce(0) { $0 + (minutes[monday + $1] ?? 0) },
      requested: requests[employee.user]?.contains(date) ?? false, orderName: employee.name)
  }
}
