import Testing

@testable import eventlog_tool

/// `log` for people and for programs: what is chosen, and in which form.
struct LogForPeopleTests {
  private let folder = LogFolder.withStory()

  private func sequences(_ words: String...) -> [Int] {
    let ending = folder.start(["log"] + words).wait()
    #expect(ending.code == 0, "\(words): \(ending.errors)")
    return ending.lines.compactMap { OrderedJSON($0)["sequence"].flatMap { Int($0.text) } }
  }

  @Test func `events of before the zone was set have it, too, however they are found`() {
    let folder = LogFolder()
    folder.run("init")
    func event(_ type: String, _ subject: String, _ time: String, _ data: String) -> String {
      Story.event("\(type)-\(subject)", type, subject, "mia", "2026-07-01T\(time):00Z", data)
    }
    let appended = folder.append(
      [
        event("user.registered", "mia", "22:30", #"{"roles":["manager"]}"#),
        event("workplace.configured", "W", "22:31", #"{"timeZone":"Europe/Amsterdam"}"#),
        event("user.registered", "eva", "22:32", #"{"roles":["employee"]}"#),
      ], "--each", now: "2026-07-01T23:00:00Z")
    #expect(appended.code == 0, "\(appended)")
    for words in [[], ["--subject", "mia"], ["--user", "mia"], ["--last", "5"]] {
      let shown = folder.run(["log", "--format", "table"] + words)
      #expect(shown.output.hasPrefix("Events   times of Europe/Amsterdam"), "\(shown)")
      #expect(
        shown.output.contains("2026-07-02 00:30") && !shown.output.contains("22:3"), "\(shown)")
    }
    #expect(folder.run("log", "--from", "2026-07-02").lines.count == 3)
    #expect(folder.run("log", "--to", "2026-07-01").lines.isEmpty)
    // A pipe is read once: each table says by which clocks.
    let piped = folder.shell("$TOOL log - --format table < events.jsonl")
    #expect(
      piped.output.contains("times of UTC") && piped.output.contains("times of Europe/Amsterdam"))
  }

  @Test func `in a pipe the chosen lines stand as recorded`() {
    #expect(folder.run("log", "--raw").output == String(decoding: folder.logBytes, as: UTF8.self))
    let last = folder.run("log", "--last", "2").lines
    #expect(last == Array(folder.logLines.suffix(2)))
    #expect(sequences("--after", "21") == [22, 23])
    #expect(sequences("--last", "100").count == Story.events)
  }

  @Test func `types, people, subjects and days choose, together`() {
    #expect(sequences("--type", "shift.accepted") == [16, 23])
    #expect(sequences("--type", "shift.accepted", "--type", "request.posted") == [16, 19, 23])
    #expect(sequences("--type", "shift.", "--actor", "eva") == [16, 23])
    #expect(sequences("--subject", "F1.2026-01-12") == [8, 15, 16, 17, 18])
    #expect(sequences("--from", "2026-01-13") == [19, 20, 21, 22, 23])
    #expect(sequences("--from", "2026-01-05", "--to", "2026-01-06") == [16, 17])
    #expect(sequences("--week", "2026-W02", "--actor", "mia") == [17])
    #expect(sequences("--from", "2026-01-13", "--last", "1") == [23])
    let thin = folder.run("log", "--submissions", "--type", "shift.accepted", "-q").lines
    #expect(thin.count == 2 && thin.allSatisfy { $0.contains("shift.accepted") })
  }

  @Test func `what came with a closure is no submission, however few are asked for`() {
    func types(_ words: String...) -> [String] {
      folder.start(["log", "--submissions", "-q"] + words).wait().lines
        .map { OrderedJSON($0)["type"]?.text ?? "" }
    }
    let now = Story.now
    let closed = folder.run(
      "append", "closure.recorded", "C", "--actor", "mia", "from=2026-01-26", "cancel:=true",
      "--now", now)
    #expect(closed.code == 0, "\(closed)")
    #expect(folder.logLines.last?.contains(#""type":"shift.cancelled""#) == true)
    let all = types()
    #expect(all.last == "closure.recorded")
    let behind = folder.run(
      "append", "user.followed", "eva", "--actor", "bas", "--now", now)
    #expect(behind.code == 0, "\(behind)")
    #expect(types("--last", "50") == all + ["user.followed"])
    #expect(types("--last", "1") == ["user.followed"])
    #expect(types("--last", "50", "--actor", "mia").last == "closure.recorded")
    #expect(!types("--subject", "F1.2026-01-26").contains("shift.cancelled"))
  }

  @Test func `what happened yesterday is one command, and a day is the workplace's`() {
    let words = [
      "log", "--from", "yesterday", "--to", "yesterday", "--now", "2026-01-07T10:00:00Z",
    ]
    #expect(folder.start(words).wait().lines.count == 1)
    // 23:30 UTC is half past midnight of the next day in Amsterdam.
    folder.append([
      Story.event("n", "user.followed", "bas", "eva", "2026-02-01T23:30:00.000Z")
    ])
    #expect(sequences("--from", "2026-02-02", "--to", "2026-02-02") == [24])
    #expect(folder.run("log", "--to", "2026-02-01").lines.count == Story.events)
  }

  @Test func `on a terminal an event is a readable line`() {
    for words in [["log"], ["log", "--format", "table"]] {
      let (code, text) = folder.onTerminal(
        columns: 120, words + ["--type", "shift.accepted", "--no-color"])
      #expect(code == 0)
      #expect(
        text.split(whereSeparator: \.isNewline) == [
          "Events   times of Europe/Amsterdam",
          " seq  time              by   event           subject        effect",
          "  16  2026-01-05 19:02  eva  shift.accepted  F1.2026-01-12  awaiting approval, still bas's",
          "  23  2026-01-13 14:00  eva  shift.accepted  F1.2026-02-02  awaiting approval, still bas's",
        ])
    }
    let piped = folder.run("log", "--format", "table", "--last", "1")
    #expect(piped.lines.count == 3 && piped.output.contains("shift.accepted"))
    let raw = folder.onTerminal(columns: 80, ["log", "--raw", "--last", "1"]).text
    #expect(raw.hasPrefix(#"{"specversion""#))
  }

