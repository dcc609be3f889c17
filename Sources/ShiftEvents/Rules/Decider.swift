/// The two entry points: `decide` judges commands, `evolve` folds events.
extension DomainState {
  /// Judges a command against all that is recorded.
  ///
  /// - Returns: the event that records it, and those that follow from it, in their order.
  package func decide(
    _ command: Command, in context: RuleContext
  ) throws(Rejection) -> (event: Event, following: [Event]) {
    // The first configuration and one's own registration need no registered actor.
    switch command {
    case .configureWorkplace(let workplace, let policies):
      let event = WorkplaceConfigured(workplace: workplace, policies: policies)
      return (try WorkplaceRules.configure(event, given: self, in: context), [])
    case .registerUser(let user, let roles, let personal):
      return (try AccountRules.register(user, roles: roles, personal, given: self, in: context), [])
    case .registerFixedShift(let id, let times, let keys, let owner, let from):
      _ = try user(context.actor)
      return try FixedShiftRules.register(
        id, times, keys, owner: owner, from: from, given: self, in: context)
    default:
      _ = try user(context.actor)
      return (try decideOne(command, in: context), [])
    }
  }

  /// Judges the commands of registered actors that cause a single event.
  private func decideOne(_ command: Command, in context: RuleContext) throws(Rejection) -> Event {
    switch command {
    case .configureWorkplace, .registerUser, .registerFixedShift:
      preconditionFailure("judged by decide")
    case .changeProfile(let user, let personal):
      try AccountRules.changeProfile(user, personal, given: self, in: context)
    case .grantRole(let user, let role):
      try AccountRules.grant(role, to: user, given: self, in: context)
    case .revokeRole(let user, let role):
      try AccountRules.revoke(role, from: user, given: self, in: context)
    case .follow(let user): try AccountRules.follow(user, given: self, in: context)
    case .unfollow(let user): try AccountRules.unfollow(user, given: self, in: context)
    case .eraseUser(let user): try AccountRules.erase(user, given: self, in: context)
    case .grantSkill(let user, let skill):
      try SkillRules.grant(skill, to: user, given: self, in: context)
    case .revokeSkill(let user, let skill):
      try SkillRules.revoke(skill, from: user, given: self, in: context)
    case .removeFixedShift(let id): try FixedShiftRules.remove(id, given: self, in: context)
    case .scheduleShift(let id, let owner, let date, let start, let end, let keys, let override):
      try ShiftRules.schedule(
        ShiftScheduled(
          shift: id, owner: owner, date: date, start: start, end: end, keys: keys,
          override: override), given: self, in: context)
    case .cancelShift(let id, let override):
      try ShiftRules.cancel(id, override: override, given: self, in: context)
    case .assignShift(let id, let to, let override):
      try AssignmentRules.assign(id, to: to, override: override, given: self, in: context)
    case .editShift(let id, let edits, let override):
      try ShiftEditRules.edit(id, edits, override: override, given: self, in: context)
    case .postVacancy(let id, let date, let start, let end, let places, let wanted, let keys):
      try VacancyRules.post(
        VacancyPosted(
          vacancy: id, date: date, start: start, end: end, places: places, wanted: wanted,
          keys: keys), given: self, in: context)
    case .editVacancy(let id, let edits):
      try VacancyRules.edit(id, edits, given: self, in: context)
    case .claimShift(let id, let vacancy, let owner, let override):
      try ClaimRules.claim(
        id, of: vacancy, for: owner, override: override, given: self, in: context)
    case .dropShift(let id): try ClaimRules.drop(id, given: self, in: context)
    case .recordHours(let id, let worked):
      try ShiftRules.recordHours(id, worked, given: self, in: context)
    case .supplyShift(let id): try MarketplaceRules.supply(id, given: self, in: context)
    case .revokeShift(let id): try MarketplaceRules.revoke(id, given: self, in: context)
    case .acceptShift(let id): try MarketplaceRules.accept(id, given: self, in: context)
    case .withdrawAcceptance(let id): try ApprovalRules.withdraw(id, given: self, in: context)
    case .approveShift(let id): try ApprovalRules.approve(id, given: self, in: context)
    case .disapproveShift(let id): try ApprovalRules.disapprove(id, given: self, in: context)
    case .postRequest(let id, let date):
      try RequestRules.post(id, date: date, given: self, in: context)
    case .withdrawRequest(let id): try RequestRules.withdraw(id, given: self, in: context)
    case .suggestShift(let id, let request):
      try RequestRules.suggest(id, to: request, given: self, in: context)
    case .withdrawSuggestion(let id):
      try RequestRules.withdrawSuggestion(id, given: self, in: context)
    case .acceptSuggestion(let id):
      try RequestRules.acceptSuggestion(id, given: self, in: context)
    case .recordAbsence(let id, let times, let user):
      try AbsenceRules.record(id, times, of: user, given: self, in: context)
    case .endAbsence(let id): try AbsenceRules.end(id, given: self, in: context)
    case .offerTrade(let id, let give, let take):
      try TradeRules.offer(id, give: give, take: take, given: self, in: context)
    case .acceptTrade(let id): try TradeRules.accept(id, given: self, in: context)
    case .approveTrade(let id): try TradeRules.approve(id, given: self, in: context)
    case .endTrade(let id): try TradeRules.end(id, given: self, in: context)
    case .startStudy(let id, let block, let pause):
      try StudyRules.start(id, blockMinutes: block, pauseMinutes: pause, given: self, in: context)
    case .completeBlock(let id, let block):
      try StudyRules.completeBlock(id, block: block, given: self, in: context)
    case .stopStudy(let id, let reason):
      try StudyRules.stop(id, reason, given: self, in: context)
    case .postDeal(let id, let terms):
      try DealRules.post(id, terms, given: self, in: context)
    case .editDeal(let id, let edits): try DealRules.edit(id, edits, given: self, in: context)
    case .removeDeal(let id): try DealRules.remove(id, given: self, in: context)
    case .reserveSeat(let id, let deal):
      try ReservationRules.reserve(id, in: deal, given: self, in: context)
    case .cancelReservation(let id): try ReservationRules.cancel(id, given: self, in: context)
    case .recordPayment(let id, let cents, let currency, let reference):
      try ReservationRules.pay(
        id, Payment(amountCents: cents, currency: currency), reference: reference, given: self,
        in: context)
    case .recordRefund(let id, let reference):
      try ReservationRules.refund(id, reference: reference, given: self, in: context)
    case .rateCompany(let company, let reservation, let stars, let comment):
      try RatingRules.rate(
        company, reservation: reservation, stars: stars, comment: comment, given: self,
        in: context)
    }
  }

