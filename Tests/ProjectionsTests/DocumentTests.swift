import Projections
@testable import ShiftEvents
import Testing

/// Replay and the JSON that reads print.
struct DocumentTests {
  private let nobody: (UserID) -> String? = { _ in nil }

  private func document(
    _ replay: Replay, _ projection: ProjectionDescriptor, at now: Timestamp = early
  ) throws -> String {
    let table = try #require(replay.table(projection, at: now, names: nobody))
    let header = DocumentHeader(asOf: replay.asOf, now: now, timeZone: replay.timeZone)
    return String(decoding: table.jsonDocument(projection, header), as: UTF8.self)
  }

  private func story() -> Story {
    var story = Story()
    story.configure(zone: amsterdam, market: .owner)
    story.register("mia", [.manager])
    story.schedule("F.2026-01-12", of: "bas", fixedShift: "F")
    story.supply("F.2026-01-12", of: "bas")
    return story
  }

  @Test func `an empty log has sequence 0, no time and no rows`() throws {
    #expect(
      try document(Replay(), .points)
        == #"{"schema":"shift-events/points/1","asOf":{"sequence":0},"#
        + #""now":"2026-01-05T12:00:00.000Z","timeZone":"UTC","rows":[]}"#)
    for projection in ProjectionDescriptor.replayed {
      #expect(Replay().table(projection, at: early, names: nobody)?.rows.isEmpty == true)
    }
  }

  @Test func `a document is made up to a number of bytes`() throws {
    let replay: Replay = story().folded()
    let table = try #require(replay.table(.schedule, at: early, names: nobody))
    let header = DocumentHeader(asOf: replay.asOf, now: early, timeZone: replay.timeZone)
    let whole = table.jsonDocument(.schedule, header)
    #expect(table.jsonDocument(named: "schedule", header, upTo: whole.count) == whole)
    #expect(table.jsonDocument(named: "schedule", header, upTo: whole.count - 1) == nil)
  }

