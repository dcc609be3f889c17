/// A refusal by a rule: the command is not permitted now, given all that happened before.
public struct Rejection: DescribedError, Hashable, Sendable {
  /// The rule, by its stable name.
  public let code: RejectionCode
  /// The particulars, from which an application can say the refusal in its own words; `help CODE` lists
  /// those of a code.
  public private(set) var details: [Detail]
  /// The ids of the obstacles (such as shifts, a request, an absence, a skill), in byte order; at most 1,000 of them.
  public private(set) var conflicts: [String]
  /// The fact, the stated value and the actual one, for `factMismatch`.
  public var mismatch: FactMismatch?
  /// The number of the obstacles that are not named.
  private(set) var unnamedCount = 0

  /// The most obstacles that are named: somebody may have absences of one time without number.
  static let mostConflicts = 1_000

  /// - Parameters:
  ///   - reason: the wording, where the code has several.
  ///   - details: the particulars; those that are `nil` are left out.
  ///   - key: the key under which the first of the conflicts stands, and with an `s` all, if they are several.
  package init(
    _ code: RejectionCode, because reason: Reason? = nil,
    _ details: KeyValuePairs<Key, (any CustomStringConvertible)?> = [:],
    conflicts: [String] = [], of key: Key? = nil
  ) {
    self.init(
      code, because: reason, particulars: details.map { ($0.key, $0.value) }, conflicts: conflicts,
      of: key)
  }

  typealias Particular = (key: Key, value: (any CustomStringConvertible)?)

  /// The same with particulars in a list.
  init(
    _ code: RejectionCode, because reason: Reason? = nil, particulars details: [Particular],
    conflicts: [String], of key: Key?
  ) {
    (self.code, self.conflicts) = (code, Array(conflicts.prefix(Self.mostConflicts)))
    var all: [Detail] = []
    func add(_ key: Key?, _ value: Value?) {
      if let key, let value { all.append(Detail(key: key, value: value)) }
    }
    for (key, value) in details {
      add(key, (value as? Int).map(Value.number) ?? value.map { .text("\($0)") })
    }
    add(key, conflicts.first.map(Value.text))
    if conflicts.count > 1 { add(key?.plural, .list(self.conflicts)) }
    add(.reason, (reason?.rawValue).map(Value.text))
    self.details = all
    leaveUnnamed(conflicts.count - self.conflicts.count)
  }

  /// The same about one obstacle.
  func naming(_ obstacle: String) -> Rejection {
    var rejection = self
    (rejection.conflicts, rejection.unnamedCount) = ([obstacle], 0)
    return rejection
  }

  /// Notes that there are so many more obstacles; `details` has the number of all.
  mutating func leaveUnnamed(_ count: Int) {
    if count <= 0 { return }
    unnamedCount += count
    details.removeAll { $0.key == .count }
    details.append(Detail(key: .count, value: .number(conflicts.count + unnamedCount)))
  }

  /// The same with the names of a few of the obstacles.
  func naming(atMost count: Int) -> Rejection {
    if conflicts.count <= count { return self }
    var rejection = self
    rejection.conflicts = Array(conflicts.prefix(count))
    rejection.leaveUnnamed(conflicts.count - count)
    rejection.details = details.map { detail in
      guard case .list(let ids) = detail.value else { return detail }
      return Detail(key: detail.key, value: .list(Array(ids.prefix(count))))
    }
    return rejection
  }

  /// The particular under a key in text, such as the id of the `user`; of a list the first.
  public subscript(key: Key) -> String? { details.first { $0.key == key }?.value.texts.first }
}

/// A wrong fact in a submission.
public struct FactMismatch: Hashable, Sendable {
  /// The member of `data`.
  public var fact: String
  /// The stated value, as JSON.
  public var stated: String
  /// The actual value, as JSON; `nil` if the fact does not apply.
  public var actual: String?
}

