import Foundation
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// A legal event has no findings; an illegal one has one, at its place.
@Suite("Judging history again")
struct RuleVerifierTests {
  private static let seeds: [UInt64] = [21, 22, .random(in: 100 ... .max)]

  /// A legal story, as a recorder would have written it.
  private func walk(seed: UInt64, steps: Int) throws -> [RecordedEvent] {
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    var log = MemoryLog(clock: walk.clock)
    for _ in 0..<steps {
      walk.passTime()
      log.clock = walk.clock
      if walk.chance(3) { _ = log.extend() }
      let lines = (0..<(walk.chance(20) ? 3 : 1)).map { _ in
        walk.submission(given: log.judge.folded.state)
      }
      let submissions = lines.map(Submission.read)
      _ = try log.append(submissions, isBatch: lines.count != 1)
    }
    return log.events(after: .zero)
  }

  @Test(arguments: seeds)
  func `a recorder's log has no findings`(seed: UInt64) throws {
    var rules = RuleVerifier()
    for event in try walk(seed: seed, steps: 600) {
      let found = rules.findings(judging: event)
      try #require(found.isEmpty, "seed \(seed): \(event.json) \(found)")
    }
  }

  @Test func `a rule that came later is not held against what is recorded`() throws {
    func line(_ actor: String, _ type: String, _ subject: String, _ data: String = "{}") -> String {
      #"{"type":"\#(type)","subject":"\#(subject)","actor":"\#(actor)","data":\#(data)}"#
    }
    func shift(_ id: String, _ owner: String, _ date: String) -> String {
      line(
        "mia", "shift.scheduled", id,
        #"{"owner":"\#(owner)","date":"\#(date)","start":"09:00","end":"17:00"}"#)
    }
    var events = try MemoryLog.recording([
      line("mia", "user.registered", "mia", #"{"roles":["manager"]}"#),
      line("eva", "user.registered", "eva", #"{"roles":["employee"]}"#),
      line("bas", "user.registered", "bas", #"{"roles":["employee"]}"#),
      shift("S1", "bas", "2026-01-12"), shift("S2", "eva", "2026-01-13"),
      line("eva", "request.posted", "R1", #"{"date":"2026-01-12"}"#),
      line("bas", "trade.offered", "T1", #"{"give":"S1","take":"S2"}"#),
      line("bas", "shift.suggested", "S1", #"{"request":"R1"}"#),
      line("mia", "user.erased", "eva"),
    ])
    #expect(events.count == 9)
    // As earlier versions recorded it: both offers to somebody who had left.
    events.insert(events.removeLast(), at: 6)
    var rules = RuleVerifier()
    #expect(events.flatMap { rules.findings(judging: $0) }.isEmpty)
  }

  @Test func `the next id of a recorder is made anew where somebody guessed it`() throws {
    var log = MemoryLog(clock: "2026-01-05T08:00:00Z")
    var ids: [String] = []
    for number in 0..<9 {
      let tail = ids.last.flatMap { UInt64($0.suffix(12), radix: 16) }
      let guess = tail.map { ids.last!.dropLast(12) + String($0 + 1, radix: 16) }
      let submission = try Submission(
        .registerUser(UserID("u\(number)")!, roles: [.student]), by: UserID("u\(number)")!,
        id: number % 2 == 0 ? nil : guess.map { String($0) })
      guard case .appended(let event) = try log.append([.success(submission)])[0] else {
        Issue.record("\(number) was not taken")
        return
      }
      ids.append(event.id)
    }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `each fact of each event, changed, is found at that event`() throws {
    var changed: Set<EventType> = []
    let sample = try events(of: Repository.sample)
    for story in [
      sample, try StudyAndDealsStory.events(), try skippedOccurrence(), try absencesAndTrades(),
      try vacancies(), try MemoryLog.recording(PromiseStory.lines),
      try MemoryLog.recording(WeeklyStory.lines), try RefusedStory.log().events(after: .zero),
    ] {
      changed.formUnion(try changingFacts(of: story))
    }
    let withFacts = EventType.allCases.filter { type in
      type.fields.contains { $0.presence == .fact && !$0.name.isEqual(to: "profile") }
    }
    #expect(Set(withFacts).subtracting(changed).isEmpty)
  }

  private func changingFacts(of events: [RecordedEvent]) throws -> Set<EventType> {
    var rules = RuleVerifier()
    var changed: Set<EventType> = []
    for event in events {
      let type = try #require(event.event.type)
      for field in type.fields where field.presence == .fact && !field.name.isEqual(to: "profile") {
        let forged = try #require(event.changing(field), "\(event.json) \(field.name)")
        var copy = rules
        let found = copy.findings(judging: forged)
        #expect(found.first?.sequence == event.sequence, "\(forged.json)")
        #expect(found.count == 1, "\(forged.json): \(found)")
        changed.insert(type)
      }
      #expect(rules.findings(judging: event).isEmpty, "\(event.json)")
    }
    return changed
  }

  /// A fixed shift with one occurrence on a taken day.
  private func skippedOccurrence() throws -> [RecordedEvent] {
    try MemoryLog.recording([
      line("user.registered", "bas", by: "bas", #"{"roles":["employee","manager"]}"#),
      line(
        "shift.scheduled", "S1", by: "bas",
        #"{"owner":"bas","date":"2026-01-12","start":"08:00","end":"12:00"}"#),
      line(
        "fixedshift.registered", "F1", by: "bas",
        #"{"weekday":"monday","start":"15:00","end":"20:00"}"#),
    ])
  }

  /// A shift that is assigned and edited, and a vacancy that is edited, claimed and dropped.
  private func vacancies() throws -> [RecordedEvent] {
    try MemoryLog.recording([
      line("user.registered", "mia", by: "mia", #"{"roles":["manager"]}"#),
      line("user.registered", "bas", by: "bas", #"{"roles":["employee"]}"#),
      line("user.registered", "eva", by: "eva", #"{"roles":["employee"]}"#),
      line(
        "shift.scheduled", "S1", by: "mia",
        #"{"owner":"bas","date":"2026-01-12","start":"15:00","end":"20:00"}"#),
      line("shift.assigned", "S1", by: "mia", #"{"to":"eva"}"#),
      line("shift.edited", "S1", by: "mia", #"{"date":"2026-01-13"}"#),
      line(
        "vacancy.posted", "V1", by: "mia",
        #"{"date":"2026-01-12","start":"15:00","end":"20:00","places":1}"#),
      line("vacancy.edited", "V1", by: "mia", #"{"places":2}"#),
      line("shift.claimed", "C1", by: "bas", #"{"vacancy":"V1"}"#),
      line("shift.dropped", "C1", by: "bas"),
    ])
  }

  /// Absences, and trades that are final, approved and ended.
  private func absencesAndTrades() throws -> [RecordedEvent] {
    let employees = ["bas", "eva"].map {
      line("user.registered", $0, by: $0, #"{"roles":["employee"]}"#)
    }
    let shifts = [("S1", "bas", 12), ("S2", "eva", 13)].map { shift, owner, day in
      line(
        "shift.scheduled", shift, by: "mia",
        #"{"owner":"\#(owner)","date":"2026-01-\#(day)","start":"15:00","end":"20:00"}"#)
    }
    func offer(_ trade: String, _ give: String, _ take: String) -> String {
      let owner = give == "S1" ? "bas" : "eva"
      return line("trade.offered", trade, by: owner, #"{"give":"\#(give)","take":"\#(take)"}"#)
    }
    return try MemoryLog.recording(
      [line("user.registered", "mia", by: "mia", #"{"roles":["manager"]}"#)] + employees + shifts
        + [
          line("absence.recorded", "A1", by: "eva", #"{"date":"2026-01-13","days":1}"#),
          line("absence.ended", "A1", by: "mia"), offer("T1", "S1", "S2"),
          line("trade.ended", "T1", by: "eva"), offer("T2", "S2", "S1"),
          line("request.posted", "R1", by: "eva", #"{"date":"2026-01-12"}"#),
          line("workplace.configured", "W", by: "mia", #"{"marketApproval":"manager"}"#),
          line("trade.accepted", "T2", by: "bas"), line("trade.approved", "T2", by: "mia"),
          line("workplace.configured", "W", by: "mia", #"{"marketApproval":"none"}"#),
          line(
            "trade.offered", "T3", by: "bas", #"{"give":"S2","take":"S1"}"#),
          line("trade.accepted", "T3", by: "eva"),
        ])
  }

  @Test(arguments: seeds)
  func `an event by an unknown actor is refused`(seed: UInt64) throws {
    var rules = RuleVerifier()
    for event in try walk(seed: seed, steps: 200) {
      if event.event.type != .workplaceConfigured && event.actor != .system {
        var copy = rules
        let found = copy.findings(judging: event.with(actor: "a-stranger"))
        #expect(!found.isEmpty, "seed \(seed): \(event.json)")
      }
      _ = rules.findings(judging: event)
    }
  }

  @Test(arguments: seeds)
  func `an event twice is refused, and so is one with the id of another`(seed: UInt64) throws {
    var rules = RuleVerifier()
    let events = try walk(seed: seed, steps: 60)
    for event in events { _ = rules.findings(judging: event) }
    for event in events {
      var copy = rules
      let codes = copy.findings(judging: event).map(\.code)
      #expect(codes.contains("idConflict"), "\(event.json)")
    }
  }

  @Test func `an occurrence that is left out, or put in, is found; the others are not`() throws {
    let events = try MemoryLog.recording([
      line("user.registered", "bas", by: "bas", #"{"roles":["employee"]}"#),
      line(
        "fixedshift.registered", "F1", by: "bas",
        #"{"weekday":"monday","start":"15:00","end":"20:00"}"#),
    ])
    #expect(events.count == 10)
    for left in events.indices where events[left].actor == .system {
      var rules = RuleVerifier()
      var found: [RuleFinding] = []
      for (index, event) in events.enumerated() where index != left {
        let isLast = index == events.count - 1 || left == events.count - 1 && index == left - 1
        found += rules.findings(judging: isLast ? event.endingItsBatch() : event)
      }
      #expect(found.count == 1, "\(found)")
      #expect(found.first?.code == "factMismatch")
      #expect(found.first?.message.contains("is missing") == true)
    }
    var rules = RuleVerifier()
    for event in events { #expect(rules.findings(judging: event).isEmpty) }
    let again = try #require(events.last)
    let found = rules.findings(
      judging: RecordedEvent(
        sequence: again.sequence.next, time: again.time, actor: .system, event: again.event))
    #expect(found.map(\.code) == ["reserved"])
  }

  @Test func `an event of an unknown type is passed over`() {
    var rules = RuleVerifier()
    let event = UnknownEvent(type: "shift.sung", subject: "S", data: "{}")
    let found = rules.findings(
      judging: RecordedEvent(
        sequence: SequenceNumber(1), time: Timestamp("2026-01-05T08:00:00Z"), actor: "bas",
        event: .unknown(event)))
    #expect(found.isEmpty)
  }
}

/// Study sessions and a deal, from beginning to end.
private enum StudyAndDealsStory {
  static func events() throws -> [RecordedEvent] {
    let deal =
      #"{"name":"Tea","companyName":"Café","category":"food","latitude":52.1,"longitude":4.3,"#
      + #""validUntil":"2026-01-05T18:00:00Z","capacity":4,"priceCents":500,"currency":"EUR"}"#
    let paid = #"{"amountCents":500,"currency":"EUR","reference":"P"}"#
    return try MemoryLog.recording([
      line("user.registered", "cafe", by: "cafe", #"{"roles":["company"]}"#),
      line("user.registered", "tom", by: "tom", #"{"roles":["consumer","student"]}"#),
      line("study.started", "Q1", by: "tom", #"{"blockMinutes":5,"pauseMinutes":1}"#),
      line("study.blockcompleted", "Q1", by: "tom", #"{"block":1}"#, at: "08:05"),
      line("study.stopped", "Q1", by: "tom", at: "08:07"),
      line("deal.posted", "D1", by: "cafe", deal, at: "08:07"),
      line("deal.edited", "D1", by: "cafe", #"{"capacity":5,"description":"Hot"}"#, at: "08:07"),
      line("deal.reserved", "V1", by: "tom", #"{"deal":"D1"}"#, at: "08:08"),
      line("payment.recorded", "V1", by: "cafe", paid, at: "08:09"),
      line(
        "company.rated", "cafe", by: "tom", #"{"reservation":"V1","stars":5}"#, at: "08:10"),
      line("reservation.cancelled", "V1", by: "cafe", at: "08:11"),
      line("payment.refunded", "V1", by: "cafe", #"{"reference":"R"}"#, at: "08:12"),
      line("deal.reserved", "V2", by: "tom", #"{"deal":"D1"}"#, at: "08:13"),
      line("deal.removed", "D1", by: "cafe", at: "08:14"),
    ])
  }
}

/// A submission on 5 January 2026.
private func line(
  _ type: String, _ subject: String, by actor: String, _ data: String = "{}",
  at time: String = "08:00"
) -> String {
  #"{"type":"\#(type)","actor":"\#(actor)","subject":"\#(subject)","#
    + #""time":"2026-01-05T\#(time):00Z","data":\#(data)}"#
}

extension MemoryLog {
  /// The events of submissions, each of which must be recorded.
  fileprivate static func recording(_ lines: [String]) throws -> [RecordedEvent] {
    var log = MemoryLog(clock: Timestamp("2026-01-05T09:00:00Z"))
    for line in lines {
      let receipts = try log.append([Submission.read(line)])
      #expect(receipts[0].isRecorded, "\(line): \(receipts)")
    }
    return log.events(after: .zero)
  }
}

extension RecordedEvent {
  /// The same with another fact, as a forger would write it; `nil` if no other value can be read.
  fileprivate func changing(_ field: Field) -> RecordedEvent? {
    let name = "\"\(field.name)\":"
    let candidates = [
      "true", "false", #""zz""#, #"["zz"]"#, "[]", #""2031-01-01""#, #""03:33""#, #""market""#,
      #""suggestion""#, #""dayTaken""#, #""noTime""#, "7", "8", #""USD""#, #""EUR""#,
      #""2031-01-01T00:00:00.000Z""#,
    ]
    for candidate in candidates {
      var json = json
      if let value = EventMembers(of: event)[field.name] {
        let text = name + String(decoding: value.json, as: UTF8.self)
        guard let data = json.range(of: "\"data\":"),
          let range = json.range(of: text, range: data.upperBound..<json.endIndex)
        else { return nil }
        json.replaceSubrange(range, with: name + candidate)
      } else {
        json = json.replacing("\"data\":{", with: "\"data\":{\(name)\(candidate),")
          .replacing(",}", with: "}")
      }
      // A word that is of no list makes the event unknown.
      if let forged = RecordedEvent(json: json), forged.event.type != nil, forged.event != event {
        return forged
      }
    }
    return nil
  }

  fileprivate func with(actor: UserID) -> RecordedEvent {
    RecordedEvent(
      sequence: sequence, time: time, actor: actor, event: event, id: id, source: source,
      isLastOfBatch: isLastOfBatch)
  }

  fileprivate func endingItsBatch() -> RecordedEvent {
    RecordedEvent(json: json.replacing(#","more":true"#, with: ""))!
  }

  /// An event with a line of its own, which continues no chain.
  fileprivate init(
    sequence: SequenceNumber, time: Timestamp, actor: UserID, event: Event, id: String? = nil,
    source: String = "/test", isLastOfBatch: Bool = true
  ) {
    var encoder = EventEncoder(continuing: .zero)
    let length = encoder.append(
      Envelope(
        id: id ?? "e\(sequence)", source: source, time: time, sequence: sequence, actor: actor,
        more: !isLastOfBatch),
      event)
    let block = unsafe encoder.buffer.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    self.init(
      sequence: sequence, time: time, actor: actor, event: event, isLastOfBatch: isLastOfBatch,
      unknownMembers: 0, line: RecordedLine(block: block, range: 0..<length))
  }

  /// The event of a line, whatever its hash.
  fileprivate init?(json: String) {
    let block = unsafe Array(json.utf8).withUnsafeBytes { unsafe LineBlock(copying: $0) }
    var decoder = EventDecoder()
    guard
      let event = try? decoder.decode(RecordedLine(block: block, range: 0..<json.utf8.count))
    else { return nil }
    self = event
  }
}
