import ShiftEventsTesting
import Testing

@testable import ShiftEvents

extension Rules {
  /// Laws that hold whatever happens. A failure names its seed; the same seed fails again.
  @Suite("Random walks") struct RandomWalks {
    private static let seeds: [UInt64] = [1, 2, 3, .random(in: 5 ... .max)]
    private static let steps = 800

    @Test(arguments: seeds)
    func `a recorded event, stated again with all its facts, is recorded the same`(seed: UInt64)
      throws
    {
      var walk = RandomWalk(seed: seed)
      walk.splits = true
      // What follows from a closure has ids that nobody knows before.
      walk.cancels = false
      var log = MemoryLog(clock: walk.clock)
      var twin = log
      for step in 0..<Self.steps {
        walk.passTime()
        log.clock = walk.clock
        twin.clock = walk.clock
        let before = (log.sequence, log.lines.count)
        if walk.chance(2) {
          #expect(log.extend() == twin.extend())
        } else {
          let count = walk.chance(5) ? 3 : 1
          let lines = (0..<count).map { _ in walk.submission(given: log.judge.folded.state) }
          let receipts = try append(lines, to: &log)
          if log.sequence == before.0 {
            let isRecorded = receipts.contains(where: \.isRecorded)
            try #require(!isRecorded, "step \(step): \(receipts)")
            continue
          }
          var followers = ClosureFollowers()
          let own = log.events(after: before.0).filter {
            !followers.take($0) && $0.actor != .system
          }
          let again = try append(own.map(\.restated), to: &twin)
          let refusals = again.filter { !$0.isRecorded }
          try #require(refusals.isEmpty, "step \(step): \(lines) \(refusals)")
        }
        try #require(
          twin.lines[before.1...] == log.lines[before.1...], "step \(step) recorded otherwise")
      }
      #expect(log.sequence.value > Self.steps / 4, "most of the walk was refused")
    }

    @Test(arguments: seeds)
    func `the state at n is the fold of the first n`(seed: UInt64) throws {
      var walk = RandomWalk(seed: seed)
      walk.splits = true
      var log = MemoryLog(clock: walk.clock)
      var states: [Int: DomainState] = [:]
      for step in 0..<Self.steps {
        walk.passTime()
        log.clock = walk.clock
        if walk.chance(2) { _ = log.extend() }
        _ = try append([walk.submission(given: log.judge.folded.state)], to: &log)
        if step % 40 == 0 { states[log.sequence.value] = log.judge.folded.state }
      }
      var folded = DomainState(remembers: true)
      for event in log.events(after: .zero) {
        folded.evolve(with: event.event, by: event.actor, at: event.time)
        if let state = states[event.sequence.value] {
          try #require(folded == state, "at event \(event.sequence)")
        }
      }
    }

    @Test(arguments: seeds)
    func `whatever is refused changes neither lines nor state`(seed: UInt64) throws {
      var walk = RandomWalk(seed: seed)
      walk.splits = true
      var log = MemoryLog(clock: walk.clock)
      for step in 0..<300 {
        walk.passTime()
        log.clock = walk.clock
        let before = log
        let count = walk.chance(30) ? 4 : 1
        let lines = (0..<count).map { _ in walk.submission(given: log.judge.folded.state) }
        let receipts = try append(lines, to: &log)
        if receipts.allSatisfy(\.isRecorded) { continue }
        try #require(log.lines == before.lines, "step \(step)")
        try #require(log.judge.folded.state == before.judge.folded.state, "step \(step)")
      }
    }

    @Test func `a refused submission leaves no identifier behind`() async {
      // In a process of its own: the table of identifiers is shared with all other tests.
      await #expect(processExitsWith: .success) {
        for seed in 1...4 as ClosedRange<UInt64> { try checkIdentifiers(seed: seed) }
      }
    }
  }
}

/// Judges a walk and requires that only recorded events add identifiers.
private func checkIdentifiers(seed: UInt64) throws {
  var walk = RandomWalk(seed: seed)
  walk.splits = true
  var log = MemoryLog(clock: walk.clock)
  var refused = 0
  for _ in 0..<600 {
    walk.passTime()
    log.clock = walk.clock
    let sequence = log.sequence
    let count = walk.chance(30) ? 4 : 1
    var lines = (0..<count).map { _ in walk.submission(given: log.judge.folded.state) }
    // Some are refused for their time, after their identifiers were read.
    if walk.chance(10) { lines[0] = lines[0].dropLast() + ",\"time\":\"1970-01-01T00:00:00Z\"}" }
    let before = Interner.shared.count
    _ = try append(lines, to: &log)
    if log.sequence > sequence { continue }
    refused += 1
    guard Interner.shared.count == before else {
      fatalError("seed \(seed): \(lines) left \(Interner.shared.count - before) identifiers")
    }
  }
  precondition(refused > 50)
  let before = Interner.shared.count
  let fixed = fixedShiftLine("F-new", "mia", on: "monday")
  _ = try append([fixed, fixedShiftLine("F-other", "nobody", on: "tuesday")], to: &log)
  precondition(Interner.shared.count == before, "occurrences of a refused batch are left")

  // The second is a repeat of the first, for which the first's line is read; the third is refused.
  let new = #"{"id":"i","type":"user.registered","actor":"new1","subject":"new1","#
  let repeated = new + #""data":{"roles":["student"]}}"#
  let receipts = try append(
    [
      repeated, repeated,
      #"{"id":"j","type":"user.followed","actor":"new2","#
        + #""subject":"nobody","data":{}}"#,
    ], to: &log)
  precondition(receipts.allSatisfy { !$0.isRecorded })
  precondition(Interner.shared.count == before, "a repeat in a refused batch leaves identifiers")
}

private func fixedShiftLine(_ id: String, _ actor: String, on weekday: String) -> String {
  let line: JSON = [
    "type": "fixedshift.registered", "actor": .text(actor), "subject": .text(id),
    "data": ["weekday": .text(weekday), "start": "15:00", "end": "20:00"],
  ]
  return "\(line)"
}

/// One line on its own, several as a batch.
private func append(_ lines: [String], to log: inout MemoryLog) throws -> [Receipt] {
  let submissions = lines.map(Submission.read)
  return try log.append(submissions, isBatch: lines.count != 1)
}
