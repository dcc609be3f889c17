/// The entry point: judges commands.
extension DomainState {
  /// Judges a command against all that is recorded.
  ///
  /// - Returns: the event that records it, and those that follow from it, in their order.
  package func decide(
    _ command: Command, in context: RuleContext
  ) throws(Rejection) -> (event: Event, following: [Event]) {
    precondition(indexes.areKept, "a reader's state judges nothing")
    // The first configuration and one's own registration need no registered actor.
    if ![.workplaceConfigured, .userRegistered].contains(command.type) {
      _ = try user(context.actor)
    }
    var following: [Event] = []
    return (try decide(command, in: context, &following), following)
  }

  private func decide(
    _ command: Command, in context: RuleContext, _ following: inout [Event]
  ) throws(Rejection) -> Event {
    switch command {
    case .configureWorkplace(let workplace, let policies):
      try configure(WorkplaceConfigured(workplace: workplace, policies: policies), in: context)
    case .registerUser(let user, let roles, let personal):
      try register(user, roles: roles, personal, in: context)
    case .registerFixedShift(let id, let times, let keys, let owner, let from, let until, let every):
      try register(
        id, times, keys, owner: owner, SeriesDays(from: from, until: until, every: every),
        in: context, &following)
    case .editFixedShift(let id, let edits, let to, let from, let override, let reason):
      try edit(
        id, edits, to: to, from: from, override: override, reason: reason, in: context, &following)
    case .changeProfile(let user, let personal): try changeProfile(user, personal, in: context)
    case .grantRole(let user, let role): try grant(role, to: user, in: context)
    case .revokeRole(let user, let role): try revoke(role, from: user, in: context)
    case .follow(let user): try follow(user, in: context)
    case .unfollow(let user): try unfollow(user, in: context)
    case .eraseUser(let user): try erase(user, in: context)
    case .grantSkill(let user, let skill, let until):
      try grant(skill, to: user, until: until, in: context)
    case .revokeSkill(let user, let skill): try revoke(skill, from: user, in: context)
    case .removeFixedShift(let id, let override, let reason):
      try remove(id, override: override, reason: reason, in: context)
    case .registerFixedVacancy(
      let id, let times, let places, let wanted, let keys, let from, let until, let every):
      try register(
        id, times, places: places, wanted: wanted, keys,
        SeriesDays(from: from, until: until, every: every), in: context, &following)
    case .editFixedVacancy(let id, let edits, let from):
      try edit(id, edits, from: from, in: context, &following)
    case .removeFixedVacancy(let id): try remove(id, in: context)
    case .recordClosure(
      let id, let from, let to, let place, let title, let cancel, let override, let reason):
      try record(
        ClosureRecorded(
          closure: id, from: from, to: to ?? from, place: place, title: title, cancel: cancel,
          override: override, reason: reason, shifts: [], vacancies: []), in: context, &following)
    case .endClosure(let id): try end(id, in: context)
    case .setContract(let user, let limits, let from):
      try setContract(user, limits, from: from, in: context)
    case .scheduleShift(
      let id, let owner, let date, let start, let end, let keys, let override, let reason):
      try schedule(
        ShiftScheduled(
          shift: id, owner: owner, date: date, start: start, end: end, keys: keys,
          override: override, note: ChangeContext(reason: reason)), in: context)
    case .cancelShift(let id, let override, let reason):
      try cancel(id, override: override, reason: reason, in: context)
    case .restoreShift(let id, let owner, let override, let reason):
      try restore(id, owner: owner, override: override, reason: reason, in: context)
    case .assignShift(let id, let to, let override, let reason):
      try assign(id, to: to, override: override, reason: reason, in: context)
    case .editShift(let id, let edits, let override, let reason):
      try edit(id, edits, override: override, reason: reason, in: context)
    case .splitShift(let id, let at, let into, let override):
      try split(id, at: at, into: into, override: override, in: context)
    case .publishSchedule(let id, let from, let to):
      try publish(id, from: from, to: to, in: context)
    case .answerChange(let id, let agreed): try answer(id, agreed: agreed, in: context)
    case .postVacancy(let id, let date, let start, let end, let places, let wanted, let keys):
      try post(
        VacancyPosted(
          vacancy: id, date: date, start: start, end: end, places: places, wanted: wanted,
          keys: keys), in: context)
    case .editVacancy(let id, let edits, let override):
      try edit(id, edits, override: override, in: context)
    case .claimShift(let id, let vacancy, let owner, let override, let reason):
      try claim(id, of: vacancy, for: owner, override: override, reason: reason, in: context)
    case .dropShift(let id): try drop(id, in: context)
    case .recordHours(let id, let worked, let breakMinutes, let override):
      try recordHours(id, worked, breakMinutes, override: override, in: context)
    case .startWork(let id): try startWork(id, in: context)
    case .pauseWork(let id): try pauseWork(id, in: context)
    case .resumeWork(let id): try resumeWork(id, in: context)
    case .endWork(let id): try endWork(id, in: context)
    case .confirmHours(let id): try confirmHours(id, in: context)
    case .closePeriod(let id, let from, let to): try close(id, from: from, to: to, in: context)
    case .reopenPeriod(let id, let reason): try reopen(id, reason: reason, in: context)
    case .supplyShift(let id): try supply(id, in: context)
    case .revokeShift(let id): try revoke(id, in: context)
    case .acceptShift(let id): try accept(id, in: context)
    case .withdrawAcceptance(let id): try withdraw(id, in: context)
    case .approveShift(let id): try approve(id, in: context)
    case .disapproveShift(let id): try disapprove(id, in: context)
    case .postRequest(let id, let date): try post(id, date: date, in: context)
    case .withdrawRequest(let id): try withdraw(id, in: context)
    case .suggestShift(let id, let request): try suggest(id, to: request, in: context)
    case .withdrawSuggestion(let id): try withdrawSuggestion(id, in: context)
    case .acceptSuggestion(let id): try acceptSuggestion(id, in: context)
    case .recordAbsence(let id, let times, let user, let override):
      try record(id, times, of: user, override: override, in: context)
    case .endAbsence(let id): try end(id, in: context)
    case .offerTrade(let id, let give, let take): try offer(id, give: give, take: take, in: context)
    case .acceptTrade(let id): try accept(id, in: context)
    case .approveTrade(let id): try approve(id, in: context)
    case .endTrade(let id): try end(id, in: context)
    case .recordTrade(let id, let give, let take, let override, let reason):
      try record(id, give: give, take: take, override: override, reason: reason, in: context)
    case .startStudy(let id, let block, let pause):
      try start(id, blockMinutes: block, pauseMinutes: pause, in: context)
    case .completeBlock(let id, let block): try completeBlock(id, block: block, in: context)
    case .stopStudy(let id, let reason): try stop(id, reason, in: context)
    case .postDeal(let id, let terms): try post(id, terms, in: context)
    case .editDeal(let id, let edits): try edit(id, edits, in: context)
    case .removeDeal(let id): try remove(id, in: context)
    case .reserveSeat(let id, let deal): try reserve(id, in: deal, in: context)
    case .cancelReservation(let id): try cancel(id, in: context)
    case .recordPayment(let id, let cents, let currency, let reference):
      try pay(
        id, Payment(amountCents: cents, currency: currency), reference: reference, in: context)
    case .recordRefund(let id, let reference): try refund(id, reference: reference, in: context)
    case .rateCompany(let company, let reservation, let stars, let comment):
      try rate(company, reservation: reservation, stars: stars, comment: comment, in: context)
    }
  }
}

