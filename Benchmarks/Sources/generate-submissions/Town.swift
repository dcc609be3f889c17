import Foundation

/// A town whose people work, study and buy; it keeps just enough state to ask only for what is legal.
///
/// Time passes evenly over 500 days; the workplace's zone is UTC, a person holds one shift a day.
struct Town {
  private struct Shift {
    var id: String
    var owner: Int
    var day: Int
    var start: Int
    var isFree = true
  }
  private struct Deal {
    var id: String
    var company: Int
    var from: Int
    var until: Int
    var seats: Int
    var price: Int
    var guests: Set<Int> = []
  }
  private struct Reservation {
    var id: String
    var deal: Int
    var user: Int
  }
  private struct Session {
    var id: String
    var user: Int
    var start: Int
    var block = 30
    var blocksDone = 0
  }

  private var random: SplitMix64
  private let people: Int
  private let managers: Int
  private let step: Int
  private var now = 20_000 * 86_400_000
  private var written = 0
  private var output = Data()

  /// Days on which a person works or may come to work.
  private var busy: [Set<Int>]
  private var idle: [Shift] = []
  private var supplied: [Shift] = []
  private var awaiting: [(shift: Shift, taker: Int)] = []
  private var worked: [Shift] = []
  private var requests: [(id: String, user: Int, day: Int)] = []
  private var sessions: [Session] = []
  private var isStudying: Set<Int> = []
  private var deals: [Deal] = []
  private var live: [Reservation] = []
  private var paid: [Reservation] = []
  private var refunds: [Reservation] = []
  private var customers: [Reservation] = []
  private var following: Set<Int> = []
  private var serial = 0

  init(seed: UInt64, peopleCount: Int, eventCount: Int) {
    random = SplitMix64(seed: seed)
    people = peopleCount
    managers = max(1, peopleCount / 100)
    step = 500 * 86_400_000 / max(eventCount, 1)
    busy = Array(repeating: [], count: peopleCount)
  }

  mutating func generate(_ count: Int) {
    found()
    while written < count { act() }
    flush()
  }

  // MARK: - People

  private func name(_ person: Int) -> String {
    switch person % 4 {
    case 0: "p\(person)"
    case 1: "emp.\(person)-nl"
    case 2: "Worker_\(person)"
    default: "7f3c9a\(person)-2b1e-4c8d-9f00-a1b2c3d4e5f6"
    }
  }

  private mutating func found() {
    let boss = name(0)
    for person in 0..<people {
      let roles =
        person < managers
        ? "\"employee\",\"manager\"" : "\"employee\",\"student\",\"consumer\""
      write("user.registered", name(person), by: person == 0 ? boss : boss, "\"roles\":[\(roles)]")
    }
    for company in 0..<max(2, people / 50) {
      write("user.registered", "shop-\(company)", by: boss, "\"roles\":[\"company\"]")
    }
    write(
      "workplace.configured", "town", by: boss,
      "\"timeZone\":\"UTC\",\"marketApproval\":\"manager\",\"maxShiftsPerDay\":1")
  }

  private mutating func employee() -> Int { random.below(people) }
  private mutating func guest() -> Int { managers + random.below(people - managers) }
  private mutating func manager() -> String { name(random.below(managers)) }

  // MARK: - One act

  private mutating func act() {
    now += step
    switch random.below(100) {
    case 0..<25: schedule()
    case 25..<41: supply()
    case 41..<42: revoke()
    case 42..<53: accept()
    case 53..<59: approve()
    case 59..<61: request()
    case 61..<79: recordHours()
    case 79..<83: startStudy()
    case 83..<89: goOnStudying()
    case 89..<91: postDeal()
    case 91..<95: reserve()
    case 95..<97: payOrCancel()
    case 97..<98: refundOrRate()
    default: follow()
    }
  }

  private var today: Int { now / 86_400_000 }
  private var minuteOfDay: Int { now % 86_400_000 / 60_000 }

  private func hasStarted(_ shift: Shift) -> Bool {
    (shift.day, shift.start) <= (today, minuteOfDay + 1)
  }

  private mutating func schedule() {
    let owner = employee()
    let day = today + 1 + random.below(28)
    guard busy[owner].insert(day).inserted else { return }
    serial += 1
    let start = [360, 420, 540, 720, 900, 1080, 1320][random.below(7)]
    let id =
      switch serial % 5 {
      case 0: String(serial)
      case 1: "s\(serial)"
      case 2: "shift.\(serial).v2"
      case 3: "bc-\(day)-\(serial)"
      default: "0198\(serial)-aaaa-7bbb-8ccc-\(100_000_000 + serial)"
      }
    let end = (start + 480) % Calendar.minutesOfDay
    write(
      "shift.scheduled", id, by: manager(),
      "\"owner\":\"\(name(owner))\",\"date\":\"\(Calendar.date(ofDay: day))\","
        + "\"start\":\"\(Calendar.clock(start))\",\"end\":\"\(Calendar.clock(end))\"")
    idle.append(Shift(id: id, owner: owner, day: day, start: start))
  }

