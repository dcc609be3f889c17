// Over 400 lines: all that a type of command has beside its values and rules stands in this file alone.

/// The wish of an actor, before the rules judge it.
public enum Command: Hashable, Sendable {
  /// Sets policies of the workplace; the first command of a log, or a manager's.
  indirect case configureWorkplace(WorkplaceID, WorkplacePolicies)

  /// Registers a person with at least one role: oneself, or anybody if a manager asks.
  case registerUser(UserID, roles: [Role], PersonalData = PersonalData())
  /// Changes a person's name or e-mail address; what is `nil` stays.
  case changeProfile(UserID, PersonalData)
  /// Gives a person a role.
  case grantRole(UserID, Role)
  /// Takes a role from a person.
  case revokeRole(UserID, Role)
  /// Makes the actor follow a user.
  case follow(UserID)
  /// Ends the actor's following of a user.
  case unfollow(UserID)
  /// Erases a person's name, e-mail address, roles and skills.
  case eraseUser(UserID)
  /// Gives a person a skill; `until` is the last day on which they have it.
  case grantSkill(UserID, Name, until: LocalDate? = nil)
  /// Takes a skill from a person.
  case revokeSkill(UserID, Name)

  /// The owner is the actor by default, the first day today.
  indirect case registerFixedShift(
    FixedShiftID, WeeklyTimes, keys: ShiftDetails = ShiftDetails(), owner: UserID? = nil,
    from: LocalDate? = nil, until: LocalDate? = nil, every: Int? = nil)
  /// Changes a fixed shift from a day on, with its occurrences that stand as its terms say.
  indirect case editFixedShift(
    FixedShiftID, SeriesEdits, to: UserID? = nil, from: LocalDate? = nil,
    override: [OverridableRule] = [], reason: String? = nil)
  /// Ends a fixed shift, with the occurrences that its owner still holds.
  case removeFixedShift(FixedShiftID, override: [OverridableRule] = [], reason: String? = nil)
  /// Asks for people every week, or every so many weeks; `wanted` is how many it takes.
  indirect case registerFixedVacancy(
    FixedVacancyID, WeeklyTimes, places: Int, wanted: Int? = nil,
    keys: ShiftDetails = ShiftDetails(), from: LocalDate? = nil, until: LocalDate? = nil,
    every: Int? = nil)
  /// Changes a fixed vacancy from a day on, with its vacancies that stand as its terms say.
  indirect case editFixedVacancy(FixedVacancyID, SeriesEdits, from: LocalDate? = nil)
  /// Ends a fixed vacancy; its vacancies have no places any more.
  case removeFixedVacancy(FixedVacancyID)
  /// Schedules a loose shift; an end at or before the start is on the next day.
  case scheduleShift(
    ShiftID, owner: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    keys: ShiftDetails = ShiftDetails(), override: [OverridableRule] = [], reason: String? = nil)
  /// Takes a shift off the schedule.
  case cancelShift(ShiftID, override: [OverridableRule] = [], reason: String? = nil)
  /// Puts a cancelled shift back on the schedule; its owner is the last one by default.
  case restoreShift(
    ShiftID, owner: UserID? = nil, override: [OverridableRule] = [], reason: String? = nil)
  /// Gives a shift to another owner, who is its first owner from then on.
  case assignShift(ShiftID, to: UserID, override: [OverridableRule] = [], reason: String? = nil)
  /// Changes a shift, which keeps its status.
  indirect case editShift(
    ShiftID, ShiftEdits, override: [OverridableRule] = [], reason: String? = nil)
  /// Cuts a shift in two at a time of day; the second part is a new shift.
  case splitShift(ShiftID, at: TimeOfDay, into: ShiftID, override: [OverridableRule] = [])
  /// Says whether the actor agrees with a late change of the shift.
  case answerChange(ShiftID, agreed: Bool)
  /// Records the time that a shift was worked; the latest record counts.
  case recordHours(
    ShiftID, WorkedTime, breakMinutes: Int16? = nil, override: [OverridableRule] = [])
  /// Begins the work on the actor's shift.
  case startWork(ShiftID)
  /// Begins a pause.
  case pauseWork(ShiftID)
  /// Goes on working after a pause.
  case resumeWork(ShiftID)
  /// Ends the work on the actor's shift, which records its hours.
  case endWork(ShiftID)
  /// Agrees with the hours that the other side recorded.
  case confirmHours(ShiftID)

