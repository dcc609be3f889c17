import Projections
import ShiftEvents
import Testing

@testable import eventlog_tool

/// Names of people in tables, and beside their ids in rows for programs.
struct NamesTests {
  private func folder(_ names: [(String, String)]) -> LogFolder {
    let folder = LogFolder.withStory()
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
      replay.roster, week: try #require(WeekOfYear("2026-W03")), at: Timestamp(milliseconds: 0))
    let screen = WeekGrid(grid, label: \.description).lines(width: columns, usesColor: false)
    let text = screen.joined(separator: "\n")
    #expect(screen.allSatisfy { $0.count <= columns })
    #expect(text.matches(of: /08:15–12:45/).count == 49 * 7)
    #expect(text.matches(of: /13:30–21:05/).count == 49 * 7)
    for index in 0..<49 { #expect(text.contains("u\(index).")) }
  }
}
