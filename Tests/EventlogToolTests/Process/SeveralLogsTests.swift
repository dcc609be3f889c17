import Projections
import TestSupport
import Testing

@testable import eventlog_tool

/// Reads of several logs at once: five stores, of which one is in Helsinki.
@Suite(.besidePrograms) struct SeveralLogsTests {
  private static let stores = KeptFiles {
    let folder = LogFolder()
    for number in 1...5 {
      let log = "s\(number).jsonl"
      folder.run("init", log)
      let lines = Story.lines.map { line in
        line.replacing("\"shop\"", with: "\"shop\(number)\"").replacing(
          "\"eva\"", with: "\"eva\(number)\""
        )
        .replacing(
          "Europe/Amsterdam", with: number == 2 ? "Europe/Helsinki" : "Europe/Amsterdam")
      }
      let ending = folder.start(
        ["append", "-", "-f", log, "--each", "--now", LogFolder.clock],
        input: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8))
      ).wait()
      #expect(ending.code == 0, "\(ending.output)")
    }
    return folder
  }

  private let folder = Self.stores.folder()
  private let logs = (1...5).map { "s\($0).jsonl" }
  private let criteria = ["--all", "--now", Story.now]

  @Test(arguments: [
    ["export", "ics"], ["export", "geojson"], ["export", "prometheus"],
    ["export", "person", "--user", "bas"], ["export", "mermaid", "--shift", "F1.2026-01-12"],
    ["report"], ["replay"], ["snapshot"], ["log"], ["verify"], ["audit", "--user", "bas"],
    ["diff", "--from", "1"], ["append", "-"], ["extend"],
  ])
  func `what is of one log refuses several`(words: [String]) {
    let ending = folder.run(words + ["-f", logs[0], "-f", logs[1], "--now", Story.now])
    #expect(ending.code == 64 && ending.output.isEmpty, "\(ending)")
  }

  @Test func `rows within rows are the same beside those of another log`() throws {
    let lines = folder.run("log", "--submissions", Repository.sample).output
      .replacing("\"subject\":\"store\"", with: "\"subject\":\"shop\"")
    let made = folder.run("append", "-", "--each", "--create", "-f", "other.jsonl", input: lines)
    #expect(folder.exists("other.jsonl"), "\(made.errors)")
    for name in ["requests", "vacancies", "timesheet", "series", "deals"] {
      func cells(_ logs: String...) -> [Substring] {
        let words = ["export", "csv", name, "--all", "--now", "2026-03-28"]
        return folder.run(words + logs).output.split(whereSeparator: \.isNewline)
      }
      let alone = cells(Repository.sample).dropFirst()
      let beside = cells(Repository.sample, "other.jsonl").filter { $0.hasPrefix("store/") }
      #expect(!alone.isEmpty || name == "vacancies", "\(name)")
      #expect(beside.map { $0.drop { $0 != "," }.dropFirst() } == Array(alone), "\(name)")
    }
  }

  @Test func `rows are those of each log, behind its name, in the order of days`() {
    for name in RowOptions.projections.map(\.name) where name != "candidates" {
      for format in ["csv", "ndjson"].shuffled().prefix(Rounds.count(1, full: 2)) {
        func rows(_ logs: [String]) -> [String] {
          let ending = folder.run(["export", format, name] + criteria + logs)
          #expect(ending.code == 0, "\(name): \(ending.errors)")
          // A line of CSV ends with CRLF, which is one character.
          return ending.output.split(whereSeparator: \.isNewline).map(String.init)
        }
        let all = rows(logs)
        var own: [String] = []
        for log in logs {
          let first = folder.bytes(log).split(separator: 10)[0]
          let digits = String(decoding: first, as: UTF8.self).split(separator: "\"hash\":\"").last!
          let store = "shop\(log.dropFirst().first!)/\(digits.prefix(16))"
          let lines = rows([log])
          own += lines.dropFirst(format == "csv" ? 1 : 0).map { line in
            format == "csv" ? "\(store),\(line)" : "{\"log\":\"\(store)\",\(line.dropFirst())"
          }
          if format == "csv" { #expect(all.first == "log,\(lines[0])") }
        }
        let found = all.dropFirst(format == "csv" ? 1 : 0)
        #expect(found.sorted() == own.sorted(), "\(name) as \(format)")
      }
    }
    let days = folder.run(["export", "ndjson", "schedule"] + criteria + logs).lines.map { line in
      let row = members(line)
      return "\(row.text("date")!) \(row.text("start")!) \(row.text("log")!)"
    }
    #expect(days.count > 20 && days == days.sorted())
    let table = folder.run(["show", "schedule", "-f", "s1.jsonl", "-f", "s2.jsonl"] + criteria)
    #expect(table.output.contains("Europe/Helsinki") && table.output.contains("Europe/Amsterdam"))
  }

  @Test func `instants come by the clocks of their logs`() {
    let folder = LogFolder()
    for (log, zone, time) in [
      ("east", "Asia/Tokyo", "2026-03-02T00:00:00Z"),
      ("west", "America/Los_Angeles", "2026-03-02T04:00:00Z"),
    ] {
      for (words, now) in [
        (["workplace.configured", log, "timeZone=\(zone)"], "2026-03-01T00:00:00Z"),
        (["user.registered", "mia", "roles=manager", "name=Mia"], "2026-03-01T00:00:00Z"),
        (["schedule.published", "P", "from=2026-03-02", "to=2026-03-31"], time),
      ] {
        let options = ["--actor", "mia", "-f", log, "--create", "--now", now]
        let ending = folder.run(["append"] + words + options)
        #expect(ending.code == 0, "\(ending.errors)")
      }
    }
    let words = ["export", "csv", "publications", "--all", "east", "west"]
    let rows = folder.run(words).output.split(whereSeparator: \.isNewline)
    // In the west it was the evening before.
    #expect(rows.dropFirst().map { $0.prefix(5) } == ["west/", "east/"], "\(rows)")
    let document = folder.run(
      "show", "publications", "--all", "east", "west", "--format", "markdown"
    ).output
    for time in ["2026-03-01T20:00:00.000-08:00", "2026-03-02T09:00:00.000+09:00"] {
      #expect(document.contains(time), "\(document)")
    }
    let people = folder.run("show", "users", "east", "west").output
    #expect(people.split(separator: "Mia (mia)").count == 3, "\(people)")
    // Monday in the east, Sunday in the west.
    let book = ["export", "xlsx", "grid", "hours", "east", "west", "--now", "2026-03-09T00:00:00Z"]
    let refused = folder.run(book + ["--week", "this-week", "-o", "a.xlsx"])
    #expect(refused.code == 64 && refused.errors.contains("--week 2026-W10"), "\(refused.errors)")
    #expect(!folder.exists("a.xlsx"))
    let made = folder.run(book + ["--week", "2026-W10", "-o", "a.xlsx"])
    #expect(made.code == 0, "\(made.errors)")
    for log in ["east", "west"] {
      #expect(made.errors.contains("hours of \(log): "), "\(made.errors)")
    }
  }

  @Test func `a log that has never seen what is named has no rows, and is there`() {
    let folder = LogFolder()
    for (log, user) in [("a", "eva"), ("b", "bas")] {
      for words in [
        ["workplace.configured", log, "timeZone=UTC", "--create"],
        ["user.registered", user, "roles=manager,employee"],
        ["shift.scheduled", "S-\(user)", "owner=\(user)", "date=2026-03-10", "start=9", "end=17"],
      ] {
        let clock = ["--now", "2026-03-02T08:00:00Z"]
        let ending = folder.run(["append"] + words + ["--actor", user, "-f", log] + clock)
        #expect(ending.code == 0, "\(ending.errors)")
      }
    }
    let now = ["--now", "2026-03-02T08:00:00Z"]
    for naming in [["--user", "eva"], ["--user", "eva", "--shift", "S-eva"]] {
      let script = folder.run(["export", "sql", "schedule"] + naming + ["a", "b"] + now)
      #expect(script.code == 0 && script.output.split(separator: "DELETE FROM").count == 3)
      #expect(!script.output.contains("S-bas"))
    }
    #expect(folder.run(["show", "schedule", "--shift", "none", "a", "b"] + now).code == 1)
    // The same log twice is refused, also where the older copy does not know the shift.
    let lines = String(decoding: folder.bytes("a"), as: UTF8.self).split(separator: "\n")
    folder.write((lines.dropLast().joined(separator: "\n") + "\n").utf8, to: "old")
    let twice = folder.run(["show", "schedule", "--shift", "S-eva", "a", "old"] + now)
    #expect(twice.code == 64 && twice.errors.contains("same log"), "\(twice)")
    let early = folder.run(["export", "sql", "schedule", "--at", "2020-01-01", "a"] + now)
    #expect(early.output.contains("'a/") && !early.output.contains("eventlog"))
    folder.write(lines.map { $0.replacing("hash", with: "hush") + "\n" }.joined().utf8, to: "bad")
    let damaged = folder.run(["show", "schedule", "b", "bad"] + now)
    #expect(damaged.code == 65 && !damaged.errors.contains("schedule b bad"), "\(damaged.errors)")
  }

  /// Ids that the tool makes are the same in each store.
  @Test func `a sheet of several logs changes in each what is of that log alone`() {
    let folder = LogFolder()
    let now = ["--now", "2026-03-02T08:00:00Z"]
    for (log, start) in [("a", "9"), ("b", "10")] {
      for words in [
        ["workplace.configured", log, "timeZone=UTC", "--create"],
        ["user.registered", "mia", "roles=manager,employee"],
        ["shift.scheduled", "S1", "owner=mia", "date=2026-03-10", "start=\(start)", "end=17"],
      ] {
        let ending = folder.run(["append"] + words + ["--actor", "mia", "-f", log] + now)
        #expect(ending.code == 0, "\(ending.errors)")
      }
    }
    let sheet = folder.run(["show", "schedule", "--format", "csv", "a", "b"] + now).output
    folder.write(sheet.replacing(",17:00,", with: ",18:00,").utf8, to: "both.csv")
    let edit = ["append", "shift.edited", "--actor", "mia"] + now
    for (log, start) in [("a", "09:00"), ("b", "10:00")] {
      let edited = folder.run(edit + ["--csv", "both.csv", "-f", log])
      #expect(edited.code == 0 && edited.errors.contains("1 row of other logs"), "\(edited)")
      let shown = folder.run(["show", "schedule", "--format", "csv", log] + now).output
      #expect(shown.contains("\(start),18:00"), "\(shown)")
    }
    let rows = sheet.split(whereSeparator: \.isNewline)
    folder.write((rows[0] + "\n" + rows[2] + "\n").utf8, to: "one.csv")
    let wrong = rows[2].hasPrefix("a") ? "b" : "a"
    let before = folder.bytes(wrong)
    let refused = folder.run(edit + ["--csv", "one.csv", "-f", wrong])
    #expect(refused.code == 65 && refused.errors.contains("the rows are of"), "\(refused)")
    #expect(folder.bytes(wrong) == before)
    // What is new may come from any store.
    let added = folder.run(
      ["append", "shift.scheduled", "--csv", "-", "--actor", "mia", "-f", wrong] + now,
      input: "\(rows[0])\n\(rows[2])\n".replacing("S1", with: "S7").replacing(
        "2026-03-10", with: "2026-03-11"))
    #expect(added.code == 0, "\(added)")
  }

  @Test func `a cell stands under its heading, also of a column that one log alone needs`() {
    let long = folder.run(
      "append", "shift.scheduled", "long", "--actor", "mia", "owner=tom", "date=2026-01-20",
      "start=06:00", "end=20:00", "days=1", "--now", Story.now, "-f", "s3.jsonl")
    #expect(long.code == 0, "\(long)")
    // Instants of several logs are by the clock of each.
    let others: Set = ["Log", "Since", "Supplied", "Detail"]
    func rows(_ name: String, _ logs: [String]) -> [[String: String]] {
      let words = ["show", name, "--format", "markdown"] + criteria
      let ending = folder.run(words + logs)
      #expect(ending.code == 0, "\(name): \(ending.errors)")
      let lines = ending.lines.filter { $0.hasPrefix("|") }.map { line in
        line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      }
      guard let titles = lines.first else { return [] }
      return lines.dropFirst(2).map { cells in
        let pairs = zip(titles, cells).filter { !others.contains($0.0) && !$0.1.isEmpty }
        return Dictionary(pairs) { first, _ in first }
      }
    }
    for name in ["schedule", "marketplace", "approvals", "vacancies", "attention", "absences"] {
      let own = logs.map { rows(name, [$0]) }
      let known = Set(own.joined())
      #expect(name != "schedule" || known.contains { $0.keys.contains("Length") })
      for all in [rows(name, logs), rows(name, logs.reversed())] {
        #expect(all.count == own.joined().count && Set(all) == known, "\(name)")
      }
    }
  }

  @Test func `workbooks and scripts have the rows of all`() {
    let book = folder.run(
      ["export", "xlsx", "grid", "hours", "-o", "all.xlsx", "--now", Story.now] + logs)
    #expect(book.code == 0, "\(book.errors)")
    let text = String(decoding: folder.bytes("all.xlsx"), as: UTF8.self)
    for number in 1...5 { #expect(text.contains(">shop\(number)/")) }
    let script = folder.run(["export", "sql", "events", "hours", "--all"] + logs)
    #expect(script.code == 0, "\(script.errors)")
    #expect(script.output.matches(of: /DELETE FROM "hours" WHERE "log" = 'shop\d/).count == 5)
    #expect(script.output.matches(of: /COPY incoming/).count == 5)
  }

  @Test func `a damaged or missing one is named before any row`() {
    var bytes = folder.bytes("s3.jsonl")
    bytes[bytes.count / 2] = 0xFF
    folder.write(bytes, to: "s3.jsonl")
    for words in [
      ["show", "points"], ["export", "csv", "hours"], ["export", "sql", "hours"],
      ["export", "sql"],
    ] {
      let ending = folder.run(words + logs)
      #expect(
        ending.code == 65 && ending.output.isEmpty && ending.errors.contains("s3.jsonl"),
        "\(ending)")
    }
    let missing = folder.run(["show", "points", "s1.jsonl", "none.jsonl"])
    #expect(missing.code == 66 && missing.output.isEmpty && missing.errors.contains("none.jsonl"))
  }

  @Test func `what only one log can mean is asked of one`() {
    for words in [
      ["--at", "5"], ["--user", "bas"], ["--json"], ["--limit", "3"], ["--grid"],
      ["--shift", "F1.2026-01-12"], ["s1.jsonl"],
    ] {
      let ending = folder.run(["show", "schedule"] + logs + words)
      #expect(ending.code == 64 && ending.output.isEmpty, "\(words): \(ending)")
      if words.first == "--user" {
        #expect(ending.errors.contains("s1.jsonl") && ending.errors.contains("s5.jsonl"))
      }
    }
    folder.write(folder.bytes("s1.jsonl"), to: "copy.jsonl")
    let same = folder.run("show", "points", "s1.jsonl", "copy.jsonl")
    #expect(same.code == 64 && same.errors.contains("the same log"))
    let own = folder.run(["export", "ndjson", "schedule", "--user", "eva4"] + criteria + logs)
    #expect(own.code == 0 && !own.lines.isEmpty && own.lines.allSatisfy { $0.contains("shop4/") })
    #expect(folder.run(["show", "schedule", "--user", "nobody"] + logs).code == 1)
    #expect(folder.run(["report"] + logs).code == 64)
  }
}
