import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct CrashStateTests {
  private static let wanted = Campaign.number("SHIFTEVENTS_CRASH_STATES")
  private static let goal = wanted ?? Rounds.count(1_200, full: 100_000)
  /// Writes are torn at each byte, in a short suite at one in two hundred.
  private static let oneIn = wanted == nil ? Rounds.count(200, full: 1) : 1

  /// In short workloads by enumeration, in long ones by draws, until there are enough.
  @Test func `every promise holds in every crash state of every workload`() async {
    let (goal, seed, clock) = (Self.goal, Campaign.seed, ContinuousClock())
    let start = clock.now
    var results = await withTaskGroup(of: CrashStates.self) { group in
      for workload in Workload.all {
        group.addTask { Self.explore(workload, seed, draws: min(100, goal / 1000)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var seen = results.reduce(into: Set()) { $0.formUnion($1.seen) }
    var round: UInt64 = 0
    while results.allSatisfy(\.findings.isEmpty), seen.count < goal || round == 0 {
      results = await withTaskGroup(of: CrashStates.self) { group in
        for number in 0..<4 {
          let own = seed &+ round * 4 + UInt64(number)
          group.addTask { Self.draw(.random(seed: own), own, goal) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for result in results { seen.formUnion(result.seen) }
      round += 1
    }
    print("\(seen.count) distinct crash states, seed \(seed), \(clock.now - start)")
    for finding in results.flatMap(\.findings) { Issue.record("\(finding)") }
    #expect(seen.count >= goal)
  }

  private static func explore(_ workload: Workload, _ seed: UInt64, draws: Int) -> CrashStates {
    var states = CrashStates(workload.name, limit: .max, tearingOneIn: oneIn, seed: seed)
    states.explore(workload.story(), drawsPerMoment: draws)
    print("\(workload.name): \(states.seen.count) states")
    return states
  }

  private static func draw(_ workload: Workload, _ seed: UInt64, _ goal: Int) -> CrashStates {
    var states = CrashStates(workload.name, limit: .max, seed: seed)
    states.draw(workload.story(), perMoment: min(500, goal / 1000))
    return states
  }
}
