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
    _ id: ShiftID, given state: DomainState, on occasion: Occasion
  ) throws(Rejection) -> Event {
    let shift = try owned(id, given: state, on: occasion)
    try requireIdle(shift)
    return .shiftSupplied(
      ShiftSupplied(
        shift: id, owner: shift.owner, date: shift.date, start: shift.start, end: shift.end))
  }

  static func revoke(
    _ id: ShiftID, given state: DomainState, on occasion: Occasion
  ) throws(Rejection) -> Event {
    let shift = try owned(id, given: state, on: occasion)
    if shift.isAwaiting { throw alreadyAccepted(shift) }
    guard shift.state == .supplied else {
      throw Rejection(.wrongState, "\(id) is not on the marketplace")
    }
    return .shiftRevoked(ShiftRevoked(shift: id, owner: shift.owner, date: shift.date))
  }

  static func accept(
    _ id: ShiftID, given state: DomainState, on occasion: Occasion
  ) throws(Rejection) -> Event {
    try state.require(.employee, occasion.actor)
    let index = try state.openShift(id)
    let shift = state.shifts[index]
    try state.requireNotStarted(shift, at: occasion.time)
    if shift.isAwaiting { throw alreadyAccepted(shift) }
    guard shift.state == .supplied else {
      throw Rejection(.notOnMarketplace, "\(id) is not on the marketplace")
    }
    if shift.owner == occasion.actor { throw Rejection(.ownShift, "\(id) is \(shift.owner)'s own") }
    let proposal = TakerRules.Proposal(
      user: occasion.actor, date: shift.date, interval: state.interval(shift))
    try TakerRules.judge(proposal, withLead: true, given: state, at: occasion.time)
    var event = ShiftAccepted(
      shift: id, from: shift.owner, to: occasion.actor, date: shift.date, start: shift.start,
      end: shift.end, final: state.workplace.marketApproval == .none)
    if event.final {
      (event.closedRequest, event.released) = RequestRules.closing(
        for: event.to, on: shift.date, leavingOut: index, given: state, at: occasion.time)
    }
    return .shiftAccepted(event)
  }

  /// The open shift of the actor, not yet begun.
  static func owned(
    _ id: ShiftID, given state: DomainState, on occasion: Occasion
  ) throws(Rejection) -> ShiftRecord {
    try state.require(.employee, occasion.actor)
    let shift = state.shifts[try state.openShift(id)]
    try state.requireOwner(shift.owner, of: id, occasion.actor)
    try state.requireNotStarted(shift, at: occasion.time)
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
