import Foundation
import TestSupport
import Testing

/// Input without end: a line that is too long is dropped as it streams, and memory does not grow.
///
/// `CAMPAIGN_ENDLESS_BYTES=10737418240` sends 10 GiB instead of 40 MiB, which a tool of 26 MiB cannot hold in 64.
@Suite(
  .serialized, .besidePrograms,
  .enabled(
    if: FileManager.default.fileExists(atPath: "/proc/self/status"),
    "reads a process's peak memory from /proc"))
struct EndlessInputTests {
  private static let bytes =
    ProcessInfo.processInfo.environment["CAMPAIGN_ENDLESS_BYTES"] ?? "\(40 << 20)"

  /// Runs the tool on the output of a shell command; returns its ending and its peak memory.
  private func run(
    _ folder: LogFolder, _ generator: String, _ arguments: [String]
  ) -> (ending: Ending, peakKibibytes: Int) {
    let ending = folder.startProgram(
      "python3",
      [
        "-c",
        """
        import resource, subprocess, sys
        feed = subprocess.Popen(["bash", "-c", sys.argv[1]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        tool = subprocess.Popen(sys.argv[2:], stdin=feed.stdout)
        feed.stdout.close()
        import os
        _, status, usage = os.wait4(tool.pid, 0)
        feed.wait()
        print("peak", usage.ru_maxrss, flush=True)
        sys.exit(os.waitstatus_to_exitcode(status))
        """, generator, BuiltTool.path,
      ] + arguments
    ).wait(seconds: 3_600)
    let peak = ending.output.components(separatedBy: "peak ").last.flatMap {
      Int($0.prefix { $0.isNumber })
    }
    return (ending, peak ?? .max)
  }

  private static let inputs = [
    ("zeros", "head -c \(bytes) /dev/zero"),
    ("brackets", "head -c \(bytes) /dev/zero | tr '\\0' '['"),
    ("an open string", "(printf '{\"type\":\"'; head -c \(bytes) /dev/zero | tr '\\0' x)"),
  ]

  @Test(arguments: inputs)
  func `a line without end stays under sixty-four mebibytes, wherever it comes in`(
    name: String, generator: String
  ) {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    var commands: [([String], Int32)] = [(["append", "-", "--each"], 65), (["verify", "-"], 65)]
    if name == "an open string" {
      commands += [
        (["append", "-"], 65), (["append", "--session"], 0), (["replay", "-"], 65),
        (["verify", "--rules", "-"], 65), (["log", "-"], 65), (["show", "points", "-"], 65),
      ]
    }
    for (arguments, code) in commands {
      let (ending, peak) = run(folder, generator, arguments)
      #expect(ending.code == code, "\(name) to \(arguments): \(ending.errors)")
      #expect(peak < 64 << 10, "\(name) to \(arguments): \(peak) KiB")
      print("endless input: \(name) to \(arguments.joined(separator: " ")): peak \(peak) KiB")
      if arguments[0] == "append" {
        #expect(ending.output.contains("lineTooLong"), "\(name) to \(arguments)")
      }
    }
    #expect(folder.logBytes == before)
  }

  @Test(arguments: [
    ("a row", "(echo user,date; head -c \(bytes) /dev/zero | tr '\\0' a)"),
    ("a quoted cell", "(printf '\"user,date'; head -c \(bytes) /dev/zero | tr '\\0' '\\n')"),
    ("a row of cells", "(echo user,date; head -c \(bytes) /dev/zero | tr '\\0' ,)"),
    ("empty rows", "(echo user,date; yes , | head -c \(bytes))"),
  ])
  func `a table without end is refused, whether it is a batch or not`(
    name: String, generator: String
  ) {
    let folder = LogFolder.withStory()
    for each in [[], ["--each"]] {
      let (ending, peak) = run(
        folder, generator,
        ["append", "absence.recorded", "--csv", "-", "--actor", "mia"] + each)
      #expect(ending.code == 65, "\(name) \(each): \(ending.errors)")
      let code = ["empty rows", "a quoted cell"].contains(name) ? "batchTooLarge" : "lineTooLong"
      #expect(ending.output.contains(code), "\(name) \(each): \(ending.output)")
      #expect(peak < 128 << 10, "\(name) \(each): \(peak) KiB")
    }
  }

  @Test func `many lines that are wrong are answered one by one in the same memory`() {
    let folder = LogFolder.withStory()
    let count = Rounds.count(25_000, full: 200_000)
    let (ending, peak) = run(
      folder, "yes '{\"type\":\"shift.supplied\"}' | head -\(count)",
      ["append", "-", "--each", "-q"])
    #expect(ending.code == 65 && peak < 64 << 10, "\(peak) KiB")
  }

