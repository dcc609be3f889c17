import Foundation
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// Skills and contracts of people, day by day, held against all that was ever recorded about them.
@Suite struct DatedWalkTests {
  private static let zones = [
    "Europe/Amsterdam", "America/New_York", "Pacific/Auckland", "Australia/Lord_Howe", "UTC",
  ]
  private static let people = ["bas", "eva", "tom"]
  private static let seeds =
    Array(1...UInt64(Rounds.count(2, full: 100))) + [UInt64.random(in: 1_000 ... .max)]

  @Test(arguments: seeds)
  func `each day has the skills and limits that the log gives it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let zone = random.pick(Self.zones)!
    var log = MemoryLog(clock: "2026-03-20T08:00:00Z")
    var naive = NaiveHistory([])
    var counts: [String: Int] = [:]
    func submit(_ type: String, _ subject: String, _ data: JSON) throws {
      let before = log.sequence
      let line: JSON = [
        "type": .text(type), "actor": "mia", "subject": .text(subject), "data": data,
      ]
      _ = try log.append([Submission.read("\(line)")])
      for event in log.events(after: before) {
        counts[type, default: 0] += 1
        naive.take(
          try #require(
            try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any]))
      }
    }
    try submit("workplace.configured", "W", ["timeZone": .text(zone)])
    for name in ["mia"] + Self.people {
      let roles: JSON = name == "mia" ? ["manager"] : ["employee"]
      try submit("user.registered", name, ["roles": roles])
    }
    for step in 0..<150 {
      log.clock = log.clock.advanced(byMinutes: Int.random(in: 0...2_000, using: &random))
      let today = log.judge.folded.state.today(at: log.clock)
      let day = JSON.text("\(today + Int.random(in: -1...12, using: &random))")
      let person = random.pick(Self.people)!
      switch Int.random(in: 0..<100, using: &random) {
      case _ where step == 120: try submit("user.erased", person, [:])
      case 0..<35:
        let skill: JSON = ["skill": .text(random.pick(RandomWalk.skills)!)]
        try submit("skill.granted", person, skill.adding("until", random.chance(70) ? day : nil))
      case 35..<50:
        try submit("skill.revoked", person, ["skill": .text(random.pick(RandomWalk.skills)!)])
      default:
        var data: JSON = random.chance(70) ? ["from": day] : [:]
        for key in Self.limits where random.chance(40) {
          data = data.adding([key: random.pick([nil, 0, 60, 120, 300])!])
        }
        try submit("contract.set", person, data)
      }
      let state = log.judge.folded.state
      for offset in -20...20 {
        let comment: Comment = "seed \(seed), step \(step), day \(offset) from \(today)"
        try Self.compare(state, naive, on: today + offset, comment)
      }
    }
    let types: Set = ["skill.granted", "skill.revoked", "contract.set", "user.erased"]
    #expect(types.allSatisfy { counts[$0, default: 0] > 0 }, "seed \(seed): \(counts)")
  }

  private static let limits = [
    "maxWeekMinutes", "minRestMinutes", "maxShiftMinutes", "maxDaysInRow",
  ]

  private static func compare(
    _ state: DomainState, _ naive: NaiveHistory, on day: LocalDate, _ comment: Comment
  ) throws {
    for person in people {
      let user = try #require(UserID(person))
      for skill in RandomWalk.skills {
        try #require(
          state.hasSkill(Name(skill)!, user, on: day)
            == naive.hasSkill(skill, person, on: "\(day)"), comment)
      }
      let limits = state.limits(of: user, on: day)
      let found = [
        limits.maxWeekMinutes, limits.minRestMinutes, limits.maxShiftMinutes, limits.maxDaysInRow,
      ]
      try #require(found == Self.limits.map { naive.limit($0, of: person, on: "\(day)") }, comment)
    }
  }
}
