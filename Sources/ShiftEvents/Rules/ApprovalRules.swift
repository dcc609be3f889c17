extension EventGuide {
  static let acceptanceWithdrawn = EventGuide(
    "Steps back from a shift that awaits approval", by: "the taker",
    [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notTaker],
    "acceptance.withdrawn F4.2026-04-01 --actor u5")
  static let shiftApproved = EventGuide(
    "Makes the taker the owner", by: "an approver, by the workplace's policy",
    [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notApprover], then: takerRules,
    "shift.approved F4.2026-04-01 --actor u1")
  static let shiftDisapproved = EventGuide(
    "Refuses the taker", by: "an approver, by the workplace's policy",
    [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notApprover],
    "shift.disapproved F4.2026-04-01 --actor u3")
}

/// The end of an acceptance that awaits approval: withdrawn, approved or disapproved.
extension DomainState {
  func withdraw(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let awaiting = try Awaiting(id, given: self, at: context.time)
    if awaiting.taker != context.actor {
      throw Rejection(.notTaker, [.shift: id, .taker: awaiting.taker, .actor: context.actor])
    }
    return .acceptanceWithdrawn(
      AcceptanceWithdrawn(
        shift: id, owner: awaiting.shift.owner, taker: awaiting.taker, date: awaiting.shift.date,
        via: awaiting.via, request: awaiting.shift.request))
  }

  func approve(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let awaiting = try Awaiting(id, given: self, at: context.time)
    try requireApprover(awaiting, context)
    try require(.employee, awaiting.taker)
    let shift = awaiting.shift
    let proposal = proposal(taking: awaiting.index, for: awaiting.taker)
    try judge(proposal, withLead: false, at: context.time)
    let (closed, released) = closing(
      for: awaiting.taker, on: shift.date, leavingOut: awaiting.index, at: context.time)
    return .shiftApproved(
      ShiftApproved(
        shift: id, from: shift.owner, to: awaiting.taker, date: shift.date, start: shift.start,
        end: shift.end, days: shift.days, via: awaiting.via, request: shift.request,
        closedRequest: closed, released: released))
  }

  func disapprove(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let awaiting = try Awaiting(id, given: self, at: context.time)
    try requireApprover(awaiting, context)
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

    // Borrowed: an initialiser gets a copy of its other arguments, and a copy of the state is long.
    init(_ id: ShiftID, given state: borrowing DomainState, at time: Timestamp) throws(Rejection) {
      index = try state.openShift(id)
      shift = state.shifts[index]
      try state.requireNotStarted(shift, at: time)
      guard shift.isAwaiting, let taker = shift.taker else {
        throw Rejection(.notAwaiting, [.shift: id])
      }
      self.taker = taker
      via = shift.state == .awaitingMarket ? .market : .suggestion
    }
  }

  /// Throws unless the actor may approve by the current policy.
  private func requireApprover(_ awaiting: Awaiting, _ context: RuleContext) throws(Rejection) {
    let approvers = approvers(owner: awaiting.shift.owner, taker: awaiting.taker, via: awaiting.via)
    if !isOne(of: approvers, context.actor) {
      throw Rejection(
        .notApprover, because: approvers.ownerHasSay ? .byOwner : .byManager,
        [.shift: awaiting.shift.id, .actor: context.actor])
    }
  }

  func isOne(of approvers: Approvers, _ user: UserID) -> Bool {
    approvers.include(user, isManager: holds(.manager, user), managerCount: managers.count)
  }
}

/// The people who may approve that work changes hands: every manager and, where the policy says so, the
/// owner. Those who gain by it may not, except the only manager where the owner has no say.
package struct Approvers {
  /// The owner, where the policy gives them a say.
  private let owner: UserID?
  /// The people who gain by it.
  private let sides: [UserID]

  fileprivate init(of owner: UserID?, taker: UserID) { (self.owner, sides) = (owner, [taker]) }

  package init(ofTradeBetween from: UserID, and to: UserID) {
    owner = nil
    sides = [from, to]
  }

  package var ownerHasSay: Bool { owner != nil }

  func include(_ user: UserID, isManager: Bool, managerCount: Int) -> Bool {
    if owner == nil, managerCount == 1 { return isManager }
    return !sides.contains(user) && (isManager || user == owner)
  }

  /// The approvers among the managers, and the owner behind them.
  package func list(managers: [UserID]) -> [UserID] {
    let others = [owner].compactMap(\.self).filter { !managers.contains($0) }
    return managers.filter { include($0, isManager: true, managerCount: managers.count) }
      + others.filter { include($0, isManager: false, managerCount: managers.count) }
  }
}

extension DomainState {
  /// Returns those who may approve that `taker` takes the owner's shift, by the policy as it is now.
  package func approvers(owner: UserID, taker: UserID, via: AcceptanceRoute) -> Approvers {
    let ownerHasSay =
      switch via {
      case .market: workplace.marketApproval == .owner
      case .suggestion: workplace.suggestionApproval == .owner
      }
    return Approvers(of: ownerHasSay ? owner : nil, taker: taker)
  }
}
