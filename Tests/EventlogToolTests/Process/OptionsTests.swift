import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

/// Every option of every command acts or is refused.
///
/// `help COMMAND` names the options. Each is tried with each of its values behind every form of the command, until it
/// changes standard output, standard error, a file or the exit status. One that never does fails the test.
struct OptionsTests {
  /// The forms of each command; `show` has one for each projection, `export` one for each format.
  private static let forms: [String: [String]] = [
    "show": ["show schedule --grid", "show marketplace --for bas", "show hours --by month"]
      + projections.map { "show \($0)" },
    "export": [
      "export ics", "export geojson", "export csv hours", "export ndjson requests",
      "export person --user eva", "export xlsx", "export xlsx hours deals",
      "export sql hours schedule",
      "export mermaid --shift A1", "export prometheus", "export sql",
    ],
    "replay": ["replay"], "audit": ["audit --shift A1", "audit --user bas", "audit --rejected"],
    "log": ["log", "log --format table", "log --submissions"], "diff": ["diff --from 3"],
    "blame": ["blame --shift A1"], "snapshot": ["snapshot"], "report": ["report"],
    "verify": ["verify"], "checkpoint": ["checkpoint"],
    "prove": ["prove 5", "prove --check proof", "prove 5 --checkpoint old", "prove --since old"],
    "schema": ["schema"],
    "completions": ["completions bash"], "home": ["home schema", "home grant a b"], "man": ["man"],
    "help": ["help"], "version": ["version"],
    "append": ["append request.posted R9 --actor tom date=2026-03-20 --id x \(clock)"],
    "extend": ["extend \(clock)"], "init": ["init new.jsonl"], "recover": ["recover"],
    "backup": ["backup new"], "restore": ["restore events.jsonl -f new.jsonl"],
    "import": ["import events.jsonl -f events.jsonl", "import events.jsonl -f new.jsonl"],
  ]

  /// The forms that are tried: in a short suite, of a command with many, so many as are drawn.
  private static func tried(_ command: String) -> [String] {
    let all = forms[command]!
    return Array(all.shuffled().prefix(Rounds.count(1, full: all.count)))
  }

  private static let clock = "--now 2026-03-10T12:00:00Z"
  /// Commands whose every try gets a copy of the log.
  private static let writers: Set = [
    "append", "extend", "init", "recover", "import", "backup", "restore",
  ]
  /// Commands that need a server; the tests of homes have their options.
  private static let hosts: Set = ["clone", "pull", "push", "move"]

  private static let projections = [
    "schedule", "marketplace", "requests", "approvals", "absences", "trades", "deals",
    "reservations", "study", "points", "hours", "users", "vacancies", "changes", "publications",
    "periods", "inbox", "attention", "candidates --shift A7", "candidates --vacancy V1",
    "availability",
  ]

  /// Values to try, and what must stand beside them in both invocations.
  private static let values: [String: [String]] = [
    "at": ["20"], "now": ["2026-03-26T12:00:00Z", "2026-03-03T12:00:00Z"],
    "user": ["eva", "tom", "bas", "joe"], "week": ["2026-W10", "2026-W30"],
    "month": ["2026-03", "2026-07"],
    "from": ["2026-03-25", "2026-03-10", "4"], "to": ["2026-03-03", "2026-03-12", "7"],
    "place": ["till"], "label": ["early"], "company": ["grill"], "category": ["party"],
    "near": ["52.37,4.89 --within 500"], "within": ["5000 --near 52.37,4.89"], "name": ["=Ev"],
    "by": ["person"], "dialect": ["sqlite"], "over": ["1h", "100h"], "under": ["100h"],
    "on": ["2026-03-12"],
    "for": ["bas"],
    "format": ["csv", "json"], "output": ["new.json", "new.md", "made"],
    "file": ["none.jsonl"], "color": ["always"], "shift": ["A1", "A2"], "request": ["R1"],
    "absence": ["H1"], "trade": ["X1"], "vacancy": ["V1"], "deal": ["D1"], "session": ["S1"],
    "subject": ["A2"], "actor": ["eva", "eva --workplace w timeZone=UTC"], "reservation": ["Q1"],
    "type": ["shift.supplied"], "publication": ["P1"], "period": ["M1"],
    "after": ["10"], "last": ["3"], "without": ["20"], "with": ["more.ndjson@3"],
    "check": ["proof", "none"], "hash": [String(repeating: "0", count: 64)],
    "checkpoint": ["none"], "origin": ["x"], "since": ["none"], "partitions": ["3"],
    "id": ["y"], "source": ["/y"], "time": ["2026-03-10T11:59:00Z"], "correlation": ["c"],
    "expect": ["999999"], "sync": ["none"], "home": ["", "x"],
    "workplace": ["w --actor eva timeZone=UTC"],
  ]

