extension Command {
  /// The type of the event that would record it.
  public var type: EventType {
    switch self {
    case .configureWorkplace: .workplaceConfigured
    case .registerUser: .userRegistered
    case .changeProfile: .profileChanged
    case .grantRole: .roleGranted
    case .revokeRole: .roleRevoked
    case .follow: .userFollowed
    case .unfollow: .userUnfollowed
    case .eraseUser: .userErased
    case .grantSkill: .skillGranted
    case .revokeSkill: .skillRevoked
    case .registerFixedShift: .fixedShiftRegistered
    case .removeFixedShift: .fixedShiftRemoved
    case .scheduleShift: .shiftScheduled
    case .cancelShift: .shiftCancelled
    case .assignShift: .shiftAssigned
    case .editShift: .shiftEdited
    case .recordHours: .hoursRecorded
    case .postVacancy: .vacancyPosted
    case .editVacancy: .vacancyEdited
    case .claimShift: .shiftClaimed
    case .dropShift: .shiftDropped
    case .publishSchedule: .schedulePublished
    case .answerChange: .changeAnswered
    case .restoreShift: .shiftRestored
    case .recordTrade: .tradeRecorded
    case .confirmHours: .hoursConfirmed
    case .closePeriod: .periodClosed
    case .reopenPeriod: .periodReopened
    case .setContract: .contractSet
    case .supplyShift: .shiftSupplied
    case .revokeShift: .shiftRevoked
    case .acceptShift: .shiftAccepted
    case .withdrawAcceptance: .acceptanceWithdrawn
    case .approveShift: .shiftApproved
    case .disapproveShift: .shiftDisapproved
    case .postRequest: .requestPosted
    case .withdrawRequest: .requestWithdrawn
    case .suggestShift: .shiftSuggested
    case .withdrawSuggestion: .suggestionWithdrawn
    case .acceptSuggestion: .suggestionAccepted
    case .recordAbsence: .absenceRecorded
    case .endAbsence: .absenceEnded
    case .offerTrade: .tradeOffered
    case .acceptTrade: .tradeAccepted
    case .approveTrade: .tradeApproved
    case .endTrade: .tradeEnded
    case .startStudy: .studyStarted
    case .completeBlock: .studyBlockCompleted
    case .stopStudy: .studyStopped
    case .postDeal: .dealPosted
    case .editDeal: .dealEdited
    case .removeDeal: .dealRemoved
    case .reserveSeat: .dealReserved
    case .cancelReservation: .reservationCancelled
    case .recordPayment: .paymentRecorded
    case .recordRefund: .paymentRefunded
    case .rateCompany: .companyRated
    }
  }

  /// The id of its subject.
  var subject: Symbol {
    switch self {
    case .configureWorkplace(let workplace, _): workplace.symbol
    case .registerUser(let user, _, _), .changeProfile(let user, _), .grantRole(let user, _),
      .revokeRole(let user, _), .follow(let user), .unfollow(let user), .eraseUser(let user),
      .grantSkill(let user, _), .revokeSkill(let user, _), .rateCompany(let user, _, _, _),
      .setContract(let user, _):
      user.symbol
    case .registerFixedShift(let shift, _, _, _, _), .removeFixedShift(let shift): shift.symbol
    case .scheduleShift(let shift, _, _, _, _, _, _, _), .cancelShift(let shift, _, _),
      .restoreShift(let shift, _, _, _), .assignShift(let shift, _, _, _),
      .editShift(let shift, _, _, _), .claimShift(let shift, _, _, _, _), .dropShift(let shift),
      .answerChange(let shift, _), .recordHours(let shift, _, _), .confirmHours(let shift),
      .supplyShift(let shift), .revokeShift(let shift),
      .acceptShift(let shift), .withdrawAcceptance(let shift), .approveShift(let shift),
      .disapproveShift(let shift), .suggestShift(let shift, _), .withdrawSuggestion(let shift),
      .acceptSuggestion(let shift):
      shift.symbol
    case .postVacancy(let vacancy, _, _, _, _, _, _), .editVacancy(let vacancy, _, _):
      vacancy.symbol
    case .postRequest(let request, _), .withdrawRequest(let request): request.symbol
    case .recordAbsence(let absence, _, _, _), .endAbsence(let absence): absence.symbol
    case .offerTrade(let trade, _, _), .acceptTrade(let trade), .approveTrade(let trade),
      .endTrade(let trade), .recordTrade(let trade, _, _, _, _):
      trade.symbol
    case .publishSchedule(let publication, _, _): publication.symbol
    case .closePeriod(let period, _, _), .reopenPeriod(let period, _): period.symbol
    case .startStudy(let session, _, _), .completeBlock(let session, _),
      .stopStudy(let session, _):
      session.symbol
    case .postDeal(let deal, _), .editDeal(let deal, _), .removeDeal(let deal): deal.symbol
    case .reserveSeat(let seat, _), .cancelReservation(let seat), .recordPayment(let seat, _, _, _),
      .recordRefund(let seat, _):
      seat.symbol
    }
  }
}
