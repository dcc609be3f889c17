/// Shifts that a manager gives to another owner.
enum AssignmentRules {
  static func evolve(_ state: inout DomainState, with event: ShiftAssigned) {
    state.withShift(event.shift) { state, index in
      state.give(index, to: event.to)
      state.shifts[index].firstOwner = event.to
    }
    state.close(event.closedRequest, releasing: event.released)
  }

  // MARK: - Judging

  static func assign(
    _ id: ShiftID, to user: UserID, override: [OverridableRule], given state: DomainState,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    let index = try state.openShift(id)
    let shift = state.shifts[index]
    _ = try state.user(user)
    try state.require(.employee, user)
    try state.requireNotStarted(shift, at: context.time, unless: override)
    try ShiftRules.requireNoHours(shift)
    if shift.owner == user { throw Rejection(.ownShift, "\(id) is \(user)'s already") }
    let proposal = TakerRules.Proposal(taking: index, for: user, override: override, given: state)
    try TakerRules.judge(proposal, withLead: false, given: state, at: context.time)
    let (closed, released) = RequestRules.closing(
      for: user, on: shift.date, leavingOut: index, given: state, at: context.time)
    return .shiftAssigned(
      ShiftAssigned(
        shift: id, to: user, override: override, from: shift.owner, date: shift.date,
        start: shift.start, end: shift.end, days: shift.days, taker: shift.taker,
        request: shift.request, closedRequest: closed, released: released))
  }
}