  @Test func `keys stand in documented order, those that do not apply are left out`() throws {
    var story = story()
    #expect(
      try document(story.folded(), .schedule)
        == #"{"schema":"shift-events/schedule/1","#
        + #""asOf":{"sequence":4,"time":"2026-01-05T08:03:00.000Z"},"#
        + #""now":"2026-01-05T12:00:00.000Z","timeZone":"Europe/Amsterdam","rows":["#
        + #"{"shift":"F.2026-01-12","owner":"bas","date":"2026-01-12","start":"15:00","#
        + #""end":"20:00","week":"2026-W03","status":"supplied","fixedShift":"F","#
        + #""firstOwner":"bas","minutes":300,"published":false,"startAt":"2026-01-12T14:00:00.000Z","#
        + #""endAt":"2026-01-12T19:00:00.000Z"}]}"#)
    story.accept("F.2026-01-12", from: "bas", to: "eva", final: false)
    #expect(
      try document(story.folded(), .approvals).hasSuffix(
        #""rows":[{"shift":"F.2026-01-12","owner":"bas","taker":"eva","date":"2026-01-12","#
          + #""start":"15:00","end":"20:00","via":"market","since":"2026-01-05T08:04:00.000Z","#
          + #""approvers":["bas","mia"],"startAt":"2026-01-12T14:00:00.000Z","#
          + #""endAt":"2026-01-12T19:00:00.000Z"}]}"#))
  }

  @Test func `a gauge tells of every status, of those without rows, too`() {
    let replay: Replay = story().folded()
    let text = String(decoding: MetricsReport().bytes(of: replay, at: early), as: UTF8.self)
    let rows = text.split(separator: "\n")
      .filter { $0.hasPrefix("shift_events_rows{projection=\"schedule\"") }
    #expect(
      rows
        == ["awaiting 0", "idle 0", "lapsed 0", "suggested 0", "supplied 1"].map { row in
          let words = row.split(separator: " ")
          return #"shift_events_rows{projection="schedule",status="\#(words[0])"} \#(words[1])"#[
            ...]
        })
  }

  @Test func `suggestions are rows within a request's row`() throws {
    var story = Story()
    story.schedule("S", of: "bas")
    story.post("R", of: "tom")
    story.suggest("S", of: "bas", to: "tom", for: "R")
    #expect(
      try document(story.folded(), .requests).hasSuffix(
        #""rows":[{"request":"R","requester":"tom","date":"2026-01-12","week":"2026-W03","#
          + #""status":"open","suggestions":[{"shift":"S","owner":"bas","start":"15:00","#
          + #""end":"20:00","status":"suggested"}]}]}"#))
    // The times of work of several days do not show its length: people read it, programs in the shift's row.
    story.schedule("L", of: "bas", from: "09:00", to: "17:00", lasting: 2)
    story.suggest("L", of: "bas", to: "tom", for: "R")
    let replay: Replay = story.folded()
    #expect(
      try document(replay, .requests).contains(#""start":"09:00","end":"17:00","status""#))
    let rows = replay.requests(at: "2026-01-05T09:00:00Z")
    let table = try #require(RowTable(rows).rows.first?.last ?? nil)
    #expect(
      table.textForPeople == "L bas 09:00 17:00 2 days 8 h suggested; S bas 15:00 20:00 suggested")
    #expect(table.text == "L bas 09:00 17:00 suggested; S bas 15:00 20:00 suggested")
  }

  @Test(
    arguments: [
      (
        ProjectionDescriptor.schedule,
        "shift owner date start end week status taker via request fixedShift firstOwner minutes "
          + "published"
      ),
      (.marketplace, "shift owner date start end week suppliedAt"),
      (.requests, "request requester date week status suggestions"),
      (.approvals, "shift owner taker date start end via request since approvers"),
      (.absences, "absence user date start end days status"),
      (.trades, "trade give take from to status offeredAt approvers"),
      (
        .deals,
        "deal company companyName name category latitude longitude address validFrom validUntil "
          + "capacity reserved left status priceCents currency description openingTimes picture "
          + "ratingAverage ratingCount"
      ),
      (.reservations, "reservation deal user reservedAt status"),
      (.study, "rank user minutes active"), (.points, "rank user points"),
      (.hours, "worker week period shifts minutes scheduledMinutes missing confirmed"),
      (.users, "user roles following followers skills"),
      (
        .changes,
        "shift owner date start end kind by changedAt notice reason override answer answeredAt"
      ), (.publications, "publication from to by publishedAt shifts"),
      (.periods, "period from to status by closedAt shifts minutes unconfirmed"),
      (.series, "series kind owner weekday start end every from next status"),
      (.closures, "closure from to place title by status"),
    ] as [(ProjectionDescriptor, String)])
  func `columns are those of the format`(projection: ProjectionDescriptor, keys: String) throws {
    let table = try #require(Replay().table(projection, at: early, names: nobody))
    #expect(
      table.columns.filter { !$0.isRare && [.everybody, .programs].contains($0.audience) }.map(
        \.key
      )
      .joined(separator: " ") == keys)
    // Names stand behind ids.
    for column in table.columns
    where ["owner", "taker", "requester", "worker"].contains(column.key) {
      #expect(column.nameKey == column.key + "Name")
    }
    for column in table.columns where column.key == "user" { #expect(column.nameKey == "name") }
  }

  @Test func `columns of the inbox and the audit`() {
    #expect(
      ProjectionDescriptor.inbox.columns.map(\.key) == [
        "sequence", "time", "user", "kind", "subject", "actor", "counterpart", "date", "start",
        "end", "days", "title",
      ])
    #expect(
      ProjectionDescriptor.audit.columns.map(\.key) == [
        "sequence", "time", "type", "subject", "actor", "effect", "owner", "taker", "status",
        "before", "after", "attributes",
      ])
    #expect(Replay().table(.inbox, at: early, names: nobody) == nil)
  }

  @Test(arguments: ProjectionDescriptor.all)
  func `columns have keys and turns of their own`(projection: ProjectionDescriptor) {
    let columns = projection.columns
    #expect(Set(columns.map(\.key)).count == columns.count)
    let turns = columns.compactMap(\.turn)
    #expect(turns.sorted() == Array(1..<turns.count + 1))
    #expect(columns.allSatisfy { $0.turn == nil || $0.isForPeople })
  }

  @Test func `each projection has a name of its own`() {
    #expect(Set(ProjectionDescriptor.all.map(\.name)).count == ProjectionDescriptor.all.count)
  }

  @Test func `every row has a cell for each column`() throws {
    var story = story()
    story.accept("F.2026-01-12", from: "bas", to: "eva", final: false)
    story.record(300, on: "F.2026-01-12", of: "eva", first: "bas")
    story.post("R", of: "tom")
    story.tell(.studyStarted(StudyStarted(session: "A", blockMinutes: 30, pauseMinutes: 5)))
    story.tell(.dealReserved(DealReserved(reservation: "V", deal: "D", company: "co")))
    let replay: Replay = story.folded()
    let inbox: Inbox = story.folded()
    let audit: Audit = story.folded()
    var tables = [RowTable(inbox.rows), RowTable(audit.rows)]
    tables += ProjectionDescriptor.replayed.compactMap {
      replay.table($0, at: early, names: nobody)
    }
    #expect(tables.count == 20)
    for table in tables {
      #expect(table.rows.allSatisfy { $0.count == table.columns.count })
    }
  }

  @Test(arguments: [
    ("plain “é” 🙂", "plain “é” 🙂"), ("a\"b\\c", #"a\"b\\c"#), ("\n\r\t", #"\n\r\t"#),
    ("\u{0}\u{1B}[31m", #"\u0000\u001b[31m"#), ("\u{7F}\u{85}\u{9F}", #"\u007f\u0085\u009f"#),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", #"\u202a\u202e\u2066\u2069"#),
    ("\u{200E}\u{200F}", #"\u200e\u200f"#), ("\u{200D}\u{2028}", "\u{200D}\u{2028}"),
  ])
  func `text that could mislead is escaped`(text: String, written: String) {
    var json = JSONWriter()
    json.value(text)
    #expect(String(decoding: json.bytes, as: UTF8.self) == "\"\(written)\"")
  }

  @Test func `numbers are written without a superfluous fraction`() {
    var json = JSONWriter()
    json.array { json in
      for number in [5, 4.5, 4.33, -0.25, .infinity] as [Double] { json.value(number) }
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[5,4.5,4.33,-0.25,null]")
  }

  @Test func `the summary counts types in byte order, unknown ones too, and rows as shown`() {
    var story = story()
    story.tell(.unknown(UnknownEvent(type: "shift.painted", subject: "S", data: "{}")))
    story.tell(.unknown(UnknownEvent(type: "a.b", subject: "S", data: "{}")))
    let replay: Replay = story.folded()
    #expect(
      String(decoding: replay.jsonSummary(at: early), as: UTF8.self)
        == #"{"schema":"shift-events/replay/1","#
        + #""asOf":{"sequence":6,"time":"2026-01-05T08:05:00.000Z"},"#
        + #""now":"2026-01-05T12:00:00.000Z","timeZone":"Europe/Amsterdam","events":6,"#
        + #""types":{"a.b":1,"shift.painted":1,"shift.scheduled":1,"shift.supplied":1,"#
        + #""user.registered":1,"workplace.configured":1},"unknown":2,"#
        + #""rows":{"schedule":1,"marketplace":1,"requests":0,"approvals":0,"absences":0,"#
        + #""trades":0,"deals":0,"reservations":0,"study":0,"points":0,"hours":0,"users":1,"vacancies":0,"#
        + #""changes":0,"publications":0,"periods":0,"series":0,"closures":0}}"#
    )
    #expect(replay.tally.firstTime == "2026-01-05T08:00:00Z")
  }

  @Test func `the snapshot has each projection under its name, and identifies its log`() {
    let story = story()
    let report = SnapshotReport(hash: story.events.last?.hash, firstHash: story.events.first?.hash)
    let text = String(
      decoding: report.json(
        of: story.folded(into: Replay(inboxOf: nil)), at: early,
        names: { $0 == "mia" ? "Mia" : nil }),
      as: UTF8.self)
    #expect(text.hasPrefix(#"{"schema":"shift-events/snapshot/1","asOf":{"sequence":4,"#))
    #expect(
      text.contains(
        #""hash":"\#(story.events[3].hash)","firstHash":"\#(story.events[0].hash)","projections":{"#
      ))
    #expect(
      text.hasSuffix(
        #""users":[{"user":"mia","name":"Mia","roles":["manager"],"following":[],"followers":[],"skills":[]}],"#
          + #""vacancies":[],"changes":[],"publications":[],"periods":[],"series":[],"closures":[],"inbox":[]}}"#
      ))
  }

  @Test func `each row as an object of its own`() {
    let replay: Replay = story().folded()
    let rows = replay.table(.marketplace, at: early, names: nobody)?.jsonRows() ?? []
    #expect(
      rows.map { String(decoding: $0, as: UTF8.self) } == [
        #"{"shift":"F.2026-01-12","owner":"bas","date":"2026-01-12","start":"15:00","#
          + #""end":"20:00","week":"2026-W03","suppliedAt":"2026-01-05T08:03:00.000Z"}"#
      ])
  }
}
