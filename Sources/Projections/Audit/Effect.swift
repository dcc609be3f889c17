package import ShiftEvents

extension Event {
  /// The change that the event made, in a few plain words.
  func effect(_ consequence: StateChange, in zone: Zone) -> Phrase {
    switch consequence {
    case .asTold: return effect(in: zone)
    case .retimed(let stretch): return effect(in: zone, "now \(timesOf: stretch)")
    case .edited(let members, _):
      let isTimed = members.contains { ["start", "end", "days"].contains($0.key) }
      let length = isTimed ? stretch(in: zone)?.notableLength.map { "; \($0) now" } : nil
      return "\(members.effect)\(length ?? "")\(ending)"
    case .nothing(let state?): return "changed nothing: the shift was \(state.explanation)"
    case .nothing(nil): return "changed nothing: there was no such shift"
    }
  }

  /// The effects of a shift's edit beside the edit itself.
  private var ending: String {
    guard case .shiftEdited(let event) = self else { return "" }
    return closing(event.closedRequest) + settingAside(event.override) + noted(event.note)
  }

  /// The time of what the event is about, where it says when that begins and ends.
  package func stretch(in zone: Zone) -> TimeSpan? {
    func stretch(
      _ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, _ days: Int16?
    ) -> TimeSpan { TimeSpan(date: date, start: start, end: end, days: days, in: zone) }
    if case .shiftScheduled(let event) = self {
      return stretch(event.date, event.start, event.end, event.keys.days)
    }
    if case .shiftClaimed(let event) = self {
      return stretch(event.date, event.start, event.end, event.keys.days)
    }
    if case .shiftEdited(let event) = self {
      return stretch(event.date, event.start, event.end, event.keys.days.applied(to: nil))
    }
    if case .fixedShiftRegistered(let event) = self {
      return stretch(event.from.next(event.weekday), event.start, event.end, event.keys.days)
    }
    if case .fixedVacancyRegistered(let event) = self {
      return stretch(event.from.next(event.weekday), event.start, event.end, event.keys.days)
    }
    if case .vacancyPosted(let event) = self {
      return stretch(event.date, event.start, event.end, event.keys.days)
    }
    if case .vacancyEdited(let event) = self {
      return stretch(event.date, event.start, event.end, event.keys.days.applied(to: nil))
    }
    if case .absenceRecorded(let event) = self {
      return stretch(event.date, event.start, event.end, event.days)
    }
    return nil
  }

  /// The owner whom the event gives a shift that nobody had before, and what else it did.
  package var holding: (owner: UserID, rest: Phrase)? {
    if case .shiftScheduled(let event) = self { return (event.owner, event.rest) }
    if case .shiftClaimed(let event) = self { return (event.owner, event.rest) }
    return nil
  }

  private func holding(in zone: Zone) -> Phrase? {
    let length = stretch(in: zone)?.notableLength.map { ", \($0)" } ?? ""
    return holding.map { owner, rest in "\(owner)'s\(length)\(rest)" }
  }

