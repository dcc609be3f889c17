import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions about publications, late changes, periods and contracts.
extension RandomWalk {
  mutating func promise(_ state: DomainState) -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<14: publication(state)
    case 14..<38: answer(state)
    case 38..<54: restoral(state)
    case 54..<64: recordedTrade(state)
    case 64..<80: confirmation(state)
    case 80..<92: period(state)
    default: contract(state)
    }
  }

  private mutating func range(
    _ state: DomainState, from first: ClosedRange<Int>, _ length: ClosedRange<Int>
  ) -> JSON {
    let from = state.today(at: clock) + Int.random(in: first, using: &random)
    let to = from + Int.random(in: length, using: &random)
    return ["from": .text("\(from)"), "to": .text("\(to)")]
  }

  private mutating func publication(_ state: DomainState) -> String {
    line(
      user("mia"), "schedule.published", newID("P"), range(state, from: -2...5, -1...9))
  }

  private mutating func answer(_ state: DomainState) -> String {
    let awaited = state.lateChanges.rows.suffix(30).filter { $0.answer == .awaited }
    guard let change = random.pick(awaited) else { return publication(state) }
    return line(
      user("\(change.owner)"), "change.answered", "\(change.id)",
      ["agreed": .boolean(random.chance(70))])
  }

  private mutating func restoral(_ state: DomainState) -> String {
    let cancelled = state.shifts.rows.suffix(120).filter {
      $0.state == .cancelled || random.chance(1)
    }
    guard let shift = random.pick(cancelled) else { return publication(state) }
    var data = exception()
    if random.chance(40) { data = data.adding(["owner": .text(user())]) }
    return line(user("mia"), "shift.restored", "\(shift.id)", data)
  }

  private mutating func recordedTrade(_ state: DomainState) -> String {
    let shifts = state.shifts.rows.suffix(40).filter {
      $0.isOpen && ($0.state == .idle || random.chance(10))
        && (!state.hasStarted($0, at: clock) || random.chance(20))
    }
    guard let give = random.pick(shifts), let take = random.pick(shifts) else {
      return publication(state)
    }
    let data: JSON = ["give": .text("\(give.id)"), "take": .text("\(take.id)")]
    return line(user("mia"), "trade.recorded", newID("X"), data.adding(exception()))
  }

  private mutating func confirmation(_ state: DomainState) -> String {
    guard let hours = random.pick(state.hours.rows.suffix(20)) else { return contract(state) }
    let side = hours.by == hours.worker ? "mia" : "\(hours.worker)"
    return line(user(side), "hours.confirmed", "\(hours.id)")
  }

  private mutating func period(_ state: DomainState) -> String {
    if let period = random.pick(state.periods.rows.suffix(4)), random.chance(60) {
      return line(
        user("mia"), "period.reopened", "\(period.id)",
        random.chance(50) ? ["reason": "An hour; \"missing\""] : [:])
    }
    return line(user("mia"), "period.closed", newID("W"), range(state, from: -9...(-1), -1...4))
  }

  private mutating func contract(_ state: DomainState) -> String {
    var limits: [(name: String, value: JSON)] = []
    if random.chance(50) { limits.append(("from", soon(state))) }
    for (key, values) in [
      ("maxWeekMinutes", [nil, 0, 1200, 2400]), ("minRestMinutes", [nil, 0, 60, 480]),
      ("maxShiftMinutes", [nil, 0, 300, 480]), ("maxDaysInRow", [nil, 0, 2]),
    ] as [(String, [JSON])] where random.chance(50) {
      limits.append((key, random.pick(values)!))
    }
    return line(user("mia"), "contract.set", user(), .object(limits))
  }
}
