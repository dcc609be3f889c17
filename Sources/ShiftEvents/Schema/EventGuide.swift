// Over 400 lines: what help says of every type, a few lines each.

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

  /// The words about all types, those about one kind of subject together.
  package static let all: [EventGuide] = {
    let nouns = EventType.allCases.map(\.subjectNoun)
    let order = EventType.allCases.indices.sorted {
      (nouns.firstIndex(of: nouns[$0])!, $0) < (nouns.firstIndex(of: nouns[$1])!, $1)
    }
    return order.map { of(EventType.allCases[$0]) }
  }()

  private static let takerRules: [RejectionCode] = [
    .skillMissing, .absent, .shiftTooLong, .dayTaken, .overlapping, .restTooShort, .weekTooLong,
    .tooManyDays,
  ]

  private static let stockTaking =
    "vacancy.posted stock-1 --actor u1 date=2026-04-04 start=10:00 end=14:00 places=3"
  private static let weeklyStockTaking =
    "fixedvacancy.registered stock --actor u1 weekday=sunday start=08:00 end=12:00 places=3"
  private static let easter =
    "closure.recorded easter --actor u1 from=2026-04-05 to=2026-04-06 title=Easter"
  private static let firstWeek =
    "schedule.published week-14 --actor u1 from=2026-03-30 to=2026-04-05"
  private static let terms: [RejectionCode] = [
    .unknownCategory, .locationUnknown, .invalidLocation, .invalidValidity, .notSameDay,
    .invalidCapacity,
  ]

  package static func of(_ type: EventType) -> EventGuide {
    switch type {
    // Accounts
    case .workplaceConfigured:
      EventGuide(
        type, "Sets policies of the workplace; what is left out keeps its value",
        by: "the first one: anyone; later ones: a manager",
        [.notManager, .unknownWorkplace, .timeZoneFixed, .invalidField],
        "workplace.configured store --actor u1 requestDays=60")
    case .userRegistered:
      EventGuide(
        type, "Adds a person with at least one role", by: "oneself, or a manager for another",
        [.userExists, .notManager, .invalidEmail, .emailTaken],
        "user.registered u13 --actor u1 roles:='[\"employee\"]' name='Joe Visser'")
    case .profileChanged:
      EventGuide(
        type, "Changes a name or an e-mail address", by: "oneself or a manager",
        [.notManager, .userErased, .invalidEmail, .emailTaken],
        "profile.changed u4 --actor u4 name='Tom Bakker'")
    case .roleGranted:
      EventGuide(
        type, "Gives a person a role", by: "a manager",
        [.notManager, .userErased, .alreadyGranted], "role.granted u4 --actor u1 role=student")
    case .roleRevoked:
      EventGuide(
        type, "Takes a role from a person", by: "a manager",
        [.notManager, .userErased, .notGranted, .lastManager],
        "role.revoked u3 --actor u1 role=student")
    case .userFollowed:
      EventGuide(
        type, "Follows a person, whose study then stands in one's ranking",
        by: "the follower", [.cannotFollowSelf, .alreadyFollowing], "user.followed u6 --actor u4")
    case .userUnfollowed:
      EventGuide(
        type, "Follows a person no longer", by: "the follower",
        [.cannotFollowSelf, .notFollowing], "user.unfollowed u6 --actor u3")
    case .userErased:
      EventGuide(
        type, "Takes away a person's name, e-mail address, roles and skills",
        by: "oneself or a manager", [.notManager, .userErased, .lastManager],
        "user.erased u11 --actor u11")
    case .skillGranted:
      EventGuide(
        type, "Gives a person a skill, which shifts may need, for good or until a day",
        by: "a manager", [.notManager, .userErased, .dateOutOfRange, .alreadyGranted],
        "skill.granted u4 --actor u1 skill=first-aid until=2026-12-31")
    case .skillRevoked:
      EventGuide(
        type, "Takes a skill from a person; shifts that they have stay theirs", by: "a manager",
        [.notManager, .userErased, .notGranted], "skill.granted u4 --actor u1 skill=first-aid",
        "skill.revoked u4 --actor u1 skill=first-aid")
    // Roster
    case .fixedShiftRegistered:
      EventGuide(
        type, "Adds a weekly shift and schedules it up to the horizon",
        by: "the owner, or a manager",
        [.missingRole, .fixedShiftExists, .notOwner, .dateOutOfRange, .weekdayTaken],
        "fixedshift.registered F20 --actor u4 weekday=monday start=09:00 end=13:00")
    case .fixedShiftRemoved:
      EventGuide(
        type, "Ends a weekly shift, with its occurrences that nobody else has a claim to",
        by: "the owner, or a manager",
        [.missingRole, .unknownFixedShift, .notOwner, .notManager, .noticeTooShort],
        "fixedshift.removed F8 --actor u4")
    case .fixedShiftEdited:
      EventGuide(
        type,
        "Changes a weekly shift from a day on, also its owner; its occurrences that stand as it says follow",
        by: "a manager",
        [
          .notManager, .unknownFixedShift, .missingRole, .missingField, .dateOutOfRange, .ownShift,
          .weekdayTaken, .noTime, .noticeTooShort,
        ], "fixedshift.edited F8 --actor u1 from=2026-04-20 start=16:00 end=21:00")
    // Weekly work that people claim
    case .fixedVacancyRegistered:
      EventGuide(
        type, "Asks for people every week, or every so many weeks, up to the horizon",
        by: "a manager", [.notManager, .fixedVacancyExists, .dateOutOfRange, .noTime],
        weeklyStockTaking)
    case .fixedVacancyEdited:
      EventGuide(
        type, "Changes weekly work that people claim from a day on", by: "a manager",
        [.notManager, .unknownFixedVacancy, .missingField, .dateOutOfRange, .noTime],
        weeklyStockTaking, "fixedvacancy.edited stock --actor u1 from=2026-04-20 places=4")
    case .fixedVacancyRemoved:
      EventGuide(
        type, "Ends weekly work that people claim; who has a place keeps it", by: "a manager",
        [.notManager, .unknownFixedVacancy], weeklyStockTaking,
        "fixedvacancy.removed stock --actor u1")
    // Closed days
    case .closureRecorded:
      EventGuide(
        type, "Closes days, on which no weekly work comes about; cancel takes away what is there",
        by: "a manager",
        [
          .notManager, .closureExists, .dateOutOfRange, .periodClosed, .shiftStarted,
          .noticeTooShort, .hoursRecorded, .awaitingApproval,
        ], easter)
    case .closureEnded:
      EventGuide(
        type, "Ends a closure before it is over; weekly work of its days is due again",
        by: "a manager", [.notManager, .unknownClosure, .closureEnded], easter,
        "closure.ended easter --actor u1")
    case .shiftScheduled:
      EventGuide(
        type, "Schedules one shift", by: "a manager",
        [
          .notManager, .shiftExists, .missingRole, .periodClosed, .shiftStarted, .noticeTooShort,
          .noTime,
        ], then: takerRules,
        "shift.scheduled extra-1 --actor u1 owner=u4 date=2026-04-04 start=10:00 end=14:00")
    case .shiftSkipped:
      EventGuide(
        type, "Tells that an occurrence of a fixed shift could not be scheduled",
        by: "the tool itself", [])
    case .shiftCancelled:
      EventGuide(
        type, "Takes a shift off the schedule", by: "a manager",
        [
          .notManager, .unknownShift, .periodClosed, .shiftStarted, .noticeTooShort, .hoursRecorded,
          .awaitingApproval,
        ], "shift.cancelled F10.2026-04-04 --actor u1")
    case .hoursRecorded:
      EventGuide(
        type, "Records how long a shift was worked; the latest record counts",
        by: "the owner, or a manager",
        [
          .missingRole, .unknownShift, .notOwner, .notManager, .periodClosed, .notStarted,
          .invalidHours,
        ], "hours.recorded F2.2026-03-31 --actor u2 start=17:00 end=22:15")
    case .workStarted:
      EventGuide(
        type, "Begins the work on a shift", by: "the owner",
        [
          .missingRole, .unknownShift, .notOwner, .tooLate, .tooEarly, .workStarted, .workRunning,
          .hoursRecorded,
        ], "work.started F2.2026-03-31 --actor u2")
    case .workPaused:
      EventGuide(
        type, "Begins a pause", by: "the owner",
        [.missingRole, .unknownShift, .notOwner, .notWorking, .alreadyPaused],
        "work.started F2.2026-03-31 --actor u2",
        "work.paused F2.2026-03-31 --actor u2 --now 2026-03-31T18:40:00Z")
    case .workResumed:
      EventGuide(
        type, "Goes on working after a pause", by: "the owner",
        [.missingRole, .unknownShift, .notOwner, .notWorking, .notPaused],
        "work.started F2.2026-03-31 --actor u2",
        "work.paused F2.2026-03-31 --actor u2 --now 2026-03-31T18:40:00Z",
        "work.resumed F2.2026-03-31 --actor u2 --now 2026-03-31T18:50:00Z")
    case .workEnded:
      EventGuide(
        type, "Ends the work on a shift, which records its hours", by: "the owner",
        [.missingRole, .unknownShift, .notOwner, .notWorking, .invalidHours],
        "work.started F2.2026-03-31 --actor u2",
        "work.ended F2.2026-03-31 --actor u2 --now 2026-03-31T20:10:00Z")
    case .shiftSupplied:
      EventGuide(
        type, "Puts a shift on the marketplace", by: "the owner",
        [.missingRole, .unknownShift, .notOwner, .shiftStarted, .wrongState],
        "shift.supplied F1.2026-04-06 --actor u2")
    case .shiftRevoked:
      EventGuide(
        type, "Takes a shift off the marketplace", by: "the owner",
        [.missingRole, .unknownShift, .notOwner, .shiftStarted, .alreadyAccepted, .wrongState],
        "shift.revoked F3.2026-04-02 --actor u2")
    case .shiftAccepted:
      EventGuide(
        type, "Takes a shift from the marketplace, for oneself", by: "an employee",
        [
          .missingRole, .unknownShift, .shiftStarted, .alreadyAccepted, .notOnMarketplace,
          .ownShift,
          .tooLate,
        ], then: takerRules, "shift.accepted F3.2026-04-02 --actor u7")
    case .acceptanceWithdrawn:
      EventGuide(
        type, "Steps back from a shift that awaits approval", by: "the taker",
        [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notTaker],
        "acceptance.withdrawn F4.2026-04-01 --actor u5")
    case .shiftApproved:
      EventGuide(
        type, "Makes the taker the owner", by: "an approver, by the workplace's policy",
        [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notApprover], then: takerRules,
        "shift.approved F4.2026-04-01 --actor u1")
    case .shiftDisapproved:
      EventGuide(
        type, "Refuses the taker", by: "an approver, by the workplace's policy",
        [.missingRole, .unknownShift, .shiftStarted, .notAwaiting, .notApprover],
        "shift.disapproved F4.2026-04-01 --actor u3")
    // Changes of the roster
    case .shiftAssigned:
      EventGuide(
        type, "Gives a shift to another owner, who is its first owner from then on",
        by: "a manager",
        [
          .notManager, .unknownShift, .missingRole, .periodClosed, .shiftStarted, .noticeTooShort,
          .hoursRecorded, .ownShift,
        ], then: takerRules, "shift.assigned F10.2026-04-04 --actor u1 to=u4")
    case .shiftRestored:
      EventGuide(
        type, "Puts a cancelled shift, or a skipped occurrence, on the schedule", by: "a manager",
        [
          .notManager, .unknownShift, .missingRole, .wrongState, .periodClosed, .shiftStarted,
          .noticeTooShort, .noTime, .noPlaceLeft,
        ], then: takerRules, "shift.cancelled F10.2026-04-04 --actor u1",
        "shift.restored F10.2026-04-04 --actor u1")
    case .shiftEdited:
      EventGuide(
        type, "Changes times, place or words of a shift; null takes an optional one away",
        by: "a manager",
        [
          .notManager, .unknownShift, .missingField, .periodClosed, .shiftStarted, .hoursRecorded,
          .awaitingApproval, .noticeTooShort, .noTime, .wrongDate,
        ], then: takerRules, "shift.edited F10.2026-04-04 --actor u1 place=till labels=late")
    case .shiftSplit:
      EventGuide(
        type, "Cuts a shift in two, of which its owner may give one away",
        by: "the owner, as far as the workplace permits it, or a manager",
        [
          .missingRole, .unknownShift, .notOwner, .notManager, .shiftExists, .periodClosed,
          .shiftStarted, .hoursRecorded, .wrongState, .invalidSplit, .partTooShort,
        ], "shift.split F10.2026-04-04 --actor u1 at=12:00 into=F10-late")
    // Vacancies
    case .vacancyPosted:
      EventGuide(
        type, "Asks for people for work that nobody owns yet", by: "a manager",
        [.notManager, .vacancyExists, .shiftStarted, .noTime], stockTaking)
    case .vacancyEdited:
      EventGuide(
        type, "Changes a vacancy, and no shift that came from it", by: "a manager",
        [.notManager, .unknownVacancy, .missingField, .shiftStarted, .noTime], stockTaking,
        "vacancy.edited stock-1 --actor u1 places=5")
    case .shiftClaimed:
      EventGuide(
        type, "Takes a place of a vacancy; a shift comes from it",
        by: "oneself, or a manager for another",
        [
          .missingRole, .shiftExists, .unknownVacancy, .notManager, .periodClosed, .shiftStarted,
          .noticeTooShort, .noPlaceLeft, .tooLate,
        ], then: takerRules, stockTaking, "shift.claimed stock-1-a --actor u4 vacancy=stock-1")
    case .shiftDropped:
      EventGuide(
        type, "Gives a shift back to the vacancy that it came from", by: "the owner",
        [.missingRole, .unknownShift, .notOwner, .shiftStarted, .notClaimed, .awaitingApproval],
        stockTaking, "shift.claimed stock-1-a --actor u4 vacancy=stock-1",
        "shift.dropped stock-1-a --actor u4")
    // Requests
    case .requestPosted:
      EventGuide(
        type, "Asks for work on a day", by: "an employee",
        [.missingRole, .requestExists, .dateOutOfRange, .absent, .dayTaken, .alreadyRequested],
        "request.posted R5 --actor u2 date=2026-04-08")
    case .requestWithdrawn:
      EventGuide(
        type, "Asks no longer", by: "the requester",
        [.missingRole, .unknownRequest, .notRequester, .requestClosed, .awaitingApproval],
        "request.withdrawn R4 --actor u4")
    case .shiftSuggested:
      EventGuide(
        type, "Offers a shift to a colleague who asked for work on its day",
        by: "the shift's owner",
        [
          .missingRole, .unknownShift, .unknownRequest, .notOwner, .shiftStarted, .wrongState,
          .requestClosed, .ownRequest, .wrongDate, .skillMissing, .absent,
        ], "request.posted R5 --actor u2 date=2026-04-08",
        "shift.suggested F9.2026-04-08 --actor u7 request=R5")
    case .suggestionWithdrawn:
      EventGuide(
        type, "Takes an offer back", by: "the shift's owner",
        [.missingRole, .unknownShift, .notOwner, .shiftStarted, .notSuggested],
        "suggestion.withdrawn F6.2026-04-03 --actor u5")
    case .suggestionAccepted:
      EventGuide(
        type, "Takes a shift that was offered", by: "the requester",
        [
          .missingRole, .unknownShift, .shiftStarted, .notSuggested, .notRequester, .requestPending,
          .tooLate,
        ], then: takerRules, "suggestion.accepted F6.2026-04-03 --actor u4")
    // Absences
    case .absenceRecorded:
      EventGuide(
        type, "Says that a person takes no shifts for a stretch of time, never why",
        by: "an employee, or a manager for one",
        [.missingRole, .absenceExists, .notManager, .noTime, .dateOutOfRange],
        "absence.recorded A20 --actor u4 date=2026-04-06 days=7")
    case .absenceEnded:
      EventGuide(
        type, "Ends an absence before it is over", by: "whoever is away, or a manager",
        [.missingRole, .unknownAbsence, .notManager, .absenceEnded],
        "absence.recorded A20 --actor u4 date=2026-04-06 days=7", "absence.ended A20 --actor u4")
    // Trades
    case .tradeOffered:
      EventGuide(
        type, "Offers one's shift in exchange for a colleague's",
        by: "the owner of the shift that is given",
        [
          .missingRole, .tradeExists, .unknownShift, .notOwner, .ownShift, .shiftStarted,
          .wrongState,
        ], "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08")
    case .tradeAccepted:
      EventGuide(
        type, "Agrees to a trade; both shifts change owner, unless a manager must approve",
        by: "the owner of the shift that is taken",
        [
          .missingRole, .unknownTrade, .notOwner, .alreadyAccepted, .tradeClosed, .shiftStarted,
          .wrongState, .tooLate,
        ], then: takerRules, "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
        "trade.accepted T20 --actor u3")
    case .tradeApproved:
      EventGuide(
        type, "Makes both people the owners of each other's shifts",
        by: "a manager who is no side of it, or the only manager",
        [
          .missingRole, .unknownTrade, .notApprover, .notAwaiting, .tradeClosed, .shiftStarted,
          .wrongState,
        ], then: takerRules, "workplace.configured store --actor u1 marketApproval=manager",
        "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
        "trade.accepted T20 --actor u3", "trade.approved T20 --actor u1")
    case .tradeEnded:
      EventGuide(
        type, "Takes a trade back, or refuses it",
        by: "either side; an approver once it is accepted",
        [.missingRole, .unknownTrade, .tradeClosed, .notOwner],
        "trade.offered T20 --actor u2 give=F1.2026-04-06 take=F4.2026-04-08",
        "trade.ended T20 --actor u3")
    case .tradeRecorded:
      EventGuide(
        type, "Exchanges two shifts of two owners", by: "a manager",
        [
          .notManager, .tradeExists, .unknownShift, .ownShift, .periodClosed, .shiftStarted,
          .noticeTooShort, .hoursRecorded, .wrongState, .missingRole,
        ], then: takerRules, "trade.recorded T20 --actor u1 give=F1.2026-04-06 take=F4.2026-04-08")
    // Promises
    case .schedulePublished:
      EventGuide(
        type, "Gives the word that the roster of some days holds from now on",
        by: "a manager", [.notManager, .publicationExists, .dateOutOfRange], firstWeek)
    case .changeAnswered:
      EventGuide(
        type, "Says whether one agrees with a late change of a published shift",
        by: "the owner after the change",
        [.missingRole, .unknownShift, .nothingAwaited, .notOwner],
        firstWeek, "shift.assigned F10.2026-04-04 --actor u1 to=u4",
        "change.answered F10.2026-04-04 --actor u4 agreed:=true")
    case .hoursConfirmed:
      EventGuide(
        type, "Agrees with the hours that the other side recorded",
        by: "the worker, or a manager where the worker recorded them",
        [.missingRole, .unknownShift, .periodClosed, .noHours, .alreadyConfirmed, .notConfirmer],
        "hours.recorded F2.2026-03-31 --actor u2 start=17:00 end=22:15",
        "hours.confirmed F2.2026-03-31 --actor u1")
    case .periodClosed:
      EventGuide(
        type, "Settles the hours of some past days", by: "a manager",
        [.notManager, .periodExists, .dateOutOfRange],
        "period.closed march-1 --actor u1 from=2026-03-01 to=2026-03-15")
    case .periodReopened:
      EventGuide(
        type, "Opens a period again", by: "a manager", [.notManager, .unknownPeriod, .periodOpen],
        "period.closed march-1 --actor u1 from=2026-03-01 to=2026-03-15",
        "period.reopened march-1 --actor u1 reason='An hour was missing'")
    case .contractSet:
      EventGuide(
        type,
        "Sets a person's own limits, which stand in the place of the workplace's, perhaps from a day on; null takes one away",
        by: "a manager", [.notManager, .userErased, .missingRole, .dateOutOfRange],
        "contract.set u4 --actor u1 maxWeekMinutes=960")
    // Study
    case .studyStarted:
      EventGuide(
        type, "Starts to study in blocks with pauses", by: "a student",
        [.missingRole, .sessionExists, .sessionActive, .invalidBlock],
        "study.started maths-1 --actor u3")
    case .studyBlockCompleted:
      EventGuide(
        type, "Secures the minutes of a block that is over", by: "the session's student",
        [
          .missingRole, .unknownSession, .notOwner, .sessionEnded, .wrongBlock, .tooEarly, .tooLate,
        ],
        "study.started maths-1 --actor u3",
        "study.blockcompleted maths-1 --actor u3 block=1 --now 2026-03-31T18:40:00Z")
    case .studyStopped:
      EventGuide(
        type, "Ends a session; its earned minutes are final", by: "the session's student",
        [.missingRole, .unknownSession, .notOwner, .sessionEnded],
        "study.started maths-1 --actor u3",
        "study.stopped maths-1 --actor u3 --now 2026-03-31T19:20:00Z")
    // Deals
    case .dealPosted:
      EventGuide(
        type, "Offers something for one day at one place", by: "a company",
        [.missingRole, .dealExists], then: terms,
        """
        deal.posted buns-1 --actor u10 name='Bag of buns' companyName='De Molen' category=food \
        latitude=52.3702 longitude=4.8952 validUntil=2026-03-31T20:30:00Z
        """)
    case .dealEdited:
      EventGuide(
        type, "Changes terms of a deal; null takes an optional one away", by: "its company",
        [.unknownDeal, .notOwner, .dealEnded, .missingField, .invalidField],
        then: terms + [.capacityBelowReserved, .termsFixed],
        "deal.edited bread-2 --actor u10 capacity=5")
    case .dealRemoved:
      EventGuide(
        type, "Takes a deal off the map and cancels its live reservations",
        by: "its company, or a manager", [.unknownDeal, .notOwner, .dealEnded],
        "deal.removed bread-2 --actor u10")
    case .dealReserved:
      EventGuide(
        type, "Reserves a seat", by: "a consumer",
        [
          .missingRole, .reservationExists, .unknownDeal, .ownDeal, .dealEnded, .notYetValid,
          .expired, .alreadyReserved, .soldOut,
        ], "deal.reserved bread-2-2 --actor u11 deal=bread-2")
    case .reservationCancelled:
      EventGuide(
        type, "Gives a seat back", by: "the consumer, or the company",
        [.unknownReservation, .notOwner, .expired], "reservation.cancelled bread-2-1 --actor u12")
    case .paymentRecorded:
      EventGuide(
        type, "Records that a reservation was paid", by: "the company",
        [.unknownReservation, .notOwner, .alreadyPaid, .wrongAmount],
        "payment.recorded bread-2-1 --actor u10 amountCents=350 currency=EUR reference=till-77")
    case .paymentRefunded:
      EventGuide(
        type, "Records that a payment was given back", by: "the company",
        [.unknownReservation, .notOwner, .nothingToRefund],
        "payment.recorded bread-2-1 --actor u10 amountCents=350 currency=EUR reference=till-77",
        "reservation.cancelled bread-2-1 --actor u12",
        "payment.refunded bread-2-1 --actor u10 reference=till-78")
    case .companyRated:
      EventGuide(
        type, "Rates a company; a consumer's latest rating counts",
        by: "the consumer of a reservation",
        [.missingRole, .unknownReservation, .notACustomer, .invalidStars],
        "company.rated u10 --actor u12 reservation=bread-2-1 stars=5")
    }
  }
}
