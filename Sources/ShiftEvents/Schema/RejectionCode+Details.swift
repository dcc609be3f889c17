extension RejectionCode.DetailKey {
  /// The meaning in one phrase.
  package var meaning: String {
    key.meaning + (words.isEmpty ? "" : ": \(words.map(\.rawValue).joined(separator: ", "))")
  }
}

extension Rejection.Key {
  /// The type of the value in JSON Schema; an array is one of texts.
  package var jsonType: String {
    switch self {
    case .skills, .shifts, .fixedShifts, .absences: "array"
    case .sequence, .minutes, .limit, .blockMinutes, .pauseMinutes, .block, .next, .places,
      .capacity, .reserved, .stars, .priceCents, .submission, .count:
      "integer"
    case .user, .actor, .owner, .taker, .requester, .from, .to, .company, .role, .skill, .shift,
      .fixedShift, .fixedVacancy, .closure, .request, .session, .deal, .reservation, .workplace,
      .known, .vacancy, .absence, .trade, .publication, .period, .id, .date, .requested, .today,
      .first, .last, .weekday, .week, .start, .end, .startsAt, .until, .time, .at, .lastTime, .now,
      .validFrom, .validUntil, .timeZone, .currency, .category, .field, .fact, .difference, .reason:
      "string"
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
    case .skill: "the skill; of several that are missing the first"
    case .skills: "all skills that are missing, where they are several"
    case .shift: "the shift; of several in the way the first"
    case .shifts: "all shifts in the way, where they are several"
    case .fixedShifts: "all fixed shifts in the way, where they are several"
    case .workplace: "the workplace that was named"
    case .known: "the workplace of the log"
    case .absence: "the absence; of several in the way the first"
    case .absences: "all absences in the way, where they are several"
    case .period: "the period; of several that cover the day the first"
    case .id: "the id of the event"
    case .sequence: "the sequence of the event that has the id"
    case .date: "the day, the shift's where there is one"
    case .requested: "the day of the request"
    case .today: "today"
    case .first: "the first day"
    case .last: "the last day"
    case .week: "the ISO week"
    case .start: "the start by the clock"
    case .end: "the end by the clock"
    case .startsAt: "the moment at which it begins"
    case .until: "the moment at which it is over"
    case .time: "the time given"
    case .at: "the time of day at which the shift was to be split"
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
    case .difference: "what is other: type, actor, subject, time or a member of data"
    case .reason: "the case, one of these words"
    case .role, .fixedShift, .fixedVacancy, .closure, .request, .session, .deal, .reservation,
      .vacancy, .trade, .publication, .weekday, .fact:
      "the \(noun)"
    }
  }
}
