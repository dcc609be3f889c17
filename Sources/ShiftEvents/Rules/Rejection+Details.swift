extension Rejection {
  /// One particular of a refusal.
  public struct Detail: Hashable, Sendable {
    /// The name of the particular.
    public let key: Key
    /// The value, as replies have it.
    public let value: Value
  }

  /// The value of a particular.
  public enum Value: Hashable, Sendable {
    /// An id, a date, a time or a word, in the form of the log.
    case text(String)
    /// A number of minutes, seats, places …
    case number(Int)
    /// All ids, where several are in the way.
    case list([String])

    /// The value in text; of a list each of its ids.
    public var texts: [String] {
      switch self {
      case .text(let text): [text]
      case .number(let number): ["\(number)"]
      case .list(let ids): ids
      }
    }
  }

  /// The names of particulars. On the wire. Never rename; add a new case.
  public enum Key: String, CaseIterable, Sendable {
    // People
    case user, actor, owner, taker, requester, from, to, company
    case role, skill, skills
    // Things
    case shift, shifts, fixedShift, request, session, deal, reservation, workplace, known, vacancy
    case absence, absences, trade, publication, period, id, sequence
    // Days and times
    case date, requested, today, first, last, weekday, week, start, end, startsAt, until
    case time, lastTime, now, validFrom, validUntil, timeZone
    // Numbers
    case minutes, limit, blockMinutes, pauseMinutes, block, next, places, capacity, reserved, stars
    case priceCents, currency, submission, count
    // Words
    case category, field, fact, difference, reason

    /// The key of the id of a thing, by what messages call the thing.
    init(noun: String) { self = Self.allCases.first { $0.noun == noun }! }

    /// The thing as messages call it.
    package var noun: String { self == .fixedShift ? FixedShiftID.noun : rawValue }

    var plural: Key? { Key(rawValue: rawValue + "s") }

    /// True for the id of a person.
    var isPerson: Bool {
      switch self {
      case .user, .actor, .owner, .taker, .requester, .from, .to, .company: true
      case .role, .skill, .skills, .shift, .shifts, .fixedShift, .request, .session, .deal,
        .reservation, .workplace, .known, .vacancy, .absence, .absences, .trade, .publication,
        .period, .id, .sequence, .date, .requested, .today, .first, .last, .weekday, .week, .start,
        .end, .startsAt, .until, .time, .lastTime, .now, .validFrom, .validUntil, .timeZone,
        .minutes, .limit, .blockMinutes, .pauseMinutes, .block, .next, .places, .capacity,
        .reserved, .stars, .priceCents, .currency, .submission, .count, .category, .field, .fact,
        .difference, .reason:
        false
      }
    }
  }

  /// The words of `reason`, which tell cases of one code apart. On the wire. Never rename.
  package enum Reason: String, Sendable {
    case removed, dropped, cancelled, skipped, dealRemoved
    case managerExists, byOwner, byManager
    case onMarketplace, offMarketplace, suggested, awaiting, gone, offSchedule, ownerChanged
    case done, ended
    case endsBeforeBegin, past, endOfCalendar, clock
    case priceIncomplete, neverPaid, notCancelled, refunded
    case otherReservation, notBegun
    case onSchedule, awaited, byWorker, tooManyDays, notPast
  }
}
