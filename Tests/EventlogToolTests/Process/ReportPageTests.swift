import Foundation
import TestSupport
import Testing

/// The page that hangs on the wall and lies on the desk.
struct ReportPageTests {
  private func page(_ folder: LogFolder, _ more: String...) -> String {
    let ending = folder.start(["report"] + more + ["--now", ReportStore.now]).wait()
    #expect(ending.code == 0, "\(ending.errors)")
    return ending.output
  }

  private func headings(_ page: String) -> [String] {
    page.matches(of: /<h2>(.*?)(?: <small>.*)?<\/h2>/).map { String($0.1) }
  }

  @Test func `the week comes first, then what needs attention; what has no rows is left out`() {
    let page = page(ReportStore(count: 7).folder())
    #expect(
      headings(page) == [
        "Week 14", "Needs attention", "Marketplace", "Vacancies", "Hours of March 2026",
        "Approvals", "Absences",
      ])
    #expect(page.contains("<h1>corner-store</h1>"))
    for fact in ["<b>7</b> people", "<b>2</b> open places", "uncovered shifts", "to look at"] {
      #expect(page.contains(fact), "\(fact)")
    }
    let empty = LogFolder.withStory()
    #expect(!self.page(empty).contains("Deals"))
  }

  @Test
  func `a month's time sheet is a page a person, with a row a day, sums and two lines to sign`()
    throws
  {
    let folder = ReportStore(count: 7).folder()
    let page = page(folder, "--timesheet", "--month", "2026-03")
    let sections = page.split(separator: "<section ").dropFirst().map(String.init)
    func json(_ words: String...) throws -> [[String: Any]] {
      let ending = folder.run(
        ["show", "timesheet", "--month", "2026-03", "--json", "--now", ReportStore.now] + words)
      let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
      return try #require((document as? [String: Any])?["rows"] as? [[String: Any]])
    }
    let workers = Set(try json().compactMap { $0["worker"] as? String })
    #expect(sections.count == workers.count && workers.count > 3)
    for section in sections { #expect(section.matches(of: /<tr><th scope="row"/).count >= 32) }
    #expect(sections.allSatisfy { $0.contains("signed") && $0.contains("<p>Manager</p>") })
    // Of who recorded hours, the sums are those of the rows.
    let own = self.page(folder, "--timesheet", "--month", "2026-03", "--user", "u0")
    let sums = try #require(
      own.firstMatch(of: /<tr><th scope="row"[^>]*>Total[\s\S]*?<\/tr>/)?.0
    ).matches(of: /(\d+):(\d\d)</).map { Int($0.1)! * 60 + Int($0.2)! }
    let total = try #require(try json("--user", "u0", "--total").last)
    let minutes = try #require(total["minutes"] as? Int)
    #expect(sums.prefix(3) == [total["scheduledMinutes"] as? Int ?? -1, 0, minutes] && minutes > 0)
    #expect(folder.run("report", "--timesheet", "--week", "2026-W14").code == 64)
    let text = self.page(folder, "--timesheet", "--month", "2026-03", "--format", "markdown")
    #expect(text.matches(of: /\n\*\*Manager\*\*: ___/).count == workers.count)
  }

  @Test func `people of one name are told apart, names begin no list, and titles are no links`() {
    let folder = LogFolder()
    folder.run("init")
    let name = #""name":"Maximiliaan van der Heijden""#
    let lines =
      [
        Story.event(
          "w", "workplace.configured", "bar", "mia", nil, #"{"timeZone":"Europe/Amsterdam"}"#),
        Story.event("m", "user.registered", "mia", "mia", nil, #"{"roles":["manager"]}"#),
        Story.event("a", "user.registered", "u16", "mia", nil, #"{"roles":["employee"],\#(name)}"#),
        Story.event("b", "user.registered", "u17", "mia", nil, #"{"roles":["employee"],\#(name)}"#),
        Story.event(
          "c", "user.registered", "u18", "mia", nil, ##"{"roles":["employee"],"name":"1. Bas"}"##),
        Story.event(
          "d", "user.registered", "u19", "mia", nil, #"{"roles":["employee"],"name":"Jan(Piet)"}"#),
      ]
      + ["u16", "u17", "u18", "u19"].map {
        Story.event(
          "s\($0)", "shift.scheduled", "S\($0)", "mia", nil,
          #"{"owner":"\#($0)","date":"2026-03-12","start":"09:00","end":"17:00","title":"http://evil.example www.x.org"}"#
        )
      }
    #expect(folder.append(lines, "--each", now: "2026-03-10T08:00:00Z").code == 0)
    let now = ["--now", "2026-03-10T09:00:00Z"]
    let page = folder.run(["report"] + now).output
    for id in ["u16", "u17"] {
      #expect(
        page.contains("<span>Maximiliaan van der Hei…</span> <small>(\(id))</small>"), "\(id)")
    }
    #expect(page.contains("<bdi>Jan(Piet)</bdi>"))
    let sheets = folder.run(["report", "--timesheet", "--format", "markdown"] + now).output
    #expect(sheets.contains("\n**1. Bas**: ___") && !sheets.contains("\n1. "))
    let text = folder.run(["report", "--format", "markdown"] + now).output
    #expect(text.contains(#"http:/&#47;evil.example www\.x.org"#) && !text.contains("://"))
    let empty = folder.run(["report", "--timesheet", "--month", "2025-01", "-o", "e.html"] + now)
    #expect(empty.code == 0 && empty.errors.contains("no time sheet"), "\(empty)")
    let none = folder.run(["show", "timesheet", "--user", "u16", "--now", "2027-05-05T00:00:00Z"])
    #expect(none.errors.contains("4 without these options (with --all)"), "\(none)")
  }

  @Test func `a row of the week has everybody, with absences, gaps, heads and hours`() throws {
    let page = page(ReportStore(count: 7).folder())
    let week = try #require(page.firstMatch(of: /<tbody class="people">([\s\S]*?)<\/table>/)?.1)
    #expect(week.matches(of: /<tr/).count == 7 + 3)
    // The names are cut, and whole in a title.
    #expect(week.contains("<bdi>Wolfeschlegelsteinhause…</bdi>"))
    #expect(week.contains(#"title="Maximiliana-Charlotte von und zu Habsburg""#))
    #expect(week.contains("<bdi>&lt;b&gt;Bob&lt;/b&gt; &amp; &quot;Co&quot;</bdi>"))
    let away = try #require(week.firstMatch(of: /<bdi>田中 さくら.*/)?.0)
    #expect(away.matches(of: /<i>away<\/i>/).count == 7 && away.contains("<i>uncovered</i>"))
    #expect(away.contains(" gap\""))
    #expect(week.contains("<b>10<small>:00</small>–12<small>:00</small></b> <i>away</i>"))
    #expect(week.contains("<i>on offer</i>") && week.contains("<i>to approve</i>"))
    #expect(page.matches(of: /<th scope="col" class="now">Tue 31 <small>today/).count == 1)
    let folder = ReportStore(count: 7).folder()
    let grid = folder.run(
      "show", "schedule", "--grid", "--format", "csv", "--now", ReportStore.now
    ).output.split(separator: "\r\n")
    for (word, name) in [("Heads", "People"), ("Hours", "Hours")] {
      let cells = try #require(grid.first { $0.hasPrefix(word) }).split(separator: ",").dropFirst()
      let sums = try #require(week.firstMatch(of: try Regex("<th scope=\"row\">\(name)</th>.*"))?.0)
      let told = sums.matches(of: /<td[^>]*>([\d:]+)<\/td>/).map { String($0.1) }
      let asked = cells.map { cell in
        word == "Heads"
          ? String(cell)
          : "\(Int(cell)! / 60):\(Int(cell)! % 60 == 0 ? "00" : "\(Int(cell)! % 60)")"
      }
      #expect(Array(told.prefix(7)) == asked)
    }
    #expect(week.contains(/<th scope="row">Gaps<\/th>.*<b>\d+<\/b>/))
  }

  @Test func `a label has the same colour and pattern in each week, and its word beside them`() {
    let folder = ReportStore(count: 25).folder()
    func styles(_ page: String) -> [String: Set<String>] {
      page.matches(of: /<div class="shift (c\d p\d)[^>]*>.*?<span>([^<]*)<\/span>/).reduce(into: [:]
      ) {
        $0[String($1.2), default: []].insert(String($1.1))
      }
    }
    let first = styles(page(folder))
    #expect(first.count == 7 && first.values.allSatisfy { $0.count == 1 })
    #expect(Set(first.values).count == 7)
    #expect(styles(page(folder, "--week", "2026-W15")) == first)
    #expect(page(folder).contains(/<li class="key c\d p\d">cash-desk<\/li>/))
  }

  @Test func `a month is its weeks, and its hours`() {
    let folder = ReportStore(count: 7).folder()
    let page = page(folder, "--month", "2026-04")
    #expect(Array(headings(page).prefix(6)) == (14...18).map { "Week \($0)" } + ["Needs attention"])
    #expect(page.contains("<h1>corner-store, April 2026</h1>"))
    #expect(headings(page).contains("Hours of April 2026"))
    let both = folder.run("report", "--month", "this month", "--week", "2026-W14")
    #expect(both.code == 64 && both.errors.contains("--week"), "\(both)")
    let markdown = self.page(folder, "--month", "this month", "--format", "markdown")
    #expect(markdown.contains("## Schedule 2026-W13") && markdown.contains("## Needs attention"))
    #expect(markdown.contains("## Hours of March 2026") && markdown.contains("| People |"))
  }

  @Test func `the page needs nothing, and the same log gives the same bytes`() {
    let folder = ReportStore(count: 25).folder()
    let page = page(folder)
    #expect(page == self.page(folder))
    for word in ["<script", "http:", "https:", "@import", "url(", "<img", "<link"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains(/<svg[^>]*role="img"><title>.*planned \d/))
  }

  /// A shift of three days, two words beside one shift, closed days with a title and without.
  private func longWork() -> LogFolder {
    let folder = LogFolder()
    let words = """
      workplace.configured hall timeZone=Europe/Berlin marketApproval=manager minRestMinutes=660
      user.registered mia roles=manager,employee name=Mia
      user.registered eva roles=employee name="Maximilian Schwarzenberger"
      shift.scheduled S1 owner=eva date=2026-03-31 start=15:30 end=23:45 labels="late shift,bar"
      shift.scheduled S2 owner=eva date=2026-04-01 start=8:15 end=13:00 labels=bar
      shift.supplied S2 --actor eva
      shift.scheduled S3 owner=mia date=2026-04-03 start=20:00 end=06:00 days=3
      shift.scheduled S4 owner=mia date=2026-04-09 start=20:00 end=04:00
      closure.recorded C1 from=2026-04-01 to=2026-04-02 title="Stocktaking & cleaning"
      closure.recorded C2 from=2026-04-02
      """
    let ending = folder.start(
      ["append", "-", "--words", "--actor", "mia", "--create", "--now", "2026-03-30T08:00:00Z"],
      input: .bytes(Array((words + "\n").utf8))
    ).wait()
    #expect(ending.code == 0, "\(ending.errors)")
    return folder
  }

  @Test func `what is closed, today and the second word of a shift are told on every screen`() {
    let page = page(longWork(), "--week", "2026-W14")
    let closed = page.firstMatch(of: /<tr class="closed[^>]*>.*?<\/tr>/).map { String($0.0) } ?? ""
    #expect(closed.contains(">Closed</bdi></th>"), "\(closed)")
    let cells = closed.matches(of: /<td[^>]*>(.*?)<\/td>/).map { String($0.1) }
    #expect(
      cells == [
        "", "", "Stocktaking &amp; cleaning", "C2, Stocktaking &amp; cleaning", "", "", "", "",
      ])
    // On a phone the row of an empty day goes last, and the day that is chosen says what it is.
    #expect(closed.hasPrefix("<tr class=\"closed f1 f2 f5 f6 f7\">"))
    #expect(page.contains(#"aria-label="Tue 31 Mar, today" checked>"#))
    #expect(page.contains("<b>31</b> <small>today</small></label>"))
    #expect(page.contains(#"<i class="both">on offer<em>, check</em></i>"#))
    #expect(!page.contains("<thead><tr><th scope=\"col\">Person</th><th scope=\"col\">Closed"))
    // Nobody is on duty all day who has no shift.
    #expect(!page.contains("td:empty::after"))
    #expect(page.contains("late shift, bar") && !page.contains("late shift bar"))
    #expect(page.contains(#"class="long" title="Maximilian Schwarzenberger""#))
  }

  @Test func `a time sheet tells the day on which long work ends, and how many shifts lack hours`()
  {
    let folder = longWork()
    func rows() -> [String] {
      page(folder, "--timesheet", "--month", "2026-04", "--user", "mia")
        .matches(of: /<tr><th scope="row".*?<\/tr>/).map { String($0.0) }
    }
    func record(_ type: String, _ shift: String, at time: String, _ words: String...) {
      let ending = folder.start(
        ["append", type, shift, "--actor", "mia", "--now", time] + words
      ).wait()
      #expect(ending.code == 0, "\(ending.errors)")
    }
    #expect(rows().contains { $0.contains("20:00 – Mon 6 Apr 6:00") && $0.contains("58:00") })
    record("work.started", "S3", at: "2026-04-03T18:00:00Z")
    record("work.ended", "S3", at: "2026-04-06T05:00:00Z")
    #expect(rows().contains { $0.contains("20:00 – Mon 6 Apr 7:00") && $0.contains("1:00") })
    let cells = rows().last?.matches(of: /<td[^>]*>(.*?)<\/td>/).map { String($0.1) }
    #expect(cells == ["", "66:00", "", "0:00", "59:00", "1:00"])
    let note =
      "<p class=\"soft\">Without hours: 1 shift, of which the sums have the plan alone.</p>"
    #expect(page(folder, "--timesheet", "--month", "2026-04", "--user", "mia").contains(note))
    record("hours.recorded", "S4", at: "2026-04-20T08:00:00Z", "minutes=480")
    let sums = rows().last?.matches(of: /<td[^>]*>(.*?)<\/td>/).map { String($0.1) }
    #expect(sums == ["", "66:00", "", "0:00", "67:00", "1:00"])
    #expect(
      !page(folder, "--timesheet", "--month", "2026-04", "--user", "mia")
        .contains("Without hours"))
  }
}
