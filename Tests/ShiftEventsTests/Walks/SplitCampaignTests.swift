import ShiftEventsTesting
import TestSupport
import Testing

@testable import Projections
@testable import ShiftEvents

/// Random shifts, many on days on which clocks change, split at each minute of the day.
@Suite struct SplitCampaignTests {
  private static let zones = [
    "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
    "America/Santiago", "UTC",
  ]
  private static let count = Rounds.count(18, full: 1_000)

  @Test(arguments: zones)
  func `times, breaks and minutes add up, and both parts are shifts like others`(
    zone: String
  ) throws {
    let place = Self.zones.firstIndex(of: zone)!
    var random = SplitMix64(seed: Rounds.areFull ? UInt64(place) : .random(in: 0 ... .max))
    for number in 0..<Self.count where number % Self.zones.count == place {
      var world = try World(zone: zone, Self.shift(in: zone, &random))
      guard world.hasShift else { continue }
      var times: [TimeOfDay] = []
      for minute in 0..<1440 {
        let time = TimeOfDay(minutes: minute)!
        if try world.expectParts(at: time) { times.append(time) }
      }
      guard let time = times.randomElement(using: &random) else { continue }
      try world.expectLives(splitAt: time, isFirstTraded: random.chance(50))
    }
  }

  /// A date, times and keys; on every second date about the clocks change, where they do.
  private static func shift(in zone: String, _ random: inout SplitMix64) -> JSON {
    let all = (0..<360).map { LocalDate("2026-02-01") + $0 }
    let changing = all.filter { date in
      let midnights = [date, date + 1].map { Zone(zone)!.instant($0, .midnight) }
      return midnights[0].minutes(until: midnights[1]) != 1440
    }
    let near = random.pick(changing).map { $0 + Int.random(in: -1...0, using: &random) }
    let date = random.chance(50) ? near ?? random.pick(all)! : random.pick(all)!
    func time() -> JSON {
      let step = random.pick([1, 15, 60])!
      let minute = Int.random(in: 0..<1440 / step, using: &random) * step
      return .text("\(TimeOfDay(minutes: minute)!)")
    }
    var shift: JSON = ["date": .text("\(date)"), "start": time(), "end": time()]
    if random.chance(25) { shift = shift.adding("days", .integer(random.pick([0, 1, 2, 3])!)) }
    if random.chance(50) { shift = shift.adding("place", "till") }
    if random.chance(60) {
      shift = shift.adding("breakMinutes", .integer(random.pick([1, 30, 45, 240])!))
    }
    return shift
  }
}

/// A log with one shift of Bas', and its instants.
private struct World {
  private static let now: Timestamp = "2026-01-05T08:00:00Z"
  private var log = MemoryLog(clock: now)
  private let zone: Zone
  /// False where the shift would not have a minute.
  private(set) var hasShift = false

  init(zone: String, _ shift: JSON) throws {
    self.zone = Zone(zone)!
    for (user, roles) in [("mia", ["manager", "employee"]), ("bas", ["employee"])] as [(_, JSON)] {
      try submit(user, "user.registered", user, ["roles": roles])
    }
    for user in ["eva", "tom"] {
      try submit(user, "user.registered", user, ["roles": ["employee"]])
    }
    try submit(
      "mia", "workplace.configured", "W",
      ["timeZone": .text(zone), "marketApproval": "manager", "minSplitMinutes": 1])
    try submit(
      "mia", "shift.scheduled", "T",
      ["owner": "tom", "date": "2026-01-19", "start": "09:00", "end": "17:00"])
    hasShift = try isRecorded("mia", "shift.scheduled", "S", shift.adding("owner", "bas"))
  }

  private mutating func isRecorded(
    _ actor: String, _ type: String, _ subject: String, _ data: JSON
  ) throws -> Bool {
    let line: JSON = [
      "type": .text(type), "actor": .text(actor), "subject": .text(subject), "data": data,
    ]
    return try log.append([Submission.read("\(line)")])[0].isRecorded
  }

  private mutating func submit(
    _ actor: String, _ type: String, _ subject: String, _ data: JSON = [:]
  ) throws {
    let isRecorded = try isRecorded(actor, type, subject, data)
    try #require(isRecorded, "\(type) \(subject) \(data)")
  }

