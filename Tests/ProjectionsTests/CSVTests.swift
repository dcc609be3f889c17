import Projections
import ShiftEvents
import TestSupport
import Testing

/// CSV as spreadsheets and programs read it.
@Suite struct CSVTests {
  private func header(
    _ projection: ProjectionDescriptor, _ selection: RowSelection, of replay: Replay,
    total: Bool = false
  ) -> String {
    let table = replay.table(
      projection, selection, at: "2026-03-29T10:15:00Z", names: { _ in nil })!
    let report = CSVReport(zone: .utc, showsOptions: selection.asPublished)
    let bytes = report.bytes(total ? table.withTotal() : table)
    return String(decoding: bytes.prefix { $0 != 0x0D }, as: UTF8.self)
  }

  @Test func `each projection and set of options has one header, whatever the rows are`() {
    let seed = UInt64.random(in: 1 ... .max / 2)
    print("CSVTests: seed \(seed)")
    let months = [("2026-01-01", "2026-01-31"), ("2026-03-01", "2026-03-31")]
    var headers: [String: Set<String>] = [:]
    for number in 0..<UInt64(Rounds.count(10, full: 50)) {
      let count = Int((seed &+ number) % 4) * 60
      let story = RandomStory(seed: seed &+ number, count: count).story
      let replay: Replay = story.folded()
      for projection in ProjectionDescriptor.replayed {
        var selections = [RowSelection(), RowSelection(all: true)]
        for (first, last) in months where projection.takes(.from) {
          selections.append(
            RowSelection(dates: DateSelection(from: LocalDate(first), to: LocalDate(last))))
        }
        for selection in selections {
          headers[projection.name, default: []].insert(header(projection, selection, of: replay))
          headers[projection.name + " total", default: []]
            .insert(header(projection, selection, of: replay, total: true))
        }
        if projection.takes(.asPublished) {
          headers[projection.name + " as published", default: []]
            .insert(header(projection, RowSelection(asPublished: true), of: replay))
        }
      }
    }
    for (name, found) in headers { #expect(found.count == 1, "\(name), seed \(seed): \(found)") }
    #expect(headers["schedule"]!.first!.contains(",title,breakMinutes,vacancy,"))
    #expect(!headers["schedule"]!.first!.contains("now"))
    #expect(headers["schedule as published"]!.first!.contains("nowOwner"))
  }

  @Test(arguments: [
    ("Ba\"\u{301}s, x", "\"Ba\"\"\u{301}s, x\""), ("a,\u{301}b", "\"a,\u{301}b\""),
    ("=\u{301}1", "'=\u{301}1"), ("\u{301}=1", "'\u{301}=1"), ("\u{200D}@x", "'\u{200D}@x"),
    ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠x", "'＠x"), ("a=1", "a=1"),
    ("a\u{61C}b", "a\\u{61C}b"), ("é", "é"),
    ("'\u{301}=1", "''\u{301}=1"), ("''=1", "'''=1"),
  ])
  func `cells are quoted and guarded by scalars`(text: String, cell: String) {
    var story = Story()
    story.register("eva", [.employee])
    let replay: Replay = story.folded()
    let users = replay.table(.users, at: "2026-01-01T00:00:00Z", names: { _ in text })!
    let csv = String(decoding: CSVReport(zone: .utc).bytes(users), as: UTF8.self)
    #expect(csv.utf8.split(separator: 0x0A)[1].starts(with: "eva,\(cell),".utf8), "\(csv)")
  }
}
