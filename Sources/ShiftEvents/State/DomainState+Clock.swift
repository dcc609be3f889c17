// Work by the clock: who works on which shift now, and from when to when it was worked.
/// The latest work of a shift that was begun by the clock.
package struct WorkRecord: StateRecord {
  /// The stages of work.
  package enum Stage: UInt8, Sendable, BitwiseCopyable { case running, paused, ended }

  package var id: ShiftID
  /// The owner who began it.
  package var worker: UserID
  package var begunAt: Timestamp
  /// The instant at which the last pause began.
  var pausedAt: Timestamp
  /// The milliseconds of the pauses that are over.
  var pausedMilliseconds: Int64 = 0
  /// The rounded instants of the hours that the end of work recorded.
  package var start: Timestamp
  package var end: Timestamp
  package var stage = Stage.running
  var hasPaused = false

  /// True while it runs, in a pause too.
  package var isRunning: Bool { stage == .running || stage == .paused }

  /// The milliseconds of its pauses up to an instant.
  func pauses(upTo time: Timestamp) -> Int64 {
    pausedMilliseconds + (stage == .paused ? time.milliseconds - pausedAt.milliseconds : 0)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    worker.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: WorkStarted, by actor: UserID, at time: Timestamp) {
    guard let shift = shift(event.shift), shift.isOpen, shift.owner == actor else { return }
    stopWork(of: Int(event.shift.symbolIndex))
    var record = WorkRecord(
      id: event.shift, worker: actor, begunAt: time, pausedAt: time, start: time, end: time)
    if let place = works.place(of: event.shift) {
      (record.start, record.end) = (works[place].start, works[place].end)
      works[place] = record
    } else {
      works.add(record)
    }
    working.insertNew(Int(event.shift.symbolIndex), actor, 0)
  }

  mutating func pauseWork(of shift: ShiftID, at time: Timestamp) {
    guard let place = works.place(of: shift), works[place].stage == .running else { return }
    (works[place].stage, works[place].pausedAt, works[place].hasPaused) = (.paused, time, true)
  }

  mutating func resumeWork(of shift: ShiftID, at time: Timestamp) {
    guard let place = works.place(of: shift), works[place].stage == .paused else { return }
    works[place].pausedMilliseconds = works[place].pauses(upTo: time)
    works[place].stage = .running
  }

  /// Ends the work of a shift, which records nothing.
  ///
  /// - Parameter symbol: the number of the shift's symbol.
  mutating func stopWork(of symbol: Int) {
    guard let place = works.place(of: ShiftID(symbolIndex: UInt32(symbol))) else { return }
    if works[place].isRunning { working.remove(symbol, works[place].worker, 0) }
    works[place].stage = .ended
  }

  /// The work that is running of a shift, by its owner.
  package func runningWork(of shift: ShiftID) -> WorkRecord? {
    if works.isEmpty { return nil }
    return works[shift].flatMap { $0.isRunning ? $0 : nil }
  }

  /// Returns `true` if the owner of a shift did not begin to work on it by the clock.
  package func awaitsWork(of shift: ShiftID, by owner: UserID) -> Bool {
    works[shift].map { $0.worker != owner } ?? true
  }

  /// Returns `true` if work was begun by the clock in a stretch of time.
  package func hasBegunWork(in span: Range<Timestamp>) -> Bool {
    works.indices.reversed().contains { span.contains(works[$0].begunAt) }
  }

  /// Hands over the hours that the end of work recorded, where they meet a stretch of time.
  ///
  /// - Complexity: linear in all work by the clock.
  package func forEachHours(byClockIn span: Range<Timestamp>, _ body: (HoursRecord) -> Void) {
    for work in works.rows where work.start < span.upperBound && span.lowerBound < work.end {
      if let hours = hours[work.id], hours.isByClock, hours.minutes > 0 { body(hours) }
    }
  }

  /// The instants from when to when a shift was worked by its hours, rounded ones of the clock; `nil` where minutes alone
  /// are known.
  package func stretch(of hours: HoursRecord) -> Range<Timestamp>? {
    if hours.isByClock { return works[hours.id].map { $0.start..<max($0.start, $0.end) } }
    return hours.times.map { interval(hours.date, ShiftTimes(start: $0.start, end: $0.end)) }
  }
}
