import ShiftEvents

/// The ids that an event names: people, its subject, and other subjects that it changed.
struct EventFacts {
  var shift: ShiftID?
  var fixedShift: FixedShiftID?
  var vacancy: VacancyID?
  var request: RequestID?
  var closedRequest: RequestID?
  /// The requests that a trade closed.
  var closedRequests: [RequestID] = []
  var absence: AbsenceID?
  var trade: TradeID?
  var publication: PublicationID?
  var period: PeriodID?
  var session: SessionID?
  var deal: DealID?
  /// An owner, requester, worker, consumer or any other subject.
  var person: UserID?
  /// The taker whose acceptance ended with the event.
  var taker: UserID?
  /// The other side: a taker, a new owner, a company.
  var other: UserID?
  /// Shifts whose suggestion ended with the event.
  var released: [ShiftID] = []
  /// Shifts that went with their fixed shift.
  var removed: [ShiftID] = []
  /// Shifts that a trade gave to other owners.
  var traded: [ShiftID] = []
  /// Reservations that went with their deal.
  var cancelled: [ReservationID] = []
  /// True if the event tells about a shift and leaves it as it is.
  var leavesShift = false

  init(_ event: Event) {
    switch event {
    case .workplaceConfigured, .unknown: break
    case .userRegistered(let event): person = event.user
    case .profileChanged(let event): person = event.user
    case .roleGranted(let event): person = event.user
    case .roleRevoked(let event): person = event.user
    case .userFollowed(let event): person = event.user
    case .userUnfollowed(let event): person = event.user
    case .userErased(let event): person = event.user
    case .skillGranted(let event): person = event.user
    case .skillRevoked(let event): person = event.user
    case .fixedShiftRegistered(let event): (fixedShift, person) = (event.fixedShift, event.owner)
    case .fixedShiftRemoved(let event):
      (fixedShift, person, removed) = (event.fixedShift, event.owner, event.removed)
    case .shiftScheduled(let event):
      (shift, fixedShift, person) = (event.shift, event.fixedShift, event.owner)
      (closedRequest, released) = (event.closedRequest, event.released)
    case .shiftSkipped(let event):
      (shift, fixedShift, person) = (event.shift, event.fixedShift, event.owner)
      leavesShift = true
    case .shiftCancelled(let event):
      (shift, request, person) = (event.shift, event.request, event.owner)
    case .hoursRecorded(let event):
      (shift, person, leavesShift) = (event.shift, event.worker, true)
    case .shiftSupplied(let event): (shift, person) = (event.shift, event.owner)
    case .shiftRevoked(let event): (shift, person) = (event.shift, event.owner)
    case .shiftAccepted(let event):
      (shift, person, other) = (event.shift, event.from, event.to)
      (closedRequest, released) = (event.closedRequest, event.released)
    case .acceptanceWithdrawn(let event):
      (shift, request, person, other) = (event.shift, event.request, event.owner, event.taker)
    case .shiftApproved(let event):
      (shift, request, person, other) = (event.shift, event.request, event.from, event.to)
      (closedRequest, released) = (event.closedRequest, event.released)
    case .shiftDisapproved(let event):
      (shift, request, person, other) = (event.shift, event.request, event.owner, event.taker)
    case .requestPosted(let event): (request, person) = (event.request, event.requester)
    case .requestWithdrawn(let event):
      (request, person, released) = (event.request, event.requester, event.released)
    case .shiftSuggested(let event):
      (shift, request, person, other) = (event.shift, event.request, event.owner, event.requester)
    case .suggestionWithdrawn(let event):
      (shift, request, person) = (event.shift, event.request, event.owner)
    case .suggestionAccepted(let event):
      (shift, request, person, other) = (event.shift, event.request, event.from, event.to)
    case .absenceRecorded(let event): (absence, person) = (event.absence, event.user)
    case .absenceEnded(let event): (absence, person) = (event.absence, event.user)
    case .tradeOffered(let event): (trade, person, other) = (event.trade, event.from, event.to)
    case .tradeAccepted(let event):
      (trade, person, other) = (event.trade, event.from, event.to)
      (closedRequests, released) = (event.closedRequests, event.released)
      if event.final { traded = [event.give, event.take] }
    case .tradeApproved(let event):
      (trade, person, other) = (event.trade, event.from, event.to)
      (closedRequests, released) = (event.closedRequests, event.released)
      traded = [event.give, event.take]
    case .tradeEnded(let event): (trade, person, other) = (event.trade, event.from, event.to)
    case .tradeRecorded(let event):
      (trade, person, other) = (event.trade, event.from, event.to)
      (closedRequests, released) = (event.closedRequests, event.released)
      traded = [event.give, event.take]
    case .studyStarted(let event): session = event.session
    case .studyBlockCompleted(let event): session = event.session
    case .studyStopped(let event): session = event.session
    case .dealPosted(let event): (deal, person) = (event.deal, event.company)
    case .dealEdited(let event): (deal, person) = (event.deal, event.company)
    case .dealRemoved(let event):
      (deal, person, cancelled) = (event.deal, event.company, event.cancelled)
    case .dealReserved(let event): (deal, other) = (event.deal, event.company)
    case .reservationCancelled(let event):
      (deal, person, other) = (event.deal, event.user, event.company)
    case .paymentRecorded(let event): (deal, person) = (event.deal, event.user)
    case .paymentRefunded(let event): (deal, person) = (event.deal, event.user)
    case .companyRated(let event): (deal, other) = (event.deal, event.company)
    case .shiftAssigned(let event):
      (shift, request, person, other) = (event.shift, event.request, event.from, event.to)
      (taker, closedRequest, released) = (event.taker, event.closedRequest, event.released)
    case .shiftEdited(let event):
      (shift, person) = (event.shift, event.owner)
      (closedRequest, released) = (event.closedRequest, event.released)
    case .vacancyPosted(let event): vacancy = event.vacancy
    case .vacancyEdited(let event): vacancy = event.vacancy
    case .shiftClaimed(let event):
      (shift, vacancy, person) = (event.shift, event.vacancy, event.owner)
      (closedRequest, released) = (event.closedRequest, event.released)
    case .shiftRestored(let event):
      (shift, person) = (event.shift, event.owner)
      (closedRequest, released) = (event.closedRequest, event.released)
    case .changeAnswered(let event):
      (shift, person, leavesShift) = (event.shift, event.owner, true)
    case .hoursConfirmed(let event):
      (shift, person, leavesShift) = (event.shift, event.worker, true)
    case .schedulePublished(let event): publication = event.publication
    case .periodClosed(let event): period = event.period
    case .periodReopened(let event): period = event.period
    case .contractSet(let event): person = event.user
    case .shiftDropped(let event):
      (shift, vacancy, request, person) = (event.shift, event.vacancy, event.request, event.owner)
    }
  }
}