  /// Folds a recorded fact. Nothing is judged and nothing fails.
  package mutating func evolve(with event: Event, by actor: UserID, at time: Timestamp) {
    switch event {
    case .workplaceConfigured(let event): WorkplaceRules.evolve(&self, with: event)
    case .userRegistered(let event): AccountRules.evolve(&self, with: event)
    case .profileChanged(let event): AccountRules.evolve(&self, with: event)
    case .roleGranted(let event): AccountRules.evolve(&self, with: event)
    case .roleRevoked(let event): AccountRules.evolve(&self, with: event)
    case .userFollowed(let event):
      if !isFollowing(actor, event.user) { follows.insert(0, actor, Int(event.user.symbolIndex)) }
    case .userUnfollowed(let event):
      follows.remove(0, actor, Int(event.user.symbolIndex))
    case .userErased(let event):
      AccountRules.evolve(&self, with: event)
      SkillRules.evolve(&self, with: event)
    case .skillGranted(let event): SkillRules.evolve(&self, with: event)
    case .skillRevoked(let event): SkillRules.evolve(&self, with: event)
    case .fixedShiftRegistered(let event): FixedShiftRules.evolve(&self, with: event)
    case .fixedShiftRemoved(let event): FixedShiftRules.evolve(&self, with: event)
    case .shiftScheduled(let event): ShiftRules.evolve(&self, with: event)
    case .shiftSkipped(let event): FixedShiftRules.evolve(&self, with: event)
    case .shiftCancelled(let event): ShiftRules.evolve(&self, with: event)
    case .hoursRecorded(let event): ShiftRules.evolve(&self, with: event)
    case .shiftAssigned(let event): AssignmentRules.evolve(&self, with: event)
    case .shiftEdited(let event): ShiftEditRules.evolve(&self, with: event)
    case .vacancyPosted(let event): VacancyRules.evolve(&self, with: event)
    case .vacancyEdited(let event): VacancyRules.evolve(&self, with: event)
    case .shiftClaimed(let event): ClaimRules.evolve(&self, with: event)
    case .shiftDropped(let event): ClaimRules.evolve(&self, with: event)
    case .shiftSupplied(let event): MarketplaceRules.evolve(&self, with: event)
    case .shiftRevoked(let event): MarketplaceRules.evolve(&self, with: event)
    case .shiftAccepted(let event): MarketplaceRules.evolve(&self, with: event)
    case .acceptanceWithdrawn(let event): ApprovalRules.evolve(&self, with: event)
    case .shiftApproved(let event): ApprovalRules.evolve(&self, with: event)
    case .shiftDisapproved(let event): ApprovalRules.evolve(&self, with: event)
    case .requestPosted(let event): RequestRules.evolve(&self, with: event)
    case .requestWithdrawn(let event): RequestRules.evolve(&self, with: event)
    case .shiftSuggested(let event): RequestRules.evolve(&self, with: event)
    case .suggestionWithdrawn(let event): RequestRules.evolve(&self, with: event)
    case .suggestionAccepted(let event): RequestRules.evolve(&self, with: event)
    case .absenceRecorded(let event): AbsenceRules.evolve(&self, with: event)
    case .absenceEnded(let event): AbsenceRules.evolve(&self, with: event)
    case .tradeOffered(let event): TradeRules.evolve(&self, with: event)
    case .tradeAccepted(let event): TradeRules.evolve(&self, with: event)
    case .tradeApproved(let event): TradeRules.evolve(&self, with: event)
    case .tradeEnded(let event): TradeRules.evolve(&self, with: event)
    case .studyStarted(let event): StudyRules.evolve(&self, with: event, by: actor, at: time)
    case .studyBlockCompleted(let event): StudyRules.evolve(&self, with: event)
    case .studyStopped(let event): StudyRules.evolve(&self, with: event)
    case .dealPosted(let event): DealRules.evolve(&self, with: event)
    case .dealEdited(let event): DealRules.evolve(&self, with: event)
    case .dealRemoved(let event): DealRules.evolve(&self, with: event)
    case .dealReserved(let event): ReservationRules.evolve(&self, with: event, by: actor)
    case .reservationCancelled(let event): ReservationRules.evolve(&self, with: event, by: actor)
    case .paymentRecorded(let event): ReservationRules.evolve(&self, with: event)
    case .paymentRefunded(let event): ReservationRules.evolve(&self, with: event)
    case .companyRated, .unknown: break
    }
  }
}