  /// Gives the word that the roster of some days holds from now on.
  case publishSchedule(PublicationID, from: LocalDate, to: LocalDate)
  /// Settles the hours of some past days.
  case closePeriod(PeriodID, from: LocalDate, to: LocalDate)
  /// Opens a period again.
  case reopenPeriod(PeriodID, reason: String? = nil)
  /// Closes some days; with `cancel` what stands on them is cancelled.
  indirect case recordClosure(
    ClosureID, from: LocalDate, to: LocalDate? = nil, place: Name? = nil, title: Title? = nil,
    cancel: Bool? = nil, override: [OverridableRule] = [], reason: String? = nil)
  /// Ends a closure before it is over.
  case endClosure(ClosureID)
  /// Sets limits of a person's own; `from` is the first day on which they hold.
  indirect case setContract(UserID, ContractEdits, from: LocalDate? = nil)

  /// Asks for people for work that nobody owns yet; `wanted` is how many it takes.
  case postVacancy(
    VacancyID, date: LocalDate, start: TimeOfDay, end: TimeOfDay, places: Int, wanted: Int? = nil,
    keys: ShiftDetails = ShiftDetails())
  /// Changes a vacancy, and no shift that came from it.
  indirect case editVacancy(VacancyID, VacancyEdits, override: [OverridableRule] = [])
  /// Takes a place of a vacancy for the actor, or for the owner that a manager names.
  case claimShift(
    ShiftID, vacancy: VacancyID, owner: UserID? = nil, override: [OverridableRule] = [],
    reason: String? = nil)
  /// Gives the actor's shift back to the vacancy that it came from.
  case dropShift(ShiftID)

  /// Puts the actor's shift on the marketplace.
  case supplyShift(ShiftID)
  /// Takes the actor's shift off the marketplace.
  case revokeShift(ShiftID)
  /// Takes a shift from the marketplace.
  case acceptShift(ShiftID)
  /// Gives up a shift that the actor took and that awaits approval.
  case withdrawAcceptance(ShiftID)
  /// Approves that a shift changes hands.
  case approveShift(ShiftID)
  /// Refuses that a shift changes hands.
  case disapproveShift(ShiftID)

  /// Asks for work on a date.
  case postRequest(RequestID, date: LocalDate)
  /// Takes the actor's request back.
  case withdrawRequest(RequestID)
  /// Suggests the actor's shift to the person behind a request.
  case suggestShift(ShiftID, request: RequestID)
  /// Takes a suggestion back.
  case withdrawSuggestion(ShiftID)
  /// Takes the shift that was suggested for the actor's request.
  case acceptSuggestion(ShiftID)

  /// Records that a person is away: the actor, unless a manager names another.
  case recordAbsence(AbsenceID, AbsenceTimes, user: UserID? = nil, override: [OverridableRule] = [])
  /// Ends an absence before it is over.
  case endAbsence(AbsenceID)

  /// Offers the actor's shift in exchange for a colleague's.
  case offerTrade(TradeID, give: ShiftID, take: ShiftID)
  /// Agrees to a trade that was offered to the actor.
  case acceptTrade(TradeID)
  /// Approves a trade that was accepted.
  case approveTrade(TradeID)
  /// Takes a trade back, or refuses it.
  case endTrade(TradeID)
  /// Exchanges two shifts of two owners.
  case recordTrade(
    TradeID, give: ShiftID, take: ShiftID, override: [OverridableRule] = [], reason: String? = nil)

  /// Begins a study session; 30 and 5 minutes unless others are given.
  case startStudy(StudySessionID, blockMinutes: Int? = nil, pauseMinutes: Int? = nil)
  /// Records that a block, counted from 1, was finished.
  case completeBlock(StudySessionID, block: Int)
  /// Ends a study session.
  case stopStudy(StudySessionID, StopReason? = nil)

  /// Offers a deal of one day at one place.
  indirect case postDeal(DealID, DealTerms)
  /// Changes terms of a deal.
  indirect case editDeal(DealID, DealEdits)
  /// Takes a deal off the map.
  case removeDeal(DealID)
  /// Reserves a seat in a deal.
  case reserveSeat(ReservationID, deal: DealID)
  /// Gives up a reservation.
  case cancelReservation(ReservationID)
  /// Records that a reservation was paid; `reference` is the payment provider's.
  case recordPayment(ReservationID, amountCents: Int, CurrencyCode, reference: String)
  /// Records that a payment was paid back.
  case recordRefund(ReservationID, reference: String)
  /// Rates a company, 1 to 5 stars, after a visit on a reservation.
  case rateCompany(UserID, reservation: ReservationID, stars: Int, comment: String? = nil)
}

