import Projections
@testable import ShiftEvents

/// Events in order, each a minute after the one before it.
struct Story {
  private(set) var events: [RecordedEvent] = []
  /// When the next event is recorded.
  var time: Timestamp

  init(from time: Timestamp = "2026-01-05T08:00:00Z") { self.time = time }

  mutating func tell(_ event: Event, by actor: UserID = "mia") {
    let sequence = SequenceNumber(events.count + 1)
    var line = EventEncoder(continuing: .zero)
    let length = line.append(
      Envelope(id: "e\(sequence)", source: "/test", time: time, sequence: sequence, actor: actor),
      event)
    let block = unsafe line.buffer.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    events.append(
      RecordedEvent(
        sequence: sequence, time: time, actor: actor, event: event, isLastOfBatch: true,
        unknownMembers: 0, line: RecordedLine(block: block, range: 0..<length)))
    time = time.advanced(byMinutes: 1)
  }

  /// The events folded from the beginning.
  func folded<Model: Projection>(into model: Model = Model()) -> Model {
    events.reduce(into: model) { $0.apply($1) }
  }
}

extension Story {
  /// A loose shift, or an occurrence of a fixed one.
  mutating func schedule(
    _ shift: ShiftID, of owner: UserID, on date: LocalDate = "2026-01-12",
    from start: TimeOfDay = "15:00", to end: TimeOfDay = "20:00", lasting days: Int16? = nil,
    fixedShift: FixedShiftID? = nil, closing request: RequestID? = nil,
    releasing released: [ShiftID] = []
  ) {
    tell(
      .shiftScheduled(
        ShiftScheduled(
          shift: shift, owner: owner, date: date, start: start, end: end,
          keys: ShiftDetails(days: days), fixedShift: fixedShift, closedRequest: request,
          released: released)))
  }

  mutating func supply(_ shift: ShiftID, of owner: UserID, on date: LocalDate = "2026-01-12") {
    tell(
      .shiftSupplied(
        ShiftSupplied(shift: shift, owner: owner, date: date, start: "15:00", end: "20:00")),
      by: owner)
  }

  mutating func accept(
    _ shift: ShiftID, from: UserID, to: UserID, on date: LocalDate = "2026-01-12", final: Bool,
    closing request: RequestID? = nil, releasing released: [ShiftID] = []
  ) {
    tell(
      .shiftAccepted(
        ShiftAccepted(
          shift: shift, from: from, to: to, date: date, start: "15:00", end: "20:00",
          final: final, closedRequest: request, released: released)), by: to)
  }

  mutating func post(_ request: RequestID, of requester: UserID, on date: LocalDate = "2026-01-12")
  {
    tell(
      .requestPosted(RequestPosted(request: request, date: date, requester: requester)),
      by: requester)
  }

  mutating func suggest(
    _ shift: ShiftID, of owner: UserID, to requester: UserID, for request: RequestID,
    on date: LocalDate = "2026-01-12"
  ) {
    tell(
      .shiftSuggested(
        ShiftSuggested(
          shift: shift, request: request, owner: owner, requester: requester, date: date)),
      by: owner)
  }

  mutating func acceptSuggestion(
    _ shift: ShiftID, from: UserID, to: UserID, for request: RequestID,
    on date: LocalDate = "2026-01-12"
  ) {
    tell(
      .suggestionAccepted(
        SuggestionAccepted(
          shift: shift, from: from, to: to, date: date, start: "15:00", end: "20:00",
          request: request)), by: to)
  }

  mutating func approve(
    _ shift: ShiftID, from: UserID, to: UserID, via: AcceptanceRoute,
    request: RequestID? = nil, releasing released: [ShiftID] = [], by actor: UserID = "mia"
  ) {
    tell(
      .shiftApproved(
        ShiftApproved(
          shift: shift, from: from, to: to, date: "2026-01-12", start: "15:00", end: "20:00",
          via: via, request: request, closedRequest: request, released: released)), by: actor)
  }

  mutating func disapprove(
    _ shift: ShiftID, of owner: UserID, to taker: UserID, via: AcceptanceRoute,
    request: RequestID? = nil
  ) {
    tell(
      .shiftDisapproved(
        ShiftDisapproved(
          shift: shift, owner: owner, taker: taker, date: "2026-01-12", via: via,
          request: request)))
  }

  mutating func stepBack(
    _ taker: UserID, from shift: ShiftID, of owner: UserID, via: AcceptanceRoute,
    request: RequestID? = nil
  ) {
    tell(
      .acceptanceWithdrawn(
        AcceptanceWithdrawn(
          shift: shift, owner: owner, taker: taker, date: "2026-01-12", via: via,
          request: request)), by: taker)
  }

  mutating func record(
    _ minutes: Int, on shift: ShiftID, of worker: UserID, first: UserID,
    date: LocalDate = "2026-01-12", by actor: UserID = "mia"
  ) {
    tell(
      .hoursRecorded(
        HoursRecorded(
          shift: shift, worker: worker, date: date, minutes: minutes, firstOwner: first)),
      by: actor)
  }

  mutating func offer(_ deal: DealID, of company: UserID) {
    tell(
      .dealPosted(
        DealPosted(
          deal: deal, name: "Soup", companyName: "Grill", category: .food, latitude: 52.5,
          longitude: 5, validUntil: "2026-01-12T20:00:00Z", validFrom: "2026-01-12T10:00:00Z",
          company: company)), by: company)
  }

  mutating func register(_ user: UserID, _ roles: [Role]) {
    tell(.userRegistered(UserRegistered(user: user, roles: roles)), by: user)
  }

  mutating func configure(
    zone: Zone? = nil, market: MarketApproval? = nil, suggestions: SuggestionApproval? = nil
  ) {
    tell(
      .workplaceConfigured(
        WorkplaceConfigured(
          workplace: "grill",
          policies: WorkplacePolicies(
            timeZone: zone, marketApproval: market, suggestionApproval: suggestions))))
  }
}

let amsterdam = Zone("Europe/Amsterdam")!
/// Before every shift of these tests.
let early: Timestamp = "2026-01-05T12:00:00Z"
/// During the shift that the tests have by default: 2026-01-12, 15:00 to 20:00 in UTC.
let during: Timestamp = "2026-01-12T16:00:00Z"