  /// - Parameter times: those of weekly work, where an edit gives some.
  private func effect(in zone: Zone, _ times: Phrase? = nil) -> Phrase {
    func given() -> Phrase { times.map { "\(givenWords), \($0)" } ?? givenWords }
    return switch self {
    case .userRegistered(let event):
      "registered as \(event.roles.map(\.rawValue).joined(separator: ", "))"
    case .profileChanged: "name or e-mail changed"
    case .roleGranted(let event): "\(event.role.rawValue) granted"
    case .roleRevoked(let event): "\(event.role.rawValue) revoked"
    case .userFollowed(let event): "\(event.user) is followed"
    case .userUnfollowed(let event): "\(event.user) is no longer followed"
    case .userErased: "name, e-mail and roles erased"
    case .skillGranted(let event): "skill \(event.skill) granted\(lasting(event.until))"
    case .skillRevoked(let event): "skill \(event.skill) revoked"
    case .fixedShiftRegistered(let event):
      "\(event.owner)'s, \(rhythm(event.weekday, event.every)) \(timesOf: stretch(in: zone)!) from \(event.from)\(lasting(event.until))"
    case .fixedShiftEdited(let event): event.effect(given())
    case .fixedShiftRemoved(let event):
      "\(counted(event.removed.count, "shift")) removed, \(event.kept.count) kept\(settingAside(event.override))\(noted(event.note))"
    case .fixedVacancyRegistered(let event):
      "\(counted(event.places, "place")), \(rhythm(event.weekday, event.every)) \(timesOf: stretch(in: zone)!) from \(event.from)\(lasting(event.until))"
    case .fixedVacancyEdited(let event):
      "from \(event.from): \(given()); \(event.edited.count) edited, \(event.closed.count) closed"
    case .fixedVacancyRemoved(let event): "\(counted(event.closed.count, "vacancy")) closed"
    case .closureRecorded(let event): event.effect
    case .closureEnded(let event): "the closure \(event.from) to \(event.to) ended"
    case .shiftScheduled, .shiftClaimed: holding(in: zone)!
    case .shiftSkipped(let event): "not scheduled: \(event.reason.explanation)"
    case .shiftCancelled(let event):
      "cancelled, was \(event.owner)'s\(settingAside(event.override))\(noted(event.note))"
    case .hoursRecorded(let event): event.effect
    case .workStarted: "work began"
    case .workPaused: "a pause began"
    case .workResumed: "work goes on"
    case .workEnded(let event): event.effect(in: zone)
    case .shiftSupplied: "on the marketplace"
    case .shiftRevoked(let event): "off the marketplace, still \(event.owner)'s"
    case .shiftAccepted(let event):
      event.final
        ? "\(event.from) → \(event.to)\(closing(event.closedRequest))"
        : "awaiting approval, still \(event.from)'s"
    case .acceptanceWithdrawn(let event): "\(event.taker) stepped back, \(event.via.standing)"
    case .shiftApproved(let event): "\(event.from) → \(event.to)\(closing(event.closedRequest))"
    case .shiftDisapproved(let event):
      event.via == .market
        ? "\(event.taker) refused, \(event.via.standing)"
        : "\(event.taker) refused, still \(event.owner)'s"
    case .requestPosted(let event): "\(event.requester) asks for work on \(event.date)"
    case .requestWithdrawn: "withdrawn"
    case .shiftSuggested(let event): "offered to \(event.requester) for \(event.request)"
    case .suggestionWithdrawn(let event): "offer withdrawn, still \(event.owner)'s"
    case .suggestionAccepted(let event): "awaiting approval, still \(event.from)'s"
    case .absenceRecorded(let event): event.effect(stretch(in: zone)!)
    case .absenceEnded(let event): "the absence of \(event.user) ended"
    case .tradeOffered(let event):
      "\(event.from) gives \(event.give) for \(event.to)'s \(event.take)"
    case .tradeAccepted(let event):
      event.final
        ? "\(event.give) \(event.from) → \(event.to), \(event.take) \(event.to) → \(event.from)\(closing(event.closedRequests))"
        : "awaiting approval, nothing has changed hands"
    case .tradeApproved(let event):
      "\(event.give) \(event.from) → \(event.to), \(event.take) \(event.to) → \(event.from)\(closing(event.closedRequests))"
    case .tradeEnded: "ended, nothing has changed hands"
    case .tradeRecorded(let event):
      "\(event.give) \(event.from) → \(event.to), \(event.take) \(event.to) → \(event.from)\(closing(event.closedRequests))\(settingAside(event.override))\(noted(event.note))"
    case .studyStarted(let event):
      "blocks of \(event.blockMinutes) min, pauses of \(event.pauseMinutes) min"
    case .studyBlockCompleted(let event): "block \(event.block): \(event.minutes) min secured"
    case .studyStopped(let event): "\(event.reason.rawValue): \(event.minutes) min earned"
    case .dealPosted(let event): "on offer from \(event.validFrom) to \(event.validUntil)"
    case .dealRemoved(let event):
      "removed, \(counted(event.cancelled.count, "reservation")) cancelled"
    case .dealReserved(let event): "a seat in \(event.deal)"
    case .reservationCancelled(let event): event.refundDue ? "cancelled, refund due" : "cancelled"
    case .paymentRecorded(let event): "\(money(event.amountCents, event.currency)) paid"
    case .paymentRefunded(let event): "\(money(event.amountCents, event.currency)) paid back"
    case .companyRated(let event): "\(counted(event.stars, "star"))"
    case .shiftAssigned(let event): event.effect
    case .shiftSplit(let event):
      "split at \(event.at): \(event.into) goes on until \(event.ending(in: zone))\(settingAside(event.override))"
    case .vacancyPosted(let event):
      "\(counted(event.places, "place")) on \(stretch(in: zone)!, plain: "\(event.date), \(event.start)–\(event.end)")"
    case .shiftDropped(let event):
      "\(event.owner) gave it back to \(event.vacancy), \(event.left) left"
    case .shiftRestored(let event):
      "back on the schedule, \(event.owner)'s\(closing(event.closedRequest))\(settingAside(event.override))\(noted(event.note))"
    case .schedulePublished(let event):
      "\(counted(event.shifts, "shift")) from \(event.from) to \(event.to) published"
    case .changeAnswered(let event):
      "\(event.owner) \(event.agreed ? "agrees with" : "declines") the change of \(event.changedAt)"
    case .hoursConfirmed(let event):
      "\(event.worker)'s \(durationText(minutes: event.minutes)) confirmed"
    case .periodClosed(let event):
      "\(event.from) to \(event.to) closed: \(counted(event.shifts, "shift")), \(durationText(minutes: event.minutes)), \(event.unconfirmed) unconfirmed"
    case .periodReopened(let event):
      "the period \(event.from) to \(event.to) reopened\(because(event.reason))"
    case .contractSet(let event): "\(beginning(event.from))\(event.limits.words)"
    case .workplaceConfigured, .shiftEdited, .vacancyEdited, .dealEdited: "changed"
    case .unknown: "of a type, or with a word, that this version does not know"
    }
  }

