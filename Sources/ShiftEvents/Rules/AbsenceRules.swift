extension EventGuide {
  static let absenceRecorded = EventGuide(
    "Says that a person takes no shifts for a stretch of time, never why",
    by: "an employee, or a manager for one",
    [.missingRole, .absenceExists, .notManager, .noTime, .dateOutOfRange],
    "absence.recorded A20 --actor u4 date=2026-04-06 days=7")
  static let absenceEnded = EventGuide(
    "Ends an absence before it is over", by: "whoever is away, or a manager",
    [.missingRole, .unknownAbsence, .notManager, .absenceEnded],
    "absence.recorded A20 --actor u4 date=2026-04-06 days=7", "absence.ended A20 --actor u4")
}

/// Absences: recorded ahead or while they last, and what they forbid.
extension DomainState {
  func record(
    _ id: AbsenceID, _ times: AbsenceTimes, of user: UserID?, override: [OverridableRule],
    in context: RuleContext
  ) throws(Rejection) -> Event {
    let user = user ?? context.actor
    try requireEmployeeOrManager(context.actor)
    try absences.requireNew(id, orThrow: .absenceExists)
    _ = try self.user(user)
    try requireSelfOrManager(user, context.actor)
    if !override.isEmpty { try requireManager(context.actor) }
    try require(.employee, user)
    var event = AbsenceRecorded(
      absence: id, date: times.date, user: user, start: times.start ?? AbsenceRecorded.standardTime,
      end: times.end ?? AbsenceRecorded.standardTime, days: times.days, override: override,
      shifts: [])
    let interval = interval(
      event.date, ShiftTimes(start: event.start, end: event.end, days: event.days))
    if !hasTime(interval) {
      throw Rejection(
        .noTime, [.absence: id, .date: event.date, .start: event.start, .end: event.end])
    }
    if interval.upperBound <= context.time, !override.contains(.dateOutOfRange) {
      throw Rejection(.dateOutOfRange, [.date: event.date, .until: interval.upperBound])
    }
    event.shifts = openShifts(of: user, meeting: interval, at: context.time)
    return .absenceRecorded(event)
  }

  func end(_ id: AbsenceID, in context: RuleContext) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let index = try absences.index(of: id, orThrow: .unknownAbsence)
    let record = absences[index]
    try requireSelfOrManager(record.user, context.actor)
    if record.hasEnded { throw Rejection(.absenceEnded, [.absence: id]) }
    let end = interval(record).upperBound
    if end <= context.time { throw Rejection(.absenceEnded, [.absence: id, .until: end]) }
    return .absenceEnded(AbsenceEnded(absence: id, user: record.user))
  }

  func interval(_ absence: AbsenceRecord) -> Range<Timestamp> {
    interval(absence.date, absence.times)
  }

  /// The absences of a user that have not ended and fulfil a condition. They are found under the stretch
  /// in which they begin.
  func absences(
    of user: UserID, around interval: Range<Timestamp>, where fits: (Range<Timestamp>) -> Bool
  ) -> [AbsenceRecord] {
    if absences.isEmpty { return [] }
    let first = workplace.zone.date(at: interval.lowerBound) + -ShiftDetails.daysRange.upperBound
    let last = workplace.zone.date(at: interval.upperBound)
    var found: [AbsenceRecord] = []
    for stretch in stretch(of: first)...stretch(of: last) {
      indexes.absences.forEach(user, stretch) { index in
        if fits(self.interval(absences[index])) { found.append(absences[index]) }
      }
    }
    return found
  }

  /// Throws if an absence of the user that has not ended shares time with a shift, however little.
  func requirePresent(_ user: UserID, _ interval: Range<Timestamp>) throws(Rejection) {
    let meeting = absences(of: user, around: interval) { $0.overlaps(interval) }
    try requireNone(meeting, user)
  }

  /// Throws if a single absence of the user covers a day from midnight to midnight.
  func requirePresent(_ user: UserID, on date: LocalDate) throws(Rejection) {
    if absences.isEmpty { return }
    let day = interval(date, ShiftTimes(start: .midnight, end: .midnight))
    let covering = absences(of: user, around: day) { absence in
      absence.lowerBound <= day.lowerBound && absence.upperBound >= day.upperBound
    }
    try requireNone(covering, user)
  }

  private func requireNone(_ absences: [AbsenceRecord], _ user: UserID) throws(Rejection) {
    if absences.isEmpty { return }
    let ids = absences.prefix(Rejection.mostConflicts).map { "\($0.id)" }.sorted()
    var rejection = Rejection(.absent, [.user: user], conflicts: ids, of: .absence)
    rejection.leaveUnnamed(absences.count - ids.count)
    throw rejection
  }

  /// The open shifts that a user owns, share time with an interval and have not started; in byte order.
  fileprivate func openShifts(
    of user: UserID, meeting interval: Range<Timestamp>, at time: Timestamp
  ) -> [ShiftID] {
    let first = workplace.zone.date(at: interval.lowerBound) + -1
    let last = workplace.zone.date(at: interval.upperBound) + 1
    return held(by: user, from: first, to: last).map { shifts[$0] }
      .filter { shift in
        shift.isOpen && shift.owner == user && !hasStarted(shift, at: time)
          && self.interval(shift).overlaps(interval)
      }
      .map(\.id).sorted()
  }
}
