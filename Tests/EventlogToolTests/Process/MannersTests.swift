import Foundation
import Testing

@testable import eventlog_tool

/// Promises to a person at a terminal and to a script behind a pipe.
struct MannersTests {
  // MARK: - Help and mistakes

  @Test func `help pages are as recorded`() {
    let folder = LogFolder()
    let overview = folder.run("help")
    #expect(overview.code == 0 && overview.errors.isEmpty)
    expectGolden(overview.output, "help.txt")
    #expect(folder.run("--help").output == overview.output)
    for spec in allSpecs {
      let page = folder.run("help", spec.name)
      #expect(page.code == 0)
      expectGolden(page.output, "help-\(spec.name).txt")
      #expect(folder.run(spec.name, "-h").output == page.output)
      // Examples alone are never broken: they are there to be copied.
      let prose = page.output.split(separator: "\n").filter { !$0.contains("  eventlog-tool ") }
      #expect(prose.allSatisfy { displayWidth(String($0)) <= 80 })
    }
    #expect(folder.run("version").output == folder.run("--version").output)
  }

  @Test func `without a command there is the help, not a hang`() {
    let ending = LogFolder().run()
    #expect(ending.code == 64 && ending.output.isEmpty)
    #expect(ending.errors == LogFolder().run("help").output)
  }

  @Test(arguments: [
    (["shwo", "points"], "did you mean show?"), (["help", "verfy"], "did you mean verify?"),
    (["show", "pionts"], "did you mean points?"),
    (["show", "points", "--jsn"], "did you mean --json?"),
    (["append", "shift.suplied", "S", "--actor", "a"], "did you mean shift.supplied?"),
    (["append", "-", "--ech"], "did you mean --each?"),
    (["show", "points", "--format", "jsn"], "did you mean json?"),
    (["append", "-", "--sync", "alway"], "did you mean always?"),
    (["replay", "--colour", "always"], "did you mean --color?"),
    (["audit", "F1.2026-01-12", "events.jsonl"], "did you mean --shift F1.2026-01-12?"),
    (["audit", "F1.2026-01-12"], "did you mean --shift F1.2026-01-12?"),
    (["audit", "events.jsonl", "F1.2026-01-12"], "did you mean --shift F1.2026-01-12?"),
    (["audit", "-f", "events.jsonl", "R1"], "did you mean --subject R1?"),
    (
      ["audit", "log"],
      "name one with --shift, --request, --absence, --trade, --deal, --vacancy, --series, "
        + "--closure, --publication, --period, --session, --user, --subject or --actor"
    ),
    (["init", "-"], "name a file: eventlog-tool init events.jsonl"),
    (["init", "-f", "-", "--workplace", "w"], "name a file: eventlog-tool init events.jsonl"),
  ])
  func `a mistyped word is answered with the nearest known one`(words: [String], help: String) {
    let folder = LogFolder()
    let ending = folder.start(words).wait()
    #expect(ending.code == 64 && ending.output.isEmpty)
    #expect(ending.errors.hasSuffix("help: \(help)\n"), "\(ending.errors)")
    #expect(folder.names(in: "").isEmpty)
  }

  @Test(arguments: [
    ["help", "nonsense"], ["show", "nonsense"], ["append", "nonsense", "S"], ["nonsense"],
    ["log", "--type", "nonsense"], ["schema", "events", "--type", "nonsense"],
    ["schema", "nonsense"], ["export", "nonsense"],
  ])
  func `a word that nobody knows is answered in a few lines`(words: [String]) {
    let folder = LogFolder.withStory()
    let ending = folder.start(words).wait()
    #expect(ending.code == 64 && ending.errors.contains("help: "))
    #expect(ending.errors.utf8.count < 500, "\(ending.errors)")
  }

  @Test func `completion offers the projections that a format can write`() {
    let folder = LogFolder.withStory()
    func offered(_ format: String) -> [String] {
      folder.run("completions", "--words", "--", "export", format, "").lines
    }
    #expect(offered("csv").contains("points") && offered("ics").contains("schedule"))
    #expect(!offered("ics").contains("points") && offered("geojson").contains("deals"))
    #expect(offered("mermaid") == [] && offered("sql").first == "events")
    let more = folder.run("completions", "--words", "--", "export", "xlsx", "grid", "hours", "")
    #expect(more.lines.contains("schedule") && !more.lines.contains("hours"))
    for projection in offered("ics") {
      let ending = folder.start(["export", "ics", projection, "--all"]).wait()
      #expect(!ending.errors.contains("which ics needs"), "\(ending.errors)")
    }
  }

