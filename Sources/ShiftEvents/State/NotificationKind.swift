/// A reason to tell a person something.
public enum NotificationKind: String, CaseIterable, Sendable, BitwiseCopyable {
  /// Somebody took the person's shift.
  case taken
  /// A shift or a trade awaits the person's approval.
  case awaitingApproval
  /// The person's suggestion was accepted.
  case suggestionAccepted
  /// A taker gave the shift up before it was approved.
  case withdrawn
  /// A change of hands was approved.
  case approved
  /// A change of hands was refused.
  case disapproved
  /// A shift was suggested for the person's request.
  case suggestion
  /// A suggestion for the person's request was taken back.
  case suggestionWithdrawn
  /// The person's suggested shift is free again.
  case released
  /// Somebody else scheduled a shift for the person.
  case scheduled
  /// The person's shift was taken off the schedule.
  case cancelled
  /// The person's fixed shift was ended by somebody else.
  case removed
  /// A manager gave the person's shift to somebody, or somebody's shift to the person.
  case assigned
  /// The person's shift was changed.
  case edited
  /// A manager cut the person's shift in two.
  case split
  /// A manager took a place of a vacancy for the person.
  case claimed
  /// Somebody gave a shift back to its vacancy.
  case dropped
  /// A person is away, and a shift of theirs needs somebody else.
  case uncovered
  /// A colleague offered a trade.
  case tradeOffered
  /// A colleague agreed to the person's trade; a manager must approve it.
  case tradeAccepted
  /// A trade is done: both shifts changed owner.
  case traded
  /// A trade was taken back or refused.
  case tradeEnded
  /// The roster of days on which the person has shifts was published.
  case published
  /// A manager changed the person's published shift late, and awaits an answer.
  case answerAwaited
  /// A person answered a late change.
  case answered
  /// The person's cancelled shift is back on the schedule.
  case restored
  /// The other side confirmed the hours.
  case hoursConfirmed
  /// The hours of days on which the person worked are settled.
  case periodClosed
  /// The hours of days on which the person worked can change again.
  case periodReopened
  /// A manager set the person's own limits.
  case contract
  /// Somebody else recorded the person's hours.
  case hoursRecorded
  /// A seat in the company's deal was reserved.
  case reserved
  /// The company was rated.
  case rated
  /// A reservation was given up.
  case reservationCancelled
  /// A reservation was paid.
  case paid
  /// A payment was paid back.
  case refunded
  /// A deal in which the person has a seat was removed.
  case dealRemoved
}
