import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

extension Rules {
  /// The particulars of refusals, as the client reads them who is refused.
  @Suite("Details") struct Details {
    /// A documented particular of a code, with a word where it is one of several.
    private struct Particular: Hashable, CustomStringConvertible {
      var code: RejectionCode
      var key: String
      var word: String?

      var description: String { "\(code).\(key)" + (word.map { "=\($0)" } ?? "") }
    }

    private static let documented = Set(
      RejectionCode.allCases.flatMap { code in
        code.detailKeys.flatMap { detail in
          let words = detail.words.isEmpty ? [nil] : detail.words.map { String?($0.rawValue) }
          return words.map { Particular(code: code, key: detail.key.rawValue, word: $0) }
        }
      })

    /// The particulars in a reply.
    private static func found(in receipt: Receipt) throws -> [Particular] {
      guard case .rejected = receipt else { return [] }
      let reply = try #require(JSONTree(parsing: receipt.json(line: 1)))
      let code = try #require(reply["error"]?.text.flatMap(RejectionCode.init(rawValue:)))
      guard case .object(let details)? = reply["details"] else {
        Issue.record("\(code) has no details")
        return []
      }
      let hasWords = Set(code.detailKeys.filter { !$0.words.isEmpty }.map(\.key.rawValue))
      return details.map { name, value in
        Particular(code: code, key: name, word: hasWords.contains(name) ? value.text : nil)
      }
    }

    /// The reply to the taker of a trade of shifts that never were, as only a log made by hand has it.
    private static func tradeOfNothing() throws -> [Receipt] {
      let now: Timestamp = "2026-01-05T08:00:00Z"
      var log = MemoryLog(clock: now)
      _ = try log.append(RefusedStory.roster.prefix(4).map(Submission.read))
      let offered = TradeOffered(trade: "X", give: "never", take: "nor", from: "ann", to: "bas")
      let envelope = Envelope(
        id: "x", source: "/test", time: now, sequence: log.sequence.next, actor: "ann")
      try log.record(
        line: String(decoding: encoded(envelope, .tradeOffered(offered)), as: UTF8.self))
      return try log.append([Submission.read(RefusedStory.line("bas", "trade.accepted", "X"))])
    }

    /// What is refused because the calendar ends, and because a clock stands beside it.
    private static func beyondTheCalendar() throws -> [Receipt] {
      let bas: JSON = ["roles": ["employee"]]
      let friday: JSON = ["weekday": "friday", "start": "09:00", "end": "17:00"]
      var log = MemoryLog(clock: "9999-12-20T08:00:00Z")
      _ = try log.append([Submission.read(RefusedStory.line("bas", "user.registered", "bas", bas))])
      let series = RefusedStory.line("bas", "fixedshift.registered", "F1", friday)
      var early = MemoryLog(clock: Timestamp(milliseconds: -1))
      return try log.append([Submission.read(series)])
        + early.append([
          Submission.read(RefusedStory.line("bas", "user.registered", "bas", bas))
        ])
    }

    /// A batch of which one submission is wrong.
    private static func batchWithAFault() throws -> [Receipt] {
      var log = MemoryLog(clock: "2026-01-05T08:00:00Z")
      let bas = RefusedStory.line("bas", "user.registered", "bas", ["roles": ["employee"]])
      return try log.append([Submission.read(bas), Submission.read("{}")], isBatch: true)
    }

    @Test func `each documented particular of each code stands in a refusal, and no other`() throws
    {
      var missing = Self.documented
      func look(_ receipts: [Receipt]) throws {
        for particular in try receipts.flatMap(Self.found) {
          try #require(Self.documented.contains(particular), "\(particular) is not documented")
          missing.remove(particular)
        }
      }
      for story in [RefusedStory.deals, RefusedStory.roster] {
        var log = MemoryLog(clock: "2026-01-05T08:00:00Z")
        for line in story { try look(try log.append([Submission.read(line)])) }
      }
      try look(try Self.tradeOfNothing())
      try look(try Self.beyondTheCalendar())
      try look(try Self.batchWithAFault())
      // The first walks were looked for, since they have the most; where the rules are others now, others go on.
      for seed in [132, 67, 9, 11, 90] + Array(1...60) as [UInt64] where !missing.isEmpty {
        var walk = RandomWalk(seed: seed)
        var log = MemoryLog(clock: walk.clock)
        var earlier: [String] = []
        for step in 0..<1_500 where !missing.isEmpty {
          walk.passTime()
          log.clock = walk.clock
          let state = log.judge.folded.state
          let isFault = step > 100 && walk.chance(40)
          let line = isFault ? walk.fault(state, earlier: earlier) : walk.submission(given: state)
          if !isFault { earlier.append(line) }
          let one = Submission.read(line)
          try look(try walk.chance(1) ? log.append([one, one], isBatch: true) : log.append([one]))
        }
      }
      #expect(missing.isEmpty, "\(missing.map(\.description).sorted())")
    }
  }
}