extension Command {
  /// The type of the event that would record it.
  public var type: EventType { kind.type }
  /// True if events of new ids may follow from it.
  var makesOccurrences: Bool {
    switch self {
    case .registerFixedShift, .editFixedShift, .registerFixedVacancy, .editFixedVacancy: true
    default: false
    }
  }
  var subject: InternedID { kind.subject }

  private var kind: (type: EventType, subject: InternedID) {
    switch self {
    case .configureWorkplace(let workplace, _): (.workplaceConfigured, workplace.symbol)
    case .registerUser(let user, _, _): (.userRegistered, user.symbol)
    case .changeProfile(let user, _): (.profileChanged, user.symbol)
    case .grantRole(let user, _): (.roleGranted, user.symbol)
    case .revokeRole(let user, _): (.roleRevoked, user.symbol)
    case .follow(let user): (.userFollowed, user.symbol)
    case .unfollow(let user): (.userUnfollowed, user.symbol)
    case .eraseUser(let user): (.userErased, user.symbol)
    case .grantSkill(let user, _, _): (.skillGranted, user.symbol)
    case .revokeSkill(let user, _): (.skillRevoked, user.symbol)
    case .registerFixedShift(let shift, _, _, _, _, _, _): (.fixedShiftRegistered, shift.symbol)
    case .editFixedShift(let shift, _, _, _, _, _): (.fixedShiftEdited, shift.symbol)
    case .removeFixedShift(let shift, _, _): (.fixedShiftRemoved, shift.symbol)
    case .registerFixedVacancy(let vacancy, _, _, _, _, _, _, _):
      (.fixedVacancyRegistered, vacancy.symbol)
    case .editFixedVacancy(let vacancy, _, _): (.fixedVacancyEdited, vacancy.symbol)
    case .removeFixedVacancy(let vacancy): (.fixedVacancyRemoved, vacancy.symbol)
    case .scheduleShift(let shift, _, _, _, _, _, _, _): (.shiftScheduled, shift.symbol)
    case .cancelShift(let shift, _, _): (.shiftCancelled, shift.symbol)
    case .assignShift(let shift, _, _, _): (.shiftAssigned, shift.symbol)
    case .editShift(let shift, _, _, _): (.shiftEdited, shift.symbol)
    case .splitShift(let shift, _, _, _): (.shiftSplit, shift.symbol)
    case .recordHours(let shift, _, _, _): (.hoursRecorded, shift.symbol)
    case .postVacancy(let vacancy, _, _, _, _, _, _): (.vacancyPosted, vacancy.symbol)
    case .editVacancy(let vacancy, _, _): (.vacancyEdited, vacancy.symbol)
    case .claimShift(let shift, _, _, _, _): (.shiftClaimed, shift.symbol)
    case .dropShift(let shift): (.shiftDropped, shift.symbol)
    case .publishSchedule(let publication, _, _): (.schedulePublished, publication.symbol)
    case .answerChange(let shift, _): (.changeAnswered, shift.symbol)
    case .restoreShift(let shift, _, _, _): (.shiftRestored, shift.symbol)
    case .recordTrade(let trade, _, _, _, _): (.tradeRecorded, trade.symbol)
    case .confirmHours(let shift): (.hoursConfirmed, shift.symbol)
    case .startWork(let shift): (.workStarted, shift.symbol)
    case .pauseWork(let shift): (.workPaused, shift.symbol)
    case .resumeWork(let shift): (.workResumed, shift.symbol)
    case .endWork(let shift): (.workEnded, shift.symbol)
    case .closePeriod(let period, _, _): (.periodClosed, period.symbol)
    case .reopenPeriod(let period, _): (.periodReopened, period.symbol)
    case .recordClosure(let closure, _, _, _, _, _, _, _): (.closureRecorded, closure.symbol)
    case .endClosure(let closure): (.closureEnded, closure.symbol)
    case .setContract(let user, _, _): (.contractSet, user.symbol)
    case .supplyShift(let shift): (.shiftSupplied, shift.symbol)
    case .revokeShift(let shift): (.shiftRevoked, shift.symbol)
    case .acceptShift(let shift): (.shiftAccepted, shift.symbol)
    case .withdrawAcceptance(let shift): (.acceptanceWithdrawn, shift.symbol)
    case .approveShift(let shift): (.shiftApproved, shift.symbol)
    case .disapproveShift(let shift): (.shiftDisapproved, shift.symbol)
    case .postRequest(let request, _): (.requestPosted, request.symbol)
    case .withdrawRequest(let request): (.requestWithdrawn, request.symbol)
    case .suggestShift(let shift, _): (.shiftSuggested, shift.symbol)
    case .withdrawSuggestion(let shift): (.suggestionWithdrawn, shift.symbol)
    case .acceptSuggestion(let shift): (.suggestionAccepted, shift.symbol)
    case .recordAbsence(let absence, _, _, _): (.absenceRecorded, absence.symbol)
    case .endAbsence(let absence): (.absenceEnded, absence.symbol)
    case .offerTrade(let trade, _, _): (.tradeOffered, trade.symbol)
    case .acceptTrade(let trade): (.tradeAccepted, trade.symbol)
    case .approveTrade(let trade): (.tradeApproved, trade.symbol)
    case .endTrade(let trade): (.tradeEnded, trade.symbol)
    case .startStudy(let session, _, _): (.studyStarted, session.symbol)
    case .completeBlock(let session, _): (.studyBlockCompleted, session.symbol)
    case .stopStudy(let session, _): (.studyStopped, session.symbol)
    case .postDeal(let deal, _): (.dealPosted, deal.symbol)
    case .editDeal(let deal, _): (.dealEdited, deal.symbol)
    case .removeDeal(let deal): (.dealRemoved, deal.symbol)
    case .reserveSeat(let seat, _): (.dealReserved, seat.symbol)
    case .cancelReservation(let seat): (.reservationCancelled, seat.symbol)
    case .recordPayment(let seat, _, _, _): (.paymentRecorded, seat.symbol)
    case .recordRefund(let seat, _): (.paymentRefunded, seat.symbol)
    case .rateCompany(let user, _, _, _): (.companyRated, user.symbol)
    }
  }

