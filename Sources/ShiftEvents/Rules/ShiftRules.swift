/// Loose shifts, cancelling, and the hours that were worked.
extension DomainState {
  /// Judges a shift as its event would record it.
  func schedule(_ shift: ShiftScheduled, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try requireNew(shift.shift)
    _ = try self.user(shift.owner)
    try require(.employee, shift.owner)
    let times = ShiftTimes(start: shift.start, end: shift.end, days: shift.keys.days)
    try requireOpen([shift.date], unless: shift.override)
    try requireFuture(shift.date, times, at: context.time, unless: shift.override)
    let notice = try judgeNotice(
      [(shift.shift, shift.date, shift.start)], at: context.time, unless: shift.override)
    let interval = try realInterval(shift.date, times, less: shift.keys.breakMinutes)
    let proposal = Proposal(
      user: shift.owner, date: shift.date, interval: interval, needs: shift.keys.needs,
      breakMinutes: shift.keys.breakMinutes, override: shift.override)
    try judgeOwner(proposal, at: context.time)
    try judgeBoundLoad(proposal, at: context.time)
    var event = shift
    event.note = ChangeContext(reason: shift.note.reason, notice: notice)
    (event.closedRequest, event.released) = closing(
      for: shift.owner, on: shift.date, leavingOut: nil, at: context.time)
    return .shiftScheduled(event)
  }

  func requireNew(_ shift: ShiftID) throws(Rejection) {
    try shifts.requireNew(shift, orThrow: .shiftExists)
  }

  /// Returns `true` if a shift is at least one real minute long, its break left out.
  func hasTime(_ interval: Range<Timestamp>, less breakMinutes: Int16? = nil) -> Bool {
    interval.lowerBound.minutes(until: interval.upperBound) - Int(breakMinutes ?? 0) >= 1
  }

  func cancel(
    _ id: ShiftID, override: [OverridableRule], reason: String?, in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let shift = shifts[try openShift(id)]
    let note = try judgeChange(of: [shift], unless: override, reason: reason, in: context)
    try requireNoHours(shift)
    try requireNotAwaiting(shift)
    return .shiftCancelled(
      ShiftCancelled(
        shift: id, override: override, note: note, owner: shift.owner, date: shift.date,
        request: shift.request))
  }

  func requireNoHours(_ shift: ShiftRecord) throws(Rejection) {
    if hasHours(shift.id) { throw Rejection(.hoursRecorded, [.shift: shift.id]) }
  }

  func requireNotAwaiting(_ shift: ShiftRecord) throws(Rejection) {
    if shift.isAwaiting { throw Rejection(.awaitingApproval, [.shift: shift.id]) }
  }

  func recordHours(
    _ id: ShiftID, _ worked: WorkedTime, _ breakMinutes: Int16?, override: [OverridableRule],
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let shift = shifts[try openShift(id)]
    try requireOwnerOrManager(shift.owner, of: id, context.actor)
    if !override.isEmpty { try requireManager(context.actor) }
    if context.actor != shift.owner { try requireOpen([shift.date], unless: override) }
    if !hasStarted(shift, at: context.time) {
      throw Rejection(.notStarted, [.shift: id, .date: shift.date, .start: shift.start])
    }
    var event = HoursRecorded(
      shift: id, breakMinutes: breakMinutes, override: override, worker: shift.owner,
      date: shift.date, minutes: 0,
      firstOwner: shift.firstOwner)
    var least = 0
    switch worked {
    case .minutes(let minutes): event.minutes = minutes
    case .clock(let start, let end):
      let interval = interval(shift.date, ShiftTimes(start: start, end: end))
      let elapsed = interval.lowerBound.minutes(until: interval.upperBound)
      (event.start, event.end) = (start, end)
      event.breakMinutes = breakMinutes ?? usualBreak(of: shift, within: elapsed)
      event.minutes = elapsed - Int(event.breakMinutes ?? 0)
      // A break that is given leaves a minute.
      least = breakMinutes == nil ? 0 : 1
    }
    let most = mostMinutes(of: shift)
    guard (least...most).contains(event.minutes) else {
      throw Rejection(.invalidHours, [.shift: id, .minutes: event.minutes, .limit: most])
    }
    return .hoursRecorded(event)
  }

  /// The break of a shift where it leaves a minute of so many; `nil` where there is none to take off.
  func usualBreak(of shift: ShiftRecord, within minutes: Int) -> Int16? {
    guard let usual = shiftKeys.breakMinutes(shift.keys) else { return nil }
    return usual < minutes ? usual : nil
  }

  /// The most minutes that can be recorded of a shift.
  func mostMinutes(of shift: ShiftRecord) -> Int {
    HoursRecorded.mostMinutesADay * max(1, Int(shift.days ?? 1))
  }
}
