import ShiftEventsTesting
import TestSupport

@testable import ShiftEvents

extension SplitMix64 {
  mutating func pick<Element>(_ elements: some Collection<Element>) -> Element? {
    elements.randomElement(using: &self)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// Random submissions of all kinds; many of them fit the events before.
///
/// The same seed and the same log give the same submissions.
struct RandomWalk {
  var random: SplitMix64
  private var number = 0
  private(set) var clock: Timestamp
  private let zone: String
  /// True where drafts are shown and hidden by turns.
  var plansDrafts = false
  /// True where shifts are split.
  var splits = false
  /// True for closures that cancel what stands on their days.
  var cancels = true

  private static let users = ["mia", "bas", "eva", "tom", "zoe", "max"]
  static let spans = [
    ("06:00", "12:00"), ("09:00", "17:00"), ("15:00", "20:00"), ("22:00", "06:00"),
    ("02:15", "02:45"), ("01:30", "02:30"), ("00:00", "00:00"), ("11:45", "13:00"),
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let places = [
      ("Europe/Amsterdam", "2026-03-20 08:00"), ("Europe/Amsterdam", "2026-10-16 08:00"),
      ("Australia/Lord_Howe", "2026-09-25 08:00"), ("UTC", "2025-12-26 08:00"),
    ]
    let place = random.pick(places)!
    zone = place.0
    clock = Timestamp(place.1.replacing(" ", with: "T") + ":00Z")!
  }

  /// Moves the clock on, now and then by days.
  mutating func passTime() {
    let minutes = random.chance(5) ? 60 * 30 : random.chance(50) ? 20 : 0
    clock = clock.advanced(
      byMilliseconds: Int64.random(in: 0...Int64(minutes) * 60_000 + 1, using: &random))
  }

  mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

  /// The log of at least so many submissions.
  mutating func log(of submissions: Int) throws -> MemoryLog {
    var log = MemoryLog(clock: clock)
    try go(on: &log, for: submissions)
    return log
  }

  /// At least so many submissions more, a few of them in batches.
  mutating func go(on log: inout MemoryLog, for submissions: Int) throws {
    var count = 0
    while count < submissions {
      passTime()
      log.clock = clock
      if chance(2) { _ = log.extend() }
      let size = chance(4) ? 3 : 1
      let lines = (0..<size).map { _ in submission(given: log.judge.folded.state) }
      let submissions = lines.map(Submission.read)
      _ = try log.append(submissions, isBatch: size != 1)
      count += size
    }
  }

  /// The next submission, as one line of JSON.
  mutating func submission(given state: DomainState) -> String {
    if let step = beginning() { return step }
    if chance(12) { return absenceOrTrade(state) }
    if chance(12) { return promise(state) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3: return policies()
    case 3..<10: return account(state)
    case 10..<16: return weekly(state)
    case 16..<24: return schedule(state)
    case 24..<28: return vacancy(state)
    case 28..<38: return request(state)
    case 38..<46: return study(state)
    case 46..<62: return deal(state)
    default: return move(state)
    }
  }

  // MARK: - Kinds of submission

  private mutating func beginning() -> String? {
    number += 1
    if number == 1 {
      return line("mia", "workplace.configured", "W", ["timeZone": .text(zone), "horizonWeeks": 1])
    }
    let user = number - 2
    guard user < Self.users.count else { return nil }
    let name = Self.users[user]
    return line(name, "user.registered", name, ["roles": Self.roles(of: name)])
  }

  private mutating func policies() -> String {
    var members: [(name: String, value: JSON)] = []
    func add(_ name: String, _ values: [JSON]) {
      if random.chance(40), let value = random.pick(values) { members.append((name, value)) }
    }
    add("horizonWeeks", [1, 2])
    add("requestDays", [3, 10])
    add("marketApproval", ["none", "owner", "manager"])
    add("suggestionApproval", ["owner", "manager"])
    add("minRestMinutes", [0, 0, 60])
    add("maxWeekMinutes", [0, 0, 1500])
    add("maxShiftsPerDay", [1, 2, 3])
    add("handoverMinutes", [0, 15, 120])
    add("acceptLeadMinutes", [0, 0, 60])
    add("maxShiftsAtOnce", [1, 1, 2])
    add("minNoticeMinutes", [0, 0, 600])
    add("maxDaysInRow", [0, 0, 2, 3])
    add("limitsBind", ["takers", "takers", "everybody"])
    if splits { add("minSplitMinutes", [0, 1, 60, 150]) }
    if plansDrafts { add("drafts", ["shown", "hidden"]) }
    add("nightStart", ["22:00", "23:30", "01:15"])
    add("nightEnd", ["06:00", "02:30", "22:00"])
    add("clockEarlyMinutes", [0, 15, 720])
    add("clockRoundMinutes", [1, 1, 6, 15, 30, 7])
    return line(user("mia"), "workplace.configured", "W", .object(members))
  }

  private mutating func account(_ state: DomainState) -> String {
    let subject = user()
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return line(
        user("mia"), "role.granted", subject, ["role": random.chance(80) ? "employee" : "manager"])
    case 1 where random.chance(40):
      return line(
        user("mia"), "role.revoked", subject, ["role": random.chance(60) ? "employee" : "manager"])
    case 2: return line(user(), "user.followed", subject)
    case 3: return line(user(), "user.unfollowed", subject)
    case 4 where random.chance(4): return line(user(subject), "user.erased", subject)
    default:
      return line(user("mia"), "user.registered", newID("u"), ["roles": ["employee", "student"]])
    }
  }

  /// The keys of a shift, mostly none.
  mutating func keys() -> JSON {
    var members: [(name: String, value: JSON)] = []
    func add(_ name: String, _ values: [JSON]) {
      if random.chance(7), let value = random.pick(values) { members.append((name, value)) }
    }
    add("days", [0, 1, 1, 2, 7])
    add("place", ["till", "kitchen", "Bar 2, left"])
    add("labels", [["late"], ["late", "A-1"], ["A-1"], ["Music: Lighting"]])
    add("needs", [["keys"], ["keys", "truck"]])
    add("title", ["Till", "Music: Lighting Operator"])
    add("breakMinutes", [0, 30, 45, 600])
    return .object(members)
  }

  /// An exception of a manager, mostly none.
  mutating func override() -> JSON {
    guard random.chance(15) else { return [:] }
    let rules = OverridableRule.allCases.shuffled(using: &random)
      .prefix(Int.random(in: 1...OverridableRule.allCases.count, using: &random))
    return ["override": .list(rules.map { .text($0.rawValue) })]
  }

  /// An exception of a manager with a reason, each mostly none.
  mutating func exception() -> JSON {
    let override = override()
    return random.chance(15) ? override.adding("reason", "He said \"no\"; so it is") : override
  }

  private func with(_ more: JSON..., data: JSON) -> JSON { more.reduce(data) { $0.adding($1) } }

  private mutating func schedule(_ state: DomainState) -> String {
    let span = random.pick(Self.spans)!
    return line(
      user("mia"), "shift.scheduled", newID("S"),
      with(
        keys(), exception(),
        data: [
          "owner": .text(user()), "date": .text(date(state)), "start": .text(span.0),
          "end": .text(span.1),
        ]))
  }

  private mutating func request(_ state: DomainState) -> String {
    let open = state.requests.rows.filter { state.isOpen($0, at: clock) }
    if let request = random.pick(open), random.chance(70) {
      if random.chance(15) {
        return line(user("\(request.requester)"), "request.withdrawn", "\(request.id)")
      }
      let fitting = state.shifts.rows.filter { $0.date == request.date && $0.state == .idle }
      if let shift = random.pick(fitting) {
        return line(
          user("\(shift.owner)"), "shift.suggested", "\(shift.id)",
          ["request": .text("\(request.id)")])
      }
    }
    return line(user(), "request.posted", newID("R"), ["date": .text(date(state))])
  }

  /// Something that fits the state of a shift, mostly by whom it befits.
  private mutating func move(_ state: DomainState) -> String {
    if splits, random.chance(6), let step = split(state) { return step }
    if random.chance(12), let step = changeOfManager(state) { return step }
    if random.chance(3), let shift = random.pick(state.shifts.rows.suffix(40).filter(\.isOpen)) {
      return line(user("mia"), "shift.cancelled", "\(shift.id)", exception())
    }
    let recent = state.shifts.rows.suffix(60).filter {
      $0.isOpen && !state.hasStarted($0, at: clock)
    }
    guard let shift = random.pick(recent), random.chance(90) else { return hours(state) }
    let owner = user("\(shift.owner)")
    let types: [(String, String)]
    switch shift.state {
    case .idle:
      types = [
        (owner, "shift.supplied"), (owner, "shift.supplied"), (user("mia"), "shift.cancelled"),
      ]
    case .supplied:
      types = [(user(), "shift.accepted"), (user(), "shift.accepted"), (owner, "shift.revoked")]
    case .suggested:
      let requester = shift.request.flatMap { state.requests[$0] }
        .map { "\($0.requester)" }
      types = [
        (user(requester), "suggestion.accepted"), (owner, "suggestion.withdrawn"),
        (user(requester), "suggestion.accepted"),
      ]
    default:
      types = [
        (random.chance(50) ? owner : "mia", "shift.approved"), (owner, "shift.disapproved"),
        (user(shift.taker.map { "\($0)" }), "acceptance.withdrawn"),
      ]
    }
    let (actor, type) = random.pick(types)!
    return line(actor, type, "\(shift.id)")
  }

  /// A shift that a manager assigns or edits; the fitting ones among them.
  private mutating func changeOfManager(_ state: DomainState) -> String? {
    guard let shift = random.pick(state.shifts.rows.suffix(40).filter(\.isOpen)) else { return nil }
    if random.chance(50) {
      return line(
        user("mia"), "shift.assigned", "\(shift.id)",
        with(exception(), data: ["to": .text(user())]))
    }
    return line(
      user("mia"), "shift.edited", "\(shift.id)", with(exception(), data: changes(state)))
  }

  /// Changes of a date, of times and of keys, a few of them taken away.
  private mutating func changes(_ state: DomainState) -> JSON {
    var changes: JSON = [:]
    if random.chance(30) { changes = changes.adding("date", .text(date(state))) }
    if random.chance(60) {
      let span = random.pick(Self.spans)!
      changes = changes.adding("start", random.chance(2) ? JSON.null : .text(span.0))
        .adding("end", .text(span.1))
    }
    if random.chance(60) { return with(keys(), data: changes) }
    for key in ["days", "place", "labels", "needs", "title", "breakMinutes"] where random.chance(15)
    {
      changes = changes.adding(key, JSON.null)
    }
    return changes
  }

  /// Work that needs people, and people who take and leave it.
  private mutating func vacancy(_ state: DomainState) -> String {
    guard let vacancy = random.pick(state.vacancies.rows.suffix(8)), random.chance(75) else {
      let span = random.pick(Self.spans)!
      return line(
        user("mia"), "vacancy.posted", newID("V"),
        with(
          ["places": .integer(Int.random(in: 0...3, using: &random))], keys(),
          data: [
            "date": .text(date(state)), "start": .text(span.0), "end": .text(span.1),
          ]))
    }
    let claimed = state.shifts.rows.filter { $0.vacancy == vacancy.id && $0.isOpen }
    if let shift = random.pick(claimed), random.chance(25) {
      return line(user("\(shift.owner)"), "shift.dropped", "\(shift.id)")
    }
    if random.chance(15) {
      return line(
        user("mia"), "vacancy.edited", "\(vacancy.id)",
        with(
          changes(state), override(),
          data: ["places": .integer(Int.random(in: 0...4, using: &random))]))
    }
    let byManager = random.chance(30)
    return line(
      byManager ? "mia" : user(), "shift.claimed", newID("C"),
      with(
        byManager ? exception().adding(["owner": .text(user())]) : [:],
        data: ["vacancy": .text("\(vacancy.id)")]))
  }

  /// Work by the clock: mostly of who works now, or could.
  private mutating func clock(_ state: DomainState) -> String {
    let running = state.works.rows.filter { $0.isRunning }
    if let work = random.pick(running), random.chance(70) {
      let type =
        work.stage == .paused && random.chance(60)
        ? "work.resumed"
        : random.pick(["work.paused", "work.paused", "work.resumed", "work.ended"])!
      return line(user("\(work.worker)"), type, "\(work.id)")
    }
    let near = state.shifts.rows.suffix(200).filter { shift in
      let interval = state.interval(shift)
      return shift.isOpen && interval.upperBound > clock
        && interval.lowerBound < clock.advanced(byMinutes: 700)
    }
    guard let shift = random.pick(near.isEmpty ? Array(state.shifts.rows.suffix(20)) : near) else {
      return schedule(state)
    }
    return line(
      user("\(shift.owner)"), random.chance(90) ? "work.started" : "work.paused", "\(shift.id)")
  }

  private mutating func hours(_ state: DomainState) -> String {
    if random.chance(40) { return clock(state) }
    guard let shift = random.pick(state.shifts.rows.suffix(60)) else { return schedule(state) }
    let span = random.pick(Self.spans)!
    var worked: JSON =
      random.chance(50)
      ? ["minutes": random.chance(20) ? 0 : 300] : ["start": .text(span.0), "end": .text(span.1)]
    if random.chance(20) {
      worked = worked.adding(
        "breakMinutes", .integer(random.pick([0, 20, 45, 300])!))
    }
    if random.chance(20) {
      return line(user("mia"), "hours.recorded", "\(shift.id)", with(override(), data: worked))
    }
    return line(user("\(shift.owner)"), "hours.recorded", "\(shift.id)", worked)
  }

  // MARK: - Parts

  /// The fitting user mostly, otherwise anybody.
  mutating func user(_ fitting: String? = nil) -> String {
    if let fitting, random.chance(85) { return fitting }
    return random.chance(3) ? newID("nobody") : random.pick(Self.users)!
  }

  private mutating func date(_ state: DomainState) -> String {
    "\(state.today(at: clock) + Int.random(in: -1...6, using: &random))"
  }

  mutating func newID(_ kind: String) -> String { "\(kind)\(number)" }

  func line(_ actor: String, _ type: String, _ subject: String, _ data: JSON = [:])
    -> String
  {
    let submission: JSON = [
      "type": .text(type), "actor": .text(actor), "subject": .text(subject),
      "id": .text("e\(number)"), "data": data,
    ]
    return "\(submission)"
  }
}

extension Submission {
  /// Reads one line whose shape is right.
  static func read(_ line: String) -> Result<Submission, InvalidSubmission> {
    SubmissionDecoder.decoded(Array(line.utf8))
  }
}

extension RecordedEvent {
  /// The event as a submission that states all of its facts.
  var restated: String {
    var members = MemberWriter()
    event.accept(&members)
    let data = String(decoding: members.end(), as: UTF8.self)
    let envelope: JSON = [
      "type": .text(event.typeName), "actor": .text("\(actor)"), "subject": .text(event.subject),
      "id": .text(id), "source": .text(source), "time": .text("\(time)"),
    ]
    return "\(envelope)".dropLast() + ",\"data\":\(data)}"
  }
}
