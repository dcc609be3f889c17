/// Shifts that a manager gives to another owner.
extension DomainState {
  func assign(
    _ id: ShiftID, to user: UserID, override: [OverridableRule],
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    _ = try self.user(user)
    try require(.employee, user)
    try requireNotStarted(shift, at: context.time, unless: override)
    try requireNoHours(shift)
    if shift.owner == user {
      throw Rejection(.ownShift, [.shift: id, .owner: user, .actor: context.actor])
    }
    let proposal = proposal(taking: index, for: user, override: override)
    try judge(proposal, withLead: false, at: context.time)
    let (closed, released) = closing(for: user, on: shift.date, leavingOut: index, at: context.time)
    return .shiftAssigned(
      ShiftAssigned(
        shift: id, to: user, override: override, from: shift.owner, date: shift.date,
        start: shift.start, end: shift.end, days: shift.days, taker: shift.taker,
        request: shift.request, closedRequest: closed, released: released))
  }
}
