// Each point of one reading has its test, and the tests share the sample and its hashes.

import Foundation
import ShiftEvents
import TestSupport
import Testing

/// Nothing that a person types loses a log, and no answer hides that it cannot be trusted.
struct TrustTests {
  private static let sample = try! [UInt8](
    Data(contentsOf: URL(fileURLWithPath: Repository.firstSample)))

  /// A folder with the sample as a log that came without its folder.
  private func withSample(_ name: String = "events.jsonl") -> LogFolder {
    let folder = LogFolder()
    folder.write(Self.sample, to: name)
    return folder
  }

  // MARK: - 1, 14: -o

  @Test(
    "-o refuses a log and what belongs to it",
    arguments: [
      "events.jsonl", "./events.jsonl", "other.jsonl", "other.csv", "events.jsonl.d/head",
      "events.jsonl.d/people.jsonl", "events.jsonl.d/new.csv", "events.jsonl.d/quarantine/new.csv",
      "link.csv", "hard.csv", "empty", "lost", "linked/new.csv",
    ])
  func output(target: String) {
    let folder = LogFolder.withStory()
    folder.write(Self.sample, to: "other.jsonl")
    folder.write(Self.sample, to: "other.csv")
    folder.shell(
      """
      mkdir -p events.jsonl.d/quarantine; ln -s other.csv link.csv; ln other.csv hard.csv
      "$TOOL" init empty; "$TOOL" init lost; rm lost; ln -s events.jsonl.d linked
      """)
    let before = Tree(folder.path)
    for words in [
      ["show", "hours", "--format", "csv"], ["audit", "--user", "eva", "--json"], ["snapshot"],
    ] {
      let ending = folder.start(words + ["-f", "events.jsonl", "-o", target]).wait()
      #expect(ending.code == 64 && ending.errors.contains("-o does not write"), "\(ending)")
      #expect(Tree(folder.path) == before, "\(words) \(target)")
    }
  }

  @Test func `-o never writes a file with the ending of logs`() {
    let folder = withSample()
    for name in ["rows.jsonl", "rows.JSONL"] {
      let ending = folder.run("show", "users", "--format", "ndjson", "-o", name)
      #expect(ending.code == 64 && ending.errors.contains(".ndjson"), "\(ending)")
      #expect(!folder.exists(name))
    }
  }

  @Test func `-o replaces a report, follows a link to it, keeps its mode, and fills a device`()
    throws
  {
    let folder = withSample()
    folder.write(Array("old".utf8), to: "hours.csv")
    folder.shell("chmod 600 hours.csv; ln -s hours.csv link.csv; ln -s /nowhere dead.csv")
    let answer = folder.run("show", "hours", "--format", "csv").output
    #expect(folder.run("show", "hours", "-o", "link.csv").code == 0)
    #expect(folder.bytes("hours.csv").elementsEqual(answer.utf8))
    let listing = folder.shell("stat -c %a hours.csv; test -L link.csv && echo link").lines
    #expect(listing == ["600", "link"])
    #expect(folder.run("show", "hours", "--json", "-o", "/dev/null").code == 0)
    #expect(folder.shell("test -c /dev/null").code == 0)
    #expect(folder.run("show", "hours", "-o", "dead.csv").code == 73)
    #expect(folder.run("show", "hours", "--json", "-o", ".").code == 73)
    #expect(folder.run("show", "hours", "-o", "/not/there/x.csv").code == 73)
    #expect(folder.run("show", "hours", "--json", "-o", "").code == 64)
    #expect(folder.names(in: "") == ["dead.csv", "events.jsonl", "hours.csv", "link.csv"])
  }

  // MARK: - 2, 3: files that are no log are left alone

