import ShiftEvents

/// The shifts that need a manager by themselves: uncovered ones that have not ended, and past ones without hours.
struct AttentionSearch {
  private let state: DomainState
  private let moment: LocalMoment
  /// The absences that may meet a shift that has not ended, by person.
  private var absences: [UserID: [AbsenceRecord]] = [:]
  private let recordsHours: Bool
  private(set) var rows: [AttentionRow] = []

  init(_ replay: Replay, at now: Timestamp) {
    (state, moment) = (replay.state, LocalMoment(now, in: replay.timeZone))
    recordsHours = state.recordsHours(at: now)
    // No longer shift has been begun before, and the zone moves a day at most.
    let first = moment.today + -(ShiftKeys.daysRange.upperBound + 2)
    state.absences.rows.forEachRecord { absence in
      if !absence.hasEnded, absence.lastDate >= first {
        absences[absence.user, default: []].append(absence)
      }
    }
    let brief = BriefSelection(
      RowSelection(
        dates: DateSelection(from: moment.today + -(Replay.attentionDays + 2))))
    replay.roster.forEachShift(of: brief, where: \.isOpen) { shift in
      if shift.hasEnded(at: moment) { look(atPast: shift) } else { look(at: shift) }
    }
  }

  private mutating func look(at shift: RosterShift) {
    let owner = shift.owner
    if let absences = absences[owner] { look(at: shift, absences) }
    if state.isEmployee(owner) { return }
    rows.append(
      AttentionRow(
        .unowned, shift.record.id.description, shift, of: owner,
        since: state.employeeSince(owner) ?? shift.record.heldSince,
        state.users[owner]?.isErased == true ? "was erased" : "is no employee"))
  }

  private mutating func look(at shift: RosterShift, _ absences: [AbsenceRecord]) {
    let interval = shift.interval(in: moment.zone)
    let met = absences.filter { $0.interval(in: moment.zone).overlaps(interval) }
    guard let since = met.map(\.recordedAt).min() else { return }
    let told = ordered(met, by: \.timeKey, then: \.id.description).map {
      "\($0.spanText) (\($0.id))"
    }
    rows.append(
      AttentionRow(
        .absent, shift.record.id.description, shift, of: shift.owner,
        since: max(since, shift.record.heldSince), "away \(told.joined(separator: ", "))"))
  }

  private mutating func look(atPast shift: RosterShift) {
    guard recordsHours, shift.presence.upperBound > moment.today + -Replay.attentionDays,
      !state.hasHoursRecord(shift.record.id)
    else { return }
    rows.append(
      AttentionRow(
        .hours, shift.record.id.description, shift, of: shift.owner,
        since: shift.interval(in: moment.zone).upperBound, "no hours recorded"))
  }
}
