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
    try compare(events, "seed \(seed)") { ids in
      ids.shuffled(using: &walk.random).prefix(Rounds.count(15, full: 60))
    }
  }

  @Test func `a part of edited weekly work, and one over a change of the clocks, has its values`()
    throws
  {
    var log = MemoryLog(clock: Timestamp("2026-03-02T08:00:00Z"))
    for line in EditedStory.lines {
      let receipts = try log.append([Submission.read(line)])
      #expect(receipts[0].isRecorded, "\(line): \(receipts)")
    }
    try compare(log.events(after: .zero), "edited") { $0[...] }
    try compare(try WeeklyStory.log().events(after: .zero), "weekly") { $0[...] }
  }

  /// Compares the audits by the index with those of all events, for some of the ids that the events touched.
  private func compare(
    _ events: [RecordedEvent], _ name: String, _ chosen: ([UInt32]) -> ArraySlice<UInt32>
  ) throws {
    var replay = Replay(holding: DomainState(remembers: true))
    var ids: Set<UInt32> = []
    for event in events {
      replay.apply(event)
      ids.formUnion(event.touchedSymbols)
    }
    let touched = IndexedEvents(replay) { events[$0.value - 1] }
    for symbol in chosen(ids.sorted()) {
      for scope in scopes(of: symbol) {
        let walked = try #require(try Audit.walking(scope, showsAttributes: true, touched))
        var whole = Audit(of: scope, showsAttributes: true)
        for event in events { whole.apply(event) }
        #expect(walked.rows == whole.rows, "\(name), \(scope)")
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

/// Weekly work that got another owner, a part of which was changed since, and a night in which the clocks change.
private enum EditedStory {
  static let lines = [
    line("user.registered", "mia", #"{"roles":["manager","employee"]}"#),
    line("workplace.configured", "W", #"{"timeZone":"Europe/Amsterdam"}"#),
    line("user.registered", "ann", #"{"roles":["employee"]}"#),
    line("user.registered", "bob", #"{"roles":["employee"]}"#),
    line(
      "fixedshift.registered", "F1",
      #"{"owner":"ann","weekday":"friday","start":"09:00","end":"17:00","place":"hall"}"#),
    line("fixedshift.edited", "F1", #"{"to":"bob","place":"bar"}"#),
    line("shift.split", "F1.2026-03-13", #"{"at":"14:00","into":"X1"}"#),
    line("shift.edited", "X1", #"{"place":"hall"}"#),
    line("shift.assigned", "X1", #"{"to":"ann"}"#),
    line("shift.edited", "F1.2026-03-20", #"{"place":"hall"}"#),
    line(
      "shift.scheduled", "N1",
      #"{"owner":"bob","date":"2026-03-28","start":"22:00","end":"06:00","breakMinutes":30}"#),
    line("shift.split", "N1", #"{"at":"01:45","into":"N2"}"#),
    line("shift.edited", "N1", #"{"breakMinutes":20}"#),
    line("shift.edited", "N2", #"{"breakMinutes":15}"#),
    line(
      "fixedshift.registered", "F2",
      #"{"owner":"ann","weekday":"saturday","start":"20:00","end":"08:00","from":"2026-03-28"}"#),
    line("fixedshift.edited", "F2", #"{"end":"16:00","from":"2026-03-28"}"#),
  ]

  private static func line(_ type: String, _ subject: String, _ data: String) -> String {
    #"{"type":"\#(type)","actor":"mia","subject":"\#(subject)","data":\#(data)}"#
  }
}
