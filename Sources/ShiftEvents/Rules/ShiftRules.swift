extension EventGuide {
  static let shiftScheduled = EventGuide(
    "Schedules one shift", by: "a manager",
    [
      .notManager, .shiftExists, .missingRole, .periodClosed, .shiftStarted, .noticeTooShort,
      .noTime,
    ], then: takerRules,
    "shift.scheduled extra-1 --actor u1 owner=u4 date=2026-04-04 start=10:00 end=14:00")
  static let shiftSkipped = EventGuide(
    "Tells that an occurrence of a fixed shift could not be scheduled",
    by: "the tool itself", [])
  static let shiftCancelled = EventGuide(
    "Takes a shift off the schedule", by: "a manager",
    [
      .notManager, .unknownShift, .periodClosed, .shiftStarted, .noticeTooShort, .hoursRecorded,
      .awaitingApproval,
    ], "shift.cancelled F10.2026-04-04 --actor u1")
  static let hoursRecorded = EventGuide(
    "Records how long a shift was worked; the latest record counts",
    by: "the owner, or a manager",
    [
      .missingRole, .unknownShift, .notOwner, .notManager, .periodClosed, .notStarted,
      .invalidHours,
    ], "hours.recorded F2.2026-03-31 --actor u2 start=17:00 end=22:15")
  static let shiftEdited = EventGuide(
    "Changes times, place or words of a shift; null takes an optional one away",
    by: "a manager",
    [
      .notManager, .unknownShift, .missingField, .periodClosed, .shiftStarted, .hoursRecorded,
      .awaitingApproval, .noticeTooShort, .noTime, .wrongDate,
    ], then: takerRules, "shift.edited F10.2026-04-04 --actor u1 place=till labels=late")
  static let shiftSplit = EventGuide(
    "Cuts a shift in two, of which its owner may give one away",
    by: "the owner, as far as the workplace permits it, or a manager",
    [
      .missingRole, .unknownShift, .notOwner, .notManager, .shiftExists, .periodClosed,
      .shiftStarted, .hoursRecorded, .wrongState, .invalidSplit, .partTooShort,
    ], "shift.split F10.2026-04-04 --actor u1 at=12:00 into=F10-late")
}

/// Loose shifts, cancelling, and the hours that were worked.
extension DomainState {
  /// Judges a shift as its event would record it.
  func schedule(_ shift: ShiftScheduled, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try requireNew(shift.shift)
    _ = try self.user(shift.owner)
    try require(.employee, shift.owner)
    let times = ShiftTimes(start: shift.start, end: shift.end, days: shift.keys.days)
    try requireOpen([shift.date], unless: shift.override)
    try requireFuture(shift.date, times, at: context.time, unless: shift.override)
    let notice = try judgeNotice(
      [(shift.shift, shift.date, shift.start)], at: context.time, unless: shift.override)
    let interval = try realInterval(shift.date, times, less: shift.keys.breakMinutes)
    let proposal = Proposal(
      user: shift.owner, date: shift.date, interval: interval, needs: shift.keys.needs,
      breakMinutes: shift.keys.breakMinutes, override: shift.override)
    try judgeOwner(proposal, at: context.time)
    try judgeBoundLoad(proposal, at: context.time)
    var event = shift
    event.note = ChangeContext(reason: shift.note.reason, notice: notice)
    (event.closedRequest, event.released) = closing(
      for: shift.owner, on: shift.date, leavingOut: nil, at: context.time)
    return .shiftScheduled(event)
  }

  func requireNew(_ shift: ShiftID) throws(Rejection) {
    try shifts.requireNew(shift, orThrow: .shiftExists)
  }

  /// Returns `true` if a shift is at least one real minute long, its break left out.
  func hasTime(_ interval: Range<Timestamp>, less breakMinutes: Int16? = nil) -> Bool {
    interval.lowerBound.minutes(until: interval.upperBound) - Int(breakMinutes ?? 0) >= 1
  }

  func cancel(
    _ id: ShiftID, override: [OverridableRule], reason: String?, in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let shift = shifts[try openShift(id)]
    let note = try judgeChange(of: [shift], unless: override, reason: reason, in: context)
    try requireNoHours(shift)
    try requireNotAwaiting(shift)
    return .shiftCancelled(
      ShiftCancelled(
        shift: id, override: override, note: note, owner: shift.owner, date: shift.date,
        request: shift.request))
  }