  /// What else stands on both command lines, in turn, until the option acts.
  private static let surroundings = [
    "", "--now 2026-03-10T12:00:00Z", "--format csv", "--user eva",
    "--now 2026-03-10T12:00:00Z --format csv", "--by person", "--from 2026-03-30",
    "--lose-acknowledged", "-f new.jsonl", "--expect 999999",
  ]

  /// Options that may be given where nothing depends on them, so that a script can give them always.
  private static func isAllowed(_ option: String, _ form: String) -> Bool {
    switch option {
    // Another test asks that these act where there is something to hide, and where the clock matters; verify has
    // no findings here.
    case "all":
      [
        "reservations", "study", "points", "hours", "users", "inbox", "verify", "attention",
        "candidates", "availability", "publications", "periods",
      ].contains { form.contains($0) }
    case "now":
      [
        "reservations", "study", "points", "hours", "users", "inbox", "audit", "sql", "mermaid",
        "blame", "log", "init", "publications", "periods",
      ].contains { form.contains($0) }
    // Rows that name no people, and rows that hold no text of people. A log in a pipe is as recorded.
    case "ids": form.contains("deals") || form.contains("vacancies")
    case "raw": form == "log" || form.contains("vacancies") || form.contains("deals")
    // Some commands have no more to say, and no less.
    case "quiet", "verbose": true
    // It stands in the pair that tries --no-color.
    case "color": true
    // Following ends only when it is ended, locks need a holder, replies in words a terminal, and a sync shows
    // when the power fails: FollowTests, LocksTests, SpokenReplyTests and the simulation have these.
    case "follow", "lock-timeout", "sync": true
    case "json": form.hasPrefix("append") || form.hasPrefix("extend")
    // ClockCheckTests have a log that is live; this one is old.
    case "force-clock": true
    // This version made the log; NewerLogTests have others.
    case "despite-newer": true
    // It makes a log that is not there: another form has that.
    case "create": form == "import events.jsonl -f events.jsonl"
    // Nothing is acknowledged that a sound log lacks; TornTailTests have it.
    case "lose-acknowledged": true
    // This log has no home; BackupTests have one.
    case "without-home": true
    // SignedNoteTests have keys, notes and answers.
    case "key", "show-vkey", "note", "cosigned", "vkey", "need": true
    default: false
    }
  }

  private let folder = log.folder()

