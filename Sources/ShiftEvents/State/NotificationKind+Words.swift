extension NotificationKind {
  /// The people who get the notice, and the events that it comes with, in words.
  package var words: (recipients: String, occasion: String) {
    switch self {
    case .taken: ("the owner", "`shift.accepted`")
    case .awaitingApproval:
      (
        "every manager but the owner and the taker, or the two sides of a trade; the only manager where the owner "
          + "has no say, even if they are the taker",
        "`shift.accepted`, `suggestion.accepted` and `trade.accepted` that are not final"
      )
    case .suggestionAccepted: ("the owner", "`suggestion.accepted`")
    case .withdrawn: ("the owner", "`acceptance.withdrawn`")
    case .approved: ("the owner before, the owner since", "`shift.approved`")
    case .disapproved: ("the owner, the taker", "`shift.disapproved`")
    case .suggestion: ("the requester", "`shift.suggested`")
    case .suggestionWithdrawn: ("the requester", "`suggestion.withdrawn`")
    case .released:
      ("the owner of each shift whose suggestion ended with the event", "any event with `released`")
    case .scheduled: ("the owner", "`shift.scheduled` that follows from no fixed shift")
    case .cancelled: ("the owner", "`shift.cancelled`")
    case .removed: ("the owner of the fixed shift", "`fixedshift.removed`")
    case .assigned:
      ("the owner before, the owner since, the taker whose acceptance ended", "`shift.assigned`")
    case .edited: ("the owner", "`shift.edited`")
    case .claimed: ("the owner", "`shift.claimed`")
    case .dropped: ("every manager", "`shift.dropped`")
    case .uncovered:
      ("every manager, once a shift", "`absence.recorded` that leaves shifts uncovered")
    case .tradeOffered: ("the colleague to whom it is offered", "`trade.offered`")
    case .tradeAccepted: ("the person who offered it", "`trade.accepted` that is not final")
    case .traded:
      ("both sides", "`trade.accepted` that is final, `trade.approved`, `trade.recorded`")
    case .tradeEnded: ("both sides", "`trade.ended`")
    case .published: ("every employee who owns a shift in it", "`schedule.published`")
    case .answerAwaited:
      ("the owner who is to answer", "any manager's change of a published shift, but of their own")
    case .answered: ("every manager", "`change.answered`")
    case .restored: ("the owner", "`shift.restored`")
    case .hoursConfirmed:
      ("the one who did not confirm: the worker, or who recorded the hours", "`hours.confirmed`")
    case .periodClosed: ("everybody who worked in it", "`period.closed`")
    case .periodReopened: ("everybody who worked in it", "`period.reopened`")
    case .contract: ("that person", "`contract.set`")
    case .hoursRecorded: ("the worker", "`hours.recorded`")
    case .reserved: ("the company", "`deal.reserved`")
    case .rated: ("the company", "`company.rated`")
    case .reservationCancelled: ("the consumer, the company", "`reservation.cancelled`")
    case .paid: ("the consumer", "`payment.recorded`")
    case .refunded: ("the consumer", "`payment.refunded`")
    case .dealRemoved: ("the company, each consumer whose seat went with it", "`deal.removed`")
    }
  }
}