  /// The members that an edit of weekly work gives.
  var given: [ChangedMember] {
    var none: [DataMember] = []
    return none.edit(by: self, isWhole: false).filter { !["from", "to"].contains($0.key) }
  }

  /// The same in words: `start 16:00, owner bob, place none`.
  fileprivate var givenWords: Phrase {
    given.enumerated().reduce("") { words, member in
      "\(words)\(member.offset > 0 ? ", " : "")\(member.element.key) \(member.element.after?.value.words ?? "none")"
    }
  }

}

extension ShiftSplit {
  /// The end of the second part, with what its time alone does not tell: `05:00`, or `05:00, 1 day 23 h 30 min`.
  func ending(in zone: Zone) -> String {
    let part = TimeSpan(date: intoDate, start: at, end: end, days: intoDays, in: zone)
    return "\(end)" + (part.notableLength.map { ", \($0)" } ?? "")
  }
}

extension FixedShiftEdited {
  fileprivate func effect(_ given: Phrase) -> Phrase {
    let owner: Phrase = to.map { "\(self.owner) → \($0)" } ?? ""
    let comma = to == nil || given.description.isEmpty ? "" : ", "
    return
      "from \(from): \(owner)\(comma)\(given); \(edited.count) edited, \(removed.count) removed, \(kept.count) kept\(closing(closedRequests))\(settingAside(override))\(noted(note))"
  }
}

extension ClosureRecorded {
  fileprivate var effect: Phrase {
    let there = [
      shifts.isEmpty ? nil : counted(shifts.count, "shift"),
      vacancies.isEmpty ? nil : counted(vacancies.count, "vacancy"),
    ].compactMap(\.self)
    let verb = cancel == true ? "cancelled" : shifts.count + vacancies.count == 1 ? "stays" : "stay"
    let work = there.isEmpty ? "" : "; \(there.joined(separator: " and ")) \(verb)"
    return
      "\(from) to \(to) closed\(place.map { " at \($0)" } ?? "")\(title.map { ": \($0)" } ?? "")\(work)\(settingAside(override))\(because(reason))"
  }
}

/// The days of weekly work: `fridays`, `every 2 weeks on fridays,`.
private func rhythm(_ weekday: Weekday, _ every: Int?) -> String {
  guard let every, every > 1 else { return "\(weekday)s" }
  return "every \(every) weeks on \(weekday)s,"
}

private func lasting(_ until: LocalDate?) -> Phrase { until.map { " until \($0)" } ?? "" }

private func beginning(_ from: LocalDate?) -> Phrase { from.map { "from \($0): " } ?? "" }

extension ShiftScheduled {
  fileprivate var rest: Phrase {
    "\(fixedShift.map { ", from \($0)" } ?? "")\(closing(closedRequest))\(settingAside(override))\(noted(note))"
  }
}

extension ShiftClaimed {
  fileprivate var rest: Phrase {
    ", from \(vacancy), \(left) left\(closing(closedRequest))\(settingAside(override))\(noted(note))"
  }
}

extension HoursRecorded {
  fileprivate var effect: Phrase {
    if minutes == 0 { return "\(worker) did not come\(settingAside(override))" }
    let stretch = start.flatMap { start in end.map { "\(start.text)–\($0.text)" } }
    let words = timeWords(stretch, less: breakMinutes.map(Int.init))
    return "\(worker) worked \(durationText(minutes: minutes))\(words)\(settingAside(override))"
  }
}