  /// Files that no writer and no recovery may touch, and the error about each.
  private static let foreign: [(String, [UInt8], says: String)] = [
    ("package.json", Array(#"{"name":"x"}"#.utf8), "it is no log"),
    ("notes.txt", Array("notes\n".utf8), "it is no log"),
    ("nothing.bin", [UInt8](repeating: 0, count: 100), "it is no log"),
    ("mark.jsonl", [0xEF, 0xBB, 0xBF] + sample, "tail -c +4"),
    ("crlf.jsonl", sample.flatMap { $0 == 10 ? [13, 10] : [$0] }, "tr -d '\\r'"),
    (
      "pretty.jsonl",
      Array(
        String(decoding: sample, as: UTF8.self).replacingOccurrences(of: "{", with: "{\n  ").utf8),
      "jq -c ."
    ),
    ("wide.jsonl", [0xFF, 0xFE] + sample.flatMap { [$0, 0] }, "iconv"),
    (
      "other-events.jsonl",
      Array(#"{"specversion":"1.0","id":"1","source":"/x","type":"y"}\#n"#.utf8), "JSON"
    ),
  ]

  @Test(arguments: foreign.indices)
  func `a file that is no log is left alone, and the cause is named`(index: Int) {
    let (name, bytes, says) = Self.foreign[index]
    let folder = LogFolder()
    folder.write(bytes, to: name)
    for words in [
      ["append", "user.registered", "mia", "--actor", "mia", "roles=manager", "-f", name],
      ["extend", name], ["recover", name], ["recover", "--lose-acknowledged", name],
    ] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65, "\(words): \(ending)")
      #expect((ending.errors + ending.output).contains(says), "\(words): \(ending)")
      #expect(folder.bytes(name) == bytes, "\(words)")
    }
  }

  @Test func `each command that the error names undoes the other program's change`() {
    let folder = LogFolder()
    for (name, bytes, _) in Self.foreign where name.hasSuffix(".jsonl") && bytes.count > 1000 {
      folder.write(bytes, to: name)
      let error = folder.run("recover", name).errors
      let command = error.components(separatedBy: "This undoes it: ")[1]
        .components(separatedBy: " > ")[0]
      guard command != "jq -c . pretty.jsonl" || folder.shell("command -v jq").code == 0 else {
        print("skipped: jq is not there")
        continue
      }
      let ending = folder.shell("\(command) > mended.jsonl")
      #expect(ending.code == 0 && folder.bytes("mended.jsonl") == Self.sample, "\(name): \(ending)")
    }
  }

  @Test func `recover takes nothing off a log whose first line was changed`() {
    let folder = LogFolder()
    folder.write(
      Array(
        String(decoding: Self.sample, as: UTF8.self)
          .replacingOccurrences(of: "\"store\"", with: "\"stoer\"").utf8), to: "a.jsonl")
    let before = folder.bytes("a.jsonl")
    for words in [["recover", "a.jsonl"], ["recover", "--lose-acknowledged", "a.jsonl"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65 && ending.errors.contains("recover a.jsonl --to 0"), "\(ending)")
      #expect(folder.bytes("a.jsonl") == before)
    }
    let append = folder.start(["extend", "a.jsonl"]).wait()
    #expect(append.code == 65 && folder.bytes("a.jsonl") == before, "\(append)")
  }

  @Test(arguments: [false, true])
  func `recover believes a head without a sync; those of a copy are its home's`(isCopy: Bool) throws
  {
    let folder = LogFolder()
    folder.run("init")
    #expect(folder.append(Story.lines, "--each", "--sync", "none").code == 0)
    if isCopy {
      let mark = HomeMark(address: "postgresql:///store?log=a", firstHash: .zero)
      try mark.write(LogPaths(log: folder.file("events.jsonl")))
    }
    let cut = folder.run("recover", "--to", "15")
    #expect(cut.code == (isCopy ? 65 : 0) && cut.errors.contains("--lose-ack") == isCopy, "\(cut)")
    let whole = folder.run("recover")
    #expect(whole.code == 0 && !whole.output.contains("the head file was"), "\(whole)")
    #expect(folder.logLines.count == (isCopy ? Story.events : 15))
  }

  @Test
  func `recover --to keeps the events up to there, and the quarantined piece fits behind them`() {
    let folder = LogFolder.withStory()
    let bytes = folder.logBytes
    let refused = folder.run("recover", "--to", "15")
    #expect(refused.code == 65 && refused.errors.contains("--lose-acknowledged"), "\(refused)")
    for (last, says) in [("9", "inside a batch"), ("24", "no event 24")] {
      let ending = folder.run("recover", "--to", last, "--lose-acknowledged")
      #expect(ending.code == 64 && ending.errors.contains(says), "\(ending)")
    }
    #expect(folder.logBytes == bytes)
    let ending = folder.run("recover", "--to", "15", "--lose-acknowledged")
    #expect(ending.code == 0 && !ending.output.contains("torn"), "\(ending)")
    #expect(folder.logLines.count == 15)
    folder.expectVerified()
    let piece = "events.jsonl.d/quarantine/" + folder.names(in: "events.jsonl.d/quarantine")[0]
    #expect(folder.logBytes + folder.bytes(piece) == bytes)
    // As Reliability.md says: the piece is put back, and a writer takes the lines over.
    folder.shell("cat \(piece) >> events.jsonl")
    #expect(folder.append([Story.lines[1]], "--each").output.contains("duplicate"))
    #expect(folder.logBytes == bytes)
    folder.expectVerified()
  }

  @Test func `with damage in the middle recover --to keeps the events before it`() {
    let folder = withSample("a.jsonl")
    var lines = String(decoding: Self.sample, as: UTF8.self).split(separator: "\n").map(String.init)
    lines[109] = "x" + lines[109]
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "a.jsonl")
    let refused = folder.run("recover", "a.jsonl")
    #expect(refused.code == 65 && refused.errors.contains("a.jsonl:110:"), "\(refused)")
    let beyond = folder.run("recover", "--to", "300", "a.jsonl")
    #expect(beyond.code == 65 && beyond.errors.contains("--to 109"), "\(beyond)")
    #expect(folder.run("recover", "--to", "109", "a.jsonl").code == 0)
    #expect(folder.run("verify", "a.jsonl").output.contains("109 events"))
  }

