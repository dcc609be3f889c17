extension EventGuide {
  static let fixedShiftRegistered = EventGuide(
    "Adds a weekly shift and schedules it up to the horizon",
    by: "the owner, or a manager",
    [.missingRole, .fixedShiftExists, .notOwner, .dateOutOfRange, .weekdayTaken],
    "fixedshift.registered F20 --actor u4 weekday=monday start=09:00 end=13:00")
  static let fixedShiftEdited = EventGuide(
    "Changes a weekly shift from a day on, also its owner; its occurrences that stand as it says follow",
    by: "a manager",
    [
      .notManager, .unknownFixedShift, .missingRole, .missingField, .dateOutOfRange, .ownShift,
      .weekdayTaken, .noTime, .noticeTooShort,
    ], "fixedshift.edited F8 --actor u1 from=2026-04-20 start=16:00 end=21:00")
  static let fixedShiftRemoved = EventGuide(
    "Ends a weekly shift, with its occurrences that nobody else has a claim to",
    by: "the owner, or a manager",
    [.missingRole, .unknownFixedShift, .notOwner, .notManager, .noticeTooShort],
    "fixedshift.removed F8 --actor u4")
}

/// Weekly shifts, and the occurrences that are scheduled from them up to the horizon.
extension DomainState {
  func register(
    _ id: FixedShiftID, _ times: WeeklyTimes, _ keys: ShiftDetails, owner: UserID?,
    _ days: SeriesDays, in context: RuleContext, _ following: inout [Event]
  ) throws(Rejection) -> Event {
    let owner = owner ?? context.actor
    try requireEmployeeOrManager(context.actor)
    try fixedShifts.requireNew(id, orThrow: .fixedShiftExists)
    _ = try self.user(owner)
    try requireOwnerOrManager(owner, of: id, context.actor)
    try require(.employee, owner)
    let from = try requireDays(days, at: context.time)
    let series = Series(
      weekday: times.weekday, every: days.every ?? 1, from: from, until: days.until,
      SeriesTerms(start: times.start, end: times.end, keys: keys.asInState, owner: owner))
    try judgeWeekday(series, besides: nil, from: from)
    following = newOccurrences(of: id, series, in: context)
    return .fixedShiftRegistered(
      FixedShiftRegistered(
        fixedShift: id, weekday: times.weekday, start: times.start, end: times.end, keys: keys,
        owner: owner, from: from, until: days.until, every: days.every))
  }

  func edit(
    _ id: FixedShiftID, _ edits: SeriesEdits, to owner: UserID?, from day: LocalDate?,
    override: [OverridableRule], reason: String?, in context: RuleContext,
    _ following: inout [Event]
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let place = try fixedShift(id)
    if let owner {
      _ = try user(owner)
      try require(.employee, owner)
    }
    let before = series(fixedShifts[place])
    let (after, first) = try changed(before, by: edits, to: owner, from: day, at: context.time)
    let ownerBefore = before.terms(on: first).owner!
    if owner == ownerBefore {
      throw Rejection(.ownShift, [.fixedShift: id, .owner: ownerBefore, .actor: context.actor])
    }
    try judgeWeekday(after, besides: place, from: first)
    try requireTime(after, from: first)
    var event = FixedShiftEdited(
      fixedShift: id, start: edits.start, end: edits.end, keys: edits.keys, to: owner, from: first,
      until: edits.until, override: override, owner: ownerBefore, edited: [], removed: [], kept: [])
    let late = change(before, after, &event, in: context)
    event.note = ChangeContext(
      reason: reason, notice: try leastNotice(late, at: context.time, unless: override))
    following = newOccurrences(of: id, after, after: event, in: context)
    return .fixedShiftEdited(event)
  }