  func requireNoHours(_ shift: ShiftRecord) throws(Rejection) {
    if hasHours(shift.id) { throw Rejection(.hoursRecorded, [.shift: shift.id]) }
  }

  func requireNotAwaiting(_ shift: ShiftRecord) throws(Rejection) {
    if shift.isAwaiting { throw Rejection(.awaitingApproval, [.shift: shift.id]) }
  }

  func recordHours(
    _ id: ShiftID, _ worked: WorkedTime, _ breakMinutes: Int16?, override: [OverridableRule],
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let shift = shifts[try openShift(id)]
    try requireOwnerOrManager(shift.owner, of: id, context.actor)
    if !override.isEmpty { try requireManager(context.actor) }
    if context.actor != shift.owner { try requireOpen([shift.date], unless: override) }
    if !hasStarted(shift, at: context.time) {
      throw Rejection(.notStarted, [.shift: id, .date: shift.date, .start: shift.start])
    }
    var event = HoursRecorded(
      shift: id, breakMinutes: breakMinutes, override: override, worker: shift.owner,
      date: shift.date, minutes: 0, firstOwner: shift.firstOwner)
    var least = 0
    switch worked {
    case .minutes(let minutes): event.minutes = minutes
    case .clock(let start, let end):
      let interval = interval(shift.date, ShiftTimes(start: start, end: end))
      let elapsed = interval.lowerBound.minutes(until: interval.upperBound)
      (event.start, event.end) = (start, end)
      event.breakMinutes = breakMinutes ?? usualBreak(of: shift, within: elapsed)
      event.minutes = elapsed - Int(event.breakMinutes ?? 0)
      // A break that is given leaves a minute.
      least = breakMinutes == nil ? 0 : 1
    }
    let most = mostMinutes(of: shift)
    guard (least...most).contains(event.minutes) else {
      throw Rejection(.invalidHours, [.shift: id, .minutes: event.minutes, .limit: most])
    }
    return .hoursRecorded(event)
  }

  /// The break of a shift where it leaves a minute of so many; `nil` where there is none to take off.
  func usualBreak(of shift: ShiftRecord, within minutes: Int) -> Int16? {
    guard let usual = shiftKeys.breakMinutes(shift.keys) else { return nil }
    return usual < minutes ? usual : nil
  }

  /// The most minutes that can be recorded of a shift.
  func mostMinutes(of shift: ShiftRecord) -> Int {
    HoursRecorded.mostMinutesADay * max(1, Int(shift.days ?? 1))
  }
}

/// Shifts whose times, place or words a manager changes.
extension DomainState {
  func edit(
    _ id: ShiftID, _ edits: ShiftEdits, override: [OverridableRule], reason: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    let keys = keys(shift.times, shift.keys)
    let (date, times) = try edits.result(shift.date, shift.times, keys: keys)
    try requireOpen([shift.date, date], unless: override)
    try requireNotStarted(shift, at: context.time, unless: override)
    try requireNoHours(shift)
    try requireNotAwaiting(shift)
    try requireFuture(date, times, at: context.time, unless: override)
    var notice: Int?
    if (date, times.start, times.end, times.lastDay, edits.keys.place.applied(to: keys.place))
      != (shift.date, shift.start, shift.end, shift.times.lastDay, keys.place)
    {
      notice = try judgeNotice(
        [(id, shift.date, shift.start), (id, date, times.start)], at: context.time, unless: override
      )
    }
    let breakMinutes = edits.keys.breakMinutes.applied(to: keys.breakMinutes) ?? 0
    let interval = try realInterval(date, times, less: breakMinutes)
    if shift.state == .suggested, date != shift.date {
      throw Rejection(.wrongDate, [.shift: id, .date: shift.date, .request: shift.request])
    }
    var event = ShiftEdited(
      shift: id, date: date, start: times.start, end: times.end, keys: edits.keys,
      override: override, note: ChangeContext(reason: reason, notice: notice), owner: shift.owner)
    event.keys.days = edits.keys.days.recorded(times.days)
    var proposal = Proposal(
      user: shift.owner, date: date, interval: interval, breakMinutes: breakMinutes,
      leavingOut: index, override: override)
    if case .set(let needs) = edits.keys.needs {
      proposal.needs = needs
      try judgeSkill(proposal)
    }
    let isMoved = (date, interval) != (shift.date, self.interval(shift))
    if isMoved { try judgeAbsence(proposal) }
    if isMoved || breakMinutes < keys.breakMinutes ?? 0 { try judgeLength(proposal) }
    if isMoved {
      try judgeDay(proposal, at: context.time)
      try judgeOverlap(proposal, at: context.time)
      try judgeBoundLoad(proposal, at: context.time)
    }
    if date != shift.date {
      (event.closedRequest, event.released) = closing(
        for: shift.owner, on: date, leavingOut: index, at: context.time)
    }
    return .shiftEdited(event)
  }
}

