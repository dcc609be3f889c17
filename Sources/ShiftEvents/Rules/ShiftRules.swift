/// Loose shifts, cancelling, and the hours that were worked.
enum ShiftRules {
  static func evolve(_ state: inout DomainState, with event: ShiftScheduled) {
    if state.shiftIndex[event.shift.symbol] == nil {
      state.add(
        ShiftRecord(
          id: event.shift, owner: event.owner, date: event.date,
          times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
          keys: state.shiftKeys.add(event.keys)))
    }
    state.close(event.closedRequest, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: ShiftCancelled) {
    state.withShift(event.shift) { $0.close($1, as: .cancelled) }
  }

  /// The latest record of hours counts, and 0 is none.
  static func evolve(_ state: inout DomainState, with event: HoursRecorded) {
    guard let index = state.shiftIndex[event.shift.symbol] else { return }
    if state.shifts[index].hasHours != (event.minutes != 0) {
      state.shifts[index].hasHours = event.minutes != 0
    }
  }

  // MARK: - Judging

  /// Judges a shift as its event would record it.
  static func schedule(
    _ shift: ShiftScheduled, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    try requireNew(shift.shift, given: state)
    _ = try state.user(shift.owner)
    try state.require(.employee, shift.owner)
    let times = ShiftTimes(start: shift.start, end: shift.end, days: shift.keys.days)
    let interval = try state.futureInterval(
      shift.date, times, at: context.time, unless: shift.override)
    let proposal = TakerRules.Proposal(
      user: shift.owner, date: shift.date, interval: interval, needs: shift.keys.needs,
      override: shift.override)
    try TakerRules.judgeSkill(proposal, given: state)
    try TakerRules.judgeAbsence(proposal, given: state)
    try TakerRules.judgeDay(proposal, given: state, at: context.time)
    try TakerRules.judgeOverlap(proposal, given: state, at: context.time)
    var event = shift
    (event.closedRequest, event.released) = RequestRules.closing(
      for: shift.owner, on: shift.date, leavingOut: nil, given: state, at: context.time)
    return .shiftScheduled(event)
  }

  static func requireNew(_ shift: ShiftID, given state: DomainState) throws(Rejection) {
    if state.shiftIndex[shift.symbol] != nil {
      throw Rejection(.shiftExists, "the id \(shift) is used already")
    }
  }

  /// Returns `true` if a shift is at least one real minute long.
  static func hasTime(_ interval: Range<Timestamp>) -> Bool {
    interval.lowerBound.minutes(until: interval.upperBound) >= 1
  }

  static func cancel(
    _ id: ShiftID, override: [OverridableRule], given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    let shift = state.shifts[try state.openShift(id)]
    try state.requireNotStarted(shift, at: context.time, unless: override)
    try requireNoHours(shift)
    try requireNotAwaiting(shift)
    return .shiftCancelled(
      ShiftCancelled(
        shift: id, override: override, owner: shift.owner, date: shift.date, request: shift.request)
    )
  }

  static func requireNoHours(_ shift: ShiftRecord) throws(Rejection) {
    if shift.hasHours {
      throw Rejection(.hoursRecorded, "hours are recorded for \(shift.id); record 0 first")
    }
  }

  static func requireNotAwaiting(_ shift: ShiftRecord) throws(Rejection) {
    if shift.isAwaiting {
      throw Rejection(
        .awaitingApproval, "\(shift.id) awaits approval; approve or disapprove it first")
    }
  }

  static func recordHours(
    _ id: ShiftID, _ worked: WorkedTime, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let shift = state.shifts[try state.openShift(id)]
    try state.requireOwnerOrManager(shift.owner, of: id, context.actor)
    if !state.hasStarted(shift, at: context.time) {
      throw Rejection(.notStarted, "\(id) begins on \(shift.date.longText) at \(shift.start)")
    }
    var event = HoursRecorded(
      shift: id, worker: shift.owner, date: shift.date, minutes: 0, firstOwner: shift.firstOwner)
    switch worked {
    case .minutes(let minutes): event.minutes = minutes
    case .clock(let start, let end):
      let interval = state.interval(shift.date, ShiftTimes(start: start, end: end))
      event.minutes = interval.lowerBound.minutes(until: interval.upperBound)
      (event.start, event.end) = (start, end)
    }
    let most = 1500 * max(1, Int(shift.days ?? 1))
    guard (0...most).contains(event.minutes) else {
      throw Rejection(.invalidHours, "0 to \(most) minutes can be recorded, not \(event.minutes)")
    }
    return .hoursRecorded(event)
  }
}
