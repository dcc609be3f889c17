import ShiftEventsTesting

@testable import ShiftEvents

/// Submissions of students, companies and consumers.
extension RandomWalk {
  /// max and zoe offer deals, everybody takes and rates them, and everybody studies.
  static func roles(of user: String) -> JSON {
    switch user {
    case "mia": ["employee", "manager", "student", "consumer"]
    case "max", "zoe": ["employee", "student", "consumer", "company"]
    default: ["employee", "student", "consumer"]
    }
  }

  mutating func study(_ state: DomainState) -> String {
    let running = state.sessions.rows.suffix(20).filter { !$0.hasEnded }
    guard let session = random.pick(running), random.chance(75) else {
      var data: JSON = [:]
      if random.chance(60) {
        data = [
          "blockMinutes": .integer(random.pick([5, 10, 30, 60, 61])!),
          "pauseMinutes": .integer(random.pick([1, 5, 60, 60])!),
        ]
      }
      return line(user(), "study.started", newID("T"), data)
    }
    let student = user("\(session.student)")
    if random.chance(60) {
      let block = session.completedBlocks + (random.chance(90) ? 1 : 2)
      return line(student, "study.blockcompleted", "\(session.id)", ["block": .integer(block)])
    }
    let reason = random.pick(["stopped", "left", "background"])!
    return line(student, "study.stopped", "\(session.id)", ["reason": .text(reason)])
  }

  mutating func deal(_ state: DomainState) -> String {
    guard let deal = random.pick(state.deals.rows.suffix(8)) else { return offer() }
    let company = user("\(deal.company)")
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<20: return offer()
    case 20..<27:
      let edit: JSON =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: ["capacity": random.chance(20) ? nil : .integer(random.pick([0, 1, 4])!)]
        case 1: ["description": random.chance(50) ? nil : "two\nlines"]
        case 2: ["name": "Stew", "category": "party"]
        default: ["priceCents": 700, "currency": "EUR"]
        }
      return line(company, "deal.edited", "\(deal.id)", edit)
    case 27..<30: return line(random.chance(70) ? company : "mia", "deal.removed", "\(deal.id)")
    case 30..<62: return line(user(), "deal.reserved", newID("V"), ["deal": .text("\(deal.id)")])
    default: return reservation(state)
    }
  }

  private mutating func offer() -> String {
    let from = clock.advanced(byMilliseconds: Int64(random.pick([-30, 0, 60])!) * 60_000)
    let until = clock.advanced(byMilliseconds: Int64(random.pick([-1, 60, 240, 600])!) * 60_000)
    var data: JSON = [
      "name": "Soup", "companyName": "Café", "category": "food", "latitude": 52.25,
      "longitude": -4.5, "validUntil": .text("\(until)"),
    ]
    if random.chance(50) { data = data.adding("validFrom", .text("\(from)")) }
    if random.chance(60) { data = data.adding("capacity", .integer(random.pick([1, 2, 3])!)) }
    if random.chance(60) {
      data = data.adding("priceCents", .integer(random.pick([0, 450])!))
      data = data.adding("currency", "EUR")
    }
    return line(random.pick(["max", "zoe"])!, "deal.posted", newID("D"), data)
  }

  private mutating func reservation(_ state: DomainState) -> String {
    guard let reservation = random.pick(state.reservations.rows.suffix(12)) else { return offer() }
    let (consumer, company) = (user("\(reservation.user)"), user("\(reservation.company)"))
    let id = "\(reservation.id)"
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return line(random.chance(50) ? consumer : company, "reservation.cancelled", id)
    case 1,
      2 where reservation.payment == nil:
      return line(
        company, "payment.recorded", id,
        [
          "amountCents": .integer(random.chance(90) ? reservation.priceCents ?? 450 : 1),
          "currency": "EUR", "reference": "p",
        ])
    case 3:
      return line(
        consumer, "company.rated", "\(reservation.company)",
        ["reservation": .text(id), "stars": .integer(Int.random(in: 1...5, using: &random))])
    default: return line(company, "payment.refunded", id, ["reference": "r"])
    }
  }
}
