/// The state of the domain, folded from events: what the rules judge by, and what readers show.
///
/// Records lie in flat arrays and name each other by index or by identifier. The only texts are the terms of deals and
/// the reasons of late changes. What readers keep grows with people, shifts, their edits, requests, absences, trades,
/// sessions, deals and reservations; notices and touched ids, which writers keep, grow with every event.
package struct DomainState: Equatable, Sendable {
  /// The number of events of each type.
  package var tally = EventTally()
  package var workplace = EffectivePolicies()

  package var users = Records<UserRecord>()
  /// Everyone who holds the role manager now, in the order in which they got it.
  package var managers: [UserID] = []
  /// Those whom each user follows, under 0, by the numbers of their symbols.
  package var follows = MultiMap()
  /// The skills of each user under 0, by the numbers of their symbols; some may have run out.
  package var skills = MultiMap()
  /// The last days of the skills that have one, or had; the record of each leads to the person's one before.
  package var skillEnds = Records<SkillEndRecord>()

  /// The times for which people were employees before they left.
  var employments = Records<EmploymentRecord>()

  /// The own limits of those who have some, or had.
  package var contracts = Records<ContractRecord>()
  /// The own limits that hold from a day on; the record of each day leads to the person's one before.
  package var datedLimits = Records<DatedLimitsRecord>()

  package var shifts = Records<ShiftRecord>()
  /// Those of all shifts, at the same places.
  package var shiftBriefs = FlatArray<ShiftSummary>()
  package var shiftDays = DayRanges()
  /// The keys of shifts, fixed shifts and vacancies that have some.
  package var shiftKeys = ShiftDetailTable()
  /// The origins of the few shifts that have one.
  package var origins = Records<OriginRecord>()
  /// The sequences of the restorals that gave a shift to another owner than its last one.
  var restoredToAnother = FlatArray<UInt32>()
  package var vacancies = Records<VacancyRecord>()
  var fixedShifts = Records<FixedShiftRecord>()
  var fixedVacancies = Records<FixedVacancyRecord>()
  /// The changes of series; the record of each leads to the series' one before.
  var seriesChanges = Records<SeriesChangeRecord>()
  package var closures = Records<ClosureRecord>()
  package var requests = Records<RequestRecord>()
  package var absences = Records<AbsenceRecord>()
  package var trades = Records<TradeRecord>()
  /// The trades of each shift that are neither done nor ended, under 0, by the numbers of their symbols.
  var openTrades = MultiMap()
  /// The latest record of each shift's hours.
  package var hours = Records<HoursRecord>()
  var hoursDays = DayRanges()
  /// The work of each shift that was begun by the clock.
  package var works = Records<WorkRecord>()
  /// The shifts on which each person works now, under 0, by the numbers of their symbols.
  package var working = MultiMap()
  /// The times at which hours were recorded, in order.
  var recordings = FlatArray<RecordingSpan>()
  package var periods = Records<PeriodRecord>()
  /// The days of the periods that are closed, each with a number.
  package var closedDays = ClosedDays()
  package var publications = Records<PublicationRecord>()
  /// The days that were published, with the numbers of their last publications, from 1.
  package var publishedDays = IntervalMap()
  /// The shifts that were changed after a publication of their day, as the last one before promised them; some may be
  /// of no use any more.
  package var promised = Records<ShiftRecord>()
  /// The late changes of shifts; the record of each leads to the shift's one before.
  package var lateChanges = Records<LateChangeRecord>()
  /// The managers' reasons for late changes.
  package var reasons = TextTable()
  /// The swap points of those who have some.
  package var points = Records<PointsRecord>()

  package var sessions = Records<StudySessionRecord>()

  package var deals = Records<DealRecord>()
  /// The offers with all edits since they were posted, at the places of the deals.
  package var terms = TermsTable()
  package var reservations = Records<ReservationRecord>()
  /// The latest stars that each customer gave to a company.
  package var stars: [Customer: Int] = [:]
  package var ratings = Records<RatingRecord>()

  /// The notices to people, where they are gathered.
  package var notices = Notifications()
  /// The events that touched each id, where they are noted.
  package var touches = EventIndex()

  var indexes: RuleIndexes

  /// The state before the first event.
  ///
  /// - Parameters:
  ///   - judges: false for a reader, who spares the lists of the rules.
  ///   - remembers: true to gather notices and touched ids, which grow with every event.
  package init(judges: Bool = true, remembers: Bool = false) {
    indexes = RuleIndexes(areKept: judges)
    (notices.areKept, touches.areKept) = (remembers, remembers)
  }
}

extension DomainState {
  /// Folds an event as it was recorded.
  package mutating func evolve(with recorded: RecordedEvent) { evolve(with: recorded.plain) }

  /// Folds an event where its block holds it.
  package mutating func evolve(with event: borrowing PlainEvent) {
    tally.apply(event)
    fold(event.event, by: event.actor, at: event.time)
    remember(event.event, by: event.actor, at: event.time)
  }

  /// Loads the shifts that the next events are about, so that the processor waits for their memory once, not at each.
  @inline(never)
  package mutating func lookAhead(at events: Span<PlainEvent>) {
    let all = InlineArray<16, Int> { index in
      index < events.count ? shifts.place(of: ShiftID(events[index].subject)) ?? -1 : -1
    }
    let places = all.span
    var sum: UInt32 = 0
    for index in 0..<16 where places[index] >= 0 {
      let shift = shifts[places[index]]
      // The first of its bytes and the last, which may lie in two lines of the cache.
      sum ^= shift.id.symbolIndex ^ UInt32(shift.state.rawValue)
    }
    // No optimiser knows that this cannot be, so it leaves the loads where they are.
    precondition(sum != .max)
  }

