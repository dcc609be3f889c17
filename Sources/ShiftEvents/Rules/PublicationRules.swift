extension EventGuide {
  private static let firstWeek =
    "schedule.published week-14 --actor u1 from=2026-03-30 to=2026-04-05"
  static let schedulePublished = EventGuide(
    "Gives the word that the roster of some days holds from now on",
    by: "a manager", [.notManager, .publicationExists, .dateOutOfRange], firstWeek)
  static let changeAnswered = EventGuide(
    "Says whether one agrees with a late change of a published shift",
    by: "the owner after the change",
    [.missingRole, .unknownShift, .nothingAwaited, .notOwner],
    firstWeek, "shift.assigned F10.2026-04-04 --actor u1 to=u4",
    "change.answered F10.2026-04-04 --actor u4 agreed:=true")
  static let periodClosed = EventGuide(
    "Settles the hours of some past days", by: "a manager",
    [.notManager, .periodExists, .dateOutOfRange],
    "period.closed march-1 --actor u1 from=2026-03-01 to=2026-03-15")
  static let periodReopened = EventGuide(
    "Opens a period again", by: "a manager", [.notManager, .unknownPeriod, .periodOpen],
    "period.closed march-1 --actor u1 from=2026-03-01 to=2026-03-15",
    "period.reopened march-1 --actor u1 reason='An hour was missing'")
  static let hoursConfirmed = EventGuide(
    "Agrees with the hours that the other side recorded",
    by: "the worker, or a manager where the worker recorded them",
    [.missingRole, .unknownShift, .periodClosed, .noHours, .alreadyConfirmed, .notConfirmer],
    "hours.recorded F2.2026-03-31 --actor u2 start=17:00 end=22:15",
    "hours.confirmed F2.2026-03-31 --actor u1")
}

/// Publications, the notice of late changes, and the answers to them.
extension DomainState {
  func publish(
    _ id: PublicationID, from: LocalDate, to: LocalDate, in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try publications.requireNew(id, orThrow: .publicationExists)
    try requireRange(from, to)
    let today = today(at: context.time)
    if to < today { throw Rejection(.dateOutOfRange, [.date: to, .today: today]) }
    return .schedulePublished(
      SchedulePublished(
        publication: id, from: from, to: to, shifts: openShifts(from: from, to: to).count))
  }

  func requireOrder(_ from: LocalDate, _ to: LocalDate) throws(Rejection) {
    if to < from {
      throw Rejection(.dateOutOfRange, because: .endsBeforeBegin, [.date: to, .first: from])
    }
  }

  func answer(_ id: ShiftID, agreed: Bool, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let shift = shifts[try openOrCancelledShift(id)]
    guard let change = awaitedChange(of: id).map({ lateChanges[$0] }) else {
      throw Rejection(.nothingAwaited, [.shift: id])
    }
    if change.owner != context.actor {
      throw Rejection(
        .notOwner, because: .awaited, [.shift: id, .owner: change.owner, .actor: context.actor])
    }
    return .changeAnswered(
      ChangeAnswered(
        shift: id, agreed: agreed, owner: change.owner, date: shift.date,
        changedAt: change.changedAt))
  }

  // MARK: - Notice

  /// Judges what binds a manager's change of shifts, and returns its note: their days lie in no closed period, none
  /// has begun, and there is notice enough up to the first of them.
  func judgeChange(
    of shifts: [ShiftRecord], unless override: [OverridableRule], reason: String?,
    in context: RuleContext
  ) throws(Rejection) -> ChangeContext {
    try requireOpen(shifts.map(\.date), unless: override)
    for shift in shifts { try requireNotStarted(shift, at: context.time, unless: override) }
    let notice = try judgeNotice(
      shifts.map { ($0.id, $0.date, $0.start) }, at: context.time, unless: override)
    return ChangeContext(reason: reason, notice: notice)
  }

  /// Returns the notice of a manager's change, counted to the earliest of some starts; `nil` where none of their
  /// days is published.
  ///
  /// - Throws: `noticeTooShort` where there is less than the workplace asks for.
  func judgeNotice(
    _ starts: [(shift: ShiftID, date: LocalDate, time: TimeOfDay)], at time: Timestamp,
    unless override: [OverridableRule]
  ) throws(Rejection) -> Int? {
    if !starts.contains(where: { publishedDays.contains($0.date) }) { return nil }
    let instants = starts.map { ($0, workplace.zone.instant($0.date, $0.time)) }
    let (first, begin) = instants.min { $0.1 < $1.1 }!
    let notice = Int(floorDivide(begin.milliseconds - time.milliseconds, 60_000))
    let least = workplace.minNoticeMinutes
    if least > 0, notice < least, !override.contains(.noticeTooShort) {
      throw Rejection(
        .noticeTooShort,
        [
          .limit: least, .minutes: notice, .shift: first.shift, .date: first.date,
          .start: first.time,
        ])
    }
    return notice
  }
}

/// Days whose hours are settled, and the confirmations of hours.
extension DomainState {
  func close(
    _ id: PeriodID, from: LocalDate, to: LocalDate, in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try periods.requireNew(id, orThrow: .periodExists)
    try requireOrder(from, to)
    let today = today(at: context.time)
    if to >= today {
      throw Rejection(.dateOutOfRange, because: .notPast, [.date: to, .today: today])
    }
    let worked = hoursWorked(from: from, to: to)
    return .periodClosed(
      PeriodClosed(
        period: id, from: from, to: to, shifts: worked.count,
        minutes: worked.reduce(0) { $0 + $1.minutes },
        unconfirmed: worked.count { !$0.isConfirmed }))
  }

  func reopen(_ id: PeriodID, reason: String?, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let period = periods[try periods.index(of: id, orThrow: .unknownPeriod)]
    if !period.isClosed { throw Rejection(.periodOpen, [.period: id]) }
    return .periodReopened(
      PeriodReopened(period: id, reason: reason, from: period.from, to: period.to))
  }

  /// Throws if one of a shift's days, before a change or after it, lies in a closed period.
  func requireOpen(_ days: [LocalDate], unless override: [OverridableRule]) throws(Rejection) {
    guard !override.contains(.periodClosed), let day = days.first(where: closedDays.contains),
      let period = periods.rows.first(where: { $0.isClosed && $0.from <= day && day <= $0.to })
    else { return }
    throw Rejection(.periodClosed, [.date: day, .period: period.id])
  }

  func confirmHours(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let shift = shifts[try openShift(id)]
    let isManager = holds(.manager, context.actor)
    // One's own hours are bound by no period, whatever roles one has.
    let worker = hours[id]?.worker ?? shift.owner
    if isManager, context.actor != worker { try requireOpen([shift.date], unless: []) }
    guard let hours = hours[id] else { throw Rejection(.noHours, [.shift: id]) }
    if hours.isConfirmed { throw Rejection(.alreadyConfirmed, [.shift: id]) }
    let isOwnRecord = hours.by == hours.worker
    if isOwnRecord ? !isManager || context.actor == hours.worker : context.actor != hours.worker {
      throw Rejection(
        .notConfirmer, because: isOwnRecord ? .byManager : .byWorker,
        [.shift: id, .user: hours.worker, .actor: context.actor])
    }
    return .hoursConfirmed(
      HoursConfirmed(shift: id, worker: hours.worker, date: hours.date, minutes: hours.minutes))
  }
}
