@testable import Projections
@testable import ShiftEvents
import TestSupport
import Testing

/// Audits by the index of touched ids, against those that read every event, of logs that the rules allow.
@Suite struct AuditsOfWalksTests {
  private static let seeds: [UInt64] =
    (1...UInt64(Rounds.count(1, full: 20))) + [.random(in: 100 ... .max)]

  @Test(arguments: seeds)
  func `an audit by the index is the one that reads all events`(seed: UInt64) throws {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    let events = try walk.log(of: Rounds.count(200, full: 400)).events(after: .zero)
    var replay = Replay(holding: DomainState(remembers: true))
    var ids: Set<UInt32> = []
    for event in events {
      replay.apply(event)
      ids.formUnion(event.touchedSymbols)
    }
    let touched = IndexedEvents(replay) { events[$0.value - 1] }
    for symbol in ids.sorted().shuffled(using: &walk.random).prefix(Rounds.count(15, full: 60)) {
      for scope in scopes(of: symbol) {
        let walked = try #require(try Audit.walking(scope, showsAttributes: true, touched))
        var whole = Audit(of: scope, showsAttributes: true)
        for event in events { whole.apply(event) }
        #expect(walked.rows == whole.rows, "seed \(seed), \(scope)")
      }
    }
  }

  private func scopes(of symbol: UInt32) -> [AuditScope] {
    [
      .shift(ShiftID(symbolIndex: symbol)), .request(RequestID(symbolIndex: symbol)),
      .series(SeriesID(symbolIndex: symbol)), .closure(ClosureID(symbolIndex: symbol)),
      .vacancy(VacancyID(symbolIndex: symbol)),
      .absence(AbsenceID(symbolIndex: symbol)), .trade(TradeID(symbolIndex: symbol)),
      .publication(PublicationID(symbolIndex: symbol)), .period(PeriodID(symbolIndex: symbol)),
      .session(StudySessionID(symbolIndex: symbol)), .deal(DealID(symbolIndex: symbol)),
      .user(UserID(symbolIndex: symbol)), .actor(UserID(symbolIndex: symbol)),
      .subject(UserID(symbolIndex: symbol).description),
    ]
  }
}