  /// Fills in what a change does to the occurrences from its first day on, each judged after the ones before it.
  ///
  /// - Returns: the published ones that people are given notice of, with their new starts.
  private func change(
    _ before: Series, _ after: Series, _ event: inout FixedShiftEdited, in context: RuleContext
  ) -> [(ShiftRecord, TimeOfDay)] {
    let time = context.time
    var late: [(ShiftRecord, TimeOfDay)] = []
    // Others of their own are met by long ones alone, and a folded copy of all state costs much.
    var folded: DomainState? = areLong(before) || areLong(after) ? self : nil
    var ids = OccurrenceIDs(event.fixedShift.symbol)
    // Earlier versions took the usual days, given, for other times, and named what is behind an earlier end once more.
    var recorded: (edited: Set<ShiftID>, kept: Set<ShiftID>) = ([], [])
    if case .fixedShiftEdited(let old) = context.recorded {
      recorded = (Set(old.edited), Set(old.kept))
    }
    for date in recordedDates(after, from: event.from, at: time) {
      guard let (index, shift) = upcoming(ids.find(date), at: time) else { continue }
      let (old, new) = (before.terms(on: date), after.terms(on: date))
      let isOwners = shift.owner == old.owner && !shift.isAwaiting
      if let until = after.until, date > until {
        if isOwners {
          event.removed.append(shift.id)
          if shift.owner != context.actor { late.append((shift, shift.start)) }
        } else if before.until.map({ date <= $0 }) ?? true || recorded.kept.contains(shift.id) {
          event.kept.append(shift.id)
        }
        continue
      }
      let wasKept = recorded.kept.contains(shift.id)
      let isNamed = wasKept || recorded.edited.contains(shift.id)
      if old == new || !isNamed && old.asksTheSame(as: new) { continue }
      guard isOwners, !hasHours(shift.id), shift.date == date,
        wasKept
          ? keys(shift.times, shift.keys) == old.keys
          : shiftKeys[shift.keys] == old.keys.withoutDays, shift.times.lastAsLong(as: old.times),
        (folded ?? self).mayTake(new, index, on: date, unless: event.override, at: time)
      else {
        event.kept.append(shift.id)
        continue
      }
      event.edited.append(shift.id)
      if isLate(shift, new, by: context.actor) { late.append((shift, new.start)) }
      if let owner = new.owner, owner != shift.owner {
        let (closed, released) = closing(for: owner, on: date, leavingOut: index, at: time)
        event.closedRequests += closed.map { [$0] } ?? []
        event.released += released
      }
      folded?.take(new, shift.id, at: time)
    }
    event.edited.sort()
    event.removed.sort()
    event.kept.sort()
    event.closedRequests.sort()
    event.released.sort()
    return late
  }

  /// Returns `true` if an occurrence can have new terms: they begin later, have a minute, and leave its owner the day
  /// rule and the rule of overlaps.
  private func mayTake(
    _ terms: SeriesTerms, _ index: Int, on date: LocalDate, unless override: [OverridableRule],
    at time: Timestamp
  ) -> Bool {
    let interval = interval(date, terms.times)
    let proposal = Proposal(
      user: terms.owner ?? shifts[index].owner, date: date, interval: interval, leavingOut: index,
      override: override)
    return interval.lowerBound > time && hasTime(interval, less: terms.keys.breakMinutes)
      && (try? judgeDay(proposal, at: time)) != nil
      && (try? judgeOverlap(proposal, at: time)) != nil
  }

  func remove(
    _ id: FixedShiftID, override: [OverridableRule], reason: String?, in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let series = series(fixedShifts[try self.fixedShift(id)])
    let today = today(at: context.time)
    for (owner, _, _) in series.owners(from: today) {
      try requireOwnerOrManager(owner, of: id, context.actor)
    }
    let owner = series.terms(on: today).owner!
    try requireOwnerOrManager(owner, of: id, context.actor)
    if !override.isEmpty || reason != nil { try requireManager(context.actor) }
    var event = FixedShiftRemoved(
      fixedShift: id, override: override, owner: owner, removed: [], kept: [])
    var late: [(ShiftRecord, TimeOfDay)] = []
    // None was scheduled before the first event, whatever day a series says it is from; an edit may have moved one
    // from a past day on.
    let begin = tally.firstTime.map { self.today(at: $0) } ?? today
    var ids = OccurrenceIDs(id.symbol)
    for date in recordedDates(series, from: begin, at: context.time) {
      guard let (_, shift) = upcoming(ids.find(date), at: context.time) else { continue }
      if shift.owner == series.terms(on: date).owner, !shift.isAwaiting {
        event.removed.append(shift.id)
        if holds(.manager, context.actor), shift.owner != context.actor {
          late.append((shift, shift.start))
        }
      } else {
        event.kept.append(shift.id)
      }
    }
    event.removed.sort()
    event.kept.sort()
    // Earlier versions took away without notice; of what was not there to take, the event says nothing.
    if case .fixedShiftRemoved(let old) = context.recorded, old.note.notice == nil {
      let taken = Set(old.removed)
      late.removeAll { taken.contains($0.0.id) }
    }
    event.note = ChangeContext(
      reason: reason, notice: try leastNotice(late, at: context.time, unless: override))
    return .fixedShiftRemoved(event)
  }

  // MARK: - Rules

