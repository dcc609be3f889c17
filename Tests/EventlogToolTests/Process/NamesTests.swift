import Projections
import ShiftEvents
import Testing

@testable import eventlog_tool

/// Names of people in tables, and beside their ids in rows for programs.
struct NamesTests {
  private func folder(_ names: [(String, String)], after lines: [String] = []) -> LogFolder {
    let folder = LogFolder.withStory()
    if !lines.isEmpty { #expect(folder.append(lines, "--each").code == 0) }
    for (user, name) in names {
      let ending = folder.run(
        "append", "profile.changed", user, "--actor", user, "name=\(name)", "--now",
        LogFolder.clock)
      #expect(ending.code == 0, "\(ending.errors)")
    }
    return folder
  }

  @Test func `a table has the name, an id only where names do not tell people apart`() {
    let folder = folder([("bas", "Bas Jansen"), ("eva", "Bas Jansen")])
    let words = ["show", "schedule", "--all", "--now", LogFolder.clock]
    let table = folder.start(words).wait().output
    #expect(table.contains("Bas Jansen (bas)") && !table.contains(" bas "))
    let ids = folder.start(words + ["--ids"]).wait().output
    #expect(ids.contains(" bas ") && !ids.contains("Jansen"))
    let json = folder.start(words + ["--json"]).wait().output
    #expect(json.contains(#""owner":"bas","ownerName":"Bas Jansen","date""#))
    let csv = folder.start(words + ["--format", "csv"]).wait().output
    #expect(csv.hasPrefix("shift,owner,ownerName,date,") && csv.contains(",bas,Bas Jansen,"))
    let other = self.folder([("bas", "Bas Jansen")])
    let single = other.start(words).wait().output
    #expect(single.contains("Bas Jansen") && !single.contains("Bas Jansen ("))
  }

  @Test(arguments: ["system", "eva", "Sam (eva)", "Sam (system)"])
  func `a name that is an id, or ends in one as labels do, has its own id behind it`(name: String) {
    func table(_ name: String) -> String {
      folder([("bas", name)]).run("show", "schedule", "--all", "--now", LogFolder.clock).output
    }
    #expect(table(name).contains("\(name) (bas)"), "\(table(name))")
    for plain in ["Sam (tim)", "Eva (works)", "A ) (", "()"] {
      let shown = table(plain)
      #expect(shown.contains(plain) && !shown.contains("\(plain) (bas)"), "\(shown)")
    }
  }

  @Test func `tables sort people by name without accents and case, and documents by id`() {
    // Tom works a shift that was bas's, so both he and eva have a point.
    let acts = [
      Story.event("a", "shift.accepted", "F1.2026-01-26", "tom", "2026-01-14T08:00:00Z"),
      Story.event("b", "shift.approved", "F1.2026-01-26", "mia", "2026-01-14T09:00:00Z"),
      Story.event("c", "hours.recorded", "F1.2026-01-26", "tom", nil, #"{"minutes":300}"#),
      Story.event("d", "hours.recorded", "F1.2026-02-02", "bas", nil, #"{"minutes":300}"#),
    ]
    let folder = folder(
      [("bas", "Zoë"), ("eva", "édith"), ("tom", "Elif"), ("mia", "İbrahim")], after: acts)
    func order(_ words: String...) -> [String] {
      let output = folder.start(words + ["--now", LogFolder.clock]).wait().output
      return output.matches(of: /Zoë|édith|Elif|İbrahim/).map { String($0.output) }
    }
    #expect(order("show", "users") == ["édith", "Elif", "İbrahim", "Zoë"])
    #expect(order("show", "users", "--format", "markdown") == ["édith", "Elif", "İbrahim", "Zoë"])
    #expect(order("show", "points") == ["édith", "Elif"])
    #expect(order("show", "hours", "--by", "person") == ["édith", "Elif", "Zoë"])
    #expect(order("show", "hours", "--by", "person", "--total").count == 3)
    #expect(order("show", "users", "--json") == ["Zoë", "édith", "İbrahim", "Elif"])
    #expect(order("show", "users", "--format", "csv") == ["Zoë", "édith", "İbrahim", "Elif"])
    let ids = folder.run("show", "users", "--ids").output
    #expect(
      ids.matches(of: /bas|eva|mia|tom/).map { String($0.output) } == ["bas", "eva", "mia", "tom"])
  }

  @Test func `names are found without accents and case`() {
    let folder = folder([("bas", "Zoë"), ("eva", "İbrahim Işık"), ("tom", "Straße")])
    for (typed, user) in [
      ("zoe", "bas"), ("ZOË", "bas"), ("zoe\u{308}", "bas"), ("ibrahim isik", "eva"),
      ("IBRAHIM IŞIK", "eva"),
      ("strasse", "tom"),
    ] {
      let mine = folder.run("show", "schedule", "--all", "--user", typed, "--now", LogFolder.clock)
      let byID = folder.run("show", "schedule", "--all", "--user", user, "--now", LogFolder.clock)
      #expect(mine.output == byID.output && mine.code == 0, "\(typed): \(mine)")
      let named = folder.run("show", "users", "--name", typed, "--json")
      #expect(named.output.matches(of: /"user":"(\w+)"/).map { String($0.1) } == [user], "\(typed)")
    }
    #expect(folder.run("show", "users", "--name", "ibra", "--json").output.contains("eva"))
    #expect(folder.run("audit", "--actor", "zoe").code == 0)
  }

  @Test func `diagrams and calendars tell people by name`() {
    let folder = folder([("bas", "Bas Jansen"), ("eva", "Zoë")])
    let diagram = folder.run("export", "mermaid", "--shift", "F1.2026-01-12").output
    #expect(diagram.contains(" as Bas Jansen\n") && diagram.contains(" as Zoë\n"), "\(diagram)")
    #expect(diagram.contains(": Bas Jansen → Zoë\n") && !diagram.contains("bas"))
    // An alias is no id that anything could have.
    let aliases = diagram.matches(of: /participant (\S+) as/).map { String($0.1) }
    #expect(aliases.count > 3 && aliases.allSatisfy { UserID($0) == nil }, "\(aliases)")
    let calendar = folder.run("export", "ics", "--all", "--user", "zoe").output
      .replacing("\r\n ", with: "")
    #expect(calendar.contains("X-WR-CALNAME:Zoë at shop\r\n"), "\(calendar)")
    #expect(
      calendar.contains("SUMMARY:Shift 15:00–20:00\r\n")
        && calendar.contains("DESCRIPTION:Given by Bas Jansen\\, who had it first."))
    #expect(!calendar.contains("eva"))
  }

  @Test func `an absence is told by its last day, and a sum by a word`() {
    let folder = folder([])
    folder.append([
      Story.event("v", "absence.recorded", "V1", "eva", nil, #"{"date":"2026-04-13","days":7}"#),
      Story.event(
        "w", "absence.recorded", "V2", "tom", nil,
        #"{"date":"2026-04-20","start":"10:00","end":"12:00"}"#),
    ])
    let words = ["show", "absences", "--now", LogFolder.clock]
    let table = folder.start(words).wait().output
    #expect(table.contains(/V1 +eva +2026-04-13 +2026-04-19/), "\(table)")
    #expect(table.contains(/V2 +tom +2026-04-20 +10:00 +2026-04-20 +12:00/), "\(table)")
    #expect(!table.contains("00:00") && !table.contains("Days"))
    let json = folder.start(words + ["--json"]).wait().output
    #expect(
      json.contains(
        #""absence":"V1","user":"eva","date":"2026-04-13","start":"00:00","end":"00:00","days":7,"status""#
      ),
      "\(json)")
    let sum = ["show", "hours", "--total", "--now", LogFolder.clock]
    #expect(folder.start(sum).wait().output.contains("\n Total "))
    #expect(folder.start(sum + ["--format", "markdown"]).wait().output.contains("| Total |"))
    let csv = folder.start(sum + ["--format", "csv"]).wait().output
    #expect(csv.contains("\r\nTotal,,"), "\(csv)")
    #expect(!folder.start(sum + ["--json"]).wait().output.contains("Total"))
  }

  @Test(arguments: [40, 60, 80, 120])
  func `a grid shows everybody, and every time of day whole`(columns: Int) throws {
    let folder = LogFolder()
    var lines = [
      Story.event(
        "w", "workplace.configured", "w", "mia", nil, #"{"timeZone":"UTC","maxShiftsPerDay":2}"#),
      Story.event("m", "user.registered", "mia", "mia", nil, #"{"roles":["manager"]}"#),
    ]
    let people = (0..<49).map { "u\($0)." + String(repeating: "x", count: 56) }
    for (index, person) in people.enumerated() {
      lines.append(
        Story.event("r\(index)", "user.registered", person, "mia", nil, #"{"roles":["employee"]}"#))
      for day in 12...18 {
        for (start, end) in [("08:15", "12:45"), ("13:30", "21:05")] {
          lines.append(
            Story.event(
              "s\(index).\(day).\(start)", "shift.scheduled", "s\(index).\(day)\(start.prefix(2))",
              "mia",
              nil,
              "{\"owner\":\"\(person)\",\"date\":\"2026-01-\(day)\",\"start\":\"\(start)\",\"end\":\"\(end)\"}"
            ))
        }
      }
    }
    #expect(folder.append(lines, "--create", now: "2026-01-10T08:00:00Z").code == 0)
    let replay = try EventLog(opening: folder.file("events.jsonl")).fold(into: Replay())
    let grid = ScheduleGrid(
      replay, week: try #require(WeekOfYear("2026-W03")), at: Timestamp(milliseconds: 0))
    let screen = WeekGrid(grid: grid, label: \.description, cell: { Table.Cell($0.description) })
      .lines(width: columns, usesColor: false)
    let text = screen.joined(separator: "\n")
    #expect(screen.allSatisfy { $0.count <= columns })
    #expect(text.matches(of: /08:15–12:45/).count == 49 * 7)
    #expect(text.matches(of: /13:30–21:05/).count == 49 * 7)
    for index in 0..<49 { #expect(text.contains("u\(index).")) }
  }
}
