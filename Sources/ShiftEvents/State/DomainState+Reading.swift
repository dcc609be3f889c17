// What readers in other modules ask for often: they would look generic tables up slowly.

extension DomainState {
  /// A reader's state before the first event: without the lists that only rules ask for.
  package static var reader: DomainState { DomainState(judges: false) }

  /// The record of a shift that was scheduled; `nil` if there is none.
  package func shift(_ id: ShiftID) -> ShiftRecord? {
    guard let place = shifts.place(of: id), shifts[place].state != .skipped else { return nil }
    return shifts[place]
  }

  /// Returns `true` if hours of the shift were recorded, 0 or more.
  package func hasHoursRecord(_ shift: ShiftID) -> Bool { hours.place(of: shift) != nil }

  /// The first day of the series that an event changed; `nil` of any other event.
  func firstDay(ofSeries event: Event) -> LocalDate? {
    switch event {
    case .fixedShiftEdited(let event): fixedShifts[event.fixedShift]?.from
    case .fixedVacancyEdited(let event): fixedVacancies[event.fixedVacancy]?.from
    default: nil
    }
  }

  /// Returns `true` if an event restored a shift to another owner than its last one.
  func wasRestoredToAnother(by event: SequenceNumber) -> Bool {
    restoredToAnother.containsInOrder(UInt32(event.value))
  }

  /// Returns `true` if an event recorded hours with another break than that of their shift then.
  func hasOwnBreak(hoursOf event: SequenceNumber) -> Bool {
    ownBreaks.containsInOrder(UInt32(event.value))
  }

  /// Returns `true` if the person holds the role employee now.
  package func isEmployee(_ user: UserID) -> Bool {
    users[user]?.roles.contains(RoleSet(.employee)) ?? false
  }

  /// The time since which somebody is an employee, or since which they are none; `nil` if they never registered.
  package func employeeSince(_ user: UserID) -> Timestamp? { users[user]?.employeeSince }

  /// Everyone who holds the role employee now, in the order in which they registered.
  package var employees: [UserID] {
    users.rows.elements.filter { $0.roles.contains(RoleSet(.employee)) }.map(\.id)
  }

  /// Everyone who was an employee at a time of a past stretch, in the order in which they registered.
  package func employees(in past: Range<Timestamp>) -> [UserID] {
    users.rows.elements.map(\.id).filter { user in
      isEmployee(user) && users[user]!.employeeSince < past.upperBound
        || hasEmployment(user) { $0.overlaps(past) }
    }
  }

  /// Returns `true` if somebody had ceased to be an employee at a past time, or never was one.
  package func hadLeft(_ user: UserID, at time: Timestamp) -> Bool {
    let isEmployee = isEmployee(user)
    if isEmployee, users[user]!.employeeSince <= time { return false }
    if hasEmployment(user, where: { $0.lowerBound <= time && time <= $0.upperBound }) {
      return false
    }
    // A person who became an employee later had not left by then.
    return !isEmployee && employments.place(of: user) == nil
      || hasEmployment(user) { $0.upperBound < time }
  }

  private func hasEmployment(_ user: UserID, where isWanted: (Range<Timestamp>) -> Bool) -> Bool {
    var place = employments.place(of: user) ?? -1
    while place >= 0 {
      if isWanted(employments[place].times) { return true }
      place = Int(employments[place].before)
    }
    return false
  }
}

// MARK: - What is in use

extension DomainState {
  /// Returns `true` if something of any kind has this id, or had it.
  package func isUsed(_ id: String) -> Bool {
    let symbol = unsafe id.withBytes { unsafe Interner.shared.find($0) }
    guard let symbol else { return false }
    return users.place(of: UserID(symbol)) != nil || shifts.place(of: ShiftID(symbol)) != nil
      || vacancies.place(of: VacancyID(symbol)) != nil
      || fixedShifts.place(of: FixedShiftID(symbol)) != nil
      || fixedVacancies.place(of: FixedVacancyID(symbol)) != nil
      || closures.place(of: ClosureID(symbol)) != nil
      || requests.place(of: RequestID(symbol)) != nil
      || absences.place(of: AbsenceID(symbol)) != nil || trades.place(of: TradeID(symbol)) != nil
      || sessions.place(of: StudySessionID(symbol)) != nil || deals.place(of: DealID(symbol)) != nil
      || reservations.place(of: ReservationID(symbol)) != nil
      || publications.place(of: PublicationID(symbol)) != nil
      || periods.place(of: PeriodID(symbol)) != nil
  }

  /// The keys of shifts, vacancies and fixed shifts as they are now, each combination once.
  package var keysInUse: [ShiftDetails] {
    var numbers: Set<UInt32> = []
    for place in shifts.indices { numbers.insert(shifts[place].keys) }
    for place in vacancies.indices { numbers.insert(vacancies[place].keys) }
    for place in fixedShifts.indices { numbers.insert(fixedShifts[place].keys) }
    for place in fixedVacancies.indices { numbers.insert(fixedVacancies[place].keys) }
    for place in seriesChanges.indices { numbers.insert(seriesChanges[place].keys) }
    return numbers.sorted().map { shiftKeys[$0] }
  }

  /// The keys of the shifts that were recorded last.
  package func keys(ofLatest count: Int) -> [ShiftDetails] {
    shifts.indices.suffix(count).map { shiftKeys[shifts[$0].keys] }
  }

  /// The skills that somebody has, those that ran out included.
  package var skillsInUse: Set<Name> {
    users.indices.reduce(into: []) { names, place in
      for skill in skills.elements(users[place].id, 0) {
        names.insert(Name(symbolIndex: UInt32(skill)))
      }
    }
  }
}

extension FlatArray<UInt32> {
  /// Returns `true` if the ascending numbers have one.
  fileprivate func containsInOrder(_ number: UInt32) -> Bool {
    let place = firstPlace { $0 >= number }
    return place < count && self[place] == number
  }
}