  // MARK: - 4: audit vouches

  @Test func `audit lists the events before a forgery, names its line and ends with 65`() {
    let folder = LogFolder()
    var lines = String(decoding: Self.sample, as: UTF8.self).split(separator: "\n").map(String.init)
    lines[109] = lines[109].replacingOccurrences(of: "eva", with: "tom")
    folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "f.jsonl")
    let ending = folder.run("audit", "--shift", "F1.2026-01-12", "f.jsonl")
    #expect(ending.code == 65 && ending.errors.contains("f.jsonl:110:"), "\(ending)")
    #expect(!ending.output.contains("tom") && ending.output.contains("shift.supplied"))
    let json = folder.run("audit", "--shift", "F1.2026-01-12", "--json", "f.jsonl")
    #expect(json.code == 65 && json.output.contains(#""asOf":{"sequence":109,"#), "\(json)")
    let before = folder.run("audit", "--shift", "F1.2026-01-12", "--at", "109", "f.jsonl")
    #expect(before.code == 0 && before.output.contains("held by bas"))
    // In a session, too.
    let session = folder.start(
      ["append", "--session", "-f", "f.jsonl"],
      input: .bytes(Array(#"{"op":"audit","shift":"F1.2026-01-12"}\#n"#.utf8))
    ).wait()
    #expect(session.code == 65 || session.output.contains(#""error":"damaged""#), "\(session)")
  }

  @Test func `audit names the last hash, and verify --hash finds it again`() throws {
    let folder = withSample()
    let hashes = folder.logLines.map { String($0.suffix(66).prefix(64)) }
    let json = folder.run("audit", "--user", "eva", "--at", "110", "--json").output
    #expect(json.contains(#""timeZone":"Europe/Amsterdam","hash":"\#(hashes[109])","rows""#))
    #expect(json.contains(#""now":"2026-01-05T18:02"#))
    #expect(folder.run("audit", "--user", "eva").errors.contains(hashes[479]))
    let found = folder.run("verify", "--hash", hashes[109])
    #expect(found.code == 0 && found.output.contains("hash of event 110"), "\(found)")
    #expect(folder.run("verify", "--hash", hashes[109].uppercased(), "--at", "110").code == 0)
    #expect(folder.run("verify", "--hash", hashes[109], "--at", "111").code == 1)
    // A head says where the log ends.
    #expect(folder.run("recover").code == 0)
    let beyond = folder.run("verify", "--hash", hashes[109], "--at", "9999")
    #expect(beyond.code == 1 && beyond.output.contains("the log has no event 9999"), "\(beyond)")
    let log = folder.run("log", "--at", "9999")
    #expect(log.code == 64 && log.output.isEmpty)
    let none = String(repeating: "0", count: 64)
    #expect(folder.run("verify", "--hash", none).code == 1)
    // Lines with a fault of their own cannot be restored as they are.
    let lines = folder.logLines
    folder.write(
      lines.enumerated().map { $0 == 6 ? $1.replacing("actor", with: "actr") + "\n" : $1 + "\n" }
        .joined().utf8, to: "events.jsonl")
    let faulty = folder.run("verify")
    #expect(faulty.code == 65 && faulty.output.contains(": short:"), "\(faulty)")
    #expect(!faulty.output.contains("restore"), "\(faulty)")
    folder.write(lines.dropLast().map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
    #expect(folder.run("verify").output.contains("eventlog-tool restore"))
    #expect(folder.run("verify", "--hash", "abc").code == 64)
    #expect(folder.run("verify", "--at", "3").code == 64)
    #expect(folder.run("verify", "--hash", hashes[109], "--json").output.contains(#""hashOf":110"#))
  }

  // MARK: - 5: another log's folder

  @Test func `a full log beside the folder of an empty one never reads as empty`() {
    let folder = LogFolder()
    folder.run("init", "r.jsonl")
    folder.write(Self.sample, to: "r.jsonl")
    for words in [["replay"], ["show", "points", "--json"], ["log"], ["snapshot"]] {
      let ending = folder.start(words + ["r.jsonl"]).wait()
      #expect(ending.code == 0 && ending.errors.contains("480 whole events"), "\(ending.errors)")
      #expect(ending.output.contains("eva") && !ending.output.contains(#""rows":[]"#), "\(words)")
    }
    let verified = folder.run("verify", "r.jsonl")
    #expect(
      verified.code == 0 && verified.output.contains("480 events behind the acknowledged end"))
    #expect(folder.run("extend", "-f", "r.jsonl", "--now", "2026-03-31T19:00:00Z").code == 0)
    #expect(folder.run("replay", "r.jsonl").errors.isEmpty)
  }

  @Test func `whole lines behind the acknowledged end are counted if nobody writes`() {
    let folder = LogFolder.withStory()
    let head = folder.bytes("events.jsonl.d/head")
    folder.append([Story.event("n1", "user.followed", "bas", "mia")])
    folder.write(head, to: "events.jsonl.d/head")
    let ending = folder.run("replay", "--json")
    #expect(ending.code == 0 && ending.output.contains(#""events":23,"#), "\(ending)")
    #expect(ending.errors.contains("1 whole event stands behind the acknowledged end, event 23"))
    let holder = LockHolder(folder)
    #expect(folder.run("replay", "--json").errors.isEmpty)
    withExtendedLifetime(holder) {}
  }

  // MARK: - 6: clocks

  @Test func `a write with a clock ahead is reported, also by replay`() {
    let folder = LogFolder()
    folder.run("init")
    let words = ["append", "user.registered", "mia", "--actor", "mia", "roles=manager"]
    let dry = folder.start(words + ["--now", "2136-01-01T00:00:00Z", "--dry-run"]).wait()
    #expect(dry.errors.contains("the time of what would be recorded, 2136"), "\(dry.errors)")
    let ahead = folder.start(words + ["--now", "2136-01-01T00:00:00Z"]).wait()
    #expect(ahead.code == 0 && ahead.errors.contains("days ahead of this machine's clock"))
    let later = folder.run("append", "user.registered", "bas", "--actor", "bas", "roles=student")
    #expect(later.code == 0 && later.errors.contains("no later event can be earlier"), "\(later)")
    #expect(folder.run("replay").errors.contains("days ahead of this machine's clock"))
    let past = LogFolder.withStory()
    #expect(past.run("replay").errors.isEmpty)
  }

  // MARK: - 7: one finding, one place

  @Test func `line, column and offset of a cut inside a batch belong together`() throws {
    let folder = LogFolder.withStory()
    let bytes = folder.logBytes
    let starts = [0] + bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
    // Events 6 to 14 are a batch; the cut is in the tenth line, and at the end of it.
    for (cut, line, column) in [(starts[9] + 20, 10, 21), (starts[10], 11, 1)] {
      folder.write(bytes[..<cut], to: "events.jsonl")
      let start = starts[line - 1]
      let verified = folder.run("verify", "--json")
      #expect(verified.code == 65)
      #expect(
        verified.output.contains(#"{"line":\#(line),"offset":\#(start),"kind":"short""#),
        "\(verified)")
      for words in [["log"], ["replay"], ["extend"]] {
        let ending = folder.start(words).wait()
        #expect(ending.code == 65, "\(words): \(ending)")
        #expect(ending.errors.contains("events.jsonl:\(line):\(column): "), "\(words): \(ending)")
      }
      #expect(folder.run("log", "--at", "5").lines.count == 5)
    }
  }

  // MARK: - 8: unknown ids

  @Test func `an id that the log has never seen is a negative answer with the nearest one`() {
    let folder = withSample()
    for words in [
      ["show", "hours", "--user", "eav"], ["show", "schedule", "--all", "--user", "eav", "--json"],
      ["show", "inbox", "--user", "eav"], ["audit", "--user", "eav"], ["audit", "--actor", "eav"],
      ["audit", "--subject", "eav"],
    ] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 1 && ending.errors.contains("did you mean eva?"), "\(ending)")
    }
    let shift = folder.run("audit", "--shift", "F1.2026-01-13")
    #expect(shift.code == 1 && shift.errors.contains("did you mean F1.2026-01-12?"), "\(shift)")
    #expect(folder.run("show", "hours", "--user", "eav", "-o", "pay.csv").code == 1)
    #expect(!folder.exists("pay.csv"))
    let sample = String(decoding: Self.sample, as: UTF8.self)
    #expect(folder.run("show", "hours", "--user", "eav", "-", input: sample).code == 1)
    // A known person without rows.
    let known = folder.run("show", "hours", "--user", "mia")
    #expect(known.code == 0, "\(known)")
  }

  @Test func `days that end before they begin are a usage error`() {
    let ending = withSample().run("show", "hours", "--from", "2026-02-01", "--to", "2026-01-01")
    #expect(ending.code == 64 && ending.errors.contains("later than"), "\(ending)")
  }

  // MARK: - 10: expectedsequence

  @Test func `an actor who merely acted is not touched`() {
    let folder = LogFolder.withStory()
    let lines = [
      #"{"type":"shift.scheduled","subject":"L1","actor":"mia","data":{"owner":"eva","date":"2026-03-10","start":"09:00","end":"10:00"}}"#,
      #"{"type":"shift.scheduled","subject":"L2","actor":"mia","data":{"owner":"tom","date":"2026-03-11","start":"09:00","end":"10:00"}}"#,
    ]
    #expect(folder.append(lines, "--each").code == 0)
    let seen = "\(folder.logLines.count)"
    for (shift, code) in [("L1", Int32(0)), ("L2", 0), ("L1", 3)] {
      let ending = folder.run(
        "append", "shift.cancelled", shift, "--actor", "mia", "--expect", seen, "--now",
        LogFolder.clock)
      #expect(ending.code == code, "\(shift): \(ending)")
    }
  }

  // MARK: - 11: a million findings

  @Test func `after ten findings of a kind verify counts the rest and names the cause`() {
    let folder = LogFolder()
    folder.write(Self.sample.flatMap { $0 == 10 ? [13, 10] : [$0] }, to: "c.jsonl")
    let ending = folder.run("verify", "c.jsonl")
    #expect(ending.code == 65 && ending.lines.count < 16, "\(ending)")
    #expect(ending.output.contains("470 more of the kind json") && ending.output.contains("tr -d"))
    #expect(folder.run("verify", "--all", "c.jsonl").lines.count > 480)
    let json = folder.run("verify", "--json", "c.jsonl").output
    #expect(json.components(separatedBy: #""kind":"json""#).count == 481)
  }

  // MARK: - 14: manners

  @Test func `extend -q prints nothing if all went well`() {
    let folder = LogFolder.withStory()
    let ending = folder.run("extend", "-q", "--now", LogFolder.clock)
    #expect(ending.code == 0 && ending.output.isEmpty && ending.errors.isEmpty, "\(ending)")
  }

  @Test func `-v and refusals name a log that the environment chose`() {
    let folder = LogFolder.withStory()
    let environment = ["EVENTLOG_FILE": "events.jsonl"]
    let words = ["append", "user.followed", "bas", "--actor", "mia", "--now", LogFolder.clock]
    let told = "named by $EVENTLOG_FILE"
    #expect(
      folder.start(words + ["-v"], environment: environment).wait().errors.contains(told))
    let refused = folder.start(words, environment: environment).wait()
    #expect(refused.code == 2 && refused.errors.contains(told), "\(refused)")
    // An empty name counts as none.
    #expect(folder.run("replay", environment: ["EVENTLOG_FILE": ""]).code == 0)
  }

  @Test func `the words of a conflict do not say that a rule refused`() {
    let folder = LogFolder.withStory()
    let ending = folder.run(
      "append", "user.followed", "bas", "--actor", "mia", "--expect", "1", "--now", LogFolder.clock)
    #expect(ending.code == 3 && ending.errors.contains("conflict:"), "\(ending)")
    #expect(!ending.errors.contains("rejected"))
  }
}
