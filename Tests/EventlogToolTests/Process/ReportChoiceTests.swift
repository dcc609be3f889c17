import Foundation
import Testing

/// A page of some days, of a person, a place or a label, or of published shifts alone.
struct ReportChoiceTests {
  /// The store, with a publication of the first two days and work at a place.
  private func folder() -> LogFolder {
    let folder = ReportStore(count: 7).folder()
    let lines = [
      Story.event(
        "p", "schedule.published", "P1", "boss", nil, #"{"from":"2026-03-31","to":"2026-04-01"}"#),
      Story.event(
        "x", "shift.scheduled", "X1", "boss", nil,
        #"{"owner":"u6","date":"2026-04-12","start":"09:00","end":"12:00","place":"till"}"#),
    ]
    #expect(folder.append(lines, now: "2026-03-31T06:00:00Z").code == 0)
    return folder
  }

  private func page(_ folder: LogFolder, _ words: [String]) -> String {
    let ending = folder.run(["report", "--now", ReportStore.now] + words)
    #expect(ending.code == 0, "\(words): \(ending.errors)")
    return ending.output
  }

  private func minutes(_ folder: LogFolder, _ words: String...) throws -> Int {
    let ending = folder.run(["show", "schedule", "--json", "--now", ReportStore.now] + words)
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
    let rows = try #require((document as? [String: Any])?["rows"] as? [[String: Any]])
    return rows.reduce(0) { $0 + ($1["minutes"] as? Int ?? 0) }
  }

  @Test(arguments: [
    (["--user", "u6"], "2026-W14, Zoë O’Sullivan"),
    (["--user", "u6", "--ids", "--place", "till"], "2026-W14, u6, place till"),
    (["--label", "bar", "--published"], "2026-W14, label bar, published shifts only"),
    (["--month", "2026-04", "--label", "bar"], "April 2026, label bar"),
    (["--from", "2026-04-01"], "Wed 1 Apr 2026 to Sun 5 Apr 2026"),
    (["--to", "today"], "Mon 30 Mar 2026 to Tue 31 Mar 2026"),
    (["--from", "today", "--to", "today"], "Tue 31 Mar 2026"),
    (["--week", "2026-W14", "--from", "2026-04-04"], "Sat 4 Apr 2026 to Sun 5 Apr 2026"),
    (["--month", "2026-03", "--from", "2026-03-30"], "Mon 30 Mar 2026 to Tue 31 Mar 2026"),
  ])
  func `title and heading say what is chosen`(words: [String], chosen: String) throws {
    let folder = folder()
    let html = page(folder, words)
    #expect(html.contains("<title>corner-store, \(chosen)</title>"))
    let heading = chosen.replacing("2026-W14, ", with: "")
    #expect(html.contains("<h1>corner-store, \(heading)</h1>"))
    #expect(
      page(folder, words + ["--format", "markdown"]).hasPrefix("# corner-store, \(chosen)\n"))
    // Each week is a page of paper by itself.
    let small = try #require(html.firstMatch(of: /<h2>Week \d+ <small>(.*?)<\/small>/)?.1)
    #expect(small.hasSuffix("2026") == !words.contains { ["--user", "--label"].contains($0) })
  }

  @Test func `published leaves out the other shifts of the week, of its sums and of the numbers`()
    throws
  {
    let folder = folder()
    let html = page(folder, ["--published"])
    let week = try #require(html.firstMatch(of: /<tbody class="people">([\s\S]*?)<\/table>/)?.1)
    let published = try minutes(folder, "--week", "2026-W14", "--published")
    #expect(try published > 0 && published < minutes(folder, "--week", "2026-W14"))
    let text = "\(published / 60):\(published % 60 < 10 ? "0" : "")\(published % 60)"
    #expect(
      week.contains(try Regex("<th scope=\"row\">Hours</th>.*<td class=\"sum\">\(text)</td>")))
    #expect(html.contains("<li><b>\(text)</b> hours planned</li>"))
    let days = week.split(separator: "</tr>").flatMap { row in
      row.matches(of: /<td[^>]*>(.*?)<\/td>/).enumerated().filter { $1.1.contains("class=\"shift") }
        .map(\.offset)
    }
    #expect(Set(days) == [1, 2])
    // Nothing is told that cannot be chosen so.
    #expect(html.matches(of: /<h2>/).count == 1)
    #expect(!html.contains("open place") && !html.contains("Open shifts"))
  }

  @Test func `a page of chosen days is this text`() {
    let words = ["--from", "2026-03-31", "--to", "2026-04-06", "--label", "bar"]
    let text = page(folder(), words + ["--format", "markdown"])
    // Its last line has the version.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
    expectGolden(lines.joined(separator: "\n"), "report-chosen.md")
  }

  @Test(arguments: [
    (["--from", "2026-04-01", "--to", "2026-03-01"], 64, "exchange them"),
    (["--from", "monday", "--to", "friday"], 64, "--from 2026-03-30"),
    (["--from", "2025-01-01", "--to", "2026-01-05"], 64, "fewer days with --from and --to"),
    (["--to", "2026-03-29"], 64, "add --from"),
    (["--week", "2026-W03", "--from", "2026-04-01"], 64, "no day is chosen"),
    (["--timesheet", "--from", "2026-04-01"], 64, "--timesheet"),
    (["--timesheet", "--published"], 64, "--timesheet"),
    (["--running"], 64, "--running"),
    (["--user", "u66"], 1, "did you mean u6?"),
  ])
  func `what cannot be chosen is refused`(words: [String], code: Int32, told: String) {
    let ending = folder().run(["report", "--now", ReportStore.now] + words)
    #expect(ending.code == code && ending.errors.contains(told), "\(ending)")
  }

  @Test func `names and places mean themselves in headings of Markdown and under time sheets`() {
    let folder = folder()
    let lines = [
      Story.event("n", "profile.changed", "u6", "u6", nil, ##"{"name":"<script>a|*b*"}"##)
    ]
    #expect(folder.append(lines, now: "2026-03-31T06:00:00Z").code == 0)
    let markdown = ["--format", "markdown"]
    let escaped = #"&lt;script>a\|\*b\*"#
    let text = page(folder, ["--user", "u6", "--place", "b_r"] + markdown)
    #expect(text.hasPrefix(#"# corner-store, 2026-W14, \#(escaped), place b\_r"#))
    let sheets = page(folder, ["--timesheet", "--user", "u6"] + markdown)
    #expect(sheets.contains("\n## \(escaped)") && sheets.contains("\n**\(escaped)**: ___"))
    #expect(!text.contains("<script") && !sheets.contains("<script"))
  }

  @Test func `a phone begins with a chosen day`() {
    for (from, first) in [("2026-04-02", "Thu 2 Apr"), ("2026-03-30", "Tue 31 Mar, today")] {
      let html = page(folder(), ["--from", from, "--to", "2026-04-03"])
      #expect(html.contains("aria-label=\"\(first)\" checked>"), "\(from)")
    }
  }

  @Test func `53 weeks are a page`() {
    let html = page(folder(), ["--from", "2025-12-29", "--to", "2027-01-03"])
    #expect(html.matches(of: /<section class="sheet"/).count == 53)
  }
}
