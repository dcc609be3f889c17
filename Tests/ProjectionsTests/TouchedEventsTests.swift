@testable import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// Audits by the index of touched ids, against those that read every event.
@Suite struct TouchedEventsTests {
  @Test(arguments: 1...UInt64(Rounds.count(2, full: 25)))
  func `an audit by the index is the one that reads all events`(seed: UInt64) throws {
    let events = RandomStory(seed: seed, count: 200).story.events
    var replay = Replay(holding: DomainState(remembers: true))
    var ids: Set<UInt32> = []
    for event in events {
      replay.apply(event)
      ids.formUnion(event.touchedSymbols)
    }
    let touched = TouchedEvents(replay) { events[$0.value - 1] }
    for symbol in ids {
      for scope in scopes(of: symbol) {
        let walked = try #require(
          try Audit.walking(scope, showsAttributes: true, touched))
        var whole = Audit(of: scope, showsAttributes: true)
        for event in events { whole.apply(event) }
        #expect(walked.rows == whole.rows, "seed \(seed), \(scope)")
      }
    }
  }

  private func scopes(of symbol: UInt32) -> [AuditScope] {
    [
      .shift(ShiftID(symbolIndex: symbol)), .request(RequestID(symbolIndex: symbol)),
      .fixedShift(FixedShiftID(symbolIndex: symbol)), .vacancy(VacancyID(symbolIndex: symbol)),
      .absence(AbsenceID(symbolIndex: symbol)), .trade(TradeID(symbolIndex: symbol)),
      .session(SessionID(symbolIndex: symbol)), .deal(DealID(symbolIndex: symbol)),
      .user(UserID(symbolIndex: symbol)), .actor(UserID(symbolIndex: symbol)),
      .subject(UserID(symbolIndex: symbol).description),
    ]
  }

  @Test func `every event is under each id that it touches, and no other`() {
    let events = RandomStory(seed: 7, count: 400).story.events
    var state = DomainState(remembers: true)
    var naive: [UInt32: [SequenceNumber]] = [:]
    for event in events {
      state.evolve(with: event)
      for symbol in event.touchedSymbols { naive[symbol, default: []].append(event.sequence) }
    }
    for (symbol, sequences) in naive {
      var found: [SequenceNumber] = []
      state.touches.forEach(symbol) { touch, _ in
        found.append(touch)
        return true
      }
      #expect(found.reversed() == sequences)
    }
  }
}
