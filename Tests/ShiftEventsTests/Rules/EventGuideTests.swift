import TestSupport
import Testing

@testable import ShiftEvents

/// The words of help beside what the rules and declarations do.
struct EventGuideTests {
  @Test func `help has every type once, each with words of its own`() {
    let types = EventType.bySubject
    #expect(types.count == EventType.allCases.count && Set(types) == Set(EventType.allCases))
    #expect(Set(types.map(\.guide.summary)).count == types.count)
    for type in types {
      #expect(Set(type.guide.codes).count == type.guide.codes.count, "\(type)")
      // The last example submits the type.
      let last = type.guide.examples.last
      #expect(last?.hasPrefix("\(type.rawValue) ") ?? (type == .shiftSkipped), "\(type)")
    }
  }

  /// Policies on which no code hangs.
  private static let decidingNone: Set<String> = [
    "answerNoticeMinutes", "drafts", "horizonWeeks", "nightStart", "nightEnd",
  ]

  @Test func `each policy is told of by the codes that hang on it`() {
    let told = Set(RejectionCode.allCases.flatMap { $0.policies.map(\.name) })
    let all = Set(EventType.workplaceConfigured.fields.map { "\($0.name)" })
    #expect(told.isSubset(of: all), "\(told.subtracting(all))")
    #expect(all.subtracting(told) == Self.decidingNone)
  }

  /// Codes that answer to any type, and stand in no guide.
  private static let everywhere: Set<RejectionCode> = [
    .idConflict, .factMismatch, .timeBeforeHead, .timeInFuture, .batchRejected,
  ]

  @Test(arguments: (Rounds.areFull ? [1, 2, 3] : []) + [.random(in: 4 ... .max)] as [UInt64])
  func `the rules refuse with no code that help does not tell`(seed: UInt64) throws {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    var log = MemoryLog(clock: walk.clock)
    for _ in 0..<4_000 {
      walk.passTime()
      log.clock = walk.clock
      let submission = Submission.read(walk.submission(given: log.judge.folded.state))
      let receipts = try log.append([submission])
      guard case .rejected(let rejection) = receipts[0], case .success(let given) = submission
      else { continue }
      if Self.everywhere.contains(rejection.code) { continue }
      let codes = given.type.guide.codes
      #expect(codes.contains(rejection.code), "\(given.type): \(rejection), seed \(seed)")
    }
  }
}
