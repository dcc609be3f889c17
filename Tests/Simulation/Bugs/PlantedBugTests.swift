import Testing

@testable import ShiftEvents

@Suite struct PlantedBugTests {
  @Test(arguments: PlantedBug.all)
  func `a planted bug is caught`(bug: PlantedBug) {
    let caught = Self.firstViolation(bug)
    #expect(caught != nil, "\(bug.name): nothing was noticed")
    print("\(bug.name): \(caught ?? "not caught")")
  }

  @Test func `nothing is caught where nothing was planted`() {
    #expect(Self.firstViolation(nil) == nil)
  }

  /// What the campaigns find, each in short, until one finds something.
  private static func firstViolation(_ bug: PlantedBug?) -> String? {
    for workload in Workload.all {
      var states = CrashStates(workload.name, limit: 400, seed: Campaign.seed, bug: bug)
      states.draw(workload.story(bug: bug), perMoment: 12)
      if let finding = states.findings.first { return "\(workload.name): \(finding.message)" }
    }
    for workload in Workload.all {
      for number in FailingCalls.calls(of: workload).indices {
        let run = FailingCalls(failing: [number], bug: bug)
        if let violation = run.violation(of: workload, seed: Campaign.seed) {
          return "\(workload.name), call \(number) failing: \(violation.message)"
        }
      }
    }
    var random = SeededRandom(seed: Campaign.seed)
    for number in 0..<400 {
      let run = Interleaving.drawn(using: &random, bug: bug)
      if let violation = run.violation() { return "schedule \(number): \(violation.message)" }
    }
    return nil
  }
}
