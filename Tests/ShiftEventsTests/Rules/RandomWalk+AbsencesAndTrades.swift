import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions about skills, absences and trades.
extension RandomWalk {
  static let skills = ["first-aid", "till"]

  mutating func absenceOrTrade(_ state: DomainState) -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: skill(state)
    case 12..<24: shiftWithNeeds(state)
    case 24..<48: absence(state)
    default: trade(state)
    }
  }

  private mutating func skill(_ state: DomainState) -> String {
    let (person, name) = (user(), random.pick(Self.skills)!)
    let hasIt =
      UserID(person).map { state.hasSkill(Name(name)!, $0, on: state.today(at: clock)) } ?? false
    let isRevoked = hasIt ? random.chance(60) : random.chance(10)
    var data: JSON = ["skill": .text(name)]
    if !isRevoked, random.chance(50) { data = data.adding("until", soon(state)) }
    return line(user("mia"), isRevoked ? "skill.revoked" : "skill.granted", person, data)
  }

  /// A day of the next ones, now and then a past one.
  mutating func soon(_ state: DomainState) -> JSON {
    .text("\(state.today(at: clock) + random.pick([-1, 0, 0, 1, 1, 2, 3, 5, 8])!)")
  }

  private mutating func shiftWithNeeds(_ state: DomainState) -> String {
    let date = state.today(at: clock) + Int.random(in: 0...6, using: &random)
    let data: JSON = [
      "owner": .text(user()), "date": .text("\(date)"), "start": "10:00", "end": "14:00",
      "needs": random.chance(70) ? ["first-aid"] : ["till", "first-aid"],
    ]
    return line(
      user("mia"), "shift.scheduled", newID("N"),
      random.chance(40) ? data.adding("override", ["skillMissing"]) : data)
  }

  private mutating func absence(_ state: DomainState) -> String {
    if let absence = random.pick(state.absences.rows.suffix(6)), random.chance(50) {
      return line(user("\(absence.user)"), "absence.ended", "\(absence.id)")
    }
    let person = user()
    var data: JSON = [
      "date": .text("\(state.today(at: clock) + Int.random(in: -1...5, using: &random))")
    ]
    if random.chance(40) { data = data.adding("user", .text(person)) }
    if random.chance(60) { data = data.adding("start", .text(random.pick(["09:00", "15:00"])!)) }
    if random.chance(60) { data = data.adding("end", .text(random.pick(["09:00", "17:30"])!)) }
    if random.chance(30) {
      data = data.adding("days", .integer(random.pick([0, 1, 2, 9, 366])!))
    }
    if random.chance(10) { data = data.adding("override", ["dateOutOfRange"]) }
    return line(random.chance(60) ? person : user("mia"), "absence.recorded", newID("A"), data)
  }

  private mutating func trade(_ state: DomainState) -> String {
    let recent = state.trades.rows.suffix(8).filter { $0.state != .done && $0.state != .ended }
    if let trade = random.pick(recent), random.chance(75) {
      let (from, to) = ("\(trade.from)", "\(trade.to)")
      let (actor, type) =
        trade.state == .open
        ? random.pick([
          (to, "trade.accepted"), (to, "trade.accepted"), (to, "trade.accepted"),
          (from, "trade.ended"), ("mia", "trade.approved"),
        ])!
        : random.pick([
          ("mia", "trade.approved"), ("mia", "trade.approved"), (to, "trade.accepted"),
          ("mia", "trade.ended"), (from, "trade.approved"),
        ])!
      return line(user(actor), type, "\(trade.id)")
    }
    let shifts = state.shifts.rows.suffix(40).filter {
      $0.isOpen && ($0.state == .idle || random.chance(10)) && !state.hasStarted($0, at: clock)
    }
    guard let give = random.pick(shifts), let take = random.pick(shifts) else {
      return absence(state)
    }
    return line(
      user("\(give.owner)"), "trade.offered", newID("X"),
      ["give": .text("\(give.id)"), "take": .text("\(take.id)")])
  }
}