  /// Takes a shift at random out of a list; one that has begun goes to those to be paid for.
  private mutating func take(_ list: WritableKeyPath<Town, [Shift]>) -> Shift? {
    for _ in 0..<8 where !self[keyPath: list].isEmpty {
      let index = random.below(self[keyPath: list].count)
      let shift = self[keyPath: list][index]
      self[keyPath: list].swapAt(index, self[keyPath: list].count - 1)
      self[keyPath: list].removeLast()
      if !hasStarted(shift) { return shift }
      worked.append(shift)
    }
    return nil
  }

  private mutating func supply() {
    guard let shift = take(\.idle) else { return }
    write("shift.supplied", shift.id, by: name(shift.owner), nil)
    supplied.append(shift)
  }

  private mutating func revoke() {
    guard let shift = take(\.supplied) else { return }
    write("shift.revoked", shift.id, by: name(shift.owner), nil)
    idle.append(shift)
  }

  private mutating func accept() {
    guard let shift = take(\.supplied) else { return }
    let taker = guest()
    guard taker != shift.owner, !busy[taker].contains(shift.day) else {
      supplied.append(shift)
      return
    }
    busy[taker].insert(shift.day)
    requests.removeAll { $0.user == taker && $0.day == shift.day }
    write("shift.accepted", shift.id, by: name(taker), "\"from\":\"\(name(shift.owner))\"")
    awaiting.append((shift, taker))
  }

  private mutating func approve() {
    guard !awaiting.isEmpty else { return }
    var (shift, taker) = awaiting.remove(at: random.below(awaiting.count))
    guard !hasStarted(shift) else {
      worked.append(shift)
      return
    }
    if random.chance(85) {
      write("shift.approved", shift.id, by: manager(), nil)
      busy[shift.owner].remove(shift.day)
      shift.owner = taker
      idle.append(shift)
    } else {
      write("shift.disapproved", shift.id, by: manager(), nil)
      busy[taker].remove(shift.day)
      supplied.append(shift)
    }
  }

  private mutating func request() {
    let today = today
    requests.removeAll { $0.day < today }
    if random.chance(30), let last = requests.popLast() {
      write("request.withdrawn", last.id, by: name(last.user), nil)
      busy[last.user].remove(last.day)
      return
    }
    let user = guest()
    let day = today + 1 + random.below(29)
    // The day is kept free of shifts until the request is withdrawn.
    guard busy[user].insert(day).inserted else { return }
    serial += 1
    write(
      "request.posted", "R\(serial)", by: name(user), "\"date\":\"\(Calendar.date(ofDay: day))\"")
    if requests.count < 200 { requests.append(("R\(serial)", user, day)) }
  }

  private mutating func recordHours() {
    if worked.isEmpty { _ = take(\.idle).map { idle.append($0) } }
    guard let shift = worked.popLast() else { return }
    let minutes = 60 + random.below(480)
    write(
      "hours.recorded", shift.id, by: random.chance(50) ? name(shift.owner) : manager(),
      "\"minutes\":\(minutes)")
  }

  // MARK: - Study

  private mutating func startStudy() {
    let user = guest()
    guard isStudying.insert(user).inserted else { return }
    serial += 1
    let session = Session(id: "st-\(serial)", user: user, start: now)
    write("study.started", session.id, by: name(user), "\"blockMinutes\":30,\"pauseMinutes\":60")
    sessions.append(session)
  }

  private mutating func goOnStudying() {
    guard !sessions.isEmpty else { return }
    let index = random.below(sessions.count)
    let session = sessions[index]
    let block = session.blocksDone + 1
    let due = session.start + (block * 30 + (block - 1) * 60) * 60_000
    if now >= due, now <= due + 59 * 60_000 {
      write("study.blockcompleted", session.id, by: name(session.user), "\"block\":\(block)")
      sessions[index].blocksDone = block
    } else if now > due {
      write("study.stopped", session.id, by: name(session.user), nil)
      sessions.remove(at: index)
      isStudying.remove(session.user)
    }
  }

  private mutating func follow() {
    let (user, other) = (employee(), employee())
    guard user != other else { return }
    let pair = user * people + other
    let wasFollowing = following.remove(pair) != nil
    if !wasFollowing { following.insert(pair) }
    write(wasFollowing ? "user.unfollowed" : "user.followed", name(other), by: name(user), nil)
  }

