// Shifts: what each event does to them. Nothing can fail here: these are facts, and one about a shift that is
// not on the schedule changes nothing.
extension DomainState {
  // MARK: - On the schedule and off it

  mutating func evolve(with event: ShiftScheduled, by actor: UserID, at time: Timestamp) {
    let wasAdded = add(
      ShiftRecord(
        id: event.shift, owner: event.owner, date: event.date,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days), at: time,
        tally.lastSequence, from: event.fixedShift),
      event.keys, closing: event.closedRequest, releasing: event.released)
    if indexes.areKept, let series = event.fixedShift { noteDate(event.date, of: series, at: time) }
    if wasAdded {
      noteSetAside(event.override, by: event.shift)
      note(.scheduled, of: event.shift, event.note, event.override, by: actor, at: time)
    }
  }

  mutating func evolve(with event: ShiftClaimed, by actor: UserID, at time: Timestamp) {
    // One of a vacancy that is not there came from none.
    let vacancy = vacancies.place(of: event.vacancy)
    let wasAdded = add(
      ShiftRecord(
        id: event.shift, owner: event.owner, date: event.date,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days), at: time,
        tally.lastSequence, vacancy: vacancy == nil ? nil : event.vacancy),
      event.keys, closing: event.closedRequest, releasing: event.released)
    if !wasAdded { return }
    if let vacancy { vacancies[vacancy].change(at: time) { $0.taken += 1 } }
    noteSetAside(event.override, by: event.shift)
    note(.claimed, of: event.shift, event.note, event.override, by: actor, at: time)
  }

  /// Adds a shift, unless its id has one: the first counts. A day that was skipped made none.
  ///
  /// - Returns: `true` if it was added.
  private mutating func add(
    _ shift: ShiftRecord, _ keys: ShiftDetails, closing request: RequestID?,
    releasing released: [ShiftID]
  ) -> Bool {
    let skipped = shifts.place(of: shift.id)
    if let skipped, shifts[skipped].state != .skipped { return false }
    workplace.isZoneFixed = true
    var shift = shift
    shift.keys = shiftKeys.add(keys)
    hold(shift, at: put(shift, at: skipped), by: shift.owner)
    close(request, releasing: released, at: shift.changedAt)
    return true
  }

  mutating func evolve(with event: ShiftSkipped, at time: Timestamp) {
    if shifts.place(of: event.shift) != nil { return }
    workplace.isZoneFixed = true
    put(
      ShiftRecord(
        id: event.shift, owner: event.owner, date: event.date,
        times: ShiftTimes(start: .midnight, end: .midnight), at: time, tally.lastSequence,
        from: event.fixedShift, state: .skipped))
    if indexes.areKept { noteDate(event.date, of: event.fixedShift, at: time) }
  }

  /// Notes that the date of an occurrence needs no second look.
  private mutating func noteDate(_ date: LocalDate, of series: FixedShiftID, at time: Timestamp) {
    guard let place = fixedShifts.place(of: series) else { return }
    RecordedDates.note(
      date, of: fixedShifts[place], at: place, in: &indexes.recordedDates.shifts,
      workplace.zone, at: time)
  }

  /// Takes the shift off the schedule, which gives its vacancy a place back and ends the waiting for an answer.
  ///
  /// - Returns: `true` if it was there.
  @discardableResult
  mutating func close(_ id: ShiftID, as state: ShiftRecord.State, at time: Timestamp) -> Bool {
    let wasOpen = change(id, at: time) { all, shift, place in
      all.settle(&shift, place, as: state)
      if let vacancy = shift.vacancy.flatMap(all.vacancies.place) {
        all.vacancies[vacancy].change(at: time) { $0.taken -= 1 }
      }
      all.letGo(shift, at: place, by: shift.owner)
    }
    if wasOpen, !works.isEmpty { stopWork(of: Int(id.symbolIndex)) }
    if wasOpen, state != .cancelled { endAwaiting(of: id) }
    return wasOpen
  }

  mutating func evolve(with event: ShiftCancelled, by actor: UserID, at time: Timestamp) {
    if close(event.shift, as: .cancelled, at: time) {
      note(.cancelled, of: event.shift, event.note, event.override, by: actor, at: time)
    }
  }

  /// Puts a cancelled shift back on the schedule, which takes its place of a vacancy again, or a skipped one.
  mutating func evolve(with event: ShiftRestored, by actor: UserID, at time: Timestamp) {
    guard let place = shifts.place(of: event.shift),
      [.cancelled, .skipped].contains(shifts[place].state)
    else { return }
    var shift = shifts[place]
    if shift.state == .skipped {
      if let terms = terms(ofSkipped: shift) { shift.owner = terms.owner ?? shift.owner }
      (shift.date, shift.suppliedAt) = (event.date, time)
      shift.times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
      shift.keys = shiftKeys.add(event.keys)
    }
    if event.owner != shift.owner { restoredToAnother.append(UInt32(tally.lastSequence.value)) }
    (shift.state, shift.owner, shift.firstOwner) = (.idle, event.owner, event.owner)
    (shift.changes, shift.changedAt) = (shift.changes &+ 1, time)
    shift.holding = Holding(time, tally.lastSequence)
    put(shift, at: place)
    noteSetAside(event.override, by: event.shift)
    if let vacancy = shift.vacancy.flatMap(vacancies.place) {
      vacancies[vacancy].change(at: time) { $0.taken += 1 }
    }
    hold(shift, at: place, by: shift.owner)
    note(.restored, of: event.shift, event.note, event.override, by: actor, at: time)
    close(event.closedRequest, releasing: event.released, at: time)
  }

  mutating func evolve(with event: ShiftEdited, by actor: UserID, at time: Timestamp) {
    // The time of an acceptance stays.
    let accepted = shifts[event.shift].flatMap { $0.isAwaiting ? $0.changedAt : nil }
    let wasOpen = change(event.shift, at: accepted ?? time) { all, shift, place in
      // An offer that had lapsed when its request was closed does not come back with a later start.
      if let request = shift.request, all.requests[request]?.isOpen == false {
        all.settle(&shift, place, as: .idle)
      }
      let keys = all.keys(shift.times, shift.keys).applying(event.keys)
      let holders = [shift.owner, shift.taker].compactMap(\.self)
      for user in holders { all.letGo(shift, at: place, by: user) }
      let times = ShiftTimes(start: event.start, end: event.end, days: keys.days)
      if shift.date != event.date || !shift.times.lastAsLong(as: times) {
        shift.holding = Holding(time, all.tally.lastSequence)
        all.noteSetAside(event.override, by: event.shift)
      }
      (shift.date, shift.times) = (event.date, times)
      for user in holders { all.hold(shift, at: place, by: user) }
      shift.keys = all.shiftKeys.replace(shift.keys, by: keys)
    }
    if wasOpen { note(.edited, of: event.shift, event.note, event.override, by: actor, at: time) }
    close(event.closedRequest, releasing: event.released, at: time)
  }

  /// The optional keys of a record with those times and that number in the table.
  package func keys(_ times: ShiftTimes, _ number: UInt32) -> ShiftDetails {
    var keys = shiftKeys[number]
    keys.days = times.days
    return keys
  }

  /// The terms of its date of an occurrence that was skipped; `nil` where nothing says of which series it is.
  func terms(ofSkipped shift: ShiftRecord) -> SeriesTerms? {
    shift.fixedShift.flatMap(fixedShifts.place).map {
      series(fixedShifts[$0]).terms(on: shift.date)
    }
  }

  // MARK: - With its series

  /// Takes an occurrence off the schedule with its series; of a published one this is a late change, unless it is the
  /// actor's own.
  mutating func remove(
    _ id: ShiftID, _ note: ChangeContext, _ override: [OverridableRule], by actor: UserID,
    at time: Timestamp
  ) {
    guard let shift = shift(id), close(id, as: .removed, at: time) else { return }
    if note.notice == nil || shift.owner == actor { return }
    let notice = notice(of: shift, shift.start, at: time)
    self.note(
      .removed, of: id, ChangeContext(reason: note.reason, notice: notice), override, by: actor,
      at: time)
  }

  /// Gives an occurrence new terms; with a new owner it is as assigned.
  mutating func take(
    _ terms: SeriesTerms, _ id: ShiftID, _ note: ChangeContext, _ override: [OverridableRule],
    by actor: UserID, at time: Timestamp
  ) {
    guard let before = shift(id), before.isOpen else { return }
    take(terms, id, override, at: time)
    guard note.notice != nil, let after = shift(id), isLate(before, terms, by: actor) else {
      return
    }
    let notice = notice(of: before, after.start, at: time)
    let kind: LateChangeRecord.Kind = before.owner == after.owner ? .edited : .assigned
    self.note(
      kind, of: id, ChangeContext(reason: note.reason, notice: notice), override, by: actor,
      at: time)
  }

  /// Gives an occurrence new terms.
  mutating func take(
    _ terms: SeriesTerms, _ id: ShiftID, _ override: [OverridableRule] = [], at time: Timestamp
  ) {
    change(id, at: time) { all, shift, place in
      let isAnothers = terms.owner.map { $0 != shift.owner } ?? false
      if let owner = terms.owner, isAnothers {
        all.give(&shift, place, to: owner)
        shift.firstOwner = owner
      }
      let holders = [shift.owner, shift.taker].compactMap(\.self)
      for user in holders { all.letGo(shift, at: place, by: user) }
      let isMoved = !shift.times.lastAsLong(as: terms.times)
      if isMoved { shift.holding = Holding(time, all.tally.lastSequence) }
      if isAnothers || isMoved { all.noteSetAside(override, by: id) }
      shift.times = terms.times
      for user in holders { all.hold(shift, at: place, by: user) }
      shift.keys = all.shiftKeys.replace(shift.keys, by: terms.keys)
    }
  }

  /// Returns `true` if new terms of an occurrence are a change that people are given notice of, where it is published.
  func isLate(_ shift: ShiftRecord, _ terms: SeriesTerms, by actor: UserID) -> Bool {
    let owner = terms.owner ?? shift.owner
    if owner == actor, shift.owner == actor { return false }
    return owner != shift.owner || terms.start != shift.start || terms.end != shift.end
      || terms.times.lastDay != shift.times.lastDay
      || terms.keys.place != shiftKeys[shift.keys].place
  }

  /// The notice of a change of a shift, counted to the earlier of its starts before and after; `nil` where its day is
  /// not published.
  func notice(of shift: ShiftRecord, _ start: TimeOfDay, at time: Timestamp) -> Int? {
    if !publishedDays.contains(shift.date) { return nil }
    let first = min(
      workplace.zone.instant(shift.date, shift.start), workplace.zone.instant(shift.date, start))
    return Int(floorDivide(first.milliseconds - time.milliseconds, 60_000))
  }

  // MARK: - From hand to hand

  mutating func evolve(with event: ShiftAssigned, by actor: UserID, at time: Timestamp) {
    let wasOpen = change(event.shift, at: time) { all, shift, place in
      all.give(&shift, place, to: event.to)
      all.noteSetAside(event.override, by: event.shift)
      shift.firstOwner = event.to
    }
    if wasOpen { note(.assigned, of: event.shift, event.note, event.override, by: actor, at: time) }
    close(event.closedRequest, releasing: event.released, at: time)
  }

  mutating func evolve(with event: ShiftSupplied, at time: Timestamp) {
    change(event.shift, at: time) { all, shift, place in
      all.settle(&shift, place, as: .supplied)
      shift.suppliedAt = time
    }
  }

  mutating func evolve(with event: ShiftAccepted, at time: Timestamp) {
    if event.final {
      give(event.shift, to: event.to, at: time)
    } else {
      change(event.shift, at: time) { $0.await(&$1, $2, taker: event.to, as: .awaitingMarket) }
    }
    close(event.closedRequest, releasing: event.released, at: time)
  }

  mutating func evolve(with event: AcceptanceWithdrawn, at time: Timestamp) {
    change(event.shift, at: time) { all, shift, place in
      switch event.via {
      case .market: all.settle(&shift, place, as: .supplied)
      case .suggestion: all.suggest(&shift, place, to: event.request ?? shift.request)
      }
    }
  }

  mutating func evolve(with event: ShiftApproved, at time: Timestamp) {
    give(event.shift, to: event.to, at: time)
    close(event.closedRequest, releasing: event.released, at: time)
  }

  mutating func evolve(with event: ShiftSuggested, at time: Timestamp) {
    change(event.shift, at: time) { $0.suggest(&$1, $2, to: event.request) }
  }

  mutating func evolve(with event: SuggestionAccepted, at time: Timestamp) {
    change(event.shift, at: time) {
      $0.await(&$1, $2, taker: event.to, as: .awaitingSuggestion, for: event.request)
    }
  }

  // MARK: - Moves that several events share

  /// Changes a shift that is on the schedule. Its record is taken out, and put back once it is whole.
  ///
  /// - Returns: `true` if it was there.
  @inline(__always) @discardableResult
  private mutating func change(
    _ id: ShiftID, at time: Timestamp,
    _ change: (inout DomainState, inout ShiftRecord, _ place: Int) -> Void
  ) -> Bool {
    guard let place = shifts.place(of: id) else { return false }
    var shift = shifts[place]
    if !shift.isOpen { return false }
    shift.changes &+= 1
    shift.changedAt = time
    change(&self, &shift, place)
    put(shift, at: place)
    return true
  }

  /// Leaves a shift in a state in which nothing about it is open.
  mutating func settle(_ shift: ShiftID, as state: ShiftRecord.State, at time: Timestamp) {
    change(shift, at: time) { $0.settle(&$1, $2, as: state) }
  }

  /// Gives the shift to a new owner by the old one's own doing, so that nobody is asked about changes before.
  mutating func give(_ id: ShiftID, to user: UserID, at time: Timestamp) {
    if handOver(id, to: user, at: time) { endAwaiting(of: id) }
  }

  /// Gives the shift to a new owner; whatever was open about it is settled, but for an answer that is awaited.
  ///
  /// - Returns: `true` if it was on the schedule.
  mutating func handOver(_ id: ShiftID, to user: UserID, at time: Timestamp) -> Bool {
    change(id, at: time) { $0.give(&$1, $2, to: user) }
  }

  private mutating func give(_ shift: inout ShiftRecord, _ place: Int, to user: UserID) {
    settle(&shift, place, as: .idle)
    letGo(shift, at: place, by: shift.owner)
    hold(shift, at: place, by: user)
    // The change has its time already.
    (shift.owner, shift.holding) = (user, Holding(shift.changedAt, tally.lastSequence))
    noteSetAside([], by: shift.id)
    if !works.isEmpty { stopWork(of: Int(shift.id.symbolIndex)) }
  }

  /// Ends a supply, a suggestion or an acceptance and leaves the shift in `state`.
  private mutating func settle(
    _ shift: inout ShiftRecord, _ place: Int, as state: ShiftRecord.State
  ) {
    if let taker = shift.taker { letGo(shift, at: place, by: taker) }
    if let request = shift.request, indexes.areKept {
      indexes.suggestions.remove(place, request, 0)
    }
    shift.taker = nil
    shift.request = nil
    shift.state = state
  }

  /// Offers the shift to a request; to none, it is with its owner alone.
  private mutating func suggest(_ shift: inout ShiftRecord, _ place: Int, to request: RequestID?) {
    settle(&shift, place, as: request == nil ? .idle : .suggested)
    attach(&shift, place, to: request)
  }

  private mutating func await(
    _ shift: inout ShiftRecord, _ place: Int, taker: UserID, as state: ShiftRecord.State,
    for request: RequestID? = nil
  ) {
    settle(&shift, place, as: state)
    attach(&shift, place, to: request)
    shift.taker = taker
    hold(shift, at: place, by: taker)
  }

  private mutating func attach(_ shift: inout ShiftRecord, _ place: Int, to request: RequestID?) {
    guard let request else { return }
    shift.request = request
    if indexes.areKept { indexes.suggestions.insert(place, request, 0) }
  }
}
