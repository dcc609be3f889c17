// The moves of a shift that several events share. None of them can fail: they fold facts.

extension DomainState {
  /// Adds a shift, unless its id has one: the first counts. A day that was skipped made none.
  ///
  /// - Returns: `true` if it was added.
  mutating func addNew(_ shift: ShiftRecord, _ keys: ShiftKeys) -> Bool {
    let skipped = shiftIndex[shift.id.symbol]
    if let skipped, shifts[skipped].state != .skipped { return false }
    var shift = shift
    shift.keys = shiftKeys.add(keys)
    if let vacancy = shift.vacancy, vacancyIndex[vacancy.symbol] == nil { shift.vacancy = nil }
    add(shift, inPlaceOf: skipped)
    return true
  }

  mutating func add(_ shift: ShiftRecord, inPlaceOf skipped: Int? = nil) {
    workplace.isZoneFixed = true
    let index = skipped ?? shifts.count
    if index < shifts.count {
      shifts[index] = shift
    } else {
      shiftIndex.set(shift.id.symbol, to: index)
      shifts.append(shift)
    }
    if !shift.isOpen { return }
    countPlace(of: shift, 1)
    hold(index, shift.owner)
  }

  /// Gives the shift to a new owner; whatever was open about it is settled.
  mutating func give(_ index: Int, to user: UserID) {
    settle(index, as: .idle)
    letGo(index, shifts[index].owner)
    hold(index, user)
    shifts[index].owner = user
  }

  /// Ends a supply, a suggestion or an acceptance and leaves the shift in `state`.
  mutating func settle(_ index: Int, as state: ShiftRecord.State) {
    dropTaker(index)
    detachFromRequest(index)
    shifts[index].state = state
  }

  mutating func await(
    _ index: Int, taker: UserID, as state: ShiftRecord.State, for request: RequestID? = nil
  ) {
    settle(index, as: state)
    attach(index, to: request)
    shifts[index].taker = taker
    hold(index, taker)
  }

  private mutating func dropTaker(_ index: Int) {
    guard let taker = shifts[index].taker else { return }
    letGo(index, taker)
    shifts[index].taker = nil
  }

  /// Offers the shift to a request; to none, it is with its owner alone.
  mutating func suggest(_ index: Int, to request: RequestID?) {
    settle(index, as: request == nil ? .idle : .suggested)
    attach(index, to: request)
  }

  private mutating func attach(_ index: Int, to request: RequestID?) {
    guard let request else { return }
    shifts[index].request = request
    suggestions.insert(index, request, 0)
  }

  /// Takes the shift off the schedule for good.
  mutating func close(_ index: Int, as state: ShiftRecord.State) {
    settle(index, as: state)
    countPlace(of: shifts[index], -1)
    letGo(index, shifts[index].owner)
  }

  private mutating func countPlace(of shift: ShiftRecord, _ change: Int) {
    guard let vacancy = shift.vacancy, let index = vacancyIndex[vacancy.symbol] else { return }
    vacancies[index].taken += change
  }

  /// Moves a shift to another day or other times.
  mutating func move(_ index: Int, to date: LocalDate, _ times: ShiftTimes) {
    let holders = [shifts[index].owner, shifts[index].taker].compactMap(\.self)
    for user in holders { letGo(index, user) }
    shifts[index].date = date
    shifts[index].times = times
    for user in holders { hold(index, user) }
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

  /// Applies a change to an open shift; facts about others are kept and change nothing.
  mutating func withShift(_ id: ShiftID, _ change: (inout DomainState, Int) -> Void) {
    guard let index = shiftIndex[id.symbol], shifts[index].isOpen else { return }
    change(&self, index)
  }
}
