/// Shifts whose times, place or words a manager changes.
extension DomainState {
  func edit(
    _ id: ShiftID, _ edits: ShiftEdits, override: [OverridableRule], reason: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let index = try openShift(id)
    let shift = shifts[index]
    let keys = keys(shift.times, shift.keys)
    let (date, times) = try edits.result(shift.date, shift.times, keys: keys)
    try requireOpen([shift.date, date], unless: override)
    try requireNotStarted(shift, at: context.time, unless: override)
    try requireNoHours(shift)
    try requireNotAwaiting(shift)
    try requireFuture(date, times, at: context.time, unless: override)
    var notice: Int?
    if (date, times.start, times.end, times.lastDay, edits.keys.place.applied(to: keys.place))
      != (shift.date, shift.start, shift.end, shift.times.lastDay, keys.place)
    {
      notice = try judgeNotice(
        [(id, shift.date, shift.start), (id, date, times.start)], at: context.time, unless: override
      )
    }
    let breakMinutes = edits.keys.breakMinutes.applied(to: keys.breakMinutes) ?? 0
    let interval = try realInterval(date, times, less: breakMinutes)
    if shift.state == .suggested, date != shift.date {
      throw Rejection(.wrongDate, [.shift: id, .date: shift.date, .request: shift.request])
    }
    var event = ShiftEdited(
      shift: id, date: date, start: times.start, end: times.end, keys: edits.keys,
      override: override, note: ChangeContext(reason: reason, notice: notice), owner: shift.owner)
    event.keys.days = edits.keys.days.recorded(times.days)
    var proposal = Proposal(
      user: shift.owner, date: date, interval: interval, breakMinutes: breakMinutes,
      leavingOut: index, override: override)
    if case .set(let needs) = edits.keys.needs {
      proposal.needs = needs
      try judgeSkill(proposal)
    }
    let isMoved = (date, interval) != (shift.date, self.interval(shift))
    if isMoved { try judgeAbsence(proposal) }
    if isMoved || breakMinutes != keys.breakMinutes ?? 0 { try judgeLength(proposal) }
    if isMoved {
      try judgeDay(proposal, at: context.time)
      try judgeOverlap(proposal, at: context.time)
      try judgeBoundLoad(proposal, at: context.time)
    }
    if date != shift.date {
      (event.closedRequest, event.released) = closing(
        for: shift.owner, on: date, leavingOut: index, at: context.time)
    }
    return .shiftEdited(event)
  }
}

extension ShiftEdits {
  /// The date and the times after the edit.
  ///
  /// - Throws: `missingField` where one of them is taken away.
  func result(
    _ date: LocalDate, _ times: ShiftTimes, keys: ShiftDetails
  ) throws(Rejection) -> (date: LocalDate, times: ShiftTimes) {
    (
      try self.date.required("date", date),
      ShiftTimes(
        start: try start.required("start", times.start), end: try end.required("end", times.end),
        days: self.keys.days.applied(to: keys.days))
    )
  }
}

extension Edit {
  /// The value after the edit, of a member that there must be.
  func required(_ name: String, _ value: Value) throws(Rejection) -> Value {
    guard let value = applied(to: value) else { throw Rejection(.missingField, [.field: name]) }
    return value
  }

  /// Returns the edit as the event records it: with the value, also if that stays.
  func recorded(_ value: Value?) -> Edit {
    guard case .unchanged = self, let value else { return self }
    return .set(value)
  }
}
