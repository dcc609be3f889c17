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

  private static func run(_ words: [String]) -> Ending {
    let folder = folder.folder()
    return withExtendedLifetime(folder) { folder.start(words).wait() }
  }

  /// The entries of a calendar by UID, each with its unfolded lines.
  private func entries(_ more: String..., at now: String = "2026-03-01") -> [String: [String]] {
    let ending = Self.run(["export", "ics", "--all", "--now", now] + more)
    #expect(ending.code == 0, "\(ending.errors)")
    let parts = ending.output.replacing("\r\n ", with: "").split(separator: "BEGIN:VEVENT\r\n")
      .dropFirst().map { $0.split(separator: "\r\n").map(String.init) }
    return Dictionary(uniqueKeysWithValues: parts.map { (String($0[0].prefix { $0 != "@" }), $0) })
  }

  @Test func `a title has labels and hours, the place stands by itself, the id comes last`() throws
  {
    let mine = entries("--user", "Eva Jansen")
    let bar = try #require(mine["UID:L1"])
    #expect(bar.contains("SUMMARY:Bar\\, late 15:00–20:00") && bar.contains("LOCATION:Quay-1"))
    #expect(bar.contains("CATEGORIES:Bar,late") && bar.contains("STATUS:CONFIRMED"))
    #expect(bar.contains("DESCRIPTION:Shift L1"))
    let long = try #require(mine["UID:L2"])
    #expect(long.contains("SUMMARY:Shift Fri 10 Apr – Wed 15 Apr"), "\(long)")
    #expect(mine["UID:L3"]?.contains("SUMMARY:Shift 09:00–23:00\\, 14 h") == true)
    #expect(!mine.values.joined().contains { $0.hasPrefix("UID:absence") })
  }

  @Test func `a description tells who gave it and who approves`() throws {
    let mine = entries("--user", "eva")
    let taken = try #require(mine["UID:F1.2026-01-12"])
    #expect(
      taken.contains("DESCRIPTION:Given by bas\\, who had it first.\\nShift F1.2026-01-12"),
      "\(taken)")
    let awaiting = try #require(
      entries("--user", "eva", at: "2026-01-15")["UID:F1.2026-02-02"])
    #expect(awaiting.contains("STATUS:TENTATIVE") && awaiting.contains("CATEGORIES:Shift"))
    #expect(
      awaiting.contains(
        "DESCRIPTION:bas gives it to Eva Jansen\\; bas or a manager approves.\\nShift F1.2026-02-02"
      ), "\(awaiting)")
  }

  @Test func `the feed of all begins each title with the name`() throws {
    let all = entries()
    #expect(
      all["UID:L1"]?.contains("SUMMARY:Eva Jansen: Bar\\, late 15:00–20:00") == true)
    #expect(all.count > entries("--user", "eva").count)
    for lines in all.values {
      let title = try #require(lines.first { $0.hasPrefix("SUMMARY:") })
      #expect(title.contains(/^SUMMARY:(bas|Eva Jansen|tom): .*(\d\d:\d\d| – )/), "\(title)")
    }
  }

  @Test func `absences are entries on request, each with an id of its own`() throws {
    let mine = entries("--user", "eva", "--absences")
    let away = try #require(mine["UID:absence.L1"])
    #expect(away.contains("SUMMARY:Away Fri 15 May – Thu 21 May") && away.contains("TRANSP:OPAQUE"))
    #expect(away.contains("DTSTART;VALUE=DATE:20260515"))
    #expect(away.contains("DTEND;VALUE=DATE:20260522"))
    #expect(
      away.contains("CATEGORIES:Absence") && away.contains("DTSTAMP:20260301T120000Z"), "\(away)")
    #expect(mine["UID:absence.V2"]?.contains("SUMMARY:Away 10:00–12:00") == true)
    #expect(mine["UID:absence.V3"] == nil)
    #expect(mine["UID:L1"] != nil)
    #expect(
      entries("--absences")["UID:absence.V2"]?
        .contains("SUMMARY:Eva Jansen: away 10:00–12:00") == true)
    let refused = Self.run(["export", "geojson", "--absences"])
    #expect(refused.code == 64 && refused.errors.contains("--absences is for ics"))
  }

  @Test func `days that are over have their absences, as they have their shifts`() {
    let words = ["export", "ics", "--absences", "--from", "2026-05-01", "--to", "2026-05-31"]
    for now in ["2026-03-02", "2026-06-10"] {
      let output = Self.run(words + ["--now", now]).output
      #expect(output.contains("UID:absence.L1") && output.contains("UID:absence.V2"), "\(now)")
      #expect(!output.contains("UID:absence.V3"))
    }
  }

  @Test func `work before 1970 does not set the clocks of later work`() throws {
    let folder = LogFolder()
    let shifts = ["1937-01-05", "1975-06-01", "9999-12-30"].map { date in
      Story.event(
        date, "shift.scheduled", "S\(date)", "mia", nil,
        #"{"owner":"mia","date":"\#(date)","start":"10:00","end":"12:00","override":["shiftStarted"]}"#
      )
    }
    let first = [
      Story.event("m", "user.registered", "mia", "mia", nil, #"{"roles":["manager","employee"]}"#),
      Story.event(
        "w", "workplace.configured", "shop", "mia", nil, #"{"timeZone":"Europe/Amsterdam"}"#),
    ]
    #expect(folder.append(first + shifts, "--each", "--create").code == 0)
    let output = folder.run("export", "ics", "--all").output
    let onsets = output.matches(of: #/DTSTART:(\d{8}T\d{6})\r\nTZOFFSETFROM/#).map(\.1)
    #expect(onsets.first == "19370105T100000", "\(output)")
    #expect(onsets == onsets.sorted())
    // No clock of the years between is asked about.
    #expect(onsets.count < 6, "\(onsets)")
  }

  @Test func `a calendar has the name of its person and of the workplace`() {
    for (words, name) in [
      ([], "Schedule of shop"), (["--user", "eva"], "Eva Jansen at shop"),
      (["--user", "bas"], "bas at shop"),
    ] {
      let output = Self.run(["export", "ics", "--all"] + words).output
      #expect(output.contains("\r\nX-WR-CALNAME:\(name)\r\n"), "\(output.prefix(200))")
    }
  }

  private static let zones = ["Europe/Amsterdam", "UTC", "Asia/Kolkata", "America/New_York"]

  @Test(arguments: zones)
  func `a feed without entries is a calendar with a zone`(zone: String) {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    func expectZone(_ zone: String) {
      let ending = folder.run("export", "ics")
      #expect(ending.code == 0, "\(ending.errors)")
      for line in [
        "BEGIN:VTIMEZONE", "TZID:\(zone)", "BEGIN:STANDARD", "END:VTIMEZONE", "END:VCALENDAR",
      ] {
        #expect(ending.output.contains("\r\n\(line)\r\n"), "\(zone): \(ending.output)")
      }
      #expect(!ending.output.contains("VEVENT"))
    }
    expectZone("UTC")
    let configured = Story.event(
      "w", "workplace.configured", "shop", "mia", nil, "{\"timeZone\":\"\(zone)\"}")
    let user = Story.event("m", "user.registered", "mia", "mia", nil, #"{"roles":["manager"]}"#)
    #expect(folder.append([user, configured], "--each").code == 0)
    expectZone(zone)
  }

  @Test func `an entry has the log in its id, however the log is read`() throws {
    let folder = Self.folder.folder()
    let hash = try #require(folder.logLines[0].split(separator: "\"hash\":\"").last?.prefix(16))
    let words = ["export", "ics", "--all", "--absences", "--now", "2026-03-01"]
    let plain = folder.start(words).wait().output
    #expect(plain.contains("UID:L1@\(hash).eventlog\r\n"), "\(plain.prefix(900))")
    #expect(plain.contains("UID:absence.L1@\(hash).eventlog\r\n"))
    let piped = folder.start(words + ["-"], input: .bytes(folder.logBytes)).wait().output
    #expect(
      piped.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
        == plain.split(separator: "\r\n").filter { $0.hasPrefix("UID:") })
    // Another log with the same shifts has other ids.
    let other = LogFolder.withStory()
    _ = other.append([
      Story.event(
        "x", "shift.scheduled", "L1", "mia", nil,
        #"{"owner":"eva","date":"2026-04-07","start":"15:00","end":"20:00"}"#)
    ])
    let first = other.logLines[0].split(separator: "\"hash\":\"").last?.prefix(16)
    #expect(first == hash || !other.start(words).wait().output.contains("L1@\(hash)"))
  }

  @Test func `a title that is a label stands once, and a duty of whole days has days`() throws {
    let folder = Self.folder.folder()
    func schedule(_ shift: String, _ data: String) -> String {
      Story.event("n\(shift)", "shift.scheduled", shift, "mia", nil, "{\"owner\":\"tom\",\(data)}")
    }
    let ending = folder.append([
      schedule(
        "T1",
        #""date":"2026-05-04","start":"09:00","end":"17:00","title":"Bar","labels":["bar","late"]"#),
      schedule("T2", #""date":"2026-05-06","start":"00:00","end":"00:00","title":"On call""#),
      schedule("T3", #""date":"2026-05-10","start":"00:00","end":"00:00","days":1"#),
      schedule("T4", #""date":"2026-05-13","start":"00:00","end":"08:00""#),
      schedule("T5", #""date":"9999-12-31","start":"22:00","end":"06:00""#),
    ])
    #expect(ending.code == 0, "\(ending.output)")
    let output = folder.run("export", "ics", "--user", "tom", "--now", "2026-05-01").output
    for line in [
      "SUMMARY:Bar\\, late 09:00–17:00", "SUMMARY:On call", "DTSTART;VALUE=DATE:20260506",
      "DTEND;VALUE=DATE:20260507", "DTSTART;VALUE=DATE:20260510", "DTEND;VALUE=DATE:20260511",
      "DTSTART;TZID=Europe/Amsterdam:20260513T000000",
      "DTEND;TZID=Europe/Amsterdam:99991231T235959",
    ] { #expect(output.contains("\r\n\(line)\r\n"), "\(line): \(output)") }
  }

  @Test func `each option that chooses rows acts on a calendar, or is refused`() {
    let folder = Self.folder.folder()
    for line in [
      Story.event(
        "p1", "shift.scheduled", "P1", "mia", nil,
        #"{"owner":"eva","date":"2026-06-02","start":"09:00","end":"12:00"}"#),
      Story.event(
        "p2", "schedule.published", "P", "mia", nil, #"{"from":"2026-06-01","to":"2026-06-07"}"#),
      Story.event("p3", "shift.edited", "P1", "mia", nil, #"{"start":"10:00"}"#),
    ] {
      let ending = folder.append([line])
      #expect(ending.code == 0, "\(ending.output)")
    }
    let base = folder.run("export", "ics", "--now", "2026-04-07T14:00:00Z").output
    for (option, acts) in [
      ("--user eva", true), ("--on 2026-04-20", false), ("--week 2026-W15", true), ("--all", true),
      ("--month 2026-05", true), ("--from 2026-04-20", true), ("--to 2026-04-09", true),
      ("--running", true), ("--as-published", true), ("--place Quay-1", true),
      ("--label Bar", true),
      ("--company eva", false), ("--category food", false), ("--near 52,4 --within 9", false),
      ("--followed-only", false), ("--name x", false), ("--by week", false), ("--over 1h", false),
      ("--under 1h", false), ("--total", false), ("--for eva", false), ("--shift L1", false),
      ("--request R1", false), ("--bom", false), ("--raw", false),
    ] as [(String, Bool)] {
      let words = option.split(separator: " ").map(String.init)
      let ending = folder.start(["export", "ics", "--now", "2026-04-07T14:00:00Z"] + words).wait()
      #expect(ending.code == (acts ? 0 : 64), "\(option): \(ending.code) \(ending.errors)")
      #expect(ending.output != base, "\(option) changes nothing")
    }
    let promised = folder.run("export", "ics", "--as-published", "--week", "2026-W23").output
    #expect(promised.contains("T090000") && !promised.contains("T100000"), "\(promised)")
  }
}
