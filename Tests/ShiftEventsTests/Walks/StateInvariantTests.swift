import TestSupport
import Testing

@testable import ShiftEvents

/// Facts about few ids, of every type and in no sensible order, as a log made by hand may have them, and logs that
/// the rules allow.
@Suite struct StateInvariantTests {
  /// The state of a writer and that of a reader, who spares the lists of the rules.
  private struct Twins {
    var writer = DomainState(remembers: true)
    var reader = DomainState.reader

    mutating func fold(_ recorded: RecordedEvent) {
      writer.evolve(with: recorded)
      reader.evolve(with: recorded)
    }

    func differences() -> [String] {
      var bare = writer
      bare.indexes = RuleIndexes(areKept: false)
      (bare.notices, bare.touches) = (reader.notices, reader.touches)
      return writer.brokenInvariants() + (bare == reader ? [] : ["a reader has another state"])
    }
  }

  @Test func `tables, counts and lists agree after every event of a senseless log`() throws {
    var random = CodecRandom.printed(ids: ["a", "b", "c", "d"])
    for _ in 0..<Rounds.count(8, full: 30) {
      var twins = Twins()
      for number in 1...Rounds.count(80, full: 200) {
        let event = random.event(random.element(of: EventType.allCases))
        let actor: UserID = random.identifier()
        let time = Timestamp(milliseconds: 1_770_000_000_000 + Int64(number) * 60_000)
        let envelope = Envelope(
          id: "e\(number)", source: "/test", time: time, sequence: SequenceNumber(number),
          actor: actor)
        twins.fold(try recorded(encoded(envelope, event)))
        let differences = twins.differences()
        if differences.isEmpty { continue }
        Issue.record("\(differences), after event \(number), seed \(random.seed): \(event)")
        break
      }
    }
  }

  @Test(arguments: [359, .random(in: 400 ... .max)] as [UInt64])
  func `they agree after every event that the rules allow`(seed: UInt64) throws {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    var log = MemoryLog(clock: walk.clock)
    try walk.go(on: &log, for: Rounds.count(150, full: 300))
    var twins = Twins()
    for event in log.events(after: .zero) {
      twins.fold(event)
      try #require(twins.differences() == [], "seed \(seed), after event \(event.sequence)")
    }
    #expect(twins.writer == log.judge.folded.state, "seed \(seed)")
  }
}
