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
