extension EventGuide {
  static let shiftAssigned = EventGuide(
    "Gives a shift to another owner, who is its first owner from then on",
    by: "a manager",
    [
      .notManager, .unknownShift, .missingRole, .periodClosed, .shiftStarted, .noticeTooShort,
      .hoursRecorded, .ownShift,
    ], then: takerRules, "shift.assigned F10.2026-04-04 --actor u1 to=u4")
  static let shiftRestored = EventGuide(
    "Puts a cancelled shift, or a skipped occurrence, on the schedule", by: "a manager",
    [
      .notManager, .unknownShift, .missingRole, .wrongState, .periodClosed, .shiftStarted,
      .noticeTooShort, .noTime, .noPlaceLeft,
    ], then: takerRules, "shift.cancelled F10.2026-04-04 --actor u1",
    "shift.restored F10.2026-04-04 --actor u1")
}

/// Shifts that a manager gives to another owner, or puts back on the schedule.
extension DomainState {
  func assign(
    _ id: ShiftID, to user: UserID, override: [OverridableRule], reason: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    _ = try self.user(user)
    try require(.employee, user)
    let note = try judgeChange(of: [shift], unless: override, reason: reason, in: context)
    try requireNoHours(shift)
    if shift.owner == user {
      throw Rejection(.ownShift, [.shift: id, .owner: user, .actor: context.actor])
    }
    let proposal = proposal(taking: index, for: user, override: override)
    try judge(proposal, withLead: false, at: context.time)
    let (closed, released) = closing(for: user, on: shift.date, leavingOut: index, at: context.time)
    return .shiftAssigned(
      ShiftAssigned(
        shift: id, to: user, override: override, note: note, from: shift.owner, date: shift.date,
        start: shift.start, end: shift.end, days: shift.days, taker: shift.taker,
        request: shift.request, closedRequest: closed, released: released))
  }
  func restore(
    _ id: ShiftID, owner: UserID?, override: [OverridableRule], reason: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let (shift, keys) = try restorable(id)
    let owner = owner ?? shift.owner
    _ = try self.user(owner)
    try require(.employee, owner)
    if shift.isOpen { throw Rejection(.wrongState, because: .onSchedule, [.shift: id]) }
    let note = try judgeChange(of: [shift], unless: override, reason: reason, in: context)
    let interval = interval(shift)
    if shift.state == .skipped {
      try realInterval(shift.date, shift.times, less: keys.breakMinutes)
    }
    if let vacancy = shift.vacancy {
      try requirePlace(vacancies[try self.vacancy(vacancy)], unless: override)
    }
    let proposal = Proposal(
      user: owner, date: shift.date, interval: interval, needs: keys.needs,
      breakMinutes: keys.breakMinutes, leavingOut: shifts.place(of: id), override: override)
    try judgeOwner(proposal, at: context.time)
    try judgeBoundLoad(proposal, at: context.time)
    let (closed, released) = closing(for: owner, on: shift.date, leavingOut: nil, at: context.time)
    return .shiftRestored(
      ShiftRestored(
        shift: id, owner: owner, override: override, note: note, date: shift.date,
        start: shift.start, end: shift.end,
        keys: shift.state == .skipped ? keys : ShiftDetails(days: shift.days),
        fixedShift: shift.state == .skipped ? shift.fixedShift : nil, closedRequest: closed,
        released: released))
  }

  /// A shift that is on the schedule or was cancelled, or an occurrence that was skipped, with the terms of its date; and
  /// its keys.
  private func restorable(_ id: ShiftID) throws(Rejection) -> (ShiftRecord, ShiftDetails) {
    if var shift = shifts[id], shift.state == .skipped, let terms = terms(ofSkipped: shift) {
      (shift.owner, shift.times) = (terms.owner ?? shift.owner, terms.times)
      return (shift, terms.keys)
    }
    let shift = shifts[try openOrCancelledShift(id)]
    return (shift, shiftKeys[shift.keys])
  }
}