  private static let log = KeptFiles {
    let folder = LogFolder()
    folder.run("init")
    let story = try! String(
      contentsOfFile: Repository.fixtures + "/every-option.ndjson", encoding: .utf8)
    let ending = folder.append(
      story.split(separator: "\n").map(String.init), "--each", now: "2026-03-10T12:00:00Z")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    for (shift, actor, day) in [("A9", "eva", 10), ("A3", "bas", 12)] {
      folder.run(
        "append", "shift.supplied", shift, "--actor", actor, "--audit-rejections", "--now",
        "2026-03-\(day)T12:00:00Z")
    }
    folder.write(Array(folder.run("prove", "5", "--line").output.utf8), to: "proof")
    folder.write(Array(folder.run("checkpoint", "--at", "7").output.utf8), to: "old")
    folder.write(
      Array(
        #"{"type":"user.registered","subject":"z","actor":"z","data":{"roles":["student"]}}"#.utf8),
      to: "more.ndjson")
    return folder
  }

  private struct Outcome: Equatable {
    var code: Int32
    var output: String
    var errors: String
    var files: [String]
  }

  private func outcome(_ words: String) throws -> Outcome {
    let command = words.prefix { $0 != " " }
    let place = Self.writers.contains(String(command)) ? "copy" : ""
    if !place.isEmpty {
      try FileManager.default.createDirectory(
        atPath: folder.file(place), withIntermediateDirectories: true)
      for name in ["events.jsonl", "events.jsonl.d"] {
        try FileManager.default.copyItem(
          atPath: folder.file(name), toPath: folder.file("\(place)/\(name)"))
      }
    }
    let ending = folder.start(words.split(separator: " ").map(String.init), in: place).wait()
    let refused = folder.bytes("\(place)/events.jsonl.d/rejected.jsonl").count
    let names =
      folder.names(in: place) + folder.names(in: "\(place)/events.jsonl.d") + ["\(refused)"]
    if !place.isEmpty { folder.remove(place) }
    for name in ["new.json", "new.md", "made"] where folder.exists(name) { folder.remove(name) }
    return Outcome(code: ending.code, output: ending.output, errors: ending.errors, files: names)
  }

  /// The options that the help page of a command lists.
  private func options(of command: String) -> [String] {
    folder.run("help", command).lines.compactMap {
      $0.prefixMatch(of: /\s+(-\w, )?--([a-z-]+)/).map { String($0.2) }
    }.filter { $0 != "help" }
  }

  /// Returns an invocation in which the option acted, or was refused by its name.
  private func invocation(
    _ option: String, _ form: String, _ known: inout [String: Outcome]
  ) throws -> String? {
    // Colour shows in an error, such as that of a word too many.
    let isColor = option.hasSuffix("color")
    for value in Self.values[option] ?? [""] {
      for more in Self.surroundings {
        let base = "\(form) \(more)" + (isColor ? " --color always 1 2 3 4" : "")
        if more.contains("--\(option) ") || isColor && option == "color" { continue }
        let plain = try known[base] ?? outcome(base)
        known[base] = plain
        if plain.code == 64, !more.isEmpty, !isColor { continue }
        let words =
          "\(form) --\(option) \(value) \(more)" + (isColor ? " --color always 1 2 3 4" : "")
        let changed = try outcome(words)
        if changed != plain, changed.code != 64 || isColor || isRefusal(changed.errors, of: words) {
          return words
        }
      }
    }
    return nil
  }

  /// Returns `true` if an error names an option of the line or, for a flag, a word that it does not go with.
  private func isRefusal(_ errors: String, of words: String) -> Bool {
    words.split(separator: " ").contains { $0.hasPrefix("-") && errors.contains($0) }
      || errors.contains("unexpected argument")
  }

  /// A short suite draws some of the commands.
  private static let drawn = forms.keys.shuffled().prefix(Rounds.count(10, full: forms.count))

  @Test(arguments: drawn.sorted())
  func `an option acts or is refused`(command: String) throws {
    var known: [String: Outcome] = [:]
    for form in Self.tried(command) {
      for option in options(of: command) where !form.contains("--\(option)") {
        if Self.isAllowed(option, form) { continue }
        let acted = try invocation(option, form, &known)
        #expect(acted != nil, "\(form) --\(option) changes nothing")
      }
    }
  }

  @Test func `every command is tried`() {
    let commands = allCommands.map { $0.spec.name }
    #expect(Set(Self.forms.keys).union(Self.hosts) == Set(commands))
  }

  @Test func `the manual page has every option and every variable`() {
    let page = LogFolder().run("man").lines
    for option in Set(allSpecs.flatMap(\.allOptions).map(\.name)) {
      #expect(page.contains { $0.hasPrefix(".It ") && $0.contains("Fl -\(option)") }, "\(option)")
    }
    let variables = [
      "EVENTLOG_FILE", "NO_COLOR", "CLICOLOR_FORCE", "SHIFT_EVENTS_PSQL", "SHIFT_EVENTS_OPENSSL",
      "XDG_CACHE_HOME", "TMPDIR",
    ]
    for variable in variables { #expect(page.contains { $0.contains(variable) }, "\(variable)") }
  }
}
