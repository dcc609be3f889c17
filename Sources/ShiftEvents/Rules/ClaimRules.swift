extension EventGuide {
  private static let stockTaking =
    "vacancy.posted stock-1 --actor u1 date=2026-04-04 start=10:00 end=14:00 places=3"
  static let shiftClaimed = EventGuide(
    "Takes a place of a vacancy; a shift comes from it",
    by: "oneself, or a manager for another",
    [
      .missingRole, .shiftExists, .unknownVacancy, .notManager, .periodClosed, .shiftStarted,
      .noticeTooShort, .noPlaceLeft, .tooLate,
    ], then: takerRules, stockTaking, "shift.claimed stock-1-a --actor u4 vacancy=stock-1")
  static let shiftDropped = EventGuide(
    "Gives a shift back to the vacancy that it came from", by: "the owner",
    [.missingRole, .unknownShift, .notOwner, .shiftStarted, .notClaimed, .awaitingApproval],
    stockTaking, "shift.claimed stock-1-a --actor u4 vacancy=stock-1",
    "shift.dropped stock-1-a --actor u4")
  static let vacancyPosted = EventGuide(
    "Asks for people for work that nobody owns yet", by: "a manager",
    [.notManager, .vacancyExists, .shiftStarted, .noTime], stockTaking)
  static let vacancyEdited = EventGuide(
    "Changes a vacancy, and no shift that came from it", by: "a manager",
    [.notManager, .unknownVacancy, .missingField, .shiftStarted, .noTime], stockTaking,
    "vacancy.edited stock-1 --actor u1 places=5")
}

/// Shifts that come from a vacancy, and go back to it.
extension DomainState {
  func claim(
    _ id: ShiftID, of vacancyID: VacancyID, for owner: UserID?, override: [OverridableRule],
    reason: String?, in context: RuleContext
  ) throws(Rejection) -> Event {
    let owner = owner ?? context.actor
    try requireEmployeeOrManager(context.actor)
    try requireNew(id)
    let vacancy = vacancies[try self.vacancy(vacancyID)]
    _ = try self.user(owner)
    try requireSelfOrManager(owner, context.actor)
    if !override.isEmpty || reason != nil { try requireManager(context.actor) }
    try require(.employee, owner)
    let interval = interval(vacancy.date, vacancy.times)
    if holds(.manager, context.actor) { try requireOpen([vacancy.date], unless: override) }
    try requireFuture(vacancy, at: context.time, unless: override)
    var notice: Int?
    if owner != context.actor {
      notice = try judgeNotice(
        [(id, vacancy.date, vacancy.times.start)], at: context.time, unless: override)
    }
    try requirePlace(vacancy, unless: override)
    let proposal = Proposal(
      user: owner, date: vacancy.date, interval: interval, needs: shiftKeys.needs(vacancy.keys),
      breakMinutes: shiftKeys.breakMinutes(vacancy.keys), override: override)
    try judge(proposal, withLead: owner == context.actor, at: context.time)
    let (closed, released) = closing(
      for: owner, on: vacancy.date, leavingOut: nil, at: context.time)
    return .shiftClaimed(
      ShiftClaimed(
        shift: id, vacancy: vacancyID, owner: owner, override: override,
        note: ChangeContext(reason: reason, notice: notice), date: vacancy.date,
        start: vacancy.times.start, end: vacancy.times.end, keys: keys(vacancy.times, vacancy.keys),
        left: max(0, vacancy.left - 1), closedRequest: closed, released: released))
  }

  func requirePlace(
    _ vacancy: VacancyRecord, unless override: [OverridableRule]
  ) throws(Rejection) {
    if vacancy.left == 0, !override.contains(.noPlaceLeft) {
      throw Rejection(.noPlaceLeft, [.vacancy: vacancy.id, .places: vacancy.places])
    }
  }

  func drop(_ id: ShiftID, in context: RuleContext) throws(Rejection) -> Event {
    let shift = try owned(id, in: context)
    guard let vacancyID = shift.vacancy else { throw Rejection(.notClaimed, [.shift: id]) }
    try requireNotAwaiting(shift)
    let vacancy = vacancies[try self.vacancy(vacancyID)]
    return .shiftDropped(
      ShiftDropped(
        shift: id, owner: shift.owner, date: shift.date, vacancy: vacancyID,
        request: shift.request, left: max(0, vacancy.places - vacancy.taken + 1)))
  }
}

/// Work that needs people.
extension DomainState {
  func post(_ event: VacancyPosted, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try vacancies.requireNew(event.vacancy, orThrow: .vacancyExists)
    let times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
    try requireFuture(event.date, times, at: context.time)
    try realInterval(event.date, times, less: event.keys.breakMinutes)
    return .vacancyPosted(event)
  }

  func edit(
    _ id: VacancyID, _ edits: VacancyEdits, override: [OverridableRule], in context: RuleContext
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let vacancy = vacancies[try self.vacancy(id)]
    let keys = keys(vacancy.times, vacancy.keys)
    let (date, times) = try edits.shift.result(vacancy.date, vacancy.times, keys: keys)
    let places = try edits.places.required("places", vacancy.places)
    try requireFuture(vacancy, at: context.time, unless: override)
    try requireFuture(date, times, at: context.time, unless: override)
    try realInterval(
      date, times, less: edits.shift.keys.breakMinutes.applied(to: keys.breakMinutes))
    var event = VacancyEdited(
      vacancy: id, date: date, start: times.start, end: times.end, places: places,
      wanted: edits.wanted, keys: edits.shift.keys, override: override,
      left: max(0, places - vacancy.taken))
    event.keys.days = edits.shift.keys.days.recorded(times.days)
    return .vacancyEdited(event)
  }
}
