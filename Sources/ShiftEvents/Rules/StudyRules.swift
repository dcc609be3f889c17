extension EventGuide {
  static let studyStarted = EventGuide(
    "Starts to study in blocks with pauses", by: "a student",
    [.missingRole, .sessionExists, .sessionActive, .invalidBlock],
    "study.started maths-1 --actor u3")
  static let studyBlockCompleted = EventGuide(
    "Secures the minutes of a block that is over", by: "the session's student",
    [
      .missingRole, .unknownSession, .notOwner, .sessionEnded, .wrongBlock, .tooEarly, .tooLate,
    ],
    "study.started maths-1 --actor u3",
    "study.blockcompleted maths-1 --actor u3 block=1 --now 2026-03-31T18:40:00Z")
  static let studyStopped = EventGuide(
    "Ends a session; its earned minutes are final", by: "the session's student",
    [.missingRole, .unknownSession, .notOwner, .sessionEnded],
    "study.started maths-1 --actor u3",
    "study.stopped maths-1 --actor u3 --now 2026-03-31T19:20:00Z")
  static let companyRated = EventGuide(
    "Rates a company; a consumer's latest rating counts",
    by: "the consumer of a reservation",
    [.missingRole, .unknownReservation, .notACustomer, .invalidStars],
    "company.rated u10 --actor u12 reservation=bread-2-1 stars=5")
}

/// Study sessions: blocks and pauses, counted from the start by the times of events alone.
extension DomainState {
  private static let longestMinutes = 24 * 60

  func start(
    _ id: StudySessionID, blockMinutes: Int?, pauseMinutes: Int?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.student, context.actor)
    try sessions.requireNew(id, orThrow: .sessionExists)
    if let other = indexes.running.first(context.actor, 0) {
      throw Rejection(.sessionActive, [.user: context.actor, .session: sessions[other].id])
    }
    let event = StudyStarted(
      session: id, blockMinutes: blockMinutes ?? StudyStarted.standardBlockMinutes,
      pauseMinutes: pauseMinutes ?? StudyStarted.standardPauseMinutes)
    guard StudyStarted.blockRange.contains(event.blockMinutes),
      StudyStarted.pauseRange.contains(event.pauseMinutes)
    else {
      throw Rejection(
        .invalidBlock, [.blockMinutes: event.blockMinutes, .pauseMinutes: event.pauseMinutes])
    }
    return .studyStarted(event)
  }

  func completeBlock(
    _ id: StudySessionID, block: Int, in context: RuleContext
  ) throws(Rejection) -> Event {
    let session = try ownActive(id, in: context)
    let next = session.completedBlocks + 1
    if block != next { throw Rejection(.wrongBlock, [.session: id, .block: block, .next: next]) }
    let minutes = session.dueMinutes(ofBlock: block)
    let due = session.start.advanced(byMinutes: minutes)
    if context.time < due {
      throw Rejection(.tooEarly, [.session: id, .block: block, .limit: minutes])
    }
    if context.time > due.advanced(byMinutes: session.pauseMinutes) {
      throw Rejection(
        .tooLate, [.session: id, .block: block, .limit: minutes + session.pauseMinutes])
    }
    return .studyBlockCompleted(
      StudyBlockCompleted(session: id, block: block, minutes: session.blockMinutes))
  }

  func stop(
    _ id: StudySessionID, _ reason: StopReason?, in context: RuleContext
  ) throws(Rejection) -> Event {
    let session = try ownActive(id, in: context)
    let isLate = context.time > session.start.advanced(byMinutes: Self.longestMinutes)
    return .studyStopped(
      StudyStopped(
        session: id, reason: reason ?? StudyStopped.standardReason,
        minutes: isLate
          ? session.completedBlocks * session.blockMinutes
          : session.earnedMinutes(after: session.start.minutes(until: context.time))))
  }

  /// The running session of the actor.
  private func ownActive(
    _ id: StudySessionID, in context: RuleContext
  ) throws(Rejection) -> StudySessionRecord {
    try require(.student, context.actor)
    let session = sessions[try sessions.index(of: id, orThrow: .unknownSession)]
    try requireOwner(session.student, of: id, context.actor)
    if session.hasEnded { throw Rejection(.sessionEnded, [.session: id]) }
    return session
  }
}

/// Ratings of companies by customers. No rule depends on them.
extension DomainState {
  func rate(
    _ company: UserID, reservation id: ReservationID, stars: Int, comment: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.consumer, context.actor)
    _ = try self.user(company)
    func notACustomer(_ reason: Rejection.Reason, _ deal: DealRecord? = nil) -> Rejection {
      Rejection(
        .notACustomer, because: reason,
        [
          .reservation: id, .actor: context.actor, .company: company, .deal: deal?.id,
          .validFrom: deal?.offer.validFrom,
        ])
    }
    let reservation = reservations[try self.reservation(id)]
    guard reservation.user == context.actor, reservation.company == company else {
      throw notACustomer(.otherReservation)
    }
    if reservation.cancellation == .byConsumer { throw notACustomer(.cancelled) }
    let deal = deals[try self.deal(reservation.deal)]
    if !deal.offer.hasBegun(at: context.time) { throw notACustomer(.notBegun, deal) }
    guard CompanyRated.starsRange.contains(stars) else {
      throw Rejection(.invalidStars, [.stars: stars])
    }
    return .companyRated(
      CompanyRated(
        company: company, reservation: id, stars: stars, comment: comment, deal: deal.id))
  }
}
