/// Shifts that come from a vacancy, and go back to it.
enum ClaimRules {
  static func evolve(_ state: inout DomainState, with event: ShiftClaimed) {
    if state.shiftIndex[event.shift.symbol] == nil {
      state.add(
        ShiftRecord(
          id: event.shift, owner: event.owner, date: event.date,
          times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
          keys: state.shiftKeys.add(event.keys), from: event.vacancy))
    }
    state.close(event.closedRequest, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: ShiftDropped) {
    state.withShift(event.shift) { $0.close($1, as: .dropped) }
  }

  // MARK: - Judging

  static func claim(
    _ id: ShiftID, of vacancyID: VacancyID, for owner: UserID?, override: [OverridableRule],
    given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let owner = owner ?? context.actor
    try state.requireEmployeeOrManager(context.actor)
    try ShiftRules.requireNew(id, given: state)
    let vacancy = state.vacancies[try state.vacancy(vacancyID)]
    _ = try state.user(owner)
    try state.requireSelfOrManager(owner, context.actor)
    if !override.isEmpty { try state.requireManager(context.actor) }
    try state.require(.employee, owner)
    let interval = state.interval(vacancy.date, vacancy.times)
    try state.requireFuture(vacancy, at: context.time, unless: override)
    if vacancy.left == 0, !override.contains(.noPlaceLeft) {
      throw Rejection(.noPlaceLeft, "\(vacancyID) has no place left of \(vacancy.places)")
    }
    let proposal = TakerRules.Proposal(
      user: owner, date: vacancy.date, interval: interval,
      needs: state.shiftKeys.needs(vacancy.keys), override: override)
    try TakerRules.judge(proposal, withLead: owner == context.actor, given: state, at: context.time)
    let (closed, released) = RequestRules.closing(
      for: owner, on: vacancy.date, leavingOut: nil, given: state, at: context.time)
    return .shiftClaimed(
      ShiftClaimed(
        shift: id, vacancy: vacancyID, owner: owner, override: override, date: vacancy.date,
        start: vacancy.times.start, end: vacancy.times.end,
        keys: state.keys(vacancy.times, vacancy.keys), left: max(0, vacancy.left - 1),
        closedRequest: closed, released: released))
  }

  static func drop(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let shift = try MarketplaceRules.owned(id, given: state, in: context)
    guard let vacancyID = shift.vacancy else {
      throw Rejection(.notClaimed, "\(id) did not come from a vacancy")
    }
    try ShiftRules.requireNotAwaiting(shift)
    let vacancy = state.vacancies[try state.vacancy(vacancyID)]
    return .shiftDropped(
      ShiftDropped(
        shift: id, owner: shift.owner, date: shift.date, vacancy: vacancyID,
        request: shift.request, left: max(0, vacancy.places - vacancy.taken + 1)))
  }
}
