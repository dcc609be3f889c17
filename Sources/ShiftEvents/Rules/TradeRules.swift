/// An offer to exchange two shifts of two owners.
struct TradeRecord: Equatable, Sendable, BitwiseCopyable {
  /// The recorded state. Lapsing is not recorded; it follows from the time.
  enum State: UInt8, Sendable, BitwiseCopyable { case open, accepted, done, ended }

  var id: TradeID
  var give: ShiftID
  var take: ShiftID
  var from: UserID
  var to: UserID
  var state = State.open
}

enum TradeRules {
  static func evolve(_ state: inout DomainState, with event: TradeOffered) {
    if state.tradeIndex[event.trade.symbol] != nil { return }
    state.add(
      TradeRecord(
        id: event.trade, give: event.give, take: event.take, from: event.from, to: event.to))
  }

  static func evolve(_ state: inout DomainState, with event: TradeAccepted) {
    setState(&state, of: event.trade, event.final ? .done : .accepted)
    if !event.final { return }
    state.withShift(event.give) { $0.give($1, to: event.to) }
    state.withShift(event.take) { $0.give($1, to: event.from) }
    close(&state, event.closedRequests, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: TradeApproved) {
    setState(&state, of: event.trade, .done)
    state.withShift(event.give) { $0.give($1, to: event.to) }
    state.withShift(event.take) { $0.give($1, to: event.from) }
    close(&state, event.closedRequests, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: TradeEnded) {
    setState(&state, of: event.trade, .ended)
  }

  private static func setState(
    _ state: inout DomainState, of trade: TradeID, _ new: TradeRecord.State
  ) {
    if let index = state.tradeIndex[trade.symbol] { state.trades[index].state = new }
  }

  private static func close(
    _ state: inout DomainState, _ requests: [RequestID], releasing released: [ShiftID]
  ) {
    state.close(nil, releasing: released)
    for request in requests { state.close(request, releasing: []) }
  }

  // MARK: - Judging

  static func offer(
    _ id: TradeID, give: ShiftID, take: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    if state.tradeIndex[id.symbol] != nil {
      throw Rejection(.tradeExists, "the id \(id) is used already")
    }
    let given = state.shifts[try state.openShift(give)]
    let taken = state.shifts[try state.openShift(take)]
    try state.requireOwner(given.owner, of: give, context.actor)
    if taken.owner == context.actor {
      throw Rejection(.ownShift, "\(take) is \(context.actor)'s own")
    }
    try state.requireNotStarted(given, at: context.time)
    try state.requireNotStarted(taken, at: context.time)
    try MarketplaceRules.requireIdle(given)
    try MarketplaceRules.requireIdle(taken)
    return .tradeOffered(
      TradeOffered(trade: id, give: give, take: take, from: context.actor, to: taken.owner))
  }

  static func accept(
    _ id: TradeID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    let trade = try state.trade(id)
    if trade.to != context.actor {
      throw Rejection(.notOwner, "\(id) is offered to \(trade.to), not to \(context.actor)")
    }
    switch trade.state {
    case .open: break
    case .accepted: throw Rejection(.alreadyAccepted, "\(id) is accepted and awaits approval")
    case .done, .ended: throw closed(trade)
    }
    let (closed, released) = try judge(trade, withLead: true, given: state, at: context.time)
    var event = TradeAccepted(
      trade: id, give: trade.give, take: trade.take, from: trade.from, to: trade.to,
      final: state.workplace.marketApproval != .manager)
    if event.final { (event.closedRequests, event.released) = (closed, released) }
    return .tradeAccepted(event)
  }

  static func approve(
    _ id: TradeID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let trade = try state.trade(id)
    if !isApprover(context.actor, of: trade, state) {
      throw Rejection(
        .notApprover, "\(id) is approved by a manager who is no side of it, not by \(context.actor)"
      )
    }
    switch trade.state {
    case .open: throw Rejection(.notAwaiting, "\(id) is not accepted yet")
    case .accepted: break
    case .done, .ended: throw closed(trade)
    }
    let (closed, released) = try judge(trade, withLead: false, given: state, at: context.time)
    return .tradeApproved(
      TradeApproved(
        trade: id, give: trade.give, take: trade.take, from: trade.from, to: trade.to,
        closedRequests: closed, released: released))
  }

  static func end(
    _ id: TradeID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let trade = try state.trade(id)
    if trade.state == .done || trade.state == .ended { throw closed(trade) }
    let isSide = context.actor == trade.from || context.actor == trade.to
    guard isSide || (trade.state == .accepted && isApprover(context.actor, of: trade, state)) else {
      throw Rejection(
        .notOwner, "\(id) is between \(trade.from) and \(trade.to), not \(context.actor)'s to end")
    }
    return .tradeEnded(
      TradeEnded(
        trade: id, give: trade.give, take: trade.take, from: trade.from, to: trade.to))
  }

  /// Every manager but the two people, except the only manager.
  private static func isApprover(
    _ user: UserID, of trade: TradeRecord, _ state: DomainState
  ) -> Bool {
    state.holds(.manager, user)
      && ((user != trade.from && user != trade.to) || state.managerCount == 1)
  }

  private static func closed(_ trade: TradeRecord) -> Rejection {
    Rejection(.tradeClosed, "\(trade.id) \(trade.state == .done ? "is done" : "has ended")")
  }

  /// Judges the exchange as a whole, and returns the facts of both becoming owners.
  private static func judge(
    _ trade: TradeRecord, withLead: Bool, given state: DomainState, at time: Timestamp
  ) throws(Rejection) -> (closed: [RequestID], released: [ShiftID]) {
    let give = try side(trade.give, of: trade, state)
    let take = try side(trade.take, of: trade, state)
    try state.requireNotStarted(state.shifts[give], at: time)
    try state.requireNotStarted(state.shifts[take], at: time)
    try requireAsOffered(state.shifts[give], trade.from)
    try requireAsOffered(state.shifts[take], trade.to)
    try state.require(.employee, trade.from)
    try state.require(.employee, trade.to)
    let sides = [(trade.to, give, take), (trade.from, take, give)]
    for (taker, shift, other) in sides {
      var proposal = TakerRules.Proposal(taking: shift, for: taker, given: state)
      proposal.alsoLeavingOut = other
      try TakerRules.judge(proposal, withLead: withLead, given: state, at: time)
    }
    var (closed, released): ([RequestID], [ShiftID]) = ([], [])
    for (owner, shift, _) in sides {
      let closing = RequestRules.closing(
        for: owner, on: state.shifts[shift].date, leavingOut: nil, given: state, at: time)
      if let request = closing.closed { closed.append(request) }
      released += closing.released
    }
    return (closed.sorted(), released.sorted())
  }

  /// The index of a shift of a trade. Only a log that others wrote names one that never was.
  private static func side(
    _ id: ShiftID, of trade: TradeRecord, _ state: DomainState
  ) throws(Rejection) -> Int {
    guard let index = state.shiftIndex[id.symbol] else {
      throw Rejection(.wrongState, "there is no shift \(id) any more")
    }
    return index
  }

  /// Throws unless the shift is idle and still belongs to the one of whom it was when it was offered.
  private static func requireAsOffered(_ shift: ShiftRecord, _ owner: UserID) throws(Rejection) {
    if !shift.isOpen { throw Rejection(.wrongState, "\(shift.id) is off the schedule") }
    try MarketplaceRules.requireIdle(shift)
    if shift.owner != owner {
      throw Rejection(.wrongState, "\(shift.id) is \(shift.owner)'s by now, no longer \(owner)'s")
    }
  }
}

extension DomainState {
  mutating func add(_ trade: TradeRecord) {
    tradeIndex.set(trade.id.symbol, to: trades.count)
    trades.append(trade)
  }

  func trade(_ id: TradeID) throws(Rejection) -> TradeRecord {
    guard let index = tradeIndex[id.symbol] else {
      throw Rejection(.unknownTrade, "there is no trade \(id)")
    }
    return trades[index]
  }
}
