/// Requests for work on a date, and shifts suggested to them.
enum RequestRules {
  static func evolve(_ state: inout DomainState, with event: RequestPosted) {
    if state.requestIndex[event.request.symbol] != nil { return }
    state.workplace.isZoneFixed = true
    let index = state.requests.count
    state.requestIndex.set(event.request.symbol, to: index)
    state.requests.append(
      RequestRecord(id: event.request, requester: event.requester, date: event.date))
    state.openRequests.insert(index, event.requester, state.day(event.date))
  }

  static func evolve(_ state: inout DomainState, with event: RequestWithdrawn) {
    state.close(event.request, releasing: event.released)
  }

  static func evolve(_ state: inout DomainState, with event: ShiftSuggested) {
    state.withShift(event.shift) { $0.suggest($1, to: event.request) }
  }

  static func evolve(_ state: inout DomainState, with event: SuggestionWithdrawn) {
    state.withShift(event.shift) { $0.settle($1, as: .idle) }
  }

  static func evolve(_ state: inout DomainState, with event: SuggestionAccepted) {
    state.withShift(event.shift) { $0.await($1, taker: event.to, as: .awaitingSuggestion) }
  }

  // MARK: - Judging requests

  static func post(
    _ id: RequestID, date: LocalDate, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    if state.requestIndex[id.symbol] != nil {
      throw Rejection(.requestExists, "the id \(id) is used already")
    }
    let today = state.today(at: context.time)
    let last = today + (state.workplace.requestDays - 1)
    guard (today...last).contains(date) else {
      throw Rejection(.dateOutOfRange, "\(date) is not from \(today) to \(last)")
    }
    try state.requirePresent(context.actor, on: date)
    let midnight = state.workplace.zone.instant(date, .midnight)
    try TakerRules.judgeDay(
      TakerRules.Proposal(user: context.actor, date: date, interval: midnight..<midnight),
      given: state, at: context.time)
    if let open = openRequest(of: context.actor, on: date, given: state, at: context.time) {
      let id = state.requests[open].id.description
      throw Rejection(
        .alreadyRequested, "\(context.actor) has the request \(id) on \(date.longText) already",
        conflicts: [id])
    }
    return .requestPosted(RequestPosted(request: id, date: date, requester: context.actor))
  }

  static func withdraw(
    _ id: RequestID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    let request = state.requests[try state.request(id)]
    try requireRequester(request, context)
    try requireOpen(request, given: state, at: context.time)
    if let awaiting = awaiting(request, besides: nil, given: state, at: context.time) {
      throw Rejection(
        .awaitingApproval, "\(state.shifts[awaiting].id), suggested to it, awaits approval")
    }
    return .requestWithdrawn(
      RequestWithdrawn(
        request: id, requester: request.requester, date: request.date,
        released: releasable(request, leavingOut: nil, given: state, at: context.time)))
  }

  // MARK: - Judging suggestions

  static func suggest(
    _ id: ShiftID, to requestID: RequestID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    let index = try state.openShift(id)
    let shift = state.shifts[index]
    let request = state.requests[try state.request(requestID)]
    try state.requireOwner(shift.owner, of: id, context.actor)
    try state.requireNotStarted(shift, at: context.time)
    try MarketplaceRules.requireIdle(shift)
    try requireOpen(request, given: state, at: context.time)
    if request.requester == context.actor {
      throw Rejection(.ownRequest, "\(requestID) is \(context.actor)'s own request")
    }
    if request.date != shift.date {
      throw Rejection(
        .wrongDate,
        "\(requestID) asks for \(request.date.longText), \(id) is on \(shift.date.longText)")
    }
    let proposal = TakerRules.Proposal(taking: index, for: request.requester, given: state)
    try TakerRules.judgeSkill(proposal, given: state)
    try TakerRules.judgeAbsence(proposal, given: state)
    return .shiftSuggested(
      ShiftSuggested(
        shift: id, request: requestID, owner: shift.owner, requester: request.requester,
        date: shift.date))
  }

  static func withdrawSuggestion(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let shift = try MarketplaceRules.owned(id, given: state, in: context)
    let request = try suggested(shift)
    return .suggestionWithdrawn(
      SuggestionWithdrawn(shift: id, owner: shift.owner, request: request, date: shift.date))
  }

  static func acceptSuggestion(
    _ id: ShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.employee, context.actor)
    let index = try state.openShift(id)
    let shift = state.shifts[index]
    try state.requireNotStarted(shift, at: context.time)
    let requestID = try suggested(shift)
    let request = state.requests[try state.request(requestID)]
    try requireRequester(request, context)
    if let other = awaiting(request, besides: index, given: state, at: context.time) {
      throw Rejection(
        .requestPending, "\(state.shifts[other].id), suggested to the same request, awaits approval"
      )
    }
    let proposal = TakerRules.Proposal(taking: index, for: context.actor, given: state)
    try TakerRules.judge(proposal, withLead: true, given: state, at: context.time)
    return .suggestionAccepted(
      SuggestionAccepted(
        shift: id, from: shift.owner, to: context.actor, date: shift.date, start: shift.start,
        end: shift.end, days: shift.days, request: requestID))
  }

  private static func suggested(_ shift: ShiftRecord) throws(Rejection) -> RequestID {
    guard shift.state == .suggested, let request = shift.request else {
      throw Rejection(.notSuggested, "\(shift.id) is not suggested to anyone")
    }
    return request
  }

  private static func requireRequester(
    _ request: RequestRecord, _ context: RuleContext
  ) throws(Rejection) {
    if request.requester != context.actor {
      throw Rejection(
        .notRequester, "\(request.id) is \(request.requester)'s request, not \(context.actor)'s")
    }
  }

  private static func requireOpen(
    _ request: RequestRecord, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    if !state.isOpen(request, at: time) {
      throw Rejection(.requestClosed, "the request \(request.id) is closed")
    }
  }

  // MARK: - Consequences for a request

  private static func openRequest(
    of user: UserID, on date: LocalDate, given state: DomainState, at time: Timestamp
  ) -> Int? {
    state.openRequests.elements(user, state.day(date))
      .first { state.isOpen(state.requests[$0], at: time) }
  }

  /// A shift suggested to the request whose acceptance awaits approval and has not lapsed.
  private static func awaiting(
    _ request: RequestRecord, besides shift: Int?, given state: DomainState, at time: Timestamp
  ) -> Int? {
    state.suggestions.elements(request.id, 0).first { index in
      index != shift && state.shifts[index].state == .awaitingSuggestion
        && !state.hasStarted(state.shifts[index], at: time)
    }
  }

  /// Returns the facts of becoming a shift's owner: the user's open request for that date is closed,
  /// and the shifts suggested for it are released.
  static func closing(
    for user: UserID, on date: LocalDate, leavingOut shift: Int?, given state: DomainState,
    at time: Timestamp
  ) -> (closed: RequestID?, released: [ShiftID]) {
    guard let index = openRequest(of: user, on: date, given: state, at: time) else {
      return (nil, [])
    }
    let request = state.requests[index]
    return (request.id, releasable(request, leavingOut: shift, given: state, at: time))
  }

  private static func releasable(
    _ request: RequestRecord, leavingOut shift: Int?, given state: DomainState, at time: Timestamp
  ) -> [ShiftID] {
    state.suggestions.elements(request.id, 0)
      .filter { $0 != shift && !state.hasStarted(state.shifts[$0], at: time) }
      .map { state.shifts[$0].id }
      .sorted()
  }
}
