public import ShiftEvents

/// Shifts and requests as recorded; schedule, marketplace, requests and approvals are read from it.
///
/// Memory grows with shifts and requests. Each event costs O(1), and O(1) more for each shift that
/// it releases or removes.
public struct Roster: Projection, Equatable {
  /// The decisions of the workplace that readers need.
  public internal(set) var workplace = RosterPolicy()
  var shifts = IdentifierMap<ShiftID, RosterShift>()
  /// The places, labels and needs of the shifts that have some.
  var shiftKeys = ShiftKeyTable()
  var vacancies = IdentifierMap<VacancyID, RosterVacancy>()
  var requests = IdentifierMap<RequestID, RosterRequest>()

  public init() {}

  /// Every shift ever scheduled, in the order of scheduling.
  public var shiftIDs: [ShiftID] { shifts.keys }

  /// The record of a shift; `nil` if it was never scheduled.
  public subscript(shift: ShiftID) -> RosterShift? { shifts[shift] }

  /// Returns `true` if the shift was ever scheduled.
  func knows(_ shift: ShiftID) -> Bool { shifts.place(of: shift) != nil }

  /// The optional keys of a shift; none of one that was never scheduled.
  public func keys(of shift: ShiftID) -> ShiftKeys {
    guard let record = shifts[shift] else { return ShiftKeys() }
    return keys(of: record)
  }

  func keys(of record: RosterShift) -> ShiftKeys {
    var keys = shiftKeys[record.keys]
    keys.days = record.days
    return keys
  }

  /// The record of a request; `nil` if it was never posted.
  public subscript(request: RequestID) -> RosterRequest? { requests[request] }

  public mutating func apply(_ recorded: RecordedEvent) {
    let time = recorded.time
    switch recorded.event {
    case .workplaceConfigured(let event): workplace.take(event)
    case .shiftScheduled(let event):
      if shifts[event.shift] != nil { return }
      shifts.set(RosterShift(event, keys: shiftKeys.add(event.keys), at: time), for: event.shift)
      settle(closing: event.closedRequest, releasing: event.released, at: time)
    case .shiftCancelled(let event): close(event.shift, as: .cancelled, at: time)
    case .fixedShiftRemoved(let event):
      for shift in event.removed { close(shift, as: .removed, at: time) }
    case .shiftAssigned(let event):
      change(event.shift) { $0.assign(to: event.to, at: time) }
      settle(closing: event.closedRequest, releasing: event.released, at: time)
    case .shiftEdited(let event): edit(event, at: time)
    case .vacancyPosted(let event):
      if vacancies[event.vacancy] == nil {
        vacancies.set(RosterVacancy(event, keys: shiftKeys.add(event.keys)), for: event.vacancy)
      }
    case .vacancyEdited(let event): edit(event)
    case .shiftClaimed(let event):
      if shifts[event.shift] != nil { return }
      let vacancy = vacancies[event.vacancy] == nil ? nil : event.vacancy
      shifts.set(
        RosterShift(event, from: vacancy, keys: shiftKeys.add(event.keys), at: time),
        for: event.shift)
      vacancies.update(event.vacancy) { $0.taken += 1 }
      settle(closing: event.closedRequest, releasing: event.released, at: time)
    case .shiftDropped(let event): close(event.shift, as: .dropped, at: time)
    case .shiftSupplied(let event): change(event.shift) { $0.supply(at: time) }
    case .shiftRevoked(let event): change(event.shift) { $0.become(.idle, at: time) }
    case .shiftAccepted(let event): accept(event, at: time)
    case .acceptanceWithdrawn(let event): withdraw(event, at: time)
    case .shiftApproved(let event):
      change(event.shift) { $0.pass(to: event.to, at: time) }
      settle(closing: event.closedRequest, releasing: event.released, at: time)
    case .shiftDisapproved(let event):
      change(event.shift) { $0.become(event.via == .market ? .supplied : .idle, at: time) }
    case .requestPosted(let event):
      if requests[event.request] != nil { return }
      requests.set(RosterRequest(requester: event.requester, date: event.date), for: event.request)
    case .requestWithdrawn(let event):
      settle(closing: event.request, releasing: event.released, at: time)
    case .shiftSuggested(let event):
      change(event.shift) { $0.suggest(for: event.request, at: time) }
    case .suggestionWithdrawn(let event): change(event.shift) { $0.become(.idle, at: time) }
    case .suggestionAccepted(let event):
      change(event.shift) {
        $0.await(event.to, via: .suggestion, request: event.request, at: time)
      }
    case .tradeAccepted(let event) where event.final:
      exchange(event.give, for: event.to, event.take, for: event.from, at: time)
      settle(closing: event.closedRequests, releasing: event.released, at: time)
    case .tradeApproved(let event):
      exchange(event.give, for: event.to, event.take, for: event.from, at: time)
      settle(closing: event.closedRequests, releasing: event.released, at: time)
    case .userRegistered, .profileChanged, .roleGranted, .roleRevoked, .userFollowed,
      .userUnfollowed, .userErased, .skillGranted, .skillRevoked, .fixedShiftRegistered,
      .shiftSkipped,
      .hoursRecorded, .absenceRecorded, .absenceEnded, .tradeOffered, .tradeAccepted, .tradeEnded,
      .studyStarted, .studyBlockCompleted, .studyStopped, .dealPosted, .dealEdited, .dealRemoved,
      .dealReserved, .reservationCancelled, .paymentRecorded, .paymentRefunded, .companyRated,
      .unknown:
      break
    }
  }

