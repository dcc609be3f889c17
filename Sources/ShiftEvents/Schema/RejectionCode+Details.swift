extension RejectionCode {
  /// A particular that a refusal with the code has, or may have.
  package struct DetailKey: Sendable {
    package let key: Rejection.Key
    package let isRequired: Bool
    /// The words that `reason` takes.
    package let words: [Rejection.Reason]

    /// The meaning in one phrase.
    package var meaning: String {
      let words = words.map(\.rawValue).joined(separator: ", ")
      return key.meaning + (words.isEmpty ? "" : ": \(words)")
    }
  }

  /// The particulars of the code, the required ones first.
  package var detailKeys: [DetailKey] {
    switch self {
    case .unknownUser, .userExists, .invalidEmail, .emailTaken, .userErased, .lastManager,
      .cannotFollowSelf:
      keys(.user)
    case .unknownShift: keys(.shift, perhaps: [.removed, .dropped, .cancelled, .skipped])
    case .shiftExists, .notOnMarketplace, .notSuggested, .hoursRecorded, .notClaimed: keys(.shift)
    case .unknownFixedShift: keys(.fixedShift, perhaps: [.removed])
    case .fixedShiftExists: keys(.fixedShift)
    case .unknownRequest, .requestExists, .requestClosed: keys(.request)
    case .unknownSession, .sessionExists, .sessionEnded: keys(.session)
    case .unknownDeal, .dealExists, .termsFixed: keys(.deal)
    case .unknownReservation: keys(.reservation, perhaps: [.cancelled, .dealRemoved])
    case .reservationExists, .alreadyPaid: keys(.reservation)
    case .unknownWorkplace: keys(.workplace, .known)
    case .unknownVacancy, .vacancyExists: keys(.vacancy)
    case .unknownAbsence, .absenceExists: keys(.absence)
    case .unknownTrade, .tradeExists: keys(.trade)
    case .missingRole: keys(.user, .role)
    case .notManager: keys(.actor, or: [.user], perhaps: [.managerExists])
    case .notOwner:
      keys(
        .actor,
        or: [.shift, .fixedShift, .session, .deal, .reservation, .trade, .owner, .from, .to])
    case .idConflict: keys(.id, .sequence, .difference)
    case .factMismatch: keys(.fact)
    case .timeBeforeHead: keys(.time, .lastTime)
    case .timeInFuture: keys(.time, .now, .limit)
    case .batchRejected: keys(.submission, .count)
    case .timeZoneFixed: keys(.timeZone)
    case .alreadyGranted, .notGranted: keys(.user, or: [.role, .skill])
    case .alreadyFollowing, .notFollowing: keys(.actor, .user)
    case .dateOutOfRange: keys(.date, or: [.today, .last, .until])
    case .weekdayTaken: keys(.owner, .weekday, .fixedShift)
    case .shiftStarted: keys(.date, .start, or: [.shift, .vacancy])
    case .noTime: keys(.date, .start, .end, or: [.absence])
    case .dayTaken: keys(.user, .date, .shift, or: [.shifts])
    case .overlapping: keys(.user, .shift, or: [.shifts])
    case .awaitingApproval: keys(.shift, or: [.request])
    case .wrongState:
      keys(
        .shift, or: [.request, .owner, .from],
        because: [
          .onMarketplace, .offMarketplace, .suggested, .awaiting, .gone, .offSchedule,
          .ownerChanged,
        ])
    case .alreadyAccepted: keys(or: [.shift, .trade, .taker])
    case .ownShift: keys(.shift, .owner, .actor)
    case .tooLate: keys(.limit, or: [.startsAt, .session, .block])
    case .restTooShort: keys(.user, .limit, .shift, or: [.shifts])
    case .weekTooLong: keys(.user, .week, .minutes, .limit, or: [.shift, .shifts])
    case .notTaker: keys(.shift, .taker, .actor)
    case .notAwaiting: keys(or: [.shift, .trade])
    case .notApprover: keys(.actor, .approver, or: [.shift, .trade])
    case .alreadyRequested: keys(.user, .date, .request)
    case .notRequester: keys(.request, .requester, .actor)
    case .ownRequest: keys(.request, .actor)
    case .wrongDate: keys(.shift, .date, .request, or: [.requested])
    case .requestPending: keys(.shift, .request)
    case .notStarted: keys(.shift, .date, .start)
    case .invalidHours: keys(.shift, .minutes, .limit)
    case .noPlaceLeft: keys(.vacancy, .places)
    case .absenceEnded: keys(.absence, or: [.until])
    case .absent: keys(.user, .absence, or: [.absences])
    case .skillMissing: keys(.user, .skill, or: [.skills])
    case .tradeClosed: keys(.trade, because: [.done, .ended])
    case .sessionActive: keys(.user, .session)
    case .invalidBlock: keys(.blockMinutes, .pauseMinutes)
    case .wrongBlock: keys(.session, .block, .next)
    case .tooEarly: keys(.session, .block, .limit)
    case .unknownCategory: keys(.category)
    case .locationUnknown, .invalidLocation: keys(.field)
    case .invalidValidity: keys(.validFrom, .validUntil, because: [.endsBeforeBegin, .past])
    case .notSameDay: keys(.first, .last, .timeZone)
    case .invalidCapacity: keys(.capacity)
    case .dealEnded: keys(.deal, or: [.validUntil])
    case .capacityBelowReserved: keys(.deal, .reserved, .capacity)
    case .missingField: keys(.field, or: [.deal], perhaps: [.priceIncomplete])
    case .invalidField: keys(.deal, .field)
    case .ownDeal: keys(.deal, .actor)
    case .notYetValid: keys(.deal, .validFrom)
    case .expired: keys(.deal, .validUntil)
    case .alreadyReserved: keys(.user, .deal, .reservation)
    case .soldOut: keys(.deal, .capacity)
    case .wrongAmount: keys(.reservation, or: [.priceCents, .currency])
    case .nothingToRefund: keys(.reservation, because: [.neverPaid, .notCancelled, .refunded])
    case .notACustomer:
      keys(
        .reservation, .actor, .company, or: [.deal, .validFrom],
        because: [.otherReservation, .cancelled, .notBegun])
    case .invalidStars: keys(.stars)
    }
  }

  private func keys(
    _ required: Rejection.Key..., or optional: [Rejection.Key] = [],
    because reasons: [Rejection.Reason] = [], perhaps words: [Rejection.Reason] = []
  ) -> [DetailKey] {
    required.map { DetailKey(key: $0, isRequired: true, words: []) }
      + (reasons.isEmpty ? [] : [DetailKey(key: .reason, isRequired: true, words: reasons)])
      + optional.map { DetailKey(key: $0, isRequired: false, words: []) }
      + (words.isEmpty ? [] : [DetailKey(key: .reason, isRequired: false, words: words)])
  }
}

