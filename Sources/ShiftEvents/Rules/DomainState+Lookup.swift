// Finds records, or throws the code for a missing one.

extension DomainState {
  /// The current commitment to a person's name and address; `nil` of a person who was erased, too.
  func commitment(of user: UserID) -> Digest? { present(user).flatMap { users[$0].profile } }

  /// Returns `true` of somebody who registered and was erased later.
  func isErased(_ user: UserID) -> Bool {
    users.place(of: user).map { users[$0].isErased } ?? false
  }

  func user(_ id: UserID) throws(Rejection) -> UserRecord {
    users[try users.index(of: id, orThrow: .unknownUser)]
  }

  /// The index of an open shift; removed and cancelled ones are unknown.
  func openShift(_ id: ShiftID) throws(Rejection) -> Int {
    let index = try openOrCancelledShift(id)
    if shifts[index].state == .cancelled {
      throw Rejection(.unknownShift, because: .cancelled, [.shift: id])
    }
    return index
  }

  func openOrCancelledShift(_ id: ShiftID) throws(Rejection) -> Int {
    let index = try shifts.index(of: id, orThrow: .unknownShift)
    switch shifts[index].state {
    case .removed: throw Rejection(.unknownShift, because: .removed, [.shift: id])
    case .dropped: throw Rejection(.unknownShift, because: .dropped, [.shift: id])
    case .skipped: throw Rejection(.unknownShift, because: .skipped, [.shift: id])
    default: return index
    }
  }

  func fixedShift(_ id: FixedShiftID) throws(Rejection) -> Int {
    let index = try fixedShifts.index(of: id, orThrow: .unknownFixedShift)
    if fixedShifts[index].isRemoved {
      throw Rejection(.unknownFixedShift, because: .removed, [.fixedShift: id])
    }
    return index
  }

  func vacancy(_ id: VacancyID) throws(Rejection) -> Int {
    try vacancies.index(of: id, orThrow: .unknownVacancy)
  }

  func request(_ id: RequestID) throws(Rejection) -> Int {
    try requests.index(of: id, orThrow: .unknownRequest)
  }

  /// The index of a deal; a removed deal has a code of its own.
  func deal(_ id: DealID) throws(Rejection) -> Int {
    try deals.index(of: id, orThrow: .unknownDeal)
  }

  /// The index of a reservation, live or not.
  func reservation(_ id: ReservationID) throws(Rejection) -> Int {
    try reservations.index(of: id, orThrow: .unknownReservation)
  }

  // MARK: - Roles

  func holds(_ role: Role, _ user: UserID) -> Bool {
    guard let index = users.place(of: user) else { return false }
    return users[index].roles.contains(RoleSet(role))
  }

  func requireManager(_ user: UserID) throws(Rejection) {
    if !holds(.manager, user) { throw Rejection(.notManager, [.actor: user]) }
  }

  func require(_ role: Role, _ user: UserID) throws(Rejection) {
    if !holds(role, user) { throw Rejection(.missingRole, [.user: user, .role: role.rawValue]) }
  }

  /// Throws `missingRole` for a user who is asked to agree to something, and is no employee any more. Earlier versions
  /// let that pass, so what was recorded of the same person is not held against it.
  func requireToAgree(_ user: UserID, in context: RuleContext) throws(Rejection) {
    switch context.recorded {
    case .tradeOffered(let offer) where offer.to == user: return
    case .shiftSuggested(let suggestion) where suggestion.requester == user: return
    default: try require(.employee, user)
    }
  }

  /// Throws `missingRole` for a user who is neither employee nor manager; for acts of the owner or a
  /// manager.
  func requireEmployeeOrManager(_ user: UserID) throws(Rejection) {
    if !holds(.manager, user) { try require(.employee, user) }
  }

  func requireOwner<ID: InternedIdentifier>(
    _ owner: UserID, of what: ID, _ user: UserID
  ) throws(Rejection) {
    if owner != user {
      throw Rejection(.notOwner, [.init(noun: ID.noun): what, .owner: owner, .actor: user])
    }
  }

  /// The owner as an employee, or a manager.
  func requireOwnerOrManager(
    _ owner: UserID, of what: some InternedIdentifier, _ user: UserID
  ) throws(Rejection) {
    if !holds(.manager, user) { try requireOwner(owner, of: what, user) }
  }

  func requireSelfOrManager(_ subject: UserID, _ user: UserID) throws(Rejection) {
    if subject != user && !holds(.manager, user) {
      throw Rejection(.notManager, [.actor: user, .user: subject])
    }
  }

  // MARK: - Times

  func today(at time: Timestamp) -> LocalDate { workplace.zone.date(at: time) }

  /// The instants at which a shift begins and ends.
  func interval(_ date: LocalDate, _ times: ShiftTimes) -> Range<Timestamp> {
    let begin = workplace.zone.instant(date, times.start)
    let finish = workplace.zone.instant(date + times.lastDay, times.end)
    return begin..<max(begin, finish)
  }

  func interval(_ shift: ShiftRecord) -> Range<Timestamp> { interval(shift.date, shift.times) }

  /// Throws if a start is past, that of a shift, of a vacancy, or of what is to be one.
  func requireFuture(
    _ date: LocalDate, _ times: ShiftTimes, of shift: ShiftID? = nil, vacancy: VacancyID? = nil,
    at time: Timestamp, unless override: [OverridableRule] = []
  ) throws(Rejection) {
    if workplace.zone.instant(date, times.start) <= time, !override.contains(.shiftStarted) {
      throw Rejection(
        .shiftStarted, [.shift: shift, .vacancy: vacancy, .date: date, .start: times.start])
    }
  }

  /// The interval of a shift that is at least one real minute long, its break left out.
  @discardableResult
  func realInterval(
    _ date: LocalDate, _ times: ShiftTimes, less breakMinutes: Int16?
  ) throws(Rejection) -> Range<Timestamp> {
    let interval = interval(date, times)
    if !hasTime(interval, less: breakMinutes) {
      throw Rejection(.noTime, [.date: date, .start: times.start, .end: times.end])
    }
    return interval
  }

  func requireFuture(
    _ vacancy: VacancyRecord, at time: Timestamp, unless override: [OverridableRule]
  ) throws(Rejection) {
    try requireFuture(vacancy.date, vacancy.times, vacancy: vacancy.id, at: time, unless: override)
  }

  func hasStarted(_ shift: ShiftRecord, at time: Timestamp) -> Bool {
    workplace.zone.instant(shift.date, shift.start) <= time
  }

  func requireNotStarted(
    _ shift: ShiftRecord, at time: Timestamp, unless override: [OverridableRule] = []
  ) throws(Rejection) {
    try requireFuture(shift.date, shift.times, of: shift.id, at: time, unless: override)
  }

  /// Returns `true` if the request is recorded as open and its day is not past.
  func isOpen(_ request: RequestRecord, at time: Timestamp) -> Bool {
    request.isOpen && request.date >= today(at: time)
  }
}

extension Records where Record: StateRecord {
  /// The index of a record; throws the code for a missing one.
  func index(of id: Record.ID, orThrow code: RejectionCode) throws(Rejection) -> Int {
    guard let place = place(of: id) else {
      throw Rejection(code, [.init(noun: Record.ID.noun): id])
    }
    return place
  }

  /// Throws the code for an id that has a record already.
  func requireNew(_ id: Record.ID, orThrow code: RejectionCode) throws(Rejection) {
    if place(of: id) != nil { throw Rejection(code, [.init(noun: Record.ID.noun): id]) }
  }
}
