import TestSupport
import Testing

/// Wrong keys, ids and words: each is answered with those that there are and the nearest one.
struct NearMissTests {
  private let folder = LogFolder.withStory()

  private func append(_ words: String...) -> Ending {
    folder.start(["append"] + words + ["--now", Story.now]).wait()
  }

  @Test func `a wrong key names the keys that there are, and the nearest`() {
    let wrong = append(
      "shift.scheduled", "S1", "--actor", "mia", "onwer=bas", "date=2026-01-20", "start=10:00",
      "end=12:00")
    #expect(wrong.code == 65)
    #expect(
      wrong.errors.contains(
        #"shift.scheduled has no "onwer" in its data; it takes "owner", "date", "start", "end", "#),
      "\(wrong.errors)")
    #expect(wrong.errors.contains(#"; did you mean "owner"? (unknownField)"#), "\(wrong.errors)")
    let none = append("shift.supplied", "F1.2026-01-26", "--actor", "bas", "x=1")
    #expect(none.errors.contains(#"has no "x" in its data; it takes no data"#), "\(none.errors)")
  }

  @Test func `the id of weekly work in the place of a shift is told as that, and no other shift`() {
    let shift = append(
      "shift.scheduled", "S1", "--actor", "mia", "owner=bas", "date=2026-01-20", "start=10:00",
      "end=12:00")
    #expect(shift.code == 0, "\(shift)")
    for (type, id, noun) in [
      ("shift.cancelled", "F1", "fixed shift"), ("fixedshift.removed", "S1", "shift"),
    ] {
      let ending = append(type, id, "--actor", "mia")
      #expect(ending.code == 2 && ending.errors.contains("; \(id) is a \(noun)\n"), "\(ending)")
      #expect(!ending.errors.contains("did you mean"))
    }
  }

