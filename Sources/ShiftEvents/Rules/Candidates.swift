/// An employee who could get a shift, with the answer of the rules.
package struct Candidate: Sendable {
  package var user: UserID
  /// The reason why they may not take it; `nil` if they may.
  package var refusal: Rejection?
  /// The minutes of the shifts that they own and that begin on its day, and in its ISO week, without itself.
  package var dayMinutes = 0
  package var weekMinutes = 0
}

/// A dry run of the act by which each employee would get a shift.
extension DomainState {
  /// The employees but the owner, in the order in which they registered, with the rules' answer to a shift: on the
  /// marketplace to their own acceptance, elsewhere to a manager who assigns it. None of a shift that is not open.
  package func candidates(
    for id: ShiftID, among users: [UserID], at time: Timestamp
  ) -> [Candidate] {
    guard let place = shifts.place(of: id), shifts[place].isOpen else { return [] }
    let shift = shifts[place]
    let manager = managers.first
    return users.compactMap { user in
      if user == shift.owner { return nil }
      let act: (Command, by: UserID) =
        shift.state == .supplied && !hasStarted(shift, at: time)
        ? (.acceptShift(id), user) : (.assignShift(id, to: user), manager ?? user)
      return candidate(user, for: act, on: shift.date, leavingOut: place, at: time)
    }
  }

  /// All employees, with the rules' answer to their own claim of a place of a vacancy.
  package func candidates(
    for id: VacancyID, among users: [UserID], at time: Timestamp
  ) -> [Candidate] {
    guard let vacancy = vacancies[id] else { return [] }
    let shift = newShift
    return users.map { user in
      candidate(
        user, for: (.claimShift(shift, vacancy: id), by: user), on: vacancy.date, leavingOut: nil,
        at: time)
    }
  }

  /// The same state with the lists that the rules ask for.
  package var judging: DomainState {
    if indexes.areKept { return self }
    var state = self
    state.layIndexes()
    return state
  }

  private func candidate(
    _ user: UserID, for act: (command: Command, by: UserID), on date: LocalDate,
    leavingOut place: Int?, at time: Timestamp
  ) -> Candidate {
    var candidate = Candidate(user: user)
    do throws(Rejection) {
      _ = try decide(act.command, in: RuleContext(actor: act.by, time: time))
    } catch { candidate.refusal = error }
    candidate.dayMinutes = scheduledMinutes(of: user, on: date, leavingOut: place)
    let monday = date + -Int(date.weekday.rawValue)
    for day in 0..<7 {
      candidate.weekMinutes += scheduledMinutes(of: user, on: monday + day, leavingOut: place)
    }
    return candidate
  }

  /// The minutes of the shifts that a person owns and that begin on a day.
  private func scheduledMinutes(
    of user: UserID, on date: LocalDate, leavingOut place: Int?
  ) -> Int {
    var minutes = 0
    indexes.holdings.forEach(user, day(date)) { index in
      if index == place || shifts[index].owner != user { return }
      minutes += scheduledMinutes(shifts[index])
    }
    return minutes
  }

  /// An id that no shift has.
  private var newShift: ShiftID {
    (0...).lazy.map { ShiftID("candidate-\($0)")! }.first { shifts.place(of: $0) == nil }!
  }
}