extension WorkEnded {
  fileprivate func effect(in zone: Zone) -> Phrase {
    let (start, end) = (zone.timeOfDay(at: startAt), zone.timeOfDay(at: endAt))
    let words = timeWords("\(start.text)–\(end.text)", less: breakMinutes)
    return "\(worker) worked \(durationText(minutes: minutes))\(words)"
  }
}

/// The times of work and the break that was not worked: `, 08:00–16:30 less 0:30`.
private func timeWords(_ stretch: String?, less breakMinutes: Int?) -> String {
  let less = breakMinutes.flatMap { $0 == 0 ? nil : durationText(minutes: $0) }
  guard let stretch else { return less.map { ", break \($0)" } ?? "" }
  return ", \(stretch)" + (less.map { " less \($0)" } ?? "")
}

extension ContractEdits {
  /// The limits in words: `at most 40:00 a week; rest as the workplace has it`.
  fileprivate var words: String {
    func limit(
      _ edit: Edit<Int>, _ name: String,
      in text: (Int) -> String = { durationText(minutes: $0) }, _ words: (String) -> String
    ) -> String? {
      switch edit {
      case .unchanged: nil
      case .removed: "\(name) as the workplace has it"
      case .set(0): "no limit of \(name)"
      case .set(let most): words(text(most))
      }
    }
    return [
      limit(maxWeekMinutes, "hours a week") { "at most \($0) a week" },
      limit(minRestMinutes, "rest") { "at least \($0) of rest" },
      limit(maxShiftMinutes, "hours a shift") { "at most \($0) a shift" },
      limit(maxDaysInRow, "days in a row", in: { counted($0, "day") }) { "at most \($0) in a row" },
    ].compactMap(\.self).joined(separator: "; ")
  }
}

extension ShiftAssigned {
  fileprivate var effect: Phrase {
    let ended = closing(closedRequest) + settingAside(override) + noted(note)
    guard let taker else { return "\(from) → \(to), assigned\(ended)" }
    return "\(from) → \(to), assigned; \(taker)'s acceptance ended\(ended)"
  }
}

extension AbsenceRecorded {
  fileprivate func effect(_ stretch: TimeSpan) -> Phrase {
    let last = date + dayOfEnd(start, end, days: days)
    let uncovered = shifts.isEmpty ? "" : ", \(counted(shifts.count, "shift")) uncovered"
    let plain = "from \(date) \(start) to \(last) \(end)"
    return "\(user) is away \(stretch, plain: plain)\(uncovered)\(settingAside(override))"
  }
}

extension SkipReason {
  fileprivate var explanation: String {
    switch self {
    case .noTime: "the clocks skip all of it"
    case .dayTaken: "the day is taken"
    case .overlapping: "it overlaps another shift"
    }
  }
}

extension AcceptanceRoute {
  /// The place of a shift whose taker did not get it.
  fileprivate var standing: String {
    switch self {
    case .market: "on the marketplace again"
    case .suggestion: "suggested again"
    }
  }
}

extension ShiftState {
  /// The state in words, of a shift that an event did not change.
  fileprivate var explanation: String {
    switch self {
    case .idle: "with its owner"
    case .supplied: "on the marketplace"
    case .awaiting: "awaiting approval"
    case .dropped: "given back"
    case .suggested, .removed, .cancelled: rawValue
    }
  }
}

/// Tells which rules a manager set aside: `; set aside: dayTaken`.
private func settingAside(_ rules: [OverridableRule]) -> String {
  rules.isEmpty ? "" : "; set aside: " + rules.map(\.rawValue).joined(separator: ", ")
}

/// Tells the notice and the reason of a change: `; notice 1:35; because a delivery is early`.
private func noted(_ note: ChangeContext) -> String {
  (note.notice.map { "; notice \(durationText(minutes: $0))" } ?? "") + because(note.reason)
}

private func because(_ reason: String?) -> String { reason.map { "; reason: \($0)" } ?? "" }

private func closing(_ requests: [RequestID]) -> String { requests.map(closing).joined() }

private func closing(_ request: RequestID?) -> String { request.map { ", \($0) closed" } ?? "" }

private func money(_ cents: Int, _ currency: CurrencyCode) -> String {
  "\(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(twoDigits(cents.magnitude % 100)) \(currency)"
}