extension Rejection.Key {
  /// The type of the value in JSON Schema; an array is one of texts.
  package var jsonType: String {
    switch self {
    case .skills, .shifts, .absences: "array"
    case .sequence, .minutes, .limit, .blockMinutes, .pauseMinutes, .block, .next, .places,
      .capacity, .reserved, .stars, .priceCents, .submission, .count:
      "integer"
    default: "string"
    }
  }

  /// The meaning in one phrase.
  package var meaning: String {
    switch self {
    case .user: "the person concerned"
    case .actor: "the person who submitted it"
    case .owner: "the owner"
    case .taker: "the person who accepted it"
    case .requester: "the person whose request it is"
    case .from: "the person who offered the trade, or owned the shift then"
    case .to: "the person to whom the trade is offered"
    case .company: "the company that was to be rated"
    case .role: "the role that it is about"
    case .skill: "the skill; of several that are missing the first"
    case .skills: "all skills that are missing, where they are several"
    case .shift: "the shift; of several in the way the first"
    case .shifts: "all shifts in the way, where they are several"
    case .fixedShift: "the fixed shift"
    case .request: "the request"
    case .session: "the study session"
    case .deal: "the deal"
    case .reservation: "the reservation"
    case .workplace: "the workplace that was named"
    case .known: "the workplace of the log"
    case .vacancy: "the vacancy"
    case .absence: "the absence; of several in the way the first"
    case .absences: "all absences in the way, where they are several"
    case .trade: "the trade"
    case .id: "the id of the event"
    case .sequence: "the sequence of the event that has the id"
    case .date: "the day, the shift's where there is one"
    case .requested: "the day of the request"
    case .today: "today"
    case .first: "the first day"
    case .last: "the last day"
    case .weekday: "the weekday"
    case .week: "the ISO week"
    case .start: "the start by the clock"
    case .end: "the end by the clock"
    case .startsAt: "the moment at which it begins"
    case .until: "the moment at which it is over"
    case .time: "the time given"
    case .lastTime: "the time of the last event"
    case .now: "the recorder's clock"
    case .validFrom: "the moment from which the deal is valid"
    case .validUntil: "the moment until which the deal is valid"
    case .timeZone: "the workplace's time zone"
    case .minutes: "the minutes that there would be"
    case .limit: "the minutes of the limit"
    case .blockMinutes: "the minutes of a block"
    case .pauseMinutes: "the minutes of a pause"
    case .block: "the number of the block"
    case .next: "the number of the next block"
    case .places: "the places of the vacancy"
    case .capacity: "the seats of the deal"
    case .reserved: "the seats that are reserved"
    case .stars: "the stars given"
    case .priceCents: "the price at the time of the reservation"
    case .currency: "its currency"
    case .submission: "the number of the submission that failed, from 1"
    case .count: "the number of submissions"
    case .category: "the category given"
    case .field: "the member of data"
    case .fact: "the fact"
    case .difference: "what is other: type, actor, subject, time or a member of data"
    case .approver: "the policy: owner (or a manager), or manager"
    case .reason: "the case, one of these words"
    }
  }
}
