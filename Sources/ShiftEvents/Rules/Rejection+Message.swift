// The messages of all codes, made from the particulars.

extension Rejection {
  /// The obstacle in words, with the ids that matter; it may change.
  public var message: String { message(naming: \.self) }

  /// Returns the message with the people in it as they are to be named.
  ///
  /// - Parameter name: the name for an id.
  package func message(naming name: (String) -> String) -> String {
    func the(_ key: Key) -> String {
      let text = self[key] ?? ""
      return key.isPerson ? name(text) : text
    }
    func day(_ key: Key) -> String { LocalDate(the(key))?.longText ?? the(key) }
    func has(_ key: Key) -> Bool { self[key] != nil }
    var thing: String { details.first?.value.texts[0] ?? "" }
    let all = conflicts.joined(separator: ", ")
    let reason = self[.reason].flatMap(Reason.init)

    switch code {
    // Everywhere
    case .unknownShift where reason == .removed: return "\(thing) was removed with its fixed shift"
    case .unknownShift where reason == .dropped: return "\(thing) was dropped"
    case .unknownShift where reason == .skipped: return "\(thing) could not be scheduled"
    case .unknownShift where reason == .cancelled: return "\(thing) was cancelled"
    case .unknownFixedShift where reason == .removed: return "the fixed shift \(thing) was removed"
    case .unknownReservation where reason == .cancelled: return "\(thing) was cancelled"
    case .unknownReservation where reason == .dealRemoved:
      return "\(thing) was cancelled with its deal"
    case .unknownUser, .unknownShift, .unknownFixedShift, .unknownRequest, .unknownSession,
      .unknownDeal, .unknownReservation, .unknownVacancy, .unknownAbsence, .unknownTrade:
      return "there is no \(details.first?.key.noun ?? "") \(thing)"
    case .fixedShiftExists, .shiftExists, .requestExists, .vacancyExists, .absenceExists,
      .tradeExists, .sessionExists, .dealExists, .reservationExists:
      return "the id \(thing) is used already"
    case .unknownWorkplace:
      return "this log is about \(the(.known)); there is no \(the(.workplace))"
    case .missingRole: return "\(the(.user)) does not have the role \(the(.role))"
    case .notManager where reason == .managerExists:
      return "there is a manager already; only a manager makes another"
    case .notManager where has(.user):
      return "only \(the(.user)) or a manager may do this; \(the(.actor)) is neither"
    case .notManager: return "only a manager may do this; \(the(.actor)) is none"
    case .notOwner where has(.from):
      return "\(thing) is between \(the(.from)) and \(the(.to)), not \(the(.actor))'s to end"
    case .notOwner where has(.to):
      return "\(thing) is offered to \(the(.to)), not to \(the(.actor))"
    case .notOwner: return "\(thing) is \(the(.owner))'s, not \(the(.actor))'s"

    // Repeats, facts, times, batches
    case .idConflict:
      return "the id \(the(.id)) is event \(the(.sequence)), which has another \(the(.difference))"
    case .factMismatch:
      let (fact, stated) = (the(.fact), mismatch?.stated ?? "")
      return mismatch?.actual.map { "\"\(fact)\" is \($0), not \(stated)" }
        ?? "\"\(fact)\" does not apply here, \(stated) was stated"
    case .timeBeforeHead:
      return "\(the(.time)) is before the last event's time, \(the(.lastTime))"
    case .timeInFuture:
      return "\(the(.time)) is more than \(the(.limit)) minutes ahead of the recorder's clock, "
        + the(.now)
    case .batchRejected:
      return "nothing of the batch was recorded: submission \(the(.submission)) of "
        + "\(the(.count)) failed"

    // Workplace and accounts
    case .timeZoneFixed:
      return "the time zone stays \(the(.timeZone)): there are local dates already"
    case .userExists: return "\(the(.user)) is registered already"
    case .invalidEmail: return "an e-mail address has one \"@\" with text on both sides"
    case .emailTaken: return "somebody else has this e-mail address"
    case .userErased: return "\(the(.user)) was erased"
    case .alreadyGranted where has(.skill):
      return "\(the(.user)) has the skill \(the(.skill)) already"
    case .alreadyGranted: return "\(the(.user)) has the role \(the(.role)) already"
    case .notGranted where has(.skill):
      return "\(the(.user)) does not have the skill \(the(.skill))"
    case .notGranted: return "\(the(.user)) does not have the role \(the(.role))"
    case .lastManager: return "\(the(.user)) is the last manager; make another one first"
    case .cannotFollowSelf: return "nobody follows themselves"
    case .alreadyFollowing: return "\(the(.actor)) follows \(the(.user)) already"
    case .notFollowing: return "\(the(.actor)) does not follow \(the(.user))"

    // Roster
    case .dateOutOfRange where has(.until): return "it would have been over by \(the(.until))"
    case .dateOutOfRange where has(.last):
      return "\(the(.date)) is not from \(the(.today)) to \(the(.last))"
    case .dateOutOfRange: return "\(the(.date)) is past; today is \(day(.today))"
    case .weekdayTaken:
      return "\(the(.owner)) has the fixed shift \(the(.fixedShift)) on \(the(.weekday))s already"
    case .shiftStarted where has(.shift) || has(.vacancy):
      return "\(thing) began on \(day(.date)) at \(the(.start))"
    case .shiftStarted: return "\(day(.date)) \(the(.start)) is past"
    case .noTime where has(.absence): return "it would not be a minute long"
    case .noTime: return "no minute lies between its start and its end"
    case .dayTaken: return "\(the(.user)) already holds \(all) on \(day(.date))"
    case .overlapping: return "it overlaps with \(all), which \(the(.user)) holds"
    case .restTooShort:
      return "\(the(.user)) would have less than \(the(.limit)) minutes of rest beside \(all)"
    case .weekTooLong:
      return "\(the(.user)) would have \(the(.minutes)) minutes in \(the(.week)), at most "
        + the(.limit)
    case .awaitingApproval where has(.request): return "\(thing), suggested to it, awaits approval"
    case .awaitingApproval: return "\(thing) awaits approval; approve or disapprove it first"
    case .wrongState:
      switch reason {
      case .onMarketplace: return "\(thing) is on the marketplace already"
      case .suggested:
        return "\(thing) is suggested to \(has(.request) ? the(.request) : "a request")"
      case .awaiting: return "\(thing) awaits approval"
      case .gone: return "there is no shift \(thing) any more"
      case .offSchedule: return "\(thing) is off the schedule"
      case .ownerChanged:
        return "\(thing) is \(the(.owner))'s by now, no longer \(the(.from))'s"
      default: return "\(thing) is not on the marketplace"
      }
    case .alreadyAccepted where has(.trade): return "\(thing) is accepted and awaits approval"
    case .alreadyAccepted:
      return
        "\(has(.taker) ? the(.taker) : "a colleague") accepted \(thing) already; it awaits approval"
    case .notOnMarketplace: return "\(thing) is not on the marketplace"
    case .ownShift where self[.owner] != self[.actor]:
      return "\(thing) is \(the(.owner))'s already"
    case .ownShift: return "\(thing) is \(the(.owner))'s own"
    case .tooLate where has(.session):
      return "block \(the(.block)) of \(thing) could be recorded until \(the(.limit)) minutes "
        + "after its start"
    case .tooLate:
      return "it begins at \(the(.startsAt)), less than \(the(.limit)) minutes from now"
    case .notTaker: return "\(the(.taker)) accepted \(thing), not \(the(.actor))"
    case .notAwaiting where has(.trade): return "\(thing) is not accepted yet"
    case .notAwaiting: return "\(thing) does not await approval"
    case .notApprover where has(.trade):
      return "\(thing) is approved by a manager who is no side of it, not by \(the(.actor))"
    case .notApprover:
      let who = self[.approver] == "owner" ? "its owner or a manager" : "a manager"
      return "\(thing) is approved by \(who), not by \(the(.actor))"
    case .alreadyRequested:
      return "\(the(.user)) has the request \(the(.request)) on \(day(.date)) already"
    case .notRequester:
      return "\(thing) is \(the(.requester))'s request, not \(the(.actor))'s"
    case .requestClosed: return "the request \(thing) is closed"
    case .ownRequest: return "\(thing) is \(the(.actor))'s own request"
    case .wrongDate where has(.requested):
      return "\(the(.request)) asks for \(day(.requested)), \(thing) is on \(day(.date))"
    case .wrongDate: return "\(thing) is suggested for \(day(.date)); it keeps its date meanwhile"
    case .notSuggested: return "\(thing) is not suggested to anyone"
    case .requestPending: return "\(thing), suggested to the same request, awaits approval"
    case .notStarted: return "\(thing) begins on \(day(.date)) at \(the(.start))"
    case .invalidHours: return "0 to \(the(.limit)) minutes can be recorded, not \(the(.minutes))"
    case .hoursRecorded: return "hours are recorded for \(thing); record 0 first"
    case .noPlaceLeft: return "\(thing) has no place left of \(the(.places))"
    case .notClaimed: return "\(thing) did not come from a vacancy"
    case .absenceEnded where has(.until): return "\(thing) was over by \(the(.until))"
    case .absenceEnded: return "\(thing) has ended already"
    case .absent: return "\(the(.user)) is away: \(all)"
    case .skillMissing: return "\(the(.user)) lacks a skill that it needs: \(all)"
    case .tradeClosed: return "\(thing) \(reason == .done ? "is done" : "has ended")"

    // Study
    case .sessionActive: return "\(the(.user))'s session \(the(.session)) is running; stop it first"
    case .invalidBlock:
      let (blocks, pauses) = (DomainState.blockRange, DomainState.pauseRange)
      return "a block has \(blocks.lowerBound) to \(blocks.upperBound) minutes, a pause "
        + "\(pauses.lowerBound) to \(pauses.upperBound), not \(the(.blockMinutes)) and "
        + the(.pauseMinutes)
    case .sessionEnded: return "\(thing) has ended"
    case .wrongBlock: return "the next block of \(thing) is \(the(.next)), not \(the(.block))"
    case .tooEarly:
      return "block \(the(.block)) of \(thing) is over \(the(.limit)) minutes after its start"

    // Deals
    case .unknownCategory:
      return "the categories are \(DealCategory.allCases.map(\.rawValue).joined(separator: ", "))"
    case .locationUnknown:
      return "a deal needs \"latitude\" and \"longitude\" to be found on the map"
    case .invalidLocation: return "latitudes are within 90 degrees, longitudes within 180"
    case .invalidValidity where reason == .past: return "\(the(.validUntil)) is past"
    case .invalidValidity:
      return "\(the(.validUntil)) is not after the begin, \(the(.validFrom))"
    case .notSameDay:
      return "a deal is of one day; this begins on \(day(.first)) and ends on \(day(.last)) in "
        + the(.timeZone)
    case .invalidCapacity: return "a deal has at least one seat, not \(the(.capacity))"
    case .dealEnded where has(.validUntil), .expired:
      return "\(thing) was valid until \(the(.validUntil))"
    case .dealEnded: return "\(thing) was removed"
    case .capacityBelowReserved: return "\(the(.reserved)) seats of \(thing) are reserved already"
    case .termsFixed: return "\(thing) is reserved: its day, coordinates, price and currency stay"
    case .missingField where reason == .priceIncomplete:
      return "a price needs both \"priceCents\" and \"currency\""
    case .missingField where has(.deal): return "a deal cannot be without \"\(the(.field))\""
    case .missingField: return "\"\(the(.field))\" cannot be taken away"
    case .invalidField: return "\"\(the(.field))\" of a deal cannot be taken away"
    case .ownDeal: return "\(thing) is \(the(.actor))'s own"
    case .notYetValid: return "\(thing) begins at \(the(.validFrom))"
    case .alreadyReserved:
      return "\(the(.user)) has a seat in \(the(.deal)) already: \(the(.reservation))"
    case .soldOut: return "no seat is left in \(thing)"
    case .alreadyPaid: return "\(thing) is paid already"
    case .wrongAmount where !has(.priceCents): return "\(thing) had no price when it was reserved"
    case .wrongAmount:
      return
        "the price was \(the(.priceCents)) cents in \(the(.currency)) when \(thing) was reserved"
    case .nothingToRefund:
      switch reason {
      case .neverPaid: return "\(thing) was never paid"
      case .notCancelled: return "\(thing) is not cancelled"
      default: return "\(thing) is paid back already"
      }
    case .notACustomer where reason == .cancelled: return "\(the(.actor)) cancelled \(thing)"
    case .notACustomer where reason == .notBegun:
      return "\(the(.deal)) begins at \(the(.validFrom))"
    case .notACustomer:
      return "\(thing) is not a reservation of \(the(.actor)) at \(the(.company))"
    case .invalidStars: return "a rating has 1 to 5 stars, not \(the(.stars))"
    }
  }
}
