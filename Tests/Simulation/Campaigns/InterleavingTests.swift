import Testing

@testable import ShiftEvents

@Suite struct InterleavingTests {
  private static let schedules = Campaign.number("SHIFTEVENTS_SCHEDULES") ?? 3_000

  @Test func `a writer interrupted at any of its calls by another makes one order with it`() {
    for call in 0..<120 {
      for kill in [nil, (writer: 0, call: call)] {
        let run = Interleaving(plan: .interrupted(at: call), kill: kill)
        if let violation = run.violation() {
          Issue.record("interrupted at call \(call), killed: \(kill != nil): \(violation.message)")
        }
      }
    }
  }

  @Test func `writers scheduled at random, killed and cut off, keep every promise`() {
    let seed = Campaign.seed
    var random = SeededRandom(seed: seed)
    for number in 0..<Self.schedules {
      let run = Interleaving.drawn(using: &random)
      if let violation = run.violation() {
        Issue.record("schedule \(number) of seed \(seed), \(run): \(violation.message)")
        return
      }
    }
    print("\(Self.schedules) schedules, seed \(seed)")
  }
}

extension Interleaving {
  /// Two or three writers, of which one is killed or meets a failing sync, and perhaps a power cut.
  static func drawn(using random: inout SeededRandom, bug: PlantedBug? = nil) -> Interleaving {
    var run = Interleaving(plan: .random(seed: random.next()), bug: bug)
    run.writerCount = .random(in: 2...3, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 {
      run.kill = (
        .random(in: 0..<run.writerCount, using: &random), .random(in: 0..<120, using: &random)
      )
    }
    // Whoever meets a failed sync and is killed before it can leave a mark tells nobody.
    if run.kill == nil, Bool.random(using: &random) {
      run.failingSync = .random(in: 0..<3, using: &random)
    }
    if Bool.random(using: &random) { run.powerCutSeed = random.next() }
    return run
  }
}
