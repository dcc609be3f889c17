// What was promised: publications, and the changes that came after them.
/// A manager's word that the roster of some days holds.
package struct PublicationRecord: StateRecord {
  package var id: PublicationID
  package var from: LocalDate
  package var to: LocalDate
  package var by: UserID
  package var publishedAt: Timestamp
  package var shifts: Int

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    by.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: SchedulePublished, by actor: UserID, at time: Timestamp) {
    if publications.place(of: event.publication) != nil { return }
    publications.add(
      PublicationRecord(
        id: event.publication, from: event.from, to: event.to, by: actor, publishedAt: time,
        shifts: event.shifts))
    publishedDays.insert(from: event.from, to: event.to, UInt32(publications.count))
  }

  mutating func evolve(with event: ChangeAnswered, at time: Timestamp) {
    guard let place = awaitedChange(of: event.shift) else { return }
    if let shift = shifts.place(of: event.shift) { keepPromise(at: shift) }
    lateChanges[place].answer = event.agreed ? .agreed : .declined
    lateChanges[place].answeredAt = time
  }

  /// The place of the late change of a shift that awaits an answer.
  @inline(__always)
  package func awaitedChange(of shift: ShiftID) -> Int? {
    guard let place = lateChanges.place(of: shift), lateChanges[place].answer == .awaited else {
      return nil
    }
    return place
  }

  /// Hands over the places of the late changes of a shift, the newest first.
  package func forEachLateChange(of shift: ShiftID, _ body: (Int) -> Void) {
    var next = lateChanges.place(of: shift)
    while let place = next {
      body(place)
      let before = Int(lateChanges[place].before)
      next = before < 0 ? nil : before
    }
  }

  /// Ends the waiting for an answer, as another change takes its place or nobody is left to be asked.
  mutating func endAwaiting(of shift: ShiftID) {
    if let place = awaitedChange(of: shift) { lateChanges[place].answer = .none }
  }

  /// Notes a change that has a notice, with the shift as it is right after it.
  mutating func note(
    _ kind: LateChangeRecord.Kind, of id: ShiftID, _ note: ChangeContext,
    _ override: [OverridableRule], by actor: UserID, at time: Timestamp
  ) {
    guard let notice = note.notice, let shift = shifts[id] else { return }
    endAwaiting(of: id)
    var change = LateChangeRecord(
      kind, of: shift, notice: notice, override, by: actor, at: time, tally.lastSequence)
    let most = workplace.answerNoticeMinutes
    if most > 0, notice >= most { change.answer = .none }
    change.reason = reasons.add(note.reason?.inNFC)
    change.before = lateChanges.place(of: id).map { Int32($0) } ?? -1
    lateChanges.add(change)
  }
}

// Days whose hours are settled, and the confirmations of hours.
/// A range of past days whose hours were settled, with what was worked in it then.
package struct PeriodRecord: StateRecord {
  package var id: PeriodID
  package var from: LocalDate
  package var to: LocalDate
  package var by: UserID
  package var closedAt: Timestamp
  package var shifts: Int
  package var minutes: Int
  package var unconfirmed: Int
  package var isClosed = true

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    by.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: PeriodClosed, by actor: UserID, at time: Timestamp) {
    if periods.place(of: event.period) != nil { return }
    periods.add(
      PeriodRecord(
        id: event.period, from: event.from, to: event.to, by: actor, closedAt: time,
        shifts: event.shifts, minutes: event.minutes, unconfirmed: event.unconfirmed))
    closedDays.change(from: event.from, to: event.to, isClosing: true)
  }

  mutating func evolve(with event: PeriodReopened) {
    guard let place = periods.place(of: event.period), periods[place].isClosed else { return }
    periods[place].isClosed = false
    closedDays.change(from: periods[place].from, to: periods[place].to, isClosing: false)
  }

  /// The hours of the shifts that were worked on some days.
  ///
  /// - Complexity: linear in the records of about these days, see `DayRanges`.
  func hoursWorked(from first: LocalDate, to last: LocalDate) -> [HoursRecord] {
    var worked: [HoursRecord] = []
    forEachHoursWorked(from: first, to: last) { worked.append($0) }
    return worked
  }

  /// Hands the same over.
  package func forEachHoursWorked(
    from first: LocalDate, to last: LocalDate, _ body: (HoursRecord) -> Void
  ) {
    hoursDays.forEachPlace(from: first, to: last, of: hours.count) { place in
      let record = hours[place]
      if record.minutes > 0, first <= record.date, record.date <= last { body(record) }
    }
  }

  mutating func evolve(with event: HoursConfirmed, by actor: UserID, at time: Timestamp) {
    if let place = hours.place(of: event.shift) { hours[place].confirm(by: actor, at: time) }
  }
}

