import ShiftEvents

/// The shifts, absences and requests of people on some days.
struct AvailabilitySearch {
  private let days: ClosedRange<LocalDate>
  /// The ISO weeks of the days, whole.
  private let weeks: ClosedRange<LocalDate>
  private let replay: Replay
  private let moment: LocalMoment
  private var zone: Zone { moment.zone }
  /// The shifts that belong to one of the days, by person; those that await approval under their taker, too.
  private var shifts: [UserID: [AvailabilityShift]] = [:]
  private var absences: [UserID: [AbsenceRow]] = [:]
  /// The scheduled minutes by person, and by the days on which the shifts begin.
  private var minutes: [UserID: [LocalDate: Int]] = [:]
  /// The days on which each person asks for work.
  private var requests: [UserID: Set<LocalDate>] = [:]

  init(_ replay: Replay, _ days: ClosedRange<LocalDate>, at now: Timestamp) {
    (self.replay, self.days) = (replay, days)
    moment = LocalMoment(now, in: replay.timeZone)
    weeks = days.lowerBound.week.monday...days.upperBound.week.monday + 6
    let moment = moment
    let brief = SummarySelection(
      RowSelection(dates: DateSelection(from: weeks.lowerBound, to: weeks.upperBound)))
    replay.forEachShift(of: brief, where: \.isOpen) { take($0, at: moment) }
    let away = replay.absences(
      dates: DateSelection(from: days.lowerBound, to: days.upperBound), all: true, at: now)
    absences = Dictionary(grouping: away.compactMap { $0.lasted(in: zone) }, by: \.user)
    replay.state.requests.rows.forEachRecord { request in
      if request.isOpen, request.date >= moment.today, days.contains(request.date) {
        requests[request.requester, default: []].insert(request.date)
      }
    }
  }

  private mutating func take(_ shift: RosterShift, at moment: LocalMoment) {
    if weeks.contains(shift.date) {
      minutes[shift.owner, default: [:]][shift.date, default: 0] += replay.scheduledMinutes(
        shift)
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

  /// The rows of everybody, or of one person, by date, status and name.
  func rows(of user: UserID?, names: (UserID) -> String?) -> [AvailabilityRow] {
    let shifts = shifts.mapValues { ordered($0, by: \.timeKey, then: \.shift.description) }
    func employees(on date: LocalDate) -> [Employees.Named] {
      Employees(replay.employees(on: date...date, only: user, at: moment), names: names).inOrder
    }
    let present = employees(on: moment.today)
    var rows: [AvailabilityRow] = []
    for day in 0...(days.upperBound - days.lowerBound) {
      let date = days.lowerBound + day
      let closed = replay.closings(on: date)
      let employees = date < moment.today ? employees(on: date) : present
      let ofDay = employees.map { employee in
        row(
          of: employee, on: date, shifts[employee.user] ?? [], absences[employee.user] ?? [],
          closed: closed)
      }
      for status in AvailabilityStatus.allCases { rows += ofDay.filter { $0.status == status } }
    }
    return rows
  }

  private func row(
    of employee: Employees.Named, on date: LocalDate, _ shifts: [AvailabilityShift],
    _ absences: [AbsenceRow], closed: [String]
  ) -> AvailabilityRow {
    let shifts = shifts.filter { $0.presence.contains(date) }
    let absences = absences.filter { $0.belongs(to: date, today: moment.today) }
    let status: AvailabilityStatus =
      absences.isEmpty
      ? (shifts.isEmpty ? .free : .working) : absences.cover(date, in: zone) ? .absent : .partly
    let minutes = minutes[employee.user] ?? [:]
    let monday = date.week.monday
    return AvailabilityRow(
      user: employee.user, date: date, status: status, shifts: shifts,
      absences: absences.map {
        AvailabilityAbsence(
          absence: $0.absence, date: $0.date, start: $0.start, end: $0.end, days: $0.days)
      },
      minutes: minutes[date] ?? 0,
      weekMinutes: (0..<7).reduce(0) { $0 + (minutes[monday + $1] ?? 0) }, closed: closed,
      requested: requests[employee.user]?.contains(date) ?? false, orderName: employee.name)
  }
}