  @Test
  func `generated events are left out on request, and on a terminal a run of them is one line`() {
    #expect(sequences("--no-system").count == Story.events - 8)
    #expect(sequences("--no-system", "--last", "16") == [1, 2, 3, 4, 5, 6] + Array(15...23))
    #expect(sequences("--no-system", "--user", "bas", "--month", "2026-02").isEmpty)
    #expect(sequences("--month", "2026-01", "--no-system").count == Story.events - 8)
    #expect(folder.run("log", "--no-system", "--actor", "system").code == 64)
    func screen(_ words: String...) -> [String] {
      folder.onTerminal(columns: 160, ["log", "--no-color"] + words).text
        .split(whereSeparator: \.isNewline).map(String.init)
    }
    let folded = screen()
    #expect(folded.count == 2 + Story.events - 8 + 1 + 1, "\(folded)")
    #expect(
      folded.contains {
        $0.contains(" 7–14  2026-01-02 09:03  system  shift.scheduled ")
          && $0.hasSuffix(" F1.2026-01-05 …  8 shifts scheduled")
      }, "\(folded)")
    #expect(
      folded.last
        == "8 generated events stand in fewer lines: --format table lists each, --no-system none")
    for words in [["--format", "table"], ["--actor", "system"], ["--type", "shift.scheduled"]] {
      let each = folder.onTerminal(columns: 120, ["log", "--no-color"] + words).text
      #expect(each.contains("F1.2026-01-12") && !each.contains("…"), "\(each)")
    }
    #expect(!screen("--no-system").contains { $0.contains("system") })
  }

  @Test func `an answer without events says why`() {
    let none = folder.run("log", "--from", "2027-01-01")
    #expect(none.code == 0 && none.output.isEmpty)
    #expect(
      none.errors
        == "no event is like that; the log has 23 events, the last of 2026-01-13 14:00\n")
    let unknown = folder.run("log", "--subject", "F1.2026-01-13")
    #expect(unknown.code == 1 && unknown.errors.contains("did you mean F1.2026-01-12?"))
    let mistyped = folder.run("log", "--type", "shift.suplied")
    #expect(mistyped.code == 64 && mistyped.errors.contains("did you mean shift.supplied?"))
    #expect(folder.run("log", "--raw", "--submissions").code == 64)
    #expect(folder.run("log", "--last", "0").code == 64)
  }

  @Test func `what stands before damage is told first`() {
    var damaged = folder.logBytes
    let third = folder.logLines.prefix(20).reduce(0) { $0 + $1.utf8.count + 1 }
    damaged[third + 40] = 0xFF
    folder.write(damaged, to: "damaged.jsonl")
    let ending = folder.run("log", "--format", "table", "damaged.jsonl")
    #expect(ending.code == 65 && ending.lines.count == 22, "\(ending)")
    #expect(folder.run("log", "--last", "2", "damaged.jsonl").lines.count == 2)
  }

  @Test func `a local time is the workplace's, and what the clocks skip is said`() {
    let before = folder.run("log", "--at", "2026-01-05 19:02")
    #expect(before.lines.count == 15)
    #expect(folder.run("log", "--at", "2026-01-05 19:03").lines.count == 16)
    let skipped = folder.run("show", "points", "--at", "2026-03-29 02:30")
    #expect(skipped.code == 0)
    #expect(
      skipped.errors.contains(
        "the clocks of Europe/Amsterdam skip 02:30 on Sun 29 Mar 2026: 03:00 is meant"))
    let none = folder.run("show", "points", "--at", "2026-02-30")
    #expect(none.code == 64)
    #expect(none.errors == "error: there is no 2026-02-30\nhelp: 2026-02 has 28 days\n")
  }

  @Test func `an audit of some days keeps the rest of its answer`() {
    let rows = folder.run("audit", "--user", "bas", "--from", "2026-01-13", "--json").output
    let all = folder.run("audit", "--user", "bas", "--json").output
    #expect(OrderedJSON(rows)["rows"]!.elements.count < OrderedJSON(all)["rows"]!.elements.count)
    #expect(OrderedJSON(rows)["hash"]?.text == OrderedJSON(all)["hash"]?.text)
    let none = folder.run("audit", "--user", "bas", "--from", "2027-01-01")
    #expect(none.code == 0 && none.errors.contains("nothing about user bas on these days"))
  }

  @Test func `what a closure cancels is generated`() {
    let folder = LogFolder()
    folder.run("init")
    let lines = [
      "workplace.configured w timeZone=UTC", "user.registered mia roles=manager",
      "user.registered eva roles=employee",
      "shift.scheduled X1 owner=eva date=2026-03-23 start=13 end=15",
      "shift.scheduled X2 owner=eva date=2026-03-24 start=13 end=15",
      "vacancy.posted V1 date=2026-03-24 start=13 end=15 places=1",
      "closure.recorded C from=2026-03-21 to=2026-03-28 cancel=true",
      "shift.scheduled X3 owner=eva date=2026-04-01 start=13 end=15",
      "shift.cancelled X3",
    ]
    let ending = folder.run(
      "append", "-", "--words", "--actor", "mia", "--now", "2026-03-20T12:00:00Z",
      input: lines.joined(separator: "\n"))
    #expect(ending.code == 0, "\(ending.errors)")
    func types(_ words: String...) -> [String] {
      folder.run(["log", "--no-system"] + words).lines.compactMap {
        OrderedJSON($0)["type"]?.text
      }
    }
    #expect(types().suffix(3) == ["closure.recorded", "shift.scheduled", "shift.cancelled"])
    #expect(types("--subject", "X1") == ["shift.scheduled"])
    #expect(types("--type", "shift.cancelled", "--last", "5") == ["shift.cancelled"])
    #expect(types("--actor", "mia", "--type", "vacancy.").count == 1)
  }
}
