/// Weekly shifts, and the occurrences that are scheduled from them up to the horizon.
extension DomainState {
  func register(
    _ id: FixedShiftID, _ times: WeeklyTimes, _ keys: ShiftDetails, owner: UserID?,
    from: LocalDate?, in context: RuleContext, _ following: inout [Event]
  ) throws(Rejection) -> Event {
    let owner = owner ?? context.actor
    try requireEmployeeOrManager(context.actor)
    try fixedShifts.requireNew(id, orThrow: .fixedShiftExists)
    _ = try self.user(owner)
    try requireOwnerOrManager(owner, of: id, context.actor)
    try require(.employee, owner)
    let today = today(at: context.time)
    let from = from ?? today
    if from < today { throw Rejection(.dateOutOfRange, [.date: from, .today: today]) }
    if endOfHorizon(at: context.time) + -1 > .last {
      throw Rejection(
        .dateOutOfRange, because: .endOfCalendar, [.date: from, .last: LocalDate.last])
    }
    if let taken = indexes.weekly.first(owner, Int(times.weekday.rawValue)) {
      throw Rejection(
        .weekdayTaken, [.owner: owner, .weekday: "\(times.weekday)"],
        conflicts: ["\(fixedShifts[taken].id)"], of: .fixedShift)
    }
    let record = FixedShiftRecord(
      id: id, owner: owner, weekday: times.weekday,
      times: ShiftTimes(start: times.start, end: times.end, days: keys.days), from: from)
    let registered = FixedShiftRegistered(
      fixedShift: id, weekday: times.weekday, start: times.start, end: times.end, keys: keys,
      owner: owner, from: from)
    following = newOccurrences(of: record, keys, in: context)
    return .fixedShiftRegistered(registered)
  }

  /// The occurrences of a new fixed shift, each judged after the ones before it.
  private func newOccurrences(
    of record: FixedShiftRecord, _ keys: ShiftDetails, in context: RuleContext
  ) -> [Event] {
    // Shorter ones meet no other of their own, and a folded copy of all state costs much.
    let meetOthers = record.times.lastDay >= 7
    var state = self
    return occurrences(of: record, at: context.time).map { date in
      let event = state.occurrence(of: record, keys, on: date, at: context.time, context.symbols)
      if meetOthers { state.evolve(with: event, by: .system, at: context.time) }
      return event
    }
  }

  func remove(_ id: FixedShiftID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let record = fixedShifts[try self.fixedShift(id)]
    try requireOwnerOrManager(record.owner, of: id, context.actor)
    let upcoming = upcoming(of: record, at: context.time)
    func ids(whereGone isGone: Bool) -> [ShiftID] {
      upcoming.filter { ($0.owner == record.owner && !$0.isAwaiting) == isGone }.map(\.id).sorted()
    }
    return .fixedShiftRemoved(
      FixedShiftRemoved(
        fixedShift: id, owner: record.owner, removed: ids(whereGone: true),
        kept: ids(whereGone: false)))
  }

  /// Schedules, at one moment, every occurrence of every active fixed shift that is due and missing.
  ///
  /// The state is folded on the way: each occurrence is judged after the ones before it.
  mutating func extendFixedShifts(at time: Timestamp) -> [Event] {
    let active =
      fixedShifts.rows
      .filter { !$0.isRemoved && holds(.employee, $0.owner) }
      .sorted { $0.id < $1.id }
    var events: [Event] = []
    for record in active {
      let keys = keys(record.times, record.keys)
      for date in occurrences(of: record, at: time) {
        let event = occurrence(of: record, keys, on: date, at: time)
        evolve(with: event, by: .system, at: time)
        events.append(event)
      }
    }
    return events
  }

  // MARK: - Occurrences

  /// The first day for which no occurrences are scheduled yet.
  private func endOfHorizon(at time: Timestamp) -> LocalDate {
    today(at: time) + 7 * workplace.horizonWeeks
  }

  /// The dates in the horizon on which an occurrence is due and neither scheduled nor skipped yet.
  private func occurrences(of record: FixedShiftRecord, at time: Timestamp) -> [LocalDate] {
    let today = today(at: time)
    let end = endOfHorizon(at: time)
    var date = first(record.weekday, onOrAfter: max(today, record.from))
    var dates: [LocalDate] = []
    // A series that was there before the horizon came to the end of the calendar goes on up to it.
    while date < end, date <= .last {
      let isPast = date == today && workplace.zone.instant(date, record.times.start) <= time
      if !isPast && existing(record.id, on: date) == nil { dates.append(date) }
      date = date + 7
    }
    return dates
  }

  private func first(_ weekday: Weekday, onOrAfter date: LocalDate) -> LocalDate {
    date + (Int(weekday.rawValue) - Int(date.weekday.rawValue) + 7) % 7
  }

  private func existing(_ id: FixedShiftID, on date: LocalDate) -> Int? {
    let text = occurrenceText(id, on: date)
    guard let symbol = unsafe text.withUnsafeBytes({ unsafe Interner.shared.find($0) }) else {
      return nil
    }
    return shifts.place(of: ShiftID(symbol))
  }

  /// `<fixed shift>.<date>`
  private func occurrenceText(_ id: FixedShiftID, on date: LocalDate) -> [UInt8] {
    var text: [UInt8] = []
    Interner.shared.appendText(of: id.symbol, to: &text)
    text.append(UInt8(ascii: "."))
    date.append(to: &text)
    return text
  }

  private func occurrence(
    of record: FixedShiftRecord, _ keys: ShiftDetails, on date: LocalDate,
    at time: Timestamp, _ symbols: ProvisionalIDs? = nil
  ) -> Event {
    let text = occurrenceText(record.id, on: date)
    let id = unsafe text.withUnsafeBytes { unsafe ShiftID(Interner.shared.intern($0, symbols)) }
    let proposal = Proposal(user: record.owner, date: date, interval: interval(date, record.times))
    if let reason = reasonToSkip(proposal, at: time) {
      return .shiftSkipped(
        ShiftSkipped(
          shift: id, owner: record.owner, date: date, fixedShift: record.id, reason: reason))
    }
    let (closed, released) = closing(for: record.owner, on: date, leavingOut: nil, at: time)
    return .shiftScheduled(
      ShiftScheduled(
        shift: id, owner: record.owner, date: date, start: record.times.start,
        end: record.times.end, keys: keys, fixedShift: record.id, closedRequest: closed,
        released: released))
  }

  private func reasonToSkip(_ proposal: Proposal, at time: Timestamp) -> SkipReason? {
    if !hasTime(proposal.interval) { return .noTime }
    if (try? judgeDay(proposal, at: time)) == nil { return .dayTaken }
    return (try? judgeOverlap(proposal, at: time)) == nil ? .overlapping : nil
  }

  /// The open occurrences that have not started.
  private func upcoming(of record: FixedShiftRecord, at time: Timestamp) -> [ShiftRecord] {
    let today = today(at: time)
    // No horizon ever reached further than 104 weeks; an edit may have moved one from a past day on.
    let end = today + 7 * 105
    // None was scheduled before the first event, whatever day a series says it is from.
    let begin = tally.firstTime.map { self.today(at: $0) } ?? today
    var date = first(record.weekday, onOrAfter: max(begin, record.from))
    var upcoming: [ShiftRecord] = []
    while date < end {
      if let index = existing(record.id, on: date) {
        let shift = shifts[index]
        if shift.isOpen && !hasStarted(shift, at: time) { upcoming.append(shift) }
      }
      date = date + 7
    }
    return upcoming
  }
}
