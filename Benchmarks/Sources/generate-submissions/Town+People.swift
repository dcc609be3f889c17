/// Who comes, goes, changes name, is granted roles and follows whom.
extension Town {
  /// What the workplace is set to; one shift a day and no rest rules hold throughout.
  struct Settings {
    var marketApproval = "manager"
    var suggestionApproval = "owner"
    var horizonWeeks = 2
    var requestDays = 31
  }

  func name(_ person: Int) -> String {
    switch person % 4 {
    case 0: "p\(person)"
    case 1: "emp.\(person)-nl"
    case 2: "Worker_\(person)"
    default: "7f3c9a\(person)-2b1e-4c8d-9f00-a1b2c3d4e5f6"
    }
  }

  mutating func employee() -> Int {
    while true {
      let person = random.below(busy.count)
      if !gone.contains(person) { return person }
    }
  }

  /// Anyone but a manager of the first hour, of whom there are always some.
  mutating func guest() -> Int {
    while true {
      let person = managers + random.below(busy.count - managers)
      if !gone.contains(person) { return person }
    }
  }

  mutating func manager() -> String { name(random.below(managers)) }

  mutating func found(_ count: Int) {
    for person in busy.indices {
      let roles =
        person < managers
        ? "[\"employee\",\"manager\"]" : "[\"employee\",\"student\",\"consumer\"]"
      write("user.registered", name(person), by: name(0), [("roles", roles)])
    }
    for company in 0..<companies {
      write("user.registered", "shop-\(company)", by: name(0), [("roles", "[\"company\"]")])
    }
    write(
      "workplace.configured", "town", by: name(0),
      [
        ("timeZone", "\"UTC\""), ("marketApproval", quoted(settings.marketApproval)),
        ("horizonWeeks", "2"), ("maxShiftsPerDay", "1"),
      ])
  }

  /// In turn, so that a short log has each of them.
  mutating func administer() {
    administered += 1
    switch administered % 6 {
    case 1: arrive()
    case 2: changeProfile()
    case 3: grant()
    case 4: configure()
    case 5: leave()
    default: revokeRole()
    }
  }

  private mutating func displayName() -> String {
    let first = ["Zoë", "Bram", "Fatima", "José", "Łukasz", "Øyvind", "李娜", "Ömer"]
    let last = ["de Wit", "O'Brien", "Nguyễn", "García-Peña", "Yılmaz", "Smit \\\"Sr.\\\""]
    return quoted(first[random.below(first.count)] + " " + last[random.below(last.count)])
  }

  /// A newcomer, who registers or is registered, with a name and an address.
  private mutating func arrive() {
    let person = busy.count
    busy.append([])
    let data: Submissions.Members = [
      ("roles", "[\"student\",\"employee\",\"consumer\"]"), ("name", displayName()),
      ("email", quoted("p\(person)@example.org")),
    ]
    write("user.registered", name(person), by: random.chance(50) ? name(person) : manager(), data)
  }

  private mutating func changeProfile() {
    let person = guest()
    var data: Submissions.Members = [("name", displayName())]
    if random.chance(50) { data.append(("email", quoted("P\(person).\(next())@Example.org"))) }
    write("profile.changed", name(person), by: random.chance(70) ? name(person) : manager(), data)
  }

  private mutating func grant() {
    let person = guest()
    guard !granted.contains(where: { $0.person == person }) else { return }
    let role = random.chance(70) ? "company" : "manager"
    write("role.granted", name(person), by: manager(), [("role", quoted(role))])
    granted.append((person, role))
  }

  private mutating func revokeRole() {
    guard let last = granted.takeAny(&random) else { return }
    write("role.revoked", name(last.person), by: manager(), [("role", quoted(last.role))])
  }

  /// Somebody leaves for good: later acts go without them.
  private mutating func leave() {
    let person = guest()
    guard gone.count * 2 < busy.count else { return }
    write("user.erased", name(person), by: random.chance(50) ? name(person) : manager())
    gone.insert(person)
    granted.removeAll { $0.person == person }
  }

  private mutating func configure() {
    settings.marketApproval = ["manager", "manager", "manager", "owner", "none"][random.below(5)]
    settings.suggestionApproval = random.chance(50) ? "owner" : "manager"
    settings.requestDays = 29 + random.below(5)
    write(
      "workplace.configured", "town", by: manager(),
      [
        ("requestDays", String(settings.requestDays)),
        ("marketApproval", quoted(settings.marketApproval)),
        ("suggestionApproval", quoted(settings.suggestionApproval)),
      ])
  }

  mutating func follow() {
    let (user, other) = (employee(), employee())
    guard user != other else { return }
    if random.chance(5), let pair = followed.takeAny(&random) {
      let (user, other) = (pair >> 20, pair & (1 << 20 - 1))
      following.remove(pair)
      guard !gone.contains(user), !gone.contains(other) else { return }
      return write("user.unfollowed", name(other), by: name(user))
    }
    guard following.insert(key(user, other)).inserted else { return }
    followed.append(key(user, other))
    write("user.followed", name(other), by: name(user))
  }
}
