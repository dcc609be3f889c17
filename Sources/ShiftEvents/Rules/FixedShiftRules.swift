/// Weekly shifts, and the occurrences that are scheduled from them up to the horizon.
enum FixedShiftRules {
  static func evolve(_ state: inout DomainState, with event: FixedShiftRegistered) {
    if state.fixedShiftIndex[event.fixedShift.symbol] != nil { return }
    state.workplace.isZoneFixed = true
    let index = state.fixedShifts.count
    state.fixedShiftIndex.set(event.fixedShift.symbol, to: index)
    state.fixedShifts.append(
      FixedShiftRecord(
        id: event.fixedShift, owner: event.owner, weekday: event.weekday,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
        from: event.from, keys: state.shiftKeys.add(event.keys)))
    state.weekly.insert(index, event.owner, Int(event.weekday.rawValue))
  }

  static func evolve(_ state: inout DomainState, with event: FixedShiftRemoved) {
    for shift in event.removed { state.withShift(shift) { $0.close($1, as: .removed) } }
    guard let index = state.fixedShiftIndex[event.fixedShift.symbol] else { return }
    let record = state.fixedShifts[index]
    state.fixedShifts[index].isRemoved = true
    state.weekly.remove(index, record.owner, Int(record.weekday.rawValue))
  }

  static func evolve(_ state: inout DomainState, with event: ShiftSkipped) {
    if state.shiftIndex[event.shift.symbol] != nil { return }
    state.add(
      ShiftRecord(
        id: event.shift, owner: event.owner, date: event.date,
        times: ShiftTimes(start: .midnight, end: .midnight), state: .skipped))
  }

  // MARK: - Judging

