import Foundation
import TestSupport
import Testing

/// A log that a newer version has written to: reads say what they do not know, writers refuse, copies go on.
struct NewerLogTests {
  /// What a newer version may record: each becomes a line behind those of the story.
  enum Invention: String, CaseIterable {
    case type, member, list, word, zone, both

    var lines: [(type: String, subject: String, data: String)] {
      let type = ("schedule.frozen", "A9", #"{"shift":"F1.2026-01-12","reason":"stocktaking"}"#)
      let member = ("user.registered", "zoe", #"{"roles":["student"],"pronouns":"they"}"#)
      return switch self {
      case .type: [type]
      case .member: [member]
      case .list:
        [("schedule.frozen", "2026-W10", #"{"days":[{"shifts":["A2","F1.2026-01-12"]}]}"#)]
      case .word:
        [("shift.edited", "F1.2026-01-12", Self.edit)]
      case .zone: [("workplace.configured", "shop", #"{"timeZone":"America/Newtown"}"#)]
      case .both: [type, member, type]
      }
    }

    private static let edit =
      #"{"date":"2026-01-12","start":"10:00","end":"15:00","override":["tooManyNights"]}"#

    var count: Int { lines.count }
    var types: String { self == .both ? "schedule.frozen, user.registered" : lines[0].type }
  }

  /// The story with inventions behind it, in batches of their own.
  private static func folder(_ invention: Invention, headed: Bool = true) -> LogFolder {
    let folder = LogFolder.withStory()
    var lines = folder.logLines
    for (index, line) in invention.lines.enumerated() {
      let sequence = String(lines.count + 1)
      let padded = String(repeating: "0", count: 12 - sequence.count) + sequence
      lines.append(
        #"{"specversion":"1.0","id":"n\#(index)","source":"/newer","type":"\#(line.type)","#
          + #""subject":"\#(line.subject)","time":"2026-03-01T12:00:00.000Z","sequence":"\#(padded)","#
          + #""actor":"bas","data":\#(line.data),"hash":""}"#)
    }
    folder.write(LogFolder.chained(lines).utf8, to: "events.jsonl")
    folder.shell("rm -r events.jsonl.d/snapshots 2>/dev/null")
    // A newer version has acknowledged them.
    if headed { #expect(folder.run("recover").code == 0) }
    return folder
  }

  /// Every command that shows what was recorded. A new one joins by a line.
  private static let reads: [[String]] = [
    ["replay"], ["replay", "--json"], ["replay", "--without", "20"], ["show", "schedule", "--all"],
    ["show", "schedule", "--all", "--json"], ["show", "users", "--format", "ndjson"],
    ["show", "inbox"],
    ["show", "attention"], ["show", "availability"], ["show", "hours", "--format", "csv"],
    ["audit", "--shift", "F1.2026-01-12"], ["audit", "--user", "bas", "--json"], ["log"],
    ["log", "--format", "table"],
    ["log", "--submissions"], ["log", "--subject", "F1.2026-01-12"], ["diff", "--from", "3"],
    ["diff", "--from", "3", "--json"],
    ["blame", "--shift", "F1.2026-01-12"], ["blame", "--shift", "F1.2026-01-12", "--json"],
    ["snapshot"], ["report"],
    ["export", "csv", "hours"], ["export", "ics", "--all"], ["export", "sql"],
    ["export", "geojson"],
    ["export", "ndjson", "schedule"], ["export", "mermaid", "--shift", "F1.2026-01-12"],
    ["export", "prometheus"],
  ]

  /// Commands that copy, check or mend bytes, or have no log.
  private static let others: [[String]] = [
    ["verify"], ["checkpoint"], ["prove", "3"], ["recover"], ["backup", "b"],
    ["restore", "events.jsonl", "-f", "r.jsonl"],
    ["import", "events.jsonl", "-f", "c.jsonl", "--create"], ["init", "new.jsonl"], ["schema"],
    ["help"], ["version"],
    ["completions", "bash"], ["man"],
  ]
  private static let writers: [[String]] = [
    ["append", "user.followed", "eva", "--actor", "bas"],
    ["append", "user.followed", "eva", "--actor", "bas", "--dry-run"], ["extend"],
    ["append", "-"], ["append", "-", "--each"], ["append", "-", "--dry-run"],
    ["append", "--session"],
  ]
  /// Commands that need a server: the tests of homes have them.
  private static let hosts: Set = ["clone", "pull", "push", "move", "home"]

  @Test func `members that submissions leave out are counted`() {
    let ending = Self.folder(.member).run("log", "--submissions")
    #expect(ending.errors.contains("left out: 1 member of data that this version"), "\(ending)")
  }

  @Test func `every command is in one of the tables`() {
    let folder = LogFolder()
    let tried = Set((Self.reads + Self.others + Self.writers).map { $0[0] }).union(Self.hosts)
    let help = folder.run("help").output
    for command in tried { #expect(help.contains(" \(command)")) }
    let all = folder.run("man").lines.compactMap {
      $0.wholeMatch(of: /\.Ss (\w+)/).map { String($0.1) }
    }
    #expect(Set(all).isSubset(of: tried), "\(Set(all).subtracting(tried))")
  }

  /// What every read says of the story without inventions.
  private static let plain: [[String]: Ending] = {
    let folder = LogFolder.withStory()
    let words = reads.flatMap { [$0, $0 + ["-q"]] }
    return Dictionary(uniqueKeysWithValues: words.map { ($0, folder.run($0)) })
  }()

  @Test(arguments: Invention.allCases)
  func `every read says once what it does not know`(_ invention: Invention) throws {
    let folder = Self.folder(invention)
    let first = folder.logLines.count - invention.count + 1
    let sentence =
      invention.count == 1
      ? "1 event that this version does not know (\(invention.types), event \(first)): what it changed is not shown"
      : "\(invention.count) events that this version does not know (\(invention.types), from event \(first)): "
        + "what they changed is not shown"
    for words in Self.reads where invention == .both || Rounds.areFull || Bool.random() {
      for quiet in Rounds.areFull ? [[], ["-q"]] : [[[], ["-q"]].randomElement()!] {
        let ending = folder.run(words + quiet)
        let told = ending.errors.components(separatedBy: sentence).count - 1
        #expect(told == 1, "\(words) \(quiet): \(ending.errors)")
        let plain = try #require(Self.plain[words + quiet])
        #expect(ending.code == plain.code, "\(words): \(ending)")
      }
      if words.contains("--json") || words == ["snapshot"] {
        let output = folder.run(words).output
        #expect(
          output.contains(#""unknown":\#(invention.count)"#), "\(words): \(output.prefix(300))")
        let plain = try #require(Self.plain[words])
        #expect(!plain.output.contains(#""unknown":\#(invention.count)"#))
      }
      if ["replay", "show", "audit", "export", "report", "log"].contains(words[0]),
        words != ["log", "--submissions"],
        !words.contains("sql"), !words.contains("--without")
      {
        let early = folder.run(words + ["--at", "\(first - 1)"])
        #expect(!early.errors.contains("does not know"), "\(words): \(early)")
      }
    }
    #expect(
      folder.run("diff", "--from", "\(first - 1)").output.contains(
        "nothing that this version knows differs") || invention == .member || invention == .both)
  }

  @Test(arguments: Invention.allCases)
  func `verify --json says what it does not know, and what it did not judge`(
    _ invention: Invention
  ) {
    let folder = Self.folder(invention)
    let first = folder.logLines.count - invention.count + 1
    for words in [["verify", "--json"], ["verify", "--json", "--rules"]] {
      let ending = folder.run(words)
      #expect(ending.output.contains(#","unknown":\#(invention.count),"findings":"#), "\(ending)")
      #expect(ending.errors.contains("does not know"), "\(ending.errors)")
      let tellsJudged = ending.errors.contains("event \(first) is one that this version")
      #expect(tellsJudged == words.contains("--rules"), "\(ending.errors)")
    }
  }

  @Test(arguments: Invention.allCases)
  func `every writer refuses, unless it is told to go on`(_ invention: Invention) {
    let submission = Story.event("new", "user.followed", "eva", "bas") + "\n"
    for words in Self.writers {
      let folder = Self.folder(invention)
      let before = folder.logBytes
      let isSession = words.contains("--session")
      let requests =
        #"{"op":"ping"}"# + "\n" + #"{"op":"show","projection":"users"}"# + "\n" + submission
        + #"{"op":"judge",\#(submission.dropFirst().dropLast())"# + "\n"
        + #"{"op":"batch","events":[\#(submission.dropLast())]}"# + "\n"
        + #"{"op":"audit","shift":"F1.2026-01-12"}"# + "\n"
      let input = isSession ? requests : submission
      let clock = ["--now", LogFolder.clock]
      let ending = folder.run(
        words + clock, input: words[1...].contains { $0 == "-" } || isSession ? input : nil)
      let told = ending.output + ending.errors
      #expect(ending.code == (isSession ? 0 : 69), "\(words): \(ending)")
      #expect(told.contains("--despite-newer"), "\(words): \(ending)")
      let reply = #""status":"failed","error":"newerLog""#
      #expect(ending.output.contains(reply), "\(words): \(ending)")
      #expect(folder.logBytes == before, "\(words)")
      if isSession {
        #expect(
          ending.lines[0].hasSuffix(#","unknown":\#(invention.count)}"#), "\(ending.lines[0])")
        #expect(
          ending.lines.count { $0.contains(#""status":"failed","error":"newerLog""#) } == 3,
          "\(ending)")
        #expect(
          ending.lines.count {
            $0.contains(#""schema":"shift-events/"#)
              && $0.contains(#""unknown":\#(invention.count)"#)
          } == 2, "\(ending)")
      }
      let forced = folder.run(
        words + clock + ["--despite-newer"],
        input: words[1...].contains { $0 == "-" } || isSession ? input : nil)
      #expect(forced.code == 0, "\(words): \(forced)")
      #expect(!forced.output.contains("newerLog"), "\(words): \(forced)")
    }
  }

  @Test func `followers of a session hear what it does not know, and are refused, too`() {
    let folder = Self.folder(.both)
    let leader = folder.start(["append", "--session"], input: .pipe)
    leader.send(#"{"op":"ping"}"# + "\n")
    let deadline = ContinuousClock.now + .seconds(20)
    while !leader.outputSoFar.contains("pong"), .now < deadline { usleep(1000) }
    let follower = folder.run(
      "append", "--session", input: Story.event("new", "user.followed", "eva", "bas") + "\n")
    #expect(follower.lines[0].hasSuffix(#","unknown":3}"#), "\(follower)")
    #expect(follower.output.contains("newerLog"), "\(follower)")
    leader.closeInput()
    #expect(leader.wait().code == 0)
  }

  @Test(arguments: Invention.allCases)
  func `what copies, checks or mends bytes goes on`(_ invention: Invention) {
    let folder = Self.folder(invention)
    for words in Self.others {
      let ending = folder.run(words)
      #expect(ending.code == 0 && !ending.errors.contains("does not know"), "\(words): \(ending)")
    }
    #expect(
      folder.bytes("b/events.jsonl") == folder.logBytes
        && folder.bytes("c.jsonl") == folder.logBytes)
    let first = folder.logLines.count - invention.count + 1
    let judged = folder.run("verify", "--rules").output
    #expect(
      judged.contains("\(first - 1) events judged again")
        && judged.contains("event \(first) is one"), "\(judged)")
  }

  @Test
  func
    `an audit lists an unknown event that is about the thing, by subject or by a text in its data`()
  {
    for (invention, words, isListed) in [
      (Invention.type, ["--shift", "F1.2026-01-12"], true), (.type, ["--shift", "A9"], true),
      (.type, ["--subject", "A9"], true),
      (.type, ["--shift", "A2"], false), (.list, ["--shift", "F1.2026-01-12"], true),
      (.list, ["--shift", "A2"], true),
      (.list, ["--subject", "2026-W10"], true), (.member, ["--user", "zoe"], true),
      (.type, ["--user", "bas"], true), (.word, ["--shift", "F1.2026-01-12"], true),
      (.type, ["--subject", "stocktaking"], true), (.type, ["--subject", "reason"], false),
    ] {
      let folder = Self.folder(invention)
      let type = invention.lines[0].type
      let rows = folder.run(["audit", "--format", "ndjson"] + words)
      #expect(
        rows.output.contains(#""type":"\#(type)""#) == isListed, "\(invention) \(words): \(rows)")
      let member = words[0].dropFirst(2)
      let session = folder.run(
        "append", "--session", input: #"{"op":"audit","\#(member)":"\#(words[1])"}"# + "\n"
      ).output
      #expect(
        session.contains(#""type":"\#(type)""#) == isListed, "\(invention) \(words): \(session)")
    }
  }

  /// A word that is not known registered her.
  @Test func `an erasure takes the name of somebody whom this version does not know`() {
    let folder = LogFolder.withStory()
    let lines = folder.logLines
    let head =
      #"{"specversion":"1.0","id":"z","source":"/newer","type":"user.registered","subject":"zoe","#
    let salt = String(repeating: "ab", count: 16)
    let profile = String(repeating: "0", count: 64)
    let rest =
      #""time":"2026-03-01T12:00:00.000Z","sequence":"\#(String(repeating: "0", count: 10))\#(lines.count + 1)","#
      + #""actor":"mia","data":{"roles":["planner"],"profile":"\#(profile)"},"hash":""}"#
    folder.write(LogFolder.chained(lines + [head + rest]).utf8, to: "events.jsonl")
    folder.shell("rm -r events.jsonl.d/snapshots 2>/dev/null")
    #expect(folder.run("recover").code == 0)
    let person = #"{"id":"zoe","name":"Zoe Smit","salt":"\#(salt)"}"# + "\n"
    folder.write(
      folder.bytes("events.jsonl.d/people.jsonl") + person.utf8, to: "events.jsonl.d/people.jsonl")
    let follow = ["append", "user.followed", "eva", "--actor", "bas", "--despite-newer"]
    let early = ["--now", "2026-03-01T13:00:00Z"]
    #expect(folder.run(follow + early).code == 0)
    #expect(folder.shell("grep -c Smit events.jsonl.d/people.jsonl").output == "1\n")
    // Who is not known cannot be erased by this version, so another one did it.
    let erased =
      #"{"specversion":"1.0","id":"y","source":"/newer","type":"user.erased","subject":"zoe","#
      + #""time":"2026-03-01T14:00:00.000Z","sequence":"\#(String(repeating: "0", count: 10))\#(lines.count + 3)","#
      + #""actor":"mia","data":{},"hash":""}"#
    folder.write(LogFolder.chained(folder.logLines + [erased]).utf8, to: "events.jsonl")
    folder.shell("rm -r events.jsonl.d/snapshots 2>/dev/null")
    #expect(folder.run("recover").code == 0)
    #expect(
      folder.run(["append", "user.unfollowed", "eva", "--actor", "bas", "--despite-newer"]).code
        == 0)
    #expect(folder.shell("grep -c Smit events.jsonl.d/people.jsonl").output == "0\n")
  }

  @Test func `a type that the log has is listed, though another one is near it`() {
    let folder = Self.folder(.type, headed: false)
    let renamed = folder.logLines.map { $0.replacing("schedule.frozen", with: "shift.auctioned") }
    folder.write(LogFolder.chained(renamed).utf8, to: "events.jsonl")
    folder.remove("events.jsonl.d")
    let found = folder.run("log", "--type", "shift.auctioned")
    #expect(found.code == 0 && found.lines.count == 1, "\(found)")
    let slip = folder.run("log", "--type", "shift.asigned")
    #expect(slip.code == 64 && slip.errors.contains("did you mean shift.assigned?"), "\(slip)")
  }

  @Test func `a follower of the log says it when the first comes by`() {
    let folder = Self.folder(.type)
    let follower = folder.start(["log", "--follow"])
    let deadline = ContinuousClock.now + .seconds(20)
    while !follower.errorsSoFar.contains("does not know"), .now < deadline { usleep(1000) }
    #expect(
      follower.errorsSoFar.contains("1 event that this version does not know (schedule.frozen"))
    follower.signal(SIGINT)
    _ = follower.wait()
  }
}
