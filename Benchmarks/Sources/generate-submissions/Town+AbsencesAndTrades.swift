/// Who can do what, who is away, and which shifts are exchanged.
extension Town {
  /// A trade that is offered, and what is still to happen to it.
  struct Trade {
    var id: String
    var give: Int
    var take: Int
    var isAccepted = false
  }

  private static let skillNames = ["first-aid", "till", "fork-lift", "opening"]

  /// In turn, so that a short log has each of them.
  mutating func arrangePeople() {
    arranged += 1
    switch arranged % 6 {
    case 1: grantSkill()
    case 2: recordAbsence()
    case 4: endAbsence()
    case 5: revokeSkill()
    default: offerTrade()
    }
  }

  private mutating func revokeSkill() {
    guard let last = skilled.takeAny(&random), !gone.contains(last.person) else { return }
    write("skill.revoked", name(last.person), by: manager(), [("skill", quoted(last.skill))])
  }

  private mutating func grantSkill() {
    let (person, skill) = (guest(), Self.skillNames[random.below(4)])
    guard !skilled.contains(where: { $0.person == person && $0.skill == skill }) else { return }
    write("skill.granted", name(person), by: manager(), [("skill", quoted(skill))])
    skilled.append((person, skill))
  }

  /// A day on which nobody else needs the person, nor in the night before.
  private mutating func recordAbsence() {
    let person = guest()
    let day = today + 2 + random.below(40)
    for day in [day - 1, day] {
      guard !busy[person].contains(day), requests[key(person, day)] == nil else { return }
    }
    busy[person].formUnion([day - 1, day])
    let isByManager = random.chance(30)
    var data: Submissions.Members = [("date", quoted(Calendar.date(ofDay: day)))]
    if isByManager { data.append(("user", quoted(name(person)))) }
    if random.chance(30) { data.append(("start", "\"09:00\"")) }
    write("absence.recorded", "A\(next())", by: isByManager ? manager() : name(person), data)
    absences.append((id: "A\(serial)", person: person, day: day))
  }

  private mutating func endAbsence() {
    guard let absence = absences.popLast(), absence.day > today, !gone.contains(absence.person)
    else { return }
    write("absence.ended", absence.id, by: random.chance(50) ? name(absence.person) : manager())
  }

  /// Two shifts whose owners are free on each other's day.
  mutating func exchangeable() -> (give: Int, take: Int)? {
    guard let give = take(.idle) else { return nil }
    guard let take = self.take(.idle) else {
      put(give, .idle)
      return nil
    }
    put(give, .idle)
    put(take, .idle)
    let (given, taken) = (shifts[give], shifts[take])
    let isPossible =
      [given, taken].allSatisfy {
        $0.owner >= managers && !gone.contains($0.owner) && $0.day > today + 1
      } && given.owner != taken.owner && !busy[given.owner].contains(taken.day)
      && !busy[taken.owner].contains(given.day)
    return isPossible ? (give, take) : nil
  }

  private mutating func offerTrade() {
    guard let (give, take) = exchangeable() else { return }
    write(
      "trade.offered", "T\(next())", by: name(shifts[give].owner),
      [("give", quoted(id(ofShift: give))), ("take", quoted(id(ofShift: take)))])
    trade = Trade(id: "T\(serial)", give: give, take: take)
  }

  /// What follows an offer: it is taken back, or accepted and, if need be, approved.
  mutating func settle(_ trade: Trade) {
    let (giver, taker) = (shifts[trade.give].owner, shifts[trade.take].owner)
    if trade.isAccepted {
      self.trade = nil
      write("trade.approved", trade.id, by: manager())
      return exchange(trade)
    }
    if random.chance(25) {
      self.trade = nil
      return write("trade.ended", trade.id, by: name(random.chance(50) ? giver : taker))
    }
    write("trade.accepted", trade.id, by: name(taker))
    guard settings.marketApproval != "manager" else {
      self.trade?.isAccepted = true
      return
    }
    self.trade = nil
    exchange(trade)
  }

  mutating func exchange(_ trade: Trade) {
    let (given, taken) = (shifts[trade.give], shifts[trade.take])
    for (shift, owner) in [(given, taken.owner), (taken, given.owner)] {
      busy[shift.owner].remove(shift.day)
      busy[owner].insert(shift.day)
      closeRequest(key(owner, shift.day))
    }
    shifts[trade.give].owner = taken.owner
    shifts[trade.take].owner = given.owner
  }
}