  static func register(
    _ id: FixedShiftID, _ times: WeeklyTimes, _ keys: ShiftKeys, owner: UserID?,
    from: LocalDate?, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> (event: Event, following: [Event]) {
    let owner = owner ?? context.actor
    try state.requireEmployeeOrManager(context.actor)
    if state.fixedShiftIndex[id.symbol] != nil {
      throw Rejection(.fixedShiftExists, "the id \(id) is used already")
    }
    _ = try state.user(owner)
    try state.requireOwnerOrManager(owner, of: id, context.actor)
    try state.require(.employee, owner)
    let today = state.today(at: context.time)
    let from = from ?? today
    if from < today {
      throw Rejection(.dateOutOfRange, "\(from) is past; today is \(today.longText)")
    }
    if let taken = state.weekly.elements(owner, Int(times.weekday.rawValue)).first {
      let id = state.fixedShifts[taken].id.description
      throw Rejection(
        .weekdayTaken, "\(owner) has the fixed shift \(id) on \(times.weekday)s already",
        conflicts: [id])
    }
    let record = FixedShiftRecord(
      id: id, owner: owner, weekday: times.weekday,
      times: ShiftTimes(start: times.start, end: times.end, days: keys.days), from: from)
    let registered = FixedShiftRegistered(
      fixedShift: id, weekday: times.weekday, start: times.start, end: times.end, keys: keys,
      owner: owner, from: from)
    let following = newOccurrences(of: record, keys, given: state, in: context)
    return (.fixedShiftRegistered(registered), following)
  }

  /// The occurrences of a new fixed shift, each judged after the ones before it.
  private static func newOccurrences(
    of record: FixedShiftRecord, _ keys: ShiftKeys, given state: DomainState,
    in context: RuleContext
  ) -> [Event] {
    // Shorter ones meet no other of their own, and a folded copy of all state costs much.
    let meetOthers = record.times.lastDay >= 7
    var state = state
    return occurrences(of: record, given: state, at: context.time).map { date in
      let event = occurrence(
        of: record, keys, on: date, given: state, at: context.time, context.symbols)
      if meetOthers { state.evolve(with: event, by: .system, at: context.time) }
      return event
    }
  }

  static func remove(
    _ id: FixedShiftID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireEmployeeOrManager(context.actor)
    let record = state.fixedShifts[try state.fixedShift(id)]
    try state.requireOwnerOrManager(record.owner, of: id, context.actor)
    var removed: [ShiftID] = []
    var kept: [ShiftID] = []
    for shift in upcoming(of: record, given: state, at: context.time) {
      if shift.owner == record.owner && !shift.isAwaiting {
        removed.append(shift.id)
      } else {
        kept.append(shift.id)
      }
    }
    return .fixedShiftRemoved(
      FixedShiftRemoved(
        fixedShift: id, owner: record.owner, removed: removed.sorted(), kept: kept.sorted()))
  }

  /// Schedules, at one moment, every occurrence of every active fixed shift that is due and missing.
  ///
  /// The state is folded on the way: each occurrence is judged after the ones before it.
  static func extend(_ state: inout DomainState, at time: Timestamp) -> [Event] {
    let active = state.fixedShifts
      .filter { !$0.isRemoved && state.holds(.employee, $0.owner) }
      .sorted { $0.id < $1.id }
    var events: [Event] = []
    for record in active {
      let keys = state.keys(record.times, record.keys)
      for date in occurrences(of: record, given: state, at: time) {
        let event = occurrence(of: record, keys, on: date, given: state, at: time)
        state.evolve(with: event, by: .system, at: time)
        events.append(event)
      }
    }
    return events
  }

  // MARK: - Occurrences

  /// The dates in the horizon on which an occurrence is due and neither scheduled nor skipped yet.
  private static func occurrences(
    of record: FixedShiftRecord, given state: DomainState, at time: Timestamp
  ) -> [LocalDate] {
    let today = state.today(at: time)
    let end = today + 7 * state.workplace.horizonWeeks
    var date = first(record.weekday, onOrAfter: max(today, record.from))
    var dates: [LocalDate] = []
    while date < end {
      let isPast = date == today && state.workplace.zone.instant(date, record.times.start) <= time
      if !isPast && existing(record.id, on: date, state) == nil { dates.append(date) }
      date = date + 7
    }
    return dates
  }

  private static func first(_ weekday: Weekday, onOrAfter date: LocalDate) -> LocalDate {
    date + (Int(weekday.rawValue) - Int(date.weekday.rawValue) + 7) % 7
  }

  private static func existing(
    _ id: FixedShiftID, on date: LocalDate, _ state: DomainState
  ) -> Int? {
    let text = occurrenceText(id, on: date)
    guard let symbol = unsafe text.withUnsafeBytes({ unsafe SymbolTable.shared.find($0) }) else {
      return nil
    }
    return state.shiftIndex[symbol]
  }

  /// `<fixed shift>.<date>`
  private static func occurrenceText(_ id: FixedShiftID, on date: LocalDate) -> [UInt8] {
    var text: [UInt8] = []
    SymbolTable.shared.appendText(of: id.symbol, to: &text)
    text.append(UInt8(ascii: "."))
    date.append(to: &text)
    return text
  }

  private static func occurrence(
    of record: FixedShiftRecord, _ keys: ShiftKeys, on date: LocalDate, given state: DomainState,
    at time: Timestamp, _ symbols: BorrowedSymbols? = nil
  ) -> Event {
    let text = occurrenceText(record.id, on: date)
    let id = unsafe text.withUnsafeBytes {
      unsafe ShiftID(symbols?.borrow($0) ?? SymbolTable.shared.intern($0))
    }
    let proposal = TakerRules.Proposal(
      user: record.owner, date: date, interval: state.interval(date, record.times))
    if let reason = reasonToSkip(proposal, given: state, at: time) {
      return .shiftSkipped(
        ShiftSkipped(
          shift: id, owner: record.owner, date: date, fixedShift: record.id, reason: reason))
    }
    let (closed, released) = RequestRules.closing(
      for: record.owner, on: date, leavingOut: nil, given: state, at: time)
    return .shiftScheduled(
      ShiftScheduled(
        shift: id, owner: record.owner, date: date, start: record.times.start,
        end: record.times.end, keys: keys, fixedShift: record.id, closedRequest: closed,
        released: released))
  }

  private static func reasonToSkip(
    _ proposal: TakerRules.Proposal, given state: DomainState, at time: Timestamp
  ) -> SkipReason? {
    if !ShiftRules.hasTime(proposal.interval) { return .noTime }
    do {
      try TakerRules.judgeDay(proposal, given: state, at: time)
    } catch {
      return .dayTaken
    }
    do {
      try TakerRules.judgeOverlap(proposal, given: state, at: time)
    } catch {
      return .overlapping
    }
    return nil
  }

  /// The open occurrences that have not started.
  private static func upcoming(
    of record: FixedShiftRecord, given state: DomainState, at time: Timestamp
  ) -> [ShiftRecord] {
    let today = state.today(at: time)
    // No horizon ever reached further than 104 weeks; an edit may have moved one from a past day on.
    let end = today + 7 * 105
    var date = first(record.weekday, onOrAfter: record.from)
    var upcoming: [ShiftRecord] = []
    while date < end {
      if let index = existing(record.id, on: date, state) {
        let shift = state.shifts[index]
        if shift.isOpen && !state.hasStarted(shift, at: time) { upcoming.append(shift) }
      }
      date = date + 7
    }
    return upcoming
  }
}