  // MARK: - Deals

  private mutating func postDeal() {
    let company = random.below(max(2, people / 50))
    let end = (today + 1) * 86_400_000 - 60_000
    guard end - now > 3_600_000 else { return }
    serial += 1
    let category = ["shopping", "food", "hotels", "activities", "party", "other"][random.below(6)]
    let latitude = 52_000_000 + random.below(500_000)
    let longitude = 4_500_000 + random.below(900_000)
    let price = (1 + random.below(40)) * 50
    let seats = 1 + random.below(30)
    let title = random.chance(10) ? "Crème brûlée № \(serial)" : "Table for two, no. \(serial)"
    write(
      "deal.posted", "deal-\(serial)", by: "shop-\(company)",
      "\"name\":\"\(title)\",\"companyName\":\"Shop \(company)\",\"category\":\"\(category)\","
        + "\"latitude\":\(decimal(latitude)),\"longitude\":\(decimal(longitude)),"
        + "\"validUntil\":\"\(Calendar.time(ofMillisecond: end))\",\"capacity\":\(seats),"
        + "\"priceCents\":\(price),\"currency\":\"EUR\"")
    deals.append(
      Deal(
        id: "deal-\(serial)", company: company, from: now, until: end, seats: seats, price: price))
  }

  private func decimal(_ millionths: Int) -> String { "\(Double(millionths) / 1_000_000)" }

  private mutating func reserve() {
    guard !deals.isEmpty else { return }
    let index = deals.count - 1 - random.below(min(deals.count, 200))
    let user = guest()
    guard deals[index].until > now, deals[index].guests.count < deals[index].seats,
      deals[index].guests.insert(user).inserted
    else { return }
    serial += 1
    write("deal.reserved", "r.\(serial)", by: name(user), "\"deal\":\"\(deals[index].id)\"")
    live.append(Reservation(id: "r.\(serial)", deal: index, user: user))
    customers.append(live.last!)
  }

  private mutating func payOrCancel() {
    guard !live.isEmpty else { return }
    let reservation = live.remove(at: random.below(live.count))
    let deal = deals[reservation.deal]
    if random.chance(70) {
      write(
        "payment.recorded", reservation.id, by: "shop-\(deal.company)",
        "\"amountCents\":\(deal.price),\"currency\":\"EUR\",\"reference\":\"tr_\(serial)\"")
      paid.append(reservation)
    } else if now < deal.until {
      write("reservation.cancelled", reservation.id, by: name(reservation.user), nil)
      deals[reservation.deal].guests.remove(reservation.user)
      customers.removeAll { $0.id == reservation.id }
    }
  }

  private mutating func refundOrRate() {
    if let reservation = refunds.popLast() {
      write(
        "payment.refunded", reservation.id, by: "shop-\(deals[reservation.deal].company)",
        "\"reference\":\"re_\(reservation.id)\"")
    } else if let reservation = paid.popLast(), deals[reservation.deal].until > now {
      write("reservation.cancelled", reservation.id, by: name(reservation.user), nil)
      deals[reservation.deal].guests.remove(reservation.user)
      customers.removeAll { $0.id == reservation.id }
      refunds.append(reservation)
    } else if let reservation = customers.popLast() {
      write(
        "company.rated", "shop-\(deals[reservation.deal].company)", by: name(reservation.user),
        "\"reservation\":\"\(reservation.id)\",\"stars\":\(1 + random.below(5))")
    }
    if customers.count > 1000 { customers.removeFirst(500) }
  }

  // MARK: - Bytes

  /// Half of the submissions bring an id of their own; the tool gives one to the others.
  private mutating func write(_ type: String, _ subject: String, by actor: String, _ data: String?)
  {
    written += 1
    var line = "{"
    if written % 2 == 0 {
      line +=
        "\"id\":\"c\(written)-\(String(written &* 2_654_435_761 % 4_294_967_296, radix: 16))\","
      line += "\"source\":\"/rooster-app\","
    }
    line += "\"type\":\"\(type)\",\"subject\":\"\(subject)\",\"actor\":\"\(actor)\","
    line += "\"time\":\"\(Calendar.time(ofMillisecond: now))\""
    if let data { line += ",\"data\":{\(data)}" }
    output.append(contentsOf: line.utf8)
    output.append(contentsOf: "}\n".utf8)
    if output.count > 1 << 20 { flush() }
  }

  private mutating func flush() {
    FileHandle.standardOutput.write(output)
    output.removeAll(keepingCapacity: true)
  }
}
