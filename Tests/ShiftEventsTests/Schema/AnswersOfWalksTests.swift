import Projections
import ShiftEventsTesting
import TestSupport
import Testing

@testable import ShiftEvents

/// The documents and the replies of random logs against the schemas of rows and of replies.
@Suite struct AnswersOfWalksTests {
  private static let seeds: [UInt64] =
    (1..<UInt64(Rounds.count(1, full: 11))) + [.random(in: 100 ... .max)]

  /// Expects that the schema takes an answer, and not the same with a member that nobody knows.
  private func expect(
    _ json: [UInt8], fits schema: SchemaCheck, _ seed: UInt64
  ) throws -> JSONTree {
    let answer = try #require(JSONTree(parsing: json))
    #expect(schema.accepts(answer), "seed \(seed): \(answer.line.prefix(500))")
    #expect(!schema.accepts(answer.with("nonsense", 1)), "seed \(seed)")
    return answer
  }

  @Test(arguments: seeds)
  func `every reply and every document is valid, and none with a fault is`(seed: UInt64) throws {
    let replies = SchemaCheck(SchemaDocument.replies.tree())
    var walk = RandomWalk(seed: seed)
    walk.splits = true
    var log = MemoryLog(clock: walk.clock)
    var codes: Set<RejectionCode> = []
    for _ in 0..<500 {
      walk.passTime()
      log.clock = walk.clock
      let line = walk.submission(given: log.judge.folded.state)
      let submission = Submission.read(
        walk.chance(2) ? line.replacing("actor", with: "akter") : line)
      if case .success(let submission) = submission {
        _ = try expect(try log.trial(submission).json(), fits: replies, seed)
      }
      for receipt in try log.append([submission]) {
        let reply = try expect(receipt.json(line: 1), fits: replies, seed)
        guard case .rejected(let rejection) = receipt else { continue }
        let details = try #require(reply["details"]).with("nonsense", 1)
        #expect(!replies.accepts(reply.with("details", details)), "\(rejection.code)")
        codes.insert(rejection.code)
      }
    }
    #expect(codes.count > 15, "seed \(seed): \(codes)")
    let events = log.events(after: .zero)
    for end in [events.count / 3, events.count] { try expectDocuments(of: events[..<end], seed) }
  }

  private func expectDocuments(of events: ArraySlice<RecordedEvent>, _ seed: UInt64) throws {
    var (replay, audit) = (
      Replay(inboxOf: nil), Audit(of: .everything, showsAttributes: true)
    )
    for event in events {
      replay.apply(event)
      audit.apply(event)
    }
    let last = try #require(events.last)
    var header = DocumentHeader(asOf: replay.asOf, now: last.time, timeZone: replay.timeZone)
    let week = ScheduleGrid(replay, week: replay.timeZone.date(at: last.time).week, at: last.time)
    let grid = SchemaCheck(try #require(RowSchema.document(named: "grid")))
    let people = week.table(hasSums: false, label: \.description)
    _ = try expect(people.jsonDocument(named: "grid", header), fits: grid, seed)
    // Periods by place or label are names or a dash, no ids.
    let hours = SchemaCheck(try #require(RowSchema.document(named: "hours")))
    for grouping in HoursGrouping.allCases {
      let table = replay.table(
        .hours, RowSelection(grouping: grouping), at: last.time, names: { _ in "Lou" })
      let sums = try #require(table).withTotal()
      _ = try expect(sums.jsonDocument(.hours, header, next: nil), fits: hours, seed)
    }
    for projection in ProjectionDescriptor.all {
      let schema = SchemaCheck(try #require(RowSchema.document(named: projection.name)))
      header.hash = projection == .audit ? last.hash : nil
      let table =
        replay.table(projection, RowSelection(all: true), at: last.time, names: { _ in "Lou" })
        ?? RowTable(audit.rows) { _ in "Lou" }
      let document = try expect(
        table.jsonDocument(projection, header, next: projection == .audit ? nil : "p00"),
        fits: schema, seed)
      guard let rows = document["rows"]?.list, case .object(let members)? = rows.first else {
        continue
      }
      let logs = [LogName.ofEmptyLog, LogName(firstEvent: try #require(events.first))].map { log in
        RowTable.Part(
          log, table.addingInstants(in: header.timeZone).namingPeople(), in: header.timeZone)
      }
      let merged = RowTable.merging(logs, of: projection).jsonRows().compactMap {
        JSONTree(parsing: $0)
      }
      #expect(merged.count == 2 * rows.count && merged.allSatisfy { $0["log"] != nil })
      #expect(schema.accepts(document.with("rows", .array(merged))), "\(projection), seed \(seed)")
      // A member that the projection has, of another type, and one that it has not.
      for name in members.map(\.name) + ["nonsense"] {
        let wrong = rows[0].with(name, ["x": [1]])
        let open = ["before", "after", "attributes"].contains(name)
        #expect(
          open == schema.accepts(document.with("rows", .array([wrong] + rows.dropFirst()))),
          "\(projection), \(name)")
      }
    }
  }
}
