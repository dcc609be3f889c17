/// Shifts on the marketplace: supplied, revoked, accepted.
enum MarketplaceRules {
  static func evolve(_ state: inout DomainState, with event: ShiftSupplied) {
    state.withShift(event.shift) { $0.settle($1, as: .supplied) }
  }

  static func evolve(_ state: inout DomainState, with event: ShiftRevoked) {
    state.withShift(event.shift) { $0.settle($1, as: .idle) }
  }

  static func evolve(_ state: inout DomainState, with event: ShiftAccepted) {
    state.withShift(event.shift) { state, index in
      if event.final {
        state.give(index, to: event.to)
      } else {
        state.await(index, taker: event.to, as: .awaitingMarket)
      }
    }
    state.close(event.closedRequest, releasing: event.released)
  }

  // MARK: - Judging

  static func supply(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let shift = try owned(id, given: state, in: context)
    try requireIdle(shift)
    return .shiftSupplied(
      ShiftSupplied(
        shift: id, owner: shift.owner, date: shift.date, start: shift.start, end: shift.end,
        days: shift.days))
  }

  static func revoke(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let shift = try owned(id, given: state, in: context)
    if shift.isAwaiting { throw alreadyAccepted(shift) }
    guard shift.state == .supplied else {
      throw Rejection(.wrongState, "\(id) is not on the marketplace")
    }
    return .shiftRevoked(ShiftRevoked(shift: id, owner: shift.owner, date: shift.date))
  }

  static func accept(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    let index = try state.openShift(id)
    let shift = state.shifts[index]
    try state.requireNotStarted(shift, at: context.time)
    if shift.isAwaiting { throw alreadyAccepted(shift) }
    guard shift.state == .supplied else {
      throw Rejection(.notOnMarketplace, "\(id) is not on the marketplace")
    }
    if shift.owner == context.actor { throw Rejection(.ownShift, "\(id) is \(shift.owner)'s own") }
    let proposal = TakerRules.Proposal(taking: index, for: context.actor, given: state)
    try TakerRules.judge(proposal, withLead: true, given: state, at: context.time)
    var event = ShiftAccepted(
      shift: id, from: shift.owner, to: context.actor, date: shift.date, start: shift.start,
      end: shift.end, days: shift.days, final: state.workplace.marketApproval == .none)
    if event.final {
      (event.closedRequest, event.released) = RequestRules.closing(
        for: event.to, on: shift.date, leavingOut: index, given: state, at: context.time)
    }
    return .shiftAccepted(event)
  }

  /// The open shift of the actor, not yet begun.
  static func owned(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> ShiftRecord {
    try state.require(.employee, context.actor)
    let shift = state.shifts[try state.openShift(id)]
    try state.requireOwner(shift.owner, of: id, context.actor)
    try state.requireNotStarted(shift, at: context.time)
    return shift
  }

  static func requireIdle(_ shift: ShiftRecord) throws(Rejection) {
    switch shift.state {
    case .idle: return
    case .supplied: throw Rejection(.wrongState, "\(shift.id) is on the marketplace already")
    case .suggested:
      throw Rejection(
        .wrongState, "\(shift.id) is suggested to \(shift.request.map { "\($0)" } ?? "a request")")
    default: throw Rejection(.wrongState, "\(shift.id) awaits approval")
    }
  }

  private static func alreadyAccepted(_ shift: ShiftRecord) -> Rejection {
    Rejection(
      .alreadyAccepted,
      "\(shift.taker.map { "\($0)" } ?? "a colleague") accepted \(shift.id) already; it awaits approval"
    )
  }
}