  @Test func `push says that it needs --restore, in an error, in help and where one types`() {
    let folder = LogFolder.withStory()
    for words in [["push"], ["push", "missing.jsonl"], ["push", "-f", "events.jsonl"]] {
      let ending = folder.run(words)
      #expect(ending.code == 64 && ending.errors.contains("push needs --restore"), "\(ending)")
      #expect(ending.errors.contains("help: eventlog-tool push --restore LOG"), "\(ending)")
    }
    #expect(folder.run("push", "--help").output.contains("--restore  Needed: "))
    func offered(_ words: String...) -> [String] {
      folder.run(["completions", "--words", "--", "push"] + words).lines
    }
    #expect(offered("") == ["--restore"] && offered("events.jsonl", "") == ["--restore"])
    #expect(offered("--restore", "") == [] && offered("--re") == ["--restore"])
  }

  @Test func `shapes of errors are as recorded`() {
    let folder = LogFolder.withStory()
    folder.write(
      (Story.event("x", "hours.recorded", "F1.2026-01-12", "eva", nil, #"{"minutes":"thirty"}"#)
        + "\n").utf8, to: "bad.jsonl")
    var damaged = folder.logBytes
    damaged.replaceSubrange(40..<41, with: [0xff])
    folder.write(damaged, to: "damaged.jsonl")
    let commands = [
      ["append", "bad.jsonl"], ["append", "shift.supplied", "X", "--actor", "bas"],
      ["append", "shift.accepted", "F1.2026-01-26", "--actor", "bas", "--now", Story.now],
      ["append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--expect", "20"],
      ["append", "nope.jsonl"], ["show", "none"], ["show"], ["replay", "damaged.jsonl"],
      ["verify", "damaged.jsonl"], ["replay", "missing.jsonl"], ["init"],
      ["audit", "--shift", "F9"], ["log", "--at", "99"], ["show", "points", "--at", "x"],
    ]
    var text = ""
    for command in commands {
      let ending = folder.start(command).wait()
      text += "$ eventlog-tool \(command.joined(separator: " "))\n"
      text += ending.output + ending.errors + "exit \(ending.code)\n\n"
    }
    expectGolden(text, "errors.txt")
  }

  @Test func `tables are as recorded`() {
    let folder = LogFolder.withStory()
    var text = ""
    for command in [
      ["replay"], ["replay", "--now", Story.now],
      ["show", "schedule", "--now", Story.now], ["show", "marketplace", "--now", Story.now],
      ["show", "requests", "--now", Story.now], ["show", "approvals", "--now", Story.now],
      ["show", "points"], ["show", "hours"], ["show", "users"],
      ["audit", "--shift", "F1.2026-01-12"], ["audit", "--user", "tom"], ["verify"],
    ] {
      let ending = folder.start(command).wait()
      text += "$ eventlog-tool \(command.joined(separator: " "))\n\(ending.output)\n"
    }
    expectGolden(text, "tables.txt")
  }

  // MARK: - Which log

  @Test func `the log is the option, the word, the variable, the usual name, in this order`() {
    let folder = LogFolder.withStory()
    for (name, count) in [("two.jsonl", 2), ("three.jsonl", 3), ("four.jsonl", 4)] {
      folder.run("init", name)
      let lines = Story.lines.prefix(count).joined(separator: "\n")
      folder.run("append", "-", "-f", name, "--now", LogFolder.clock, input: lines)
    }
    func count(_ arguments: String..., environment: [String: String] = [:]) -> Int {
      folder.start(["log"] + arguments, environment: environment).wait().lines.count
    }
    #expect(count("-f", "two.jsonl", environment: ["EVENTLOG_FILE": "four.jsonl"]) == 2)
    #expect(count("three.jsonl", environment: ["EVENTLOG_FILE": "four.jsonl"]) == 3)
    #expect(count(environment: ["EVENTLOG_FILE": "four.jsonl"]) == 4)
    #expect(count() == Story.events)
    #expect(count("--file=two.jsonl") == 2 && count("--", "two.jsonl") == 2)
    #expect(folder.run("log", "-f", "two.jsonl", "three.jsonl").code == 64)
  }

  // MARK: - Pipes, disks and interruptions

  @Test func `a closed pipe ends quietly`() {
    let folder = LogFolder.withStory()
    for command in ["log", "show schedule --all", "replay", "snapshot", "help append"] {
      let ending = folder.shell(#""$TOOL" \#(command) | head -1; exit ${PIPESTATUS[0]}"#)
      #expect(ending.errors.isEmpty && ending.lines.count == 1, "\(command)")
      let closed = folder.shell(
        #""$TOOL" \#(command) 2>err | true; echo ${PIPESTATUS[0]}; cat err"#)
      #expect(["0\n", "141\n"].contains(closed.output), "\(command): \(closed.output)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func `an answer that finds no room ends in 74`() {
    let folder = LogFolder.withStory()
    for command in ["log", "show users", "replay --json", "snapshot", "help", "version", "verify"] {
      let ending = folder.shell(#""$TOOL" \#(command) > /dev/full"#)
      #expect(ending.code == 74, "\(command)")
      #expect(ending.errors.contains("No space left"), "\(command)")
    }
    let closed = folder.shell(#""$TOOL" log >&-"#)
    #expect(closed.code == 74)
    // Here something has happened before.
    let append = folder.shell(
      #""$TOOL" append shift.revoked F1.2026-01-26 --actor bas --now \#(Story.now) > /dev/full"#)
    #expect(append.code == 74 && append.errors.contains("may be recorded all the same"))
    #expect(folder.logLines.count == Story.events + 1)
    for (command, log) in [
      ("init new.jsonl --workplace w --actor mia timeZone=UTC", "new.jsonl"),
      ("extend events.jsonl", "events.jsonl"),
      ("import events.jsonl -f i.jsonl --create", "i.jsonl"),
      ("append user.registered n --actor n roles=student -f events.jsonl", "events.jsonl"),
    ] {
      let ending = folder.shell(#""$TOOL" \#(command) > /dev/full"#)
      #expect(ending.code == 74 && ending.errors.contains("all the same"), "\(ending)")
      #expect(ending.errors.hasSuffix("see: eventlog-tool log \(log)\n"), "\(command): \(ending)")
    }
  }

  @Test func `closed descriptors never lead into the log`() {
    let folder = LogFolder.withStory()
    let line = Story.event("c", "shift.revoked", "F1.2026-01-26", "bas")
    folder.write((line + "\n").utf8, to: "in.jsonl")
    folder.shell(#""$TOOL" append in.jsonl --now \#(Story.now) <&- >&- 2>&-"#)
    #expect(folder.logLines.count == Story.events + 1)
    folder.expectVerified()
  }

  @Test func `interrupted while it waits for input, it ends in 130`() {
    let folder = LogFolder.withStory()
    let tool = folder.start(["append", "-", "--each", "--now", Story.now], input: .pipe)
    tool.send(Story.event("i", "shift.revoked", "F1.2026-01-26", "bas") + "\n")
    let deadline = ContinuousClock.now + .seconds(10)
    while tool.outputSoFar.isEmpty, .now < deadline { usleep(500) }
    tool.signal(SIGINT)
    let ending = tool.wait()
    #expect(ending.code == 130 && ending.lines.count == 1)
    folder.expectVerified()
  }

  // MARK: - Terminals

  @Test func `reading standard input from a terminal prints help instead of hanging`() {
    let folder = LogFolder.withStory()
    let commands = [
      ["append", "-"], ["append", "-", "--each"], ["append", "--session"], ["log", "-"],
      ["replay", "-"], ["show", "points", "-"], ["audit", "--shift", "F1", "-"], ["verify", "-"],
      ["verify", "--rules", "-"], ["recover", "-"],
    ]
    for command in commands {
      let (code, shown) = folder.onTerminal(columns: 80, command)
      let text = shown.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(code == 64 && text.contains("usage: eventlog-tool \(command[0]) "), "\(command)")
      #expect(text.contains("error: standard input is a terminal: "), "\(command)")
    }
  }

  @Test(arguments: [
    ["replay"], ["replay", "--now", Story.now], ["show", "schedule", "--all"],
    ["show", "requests", "--all"], ["show", "approvals", "--now", Story.now], ["show", "users"],
    ["show", "points"], ["audit", "--shift", "F1.2026-01-12"], ["audit", "--user", "bas"],
    ["help"], ["help", "append"], ["diff", "--from", "3"], ["verify"], ["verify", "--rules"],
    ["verify", "--hash", String(repeating: "a", count: 64)], ["replay", "--without", "15"],
    ["log"], ["show", "inbox", "--user", "bas"],
  ])
  func `on a terminal of eighty columns no line is wider`(arguments: [String]) {
    let folder = LogFolder.withStory()
    let (code, text) = folder.onTerminal(columns: 80, arguments + ["--color", "always"])
    #expect(code == 0 || code == 1)
    let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    for line in plain.split(whereSeparator: \.isNewline) {
      #expect(displayWidth(String(line)) <= 80, "\(line)")
    }
  }

  @Test func `a table too wide for a terminal loses columns, but no id, date or time`() {
    let folder = LogFolder.withStory()
    let (code, text) = folder.onTerminal(
      columns: 80, ["show", "schedule", "--now", Story.now, "--no-color"])
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    #expect(
      code == 0
        && lines == [
          "Schedule   as of event 23, 2026-01-13 14:00 Europe/Amsterdam",
          " Shift          Owner  Date        Start  End    Status     Taker  Request",
          " F1.2026-01-19  bas    2026-01-19  15:00  20:00  suggested         R1",
          " F1.2026-01-26  bas    2026-01-26  15:00  20:00  supplied",
          " F1.2026-02-02  bas    2026-02-02  15:00  20:00  awaiting   eva",
          " F1.2026-02-09  bas    2026-02-09  15:00  20:00  idle",
          " F1.2026-02-16  bas    2026-02-16  15:00  20:00  idle",
          " F1.2026-02-23  bas    2026-02-23  15:00  20:00  idle",
          "left out: Week, Via, Fixed shift, First owner, Minutes; a wider terminal, a pipe",
          "and --json have them",
        ])
    let narrow = folder.onTerminal(
      columns: 50, ["show", "approvals", "--now", Story.now, "--no-color", "-q"])
    #expect(narrow.text.contains(" F1.2026-02-02  bas    eva    2026-02-02  15:00"))
    #expect(!narrow.text.contains("left out"))
    let wide = folder.onTerminal(columns: 200, ["show", "schedule", "--now", Story.now])
    #expect(wide.text.contains("First owner") && !wide.text.contains("left out"))
    let piped = folder.run("show", "schedule", "--now", Story.now)
    #expect(piped.output.contains("First owner") && piped.errors.isEmpty)
  }

  @Test func `colour on a terminal only, and as the environment wants`() {
    let folder = LogFolder.withStory()
    func isColoured(_ environment: [String: String], _ options: String...) -> Bool {
      folder.onTerminal(columns: 80, ["show", "users"] + options, environment: environment)
        .text.contains("\u{1B}[")
    }
    #expect(isColoured([:]))
    #expect(!isColoured(["NO_COLOR": "1"]) && !isColoured(["TERM": "dumb"]))
    #expect(!isColoured([:], "--no-color") && !isColoured([:], "--color", "never"))
    let piped = folder.run("show", "users")
    #expect(!piped.output.contains("\u{1B}"))
    #expect(
      folder.run("show", "users", environment: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}["))
    let both = ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]
    #expect(!folder.run("show", "users", environment: both).output.contains("\u{1B}"))
    #expect(folder.run("show", "users", "--color", "always").output.contains("\u{1B}["))
  }

  @Test func `on a terminal, log escapes control characters`() {
    let folder = LogFolder.withStory()
    // U+202E is no control character to JSON: it may stand in a recorded text.
    folder.append([
      #"{"type":"user.registered","actor":"mia","subject":"ann","note":"a\u202eb","data":{"roles":["company"]}}"#
    ])
    #expect(folder.logLines.count == Story.events + 1)
    let shown = folder.onTerminal(columns: 80, ["log", "--raw"]).text
    #expect(shown.contains(#"a\u202eb"#) && !shown.contains("\u{202E}"))
    #expect(folder.run("log").output.contains("a\u{202E}b"))
    folder.append([
      Story.event(
        "d", "deal.posted", "D1", "ann", nil,
        "{\"name\":\"B\u{202E}as\",\"companyName\":\"Ann\",\"category\":\"food\",\"latitude\":52.1,"
          + "\"longitude\":5.1,\"validUntil\":\"\(LogFolder.clock.prefix(10))T22:00:00Z\"}")
    ])
    let deals = ["show", "deals", "--all", "--format", "csv"]
    let csv = folder.onTerminal(columns: 80, deals).text
    #expect(csv.contains(#"B\u{202E}as"#) && !csv.contains("\u{202E}"))
    let piped = folder.run(deals).output
    #expect(piped.contains(#"B\u{202E}as"#) && !piped.contains("\u{202E}"))
    #expect(folder.run(deals + ["--raw"]).output.contains("B\u{202E}as"))
  }

  // MARK: - The same bytes

  @Test func `language and time zone of the machine change nothing`() {
    let folder = LogFolder.withStory()
    let commands = [
      ["replay"], ["replay", "--json"], ["snapshot"],
      ["show", "schedule", "--all", "--now", Story.now],
      ["show", "users", "--json", "--now", Story.now], ["audit", "--shift", "F1.2026-01-12"],
      ["log"], ["verify"], ["help"], ["show", "nothing"],
    ]
    let places: [[String: String]] = [
      ["LANG": "C"], ["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata"],
      ["LC_ALL": "ar_EG.UTF-8", "TZ": "America/St_Johns"], ["TZ": ":/nowhere", "LC_ALL": "zh_CN"],
    ]
    for command in commands {
      let endings = places.map { folder.start(command, environment: $0).wait() }
      for ending in endings {
        #expect(ending.output == endings[0].output && ending.errors == endings[0].errors)
      }
    }
  }

  @Test func `what reads a log twice says so of every pipe`() {
    let folder = LogFolder.withStory()
    for words in ["prove 1", "blame --user eva", "diff --from 1", "prove --since c"] {
      for log in ["- < events.jsonl", "<(cat events.jsonl)"] {
        let ending = folder.shell("$TOOL checkpoint > c; $TOOL \(words) -f \(log)")
        #expect(ending.code == 64 && ending.errors.contains("read twice"), "\(words): \(ending)")
      }
    }
    let ending = folder.shell("$TOOL show candidates --shift none -f - < events.jsonl")
    #expect(ending.code == 1 && ending.errors.contains("shift \"none\""), "\(ending)")
  }

  @Test func `no command that writes a file replaces a log or what lies beside one`() {
    let folder = LogFolder.withStory()
    for target in ["events.jsonl", "events.jsonl.d/people.jsonl", "events.jsonl.d/head"] {
      for words in ["schema events", "schema", "snapshot", "checkpoint", "show users"] {
        let before = folder.bytes(target)
        let ending = folder.shell("$TOOL \(words) -o \(target)")
        #expect(ending.code == 64 && folder.bytes(target) == before, "\(words) \(target)")
      }
    }
    let closed = folder.shell("$TOOL snapshot -o >(head -c 5 > /dev/null)")
    #expect(closed.code == 0 && closed.errors.isEmpty, "\(closed)")
  }

  @Test func `a side file without end takes no memory`() {
    let folder = LogFolder.withStory()
    let story = folder.run("show", "users").output
    folder.shell(
      "mkdir -p events.jsonl.d/snapshots; truncate -s 90G events.jsonl.d/snapshots/state")
    for words in ["show users", "replay", "extend -q"] {
      let ending = folder.shell("ulimit -v 8000000; $TOOL \(words)")
      #expect(ending.code == 0, "\(words): \(ending)")
      #expect(words != "show users" || ending.output == story)
    }
    folder.shell("truncate -s 90G events.jsonl.d/rejected.jsonl; truncate -s 90G people")
    #expect(folder.run("audit", "--rejected").code < 128)
    folder.shell("cp events.jsonl.d/people.jsonl kept; truncate -s 90G events.jsonl.d/people.jsonl")
    for words in ["show users", "verify", "append user.followed eva --actor bas"] {
      let ending = folder.shell("ulimit -v 8000000; timeout 20 $TOOL \(words)")
      #expect(ending.code < 124, "\(words): \(ending)")
    }
  }
}
