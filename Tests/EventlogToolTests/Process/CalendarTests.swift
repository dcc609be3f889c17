import Testing

/// Calendars in the words of people: labels and hours, the place, who gave it and who approves.
struct CalendarTests {
  static let folder = KeptFiles {
    let folder = LogFolder.withStory()
    folder.run(
      "append", "profile.changed", "eva", "--actor", "eva", "name=Eva Jansen", "--now",
      LogFolder.clock)
    let lines = [
      Story.event(
        "a", "shift.scheduled", "L1", "mia", nil,
        #"{"owner":"eva","date":"2026-04-07","start":"15:00","end":"20:00","place":"Quay-1","labels":["Bar","late"]}"#
      ),
      Story.event(
        "b", "shift.scheduled", "L2", "mia", nil,
        #"{"owner":"eva","date":"2026-04-10","start":"00:00","end":"00:00","days":6,"place":"Quay-1"}"#
      ),
      Story.event(
        "c", "shift.scheduled", "L3", "mia", nil,
        #"{"owner":"eva","date":"2026-04-20","start":"09:00","end":"23:00"}"#),
      Story.event("d", "absence.recorded", "L1", "eva", nil, #"{"date":"2026-05-15","days":7}"#),
      Story.event(
        "e", "absence.recorded", "V2", "eva", nil,
        #"{"date":"2026-05-26","start":"10:00","end":"12:00"}"#),
      Story.event("f", "absence.recorded", "V3", "eva", nil, #"{"date":"2026-05-29"}"#),
      Story.event("g", "absence.ended", "V3", "eva"),
    ]
    for line in lines {
      let ending = folder.append([line])
      #expect(ending.code == 0, "\(ending.output)")
    }
    return folder
  }

  /// The entries of a calendar by UID, each with its unfolded lines.
  private func entries(_ more: String..., at now: String = "2026-03-01") -> [String: [String]] {
    let ending = Self.folder.folder().start(
      ["export", "ics", "--all", "--now", now] + more
    ).wait()
    #expect(ending.code == 0, "\(ending.errors)")
    let parts = ending.output.replacing("\r\n ", with: "").split(separator: "BEGIN:VEVENT\r\n")
      .dropFirst().map { $0.split(separator: "\r\n").map(String.init) }
    return Dictionary(uniqueKeysWithValues: parts.map { ($0[0], $0) })
  }

  @Test func `a title has labels and hours, the place stands by itself, the id comes last`() throws
  {
    let mine = entries("--user", "Eva Jansen")
    let bar = try #require(mine["UID:L1@eventlog-tool"])
    #expect(bar.contains("SUMMARY:Bar\\, late 15:00–20:00") && bar.contains("LOCATION:Quay-1"))
    #expect(bar.contains("CATEGORIES:Bar,late") && bar.contains("STATUS:CONFIRMED"))
    #expect(bar.contains("DESCRIPTION:Shift L1"))
    let long = try #require(mine["UID:L2@eventlog-tool"])
    #expect(long.contains("SUMMARY:Shift Fri 10 Apr 00:00 – Thu 16 Apr 00:00\\, 6 days"), "\(long)")
    #expect(mine["UID:L3@eventlog-tool"]?.contains("SUMMARY:Shift 09:00–23:00\\, 14 h") == true)
    #expect(!mine.values.joined().contains { $0.hasPrefix("UID:absence") })
  }

  @Test func `a description tells who gave it and who approves`() throws {
    let mine = entries("--user", "eva")
    let taken = try #require(mine["UID:F1.2026-01-12@eventlog-tool"])
    #expect(
      taken.contains("DESCRIPTION:Given by bas\\, who had it first.\\nShift F1.2026-01-12"),
      "\(taken)")
    let awaiting = try #require(
      entries("--user", "eva", at: "2026-01-15")["UID:F1.2026-02-02@eventlog-tool"])
    #expect(awaiting.contains("STATUS:TENTATIVE") && awaiting.contains("CATEGORIES:Shift"))
    #expect(
      awaiting.contains(
        "DESCRIPTION:bas gives it to Eva Jansen\\; bas or a manager approves.\\nShift F1.2026-02-02"
      ), "\(awaiting)")
  }

  @Test func `the feed of all begins each title with the name`() throws {
    let all = entries()
    #expect(
      all["UID:L1@eventlog-tool"]?.contains("SUMMARY:Eva Jansen: Bar\\, late 15:00–20:00") == true)
    #expect(all.count > entries("--user", "eva").count)
    for lines in all.values {
      let title = try #require(lines.first { $0.hasPrefix("SUMMARY:") })
      #expect(title.contains(/^SUMMARY:(bas|Eva Jansen|tom): .*\d\d:\d\d/), "\(title)")
    }
  }

  @Test func `absences are entries on request, each with an id of its own`() throws {
    let mine = entries("--user", "eva", "--absences")
    let away = try #require(mine["UID:absence/L1@eventlog-tool"])
    #expect(away.contains("SUMMARY:Away Fri 15 May – Thu 21 May") && away.contains("TRANSP:OPAQUE"))
    #expect(away.contains("DTSTART;TZID=Europe/Amsterdam:20260515T000000"))
    #expect(away.contains("DTEND;TZID=Europe/Amsterdam:20260522T000000"))
    #expect(
      away.contains("CATEGORIES:Absence") && away.contains("DTSTAMP:20260301T120000Z"), "\(away)")
    #expect(mine["UID:absence/V2@eventlog-tool"]?.contains("SUMMARY:Away 10:00–12:00") == true)
    #expect(mine["UID:absence/V3@eventlog-tool"] == nil)
    #expect(mine["UID:L1@eventlog-tool"] != nil)
    #expect(
      entries("--absences")["UID:absence/V2@eventlog-tool"]?
        .contains("SUMMARY:Eva Jansen: away 10:00–12:00") == true)
    let refused = Self.folder.folder().run("export", "geojson", "--absences")
    #expect(refused.code == 64 && refused.errors.contains("--absences is for ics"))
  }

  @Test func `a calendar has the name of its person and of the workplace`() {
    for (words, name) in [
      ([], "Schedule of shop"), (["--user", "eva"], "Eva Jansen at shop"),
      (["--user", "bas"], "bas at shop"),
    ] {
      let output = Self.folder.folder().start(["export", "ics", "--all"] + words).wait().output
      #expect(output.contains("\r\nX-WR-CALNAME:\(name)\r\n"), "\(output.prefix(200))")
    }
  }
}
