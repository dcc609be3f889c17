import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions that cut shifts in two.
extension RandomWalk {
  /// A split of a shift, mostly by its owner or a manager, mostly within it.
  mutating func split(_ state: DomainState) -> String? {
    guard let shift = random.pick(state.shifts.rows.suffix(40).filter(\.isOpen)) else { return nil }
    let minutes = Int(shift.start.minutes) + random.pick([0, 1, 30, 60, 90, 180, 300, 1000])!
    let isManager = random.chance(50)
    let data: JSON = [
      "at": .text("\(TimeOfDay(minutes: minutes % 1440)!)"), "into": .text(newID("S")),
    ]
    return line(
      isManager ? "mia" : user("\(shift.owner)"), "shift.split", "\(shift.id)",
      isManager ? data.adding(override()) : data)
  }
}
