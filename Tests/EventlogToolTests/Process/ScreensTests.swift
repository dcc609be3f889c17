import Testing

@testable import eventlog_tool

/// Screens as people see them: narrow, usual and wide, of a small store and of a large one.
struct ScreensTests {
  /// A store for the screens.
  enum Store: String, CaseIterable {
    /// Five people with names.
    case five
    /// Sixty people with names, of whom two share one.
    case sixty
    /// Sixty people without names and with ids of sixty characters.
    case longIDs

    func person(_ number: Int) -> String {
      self == .longIDs
        ? "u\(number)." + String(repeating: "x", count: number < 10 ? 57 : 56) : "u\(number)"
    }

    var count: Int { self == .five ? 5 : 60 }

    func name(_ number: Int) -> String? {
      if self == .longIDs { return nil }
      let first = ["Bas", "Eva", "Tom", "Ann", "Noa", "Ida", "Lex", "Sam", "Kim", "Pim"]
      let last = ["Jansen", "de Vries", "van den Berg", "Bakker", "Visser", "Smit"]
      // The last is called as the first.
      let index = number == 60 ? 0 : number - 1
      return "\(first[index % 10]) \(last[index / 10])"
    }
  }

  private static let monday = "2026-01-12"

  /// A week in which everybody has shifts, some of them on offer.
  private func folder(_ store: Store) -> LogFolder {
    let folder = LogFolder()
    var lines = [
      Story.event(
        "w", "workplace.configured", "w", "boss", "2026-01-02T08:00:00.000Z",
        #"{"timeZone":"Europe/Amsterdam","marketApproval":"owner","maxShiftsPerDay":2}"#),
      Story.event("m", "user.registered", "boss", "boss", nil, #"{"roles":["manager"]}"#),
    ]
    for number in 1...store.count {
      let name = store.name(number).map { #","name":"\#($0)""# } ?? ""
      lines.append(
        Story.event(
          "r\(number)", "user.registered", store.person(number), "boss", nil,
          #"{"roles":["employee"]\#(name)}"#))
    }
    for number in 1...store.count {
      for (day, hours) in [
        (12 + number % 5, ("08:15", "12:45")), (12 + number % 7, ("13:30", "21:05")),
      ] {
        lines.append(
          Story.event(
            "s\(number).\(hours.0)", "shift.scheduled", "S\(number).\(day)\(hours.0.prefix(2))",
            "boss",
            nil,
            #"{"owner":"\#(store.person(number))","date":"2026-01-\#(day)","start":"\#(hours.0)","#
              + #""end":"\#(hours.1)"}"#))
      }
    }
    for number in 1...store.count where number % 4 == 1 {
      lines.append(
        Story.event(
          "o\(number)", "shift.supplied", "S\(number).\(12 + number % 5)08", store.person(number)))
    }
    lines.append(Story.event("a", "shift.accepted", "S1.1308", store.person(3)))
    lines.append(
      Story.event("b", "request.posted", "R1", store.person(2), nil, #"{"date":"2026-01-16"}"#))
    #expect(folder.append(lines, "--create", now: "2026-01-10T08:00:00Z").code == 0)
    return folder
  }

  @Test(arguments: Store.allCases, [80, 120, 200])
  func `screens are as recorded, whole and no wider than the terminal`(store: Store, columns: Int) {
    let folder = folder(store)
    let now = "2026-01-12T06:00:00Z"
    let owner = store.person(5)
    let commands = [
      ["replay", "--now", now],
      ["show", "schedule", "--from", "tuesday", "--to", "tuesday", "--now", now],
      ["show", "schedule", "--grid", "--now", now], ["audit", "--user", owner, "-q"],
      ["log", "--last", "8"], ["log", "--type", "shift.accepted"],
      ["append", "shift.approved", "S1.1308", "--actor", "boss", "--now", now],
      ["append", "shift.supplied", "S2.1408", "--actor", store.person(1), "--now", now],
    ]
    var screens = ""
    for command in commands {
      let (_, text) = folder.onTerminal(columns: UInt16(columns), command + ["--no-color"])
      let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      for line in lines { #expect(displayWidth(line) <= columns, "\(command): \(line)") }
      // An overview and the names of a grid are cut; ids, days and effects are not.
      if command[0] != "replay", !command.contains("--grid") {
        #expect(!text.contains("…"), "\(command)")
      }
      let words = command.joined(separator: " ").replacing(owner, with: "PERSON")
      screens += "$ eventlog-tool \(words)\n" + lines.joined(separator: "\n") + "\n\n"
    }
    expectGolden(screens, "screens-\(store.rawValue)-\(columns).txt")
  }

  @Test func `colour tells what the word or mark beside it tells`() {
    let folder = folder(.five)
    let shown = folder.onTerminal(
      columns: 200, ["show", "schedule", "--all", "--now", "2026-01-12T06:00:00Z"]
    ).text
    #expect(
      shown.contains("\u{1B}[33msupplied\u{1B}[0m") && shown.contains("\u{1B}[34mawaiting\u{1B}[0m")
    )
    let grid = folder.onTerminal(
      columns: 200, ["show", "schedule", "--grid", "--now", "2026-01-12T06:00:00Z"]
    ).text
    #expect(grid.contains("\u{1B}[34m08:15–12:45a\u{1B}[0m"))
  }
}
