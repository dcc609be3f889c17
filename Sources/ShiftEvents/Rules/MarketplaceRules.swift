extension EventGuide {
  static let shiftSupplied = EventGuide(
    "Puts a shift on the marketplace", by: "the owner",
    [.missingRole, .unknownShift, .notOwner, .shiftStarted, .wrongState],
    "shift.supplied F1.2026-04-06 --actor u2")
  static let shiftRevoked = EventGuide(
    "Takes a shift off the marketplace", by: "the owner",
    [.missingRole, .unknownShift, .notOwner, .shiftStarted, .alreadyAccepted, .wrongState],
    "shift.revoked F3.2026-04-02 --actor u2")
  static let shiftAccepted = EventGuide(
    "Takes a shift from the marketplace, for oneself", by: "an employee",
    [
      .missingRole, .unknownShift, .shiftStarted, .alreadyAccepted, .notOnMarketplace,
      .ownShift,
      .tooLate,
    ], then: takerRules, "shift.accepted F3.2026-04-02 --actor u7")
}

/// Shifts on the marketplace: supplied, revoked, accepted.
extension DomainState {
  func supply(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let shift = try owned(id, in: context)
    try requireIdle(shift)
    return .shiftSupplied(
      ShiftSupplied(
        shift: id, owner: shift.owner, date: shift.date, start: shift.start, end: shift.end,
        days: shift.days))
  }

  func revoke(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let shift = try owned(id, in: context)
    if shift.isAwaiting { throw alreadyAccepted(shift) }
    guard shift.state == .supplied else {
      throw Rejection(.wrongState, because: .offMarketplace, [.shift: id])
    }
    return .shiftRevoked(ShiftRevoked(shift: id, owner: shift.owner, date: shift.date))
  }

  func accept(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    try requireNotStarted(shift, at: context.time)
    if shift.isAwaiting { throw alreadyAccepted(shift) }
    guard shift.state == .supplied else { throw Rejection(.notOnMarketplace, [.shift: id]) }
    if shift.owner == context.actor {
      throw Rejection(.ownShift, [.shift: id, .actor: context.actor])
    }
    let proposal = proposal(taking: index, for: context.actor)
    try judge(proposal, withLead: true, at: context.time)
    var event = ShiftAccepted(
      shift: id, from: shift.owner, to: context.actor, date: shift.date, start: shift.start,
      end: shift.end, days: shift.days, final: workplace.marketApproval == .none)
    if event.final {
      (event.closedRequest, event.released) = closing(
        for: event.to, on: shift.date, leavingOut: index, at: context.time)
    }
    return .shiftAccepted(event)
  }

  /// The open shift of the actor, not yet begun.
  func owned(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> ShiftRecord {
    try require(.employee, context.actor)
    let shift = shifts[try openShift(id)]
    try requireOwner(shift.owner, of: id, context.actor)
    try requireNotStarted(shift, at: context.time)
    return shift
  }

  func requireIdle(_ shift: ShiftRecord) throws(Rejection) {
    switch shift.state {
    case .idle: return
    case .supplied: throw Rejection(.wrongState, because: .onMarketplace, [.shift: shift.id])
    case .suggested:
      throw Rejection(
        .wrongState, because: .suggested, [.shift: shift.id, .request: shift.request])
    default: throw Rejection(.wrongState, because: .awaiting, [.shift: shift.id])
    }
  }

  private func alreadyAccepted(_ shift: ShiftRecord) -> Rejection {
    Rejection(.alreadyAccepted, [.shift: shift.id, .taker: shift.taker])
  }
}
