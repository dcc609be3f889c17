import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

extension Rules {
  /// The recorder reads earlier events from its file again; the log in memory has them at hand. Both
  /// answer the same.
  @Suite("Recorder") struct RecorderWalks {
    @Test(arguments: [11, 12] as [UInt64])
    func `a recorder answers and writes as the log in memory does`(seed: UInt64) throws {
      let space = Workspace()
      try LogFile.create(space.log)
      var walk = RandomWalk(seed: seed)
      walk.splits = true
      var random = SplitMix64(seed: seed)
      let clock = HandClock(walk.clock)
      var options = Recorder.Options()
      options.waitsForDisk = false
      options.clock = clock
      var recorder = try Recorder(recordingTo: space.log, options: options)
      var log = MemoryLog(clock: walk.clock)
      var earlier: [String] = []
      for step in 0..<250 {
        walk.passTime()
        clock.set(walk.clock)
        log.clock = walk.clock
        if random.chance(2) { recorder = try Recorder(recordingTo: space.log, options: options) }
        if random.chance(2) { #expect(try recorder.extend().occurrences == log.extend()) }
        let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          var line = walk.submission(given: log.judge.folded.state)
          if random.chance(15), let repeated = random.pick(earlier) { line = repeated }
          if random.chance(30) {
            let expected = max(0, log.sequence.value - Int.random(in: -1...300, using: &random))
            line = line.dropLast() + ",\"expectedsequence\":\(expected)}"
          } else {
            earlier.append(line)
          }
          return random.chance(2) ? line.replacing("\"actor\"", with: "\"akteur\"") : line
        }
        let submissions = lines.map(Submission.read)
        let isBatch = random.chance(30)
        let expected = try log.append(submissions, isBatch: isBatch)
        let actual = recorder.replies(to: submissions, isBatch: isBatch)
        try #require(
          actual.map { $0.json() } == expected.map { $0.json() }, "seed \(seed), step \(step)")
      }
      #expect(space.logBytes == log.lines)
    }

    @Test func `a batch of nothing but wrong shapes: each has its own code`() throws {
      let space = Workspace()
      try LogFile.create(space.log)
      let wrong = [Submission.read("{}"), Submission.read("nonsense")]
      let replies = try Recorder(recordingTo: space.log).replies(to: wrong, isBatch: true)
      withExtendedLifetime(space) {}
      guard case .success(.invalid(let fault)) = replies[0],
        case .success(.invalid(let other)) = replies[1]
      else {
        Issue.record("\(replies)")
        return
      }
      #expect(fault.code == .missingField)
      #expect(other.code == .invalidJson)
    }
  }
}