/// The names of the rules. On the wire. Never rename; add a new case.
public enum RejectionCode: String, CaseIterable, Sendable {
  // Everywhere
  case unknownUser, unknownShift, unknownFixedShift, unknownRequest, unknownSession, unknownDeal
  case unknownReservation, unknownWorkplace, unknownVacancy, unknownAbsence, unknownTrade
  case unknownPeriod, unknownFixedVacancy, unknownClosure
  case missingRole, notManager, notOwner
  // Repeats, facts, times, batches
  case idConflict, factMismatch, timeBeforeHead, timeInFuture, batchRejected
  // Workplace and accounts
  case timeZoneFixed
  case userExists, invalidEmail, emailTaken, userErased, alreadyGranted, notGranted, lastManager
  case cannotFollowSelf, alreadyFollowing, notFollowing
  // Roster
  case fixedShiftExists, dateOutOfRange, weekdayTaken
  case shiftExists, shiftStarted, noTime, dayTaken, overlapping, awaitingApproval
  case wrongState, alreadyAccepted, notOnMarketplace, ownShift
  case tooLate, restTooShort, weekTooLong, tooManyDays
  case notTaker, notAwaiting, notApprover
  case requestExists, alreadyRequested, notRequester, requestClosed
  case ownRequest, wrongDate, notSuggested, requestPending
  case notStarted, invalidHours, hoursRecorded
  case workStarted, workRunning, notWorking, alreadyPaused, notPaused
  case vacancyExists, noPlaceLeft, notClaimed
  case absenceExists, absenceEnded, absent, skillMissing
  case tradeExists, tradeClosed
  case invalidSplit, partTooShort
  // Promises
  case publicationExists, noticeTooShort, nothingAwaited
  case noHours, alreadyConfirmed, notConfirmer
  case periodExists, periodClosed, periodOpen, shiftTooLong
  // Weekly work and closed days
  case fixedVacancyExists, closureExists, closureEnded
  // Study
  case sessionExists, sessionActive, invalidBlock, sessionEnded, wrongBlock, tooEarly
  // Deals
  case dealExists, unknownCategory, locationUnknown, invalidLocation, invalidValidity, notSameDay
  case invalidCapacity, dealEnded, capacityBelowReserved, termsFixed, missingField, invalidField
  case reservationExists, ownDeal, notYetValid, expired, alreadyReserved, soldOut
  case alreadyPaid, wrongAmount, nothingToRefund, notACustomer, invalidStars
}

/// The context of a judgement: the actor, the time, and facts that the rules cannot see themselves.
package struct RuleContext: Sendable {
  package var actor: UserID
  package var time: Timestamp
  /// The commitment to name and e-mail address, if the command changes them.
  package var profile: Digest?
  /// True if the command gives an e-mail address that belongs to another user.
  package var isEmailInUse = false
  /// The event of what is recorded and judged again.
  var recorded: Event?
  /// The source of identifiers that the command does not name, such as those of occurrences; they
  /// live as long as the submission. If it is `nil`, new identifiers become permanent.
  var symbols: ProvisionalIDs?

  package init(actor: UserID, time: Timestamp, profile: Digest? = nil, isEmailInUse: Bool = false) {
    (self.actor, self.time, self.profile, self.isEmailInUse) = (actor, time, profile, isEmailInUse)
  }
}

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
    case shift, shifts, fixedShift, fixedShifts, fixedVacancy, closure, request, session, deal,
      reservation, workplace, known, vacancy
    case absence, absences, trade, publication, period, id, sequence
    // Days and times
    case date, requested, today, first, last, weekday, week, start, end, startsAt, until
    case time, at, lastTime, now, validFrom, validUntil, timeZone
    // Numbers
    case minutes, limit, blockMinutes, pauseMinutes, block, next, places, capacity, reserved, stars
    case priceCents, currency, submission, count
    // Words
    case category, field, fact, difference, reason

    /// The key of the id of a thing, by what messages call the thing.
    init(noun: String) { self = Self.allCases.first { $0.noun == noun }! }

    /// The thing as messages call it.
    package var noun: String {
      switch self {
      case .fixedShift: FixedShiftID.noun
      case .fixedVacancy: FixedVacancyID.noun
      default: rawValue
      }
    }

    var plural: Key? { Key(rawValue: rawValue + "s") }

    /// True for what may be an instant.
    var isInstant: Bool {
      [.startsAt, .until, .time, .at, .lastTime, .now, .validFrom, .validUntil, .limit]
        .contains(self)
    }

    /// True for the id of a person.
    var isPerson: Bool {
      switch self {
      case .user, .actor, .owner, .taker, .requester, .from, .to, .company: true
      case .role, .skill, .skills, .shift, .shifts, .fixedShift, .fixedShifts, .fixedVacancy,
        .closure, .request, .session, .deal, .reservation, .workplace, .known, .vacancy, .absence,
        .absences, .trade, .publication, .period, .id, .sequence, .date, .requested, .today, .first,
        .last, .weekday, .week, .start, .end, .startsAt, .until, .time, .at, .lastTime, .now,
        .validFrom, .validUntil, .timeZone, .minutes, .limit, .blockMinutes, .pauseMinutes, .block,
        .next, .places, .capacity, .reserved, .stars, .priceCents, .currency, .submission, .count,
        .category, .field, .fact, .difference, .reason:
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
