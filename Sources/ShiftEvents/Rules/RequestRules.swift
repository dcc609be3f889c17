extension EventGuide {
  static let requestPosted = EventGuide(
    "Asks for work on a day", by: "an employee",
    [.missingRole, .requestExists, .dateOutOfRange, .absent, .dayTaken, .alreadyRequested],
    "request.posted R5 --actor u2 date=2026-04-08")
  static let requestWithdrawn = EventGuide(
    "Asks no longer", by: "the requester",
    [.missingRole, .unknownRequest, .notRequester, .requestClosed, .awaitingApproval],
    "request.withdrawn R4 --actor u4")
  static let shiftSuggested = EventGuide(
    "Offers a shift to a colleague who asked for work on its day",
    by: "the shift's owner",
    [
      .missingRole, .unknownShift, .unknownRequest, .notOwner, .shiftStarted, .wrongState,
      .requestClosed, .ownRequest, .wrongDate, .skillMissing, .absent,
    ], "request.posted R5 --actor u2 date=2026-04-08",
    "shift.suggested F9.2026-04-08 --actor u7 request=R5")
  static let suggestionWithdrawn = EventGuide(
    "Takes an offer back", by: "the shift's owner",
    [.missingRole, .unknownShift, .notOwner, .shiftStarted, .notSuggested],
    "suggestion.withdrawn F6.2026-04-03 --actor u5")
  static let suggestionAccepted = EventGuide(
    "Takes a shift that was offered", by: "the requester",
    [
      .missingRole, .unknownShift, .shiftStarted, .notSuggested, .notRequester, .requestPending,
      .tooLate,
    ], then: takerRules, "suggestion.accepted F6.2026-04-03 --actor u4")
}

/// Requests for work on a date, and shifts suggested to them.
extension DomainState {
  // MARK: - Judging requests

  func post(_ id: RequestID, date: LocalDate, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    try requests.requireNew(id, orThrow: .requestExists)
    let today = today(at: context.time)
    let last = today + (workplace.requestDays - 1)
    guard (today...last).contains(date) else {
      throw Rejection(.dateOutOfRange, [.date: date, .today: today, .last: last])
    }
    try requirePresent(context.actor, on: date)
    let midnight = workplace.zone.instant(date, .midnight)
    try judgeDay(
      Proposal(user: context.actor, date: date, interval: midnight..<midnight), at: context.time)
    if let open = openRequest(of: context.actor, on: date, at: context.time) {
      throw Rejection(
        .alreadyRequested, [.user: context.actor, .date: date],
        conflicts: ["\(requests[open].id)"], of: .request)
    }
    return .requestPosted(RequestPosted(request: id, date: date, requester: context.actor))
  }

  func withdraw(_ id: RequestID, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let request = requests[try self.request(id)]
    try requireRequester(request, context)
    try requireOpen(request, at: context.time)
    if let awaiting = awaiting(request, besides: nil, at: context.time) {
      throw Rejection(.awaitingApproval, [.shift: shifts[awaiting].id, .request: id])
    }
    return .requestWithdrawn(
      RequestWithdrawn(
        request: id, requester: request.requester, date: request.date,
        released: releasable(request, leavingOut: nil, at: context.time)))
  }

  // MARK: - Judging suggestions

  func suggest(
    _ id: ShiftID, to requestID: RequestID, in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    let request = requests[try self.request(requestID)]
    try requireOwner(shift.owner, of: id, context.actor)
    try requireNotStarted(shift, at: context.time)
    try requireIdle(shift)
    try requireOpen(request, at: context.time)
    if request.requester == context.actor {
      throw Rejection(.ownRequest, [.request: requestID, .actor: context.actor])
    }
    if request.date != shift.date {
      throw Rejection(
        .wrongDate, [.shift: id, .date: shift.date, .request: requestID, .requested: request.date])
    }
    try requireToAgree(request.requester, in: context)
    let proposal = proposal(taking: index, for: request.requester)
    try judgeSkill(proposal)
    try judgeAbsence(proposal)
    return .shiftSuggested(
      ShiftSuggested(
        shift: id, request: requestID, owner: shift.owner, requester: request.requester,
        date: shift.date))
  }

  func withdrawSuggestion(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let shift = try owned(id, in: context)
    let request = try suggested(shift)
    return .suggestionWithdrawn(
      SuggestionWithdrawn(shift: id, owner: shift.owner, request: request, date: shift.date))
  }

  func acceptSuggestion(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try require(.employee, context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    try requireNotStarted(shift, at: context.time)
    let requestID = try suggested(shift)
    let request = requests[try self.request(requestID)]
    try requireRequester(request, context)
    if let other = awaiting(request, besides: index, at: context.time) {
      throw Rejection(.requestPending, [.shift: shifts[other].id, .request: requestID])
    }
    let proposal = proposal(taking: index, for: context.actor)
    try judge(proposal, withLead: true, at: context.time)
    return .suggestionAccepted(
      SuggestionAccepted(
        shift: id, from: shift.owner, to: context.actor, date: shift.date, start: shift.start,
        end: shift.end, days: shift.days, request: requestID))
  }

  private func suggested(_ shift: ShiftRecord) throws(Rejection) -> RequestID {
    guard shift.state == .suggested, let request = shift.request else {
      throw Rejection(.notSuggested, [.shift: shift.id])
    }
    return request
  }

  private func requireRequester(
    _ request: RequestRecord, _ context: RuleContext
  ) throws(Rejection) {
    if request.requester != context.actor {
      throw Rejection(
        .notRequester, [.request: request.id, .requester: request.requester, .actor: context.actor])
    }
  }

  private func requireOpen(_ request: RequestRecord, at time: Timestamp) throws(Rejection) {
    if !isOpen(request, at: time) { throw Rejection(.requestClosed, [.request: request.id]) }
  }

  // MARK: - Consequences for a request

  private func openRequest(of user: UserID, on date: LocalDate, at time: Timestamp) -> Int? {
    indexes.openRequests.first(user, day(date)) { isOpen(requests[$0], at: time) }
  }

  /// A shift suggested to the request whose acceptance awaits approval and has not lapsed.
  private func awaiting(_ request: RequestRecord, besides shift: Int?, at time: Timestamp) -> Int? {
    indexes.suggestions.first(request.id, 0) { index in
      index != shift && shifts[index].state == .awaitingSuggestion
        && !hasStarted(shifts[index], at: time)
    }
  }

  /// Returns the facts of becoming a shift's owner: the user's open request for that date is closed,
  /// and the shifts suggested for it are released.
  func closing(
    for user: UserID, on date: LocalDate, leavingOut shift: Int?,
    at time: Timestamp
  ) -> (closed: RequestID?, released: [ShiftID]) {
    guard let index = openRequest(of: user, on: date, at: time) else { return (nil, []) }
    let request = requests[index]
    return (request.id, releasable(request, leavingOut: shift, at: time))
  }

  private func releasable(
    _ request: RequestRecord, leavingOut shift: Int?, at time: Timestamp
  ) -> [ShiftID] {
    indexes.suggestions.elements(request.id, 0)
      .filter { $0 != shift && !hasStarted(shifts[$0], at: time) }
      .map { shifts[$0].id }
      .sorted()
  }
}