  /// A command of a type with placeholder values, into which a visitor reads.
  ///
  /// - Precondition: the type is one that can be submitted.
  init(blank type: EventType, of subject: InternedID) {
    let (shift, user, seat) = (ShiftID(subject), UserID(subject), ReservationID(subject))
    self =
      switch type {
      case .workplaceConfigured: .configureWorkplace(WorkplaceID(subject), WorkplacePolicies())
      case .userRegistered: .registerUser(user, roles: [], PersonalData())
      case .profileChanged: .changeProfile(user, PersonalData())
      case .roleGranted: .grantRole(user, .blank)
      case .roleRevoked: .revokeRole(user, .blank)
      case .userFollowed: .follow(user)
      case .userUnfollowed: .unfollow(user)
      case .userErased: .eraseUser(user)
      case .skillGranted: .grantSkill(user, .blank)
      case .skillRevoked: .revokeSkill(user, .blank)
      case .fixedShiftRegistered:
        .registerFixedShift(
          FixedShiftID(subject), WeeklyTimes(weekday: .blank, start: .blank, end: .blank))
      case .fixedShiftEdited: .editFixedShift(FixedShiftID(subject), SeriesEdits())
      case .fixedVacancyRegistered:
        .registerFixedVacancy(
          FixedVacancyID(subject), WeeklyTimes(weekday: .blank, start: .blank, end: .blank),
          places: .blank)
      case .fixedVacancyEdited: .editFixedVacancy(FixedVacancyID(subject), SeriesEdits())
      case .fixedVacancyRemoved: .removeFixedVacancy(FixedVacancyID(subject))
      case .closureRecorded: .recordClosure(ClosureID(subject), from: .blank)
      case .closureEnded: .endClosure(ClosureID(subject))
      case .fixedShiftRemoved: .removeFixedShift(FixedShiftID(subject))
      case .shiftScheduled:
        .scheduleShift(shift, owner: .blank, date: .blank, start: .blank, end: .blank)
      case .shiftSkipped: preconditionFailure("shift.skipped is reserved to the tool itself")
      case .shiftCancelled: .cancelShift(shift)
      case .shiftAssigned: .assignShift(shift, to: .blank)
      case .shiftEdited: .editShift(shift, ShiftEdits())
      case .shiftSplit: .splitShift(shift, at: .blank, into: .blank)
      case .vacancyPosted:
        .postVacancy(VacancyID(subject), date: .blank, start: .blank, end: .blank, places: .blank)
      case .vacancyEdited: .editVacancy(VacancyID(subject), VacancyEdits())
      case .shiftClaimed: .claimShift(shift, vacancy: .blank)
      case .shiftDropped: .dropShift(shift)
      case .schedulePublished: .publishSchedule(PublicationID(subject), from: .blank, to: .blank)
      case .changeAnswered: .answerChange(shift, agreed: .blank)
      case .shiftRestored: .restoreShift(shift)
      case .tradeRecorded: .recordTrade(TradeID(subject), give: .blank, take: .blank)
      case .hoursConfirmed: .confirmHours(shift)
      case .workStarted: .startWork(shift)
      case .workPaused: .pauseWork(shift)
      case .workResumed: .resumeWork(shift)
      case .workEnded: .endWork(shift)
      case .periodClosed: .closePeriod(PeriodID(subject), from: .blank, to: .blank)
      case .periodReopened: .reopenPeriod(PeriodID(subject))
      case .contractSet: .setContract(user, ContractEdits())
      case .hoursRecorded: .recordHours(shift, .minutes(.blank))
      case .shiftSupplied: .supplyShift(shift)
      case .shiftRevoked: .revokeShift(shift)
      case .shiftAccepted: .acceptShift(shift)
      case .acceptanceWithdrawn: .withdrawAcceptance(shift)
      case .shiftApproved: .approveShift(shift)
      case .shiftDisapproved: .disapproveShift(shift)
      case .requestPosted: .postRequest(RequestID(subject), date: .blank)
      case .requestWithdrawn: .withdrawRequest(RequestID(subject))
      case .shiftSuggested: .suggestShift(shift, request: .blank)
      case .suggestionWithdrawn: .withdrawSuggestion(shift)
      case .suggestionAccepted: .acceptSuggestion(shift)
      case .absenceRecorded: .recordAbsence(AbsenceID(subject), AbsenceTimes(.blank))
      case .absenceEnded: .endAbsence(AbsenceID(subject))
      case .tradeOffered: .offerTrade(TradeID(subject), give: .blank, take: .blank)
      case .tradeAccepted: .acceptTrade(TradeID(subject))
      case .tradeApproved: .approveTrade(TradeID(subject))
      case .tradeEnded: .endTrade(TradeID(subject))
      case .studyStarted: .startStudy(StudySessionID(subject), blockMinutes: nil, pauseMinutes: nil)
      case .studyBlockCompleted: .completeBlock(StudySessionID(subject), block: .blank)
      case .studyStopped: .stopStudy(StudySessionID(subject), nil)
      case .dealPosted: .postDeal(DealID(subject), DealTerms())
      case .dealEdited: .editDeal(DealID(subject), DealEdits())
      case .dealRemoved: .removeDeal(DealID(subject))
      case .dealReserved: .reserveSeat(seat, deal: .blank)
      case .reservationCancelled: .cancelReservation(seat)
      case .paymentRecorded: .recordPayment(seat, amountCents: .blank, .blank, reference: .blank)
      case .paymentRefunded: .recordRefund(seat, reference: .blank)
      case .companyRated: .rateCompany(user, reservation: .blank, stars: .blank, comment: nil)
      }
  }