  /// Changes a shift that is on the schedule; facts about others change nothing.
  @inline(__always)
  private mutating func change(_ shift: ShiftID, _ body: (inout RosterShift) -> Void) {
    shifts.update(shift) { if $0.state.isOpen { body(&$0) } }
  }

  /// Takes a shift off the schedule, which gives its vacancy a place back.
  private mutating func close(_ shift: ShiftID, as state: ShiftState, at time: Timestamp) {
    guard let record = shifts[shift], record.state.isOpen else { return }
    if let vacancy = record.vacancy { vacancies.update(vacancy) { $0.taken -= 1 } }
    shifts.update(shift) { $0.become(state, at: time) }
  }

  private mutating func edit(_ event: ShiftEdited, at time: Timestamp) {
    if let shift = shifts[event.shift], shift.state.isOpen {
      let number = shiftKeys.replace(shift.keys, by: shiftKeys[shift.keys].applying(event.keys))
      shifts.update(event.shift) { shift in
        shift.edit(event, at: time)
        shift.keys = number
      }
    }
    settle(closing: event.closedRequest, releasing: event.released, at: time)
  }

  private mutating func edit(_ event: VacancyEdited) {
    guard let vacancy = vacancies[event.vacancy] else { return }
    let number = shiftKeys.replace(vacancy.keys, by: shiftKeys[vacancy.keys].applying(event.keys))
    vacancies.update(event.vacancy) { vacancy in
      vacancy.edit(event)
      vacancy.keys = number
    }
  }

  private mutating func accept(_ event: ShiftAccepted, at time: Timestamp) {
    change(event.shift) { shift in
      if event.final {
        shift.pass(to: event.to, at: time)
      } else {
        shift.await(event.to, via: .market, request: nil, at: time)
      }
    }
    settle(closing: event.closedRequest, releasing: event.released, at: time)
  }

  private mutating func withdraw(_ event: AcceptanceWithdrawn, at time: Timestamp) {
    change(event.shift) { shift in
      switch event.via {
      case .market: shift.become(.supplied, at: time)
      case .suggestion: shift.suggest(for: event.request ?? shift.request, at: time)
      }
    }
  }

  private mutating func exchange(
    _ given: ShiftID, for taker: UserID, _ taken: ShiftID, for giver: UserID, at time: Timestamp
  ) {
    change(given) { $0.pass(to: taker, at: time) }
    change(taken) { $0.pass(to: giver, at: time) }
  }

  /// Closes requests and gives the shifts that were offered to them back to their owners.
  private mutating func settle(
    closing closed: [RequestID], releasing released: [ShiftID], at time: Timestamp
  ) {
    settle(closing: nil, releasing: released, at: time)
    for request in closed { settle(closing: request, releasing: [], at: time) }
  }

  /// Closes a request and gives the shifts that were offered to it back to their owners.
  private mutating func settle(
    closing request: RequestID?, releasing released: [ShiftID], at time: Timestamp
  ) {
    if let request { requests.update(request) { $0.isOpen = false } }
    for shift in released { change(shift) { $0.become(.idle, at: time) } }
  }
}

/// The policies of a workplace that a reader needs: its time zone, and who must approve.
public struct RosterPolicy: Hashable, Sendable {
  /// UTC until it is set.
  public private(set) var timeZone = Zone.utc
  /// `none` until it is set.
  public private(set) var marketApproval = MarketApproval.none
  /// `owner` until it is set.
  public private(set) var suggestionApproval = SuggestionApproval.owner

  init() {}

  func write(to body: inout SnapshotWriter) {
    body.text(timeZone.description)
    body.choice(marketApproval)
    body.choice(suggestionApproval)
  }

  init(from body: inout SnapshotReader) throws(SnapshotFault) {
    guard let zone = Zone(try body.text()) else { throw SnapshotFault() }
    timeZone = zone
    marketApproval = try body.choice(MarketApproval.self)
    suggestionApproval = try body.choice(SuggestionApproval.self)
  }

  mutating func take(_ event: WorkplaceConfigured) {
    timeZone = event.policies.timeZone ?? timeZone
    marketApproval = event.policies.marketApproval ?? marketApproval
    suggestionApproval = event.policies.suggestionApproval ?? suggestionApproval
  }
}