  private var state: DomainState { log.judge.folded.state }

  /// From begin to end, told from the row alone.
  private func span(_ shift: ShiftRecord) -> (begin: Timestamp, end: Timestamp) {
    let last = shift.days.map(Int.init) ?? (shift.end > shift.start ? 0 : 1)
    return (zone.instant(shift.date, shift.start), zone.instant(shift.date + last, shift.end))
  }

  private func minutes(_ shift: ShiftRecord, in state: DomainState) -> Int {
    let (begin, end) = span(shift)
    return begin.minutes(until: end) - Int(state.shiftKeys[shift.keys].breakMinutes ?? 0)
  }

  /// Splits a copy of the state, and requires that the parts are the whole.
  ///
  /// - Returns: `false` where the time does not cut it.
  func expectParts(at time: TimeOfDay) throws -> Bool {
    let before = state
    let whole = try #require(before.shifts["S"])
    let (begin, end) = span(whole)
    let cut = zone.instant(whole.date + (time > whole.start ? 0 : 1), time)
    let pause = Int(before.shiftKeys[whole.keys].breakMinutes ?? 0)
    var lengths = [begin.minutes(until: cut), cut.minutes(until: end)]
    let longer = lengths[1] > lengths[0] ? 1 : 0
    lengths[longer] -= pause
    let place: Comment = "\(zone) \(whole.date) \(whole.times) at \(time)"
    let event: Event
    do throws(Rejection) {
      event = try before.decide(
        .splitShift("S", at: time, into: "P"), in: RuleContext(actor: "bas", time: Self.now)
      ).event
    } catch {
      try #require(error.code == .invalidSplit && lengths.min()! < 1, place)
      return false
    }
    try #require(lengths.min()! >= 1, place)
    var after = before
    after.evolve(with: event, by: "bas", at: Self.now)
    let parts = [try #require(after.shifts["S"]), try #require(after.shifts["P"])]
    try #require(span(parts[0]) == (begin, cut) && span(parts[1]) == (cut, end), place)
    try #require(parts.map { minutes($0, in: after) } == lengths, place)
    try #require(lengths.reduce(0, +) == minutes(whole, in: before), place)
    var keys = parts.map { after.shiftKeys[$0.keys] }
    try #require(keys[1 - longer].breakMinutes == nil, place)
    keys[1 - longer].breakMinutes = keys[longer].breakMinutes
    try #require(keys.allSatisfy { $0 == before.shiftKeys[whole.keys] }, place)
    for part in parts {
      try #require(part.owner == "bas" && part.firstOwner == "bas" && part.state == .idle, place)
    }
    try #require(time.minutes % 97 != 0 || after.brokenInvariants() == [], place)
    return true
  }

  /// One part is traded for Tom's shift, the other one supplied and approved; both are worked and pointed.
  mutating func expectLives(splitAt time: TimeOfDay, isFirstTraded: Bool) throws {
    try submit("bas", "shift.split", "S", ["at": .text("\(time)"), "into": "P"])
    let (traded, supplied) = isFirstTraded ? ("S", "P") : ("P", "S")
    try submit("bas", "trade.offered", "X", ["give": .text(traded), "take": "T"])
    try submit("bas", "shift.supplied", supplied)
    try submit("eva", "shift.accepted", supplied)
    try submit("mia", "shift.approved", supplied)
    try submit("tom", "trade.accepted", "X")
    try submit("mia", "trade.approved", "X")
    log.clock = "2027-06-01T08:00:00Z"
    for (shift, worker) in [(traded, "tom"), (supplied, "eva")] {
      let record = try #require(state.shifts[ShiftID(shift)!])
      try #require("\(record.owner)" == worker)
      let worked = min(minutes(record, in: state), state.mostMinutes(of: record))
      try submit(worker, "hours.recorded", shift, ["minutes": .integer(worked)])
    }
    var replay = Replay()
    for event in log.events(after: .zero) { replay.apply(event) }
    let points = replay.points(names: { _ in nil }).map { "\($0.user) \($0.points)" }
    #expect(points.sorted() == ["eva 1", "tom 1"])
    try #require(state.brokenInvariants() == [])
  }
}
