extension EventGuide {
  static let tradeOffered = EventGuide(
    "Offers one's shift in exchange for a colleague's",
    by: "the owner of the shift that is given",
    [
      .missingRole, .tradeExists, .unknownShift, .notOwner, .ownShift, .shiftStarted,
      .wrongState,
    ], "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08")
  static let tradeAccepted = EventGuide(
    "Agrees to a trade; both shifts change owner, unless a manager must approve",
    by: "the owner of the shift that is taken",
    [
      .missingRole, .unknownTrade, .notOwner, .alreadyAccepted, .tradeClosed, .shiftStarted,
      .wrongState, .tooLate,
    ], then: takerRules, "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
    "trade.accepted T20 --actor u3")
  static let tradeApproved = EventGuide(
    "Makes both people the owners of each other's shifts",
    by: "a manager who is no side of it, or the only manager",
    [
      .missingRole, .unknownTrade, .notApprover, .notAwaiting, .tradeClosed, .shiftStarted,
      .wrongState,
    ], then: takerRules, "workplace.configured store --actor u1 marketApproval=manager",
    "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
    "trade.accepted T20 --actor u3", "trade.approved T20 --actor u1")
  static let tradeEnded = EventGuide(
    "Takes a trade back, or refuses it",
    by: "either side; an approver once it is accepted",
    [.missingRole, .unknownTrade, .tradeClosed, .notOwner],
    "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
    "trade.ended T20 --actor u3")
  static let tradeRecorded = EventGuide(
    "Exchanges two shifts of two owners", by: "a manager",
    [
      .notManager, .tradeExists, .unknownShift, .ownShift, .periodClosed, .shiftStarted,
      .noticeTooShort, .hoursRecorded, .wrongState, .missingRole,
    ], then: takerRules, "trade.recorded T20 --actor u1 give=F1.2026-04-06 take=F4.2026-04-08")
}

/// Offers to exchange two shifts of two owners.
extension DomainState {
  func offer(
    _ id: TradeID, give: ShiftID, take: ShiftID, in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    try trades.requireNew(id, orThrow: .tradeExists)
    let given = shifts[try openShift(give)]
    let taken = shifts[try openShift(take)]
    try requireOwner(given.owner, of: give, context.actor)
    if taken.owner == context.actor {
      throw Rejection(.ownShift, [.shift: take, .actor: context.actor])
    }
    try requireNotStarted(given, at: context.time)
    try requireNotStarted(taken, at: context.time)
    try requireIdle(given)
    try requireIdle(taken)
    try requireToAgree(taken.owner, in: context)
    return .tradeOffered(
      TradeOffered(trade: id, give: give, take: take, from: context.actor, to: taken.owner))
  }

  func accept(_ id: TradeID, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let trade = try self.trade(id)
    if trade.to != context.actor {
      throw Rejection(.notOwner, [.trade: id, .to: trade.to, .actor: context.actor])
    }
    if !trade.state.isOpen { throw closed(trade) }
    if trade.state == .accepted {
      throw Rejection(.alreadyAccepted, [.trade: id, .taker: trade.to])
    }
    let (closed, released) = try judge(trade, withLead: true, at: context.time)
    var event = TradeAccepted(
      trade: id, give: trade.give, take: trade.take, from: trade.from, to: trade.to,
      final: workplace.marketApproval != .manager)
    if event.final { (event.closedRequests, event.released) = (closed, released) }
    return .tradeAccepted(event)
  }

  func approve(_ id: TradeID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let trade = try self.trade(id)
    if !isApprover(context.actor, of: trade) {
      throw Rejection(.notApprover, [.trade: id, .actor: context.actor])
    }
    if !trade.state.isOpen { throw closed(trade) }
    if trade.state != .accepted { throw Rejection(.notAwaiting, [.trade: id]) }
    let (closed, released) = try judge(trade, withLead: false, at: context.time)
    return .tradeApproved(
      TradeApproved(
        trade: id, give: trade.give, take: trade.take, from: trade.from, to: trade.to,
        closedRequests: closed, released: released))
  }

  func end(_ id: TradeID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let trade = try self.trade(id)
    if !trade.state.isOpen { throw closed(trade) }
    let isSide = context.actor == trade.from || context.actor == trade.to
    guard isSide || (trade.state == .accepted && isApprover(context.actor, of: trade)) else {
      throw Rejection(
        .notOwner, [.trade: id, .from: trade.from, .to: trade.to, .actor: context.actor])
    }
    return .tradeEnded(
      TradeEnded(trade: id, give: trade.give, take: trade.take, from: trade.from, to: trade.to))
  }

