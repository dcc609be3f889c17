import Testing

@testable import ShiftEvents

@Suite struct CrashStateTests {
  @Test func `every promise holds in every crash state of every workload`() async {
    let goal = Campaign.number("SHIFTEVENTS_CRASH_STATES") ?? 100_000
    let draws = max(1, goal / 500)
    let (seed, clock) = (Campaign.seed, ContinuousClock())
    let start = clock.now
    let results = await withTaskGroup(of: CrashStates.self) { group in
      for workload in Workload.all {
        group.addTask {
          var states = CrashStates(workload.name, limit: .max, seed: seed)
          states.explore(workload.story(), drawsPerMoment: draws)
          return states
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let count = results.reduce(0) { $0 + $1.seen.count }
    for result in results { print(result.workload, result.seen.count) }
    print("\(count) distinct crash states, seed \(seed), \(clock.now - start)")
    for finding in results.flatMap(\.findings) { Issue.record("\(finding)") }
    #expect(count >= goal)
  }
}
