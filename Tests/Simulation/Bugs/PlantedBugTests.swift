import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct PlantedBugTests {
  /// A short suite draws some of the bugs.
  private static let drawn = PlantedBug.all.shuffled()
    .prefix(Rounds.count(9, full: PlantedBug.all.count))

  @Test(arguments: drawn)
  func `a planted bug is caught`(bug: PlantedBug) {
    let caught = Self.firstViolation(bug)
    #expect(caught != nil, "\(bug.name): nothing was noticed")
    print("planted: \(bug.name); caught in \(caught ?? "nothing")")
  }

  // The campaigns themselves ask the same of more states.
  @Test(.enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"))
  func `nothing is caught without a planted bug`() {
    #expect(Self.firstViolation(nil) == nil)
  }

  /// The first violation that a short run of each campaign finds.
  private static func firstViolation(_ bug: PlantedBug?) -> String? {
    if bug?.isRace != true {
      for workload in Workload.all {
        if let found = inCrashStates(of: workload, bug) ?? inFailingCalls(of: workload, bug) {
          return "\(workload.name)\(found)"
        }
      }
    }
    return inSchedules(bug)
  }

  private static func inCrashStates(of workload: Workload, _ bug: PlantedBug?) -> String? {
    var states = CrashStates(workload.name, limit: 300, seed: Campaign.seed, bug: bug)
    states.draw(workload.story(bug: bug), perMoment: 10)
    return states.findings.first.map { ": \($0.message)" }
  }

  private static func inFailingCalls(of workload: Workload, _ bug: PlantedBug?) -> String? {
    for (number, call) in FailingCalls.calls(of: workload).enumerated()
    where ["write", "sync", "syncData", "truncate"].contains(call.name) {
      let run = FailingCalls(failing: [number], bug: bug)
      if let violation = run.violation(of: workload, seed: Campaign.seed) {
        return ", \(call.name) \(number) failing: \(violation.message)"
      }
    }
    return nil
  }

  private static func inSchedules(_ bug: PlantedBug?) -> String? {
    for run in HandingOn.sweep(bug: bug) {
      if let violation = run.violation() { return "handed on, call \(run.call): \(violation)" }
    }
    for run in Interleaving.sweep(failingSync: 0, bug: bug) {
      if let violation = run.violation() { return "\(run.plan): \(violation.message)" }
    }
    var random = SplitMix64(seed: Campaign.seed)
    for number in 0..<250 {
      let run = Interleaving.drawn(using: &random, bug: bug)
      if let violation = run.violation() { return "schedule \(number): \(violation.message)" }
    }
    return nil
  }
}
