import TestSupport
import Testing

/// What is in progress, and what belongs to several days, in every command that shows shifts.
struct RunningTests {
  /// Tuesday 13 January 2026, 01:00 in Amsterdam: a duty of a week, last night's shift, and today's.
  private static let now = "2026-01-13T00:00:00Z"

  private static func duties() -> LogFolder {
    let shifts = [
      ("duty", "bas", #""date":"2026-01-08","start":"10:00","end":"12:00","days":7"#),
      ("night", "eva", #""date":"2026-01-12","start":"22:00","end":"06:00""#),
      ("over", "tom", #""date":"2026-01-11","start":"23:00","end":"23:00","days":1"#),
      ("today", "tom", #""date":"2026-01-13","start":"09:00","end":"17:00""#),
    ]
    let lines =
      RandomDuties.store(zone: "Europe/Amsterdam", people: ["bas", "eva", "tom"])
      + shifts.map { id, owner, times in
        Story.event(id, "shift.scheduled", id, "mia", nil, #"{"owner":"\#(owner)",\#(times)}"#)
      } + [
        Story.event(
          "V", "vacancy.posted", "work", "mia", nil,
          #"{"date":"2026-01-10","start":"08:00","end":"08:00","days":5,"places":1}"#),
        Story.event(
          "A", "absence.recorded", "away", "tom", nil,
          #"{"date":"2026-01-11","start":"12:00","end":"12:00","days":4}"#),
      ]
    let folder = LogFolder()
    #expect(folder.append(lines, "--create", now: "2026-01-05T08:00:00Z").code == 0)
    return folder
  }

  private func show(_ folder: LogFolder, _ words: String) -> Ending {
    folder.start(words.split(separator: " ").map(String.init) + ["--now", Self.now]).wait()
  }

  @Test func `what goes on is shown until it ends, on each of its days`() {
    let folder = Self.duties()
    for (words, ids) in [
      ("show schedule", ["duty", "night", "today"]),
      ("show schedule --running", ["duty", "night"]),
      ("show schedule --from today", ["duty", "today"]),
      ("show schedule --from yesterday --to yesterday", ["duty", "night"]),
      ("show schedule --week next-week", []), ("show schedule --to 2026-01-08", ["duty"]),
      ("show schedule --week last-week", ["duty", "over"]),
      ("show schedule --running --user eva", ["night"]),
      ("export csv schedule --running", ["duty", "night"]),
      ("export ics", ["duty", "night", "today"]), ("export ics --user eva", ["night"]),
      ("export ics --running --user bas", ["duty"]),
      ("show vacancies", ["work"]), ("show vacancies --running", ["work"]),
      ("show vacancies --from +3d", []), ("show vacancies --to 2026-01-14", ["work"]),
      ("show absences --running", ["away"]), ("show absences --running --user eva", []),
      ("show absences --from 2026-01-15", ["away"]), ("show absences --from 2026-01-16", []),
    ] {
      let ending = show(folder, words)
      let found = ending.output.matches(
        of: /\b(duty|night|over|today|work|away)\b/.wordBoundaryKind(.simple)
      )
      .map { String($0.output.0) }
      #expect(ending.code == 0, "\(words): \(ending.errors)")
      #expect(Set(found) == Set(ids), "\(words)")
    }
  }

  @Test func `a week shows a longer duty in each of its days, and the screen who is on duty`() {
    let folder = Self.duties()
    let grid = show(folder, "show schedule --grid --format csv --ids").output
    #expect(
      grid.split(separator: "\r\n").dropFirst().map(String.init)
        == [
          "bas,– (7 days 2 h),–,–,–12:00,,,", "eva,22:00–06:00,,,,,,",
          "tom,away,away 09:00–17:00!,away,~–12:00,,,", "Heads,2,1,1,1,0,0,0",
          "Hours,480,480,0,0,0,0,0",
        ])
    let last = show(folder, "show schedule --grid --format csv --ids --week last-week").output
    #expect(
      last.contains("bas,,,,10:00– (7 days 2 h),–,–,–\r\n")
        && last.contains("tom,,,,,,,~12:00– 23:00–23:00! (24 h)\r\n"), "\(last)")
    let screen = show(folder, "replay").output
    #expect(screen.contains("\n  – on duty all day  ! uncovered"))
    #expect(
      screen.contains("On duty        2 shifts: bas until Thu 15 Jan 12:00, eva until 06:00\n"))
    for words in ["report", "report --format markdown"] {
      let page = show(folder, words).output.replacing(/<[^>]*>/, with: "")
      #expect(page.contains("–12:00") && page.contains("– on duty all day"), "\(words)")
    }
    let metrics = show(folder, "export prometheus").output
    #expect(metrics.contains("\nshift_events_running{projection=\"schedule\"} 2\n"))
    #expect(metrics.contains("\nshift_events_running{projection=\"absences\"} 1\n"))
  }

  @Test func `an answer without what is in progress says at which moment`() {
    let folder = Self.duties()
    for (words, reason) in [
      ("show absences --running --user eva", "nothing such is running at 2026-01-13 01:00"),
      ("show vacancies --running --place bar", "nothing such is running at 2026-01-13 01:00"),
    ] {
      let ending = show(folder, words)
      #expect(ending.code == 0 && ending.errors.hasPrefix(reason), "\(words): \(ending.errors)")
    }
    let late = "2026-01-16T11:00:00Z"
    for words in [["show", "schedule", "--running"], ["export", "ics", "--running"]] {
      let ending = folder.start(words + ["--now", late]).wait()
      #expect(ending.errors.hasPrefix("nothing is running at 2026-01-16 12:00 Europe/Amsterdam"))
    }
    let later = folder.run("show", "schedule", "--now", late)
    #expect(later.errors.hasPrefix("nothing from 2026-01-16 on; 4 earlier: --all"))
  }

  @Test(arguments: [
    "show marketplace --running", "show hours --running", "show schedule --grid --running",
    "show schedule --running --week this-week", "show absences --running --from today",
    "show vacancies --running --to today", "export prometheus --running", "export sql --running",
    "export csv points --running",
  ])
  func `--running is refused where it says nothing`(words: String) {
    let ending = show(Self.duties(), words)
    #expect(ending.code == 64 && ending.errors.contains("--running"), "\(ending.errors)")
  }

  @Test func `a session tells what is in progress`() {
    let folder = Self.duties()
    let lines = [
      #"{"op":"show","projection":"schedule","running":true,"now":"\#(Self.now)"}"#,
      #"{"op":"show","projection":"schedule","running":false,"now":"\#(Self.now)"}"#,
      #"{"op":"show","projection":"schedule","running":true,"week":"2026-W03"}"#,
      #"{"op":"show","projection":"points","running":true}"#,
      #"{"op":"show","projection":"schedule","running":"yes"}"#,
    ]
    let ending = folder.run(
      "append", "--session", input: lines.map { $0 + "\n" }.joined())
    let replies = ending.lines.dropFirst().map { OrderedJSON($0) }
    #expect(
      replies.prefix(2).map { $0["rows"]?.elements.compactMap { $0["shift"]?.text } }
        == [["duty", "night"], ["duty", "night", "today"]])
    #expect(
      replies.dropFirst(2).map { $0["error"]?.text } == Array(repeating: "invalidField", count: 3))
    #expect(replies[2]["message"]?.text == #""running" and "week" exclude each other"#)
  }

  @Test(arguments: ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe"])
  func `each command has the shifts of a model that looks at each minute`(zone: String) {
    let duties = RandomDuties(zone: zone, seed: 20_260_113)
    let folder = LogFolder()
    let ending = folder.append(duties.lines, "--create", now: "2025-12-01T00:00:00Z")
    #expect(ending.code == 0, "\(ending.errors)")
    for moment in duties.moments(2) {
      for (words, ids) in duties.answers(at: moment.milliseconds) {
        let command = words.split(separator: " ").map(String.init) + ["--now", moment.text]
        let ending = folder.start(command).wait()
        let found = ending.output.matches(of: /\b(?:sh|va|ab)\d+\b/.wordBoundaryKind(.simple)).map {
          String($0.output)
        }
        #expect(Set(found) == ids, "\(words), \(moment.text), \(zone): \(ending.errors)")
      }
      let week = duties.week(at: moment.milliseconds)
      for words in [
        "show schedule --grid", "show schedule --grid --format csv",
        "show schedule --grid --format markdown", "report", "report --format markdown", "replay",
      ] {
        let command = words.split(separator: " ").map(String.init)
        let text = folder.start(command + ["--now", moment.text, "--ids"]).wait().output
        // The first screen has the week as one line a day where people do not fit.
        if words == "replay", !text.contains("\n  Heads ") { continue }
        #expect(Self.cells(text) == week, "\(words), \(moment.text), \(zone)")
      }
    }
  }

  /// The cells with times in the first part of a text, each as often as it is there.
  private static func cells(_ text: String) -> [String: Int] {
    let people = text.firstMatch(of: /<tbody class="people">([\s\S]*?)<\/tbody>/)
    let sections = /\n(?:## (?!Schedule)|On duty|Marketplace|Vacancies|Absences|Next:)/
    let schedule = text.firstRange(of: "\nSchedule 20").map { text[$0.lowerBound...] }
    let part =
      people.map {
        $0.1.replacing(/<div class="away".*?<\/div>/, with: "")
          .replacing("</div>", with: " ").replacing(/<[^>]*>/, with: "")[...]
      }
      ?? (schedule ?? text[...]).split(separator: sections)[0]
    let week = part.replacing(
      /– on duty.*|~\S+|\| Open shifts.*|(?:[\d:]*–[\d:]* )?away/, with: "")
    return week.matches(of: /(?:\d\d:\d\d)?–(?:\d\d:\d\d)?/).reduce(into: [:]) {
      $0[String($1.output), default: 0] += 1
    }
  }
}

/// Random shifts, vacancies and absences as submissions, and what commands must show of them.
private struct RandomDuties {
  private let zone: NaiveZone
  private let seed: UInt64
  private var stretches: [String: [NaiveTimeSpan]] = [:]

  init(zone name: String, seed: UInt64) {
    zone = NaiveZone(name)
    self.seed = seed
    var random = SplitMix64(seed: seed)
    for kind in ["sh", "va", "ab"] {
      // The rules want a real minute.
      while stretches[kind, default: []].count < 16 {
        let number = stretches[kind, default: []].count
        let next = NaiveTimeSpan.random(
          "\(kind)\(number)", "u\(number % 3)", in: zone, &random)
        if !next.instants.isEmpty { stretches[kind, default: []].append(next) }
      }
    }
  }

  static func store(zone: String, people: [String]) -> [String] {
    [
      Story.event(
        "w", "workplace.configured", "shop", "mia", nil,
        #"{"timeZone":"\#(zone)","maxShiftsPerDay":24,"maxShiftsAtOnce":24}"#),
      Story.event("m", "user.registered", "mia", "mia", nil, #"{"roles":["manager"]}"#),
    ]
      + people.map {
        Story.event("r\($0)", "user.registered", $0, "mia", nil, #"{"roles":["employee"]}"#)
      }
  }

  var lines: [String] {
    let types = [
      "sh": ("shift.scheduled", "owner"), "va": ("vacancy.posted", ""),
      "ab": ("absence.recorded", "user"),
    ]
    return Self.store(zone: zone.description, people: ["u0", "u1", "u2"])
      + ["sh", "va", "ab"].flatMap { kind in
        stretches[kind]!.map { stretch in
          let (type, owner) = types[kind]!
          var members = [
            #""date":"\#(NaiveTimeSpan.date(stretch.day))""#,
            #""start":"\#(NaiveTimeSpan.time(stretch.start))""#,
            #""end":"\#(NaiveTimeSpan.time(stretch.end))""#,
          ]
          if let days = stretch.givenDays { members.append(#""days":\#(days)"#) }
          members.append(owner.isEmpty ? #""places":1"# : #""\#(owner)":"\#(stretch.user)""#)
          return Story.event(
            stretch.id, type, stretch.id, "mia", nil, "{" + members.joined(separator: ",") + "}")
        }
      }
  }

  /// Moments at which something may change.
  func moments(_ count: Int) -> [(text: String, milliseconds: Int)] {
    var random = SplitMix64(seed: seed &+ 1)
    return (0..<count).map { _ in
      let shift = stretches["sh"]!.randomElement(using: &random)!
      let moment = shift.randomMoment(in: zone, &random)
      return (NaiveTimeSpan.instant(moment), moment)
    }
  }

  /// Commands, with the ids in their answers.
  func answers(at now: Int) -> [(String, Set<String>)] {
    let today = self.today(at: now)
    func ids(_ kind: String, where isShown: (NaiveTimeSpan, Range<Int>) -> Bool) -> Set<String> {
      Set(stretches[kind]!.filter { isShown($0, $0.instants) }.map(\.id))
    }
    func current(_ kind: String) -> Set<String> {
      ids(kind) { $1.upperBound > now || $0.days.contains { $0 >= today } }
    }
    func running(_ kind: String) -> Set<String> { ids(kind) { $1.contains(now) } }
    let onDay = ids("sh") { stretch, _ in stretch.days.contains(today) }
    let formats = ["table", "json", "ndjson", "csv", "markdown"].flatMap { format in
      [
        ("show schedule --format \(format)", current("sh")),
        ("show schedule --running --format \(format)", running("sh")),
      ]
    }
    return formats + [
      ("show schedule --from today --to today", onDay), ("export csv schedule", current("sh")),
      ("export ndjson schedule --running", running("sh")), ("export ics", current("sh")),
      ("export ics --running", running("sh")), ("show vacancies", current("va")),
      ("show vacancies --running", running("va")), ("show absences --running", running("ab")),
      (
        "show absences --from today --to today",
        ids("ab") { $1.upperBound > now && $0.days.contains(today) }
      ),
    ]
  }

  /// The cells of the week of a moment, each as often as it is there; of the next one with shifts if it has
  /// none.
  func week(at now: Int) -> [String: Int] {
    let today = today(at: now)
    let monday = today - (today + 3) % 7
    return stretches["sh"]!.reduce(into: [:]) { cells, shift in
      for day in monday..<monday + 7 where shift.days.contains(day) {
        cells[shift.text(on: day), default: 0] += 1
      }
    }
  }

  private func today(at now: Int) -> Int {
    zone.local(minute: (now - (now % 60_000 + 60_000) % 60_000) / 60_000) / 1440
  }
}
