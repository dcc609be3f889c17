import Foundation
import Projections
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// Broken limits of random rosters, held against a look at all pairs of shifts, and the warnings of each act.
@Suite struct CheckWalkTests {
  private static let zones = [
    "Europe/Amsterdam", "America/New_York", "Pacific/Auckland", "Australia/Lord_Howe", "UTC",
  ]
  private static let seeds =
    Array(1...UInt64(Rounds.count(5, full: 1_000))) + [UInt64.random(in: 2_000 ... .max)]

  @Test(arguments: seeds)
  func `checks are what a look at all pairs finds, and warnings those of the act`(
    seed: UInt64
  ) throws {
    var roster = RandomRoster(seed: seed, Self.zones)
    for step in 0..<90 {
      let receipts = try roster.act()
      for receipt in receipts {
        guard case .appended(let appended) = receipt else { continue }
        let event = roster.log.events(after: SequenceNumber(appended.sequence.value - 1))[0]
        let expected = roster.warnings(of: event)
        let found = appended.warnings.map { "\($0.code.rawValue) \($0.conflicts)" }
        try #require(found == expected, "seed \(seed), step \(step): \(event.json)")
      }
      if step % 15 == 14 { try compare(&roster, "seed \(seed), step \(step)") }
    }
  }

  private func compare(_ roster: inout RandomRoster, _ comment: Comment) throws {
    let replay = roster.log.events(after: .zero).reduce(into: Replay()) { $0.apply($1) }
    let hours = Int64.random(in: -30...400, using: &roster.random)
    let now = roster.log.clock.advanced(byMilliseconds: hours * 3_600_000)
    let all = roster.naive.checks(at: now)
    let day = replay.timeZone.date(at: now) + Int.random(in: -9...9, using: &roster.random)
    let user = roster.random.pick(RandomRoster.people)!
    func held(_ dates: DateSelection, _ user: String?) throws {
      let expected = all.filter { check in
        guard user == nil || check.user == user else { return false }
        let days = roster.naive.presence(of: check)
        return dates.isEmpty
          ? now < roster.naive.end(of: check) : dates.contains(anyOf: days)
      }.map { check in
        [check.kind, check.user, check.date, check.shift, check.vacancy, check.other]
          .map { $0 ?? "-" }.joined(separator: " ")
          + " \(check.actual ?? -1) \(check.limit ?? -1) \(check.skill ?? "-") "
          + "\(check.isSetAside) \(check.since)"
      }
      let found = replay.checks(of: user.flatMap { UserID($0) }, dates: dates, at: now).map { row in
        [
          row.kind.rawValue, row.user?.description, "\(row.date)", row.shift?.description,
          row.vacancy?.description, row.other,
        ].map { $0 ?? "-" }.joined(separator: " ")
          + " \(row.actual ?? -1) \(row.limit ?? -1) \(row.skill ?? "-") "
          + "\(row.override) \(row.since)"
      }
      let difference = zip(found + ["nothing"], expected + ["nothing"]).first { $0 != $1 }
      try #require(
        found == expected,
        "\(comment), \(dates), \(user ?? "all"), told by \(now): \(difference.map { "\($0.0)\n\($0.1)" } ?? "")"
      )
    }
    for user in [nil, user] {
      try held(DateSelection(), user)
      try held(DateSelection(week: day.week), user)
      try held(DateSelection(from: day, to: day + 2), user)
    }
  }

  private static let bound: Set = [
    "overlapping", "restTooShort", "dayTaken", "weekTooLong", "tooManyDays",
  ]

  /// Weekly work, breaks and splits are left out: no rule judges rest and weeks of an occurrence, of a shift of which only
  /// the break changes, or of its parts.
  @Test(arguments: seeds)
  func `where limits bind everybody, what is broken was set aside`(seed: UInt64) throws {
    var roster = RandomRoster(seed: seed, Self.zones, isBound: true)
    for _ in 0..<120 { _ = try roster.act() }
    let replay = roster.log.events(after: .zero).reduce(into: Replay()) { $0.apply($1) }
    for row in replay.checks(all: true, at: roster.log.clock)
    where Self.bound.contains(row.kind.rawValue) {
      #expect(row.override, "seed \(seed): \(row)")
    }
  }

  @Test func `the rosters break each limit, with and without a word of it`() throws {
    let all = Set(NaiveHistory.checkKinds)
    let setAside = all.subtracting(["unowned", "closedDay", "understaffed"])
    let told = all.subtracting(["unowned", "understaffed"])
    var (kinds, warned): ([Bool: Set<String>], Set<String>) = ([:], [])
    func areAll() -> Bool {
      kinds[false] == all && kinds[true] == setAside && warned == told
    }
    for seed in 1...60 as ClosedRange<UInt64> where Rounds.areFull || !areAll() {
      var roster = RandomRoster(seed: seed, Self.zones)
      for step in 0..<90 {
        for case .appended(let appended) in try roster.act() {
          warned.formUnion(appended.warnings.map(\.code.rawValue))
        }
        if step % 30 < 29 { continue }
        for check in roster.naive.checks(at: roster.log.clock) {
          kinds[check.isSetAside, default: []].insert(check.kind)
        }
      }
    }
    #expect(kinds[false] == all, "\(all.subtracting(kinds[false] ?? []))")
    #expect(kinds[true] == setAside)
    #expect(warned == told)
  }
}

