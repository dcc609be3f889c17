import Testing

@testable import eventlog_tool

/// The screens of a store whose people have long names, names of Asian scripts and names with pictures.
struct FirstScreenTests {
  private static let sizes = [(80, 24), (120, 40), (200, 50)]
  private static let stores = [7, 25, 60].map { count in
    (count: count, files: KeptFiles { Self.store(of: count) })
  }
  private static let now = "2026-01-12T06:00:00Z"

  private static func name(_ number: Int) -> String {
    let names = [
      "Maximiliane Wilhelmina von der Hohenstaufenburg", "山田太郎佐藤花子鈴木一郎", "김민준", "สมชาย ใจดี",
      "Zoë 👩‍👩‍👧 🇳🇱", "عمر الفاروق", "प्रिया शर्मा", "Bas", "Eva de Wit",
    ]
    return names[number % names.count] + (number < names.count ? "" : " \(number)")
  }

  /// A week in which somebody is away, somebody was employed until yesterday, and work is open.
  private static func store(of count: Int) -> LogFolder {
    var lines = [
      Story.event(
        "w", "workplace.configured", "corner", "boss", "2026-01-02T08:00:00.000Z",
        #"{"timeZone":"Europe/Amsterdam","marketApproval":"owner","maxShiftsPerDay":2}"#),
      Story.event("m", "user.registered", "boss", "boss", nil, #"{"roles":["manager"]}"#),
    ]
    for number in 1...count {
      lines.append(
        Story.event(
          "r\(number)", "user.registered", "u\(number)", "boss", nil,
          #"{"roles":["employee"],"name":"\#(name(number))"}"#))
    }
    for number in 1...count where number % 6 != 5 {
      for (place, times) in [
        #""start":"08:15","end":"12:45""#, #""start":"13:30","end":"21:05","labels":["bar"]"#,
        #""start":"07:30","end":"21:45","place":"bar""#,
      ].enumerated() {
        let day = 12 + (number + place * 2) % 7
        lines.append(
          Story.event(
            "s\(number).\(place)", "shift.scheduled", "S\(number).\(place)", "boss", nil,
            #"{"owner":"u\#(number)","date":"2026-01-\#(day)",\#(times)}"#))
      }
    }
    lines += [
      Story.event(
        "l", "shift.scheduled", "L", "boss", nil,
        #"{"owner":"u5","date":"2026-01-13","start":"12:30","end":"09:15","days":4}"#),
      Story.event(
        "a", "absence.recorded", "A", "boss", nil,
        #"{"user":"u1","date":"2026-01-12","days":7}"#),
      Story.event(
        "b", "absence.recorded", "B", "boss", nil,
        #"{"user":"u2","date":"2026-01-14","start":"10:15","end":"12:30"}"#),
      Story.event(
        "v", "vacancy.posted", "V", "boss", nil,
        #"{"date":"2026-01-16","start":"09:45","end":"13:15","places":2}"#),
      Story.event("o", "shift.supplied", "S3.0", "u3"),
      Story.event("q", "shift.accepted", "S3.0", "u4"),
      Story.event("e", "role.revoked", "u6", "boss", nil, #"{"role":"employee"}"#),
      Story.event("f", "request.posted", "R", "u7", nil, #"{"date":"2026-01-18"}"#),
    ]
    let folder = LogFolder()
    let ending = folder.append(lines, "--create", now: "2026-01-10T08:00:00Z")
    #expect(ending.code == 0, "\(ending.errors)")
    return folder
  }

  private func screen(_ folder: LogFolder, _ size: (Int, Int), _ words: [String]) -> [String] {
    folder.onTerminal(
      columns: UInt16(size.0), rows: UInt16(size.1), words + ["--no-color", "--now", Self.now]
    ).text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropLast()
      .map(String.init)
  }

  private func expect(_ lines: [String], fit size: (Int, Int), _ words: [String]) {
    for line in lines {
      #expect(displayWidth(line) <= size.0, "\(words): \(line)")
      #expect(!line.contains(/[0-9:–]…/), "a time is cut, \(words): \(line)")
    }
  }

  @Test(arguments: stores.indices, sizes.indices)
  func `the first screen is in sight, no line is too wide and no time is cut`(
    store: Int, size: Int
  ) {
    let (count, files) = Self.stores[store]
    let (folder, size) = (files.folder(), Self.sizes[size])
    let lines = screen(folder, size, ["replay"])
    expect(lines, fit: size, ["replay"])
    #expect(lines.count < size.1, "\(count) people: \(lines.count) lines")
    #expect(lines.first?.hasPrefix("events.jsonl: ") == true, "\(lines)")
    let attention = lines.drop { !$0.hasPrefix("Attention  ") }.prefix { !$0.isEmpty }
    #expect(attention.count == 7 && attention.last?.contains("more: show attention") == true)
    #expect(attention.first?.contains("absent") == true, "\(attention)")
    let isGrid = lines.contains { $0.hasPrefix("  Heads ") }
    let days = lines.filter {
      $0.contains(/^  (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ Jan +\d+ +\d+:\d\d/)
    }
    #expect(days.count == (isGrid ? 0 : 7), "\(lines)")
    #expect(isGrid == (count == 7 && size.0 > 80), "\(lines)")
    let first = isGrid ? "show attention --now" : "show schedule --grid --week 2026-W03"
    #expect(lines.contains { $0.hasPrefix("Next: eventlog-tool \(first)") }, "\(lines)")
    if count == 25, size == (80, 24) {
      expectGolden(lines.map { $0 + "\n" }.joined(), "first-screen-25-80.txt")
    }
  }

  @Test func `one shift of several days leaves the other rows where they are`() {
    let folder = LogFolder()
    let people = (1...12).map { "user.registered u\($0) roles=employee name=\"Eva de Wit \($0)\"" }
    let away = (1...12).flatMap { number in
      let end = number == 3 ? "start=20 end=14:15 days=4" : "start=20 end=23"
      return [
        "shift.scheduled night-\(number) owner=u\(number) date=2026-01-\(number + 12) \(end)",
        "absence.recorded A\(number) user=u\(number) date=2026-01-\(number + 12)",
      ]
    }
    folder.run("init")
    let lines =
      ["workplace.configured w timeZone=UTC", "user.registered mia roles=manager"] + people + away
    let now = Self.now
    let ending = folder.run(
      "append", "-", "--words", "--actor", "mia", "--now", now,
      input: lines.joined(separator: "\n"))
    #expect(ending.code == 0, "\(ending.errors)")
    for size in Self.sizes {
      let shown = screen(folder, size, ["replay"])
      #expect(shown.count < size.1)
      let attention = shown.drop { !$0.hasPrefix("Attention  ") }.prefix { !$0.isEmpty }
      #expect((2...7).contains(attention.count), "\(attention)")
      #expect(attention.dropFirst().allSatisfy { $0.hasPrefix("           ") }, "\(attention)")
    }
  }

  @Test(arguments: stores.indices, sizes.indices)
  func `a grid has everybody, and every time whole`(store: Int, size: Int) {
    let (count, files) = Self.stores[store]
    let (folder, size) = (files.folder(), Self.sizes[size])
    let words = ["show", "schedule", "--grid"]
    let lines = screen(folder, size, words)
    expect(lines, fit: size, words)
    let text = lines.joined(separator: "\n")
    let workers = (1...count).count { $0 % 6 != 5 }
    for times in ["08:15–12:45", "13:30–21:05", "07:30–21:45"] {
      #expect(text.split(separator: times).count == workers + 1, "\(times)")
    }
    #expect(
      text.contains("~10:15–12:30") && text.contains("14 h 15 min") && text.contains("–09:15"))
    #expect(text.contains("3 days 20 h 45 min") && text.contains("! uncovered"))
    #expect(text.split(separator: "away").count >= 8)
    for number in 1...count {
      #expect(text.contains("  \(String(Self.name(number).prefix(3)))"), "\(Self.name(number))")
    }
  }

  @Test(
    arguments: [
      "schedule --week 2026-W03", "schedule --all", "hours --by person", "users", "attention",
      "absences", "availability --on 2026-01-14", "candidates --shift S1.0", "marketplace",
      "approvals", "vacancies", "requests",
    ], sizes.indices)
  func `tables cut long names before they drop a column or cut a time`(words: String, size: Int) {
    let (folder, size) = (Self.stores[1].files.folder(), Self.sizes[size])
    let words = ["show"] + words.split(separator: " ").map(String.init)
    let lines = screen(folder, size, words)
    expect(lines, fit: size, words)
    let text = lines.joined(separator: "\n")
    if words[1] == "schedule" {
      #expect(text.contains(/Date +Start +End/) && text.contains("Status"), "\(text)")
      #expect(text.contains(/2026-01-13 +12:30 +09:15 .*3 days 20 h 45 min/), "\(text)")
      if size.0 == 80 { #expect(text.contains(/Maximilian.*…/), "\(text)") }
    }
    if words[1] == "users" { #expect(text.contains("(u7)") && text.contains("(u25)"), "\(text)") }
  }
}
