/// The words of help about one type of event. Its members are not here: they come from the
/// declarations that the codec uses.
package struct EventGuide: Sendable {
  package let type: EventType
  /// One sentence without its full stop.
  package let summary: String
  /// The people who may submit it.
  package let by: String
  /// The codes by which the rules refuse it, in the order of judging.
  package let codes: [RejectionCode]
  /// Words of `append` that are accepted one after the other on a copy of the sample; the last one
  /// submits this type.
  package let examples: [String]

  /// - Parameters:
  ///   - codes: those behind `unknownUser`, by which every act of a person may be refused.
  ///   - others: those behind them, which several types have.
  init(
    _ type: EventType, _ summary: String, by: String, _ codes: [RejectionCode],
    then others: [RejectionCode] = [], _ examples: String...
  ) {
    (self.type, self.summary, self.by, self.examples) = (type, summary, by, examples)
    self.codes = codes.isEmpty ? [] : [.unknownUser] + codes + others
  }

  /// The moment of the sample at which the examples are accepted.
  package static let moment = "2026-03-31T18:10:00Z"

  package static func of(_ type: EventType) -> EventGuide { all.first { $0.type == type }! }

  private static let ownerRules: [RejectionCode] = [
    .skillMissing, .absent, .shiftTooLong, .dayTaken, .overlapping,
  ]
  private static let takerRules = ownerRules + [.restTooShort, .weekTooLong]

  private static let stockTaking =
    "vacancy.posted stock-1 --actor u1 date=2026-04-04 start=10:00 end=14:00 places=3"
  private static let firstWeek =
    "schedule.published week-14 --actor u1 from=2026-03-30 to=2026-04-05"
  private static let terms: [RejectionCode] = [
    .unknownCategory, .locationUnknown, .invalidLocation, .invalidValidity, .notSameDay,
    .invalidCapacity,
  ]

  package static let all = [
    // Accounts
    EventGuide(
      .workplaceConfigured, "Sets policies of the workplace; what is left out keeps its value",
      by: "the first one: anyone; later ones: a manager",
      [.notManager, .unknownWorkplace, .timeZoneFixed],
      "workplace.configured store --actor u1 requestDays=60"),
    EventGuide(
      .userRegistered, "Adds a person with at least one role",
      by: "oneself, or a manager for another",
      [.userExists, .notManager, .invalidEmail, .emailTaken],
      "user.registered u13 --actor u1 roles:='[\"employee\"]' name='Joe Visser'"),
    EventGuide(
      .profileChanged, "Changes a name or an e-mail address", by: "oneself or a manager",
      [.notManager, .userErased, .invalidEmail, .emailTaken],
      "profile.changed u4 --actor u4 name='Tom Bakker'"),
    EventGuide(
      .roleGranted, "Gives a person a role", by: "a manager",
      [.notManager, .userErased, .alreadyGranted], "role.granted u4 --actor u1 role=student"),
    EventGuide(
      .roleRevoked, "Takes a role from a person", by: "a manager",
      [.notManager, .userErased, .notGranted, .lastManager],
      "role.revoked u3 --actor u1 role=student"),
    EventGuide(
      .userFollowed, "Follows a person, whose study then stands in one's ranking",
      by: "the follower", [.cannotFollowSelf, .alreadyFollowing], "user.followed u6 --actor u4"),
    EventGuide(
      .userUnfollowed, "Follows a person no longer", by: "the follower",
      [.cannotFollowSelf, .notFollowing], "user.unfollowed u6 --actor u3"),
    EventGuide(
      .userErased, "Takes away a person's name, e-mail address, roles and skills",
      by: "oneself or a manager", [.notManager, .userErased, .lastManager],
      "user.erased u11 --actor u11"),
    EventGuide(
      .skillGranted, "Gives a person a skill, which shifts may need", by: "a manager",
      [.notManager, .userErased, .alreadyGranted], "skill.granted u4 --actor u1 skill=first-aid"),
    EventGuide(
      .skillRevoked, "Takes a skill from a person; shifts that they have stay theirs",
      by: "a manager", [.notManager, .userErased, .notGranted],
      "skill.granted u4 --actor u1 skill=first-aid", "skill.revoked u4 --actor u1 skill=first-aid"),
    // Roster
    EventGuide(
      .fixedShiftRegistered, "Adds a weekly shift and schedules it up to the horizon",
      by: "the owner, or a manager",
      [.missingRole, .fixedShiftExists, .notOwner, .dateOutOfRange, .weekdayTaken],
      "fixedshift.registered F20 --actor u4 weekday=monday start=09:00 end=13:00"),
    EventGuide(
      .fixedShiftRemoved,
      "Ends a weekly shift, with its occurrences that nobody else has a claim to",
      by: "the owner, or a manager", [.missingRole, .unknownFixedShift, .notOwner],
      "fixedshift.removed F8 --actor u4"),
    EventGuide(
      .shiftScheduled, "Schedules one shift", by: "a manager",
      [
        .notManager, .shiftExists, .missingRole, .periodClosed, .shiftStarted, .noticeTooShort,
        .noTime,
      ], then: ownerRules,
      "shift.scheduled extra-1 --actor u1 owner=u4 date=2026-04-04 start=10:00 end=14:00"),
    EventGuide(
      .shiftSkipped, "Tells that an occurrence of a fixed shift could not be scheduled",
      by: "the tool itself", []),
    EventGuide(
      .shiftCancelled, "Takes a shift off the schedule", by: "a manager",
      [
        .notManager, .unknownShift, .periodClosed, .shiftStarted, .noticeTooShort, .hoursRecorded,
        .awaitingApproval,
      ], "shift.cancelled F10.2026-04-04 --actor u1"),
    EventGuide(
      .hoursRecorded, "Records how long a shift was worked; the latest record counts",
      by: "the owner, or a manager",
      [
        .missingRole, .unknownShift, .notOwner, .notManager, .periodClosed, .notStarted,
        .invalidHours,
      ], "hours.recorded F2.2026-03-31 --actor u2 start=17:00 end=22:15"),
    EventGuide(
      .shiftSupplied, "Puts a shift on the marketplace", by: "the owner",
      [.missingRole, .unknownShift, .notOwner, .shiftStarted, .wrongState],
      "shift.supplied F1.2026-04-06 --actor u2"),
    EventGuide(
      .shiftRevoked, "Takes a shift off the marketplace", by: "the owner",
      [.missingRole, .unknownShift, .notOwner, .shiftStarted, .alreadyAccepted, .wrongState],
      "shift.revoked F3.2026-04-02 --actor u2"),
    EventGuide(
      .shiftAccepted, "Takes a shift from the marketplace, for oneself", by: "an employee",
      [
        .missingRole, .unknownShift, .shiftStarted, .alreadyAccepted, .notOnMarketplace, .ownShift,
        .tooLate,
      ], then: takerRules, "shift.accepted F3.2026-04-02 --actor u7"),
    EventGuide(
      .acceptanceWithdrawn, "Steps back from a shift that awaits approval", by: "the taker",
      [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notTaker],
      "acceptance.withdrawn F4.2026-04-01 --actor u5"),
    EventGuide(
      .shiftApproved, "Makes the taker the owner", by: "an approver, by the workplace's policy",
      [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notApprover], then: takerRules,
      "shift.approved F4.2026-04-01 --actor u1"),
    EventGuide(
      .shiftDisapproved, "Refuses the taker", by: "an approver, by the workplace's policy",
      [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notApprover],
      "shift.disapproved F4.2026-04-01 --actor u3"),
    // Changes of the roster
    EventGuide(
      .shiftAssigned, "Gives a shift to another owner, who is its first owner from then on",
      by: "a manager",
      [
        .notManager, .unknownShift, .missingRole, .periodClosed, .shiftStarted, .noticeTooShort,
        .hoursRecorded, .ownShift,
      ], then: takerRules, "shift.assigned F10.2026-04-04 --actor u1 to=u4"),
    EventGuide(
      .shiftRestored, "Puts a cancelled shift back on the schedule", by: "a manager",
      [
        .notManager, .unknownShift, .missingRole, .wrongState, .periodClosed, .shiftStarted,
        .noticeTooShort, .noPlaceLeft,
      ], then: ownerRules, "shift.cancelled F10.2026-04-04 --actor u1",
      "shift.restored F10.2026-04-04 --actor u1"),
    EventGuide(
      .shiftEdited, "Changes times, place or words of a shift; null takes an optional one away",
      by: "a manager",
      [
        .notManager, .unknownShift, .missingField, .periodClosed, .shiftStarted, .hoursRecorded,
        .awaitingApproval, .noticeTooShort, .noTime, .wrongDate,
      ], then: ownerRules, "shift.edited F10.2026-04-04 --actor u1 place=till labels=late"),
    // Vacancies
    EventGuide(
      .vacancyPosted, "Asks for people for work that nobody owns yet", by: "a manager",
      [.notManager, .vacancyExists, .shiftStarted, .noTime], stockTaking),
    EventGuide(
      .vacancyEdited, "Changes a vacancy, and no shift that came from it", by: "a manager",
      [.notManager, .unknownVacancy, .missingField, .shiftStarted, .noTime], stockTaking,
      "vacancy.edited stock-1 --actor u1 places=5"),
    EventGuide(
      .shiftClaimed, "Takes a place of a vacancy; a shift comes from it",
      by: "oneself, or a manager for another",
      [
        .missingRole, .shiftExists, .unknownVacancy, .notManager, .periodClosed, .shiftStarted,
        .noticeTooShort, .noPlaceLeft, .tooLate,
      ], then: takerRules, stockTaking, "shift.claimed stock-1-a --actor u4 vacancy=stock-1"),
    EventGuide(
      .shiftDropped, "Gives a shift back to the vacancy that it came from", by: "the owner",
      [.missingRole, .unknownShift, .notOwner, .shiftStarted, .notClaimed, .awaitingApproval],
      stockTaking, "shift.claimed stock-1-a --actor u4 vacancy=stock-1",
      "shift.dropped stock-1-a --actor u4"),
    // Requests
    EventGuide(
      .requestPosted, "Asks for work on a day", by: "an employee",
      [.missingRole, .requestExists, .dateOutOfRange, .absent, .dayTaken, .alreadyRequested],
      "request.posted R5 --actor u2 date=2026-04-08"),
    EventGuide(
      .requestWithdrawn, "Asks no longer", by: "the requester",
      [.missingRole, .unknownRequest, .notRequester, .requestClosed, .awaitingApproval],
      "request.withdrawn R4 --actor u4"),
    EventGuide(
      .shiftSuggested, "Offers a shift to a colleague who asked for work on its day",
      by: "the shift's owner",
      [
        .missingRole, .unknownShift, .unknownRequest, .notOwner, .shiftStarted, .wrongState,
        .requestClosed, .ownRequest, .wrongDate, .skillMissing, .absent,
      ], "request.posted R5 --actor u2 date=2026-04-08",
      "shift.suggested F9.2026-04-08 --actor u7 request=R5"),
    EventGuide(
      .suggestionWithdrawn, "Takes an offer back", by: "the shift's owner",
      [.missingRole, .unknownShift, .notOwner, .shiftStarted, .notSuggested],
      "suggestion.withdrawn F6.2026-04-03 --actor u5"),
    EventGuide(
      .suggestionAccepted, "Takes a shift that was offered", by: "the requester",
      [
        .missingRole, .unknownShift, .shiftStarted, .notSuggested, .notRequester, .requestPending,
        .tooLate,
      ], then: takerRules, "suggestion.accepted F6.2026-04-03 --actor u4"),
    // Absences
    EventGuide(
      .absenceRecorded, "Says that a person takes no shifts for a stretch of time, never why",
      by: "an employee, or a manager for one",
      [.missingRole, .absenceExists, .notManager, .noTime, .dateOutOfRange],
      "absence.recorded A20 --actor u4 date=2026-04-06 days=7"),
    EventGuide(
      .absenceEnded, "Ends an absence before it is over", by: "whoever is away, or a manager",
      [.missingRole, .unknownAbsence, .notManager, .absenceEnded],
      "absence.recorded A20 --actor u4 date=2026-04-06 days=7", "absence.ended A20 --actor u4"),
    // Trades
    EventGuide(
      .tradeOffered, "Offers one's shift in exchange for a colleague's",
      by: "the owner of the shift that is given",
      [
        .missingRole, .tradeExists, .unknownShift, .notOwner, .ownShift, .shiftStarted, .wrongState,
      ], "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08"),
    EventGuide(
      .tradeAccepted, "Agrees to a trade; both shifts change owner, unless a manager must approve",
      by: "the owner of the shift that is taken",
      [
        .missingRole, .unknownTrade, .notOwner, .alreadyAccepted, .tradeClosed, .shiftStarted,
        .wrongState, .tooLate,
      ], then: takerRules, "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
      "trade.accepted T20 --actor u3"),
    EventGuide(
      .tradeApproved, "Makes both people the owners of each other's shifts",
      by: "a manager who is no side of it, or the only manager",
      [
        .missingRole, .unknownTrade, .notApprover, .notAwaiting, .tradeClosed, .shiftStarted,
        .wrongState,
      ], then: takerRules, "workplace.configured store --actor u1 marketApproval=manager",
      "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
      "trade.accepted T20 --actor u3", "trade.approved T20 --actor u1"),
    EventGuide(
      .tradeEnded, "Takes a trade back, or refuses it",
      by: "either side; an approver once it is accepted",
      [.missingRole, .unknownTrade, .tradeClosed, .notOwner],
      "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
      "trade.ended T20 --actor u3"),
    EventGuide(
      .tradeRecorded, "Exchanges two shifts of two owners", by: "a manager",
      [
        .notManager, .tradeExists, .unknownShift, .ownShift, .periodClosed, .shiftStarted,
        .noticeTooShort, .hoursRecorded, .wrongState, .missingRole,
      ], then: takerRules, "trade.recorded T20 --actor u1 give=F1.2026-04-06 take=F4.2026-04-08"),
    // Promises
    EventGuide(
      .schedulePublished, "Gives the word that the roster of some days holds from now on",
      by: "a manager", [.notManager, .publicationExists, .dateOutOfRange], firstWeek),
    EventGuide(
      .changeAnswered, "Says whether one agrees with a late change of a published shift",
      by: "the owner after the change", [.missingRole, .unknownShift, .nothingAwaited, .notOwner],
      firstWeek, "shift.assigned F10.2026-04-04 --actor u1 to=u4",
      "change.answered F10.2026-04-04 --actor u4 agreed:=true"),
    EventGuide(
      .hoursConfirmed, "Agrees with the hours that the other side recorded",
      by: "the worker, or a manager where the worker recorded them",
      [.missingRole, .unknownShift, .periodClosed, .noHours, .alreadyConfirmed, .notConfirmer],
      "hours.recorded F2.2026-03-31 --actor u2 start=17:00 end=22:15",
      "hours.confirmed F2.2026-03-31 --actor u1"),
    EventGuide(
      .periodClosed, "Settles the hours of some past days", by: "a manager",
      [.notManager, .periodExists, .dateOutOfRange],
      "period.closed march-1 --actor u1 from=2026-03-01 to=2026-03-15"),
    EventGuide(
      .periodReopened, "Opens a period again", by: "a manager",
      [.notManager, .unknownPeriod, .periodOpen],
      "period.closed march-1 --actor u1 from=2026-03-01 to=2026-03-15",
      "period.reopened march-1 --actor u1 reason='An hour was missing'"),
    EventGuide(
      .contractSet,
      "Sets a person's own limits, which stand in the place of the workplace's; null takes one away",
      by: "a manager", [.notManager, .userErased, .missingRole],
      "contract.set u4 --actor u1 maxWeekMinutes=960"),
    // Study
    EventGuide(
      .studyStarted, "Starts to study in blocks with pauses", by: "a student",
      [.missingRole, .sessionExists, .sessionActive, .invalidBlock],
      "study.started maths-1 --actor u3"),
    EventGuide(
      .studyBlockCompleted, "Secures the minutes of a block that is over",
      by: "the session's student",
      [.missingRole, .unknownSession, .notOwner, .sessionEnded, .wrongBlock, .tooEarly, .tooLate],
      "study.started maths-1 --actor u3",
      "study.blockcompleted maths-1 --actor u3 block=1 --now 2026-03-31T18:40:00Z"),
    EventGuide(
      .studyStopped, "Ends a session; its earned minutes are final", by: "the session's student",
      [.missingRole, .unknownSession, .notOwner, .sessionEnded], "study.started maths-1 --actor u3",
      "study.stopped maths-1 --actor u3 --now 2026-03-31T19:20:00Z"),
    // Deals
    EventGuide(
      .dealPosted, "Offers something for one day at one place", by: "a company",
      [.missingRole, .dealExists], then: terms,
      """
      deal.posted buns-1 --actor u10 name='Bag of buns' companyName='De Molen' category=food \
      latitude=52.3702 longitude=4.8952 validUntil=2026-03-31T20:30:00Z
      """),
    EventGuide(
      .dealEdited, "Changes terms of a deal; null takes an optional one away", by: "its company",
      [.unknownDeal, .notOwner, .dealEnded, .missingField, .invalidField],
      then: terms + [.capacityBelowReserved, .termsFixed],
      "deal.edited bread-2 --actor u10 capacity=5"),
    EventGuide(
      .dealRemoved, "Takes a deal off the map and cancels its live reservations",
      by: "its company, or a manager", [.unknownDeal, .notOwner, .dealEnded],
      "deal.removed bread-2 --actor u10"),
    EventGuide(
      .dealReserved, "Reserves a seat", by: "a consumer",
      [
        .missingRole, .reservationExists, .unknownDeal, .ownDeal, .dealEnded, .notYetValid,
        .expired, .alreadyReserved, .soldOut,
      ], "deal.reserved bread-2-2 --actor u11 deal=bread-2"),
    EventGuide(
      .reservationCancelled, "Gives a seat back", by: "the consumer, or the company",
      [.unknownReservation, .notOwner, .expired], "reservation.cancelled bread-2-1 --actor u12"),
    EventGuide(
      .paymentRecorded, "Records that a reservation was paid", by: "the company",
      [.unknownReservation, .notOwner, .alreadyPaid, .wrongAmount],
      "payment.recorded bread-2-1 --actor u10 amountCents=350 currency=EUR reference=till-77"),
    EventGuide(
      .paymentRefunded, "Records that a payment was given back", by: "the company",
      [.unknownReservation, .notOwner, .nothingToRefund],
      "payment.recorded bread-2-1 --actor u10 amountCents=350 currency=EUR reference=till-77",
      "reservation.cancelled bread-2-1 --actor u12",
      "payment.refunded bread-2-1 --actor u10 reference=till-78"),
    EventGuide(
      .companyRated, "Rates a company; a consumer's latest rating counts",
      by: "the consumer of a reservation",
      [.missingRole, .unknownReservation, .notACustomer, .invalidStars],
      "company.rated u10 --actor u12 reservation=bread-2-1 stars=5"),
  ]
}
