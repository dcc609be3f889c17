@testable import ShiftEventsTesting
import Testing

@testable import ShiftEvents

/// Snapshots of sessions, deals and reservations.
@Suite struct StudyAndDealsSnapshotTests {
  /// Every state that a record can be in, and an offer with and without each optional term.
  private static func story() -> [RecordedEvent] {
    let end = market(
      register("sam", "student"), act("sam", "study.started", "T1"),
      act("sam", "study.blockcompleted", "T1", ["block": 1], at: "2026-01-05 08:30"),
      act("sam", "study.stopped", "T1"), act("sam", "study.started", "T2", ["blockMinutes": 60]),
      offer("D1", priced), offer("D2", ["capacity": 2]), offer("D3"), reserve("R1", in: "D1"),
      reserve("R2", "ida", in: "D1"), pay("R1"), pay("R2"), cancel("R1", by: "joe"), refund("R1"),
      cancel("R2", by: "cafe"), reserve("R3", in: "D2"), reserve("R4", "ida", in: "D2"),
      reserve("R5", in: "D3"), removeDeal("D3"), reserve("R6", in: "D1"),
      edit(["capacity": nil, "name": "Stew"], "D2")
    ).when(rate("cafe", 4, for: "R3"))
    return end.next.log.events(after: .zero)
  }

  @Test func `snapshot + tail = fold of all, at every position`() throws {
    let events = Self.story()
    func fold(_ events: some Sequence<RecordedEvent>, _ folded: inout WriterState) {
      for event in events {
        folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
      }
    }
    var whole = WriterState()
    fold(events, &whole)
    #expect(whole.state.sessions.count == 2 && whole.state.reservations.count == 6)
    for position in 0...events.count {
      var growing = WriterState()
      fold(events[..<position], &growing)
      var restored = try WriterState(try growing.snapshot())
      #expect(restored.state == growing.state, "at event \(position)")
      fold(events[position...], &restored)
      #expect(restored.state == whole.state, "from event \(position)")
    }
  }
}

struct PayloadSnapshotTests {
  @Test func `deals and policies come back from a snapshot as they were, whatever their texts`()
    throws
  {
    var random = CodecRandom.printed()
    for _ in 0..<1_000 {
      guard case .dealPosted(let deal) = random.event(.dealPosted),
        case .workplaceConfigured(let policies) = random.event(.workplaceConfigured)
      else {
        Issue.record("another type was drawn")
        return
      }
      #expect(DealPosted(inSnapshot: deal.inSnapshot) == deal, "seed \(random.seed)")
      #expect(
        WorkplaceConfigured(inSnapshot: policies.inSnapshot) == policies, "seed \(random.seed)")
    }
  }
}
