/// Loose shifts, cancelling, and the hours that were worked.
enum ShiftRules {
  static func evolve(_ state: inout DomainState, with event: ShiftScheduled) {
    if state.shiftIndex[event.shift.symbol] == nil {
      state.add(
        ShiftRecord(
          id: event.shift, owner: event.owner, firstOwner: event.owner, date: event.date,
          start: event.start, end: event.end))
    }
    state.close(event.closedRequest, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: ShiftCancelled) {
    state.withShift(event.shift) { $0.close($1, as: .cancelled) }
  }

  // MARK: - Judging

  static func schedule(
    _ id: ShiftID, owner: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    if state.shiftIndex[id.symbol] != nil {
      throw Rejection(.shiftExists, "the id \(id) is used already")
    }
    _ = try state.user(owner)
    try state.require(.employee, owner)
    let interval = state.interval(date, start, end)
    if interval.lowerBound <= context.time {
      throw Rejection(.shiftStarted, "\(date.longText) \(start) is past")
    }
    if !hasTime(interval) {
      throw Rejection(.noTime, "a change of the clocks leaves no minute of it")
    }
    let proposal = TakerRules.Proposal(user: owner, date: date, interval: interval)
    try TakerRules.judgeDay(proposal, given: state, at: context.time)
    try TakerRules.judgeOverlap(proposal, given: state, at: context.time)
    let (closed, released) = RequestRules.closing(
      for: owner, on: date, leavingOut: nil, given: state, at: context.time)
    return .shiftScheduled(
      ShiftScheduled(
        shift: id, owner: owner, date: date, start: start, end: end, closedRequest: closed,
        released: released))
  }

  /// Returns `true` if a shift is at least one real minute long.
  static func hasTime(_ interval: Range<Timestamp>) -> Bool {
    interval.lowerBound.minutes(until: interval.upperBound) >= 1
  }

  static func cancel(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    let shift = state.shifts[try state.openShift(id)]
    try state.requireNotStarted(shift, at: context.time)
    if shift.isAwaiting {
      throw Rejection(.awaitingApproval, "\(id) awaits approval; approve or disapprove it first")
    }
    return .shiftCancelled(
      ShiftCancelled(shift: id, owner: shift.owner, date: shift.date, request: shift.request))
  }

  static func recordHours(
    _ id: ShiftID, _ worked: WorkedTime, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let shift = state.shifts[try state.openShift(id)]
    try state.requireOwnerOrManager(shift.owner, of: id, context.actor)
    if !state.hasStarted(shift, at: context.time) {
      throw Rejection(
        .notStarted, "\(id) begins on \(shift.date.longText) at \(shift.start)")
    }
    var event = HoursRecorded(
      shift: id, worker: shift.owner, date: shift.date, minutes: 0, firstOwner: shift.firstOwner)
    switch worked {
    case .minutes(let minutes): event.minutes = minutes
    case .clock(let start, let end):
      let interval = state.interval(shift.date, start, end)
      event.minutes = interval.lowerBound.minutes(until: interval.upperBound)
      (event.start, event.end) = (start, end)
    }
    guard (1...1500).contains(event.minutes) else {
      throw Rejection(.invalidHours, "1 to 1500 minutes can be recorded, not \(event.minutes)")
    }
    return .hoursRecorded(event)
  }
}
