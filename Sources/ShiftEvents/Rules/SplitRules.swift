/// Shifts that are cut in two.
extension DomainState {
  func split(
    _ id: ShiftID, at: TimeOfDay, into: ShiftID, override: [OverridableRule],
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireEmployeeOrManager(context.actor)
    let shift = shifts[try openShift(id)]
    try requireOwnerOrManager(shift.owner, of: id, context.actor)
    let isManager = holds(.manager, context.actor)
    if !override.isEmpty { try requireManager(context.actor) }
    try requireNew(into)
    let intoDate = shift.date + (at > shift.start ? 0 : 1)
    if isManager { try requireOpen([shift.date, intoDate], unless: override) }
    try requireNotStarted(shift, at: context.time, unless: override)
    try requireNoHours(shift)
    try requireIdle(shift)
    let minutes = try partMinutes(of: shift, at: at, on: intoDate)
    if !isManager {
      let least = workplace.minSplitMinutes
      if least == 0 { throw Rejection(.notManager, [.actor: context.actor]) }
      if minutes < least {
        throw Rejection(.partTooShort, [.shift: id, .minutes: minutes, .limit: least])
      }
    }
    let lastDay = shift.times.lastDay - (intoDate - shift.date)
    return .shiftSplit(
      ShiftSplit(
        shift: id, at: at, into: into, override: override, owner: shift.owner, date: shift.date,
        start: shift.start, end: shift.end, days: shift.days, intoDate: intoDate,
        intoDays: lastDay == dayOfEnd(at, shift.end, days: nil) ? nil : Int16(lastDay)))
  }

  /// The scheduled minutes of the shorter of two parts.
  ///
  /// - Throws: `invalidSplit` where one of them has none.
  private func partMinutes(
    of shift: ShiftRecord, at time: TimeOfDay, on date: LocalDate
  ) throws(Rejection) -> Int {
    let (whole, cut) = (interval(shift), workplace.zone.instant(date, time))
    var first = whole.lowerBound.minutes(until: cut)
    var second = cut.minutes(until: whole.upperBound)
    // The longer part keeps the break.
    let pause = Int(shiftKeys.breakMinutes(shift.keys) ?? 0)
    if first < second { second -= pause } else { first -= pause }
    if min(first, second) < 1 {
      throw Rejection(
        .invalidSplit, [.at: time, .shift: shift.id, .start: shift.start, .end: shift.end])
    }
    return min(first, second)
  }
}
