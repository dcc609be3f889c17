import Testing

/// The questions of a manager at a month's end, and before a shift is given away: hours by any span of
/// days, and who may take what.
struct MonthEndTests {
  private let folder = LogFolder.withStory()

  private func hours(_ options: String...) -> Ending {
    folder.start(["show", "hours", "--now", LogFolder.clock] + options).wait()
  }

  @Test func `hours of a month stand beside the scheduled ones and those that are missing`() {
    #expect(
      hours("--by", "month", "--total", "--format", "ndjson").lines == [
        #"{"worker":"bas","period":"2026-01","shifts":0,"minutes":0,"scheduledMinutes":900,"missing":3,"confirmed":0}"#,
        #"{"worker":"eva","period":"2026-01","shifts":1,"minutes":300,"scheduledMinutes":300,"missing":0,"confirmed":0}"#,
        #"{"worker":"bas","period":"2026-02","shifts":0,"minutes":0,"scheduledMinutes":1200,"missing":4,"confirmed":0}"#,
        #"{"shifts":1,"minutes":300,"scheduledMinutes":2400,"missing":7,"confirmed":0,"total":true}"#,
      ])
    let january = ["--by", "person", "--from", "2026-01-01", "--to", "2026-01-31"]
    let rows = folder.start(
      ["export", "csv", "hours", "--now", LogFolder.clock, "--total"] + january
    ).wait().output
    #expect(
      rows == """
        worker,workerName,week,period,shifts,minutes,scheduledMinutes,missing,confirmed,total\r
        bas,,,,0,0,900,3,0,\r
        eva,,,,1,300,300,0,0,\r
        Total,,,,1,300,1200,3,0,true\r

        """)
  }

  @Test func `without --by there are the rows of those who recorded something, by week`() {
    #expect(
      hours("--format", "ndjson").output == """
        {"worker":"eva","week":"2026-W03","period":"2026-W03","shifts":1,"minutes":300,\
        "scheduledMinutes":300,"missing":0,"confirmed":0}

        """)
    #expect(hours("--by", "week", "--user", "bas", "--format", "ndjson").lines.count == 7)
    #expect(hours("--by", "day", "--format", "ndjson").lines.count == 8)
  }

  @Test func `people read hours and minutes, and the word for the sum`() {
    let sum = hours("--by", "month", "--total").lines.last?.split(separator: " ")
    #expect(sum == ["Total", "1", "5:00", "40:00", "7", "0"])
    let markdown = hours("--by", "person", "--total", "--format", "markdown").lines
    #expect(markdown.last == "| Total | 1 | 5:00 | 40:00 | 7 | 0 |")
    #expect(hours("--by", "year").code == 64)
    let misplaced = folder.run("show", "points", "--by", "week")
    #expect(misplaced.code == 64 && misplaced.errors.contains("hours does"))
  }

  // MARK: - What a person may take

  @Test(arguments: ["bas", "eva", "tom", "mia"])
  func `the marketplace tells a person what the rules would answer`(person: String) {
    let rows = folder.run(
      "show", "marketplace", "--for", person, "--now", Story.now, "--format", "ndjson"
    ).lines.map(OrderedJSON.init)
    #expect(rows.count == 1)
    for row in rows {
      let shift = row["shift"]?.text ?? ""
      let answer = OrderedJSON(
        folder.run(
          "append", "shift.accepted", shift, "--actor", person, "--dry-run", "--now", Story.now
        ).output)
      #expect(row["reason"]?.text == answer["error"]?.text)
      #expect(row["mayTake"]?.text == (answer["error"] == nil ? "true" : "false"))
    }
  }

  @Test func `a table says in words why not, and an unknown person is told the nearest`() {
    let own = folder.run("show", "marketplace", "--for", "bas", "--now", Story.now)
    #expect(own.output.contains(" no ") && own.output.contains("F1.2026-01-26 is bas's own"))
    let unknown = folder.run("show", "marketplace", "--for", "eav", "--now", Story.now)
    #expect(unknown.code == 1 && unknown.output.isEmpty)
    #expect(unknown.errors.contains("did you mean eva?"))
  }

  @Test func `a session answers the same questions`() throws {
    let requests = [
      #"{"op":"show","projection":"hours","by":"person","total":true,"now":"2026-03-01T12:00:00Z"}"#,
      #"{"op":"show","projection":"marketplace","for":"bas","now":"2026-01-14T12:00:00Z"}"#,
    ]
    let replies = folder.run(
      "append", "--session", input: requests.joined(separator: "\n") + "\n"
    ).lines.dropFirst()
    #expect(replies.first?.contains(#""missing":7,"confirmed":0,"total":true}]"#) == true)
    #expect(replies.last?.contains(#""mayTake":false,"reason":"ownShift","startAt":"#) == true)
  }

  @Test func `a byte order mark stands before CSV where it is wanted, and before nothing else`() {
    let plain = folder.run("show", "hours", "--format", "csv").output
    #expect(folder.run("show", "hours", "--format", "csv", "--bom").output == "\u{FEFF}" + plain)
    #expect(folder.run("export", "csv", "hours", "--bom").output == "\u{FEFF}" + plain)
    for words in [["show", "hours", "--bom"], ["export", "ics", "--bom"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 64 && ending.output.isEmpty)
    }
  }

  @Test func `a time sheet of work without its break is read as it was recorded`() {
    let clock = ["--actor", "mia", "--now", "2026-03-04T08:00:00Z"]
    func store(_ log: String, _ hours: [String]) -> LogFolder {
      let folder = LogFolder()
      let lines = [
        "workplace.configured w timeZone=UTC", "user.registered mia roles=manager,employee",
        "shift.scheduled S1 owner=mia date=2026-03-03 start=9 end=17 breakMinutes=30 override=shiftStarted",
        "shift.scheduled S2 owner=mia date=2026-03-02 start=9 end=17 breakMinutes=30 override=shiftStarted",
        "shift.scheduled S3 owner=mia date=2026-03-01 start=9 end=17 override=shiftStarted",
      ]
      folder.run("init", log)
      let ending = folder.run(
        ["append", "-", "--words", "-f", log] + clock,
        input: (lines + hours).joined(separator: "\n"))
      #expect(ending.code == 0, "\(ending.errors)")
      return folder
    }
    let from = store(
      "a.jsonl",
      [
        "hours.recorded S1 start=9 end=17 breakMinutes=0", "hours.recorded S2 start=9 end=17",
        "hours.recorded S3 start=9 end=17",
      ])
    let to = store("b.jsonl", [])
    let sheet = ["export", "csv", "timesheet", "--all", "-f"]
    let rows = from.run(sheet + ["a.jsonl"]).output
    let ending = to.run(
      ["append", "hours.recorded", "--csv", "-", "-f", "b.jsonl"] + clock, input: rows)
    #expect(ending.code == 0, "\(ending.output) \(ending.errors)")
    #expect(to.run(sheet + ["b.jsonl"]).output == rows)
  }
}
