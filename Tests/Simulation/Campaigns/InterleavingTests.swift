import TestSupport
import Testing

@testable import ShiftEvents

@Suite struct InterleavingTests {
  private static let schedules =
    Campaign.number("SHIFTEVENTS_SCHEDULES") ?? Rounds.count(300, full: 1_500)

  @Test func `a writer interrupted at any of its calls by another makes one order with it`() {
    let runs =
      Interleaving.sweep() + Interleaving.sweep(kills: true) + Interleaving.sweep(failingSync: 0)
    for run in runs {
      if let violation = run.violation() { Issue.record("\(run): \(violation.message)") }
    }
  }

  @Test func `what a leader had in hand when it stood still is judged once`() {
    for run in HandingOn.sweep() {
      if let violation = run.violation() { Issue.record("\(run): \(violation)") }
    }
  }

  @Test func `what sessions sent once is appended by one line, though leader after leader ends`() {
    let seed = Campaign.number("SHIFTEVENTS_SEED").map { UInt64($0) } ?? .random(in: 0 ... .max / 2)
    for run in Succession.sweep(calls: 0..<220, everyOne: 5, seed: seed) {
      if let violation = run.violation() { Issue.record("\(run): \(violation)") }
    }
  }

  @Test func `a committer beside a recorder acknowledges what is on the disk, and nothing else`() {
    let seed = Campaign.seed
    var random = SplitMix64(seed: seed)
    // The calls of both threads count: one in six in a short suite.
    var runs =
      Interleaving.sweep(calls: 240, everyOne: 6)
      + Interleaving.sweep(calls: 240, everyOne: 6, kills: true)
    for sync in 0..<4 { runs += Interleaving.sweep(everyOne: 6, failingSync: sync) }
    for _ in 0..<Self.schedules / 3 { runs.append(.drawn(using: &random)) }
    for (number, drawn) in runs.enumerated() {
      var run = drawn
      run.commitsBeside = true
      if let violation = run.violation() {
        Issue.record("run \(number) of seed \(seed), \(run): \(violation.message)")
        return
      }
    }
  }

  @Test(arguments: ["the log is not synced", "a failed sync is tried again"])
  func `a planted bug of syncs is caught beside a committer`(name: String) throws {
    let bug = try #require(PlantedBug.syncBugs.first { $0.name == name })
    var random = SplitMix64(seed: Campaign.seed)
    let isCaught = (0..<200).contains { _ in
      var run = Interleaving.drawn(using: &random, bug: bug)
      run.commitsBeside = true
      return run.violation() != nil
    }
    #expect(isCaught)
  }

  @Test func `writers scheduled at random, killed and cut off, keep every promise`() {
    let seed = Campaign.seed
    var random = SplitMix64(seed: seed)
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
  /// More calls than a writer makes.
  static let callCount = 120

  /// The first of two writers interrupted, and perhaps killed, at each of its calls.
  ///
  /// - Parameter everyOne: a short suite takes one call in so many.
  static func sweep(
    calls: Int = callCount, everyOne step: Int = 1, kills: Bool = false, failingSync: Int? = nil,
    bug: PlantedBug? = nil
  ) -> [Interleaving] {
    Rounds.places(in: 0..<calls, everyOne: step).map { call in
      var run = Interleaving(plan: .interrupted(at: call), failingSync: failingSync, bug: bug)
      if kills { run.kill = (writer: 0, call: call) }
      if failingSync != nil { run.powerCutSeed = UInt64(call) }
      return run
    }
  }

  /// Two or three writers; one is killed or meets a failing sync, and perhaps there is a power cut.
  static func drawn(using random: inout SplitMix64, bug: PlantedBug? = nil) -> Interleaving {
    var run = Interleaving(plan: .random(seed: random.next()), bug: bug)
    run.writerCount = .random(in: 2...3, using: &random)
    if Int.random(in: 0..<3, using: &random) == 0 {
      run.kill = (
        .random(in: 0..<run.writerCount, using: &random), .random(in: 0..<callCount, using: &random)
      )
    }
    // A writer that meets a failed sync and is killed before it can leave a mark tells nobody.
    if run.kill == nil, Bool.random(using: &random) {
      run.failingSync = .random(in: 0..<3, using: &random)
    }
    if Bool.random(using: &random) { run.powerCutSeed = random.next() }
    return run
  }
}