  /// Fewer other fixed shifts of each owner that share dates with the series than the owner may hold on a day.
  private func judgeWeekday(
    _ series: Series, besides place: Int?, from first: LocalDate
  ) throws(Rejection) {
    for (owner, begin, end) in series.owners(from: first) {
      var others: [Int] = []
      for other in indexes.weekly.elements(owner, Int(series.weekday.rawValue))
      where other != place && !fixedShifts[other].isRemoved && !others.contains(other) {
        let record = fixedShifts[other]
        if record.from > end || (record.until ?? end) < begin { continue }
        let terms = self.series(record)
        if series.meets(terms),
          terms.owners(from: .first).contains(where: {
            $0.owner == owner && $0.first <= end && $0.last >= begin
          })
        {
          others.append(other)
        }
      }
      if others.count < workplace.maxShiftsPerDay { continue }
      throw Rejection(
        .weekdayTaken, [.owner: owner, .weekday: "\(series.weekday)"],
        conflicts: others.map { "\(fixedShifts[$0].id)" }.sorted(), of: .fixedShift)
    }
  }

  /// Returns the least notice of changes of published shifts; `nil` where there are none.
  ///
  /// - Parameter changes: shifts, each with its start after the change.
  /// - Throws: `noticeTooShort` where there is less than the workplace asks for.
  private func leastNotice(
    _ changes: [(shift: ShiftRecord, start: TimeOfDay)], at time: Timestamp,
    unless override: [OverridableRule]
  ) throws(Rejection) -> Int? {
    try judgeNotice(
      changes.filter { publishedDays.contains($0.shift.date) }.flatMap {
        [($0.shift.id, $0.shift.date, $0.shift.start), ($0.shift.id, $0.shift.date, $0.start)]
      }, at: time, unless: override)
  }

  // MARK: - Occurrences

  /// True of occurrences that may meet the next one of their series.
  private func areLong(_ series: Series) -> Bool {
    series.spans.contains { $0.terms.times.lastDay >= 6 }
  }

  /// An occurrence that is on the schedule and has not started, with its place.
  private func upcoming(_ symbol: InternedID?, at time: Timestamp) -> (Int, ShiftRecord)? {
    guard let index = symbol.flatMap({ shifts.place(of: ShiftID($0)) }),
      shifts[index].isOpen, !hasStarted(shifts[index], at: time)
    else { return nil }
    return (index, shifts[index])
  }

  /// The dates in the horizon for which an occurrence is due and neither scheduled nor skipped yet, and whose owner is an
  /// employee.
  func dueShifts(
    _ id: FixedShiftID, _ series: Series, _ closed: ClosureDays, at time: Timestamp
  ) -> [LocalDate] {
    var ids = OccurrenceIDs(id.symbol)
    return due(series, closed, at: time).filter { date in
      ids.find(date).flatMap { shifts.place(of: ShiftID($0)) } == nil
        && holds(.employee, series.terms(on: date).owner!)
    }
  }

  /// The occurrences that are due behind an event of their series, each judged after the ones before it.
  private func newOccurrences(
    of id: FixedShiftID, _ series: Series, after event: FixedShiftEdited? = nil,
    in context: RuleContext
  ) -> [Event] {
    let dates = dueShifts(id, series, closureDaysOfHorizon(at: context.time), at: context.time)
    if dates.isEmpty { return [] }
    // Shorter ones meet no other of their own but one that was moved by hand, and a folded copy of all state costs much.
    var folded: DomainState? = event?.removed.isEmpty == false || areLong(series) ? self : nil
    if let event {
      folded?.evolve(with: .fixedShiftEdited(event), by: context.actor, at: context.time)
    }
    return dates.map { date in
      let event = (folded ?? self).occurrence(
        id, series, on: date, at: context.time, context.symbols)
      folded?.evolve(with: event, by: .system, at: context.time)
      return event
    }
  }

  func occurrence(
    _ fixedShift: FixedShiftID, _ series: Series, on date: LocalDate, at time: Timestamp,
    _ symbols: ProvisionalIDs? = nil
  ) -> Event {
    let terms = series.terms(on: date)
    var ids = OccurrenceIDs(fixedShift.symbol)
    let (id, owner) = (ShiftID(ids.intern(date, symbols)), terms.owner!)
    let proposal = Proposal(
      user: owner, date: date, interval: interval(date, terms.times),
      breakMinutes: terms.keys.breakMinutes)
    if let reason = reasonToSkip(proposal, at: time) {
      return .shiftSkipped(
        ShiftSkipped(shift: id, owner: owner, date: date, fixedShift: fixedShift, reason: reason))
    }
    let (closed, released) = closing(for: owner, on: date, leavingOut: nil, at: time)
    return .shiftScheduled(
      ShiftScheduled(
        shift: id, owner: owner, date: date, start: terms.start, end: terms.end, keys: terms.keys,
        fixedShift: fixedShift, closedRequest: closed, released: released))
  }

  private func reasonToSkip(_ proposal: Proposal, at time: Timestamp) -> SkipReason? {
    if !hasTime(proposal.interval, less: proposal.breakMinutes) { return .noTime }
    if (try? judgeDay(proposal, at: time)) == nil { return .dayTaken }
    return (try? judgeOverlap(proposal, at: time)) == nil ? .overlapping : nil
  }
}