  func record(
    _ id: TradeID, give: ShiftID, take: ShiftID, override: [OverridableRule], reason: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try trades.requireNew(id, orThrow: .tradeExists)
    let (given, taken) = (try openShift(give), try openShift(take))
    let both = [shifts[given], shifts[taken]]
    if both[0].owner == both[1].owner {
      throw Rejection(.ownShift, [.shift: take, .owner: both[1].owner, .actor: context.actor])
    }
    let note = try judgeChange(of: both, unless: override, reason: reason, in: context)
    for shift in both { try requireNoHours(shift) }
    for shift in both { try requireIdle(shift) }
    let (closed, released) = try exchange(
      (both[0].owner, given), (both[1].owner, taken), withLead: false, override: override,
      at: context.time)
    return .tradeRecorded(
      TradeRecorded(
        trade: id, give: give, take: take, override: override, note: note, from: both[0].owner,
        to: both[1].owner, closedRequests: closed, released: released))
  }

  private func isApprover(_ user: UserID, of trade: TradeRecord) -> Bool {
    isOne(of: Approvers(ofTradeBetween: trade.from, and: trade.to), user)
  }

  private func closed(_ trade: TradeRecord) -> Rejection {
    Rejection(.tradeClosed, because: trade.state == .done ? .done : .ended, [.trade: trade.id])
  }

  /// Judges the exchange as a whole, and returns the facts of both becoming owners.
  private func judge(
    _ trade: TradeRecord, withLead: Bool, at time: Timestamp
  ) throws(Rejection) -> (closed: [RequestID], released: [ShiftID]) {
    let give = try side(trade.give, of: trade)
    let take = try side(trade.take, of: trade)
    try requireNotStarted(shifts[give], at: time)
    try requireNotStarted(shifts[take], at: time)
    try requireAsOffered(shifts[give], trade.from)
    try requireAsOffered(shifts[take], trade.to)
    return try exchange(
      (trade.from, give), (trade.to, take), withLead: withLead, override: [], at: time)
  }

  /// Judges what binds both people, and returns the facts of both becoming owners.
  private func exchange(
    _ give: (owner: UserID, shift: Int), _ take: (owner: UserID, shift: Int), withLead: Bool,
    override: [OverridableRule], at time: Timestamp
  ) throws(Rejection) -> (closed: [RequestID], released: [ShiftID]) {
    try require(.employee, give.owner)
    try require(.employee, take.owner)
    let sides = [(take.owner, give.shift, take.shift), (give.owner, take.shift, give.shift)]
    for (taker, shift, other) in sides {
      var proposal = proposal(taking: shift, for: taker, override: override)
      proposal.alsoLeavingOut = other
      try judge(proposal, withLead: withLead, at: time)
    }
    var (closed, released): ([RequestID], [ShiftID]) = ([], [])
    for (owner, shift, _) in sides {
      let closing = closing(for: owner, on: shifts[shift].date, leavingOut: nil, at: time)
      if let request = closing.closed { closed.append(request) }
      released += closing.released
    }
    return (closed.sorted(), released.sorted())
  }

  /// The index of a shift of a trade. Only a log that others wrote names one that never was.
  private func side(_ id: ShiftID, of trade: TradeRecord) throws(Rejection) -> Int {
    guard let index = shifts.place(of: id) else {
      throw Rejection(.wrongState, because: .gone, [.shift: id])
    }
    return index
  }

  /// Throws unless the shift is idle and still belongs to the one of whom it was when it was offered.
  private func requireAsOffered(_ shift: ShiftRecord, _ owner: UserID) throws(Rejection) {
    if !shift.isOpen { throw Rejection(.wrongState, because: .offSchedule, [.shift: shift.id]) }
    try requireIdle(shift)
    if shift.owner != owner {
      throw Rejection(
        .wrongState, because: .ownerChanged, [.shift: shift.id, .owner: shift.owner, .from: owner])
    }
  }

  /// The trade to which a command agrees, as the shifts are by then; `nil` of any other command.
  func tradeAgreed(by command: Command) -> TradeRecord? {
    switch command {
    case .acceptTrade(let id), .approveTrade(let id): trades[id]
    default: nil
    }
  }

  func trade(_ id: TradeID) throws(Rejection) -> TradeRecord {
    trades[try trades.index(of: id, orThrow: .unknownTrade)]
  }
}
