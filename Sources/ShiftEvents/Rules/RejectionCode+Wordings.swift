// The one table of messages and particulars: help, the documents and the schema read it, too.

extension RejectionCode {
  /// The wordings of the code, of which the first that fits is said.
  @Wording.Choice var wordings: [Wording] {
    switch self {
    // Everywhere
    case .unknownUser, .unknownSession, .unknownDeal, .unknownVacancy, .unknownAbsence,
      .unknownTrade, .unknownPeriod, .unknownRequest, .unknownClosure:
      "there is no \(thing.noun) \(thing)"
    case .fixedShiftExists, .shiftExists, .requestExists, .vacancyExists, .absenceExists,
      .tradeExists, .publicationExists, .periodExists, .sessionExists, .dealExists,
      .reservationExists, .fixedVacancyExists, .closureExists:
      "the id \(thing) is used already"
    case .unknownShift:
      "\(because: .removed)\(.shift) was removed with its fixed shift, or by an earlier end of that"
      "\(because: .dropped)\(.shift) was dropped"
      "\(because: .cancelled)\(.shift) was cancelled"
      "\(because: .skipped)\(.shift) could not be scheduled"
      "there is no shift \(.shift)"
    case .unknownFixedShift:
      "\(because: .removed)the fixed shift \(.fixedShift) was removed"
      "there is no fixed shift \(.fixedShift)"
    case .unknownFixedVacancy:
      "\(because: .removed)the fixed vacancy \(.fixedVacancy) was removed"
      "there is no fixed vacancy \(.fixedVacancy)"
    case .unknownReservation:
      "\(because: .cancelled)\(.reservation) was cancelled"
      "\(because: .dealRemoved)\(.reservation) was cancelled with its deal"
      "there is no reservation \(.reservation)"
    case .unknownWorkplace: "this log is about \(.known); there is no \(.workplace)"
    case .missingRole: "\(.user) does not have the role \(.role)"
    case .notManager:
      "\(because: .managerExists)there is a manager already; only a manager makes another\(unsaid: .actor)"
      "only \(.user) or a manager may do this; \(.actor) is neither"
      "only a manager may do this; \(.actor) is none"
    case .notOwner:
      "\(.trade) is between \(.from) and \(.to), not \(.actor)'s to end"
      "\(.trade) is offered to \(.to), not to \(.actor)"
      "\(because: .awaited)\(.owner) is asked about the change of \(.shift), not \(.actor)"
      "\(.shift, .fixedShift, .session, .deal, .reservation) is \(.owner)'s, not \(.actor)'s"

    // Repeats, facts, times, batches
    case .idConflict: "the id \(.id) is event \(.sequence), which has another \(.difference)"
    case .factMismatch: "\(.fact)"
    case .timeBeforeHead: "\(.time) is before the last event's time, \(.lastTime)"
    case .timeInFuture:
      "\(.time) is more than \(.limit) minutes ahead of the recorder's clock, \(.now)"
    case .batchRejected:
      "nothing of the batch was recorded: submission \(.submission) of \(.count) failed"

    // Workplace and accounts
    case .timeZoneFixed: "the time zone stays \(.timeZone): there are local dates already"
    case .userExists: "\(.user) is registered already"
    case .invalidEmail: "an e-mail address has one \"@\" with text on both sides\(unsaid: .user)"
    case .emailTaken: "somebody else has this e-mail address\(unsaid: .user)"
    case .userErased: "\(.user) was erased"
    case .alreadyGranted:
      "\(.user) has the role \(.role) already"
      "\(.user) has the skill \(.skill) already"
    case .notGranted:
      "\(.user) does not have the role \(.role)"
      "\(.user) does not have the skill \(.skill)"
    case .lastManager: "\(.user) is the last manager; make another one first"
    case .cannotFollowSelf: "nobody follows themselves\(unsaid: .user)"
    case .alreadyFollowing: "\(.actor) follows \(.user) already"
    case .notFollowing: "\(.actor) does not follow \(.user)"

    // Roster
    case .dateOutOfRange:
      "\(because: .endsBeforeBegin)\(.date) is before \(.first)"
      "\(because: .tooManyDays)\(.first) to \(.date) are more than 366 days"
      "\(because: .notPast)\(.date) is not past; today is \(day: .today)"
      "\(because: .clock)the recorder's clock shows \(.now); times are from 1970 to 9999\(unsaid: .date)"
      "\(because: .endOfCalendar)its horizon goes past \(.last), the last day that there is\(unsaid: .date)"
      "it would have been over by \(.until)\(unsaid: .date)"
      "\(.date) is not from \(.today) to \(.last)"
      "\(.date) is past; today is \(day: .today)"
    case .weekdayTaken: "\(.owner) has \(all: .fixedShift) on \(.weekday)s already"
    case .closureEnded:
      "\(because: .ended)the closure \(.closure) was ended already\(unsaid: .date)"
      "the closure \(.closure) was over on \(day: .date)"
    case .shiftStarted:
      "\(.shift, .vacancy) began on \(day: .date) at \(.start)"
      "\(day: .date) \(.start) is past"
    case .noTime:
      "it would not be a minute long\(unsaid: .absence, .date, .start, .end)"
      "no minute is left between its start and its end\(unsaid: .date, .start, .end)"
    case .dayTaken: "\(.user) already holds \(all: .shift) on \(day: .date)"
    case .overlapping: "it overlaps with \(all: .shift), which \(.user) holds"
    case .awaitingApproval:
      "\(.shift), suggested to it, awaits approval\(unsaid: .request)"
      "\(.shift) awaits approval; approve or disapprove it first"
    case .wrongState:
      "\(because: .onMarketplace)\(.shift) is on the marketplace already"
      "\(because: .offMarketplace)\(.shift) is not on the marketplace"
      "\(because: .suggested)\(.shift) is suggested to \(.request)"
      "\(because: .suggested)\(.shift) is suggested to a request"
      "\(because: .awaiting)\(.shift) awaits approval"
      "\(because: .onSchedule)\(.shift) is on the schedule"
      "\(because: .gone)there is no shift \(.shift) any more"
      "\(because: .offSchedule)\(.shift) is off the schedule"
      "\(because: .ownerChanged)\(.shift) is \(.owner)'s by now, no longer \(.from)'s"
    case .alreadyAccepted:
      "\(.trade) is accepted and awaits approval\(unsaid: .taker)"
      "\(.taker) accepted \(.shift) already; it awaits approval"
      "a colleague accepted \(.shift) already; it awaits approval"
    case .notOnMarketplace: "\(.shift) is not on the marketplace"
    case .ownShift:
      "\(.shift, .fixedShift) is \(.owner)'s already\(unsaid: .actor)"
      "\(.shift) is \(.actor)'s own"
    case .tooLate:
      """
      block \(.block) of \(.session) could be recorded until \(.limit) minutes after its start
      """
      "\(.shift) was over at \(.until)"
      "it begins at \(.startsAt), less than \(.limit) minutes from now"
    case .restTooShort:
      "\(.user) would have less than \(.limit) minutes of rest beside \(all: .shift)"
    case .weekTooLong:
      """
      \(.user) would have \(.minutes) minutes in \(.week), at most \(.limit)\
      \(perhaps: .shift, .shifts)
      """
    case .tooManyDays:
      """
      \(.user) would work \(.count) days in a row, at most \(.limit)\(perhaps: .shift, .shifts)
      """
    case .notTaker: "\(.taker) accepted \(.shift), not \(.actor)"
    case .notAwaiting:
      "\(.trade) is not accepted yet"
      "\(.shift) does not await approval"
    case .notApprover:
      "\(.trade) is approved by a manager who is no side of it, not by \(.actor)"
      "\(because: .byOwner)\(.shift) is approved by its owner or a manager who does not take it, not by \(.actor)"
      "\(because: .byManager)\(.shift) is approved by a manager who does not take it, not by \(.actor)"
    case .alreadyRequested: "\(.user) has the request \(.request) on \(day: .date) already"
    case .notRequester: "\(.request) is \(.requester)'s request, not \(.actor)'s"
    case .requestClosed: "the request \(.request) is closed"
    case .ownRequest: "\(.request) is \(.actor)'s own request"
    case .wrongDate:
      "\(.request) asks for \(day: .requested), \(.shift) is on \(day: .date)"
      "\(.shift) is suggested for \(day: .date); it keeps its date meanwhile\(unsaid: .request)"
    case .notSuggested: "\(.shift) is not suggested to anyone"
    case .requestPending:
      "\(.shift), suggested to the same request, awaits approval\(unsaid: .request)"
    case .notStarted: "\(.shift) begins on \(day: .date) at \(.start)"
    case .invalidHours:
      """
      \(.minutes) minutes cannot be recorded: 0 to \(.limit) can, and a break that is given leaves \
      one\(unsaid: .shift)
      """
    case .hoursRecorded: "hours are recorded for \(.shift); record 0 first"
    case .workStarted: "the work of \(.shift) began already"
    case .workRunning: "\(.user) works on \(.shift); end that first, or record its hours"
    case .notWorking: "no work of \(.shift) is running"
    case .alreadyPaused: "the work of \(.shift) is paused already"
    case .notPaused: "the work of \(.shift) is not paused"
    case .noPlaceLeft: "\(.vacancy) has no place left of \(.places)"
    case .notClaimed: "\(.shift) did not come from a vacancy"
    case .absenceEnded:
      "\(.absence) was over by \(.until)"
      "\(.absence) has ended already"
    case .absent: "\(.user) is away: \(all: .absence)"
    case .skillMissing: "\(.user) lacks a skill that it needs: \(all: .skill)"
    case .tradeClosed:
      "\(because: .done)\(.trade) is done"
      "\(because: .ended)\(.trade) has ended"
    case .invalidSplit:
      """
      \(.at) does not leave two parts of \(.shift), from \(.start) to \(.end), with a minute of work \
      each
      """
    case .partTooShort:
      "a part of \(.shift) would have \(.minutes) minutes; owners split it into \(.limit) each at least"

    // Promises
    case .noticeTooShort:
      """
      a change of a published shift needs \(.limit) minutes of notice; this has \(.minutes)\
      \(unsaid: .shift, .date, .start)
      """
    case .nothingAwaited: "no change of \(.shift) awaits an answer"
    case .noHours: "no hours are recorded for \(.shift)"
    case .alreadyConfirmed: "the hours of \(.shift) are confirmed already"
    case .notConfirmer:
      "\(because: .byWorker)the hours of \(.shift) are confirmed by \(.user), not by \(.actor)"
      """
      \(because: .byManager)\(.user) recorded the hours of \(.shift); a manager who is somebody else \
      confirms them, not \(.actor)
      """
    case .periodClosed: "\(day: .date) lies in the closed period \(.period)"
    case .periodOpen: "\(.period) is open"
    case .shiftTooLong: "it has \(.minutes) minutes, and \(.user)'s shifts at most \(.limit)"

    // Study
    case .sessionActive: "\(.user)'s session \(.session) is running; stop it first"
    case .invalidBlock:
      """
      a block has \(StudyStarted.blockRange.lowerBound) to \(StudyStarted.blockRange.upperBound) \
      minutes, a pause \(StudyStarted.pauseRange.lowerBound) to \
      \(StudyStarted.pauseRange.upperBound), not \(.blockMinutes) and \(.pauseMinutes)
      """
    case .sessionEnded: "\(.session) has ended"
    case .wrongBlock: "the next block of \(.session) is \(.next), not \(.block)"
    case .tooEarly:
      "\(.shift) begins at \(.startsAt); its work can begin \(.limit) minutes before"
      "block \(.block) of \(.session) is over \(.limit) minutes after its start"

    // Deals
    case .unknownCategory:
      """
      the categories are \(DealCategory.allCases.map(\.rawValue).joined(separator: ", "))\
      \(unsaid: .category)
      """
    case .locationUnknown:
      "a deal needs \"latitude\" and \"longitude\" to be found on the map\(unsaid: .field)"
    case .invalidLocation: "latitudes are within 90 degrees, longitudes within 180\(unsaid: .field)"
    case .invalidValidity:
      "\(because: .endsBeforeBegin)\(.validUntil) is not after the begin, \(.validFrom)"
      "\(because: .past)\(.validUntil) is past\(unsaid: .validFrom)"
    case .notSameDay:
      """
      a deal is of one day; this begins on \(day: .first) and ends on \(day: .last) in \
      \(.timeZone)
      """
    case .invalidCapacity: "a deal has at least one seat, not \(.capacity)"
    case .dealEnded:
      "\(.deal) was valid until \(.validUntil)"
      "\(.deal) was removed"
    case .capacityBelowReserved:
      "\(.reserved) seats of \(.deal) are reserved already\(unsaid: .capacity)"
    case .termsFixed: "\(.deal) is reserved: its day, coordinates, price and currency stay"
    case .missingField:
      "\(because: .priceIncomplete)a price needs both \"priceCents\" and \"currency\"\(unsaid: .field)"
      "a deal cannot be without \"\(.field)\"\(unsaid: .deal)"
      "\"\(.field)\" cannot be taken away"
    case .invalidField:
      """
      \"\(.field)\" is one of \(WorkplacePolicies.roundings.map(String.init).joined(separator: ", ")), not \
      \(.minutes)
      """
      "\"\(.field)\" of a deal cannot be taken away\(unsaid: .deal)"
    case .ownDeal: "\(.deal) is \(.actor)'s own"
    case .notYetValid: "\(.deal) begins at \(.validFrom)"
    case .expired: "\(.deal) was valid until \(.validUntil)"
    case .alreadyReserved: "\(.user) has a seat in \(.deal) already: \(.reservation)"
    case .soldOut: "no seat is left in \(.deal)\(unsaid: .capacity)"
    case .alreadyPaid: "\(.reservation) is paid already"
    case .wrongAmount:
      "the price was \(.priceCents) cents in \(.currency) when \(.reservation) was reserved"
      "\(.reservation) had no price when it was reserved"
    case .nothingToRefund:
      "\(because: .neverPaid)\(.reservation) was never paid"
      "\(because: .notCancelled)\(.reservation) is not cancelled"
      "\(because: .refunded)\(.reservation) is paid back already"
    case .notACustomer:
      "\(because: .cancelled)\(.actor) cancelled \(.reservation)\(unsaid: .company)"
      "\(because: .notBegun)\(.deal) begins at \(.validFrom)\(unsaid: .reservation, .actor, .company)"
      "\(because: .otherReservation)\(.reservation) is not a reservation of \(.actor) at \(.company)"
    case .invalidStars: "a rating has 1 to 5 stars, not \(.stars)"
    }
  }

  /// The key of the thing that is not there, or is there already: `vacancy` of `unknownVacancy` and `vacancyExists`.
  var thing: Rejection.Key {
    let name = rawValue.hasSuffix("Exists") ? rawValue.dropLast(6) : rawValue.dropFirst(7)
    return Rejection.Key(rawValue: name.prefix(1).lowercased() + name.dropFirst())!
  }
}
