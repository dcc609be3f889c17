import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

extension Rules {
  /// A judgement tells what `append` then answers, and records nothing.
  @Suite("Judgement") struct Judgements {
    private static let submissions = Rounds.count(1_500, full: 8_000)

    @Test func `a judgement is what append then answers, and records nothing`() throws {
      var missing = Set(EventType.allCases).subtracting([.shiftSkipped])
      var seeds: [UInt64] = []
      // Two short walks leave a few rare types out. In one walk all managers may be gone early, and with them what only
      // they do: so more walks follow until enough was met.
      let few = Rounds.count(20, full: 0)
      while seeds.count < Rounds.count(2, full: 5) || (missing.count > few && seeds.count < 20) {
        seeds.append(.random(in: .min ... .max))
        missing.subtract(try typesOfWalk(seeds.last!))
      }
      #expect(missing.count <= few, "seeds \(seeds): \(missing)")
    }

    /// Walks, and returns the types of what was submitted.
    private func typesOfWalk(_ seed: UInt64) throws -> Set<EventType> {
      let space = Workspace()
      try LogFile.create(space.log)
      var walk = RandomWalk(seed: seed)
      walk.splits = true
      var random = SplitMix64(seed: seed)
      let clock = HandClock(walk.clock)
      var options = Recorder.Options()
      options.waitsForDisk = false
      options.clock = clock
      let recorder = try Recorder(recordingTo: space.log, options: options)
      var log = MemoryLog(clock: walk.clock)
      var accepted = 0
      var (earlier, types) = ([String](), Set<EventType>())
      // A walk of which much is refused goes on for a while.
      for step in 0..<2 * Self.submissions
      where step < Self.submissions || accepted <= Self.submissions / 8 {
        walk.passTime()
        clock.set(walk.clock)
        log.clock = walk.clock
        let state = log.judge.folded.state
        var line = walk.submission(given: state)
        if random.chance(15) {
          line = walk.fault(state, earlier: earlier)
        } else {
          earlier.append(line)
        }
        if random.chance(1) {
          line = walk.line("eva", "profile.changed", "eva", ["name": .text("Eva \(step)")])
        }
        if random.chance(20) {
          let expected = max(0, log.sequence.value - Int.random(in: -1...100, using: &random))
          line = line.dropLast() + ",\"expectedsequence\":\(expected)}"
        }
        guard case .success(let submission) = Submission.read(line) else { continue }
        types.insert(submission.type)
        let judged = try recorder.judge(submission)
        try #require(recorder.sequence == log.sequence, "seed \(seed), step \(step)")
        let receipt = try recorder.append(submission)
        let expected = try log.append([.success(submission)])[0]
        switch judged {
        case .answered(let answer): try #require(answer == receipt, "seed \(seed), step \(step)")
        case .accepted(let event, let count, let occurrences, let warnings):
          accepted += 1
          let appended = try #require(receipt.appended, "\(receipt), seed \(seed), step \(step)")
          try #require(appended.sequence == expected.appended?.sequence && appended.count == count)
          try #require(appended.occurrences == occurrences, "seed \(seed), step \(step)")
          try #require(appended.warnings == warnings, "seed \(seed), step \(step)")
          let recorded = log.events(after: SequenceNumber(appended.sequence.value - 1))[0].event
          try #require(
            recorded.withoutProfile == event.withoutProfile, "seed \(seed), step \(step)")
        }
      }
      #expect(accepted > Self.submissions / 8, "most of the walk was refused: seed \(seed)")
      return types
    }
  }
}

extension Receipt {
  /// The event that it became; `nil` if it was refused.
  fileprivate var appended: Appended? { if case .appended(let event) = self { event } else { nil } }
}

extension Event {
  /// The event without the commitment to a name, which is drawn anew for each recording.
  fileprivate var withoutProfile: Event {
    switch self {
    case .userRegistered(var event):
      event.profile = nil
      return .userRegistered(event)
    case .profileChanged(var event):
      event.profile = .zero
      return .profileChanged(event)
    default: return self
    }
  }
}