  /// Folds the event that is recorded next.
  package mutating func evolve(with event: Event, by actor: UserID, at time: Timestamp) {
    tally.countNext(event, at: time)
    fold(event, by: actor, at: time)
    remember(event, by: actor, at: time)
  }

  private mutating func remember(_ event: Event, by actor: UserID, at time: Timestamp) {
    if touches.areKept { touches.note(event, by: actor, tally.lastSequence) }
    if notices.areKept { notify(of: event, by: actor, at: time) }
  }

  /// Folds a recorded fact. Nothing is judged and nothing fails.
  private mutating func fold(_ event: Event, by actor: UserID, at time: Timestamp) {
    switch event {
    case .workplaceConfigured(let event): workplace.take(event)
    case .userRegistered(let event): evolve(with: event, at: time)
    case .profileChanged(let event): evolve(with: event)
    case .roleGranted(let event): evolve(with: event, at: time)
    case .roleRevoked(let event): evolve(with: event, at: time)
    case .userFollowed(let event): evolve(with: event, by: actor)
    case .userUnfollowed(let event): follows.remove(Int(event.user.symbolIndex), actor, 0)
    case .userErased(let event): evolve(with: event, at: time)
    case .skillGranted(let event): evolve(with: event)
    case .skillRevoked(let event): evolve(with: event)
    case .fixedShiftRegistered(let event): evolve(with: event)
    case .fixedShiftRemoved(let event): evolve(with: event, by: actor, at: time)
    case .fixedShiftEdited(let event): evolve(with: event, by: actor, at: time)
    case .fixedVacancyRegistered(let event): evolve(with: event)
    case .fixedVacancyEdited(let event): evolve(with: event, at: time)
    case .fixedVacancyRemoved(let event): evolve(with: event, at: time)
    case .closureRecorded(let event): evolve(with: event, by: actor)
    case .closureEnded(let event): evolve(with: event)
    case .shiftScheduled(let event): evolve(with: event, by: actor, at: time)
    case .shiftSkipped(let event): evolve(with: event, at: time)
    case .shiftCancelled(let event): evolve(with: event, by: actor, at: time)
    case .hoursRecorded(let event): evolve(with: event, by: actor, at: time)
    case .shiftAssigned(let event): evolve(with: event, by: actor, at: time)
    case .shiftEdited(let event): evolve(with: event, by: actor, at: time)
    case .shiftSplit(let event): evolve(with: event, at: time)
    case .vacancyPosted(let event): evolve(with: event, at: time)
    case .vacancyEdited(let event): evolve(with: event, at: time)
    case .shiftClaimed(let event): evolve(with: event, by: actor, at: time)
    case .shiftDropped(let event): close(event.shift, as: .dropped, at: time)
    case .schedulePublished(let event): evolve(with: event, by: actor, at: time)
    case .changeAnswered(let event): evolve(with: event, at: time)
    case .shiftRestored(let event): evolve(with: event, by: actor, at: time)
    case .tradeRecorded(let event): evolve(with: event, by: actor, at: time)
    case .hoursConfirmed(let event): evolve(with: event, by: actor, at: time)
    case .workStarted(let event): evolve(with: event, by: actor, at: time)
    case .workPaused(let event): pauseWork(of: event.shift, at: time)
    case .workResumed(let event): resumeWork(of: event.shift, at: time)
    case .workEnded(let event): evolve(with: event, by: actor, at: time)
    case .periodClosed(let event): evolve(with: event, by: actor, at: time)
    case .periodReopened(let event): evolve(with: event)
    case .contractSet(let event): evolve(with: event, at: time)
    case .shiftSupplied(let event): evolve(with: event, at: time)
    case .shiftRevoked(let event): settle(event.shift, as: .idle, at: time)
    case .shiftAccepted(let event): evolve(with: event, at: time)
    case .acceptanceWithdrawn(let event): evolve(with: event, at: time)
    case .shiftApproved(let event): evolve(with: event, at: time)
    case .shiftDisapproved(let event):
      settle(event.shift, as: event.via == .market ? .supplied : .idle, at: time)
    case .requestPosted(let event): evolve(with: event, at: time)
    case .requestWithdrawn(let event): close(event.request, releasing: event.released, at: time)
    case .shiftSuggested(let event): evolve(with: event, at: time)
    case .suggestionWithdrawn(let event): settle(event.shift, as: .idle, at: time)
    case .suggestionAccepted(let event): evolve(with: event, at: time)
    case .absenceRecorded(let event): evolve(with: event, at: time)
    case .absenceEnded(let event): evolve(with: event, at: time)
    case .tradeOffered(let event): evolve(with: event, at: time)
    case .tradeAccepted(let event): evolve(with: event, at: time)
    case .tradeApproved(let event): evolve(with: event, at: time)
    case .tradeEnded(let event): evolve(with: event, at: time)
    case .studyStarted(let event): evolve(with: event, by: actor, at: time)
    case .studyBlockCompleted(let event): evolve(with: event)
    case .studyStopped(let event): evolve(with: event)
    case .dealPosted(let event): evolve(with: event)
    case .dealEdited(let event): evolve(with: event)
    case .dealRemoved(let event): evolve(with: event)
    case .dealReserved(let event): evolve(with: event, by: actor, at: time)
    case .reservationCancelled(let event): evolve(with: event, by: actor)
    case .paymentRecorded(let event): evolve(with: event)
    case .paymentRefunded(let event): evolve(with: event)
    case .companyRated(let event): evolve(with: event, by: actor)
    case .unknown: break
    }
  }
}