  /// Visits the submitted members, and stores the values that the visitor returns.
  mutating func accept<Visitor: MemberVisitor>(_ visit: inout Visitor) throws(Visitor.Fault) {
    switch self {
    case .configureWorkplace(let workplace, let policies):
      self = .configureWorkplace(workplace, try WorkplacePolicies(&visit, of: policies))
    case .registerUser(let user, let roles, var person):
      let roles = try visit.submitted("roles", roles, count: Role.count)
      try person.accept(&visit)
      self = .registerUser(user, roles: roles, person)
    case .changeProfile(let user, var person):
      try person.accept(&visit)
      self = .changeProfile(user, person)
    case .grantRole(let user, let role): self = .grantRole(user, try visit.submitted("role", role))
    case .revokeRole(let user, let role):
      self = .revokeRole(user, try visit.submitted("role", role))
    case .grantSkill(let user, let skill, let until):
      self = .grantSkill(
        user, try visit.submitted("skill", skill), until: try visit.optional("until", until))
    case .revokeSkill(let user, let skill):
      self = .revokeSkill(user, try visit.submitted("skill", skill))
    case .registerFixedShift(
      let shift, var times, let keys, let owner, let from, let until, let every):
      try times.accept(&visit)
      self = .registerFixedShift(
        shift, times, keys: try ShiftDetails(&visit, of: keys),
        owner: try visit.optional("owner", owner), from: try visit.optional("from", from),
        until: try visit.optional("until", until), every: try visit.every(every))
    case .editFixedShift(let shift, var edits, let to, let from, let override, let reason):
      try edits.acceptTimes(&visit)
      edits.keys = try ShiftDetailEdits(&visit, of: edits.keys, keepsDays: false)
      let to = try visit.optional("to", to)
      let from = try visit.optional("from", from)
      edits.until = try visit.edit("until", edits.until)
      self = .editFixedShift(
        shift, edits, to: to, from: from, override: try visit.override(override),
        reason: try visit.reason(reason))
    case .removeFixedShift(let shift, let override, let reason):
      self = .removeFixedShift(
        shift, override: try visit.override(override), reason: try visit.reason(reason))
    case .registerFixedVacancy(
      let vacancy, var times, let places, let wanted, let keys, let from, let until, let every):
      try times.accept(&visit)
      self = .registerFixedVacancy(
        vacancy, times, places: try visit.submitted("places", places),
        wanted: try visit.optional("wanted", wanted), keys: try ShiftDetails(&visit, of: keys),
        from: try visit.optional("from", from), until: try visit.optional("until", until),
        every: try visit.every(every))
    case .editFixedVacancy(let vacancy, var edits, let from):
      try edits.acceptTimes(&visit)
      edits.places = try visit.edit("places", edits.places)
      edits.wanted = try visit.edit("wanted", edits.wanted)
      edits.keys = try ShiftDetailEdits(&visit, of: edits.keys, keepsDays: false)
      let from = try visit.optional("from", from)
      edits.until = try visit.edit("until", edits.until)
      self = .editFixedVacancy(vacancy, edits, from: from)
    case .recordClosure(
      let closure, let from, let to, let place, let title, let cancel, let override, let reason):
      self = .recordClosure(
        closure, from: try visit.submitted("from", from), to: try visit.optional("to", to),
        place: try visit.optional("place", place), title: try visit.optional("title", title),
        cancel: try visit.cancel(cancel), override: try visit.override(override),
        reason: try visit.reason(reason))
    case .scheduleShift(
      let shift, let owner, let date, let start, let end, let keys, let override, let reason):
      self = .scheduleShift(
        shift, owner: try visit.submitted("owner", owner), date: try visit.submitted("date", date),
        start: try visit.submitted("start", start), end: try visit.submitted("end", end),
        keys: try ShiftDetails(&visit, of: keys), override: try visit.override(override),
        reason: try visit.reason(reason))
    case .cancelShift(let shift, let override, let reason):
      self = .cancelShift(
        shift, override: try visit.override(override), reason: try visit.reason(reason))
    case .restoreShift(let shift, let owner, let override, let reason):
      self = .restoreShift(
        shift, owner: try visit.optional("owner", owner), override: try visit.override(override),
        reason: try visit.reason(reason))
    case .assignShift(let shift, let to, let override, let reason):
      self = .assignShift(
        shift, to: try visit.submitted("to", to), override: try visit.override(override),
        reason: try visit.reason(reason))
    case .editShift(let shift, var edits, let override, let reason):
      try edits.acceptTimes(&visit)
      edits.keys = try ShiftDetailEdits(&visit, of: edits.keys)
      self = .editShift(
        shift, edits, override: try visit.override(override), reason: try visit.reason(reason))
    case .splitShift(let shift, let at, let into, let override):
      self = .splitShift(
        shift, at: try visit.submitted("at", at), into: try visit.looseShift("into", into),
        override: try visit.override(override))
    case .answerChange(let shift, let agreed):
      self = .answerChange(shift, agreed: try visit.submitted("agreed", agreed))
    case .publishSchedule(let publication, let from, let to):
      self = .publishSchedule(
        publication, from: try visit.submitted("from", from), to: try visit.submitted("to", to))
    case .closePeriod(let period, let from, let to):
      self = .closePeriod(
        period, from: try visit.submitted("from", from), to: try visit.submitted("to", to))
    case .reopenPeriod(let period, let reason):
      self = .reopenPeriod(period, reason: try visit.reason(reason))
    case .setContract(let user, let limits, let from):
      let from = try visit.optional("from", from)
      self = .setContract(user, try ContractEdits(&visit, of: limits), from: from)
    case .recordTrade(let trade, let give, let take, let override, let reason):
      self = .recordTrade(
        trade, give: try visit.submitted("give", give), take: try visit.submitted("take", take),
        override: try visit.override(override), reason: try visit.reason(reason))
    case .postVacancy(let vacancy, let date, let start, let end, let places, let wanted, let keys):
      self = .postVacancy(
        vacancy, date: try visit.submitted("date", date),
        start: try visit.submitted("start", start),
        end: try visit.submitted("end", end), places: try visit.submitted("places", places),
        wanted: try visit.optional("wanted", wanted), keys: try ShiftDetails(&visit, of: keys))
    case .editVacancy(let vacancy, var edits, let override):
      try edits.shift.acceptTimes(&visit)
      edits.places = try visit.edit("places", edits.places)
      edits.wanted = try visit.edit("wanted", edits.wanted)
      edits.shift.keys = try ShiftDetailEdits(&visit, of: edits.shift.keys)
      self = .editVacancy(vacancy, edits, override: try visit.override(override))
    case .claimShift(let shift, let vacancy, let owner, let override, let reason):
      self = .claimShift(
        shift, vacancy: try visit.submitted("vacancy", vacancy),
        owner: try visit.optional("owner", owner), override: try visit.override(override),
        reason: try visit.reason(reason))
    case .recordHours(let shift, var time, var breakMinutes, var override):
      try time.accept(&visit, &breakMinutes, &override)
      self = .recordHours(shift, time, breakMinutes: breakMinutes, override: override)
    case .postRequest(let request, let date):
      self = .postRequest(request, date: try visit.submitted("date", date))
    case .suggestShift(let shift, let request):
      self = .suggestShift(shift, request: try visit.submitted("request", request))
    case .recordAbsence(let absence, var times, var user, let override):
      times.date = try visit.submitted("date", times.date)
      user = try visit.optional("user", user)
      times.start = try visit.optional("start", times.start)
      times.end = try visit.optional("end", times.end)
      times.days = try visit.days(times.days, .optional)
      self = .recordAbsence(absence, times, user: user, override: try visit.override(override))
    case .offerTrade(let trade, let give, let take):
      self = .offerTrade(
        trade, give: try visit.submitted("give", give), take: try visit.submitted("take", take))
    case .startStudy(let session, let blockMinutes, let pauseMinutes):
      self = .startStudy(
        session, blockMinutes: try visit.optional("blockMinutes", blockMinutes),
        pauseMinutes: try visit.optional("pauseMinutes", pauseMinutes))
    case .completeBlock(let session, let block):
      self = .completeBlock(session, block: try visit.submitted("block", block))
    case .stopStudy(let session, let reason):
      self = .stopStudy(session, try visit.optional("reason", reason))
    case .postDeal(let deal, var terms):
      try terms.accept(&visit)
      self = .postDeal(deal, terms)
    case .editDeal(let deal, var edits):
      try edits.accept(&visit)
      self = .editDeal(deal, edits)
    case .reserveSeat(let seat, let deal):
      self = .reserveSeat(seat, deal: try visit.submitted("deal", deal))
    case .recordPayment(let seat, let amount, let currency, let reference):
      self = .recordPayment(
        seat, amountCents: try visit.submitted("amountCents", amount),
        try visit.submitted("currency", currency),
        reference: try visit.submitted("reference", reference))
    case .recordRefund(let seat, let reference):
      self = .recordRefund(seat, reference: try visit.submitted("reference", reference))
    case .rateCompany(let company, let reservation, let stars, let comment):
      self = .rateCompany(
        company, reservation: try visit.submitted("reservation", reservation),
        stars: try visit.submitted("stars", stars), comment: try visit.freeText("comment", comment))
    case .follow, .unfollow, .eraseUser, .removeFixedVacancy, .endClosure, .dropShift, .supplyShift,
      .revokeShift, .acceptShift, .withdrawAcceptance, .approveShift, .disapproveShift,
      .withdrawRequest, .withdrawSuggestion, .acceptSuggestion, .removeDeal, .cancelReservation,
      .endAbsence, .acceptTrade, .approveTrade, .endTrade, .confirmHours,
      .startWork, .pauseWork, .resumeWork, .endWork:
      break
    }
  }
}