extension ShiftEdits {
  /// The date and the times after the edit.
  ///
  /// - Throws: `missingField` where one of them is taken away.
  func result(
    _ date: LocalDate, _ times: ShiftTimes, keys: ShiftDetails
  ) throws(Rejection) -> (date: LocalDate, times: ShiftTimes) {
    (
      try self.date.required("date", date),
      ShiftTimes(
        start: try start.required("start", times.start), end: try end.required("end", times.end),
        days: self.keys.days.applied(to: keys.days))
    )
  }
}

extension Edit {
  /// The value after the edit, of a member that there must be.
  func required(_ name: String, _ value: Value) throws(Rejection) -> Value {
    guard let value = applied(to: value) else { throw Rejection(.missingField, [.field: name]) }
    return value
  }

  /// Returns the edit as the event records it: with the value, also if that stays.
  func recorded(_ value: Value?) -> Edit {
    guard case .unchanged = self, let value else { return self }
    return .set(value)
  }
}

/// Shifts that are cut in two.
extension DomainState {
  func split(
    _ id: ShiftID, at: TimeOfDay, into: ShiftID, override: [OverridableRule],
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let shift = shifts[try openShift(id)]
    try requireOwnerOrManager(shift.owner, of: id, context.actor)
    let isManager = holds(.manager, context.actor)
    if !override.isEmpty { try requireManager(context.actor) }
    try requireNew(into)
    let intoDate = shift.date + (at > shift.start ? 0 : 1)
    if isManager { try requireOpen([shift.date, intoDate], unless: override) }
    try requireNotStarted(shift, at: context.time, unless: override)
    try requireNoHours(shift)
    try requireIdle(shift)
    let minutes = try partMinutes(of: shift, at: at, on: intoDate)
    if !isManager {
      let least = workplace.minSplitMinutes
      if least == 0 { throw Rejection(.notManager, [.actor: context.actor]) }
      if minutes < least {
        throw Rejection(.partTooShort, [.shift: id, .minutes: minutes, .limit: least])
      }
    }
    let lastDay = shift.times.lastDay - (intoDate - shift.date)
    return .shiftSplit(
      ShiftSplit(
        shift: id, at: at, into: into, override: override, owner: shift.owner, date: shift.date,
        start: shift.start, end: shift.end, days: shift.days, intoDate: intoDate,
        intoDays: lastDay == dayOfEnd(at, shift.end, days: nil) ? nil : Int16(lastDay)))
  }

  /// The scheduled minutes of the shorter of two parts.
  ///
  /// - Throws: `invalidSplit` where one of them has none, or would begin behind the last day that there is.
  private func partMinutes(
    of shift: ShiftRecord, at time: TimeOfDay, on date: LocalDate
  ) throws(Rejection) -> Int {
    let (whole, cut) = (interval(shift), workplace.zone.instant(date, time))
    var first = whole.lowerBound.minutes(until: cut)
    var second = cut.minutes(until: whole.upperBound)
    // The longer part keeps the break.
    let pause = Int(shiftKeys.breakMinutes(shift.keys) ?? 0)
    if first < second { second -= pause } else { first -= pause }
    // No day is behind the last one, though the shift goes on.
    if date > .last || min(first, second) < 1 {
      throw Rejection(
        .invalidSplit, [.at: time, .shift: shift.id, .start: shift.start, .end: shift.end])
    }
    return min(first, second)
  }
}
