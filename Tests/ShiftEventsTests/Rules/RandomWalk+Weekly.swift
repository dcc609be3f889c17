import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions about weekly work and closed days.
extension RandomWalk {
  mutating func weekly(_ state: DomainState) -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<36: fixedShift(state)
    case 36..<62: fixedVacancy(state)
    case 62..<78: closure(state)
    default: skippedShift(state) ?? fixedShift(state)
    }
  }

  private mutating func fixedShift(_ state: DomainState) -> String {
    if let existing = random.pick(state.fixedShifts.rows.filter { !$0.isRemoved }), chance(60) {
      let owner = state.series(existing).terms(on: state.today(at: clock)).owner!
      if chance(25) {
        let byOwner = chance(50)
        return line(
          user(byOwner ? "\(owner)" : "mia"), "fixedshift.removed", "\(existing.id)",
          byOwner ? [:] : exception())
      }
      var data = changes(state, keys: keys())
      if chance(30) { data = data.adding("to", .text(user())) }
      return line(user("mia"), "fixedshift.edited", "\(existing.id)", data.adding(exception()))
    }
    return line(
      user(), "fixedshift.registered", newID("F"), days(state).adding(keys()).adding(times()))
  }

  private mutating func fixedVacancy(_ state: DomainState) -> String {
    if let existing = random.pick(state.fixedVacancies.rows.filter { !$0.isRemoved }), chance(60) {
      if chance(25) { return line(user("mia"), "fixedvacancy.removed", "\(existing.id)") }
      var data = changes(state, keys: keys())
      if chance(40) { data = data.adding("places", places()) }
      if chance(20) { data = data.adding("wanted", chance(50) ? .null : places()) }
      return line(user("mia"), "fixedvacancy.edited", "\(existing.id)", data)
    }
    return line(
      user("mia"), "fixedvacancy.registered", newID("W"),
      days(state).adding(keys()).adding(times()).adding("places", places()))
  }

  private mutating func closure(_ state: DomainState) -> String {
    if let existing = random.pick(state.closures.rows.suffix(3)), chance(40) {
      return line(user("mia"), "closure.ended", "\(existing.id)")
    }
    let from = state.today(at: clock) + Int.random(in: -1...9, using: &random)
    var data: JSON = ["from": .text("\(from)")]
    if chance(60) {
      data = data.adding("to", .text("\(from + Int.random(in: -1...4, using: &random))"))
    }
    if chance(30) { data = data.adding("place", .text(random.pick(["till", "kitchen"])!)) }
    if chance(30) { data = data.adding("title", "Easter") }
    if cancels, chance(50) { data = data.adding("cancel", .boolean(chance(80))) }
    return line(user("mia"), "closure.recorded", newID("K"), data.adding(exception()))
  }

  private mutating func skippedShift(_ state: DomainState) -> String? {
    guard let shift = random.pick(state.shifts.rows.filter { $0.state == .skipped }) else {
      return nil
    }
    return line(user("mia"), "shift.restored", "\(shift.id)", exception())
  }

  // MARK: - Parts

  private mutating func day(_ state: DomainState, _ days: ClosedRange<Int>) -> JSON {
    .text("\(state.today(at: clock) + Int.random(in: days, using: &random))")
  }

  private mutating func days(_ state: DomainState) -> JSON {
    var days: JSON = [:]
    if chance(30) { days = days.adding("from", day(state, -1...9)) }
    if chance(25) { days = days.adding("until", day(state, -1...40)) }
    if chance(25) { days = days.adding("every", .integer(random.pick([1, 2, 2, 3])!)) }
    return days
  }

  private mutating func times() -> JSON {
    let span = random.pick(Self.spans)!
    return [
      "weekday": .text("\(random.pick(Weekday.allCases)!)"), "start": .text(span.0),
      "end": .text(span.1),
    ]
  }

  /// Changes of times and keys from a day on, a few of them taken away.
  private mutating func changes(_ state: DomainState, keys: JSON) -> JSON {
    var changes = keys
    if chance(60) {
      let span = random.pick(Self.spans)!
      changes = changes.adding("start", chance(2) ? .null : .text(span.0))
        .adding("end", .text(span.1))
    }
    for key in ["days", "place", "labels", "needs", "title", "breakMinutes"] where chance(5) {
      changes = changes.adding(key, .null)
    }
    if chance(60) { changes = changes.adding("from", day(state, -1...20)) }
    if chance(20) {
      changes = changes.adding("until", chance(30) ? JSON.null : day(state, -1...40))
    }
    return changes
  }

  private mutating func places() -> JSON { .integer(Int.random(in: 0...3, using: &random)) }
}