/// Random acts of a manager and of takers in a small store, with a naive history of them.
private struct RandomRoster {
  static let people = ["bas", "eva", "tom", "zoe"]
  var random: SplitMix64
  var log: MemoryLog
  var naive = NaiveHistory([])
  private let isBound: Bool
  private var number = 0

  init(seed: UInt64, _ zones: [String], isBound: Bool = false) {
    random = SplitMix64(seed: seed)
    self.isBound = isBound
    // The clocks of the zones change in these weeks.
    let days = ["2026-03-02", "2026-03-20", "2026-09-20", "2026-10-16", "2026-10-28"]
    log = MemoryLog(clock: Timestamp(random.pick(days)! + "T08:00:00Z")!)
    let zone = random.pick(zones)!
    let policies: JSON = [
      "timeZone": .text(zone), "marketApproval": .text(random.pick(["manager", "none"])!),
      "maxShiftsPerDay": .integer(random.pick([1, 1, 2, 3])!),
      "maxShiftsAtOnce": .integer(random.pick([1, 1, 2])!),
      "handoverMinutes": .integer(random.pick([0, 30])!),
      "minRestMinutes": .integer(random.pick([0, 60, 660, 4320])!),
      "maxWeekMinutes": .integer(random.pick([0, 1200, 2400])!),
      "maxDaysInRow": .integer(random.pick([0, 2, 3])!),
      "limitsBind": .text(isBound ? "everybody" : "takers"),
    ]
    _ = try! submit("workplace.configured", "W", policies)
    for name in ["mia"] + Self.people {
      let roles: JSON = name == "mia" ? ["manager", "employee"] : ["employee"]
      _ = try! submit("user.registered", name, ["roles": roles], by: name)
    }
  }

  private mutating func submit(
    _ type: String, _ subject: String, _ data: JSON, by actor: String = "mia"
  ) throws -> [Receipt] {
    let line: JSON = [
      "type": .text(type), "actor": .text(actor), "subject": .text(subject), "data": data,
    ]
    let before = log.sequence
    let receipts = try log.append([Submission.read("\(line)")])
    for event in log.events(after: before) {
      naive.take(
        try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as! [String: Any])
    }
    return receipts
  }