  @Test func `blanks around an equals sign are told as that`() {
    for words in [["name", "=", "Piet"], ["name", "=Piet"]] {
      let ending = folder.start(
        ["append", "user.registered", "u3", "--actor", "mia"] + words + ["roles=employee"]
      ).wait()
      #expect(
        ending.code == 64 && ending.errors.contains("around =: name=Piet"), "\(ending.errors)")
    }
  }

  @Test func `all that is missing is told at once`() {
    let missing = append("shift.scheduled", "S1", "--actor", "mia", "owner=bas")
    #expect(missing.errors.contains(#"needs "date", "start" and "end" in its data"#))
    let empty = folder.append([#"{"subject":"S1"}"#])
    #expect(empty.errors.contains(#""type" and "actor" are missing (missingField)"#))
  }

  @Test(arguments: [
    ("shift.supplied f1.2026-01-26 --actor bas", "F1.2026-01-26"),
    ("shift.supplied F1.2026-10-26 --actor bas", "F1.2026-01-26"),
    ("shift.supplied F1.2026-01-26 --actor Bas", "bas"),
    ("shift.suggested F1.2026-01-26 --actor bas request=R2", "R1"),
    ("fixedshift.removed F2 --actor bas", "F1"),
  ])
  func `a mistyped id in a submission is told the nearest, on standard error`(
    words: String, meant: String
  ) {
    let ending = folder.start(
      ["append"] + words.split(separator: " ").map(String.init) + ["--now", Story.now]
    ).wait()
    #expect(ending.code == 2 && !ending.output.contains("did you mean"))
    #expect(ending.errors.contains("; did you mean \(meant)?\n"), "\(ending.errors)")
  }

  @Test func `blame takes a name, and meets a mistyped projection and id`() {
    folder.append([
      #"{"type":"profile.changed","subject":"eva","actor":"eva","data":{"name":"Eva Smit"}}"#
    ])
    let named = folder.run("blame", "--user", "Eva Smit")
    #expect(named.code == 0 && named.output == folder.run("blame", "--user", "eva").output)
    let projection = folder.run("blame", "schedul", "--shift", "F1.2026-01-12", "events.jsonl")
    #expect(projection.code == 64 && projection.errors.contains("did you mean schedule?"))
    let shift = folder.run("blame", "--shift", "F1.2026-01-21")
    #expect(shift.code == 1 && shift.errors.contains("did you mean F1.2026-01-12?"))
  }

  @Test func `an export refuses a person that the log has never seen, and writes no file`() {
    let ending = folder.run("export", "ics", "--user", "evva", "-o", "nobody.ics")
    #expect(ending.code == 1 && ending.errors.contains("did you mean eva?"))
    #expect(!folder.names(in: "").contains("nobody.ics"))
    let other = folder.run("export", "ics", "marketplace")
    #expect(other.code == 64 && other.errors.contains("schedule can be exported as ics"))
  }

  @Test(arguments: ["--user", "--actor", "--subject"])
  func `an id that a log never had is as wrong in one that is read once`(option: String) {
    let log = String(decoding: folder.logBytes, as: UTF8.self)
    for command in ["audit", "log"] {
      let fromFile = folder.run([command, option, "evva"])
      let once = folder.run([command, option, "evva", "-"], input: log)
      #expect(fromFile.code == 1 && once.code == 1, "\(fromFile) \(once)")
      #expect(once.errors.contains("did you mean eva?"), "\(once)")
      #expect(folder.run([command, option, "eva", "-"], input: log).code == 0)
    }
  }

  @Test func `somebody who came later is known, and has nothing yet`() throws {
    // eva's registration is event 3.
    let person = folder.run("export", "person", "--user", "eva", "--at", "1")
    #expect(person.code == 0 && !person.errors.contains("never seen"), "\(person)")
    let asked = [#"{"op":"audit","user":"eva","at":1}"#, #"{"op":"audit","actor":"eva","at":1}"#]
    let answers = folder.run(["append", "--session"], input: asked.joined(separator: "\n") + "\n")
      .lines
    #expect(
      answers.count == 3 && answers.dropFirst().allSatisfy { $0.contains(#""rows":[]"#) },
      "\(answers)")
    let shift = folder.run("audit", "--shift", "F1.2026-01-12", "--at", "1")
    #expect(shift.errors.contains("in events.jsonl up to event 1"), "\(shift)")
    let log = folder.run("log", "--user", "eva", "--at", "1")
    #expect(log.code == 0 && log.errors.contains("the log has 1 event by then"), "\(log)")
  }

  @Test(arguments: [
    ["--from", "4", "--to", "3"], ["--from", "2030-01-02", "--to", "2030-01-01"],
    ["--from", "2026-03-01T12:00:01Z", "--to", "2026-03-01T12:00:00Z"],
  ])
  func `a diff whose beginning is later than its end is a usage error, whatever lies between`(
    limits: [String]
  ) {
    let ending = folder.run(["diff"] + limits)
    #expect(ending.code == 64 && ending.errors.contains("--from is later than --to"), "\(ending)")
    #expect(folder.run(["diff", "--from", limits[3], "--to", limits[3]]).code == 0)
  }

  @Test func `a mistyped absence is told the nearest`() {
    let away = append(
      "absence.recorded", "A1", "--actor", "bas", "user=bas", "date=2026-03-02", "start=09:00",
      "end=17:00")
    #expect(away.code == 0, "\(away.errors)")
    #expect(append("absence.ended", "a1", "--actor", "bas").errors.contains("; did you mean A1?\n"))
  }

  @Test(arguments: [
    (["show", "hours", "--user", "EVA"], "eva"), (["show", "hours", "--user", "evva"], "eva"),
    (["audit", "--shift", "f1.2026-01-12"], "F1.2026-01-12"),
    (["report", "--shift", "F1.2026-01-21"], "F1.2026-01-12"),
    (["export", "mermaid", "--shift", "F1.2026-01-21"], "F1.2026-01-12"),
    (["export", "mermaid", "--request", "r1"], "R1"),
  ])
  func `a mistyped id of a question is told the nearest`(words: [String], meant: String) {
    let ending = folder.start(words).wait()
    #expect(ending.code == 1 && ending.output.isEmpty)
    #expect(ending.errors.contains("did you mean \(meant)?"), "\(ending.errors)")
  }

  @Test(arguments: [
    (["show", "week"], "a week is shown by: eventlog-tool show schedule --grid"),
    (["show", "points", "--csv"], "did you mean --format csv?"),
    (["report", "--markdown"], "did you mean --format markdown?"),
    (["replay", "--table"], "did you mean --format table?"),
    (["show", "points", "--markdown"], "did you mean --format markdown?"),
  ])
  func `words that people try are met`(words: [String], help: String) {
    let ending = folder.start(words).wait()
    #expect(ending.code == 64 && ending.output.isEmpty)
    #expect(ending.errors.hasSuffix("help: \(help)\n"), "\(ending.errors)")
  }

  @Test func `a workplace without a policy is told the policies`() {
    let ending = folder.run("init", "w.jsonl", "--workplace", "w", "--actor", "mia")
    #expect(ending.code == 64 && ending.output.isEmpty && !folder.exists("w.jsonl"))
    let help = "help: the policies are timeZone, horizonWeeks, requestDays, "
    #expect(ending.errors.contains(help), "\(ending.errors)")
  }

  @Test func `verify shows what is broken in red, where colour is wanted`() {
    #expect(!folder.run("verify", "--color", "always").output.contains("\u{1B}[31m"))
    folder.shell("sed -i '9s/system/nobody/' events.jsonl")
    let coloured = folder.run("verify", "--color", "always").output
    let plain = folder.run("verify").output
    let red = coloured.split(separator: "\n").filter { $0.hasPrefix("\u{1B}[31mevents.jsonl:") }
    #expect(red.count >= 2 && red.last?.contains("damaged, ") == true, "\(coloured)")
    #expect(!plain.contains("\u{1B}") && plain.contains("begins at byte"))
    // A manager is told line and column; verify knows the byte.
    let reading = folder.run("log", "--submissions")
    #expect(!reading.errors.contains("byte"), "\(reading.errors)")
  }

  @Test func `the first screen of a new log shows the next week with shifts`() {
    let folder = LogFolder()
    let early = Array(Story.lines.prefix(6))
    #expect(folder.append(early, "--create").code == 0)
    let screen = folder.run("replay").output
    #expect(screen.contains("Schedule 2026-W01   no shifts; the next are in 2026-W02\n"))
    #expect(screen.contains("\nSchedule 2026-W02  "))
    let empty = LogFolder()
    #expect(empty.append(Array(Story.lines.prefix(3)), "--create").code == 0)
    #expect(empty.run("replay").output.contains("Schedule 2026-W01   no shifts\n"))
  }

  @Test func `an example without its argument says how it is called`() {
    let folder = LogFolder()
    for example in ["shell/client.sh", "shell/remake.sh"] {
      let ending = folder.startProgram(Repository.examples + "/" + example, []).wait()
      let isMissing = ending.code == 127 || ending.code == 126
      #expect(isMissing || ending.errors.hasPrefix("usage: "), "\(example): \(ending.errors)")
      #expect(isMissing || ending.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `a session speaks of members, and names the operations that there are`() {
    let requests = [
      #"{"op":"shwo","projection":"users"}"#,
      #"{"op":"show","projection":"users","projektion":"x"}"#,
      #"{"op":"show","projection":"schedule","week":"W3"}"#,
      #"{"op":"show","projection":"users","week":"2026-W03"}"#,
      #"{"op":"show","projection":"study","followedOnly":true}"#,
    ]
    let replies = folder.run(
      "append", "--session", input: requests.joined(separator: "\n") + "\n"
    ).lines.dropFirst().map { OrderedJSON($0)["message"]?.text ?? "" }
    #expect(
      replies[0]
        == #"there is no op "shwo": it is one of judge, batch, show, audit, extend, follow and ping; did you mean "show"?"#
    )
    #expect(replies[1].hasSuffix(#"; did you mean "projection"?"#), "\(replies[1])")
    #expect(replies.allSatisfy { !$0.contains("--") && !$0.isEmpty }, "\(replies)")
    #expect(replies[2].hasPrefix(#""week" must be "#))
    #expect(replies[4].contains(#""followedOnly" needs "user""#))
  }
}