  @Test
  func
    `a line of a million keys, one nested a hundred thousand deep, and one of a million numbers`()
  {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let keys = #"echo "{$(seq -s, -f '"k%.0f":1' 1000000)}""#
    let lines = [
      keys, "yes '[' | head -100000 | tr -d '\\n'; echo",
      #"yes '{"a":' | head -100000 | tr -d '\n'; echo"#,
      "echo [$(yes 1, | head -400000 | tr -d '\\n')1]",
    ]
    for line in lines {
      for arguments in [["append", "-", "--each"], ["append", "--session"], ["verify", "-"]] {
        // The longest goes to each of them in full.
        if line == keys, arguments[0] == "verify" || arguments[1] == "--session", !Rounds.areFull {
          continue
        }
        let (ending, peak) = run(folder, line, arguments)
        #expect([0, 65].contains(ending.code), "\(line) to \(arguments)")
        #expect(peak < 256 << 10, "\(line) to \(arguments): \(peak) KiB")
        print("\(line.suffix(60)) to \(arguments.joined(separator: " ")): peak \(peak) KiB")
      }
    }
    #expect(folder.logBytes == before)
  }

  @Test
  func `a stored line over four mebibytes is damage at its place, and the lines behind are read`() {
    let folder = LogFolder.withStory()
    let lines = folder.logLines
    let long = #"{"specversion":"1.0","id":""# + String(repeating: "x", count: 5 << 20)
    folder.write(
      ([lines[0], long] + lines[2...]).map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
    // Without a head, which would show at once that the end is another.
    folder.remove("events.jsonl.d")
    let verified = OrderedJSON(folder.run("verify", "--json").output)
    #expect(verified["findings"]?.elements.count == 1)
    let finding = verified["findings"]?.elements.first
    #expect(finding?["line"]?.number == 2 && finding?["kind"]?.text == "json")
    #expect(finding?["offset"]?.number == lines[0].utf8.count + 1)
    #expect(verified["events"]?.number == Story.events - 1)
    let replayed = folder.run("replay")
    #expect(replayed.code == 65 && replayed.errors.contains("more than 4194304"))
    #expect(replayed.errors.utf8.count < 1_000)
  }

  @Test func `a dry run's memory grows as the state does, and no more`() {
    func peak(of count: Int, _ options: String...) -> Int {
      let folder = LogFolder.withStory()
      let registration =
        #"{"id":"i&","type":"user.registered","subject":"u&","actor":"u&","data":{"roles":["student"]}}"#
      let (ending, peak) = run(
        folder, "seq \(count) | sed 's/.*/\(registration)/'", ["append", "-", "--each"] + options)
      #expect(ending.code == 0, "\(ending.errors)")
      let status = options.contains("--dry-run") ? "accepted" : "appended"
      #expect(ending.output.components(separatedBy: "\"status\":\"\(status)\"").count == count + 1)
      return peak
    }
    let (few, many) = (4_000, Rounds.count(16_000, full: 24_000))
    let dry = peak(of: many, "--dry-run") - peak(of: few, "--dry-run")
    let recording = peak(of: many, "--sync", "none") - peak(of: few, "--sync", "none")
    print("\(many - few) more events: dry \(dry) KiB, recording \(recording) KiB")
    #expect(dry < recording + 5 << 10)
  }

  @Test func `a dry run finds what it would have recorded: repeats, other contents, conflicts`() {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    func line(_ id: Int, _ user: String, _ more: String = "") -> String {
      #"{"id":"i\#(id)","type":"user.registered","subject":"\#(user)","actor":"\#(user)"\#(more),"data":{"roles":["student"]}}"#
    }
    // More than a group of lines takes, so that the first are put away when they are asked for.
    let new = (0..<3_000).map { line($0, "u\($0)") }
    let follow = #"{"type":"user.followed","subject":"u1","actor":"u2","expectedsequence":"#
    let lines =
      new + [
        line(7, "u7"), line(7, "u8"), line(2_999, "u2999"), line(5_000, "u7"),
        follow + "\(Story.events)}", follow + "\(Story.events + 3_000)}", follow + "9000}",
      ]
    let ending = folder.append(lines, "--each", "--dry-run", now: "2026-03-01T12:00:00Z")
    let answers = ending.lines.suffix(7).map { answer in
      (answer.firstMatch(of: /"error":"(\w+)"/) ?? answer.firstMatch(of: /"status":"(\w+)"/))
        .map { String($0.1) } ?? answer
    }
    #expect(
      answers == [
        "duplicate", "idConflict", "duplicate", "userExists", "conflict", "accepted", "conflict",
      ], "\(ending.lines.suffix(7))")
    #expect(folder.logBytes == before)
    #expect(ending.lines.prefix(3_000).allSatisfy { $0.hasPrefix(#"{"status":"accepted","#) })
    // What it finds is what is found when all is recorded, with its place and its hash.
    let recorded = folder.append(lines, "--each", now: "2026-03-01T12:00:00Z")
    #expect(recorded.lines[3_000..<3_005] == ending.lines[3_000..<3_005])
    #expect(recorded.code == ending.code)
  }
}
