import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct PlantedBugTests {
  @Test(arguments: PlantedBug.all)
  func `a planted bug is caught`(bug: PlantedBug) {
    let caught = Self.firstViolation(bug)
    #expect(caught != nil, "\(bug.name): nothing was noticed")
    print("planted: \(bug.name); caught in \(caught ?? "nothing")")
  }

  @Test func `nothing is caught without a planted bug`() {
    #expect(Self.firstViolation(nil) == nil)
  }

  /// The first violation that a short run of each campaign finds.
  private static func firstViolation(_ bug: PlantedBug?) -> String? {
    if bug?.isRace != true {
      if let found = inCrashStates(bug) ?? inFailingCalls(bug) { return found }
    }
    return inSchedules(bug)
  }

  private static func inCrashStates(_ bug: PlantedBug?) -> String? {
    for workload in Workload.all {
      var states = CrashStates(workload.name, limit: 300, seed: Campaign.seed, bug: bug)
      states.draw(workload.story(bug: bug), perMoment: 10)
      if let finding = states.findings.first { return "\(workload.name): \(finding.message)" }
    }
    return nil
  }

  private static func inFailingCalls(_ bug: PlantedBug?) -> String? {
    for workload in Workload.all {
      for (number, call) in FailingCalls.calls(of: workload).enumerated()
      where ["write", "sync", "syncData", "truncate"].contains(call.name) {
        let run = FailingCalls(failing: [number], bug: bug)
        if let violation = run.violation(of: workload, seed: Campaign.seed) {
          return "\(workload.name), \(call.name) \(number) failing: \(violation.message)"
        }
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