  mutating func act() throws -> [Receipt] {
    number += 1
    if random.chance(30) {
      log.clock = log.clock.advanced(byMinutes: Int.random(in: 0...900, using: &random))
    }
    let person = random.pick(Self.people)!
    let shift = naive.shifts.keys.sorted().randomElement(using: &random) ?? "S"
    let id = "X\(number)"
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40: return try submit("shift.scheduled", id, stretch(of: person))
    case 40..<48:
      return try submit("shift.assigned", shift, setAside(["to": .text(person)]))
    case 48..<56:
      var changes = members(of: stretch(of: nil))
      changes = changes.filter { _ in random.chance(50) }
      return try submit("shift.edited", shift, setAside(.object(changes)))
    case 56..<59: return try submit("shift.cancelled", shift, [:])
    case 59..<62: return try submit("shift.restored", shift, setAside([:]))
    case 62..<66:
      return try submit("shift.supplied", shift, [:], by: naive.shifts[shift]?.owner ?? person)
    case 66..<70: return try submit("shift.accepted", shift, [:], by: person)
    case 70..<72: return try submit("shift.approved", shift, [:])
    case 72..<75:
      let other = naive.shifts.keys.sorted().randomElement(using: &random) ?? "S"
      return try submit(
        "trade.recorded", id, setAside(["give": .text(shift), "take": .text(other)]))
    case 75..<80 where !isBound:
      let split: JSON = ["at": .text(random.pick(RandomWalk.spans)!.1), "into": .text("\(id)b")]
      return try submit("shift.split", shift, split)
    default: return isBound ? [] : try circumstance(id, person)
    }
  }

  /// Something about people, days or vacancies, which no rule of a roster judges.
  private mutating func circumstance(_ id: String, _ person: String) throws -> [Receipt] {
    switch Int.random(in: 0..<27, using: &random) {
    case 0..<5:
      var limits: JSON = random.chance(60) ? ["from": .text(day(0...14))] : [:]
      for key in ["maxWeekMinutes", "minRestMinutes", "maxShiftMinutes", "maxDaysInRow"]
      where random.chance(50) {
        let values: [JSON] = key == "maxDaysInRow" ? [0, 2, 4] : [0, 60, 300, 600]
        limits = limits.adding(key, random.pick(values)!)
      }
      return try submit("contract.set", person, limits)
    case 5..<9:
      let skill: JSON = ["skill": .text(random.pick(RandomWalk.skills)!)]
      if random.chance(30) { return try submit("skill.revoked", person, skill) }
      let until: JSON? = random.chance(60) ? .text(day(0...12)) : nil
      return try submit("skill.granted", person, skill.adding("until", until))
    case 9..<13:
      let away: JSON = ["date": .text(day(0...12)), "user": .text(person)]
      let some: JSON = ["start": "15:00", "end": "16:00"]
      return try submit("absence.recorded", id, random.chance(50) ? away : away.adding(some))
    case 13..<15:
      let absence = naive.absences.keys.sorted().randomElement(using: &random) ?? "A"
      return try submit("absence.ended", absence, [:])
    case 15..<18:
      let place: JSON? = random.chance(50) ? .text(random.pick(["bar", "till"])!) : nil
      let days: JSON = ["from": .text(day(0...12))]
      return try submit("closure.recorded", id, days.adding("place", place))
    case 18:
      let closure = naive.closures.keys.sorted().randomElement(using: &random) ?? "C"
      return try submit("closure.ended", closure, [:])
    case 19..<21:
      let places: JSON = ["places": .integer(random.pick([0, 1, 2])!)]
      let vacancy = JSON.object(members(of: stretch(of: nil))).adding(places)
      return try submit(
        "vacancy.posted", id, vacancy.adding("wanted", .integer(random.pick([1, 3])!)))
    case 21..<23:
      let vacancy = naive.vacancies.keys.sorted().randomElement(using: &random) ?? "V"
      let claim: JSON = ["vacancy": .text(vacancy), "owner": .text(person)]
      return try submit("shift.claimed", id, setAside(claim))
    case 23:
      let weekly: JSON = [
        "owner": .text(person), "weekday": "friday", "start": "20:00", "end": "02:00",
      ]
      return try submit("fixedshift.registered", id, weekly)
    case 24, 25:
      return try submit(
        "workplace.configured", "W",
        [
          "maxShiftsPerDay": .integer(random.pick([1, 2, 3])!),
          "maxShiftsAtOnce": .integer(random.pick([1, 2])!),
        ])
    default:
      let role: JSON = ["role": "employee"]
      if random.chance(20) { return try submit("user.erased", person, [:]) }
      return try submit(random.chance(50) ? "role.revoked" : "role.granted", person, role)
    }
  }

  private mutating func day(_ offsets: ClosedRange<Int>) -> String {
    "\(log.state.workplace.zone.date(at: log.clock) + Int.random(in: offsets, using: &random))"
  }

  /// The data of a shift, without its owner where there is none.
  private mutating func stretch(of owner: String?) -> JSON {
    let span = random.pick(RandomWalk.spans)!
    var data: JSON = [
      "date": .text(day(0...14)), "start": .text(span.0), "end": .text(span.1),
    ]
    if random.chance(10) {
      data = data.adding("days", .integer(Int.random(in: 1...4, using: &random)))
    }
    if !isBound, random.chance(30) {
      data = data.adding("breakMinutes", .integer(random.pick([0, 15, 45])!))
    }
    if random.chance(30) { data = data.adding("place", .text(random.pick(["bar", "till"])!)) }
    if !isBound, random.chance(30) {
      data = data.adding("needs", [.text(random.pick(RandomWalk.skills)!)])
    }
    guard let owner else { return data }
    return setAside(data.adding("owner", .text(owner)))
  }

  private func members(of data: JSON) -> [(name: String, value: JSON)] {
    if case .object(let members) = data { members } else { [] }
  }

  /// The data with some rules set aside, most often all of them.
  private mutating func setAside(_ data: JSON) -> JSON {
    let rules = [
      "skillMissing", "absent", "dayTaken", "overlapping", "restTooShort", "weekTooLong",
      "tooManyDays", "shiftTooLong", "noPlaceLeft", "shiftStarted",
    ]
    if random.chance(25) { return data }
    let some = random.chance(60) ? rules : rules.filter { _ in random.chance(60) }
    return some.isEmpty ? data : data.adding("override", .list(some.map { .text($0) }))
  }

  /// The limits that the shifts of an event break now, with what is in the way.
  func warnings(of event: RecordedEvent) -> [String] {
    let data = try! JSONSerialization.jsonObject(with: Data(event.json.utf8)) as! [String: Any]
    let members = Members(all: data["data"] as! [String: Any])
    let shifts: [String]
    switch data["type"] as! String {
    case "shift.scheduled", "shift.assigned", "shift.edited", "shift.restored":
      shifts = [event.event.subject]
    case "shift.claimed": shifts = members["owner"] == "\(event.actor)" ? [] : [event.event.subject]
    case "trade.recorded": shifts = [members["give"], members["take"]]
    default: shifts = []
    }
    return shifts.flatMap { shift in
      naive.checks(at: event.time).filter { check in
        check.members.contains(shift) && check.user == naive.shifts[shift]!.owner
          && check.kind != "unowned"
      }.map { check in
        let things = ["absent", "closedDay"].contains(check.kind) ? check.other : check.skill
        let others = check.members.filter { $0 != shift }.sorted()
        return "\(check.kind) \(things.map { [$0] } ?? others)"
      }
    }
  }
}

extension NaiveHistory {
  /// The shift or the vacancy at which a check stands.
  private func work(of check: Check) -> Shift {
    if let shift = check.shift { return shifts[shift]! }
    let data = Members(all: vacancies[check.vacancy!]!)
    return Shift(
      owner: "", date: data["date"], start: data["start"], end: data["end"], first: "",
      days: data.all["days"] as? Int)
  }

  fileprivate func presence(of check: Check) -> ClosedRange<LocalDate> {
    let work = work(of: check)
    let date = LocalDate(work.date)!
    func minutes(_ time: String) -> Int { Int(TimeOfDay(time)!.minutes) }
    if work.lastDay * 1440 + minutes(work.end) - minutes(work.start) <= 1440 { return date...date }
    return date...date + (work.end == "00:00" ? work.lastDay - 1 : work.lastDay)
  }

  fileprivate func end(of check: Check) -> Timestamp {
    let work = work(of: check)
    let day = LocalDate(work.date)! + work.lastDay
    return Zone(zone)!.instant(day, TimeOfDay(work.end)!)
  }
}