extension EventType {
  /// The words of help about the type.
  package var guide: EventGuide {
    switch self {
    case .workplaceConfigured: .workplaceConfigured
    case .userRegistered: .userRegistered
    case .profileChanged: .profileChanged
    case .roleGranted: .roleGranted
    case .roleRevoked: .roleRevoked
    case .userFollowed: .userFollowed
    case .userUnfollowed: .userUnfollowed
    case .userErased: .userErased
    case .skillGranted: .skillGranted
    case .skillRevoked: .skillRevoked
    case .fixedShiftRegistered: .fixedShiftRegistered
    case .fixedShiftRemoved: .fixedShiftRemoved
    case .shiftScheduled: .shiftScheduled
    case .shiftSkipped: .shiftSkipped
    case .shiftCancelled: .shiftCancelled
    case .hoursRecorded: .hoursRecorded
    case .shiftSupplied: .shiftSupplied
    case .shiftRevoked: .shiftRevoked
    case .shiftAccepted: .shiftAccepted
    case .acceptanceWithdrawn: .acceptanceWithdrawn
    case .shiftApproved: .shiftApproved
    case .shiftDisapproved: .shiftDisapproved
    case .requestPosted: .requestPosted
    case .requestWithdrawn: .requestWithdrawn
    case .shiftSuggested: .shiftSuggested
    case .suggestionWithdrawn: .suggestionWithdrawn
    case .suggestionAccepted: .suggestionAccepted
    case .absenceRecorded: .absenceRecorded
    case .absenceEnded: .absenceEnded
    case .tradeOffered: .tradeOffered
    case .tradeAccepted: .tradeAccepted
    case .tradeApproved: .tradeApproved
    case .tradeEnded: .tradeEnded
    case .studyStarted: .studyStarted
    case .studyBlockCompleted: .studyBlockCompleted
    case .studyStopped: .studyStopped
    case .dealPosted: .dealPosted
    case .dealEdited: .dealEdited
    case .dealRemoved: .dealRemoved
    case .dealReserved: .dealReserved
    case .reservationCancelled: .reservationCancelled
    case .paymentRecorded: .paymentRecorded
    case .paymentRefunded: .paymentRefunded
    case .companyRated: .companyRated
    case .shiftAssigned: .shiftAssigned
    case .shiftEdited: .shiftEdited
    case .vacancyPosted: .vacancyPosted
    case .vacancyEdited: .vacancyEdited
    case .shiftClaimed: .shiftClaimed
    case .shiftDropped: .shiftDropped
    case .schedulePublished: .schedulePublished
    case .changeAnswered: .changeAnswered
    case .shiftRestored: .shiftRestored
    case .tradeRecorded: .tradeRecorded
    case .hoursConfirmed: .hoursConfirmed
    case .periodClosed: .periodClosed
    case .periodReopened: .periodReopened
    case .contractSet: .contractSet
    case .fixedShiftEdited: .fixedShiftEdited
    case .fixedVacancyRegistered: .fixedVacancyRegistered
    case .fixedVacancyEdited: .fixedVacancyEdited
    case .fixedVacancyRemoved: .fixedVacancyRemoved
    case .closureRecorded: .closureRecorded
    case .closureEnded: .closureEnded
    case .workStarted: .workStarted
    case .workPaused: .workPaused
    case .workResumed: .workResumed
    case .workEnded: .workEnded
    case .shiftSplit: .shiftSplit
    }
  }
}
