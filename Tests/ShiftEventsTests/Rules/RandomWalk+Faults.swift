import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions that the rules refuse, mostly: each for another reason.
extension RandomWalk {
  mutating func fault(_ state: DomainState, earlier: [String]) -> String {
    if chance(45) { return change(of: earlier) }
    return chance(50) ? moveOfAnyShift(state) : whatDoesNotFit(state)
  }

  /// An earlier submission, sent again with another id, or with another part.
  private mutating func change(of earlier: [String]) -> String {
    guard let line = random.pick(earlier.suffix(400)),
      let submission = JSONTree(parsing: Array(line.utf8))
    else { return unknownThing() }
    let again = submission.with("id", .text(newID("again")))
    let data = submission["data"] ?? [:]
    let changed: JSONTree =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: submission.with("subject", "another")
      case 1: again.with("subject", "nobody.knows")
      case 2: again.with("time", "2020-01-01T00:00:00Z")
      case 3: again.with("time", "2036-01-01T00:00:00Z")
      case 4: again.with("data", data.with(random.pick(["owner", "from"])!, "nobody"))
      case 5, 6: again.with("data", spoilt(data))
      default: again.with("actor", .text(user()))
      }
    return changed.line
  }

  /// The members with a value of one of them that no rule allows.
  private mutating func spoilt(_ data: JSONTree) -> JSONTree {
    let faults: [(String, JSONTree)] = [
      ("minutes", 99_999), ("stars", 9), ("capacity", 0), ("blockMinutes", 1), ("category", "none"),
      ("latitude", 400), ("deal", "none"), ("request", "none"), ("vacancy", "none"),
      ("reservation", "none"), ("give", "none"), ("validUntil", "2020-01-01T00:00:00Z"),
    ]
    let fitting = faults.filter { data[$0.0] != nil }
    guard let (name, value) = random.pick(fitting), case .object(let members) = data else {
      return data
    }
    // Without a coordinate a deal has no place.
    if name == "latitude", chance(50) { return .object(members.filter { $0.name != name }) }
    return data.with(name, value)
  }

  private mutating func unknownThing() -> String {
    let types = [
      "fixedshift.removed", "request.withdrawn", "study.stopped", "deal.removed", "absence.ended",
      "reservation.cancelled", "trade.accepted", "shift.supplied",
    ]
    return line(user("mia"), random.pick(types)!, "nobody.knows")
  }

  /// Something about a shift of any state, by one of those whom it concerns.
  private mutating func moveOfAnyShift(_ state: DomainState) -> String {
    guard let shift = random.pick(state.shifts.rows.suffix(80)) else { return unknownThing() }
    let actor = random.pick(["\(shift.owner)", shift.taker.map { "\($0)" } ?? "mia", "mia"])!
    let types = [
      "shift.supplied", "shift.revoked", "shift.accepted", "acceptance.withdrawn", "shift.approved",
      "shift.disapproved", "suggestion.withdrawn", "suggestion.accepted", "shift.dropped",
      "shift.cancelled",
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6: return line(actor, random.pick(types)!, "\(shift.id)")
    case 6:
      guard let request = random.pick(state.requests.rows.suffix(20)) else { break }
      return line(
        "\(shift.owner)", "shift.suggested", "\(shift.id)", ["request": .text("\(request.id)")])
    case 7:
      let date = shift.date + 1
      return line("mia", "shift.edited", "\(shift.id)", ["date": .text("\(date)")])
    case 8:
      guard let other = random.pick(state.shifts.rows.suffix(80)) else { break }
      return line(
        "\(shift.owner)", "trade.offered", newID("X"),
        ["give": .text("\(shift.id)"), "take": .text("\(other.id)")])
    default: break
    }
    return line("\(shift.owner)", "hours.recorded", "\(shift.id)", ["minutes": 99_999])
  }

  private mutating func whatDoesNotFit(_ state: DomainState) -> String {
    let manager = "mia"
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return line(manager, "workplace.configured", "W", ["timeZone": "Asia/Tokyo"])
    case 1: return line(manager, "workplace.configured", "other", ["horizonWeeks": 1])
    case 2:
      let id = newID("n")
      let email = random.pick(["lou@example.org", "nobody"])!
      return line(id, "user.registered", id, ["roles": ["student"], "email": .text(email)])
    case 3:
      let id = newID("n")
      return line(id, "user.registered", id, ["roles": ["manager"]])
    case 4:
      // Without one, nothing more would be allowed.
      if state.managers.count > 1 { break }
      return line(manager, "role.revoked", manager, ["role": "manager"])
    case 5, 6:
      guard let deal = random.pick(state.deals.rows.suffix(8)) else { break }
      let edits: [JSON] = [
        ["validFrom": nil], ["latitude": 51.0, "longitude": 4.0], ["capacity": 1],
        ["currency": nil], ["name": nil], ["category": "none"],
      ]
      return line("\(deal.company)", "deal.edited", "\(deal.id)", random.pick(edits)!)
    case 7:
      guard let deal = random.pick(state.deals.rows.suffix(8)) else { break }
      return line(user(), "deal.reserved", newID("V"), ["deal": .text("\(deal.id)")])
    case 8:
      guard let trade = random.pick(state.trades.rows.suffix(10)) else { break }
      let types = ["trade.accepted", "trade.approved", "trade.ended"]
      let actor = random.pick(["\(trade.from)", "\(trade.to)", manager])!
      return line(actor, random.pick(types)!, "\(trade.id)")
    case 9:
      guard let seat = random.pick(state.reservations.rows.suffix(20)) else { break }
      let (id, company) = ("\(seat.id)", "\(seat.company)")
      return chance(50)
        ? line(company, "payment.refunded", id, ["reference": "r"])
        : line(
          "\(seat.user)", "company.rated", company, ["reservation": .text(id), "stars": 3])
    case 10:
      guard let fixed = random.pick(state.fixedShifts.rows) else { break }
      return line("\(fixed.owner!)", "fixedshift.removed", "\(fixed.id)")
    default: break
    }
    return unknownThing()
  }
}
