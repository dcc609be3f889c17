extension EventGuide {
  static let workStarted = EventGuide(
    "Begins the work on a shift", by: "the owner",
    [
      .missingRole, .unknownShift, .notOwner, .tooLate, .tooEarly, .workStarted, .workRunning,
      .hoursRecorded,
    ], "work.started F2.2026-03-31 --actor u2")
  static let workPaused = EventGuide(
    "Begins a pause", by: "the owner",
    [.missingRole, .unknownShift, .notOwner, .notWorking, .alreadyPaused],
    "work.started F2.2026-03-31 --actor u2",
    "work.paused F2.2026-03-31 --actor u2 --now 2026-03-31T18:40:00Z")
  static let workResumed = EventGuide(
    "Goes on working after a pause", by: "the owner",
    [.missingRole, .unknownShift, .notOwner, .notWorking, .notPaused],
    "work.started F2.2026-03-31 --actor u2",
    "work.paused F2.2026-03-31 --actor u2 --now 2026-03-31T18:40:00Z",
    "work.resumed F2.2026-03-31 --actor u2 --now 2026-03-31T18:50:00Z")
  static let workEnded = EventGuide(
    "Ends the work on a shift, which records its hours", by: "the owner",
    [.missingRole, .unknownShift, .notOwner, .notWorking, .invalidHours],
    "work.started F2.2026-03-31 --actor u2",
    "work.ended F2.2026-03-31 --actor u2 --now 2026-03-31T20:10:00Z")
}

/// Work by the clock: begun, paused, resumed and ended by the owner of a shift.
extension DomainState {
  func startWork(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let shift = try workable(id, in: context)
    let (interval, early) = (interval(shift), workplace.clockEarlyMinutes)
    if interval.upperBound <= context.time {
      throw Rejection(.tooLate, [.shift: id, .until: interval.upperBound])
    }
    if context.time.advanced(byMinutes: early) < interval.lowerBound {
      throw Rejection(.tooEarly, [.shift: id, .startsAt: interval.lowerBound, .limit: early])
    }
    if !awaitsWork(of: id, by: context.actor) { throw Rejection(.workStarted, [.shift: id]) }
    if let other = working.first(context.actor, 0) {
      throw Rejection(
        .workRunning, [.user: context.actor, .shift: ShiftID(symbolIndex: UInt32(other))])
    }
    try requireNoHours(shift)
    return .workStarted(WorkStarted(shift: id, date: shift.date))
  }

  func pauseWork(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let (shift, work) = try running(id, in: context)
    if work.stage == .paused { throw Rejection(.alreadyPaused, [.shift: id]) }
    return .workPaused(WorkPaused(shift: id, date: shift.date))
  }

  func resumeWork(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let (shift, work) = try running(id, in: context)
    if work.stage != .paused { throw Rejection(.notPaused, [.shift: id]) }
    return .workResumed(WorkResumed(shift: id, date: shift.date))
  }

  func endWork(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let (shift, work) = try running(id, in: context)
    let (zone, step) = (workplace.zone, workplace.clockRoundMinutes)
    let start = zone.rounded(work.begunAt, toMinutes: step)
    let end = zone.rounded(context.time, toMinutes: step)
    let elapsed = start.minutes(until: end)
    let off =
      work.hasPaused
      ? min(elapsed, Int(work.pauses(upTo: context.time) / 60_000))
      : Int(usualBreak(of: shift, within: elapsed) ?? 0)
    let most = mostMinutes(of: shift)
    if elapsed - off > most {
      throw Rejection(.invalidHours, [.shift: id, .minutes: elapsed - off, .limit: most])
    }
    return .workEnded(
      WorkEnded(
        shift: id, worker: context.actor, date: shift.date, startAt: start, endAt: end,
        minutes: elapsed - off, breakMinutes: off == 0 ? nil : off, firstOwner: shift.firstOwner))
  }

  /// A shift of the actor.
  private func workable(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> ShiftRecord {
    try require(.employee, context.actor)
    let shift = shifts[try openShift(id)]
    try requireOwner(shift.owner, of: id, context.actor)
    return shift
  }

  private func running(
    _ id: ShiftID, in context: RuleContext
  ) throws(Rejection) -> (ShiftRecord, WorkRecord) {
    let shift = try workable(id, in: context)
    guard let work = runningWork(of: id) else { throw Rejection(.notWorking, [.shift: id]) }
    return (shift, work)
  }
}
