/// The end of an acceptance that awaits approval: withdrawn, approved or disapproved.
enum ApprovalRules {
  static func evolve(_ state: inout DomainState, with event: AcceptanceWithdrawn) {
    state.withShift(event.shift) { state, index in
      switch event.via {
      case .market: state.settle(index, as: .supplied)
      case .suggestion:
        state.dropTaker(index)
        state.shifts[index].state = .suggested
      }
    }
  }

  static func evolve(_ state: inout DomainState, with event: ShiftApproved) {
    state.withShift(event.shift) { $0.give($1, to: event.to) }
    state.close(event.closedRequest, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: ShiftDisapproved) {
    state.withShift(event.shift) { $0.settle($1, as: event.via == .market ? .supplied : .idle) }
  }

  // MARK: - Judging

  static func withdraw(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    let awaiting = try Awaiting(id, given: state, at: context.time)
    if awaiting.taker != context.actor {
      throw Rejection(.notTaker, "\(awaiting.taker) accepted \(id), not \(context.actor)")
    }
    return .acceptanceWithdrawn(
      AcceptanceWithdrawn(
        shift: id, owner: awaiting.shift.owner, taker: awaiting.taker, date: awaiting.shift.date,
        via: awaiting.via, request: awaiting.shift.request))
  }

  static func approve(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let awaiting = try Awaiting(id, given: state, at: context.time)
    try requireApprover(awaiting, given: state, context)
    try state.require(.employee, awaiting.taker)
    let shift = awaiting.shift
    let proposal = TakerRules.Proposal(taking: awaiting.index, for: awaiting.taker, given: state)
    try TakerRules.judge(proposal, withLead: false, given: state, at: context.time)
    let (closed, released) = RequestRules.closing(
      for: awaiting.taker, on: shift.date, leavingOut: awaiting.index, given: state,
      at: context.time)
    return .shiftApproved(
      ShiftApproved(
        shift: id, from: shift.owner, to: awaiting.taker, date: shift.date, start: shift.start,
        end: shift.end, days: shift.days, via: awaiting.via, request: shift.request,
        closedRequest: closed,
        released: released))
  }

  static func disapprove(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let awaiting = try Awaiting(id, given: state, at: context.time)
    try requireApprover(awaiting, given: state, context)
    return .shiftDisapproved(
      ShiftDisapproved(
        shift: id, owner: awaiting.shift.owner, taker: awaiting.taker, date: awaiting.shift.date,
        via: awaiting.via, request: awaiting.shift.request))
  }

  /// A shift whose acceptance awaits approval and has not lapsed.
  private struct Awaiting {
    var index: Int
    var shift: ShiftRecord
    var taker: UserID
    var via: AcceptanceRoute

    init(_ id: ShiftID, given state: DomainState, at time: Timestamp) throws(Rejection) {
      index = try state.openShift(id)
      shift = state.shifts[index]
      try state.requireNotStarted(shift, at: time)
      guard shift.isAwaiting, let taker = shift.taker else {
        throw Rejection(.notAwaiting, "\(id) does not await approval")
      }
      self.taker = taker
      via = shift.state == .awaitingMarket ? .market : .suggestion
    }
  }

  /// Throws unless the actor may approve by the current policy. The taker never may, except the only
  /// manager if the owner has no say.
  private static func requireApprover(
    _ awaiting: Awaiting, given state: DomainState, _ context: RuleContext
  ) throws(Rejection) {
    let ownerHasSay =
      switch awaiting.via {
      case .market: state.workplace.marketApproval == .owner
      case .suggestion: state.workplace.suggestionApproval == .owner
      }
    let isManager = state.holds(.manager, context.actor)
    let isApprover =
      if context.actor == awaiting.taker {
        !ownerHasSay && isManager && state.managerCount == 1
      } else {
        isManager || (ownerHasSay && context.actor == awaiting.shift.owner)
      }
    if !isApprover {
      let who = ownerHasSay ? "its owner or a manager" : "a manager"
      throw Rejection(
        .notApprover, "\(awaiting.shift.id) is approved by \(who), not by \(context.actor)")
    }
  }
}
