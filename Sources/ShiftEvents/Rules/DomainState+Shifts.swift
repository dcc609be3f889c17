// The moves of a shift that several events share. None of them can fail: they fold facts.

extension DomainState {
  mutating func add(_ shift: ShiftRecord) {
    workplace.isZoneFixed = true
    longestDays = max(longestDays, shift.times.lastDay)
    shiftIndex.set(shift.id.symbol, to: shifts.count)
    shifts.append(shift)
    if !shift.isOpen { return }
    countPlace(of: shift, 1)
    holdings.insert(shifts.count - 1, shift.owner, day(shift.date))
  }

  /// Gives the shift to a new owner; whatever was open about it is settled.
  mutating func give(_ index: Int, to user: UserID) {
    settle(index, as: .idle)
    let date = day(shifts[index].date)
    holdings.remove(index, shifts[index].owner, date)
    holdings.insert(index, user, date)
    shifts[index].owner = user
  }

  /// Ends a supply, a suggestion or an acceptance and leaves the shift in `state`.
  mutating func settle(_ index: Int, as state: ShiftRecord.State) {
    dropTaker(index)
    detachFromRequest(index)
    shifts[index].state = state
  }

  mutating func await(_ index: Int, taker: UserID, as state: ShiftRecord.State) {
    dropTaker(index)
    shifts[index].state = state
    shifts[index].taker = taker
    holdings.insert(index, taker, day(shifts[index].date))
  }

  mutating func dropTaker(_ index: Int) {
    guard let taker = shifts[index].taker else { return }
    holdings.remove(index, taker, day(shifts[index].date))
    shifts[index].taker = nil
  }

  mutating func suggest(_ index: Int, to request: RequestID) {
    detachFromRequest(index)
    shifts[index].state = .suggested
    shifts[index].request = request
    if requestIndex[request.symbol] != nil { suggestions.insert(index, request, 0) }
  }

  /// Takes the shift off the schedule for good.
  mutating func close(_ index: Int, as state: ShiftRecord.State) {
    settle(index, as: state)
    countPlace(of: shifts[index], -1)
    holdings.remove(index, shifts[index].owner, day(shifts[index].date))
  }

  private mutating func countPlace(of shift: ShiftRecord, _ change: Int) {
    guard let vacancy = shift.vacancy, let index = vacancyIndex[vacancy.symbol] else { return }
    vacancies[index].taken += change
  }

  /// Moves a shift to another day or other times.
  mutating func move(_ index: Int, to date: LocalDate, _ times: ShiftTimes) {
    longestDays = max(longestDays, times.lastDay)
    shifts[index].times = times
    let old = shifts[index].date
    if old == date { return }
    for user in [shifts[index].owner, shifts[index].taker].compactMap(\.self) {
      holdings.remove(index, user, day(old))
      holdings.insert(index, user, day(date))
    }
    shifts[index].date = date
  }

  mutating func close(_ request: RequestID?, releasing released: [ShiftID]) {
    for shift in released { withShift(shift) { $0.settle($1, as: .idle) } }
    guard let request, let index = requestIndex[request.symbol] else { return }
    requests[index].isOpen = false
    openRequests.remove(index, requests[index].requester, day(requests[index].date))
  }

  private mutating func detachFromRequest(_ index: Int) {
    guard let request = shifts[index].request else { return }
    shifts[index].request = nil
    suggestions.remove(index, request, 0)
  }

  func day(_ date: LocalDate) -> Int { Int(date.daysSinceEpoch) }

  /// Applies a change to a shift that the log knows; facts about others are kept and change nothing.
  mutating func withShift(_ id: ShiftID, _ change: (inout DomainState, Int) -> Void) {
    guard let index = shiftIndex[id.symbol], shifts[index].isOpen else { return }
    change(&self, index)
  }
}