// The shifts as publications promised them: a shift that nobody has changed since is its own promise, and of one that
// was changed the record before is kept.
extension DomainState {
  /// Keeps what was promised of a shift that is about to change, unless it was kept before.
  @inline(__always)
  mutating func keepPromise(at place: Int) {
    if shifts[place].publication < publications.count { keepLastPromise(at: place) }
  }

  @inline(never)
  private mutating func keepLastPromise(at place: Int) {
    guard let promise = promise(at: place) else { return }
    shifts[place].publication = UInt32(publications.count)
    if let kept = promised.place(of: promise.id), !isLast(promised[kept]) {
      promised[kept] = promise
    } else {
      promised.add(promise)
    }
  }

  /// The shift as the last publication of its day promised it, if nobody changed it since. Inlined: a call would copy the
  /// state.
  @inline(__always)
  private func promise(at place: Int) -> ShiftRecord? {
    var shift = shifts[place]
    guard shift.isOpen, case let last = publishedDays.last(of: shift.date), last > shift.publication
    else { return nil }
    shift.publication = last
    shift.awaitedAnswer = awaitedChange(of: shift.id) != nil
    return shift
  }

  /// True of a promise that no later publication has taken the place of.
  @inline(__always)
  private func isLast(_ promise: ShiftRecord) -> Bool {
    publishedDays.last(of: promise.date) == promise.publication
  }

  /// Hands over the shifts of each day as they were when it was published last; one that was moved may stand on several
  /// days.
  ///
  /// - Complexity: O(s log p) in all shifts and publications.
  package func forEachPromise(_ body: (ShiftRecord) -> Void) {
    for promise in promised.rows where isLast(promise) { body(promise) }
    for place in shifts.indices where shiftBriefs[place].isOpen {
      if let promise = promise(at: place) { body(promise) }
    }
  }

  /// The places of the shifts on the schedule that begin on one of some days, ascending.
  func openShifts(from first: LocalDate, to last: LocalDate) -> [Int] {
    var places: [Int] = []
    shiftDays.forEachPlace(from: first, to: last, of: shifts.count) { place in
      let brief = shiftBriefs[place]
      if brief.isOpen, first <= brief.date, brief.date <= last { places.append(place) }
    }
    return places
  }
}

/// A manager's change of a published shift, with the owner and the times right after it.
package struct LateChangeRecord: StateRecord {
  /// The act that changed it.
  package enum Kind: String, CaseIterable, Sendable, BitwiseCopyable {
    case scheduled, assigned, edited, cancelled, restored, traded, claimed, removed
  }

  /// The answer of the owner after the change; none where nobody was to answer, or is any more.
  package enum Answer: String, CaseIterable, Sendable, BitwiseCopyable {
    case awaited, agreed, declined, none
  }

  /// The shift, which may have several.
  package var id: ShiftID
  package var owner: UserID
  package var by: UserID
  package var date: LocalDate
  package var times: ShiftTimes
  package var kind: Kind
  package var answer: Answer
  /// The number in the table of reasons.
  package var reason: UInt32 = 0
  private var number: UInt32
  /// The place of the shift's change before it; -1 of the first.
  package var before: Int32 = -1
  package var changedAt: Timestamp
  package var answeredAt: Timestamp?
  package var notice: Int
  /// The rules that were set aside, in four bits each, the first one lowest; their numbers count from 1.
  private var setAside: UInt64 = 0

  init(
    _ kind: Kind, of shift: ShiftRecord, notice: Int, _ override: [OverridableRule],
    by actor: UserID, at time: Timestamp, _ sequence: SequenceNumber
  ) {
    number = UInt32(sequence.value)
    (id, owner, date, times) = (shift.id, shift.owner, shift.date, shift.times)
    (self.kind, self.notice, by, changedAt) = (kind, notice, actor, time)
    // Nobody asks themselves, and nobody is asked about what is gone for good.
    answer = shift.owner == actor || kind == .removed ? .none : .awaited
    for rule in override.prefix(16).reversed() {
      setAside = setAside << 4 | UInt64(OverridableRule.allCases.firstIndex(of: rule)! + 1)
    }
  }

  /// The place of the change in the log.
  package var sequence: SequenceNumber { SequenceNumber(Int(number)) }

  /// The rules that were set aside, in the order given.
  package var override: [OverridableRule] {
    var (rest, rules): (UInt64, [OverridableRule]) = (setAside, [])
    while rest > 0 {
      rules.append(OverridableRule.allCases[Int(rest & 0xF) - 1])
      rest >>= 4
    }
    return rules
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    owner.renumber(new)
    by.renumber(new)
  }
}
