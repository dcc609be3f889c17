extension RejectionCode {
  /// The meaning, one sentence without its full stop.
  package var meaning: String {
    switch self {
    case .unknownRequest, .unknownDeal, .unknownVacancy, .unknownAbsence, .unknownTrade,
      .unknownPeriod, .unknownClosure:
      "there is no such \(thing.noun)"
    case .fixedShiftExists, .shiftExists, .requestExists, .vacancyExists, .absenceExists,
      .tradeExists, .publicationExists, .periodExists, .sessionExists, .dealExists,
      .reservationExists, .fixedVacancyExists, .closureExists:
      "the id was used for \(thing == .absence ? "an" : "a") \(thing.noun) before"
    case .unknownUser: "nobody with this id is registered"
    case .unknownShift: "there is no such shift, or it was cancelled, removed, dropped or skipped"
    case .unknownFixedShift: "there is no such fixed shift, or it was removed"
    case .unknownFixedVacancy: "there is no such fixed vacancy, or it was removed"
    case .closureEnded: "the closure was ended, or is over"
    case .unknownSession: "there is no such study session"
    case .unknownReservation: "there is no such reservation, or it was cancelled"
    case .unknownWorkplace: "the log has one workplace, and this is another"
    case .missingRole: "the actor, or a person who is named, lacks the role that is needed"
    case .notManager: "only a manager may do this, or the person themselves where help says so"
    case .notOwner: "only the owner may do this, or a manager where help says so"
    case .idConflict: "the id was recorded before, with other content"
    case .factMismatch: "a fact that was stated does not hold"
    case .timeBeforeHead: "the time given is before the time of the last event"
    case .timeInFuture: "the time given is more than five minutes ahead of the recorder's clock"
    case .batchRejected: "another submission of the same batch was refused"
    case .timeZoneFixed:
      "the time zone is fixed once there was a shift, fixed shift, vacancy, request, absence or deal"
    case .userExists: "somebody with this id is registered already"
    case .invalidEmail: "an e-mail address needs one @ with text on both sides"
    case .emailTaken: "somebody else has this e-mail address"
    case .userErased: "the person was erased"
    case .alreadyGranted: "the person has the role or the skill already"
    case .notGranted: "the person does not have the role or the skill"
    case .lastManager: "the last manager stays a manager"
    case .cannotFollowSelf: "nobody follows themselves"
    case .alreadyFollowing: "the actor follows this person already"
    case .notFollowing: "the actor does not follow this person"
    case .dateOutOfRange:
      "the date is past, or further ahead than the workplace allows; or the days are no range that fits"
    case .weekdayTaken:
      "the owner has as many fixed shifts on this weekday as the workplace allows on a day"
    case .shiftStarted:
      "the shift has started: hours can be recorded, and where `override` is a member a manager may set this aside"
    case .noTime: "the shift, or the absence, would not be a minute long"
    case .dayTaken: "the person has as many shifts on that day as the workplace allows"
    case .overlapping: "another shift of the person overlaps by more than the workplace allows"
    case .awaitingApproval: "the shift, or a suggestion for the request, awaits approval"
    case .wrongState:
      "a shift is not idle, not on the marketplace, not cancelled, or not as it was when a trade was offered"
    case .alreadyAccepted: "somebody has accepted the shift or the trade, and it awaits approval"
    case .notOnMarketplace: "the shift is not on the marketplace"
    case .ownShift: "the shift is the actor's own, or both shifts have one owner"
    case .tooLate:
      "the start is nearer than the workplace's lead time, the shift is over, or the block was due earlier"
    case .restTooShort:
      "the rest between two shifts would be shorter than the workplace, or the contract, requires"
    case .tooManyDays:
      "the person would work on more days in a row than the workplace, or the contract, allows"
    case .weekTooLong: "the week would be longer than the workplace, or the contract, allows"
    case .notTaker: "only the taker may do this"
    case .notAwaiting: "the shift or the trade does not await approval"
    case .notApprover: "the actor is no approver of this shift or trade"
    case .alreadyRequested: "the person has an open request for that day"
    case .notRequester: "only the requester may do this"
    case .requestClosed: "the request is closed"
    case .ownRequest: "the request is the actor's own"
    case .wrongDate: "the shift and the request are on different days"
    case .notSuggested: "the shift is not suggested"
    case .requestPending: "another suggestion for the request awaits approval"
    case .notStarted: "the shift has not started yet"
    case .invalidHours: "a shift is worked for 0 to 1500 minutes, times its days if it has several"
    case .noPlaceLeft: "no place of the vacancy is left"
    case .notClaimed: "the shift did not come from a vacancy"
    case .hoursRecorded: "hours other than 0 are recorded for the shift"
    case .workStarted: "the owner began the work of the shift already"
    case .workRunning: "work of another shift of the person is running"
    case .notWorking: "no work of the shift is running"
    case .alreadyPaused: "the work is paused already"
    case .notPaused: "the work is not paused"
    case .absenceEnded: "the absence has ended, or is over"
    case .absent: "an absence of the person that has not ended is in the way"
    case .tradeClosed: "the trade is done, or has ended"
    case .invalidSplit: "the time does not cut the shift in two parts of a minute each at least"
    case .partTooShort: "a part would have fewer scheduled minutes than an owner's split must leave"
    case .skillMissing: "the person lacks a skill that the shift needs"
    case .noticeTooShort: "the change of a published shift comes later than the workplace allows"
    case .nothingAwaited: "no late change of the shift awaits an answer"
    case .noHours: "no hours are recorded for the shift"
    case .alreadyConfirmed: "the hours of the shift are confirmed already"
    case .notConfirmer: "only the other side than the one that recorded the hours confirms them"
    case .periodClosed: "the day lies in a closed period"
    case .periodOpen: "the period was opened again already"
    case .shiftTooLong: "the shift is longer than the person's contract permits"
    case .sessionActive: "the student is studying already"
    case .invalidBlock: "a block has 5 to 60 minutes, a pause 1 to 60"
    case .sessionEnded: "the session has ended"
    case .wrongBlock: "another block is the next one"
    case .tooEarly: "the block is not over yet, or the work of the shift cannot begin yet"
    case .unknownCategory: "there is no such category of deals"
    case .locationUnknown: "a deal needs its coordinates"
    case .invalidLocation: "latitude is within 90 degrees, longitude within 180"
    case .invalidValidity: "the deal would end before it begins, or has ended by now"
    case .notSameDay: "a deal begins and ends on one local day, at its midnight at the latest"
    case .invalidCapacity: "a deal has at least one seat"
    case .dealEnded: "the deal was removed or is over"
    case .capacityBelowReserved: "more seats are reserved than that"
    case .termsFixed: "day, place, price and currency stay while there are live reservations"
    case .missingField: "a member that is needed is missing, or would be"
    case .invalidField: "a value is not of its form, or cannot be taken away"
    case .ownDeal: "the deal is the actor's own"
    case .notYetValid: "the deal has not begun"
    case .expired: "the deal is over"
    case .alreadyReserved: "the consumer has a live reservation for this deal"
    case .soldOut: "no seat is left"
    case .alreadyPaid: "the reservation is paid already"
    case .wrongAmount: "the amount is not the price at the time of the reservation"
    case .nothingToRefund: "only a payment of a cancelled reservation is refunded, once"
    case .notACustomer: "only a customer of the company rates it, once the deal has begun"
    case .invalidStars: "a rating has 1 to 5 stars"
    }
  }

  /// The policies of the workplace that decide on the code, each with what its value is.
  package var policies: [(name: String, meaning: String)] {
    switch self {
    case .dayTaken, .weekdayTaken: [("maxShiftsPerDay", "the most shifts of one person on one day")]
    case .overlapping:
      [
        ("handoverMinutes", "the minutes by which two shifts of one person may overlap"),
        ("maxShiftsAtOnce", "the most shifts of one person at a time"),
      ]
    case .restTooShort: [("minRestMinutes", "the least minutes between two shifts of a taker")]
    case .weekTooLong: [("maxWeekMinutes", "the most minutes of a taker in an ISO week; 0 is off")]
    case .tooManyDays:
      [
        ("maxDaysInRow", "the most days in a row with a shift of a taker; 0 is off"),
        ("limitsBind", "whether rest, weeks and days in a row bind those too whom a manager names"),
      ]
    case .noticeTooShort:
      [("minNoticeMinutes", "the least minutes of notice of a late change; 0 is off")]
    case .tooLate:
      [("acceptLeadMinutes", "the minutes before the start up to which a taker accepts")]
    case .invalidField:
      [("clockRoundMinutes", "the minutes that begin and end of work are rounded to")]
    case .tooEarly:
      [("clockEarlyMinutes", "the minutes before the start from which on work can begin")]
    case .dateOutOfRange: [("requestDays", "the days, today included, that work is asked for")]
    case .notApprover:
      [
        ("marketApproval", "who approves what is taken from the marketplace"),
        ("suggestionApproval", "who approves a suggestion that is accepted"),
      ]
    case .partTooShort:
      [("minSplitMinutes", "the least minutes of each part of an owner's split; 0: none may")]
    case .timeZoneFixed: [("timeZone", "the zone of days and times")]
    default: []
    }
  }
}

/// The codes of replies that no rule gives, in the order in which a submission meets them.
package let otherCodes: [(code: String, meaning: String)] = [
  ("invalidJson", "the line is not strict JSON (RFC 8259, I-JSON)"),
  ("lineTooLong", "a submission has at most 1 MiB, a stored line 4 MiB"),
  ("unknownType", "there is no such type of event"),
  ("reserved", "a member, type, user or id is reserved to the tool itself"),
  ("unknownField", "the type or the envelope has no such member"),
  ("batchTooLarge", "a batch has at most 20,000 submissions and 16 MiB"),
  ("conflict", "what the submission touches has changed since expectedsequence"),
  ("ioFailed", "the system failed; nothing was acknowledged"),
  ("poisoned", "an earlier sync failed; recover mends the log"),
  ("locked", "another writer holds the log; try again"),
  ("damaged", "the log is damaged; verify says where"),
  ("newerLog", "the log has events that only a newer version of the tool knows"),
]
