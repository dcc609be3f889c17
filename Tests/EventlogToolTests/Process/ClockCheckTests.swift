import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

/// A recorder's clock by `--now` that is far ahead of the machine's.
struct ClockCheckTests {
  private static func time(days: Int64, minutes: Int = 0) -> String {
    SystemClock().now().advanced(byMilliseconds: days * 24 * 60 * 60 * 1000)
      .advanced(byMinutes: minutes).description
  }

  private static func registration(_ user: String) -> String {
    #"{"type":"user.registered","subject":"\#(user)","actor":"\#(user)","data":{"roles":["student"]}}"#
      + "\n"
  }

  /// A log whose last event is so many days before the machine's clock, or behind it.
  private func log(days: Int64) -> LogFolder {
    let folder = LogFolder()
    folder.run("init")
    let first = folder.run(
      "append", "-", "--now", Self.time(days: days), input: Self.registration("a"))
    #expect(first.code == 0, "an empty log takes any clock: \(first.errors)")
    return folder
  }

  private static let writes: [(words: [String], input: String?)] = [
    (["append", "user.registered", "b", "--actor", "b", "roles=student"], nil),
    (["append", "-"], registration("b")), (["append", "-", "--each"], registration("b")),
    (["append", "-", "--dry-run"], registration("b")),
    (["append", "--session"], registration("b")), (["extend"], nil),
  ]

  @Test func `on a live log a clock more than a day ahead is refused unless it is forced`() {
    let folder = log(days: -20)
    for (words, input) in Self.writes {
      let before = folder.logBytes
      let ahead = words + ["--now", Self.time(days: 2)]
      let refused = folder.start(ahead, input: input.map { .bytes(Array($0.utf8)) } ?? .nothing)
        .wait()
      #expect(refused.code == 64 && refused.output.isEmpty, "\(words): \(refused)")
      #expect(refused.errors.contains("--force-clock"), "\(refused.errors)")
      #expect(folder.logBytes == before)
    }
    let forced = folder.run(
      "append", "-", "--now", Self.time(days: 2), "--force-clock", input: Self.registration("b"))
    #expect(forced.code == 0 && folder.logLines.count == 2, "\(forced.errors)")
  }

  @Test func `an old log takes any clock`() {
    let folder = log(days: -31)
    for (words, input) in Self.writes {
      let ending = folder.start(
        words + ["--now", Self.time(days: 3)],
        input: input.map { .bytes(Array($0.utf8)) } ?? .nothing
      ).wait()
      #expect(ending.code == 0 || ending.code == 2, "\(words): \(ending)")
    }
  }

  @Test func `a log that runs ahead goes on by a day at a time, and further if it is forced`() {
    for lead in [Int64(0), 1, 40] {
      let folder = log(days: lead)
      let forced = ["append", "-", "--now", Self.time(days: lead + 400), "--force-clock"]
      let refused = folder.run(
        ["append", "-", "--now", Self.time(days: lead + 400)], input: Self.registration("b"))
      #expect(refused.code == 64 && refused.errors.contains("--force-clock"), "\(refused)")
      let next = Self.time(days: lead, minutes: 23 * 60)
      #expect(folder.run("append", "-", "--now", next, input: Self.registration("b")).code == 0)
      #expect(folder.run(forced, input: Self.registration("c")).code == 0)
      #expect(
        folder.run("append", "-", "--now", Self.time(days: 2), input: Self.registration("d")).code
          == 0, "the past is no jump")
    }
  }

  @Test func `a write by the machine's clock says that the log's last event is long ago`() {
    let folder = log(days: -31)
    let last = folder.logLines[0].firstMatch(of: /"time":"([^"]+)"/)!.1
    for words in [["append", "-", "--dry-run"], ["append", "-"]] {
      let told = folder.run(words, input: Self.registration("b"))
      #expect(
        told.code == 0 && told.errors.contains("31 days before this machine's clock"), "\(told)")
      #expect(told.errors.contains(last), "\(told)")
    }
    let next = folder.run("append", "-", input: Self.registration("c"))
    #expect(next.code == 0 && next.errors.isEmpty, "\(next)")
    // Nothing jumps where the events bring their times, or somebody sets the clock.
    let set = log(days: -60)
    for (user, time) in [("b", -50), ("c", -1)] {
      let told = set.run(
        "append", "-", "--now", Self.time(days: Int64(time)), input: Self.registration(user))
      #expect(told.code == 0 && told.errors.isEmpty, "\(told)")
    }
    let loaded = log(days: -400)
    for (user, days) in [("b", Int64(-300)), ("c", -200)] {
      let own = Self.registration(user).replacing(
        "{", with: #"{"time":"\#(Self.time(days: days))","#, maxReplacements: 1)
      let told = loaded.run("append", "-", input: own)
      #expect(told.code == 0 && told.errors.isEmpty, "\(told)")
    }
  }

  @Test func `a few hours ahead are taken, and force-clock without a clock is refused`() {
    let folder = log(days: -1)
    let soon = SystemClock().now().advanced(byMilliseconds: 20 * 60 * 60 * 1000).description
    #expect(folder.run("append", "-", "--now", soon, input: Self.registration("b")).code == 0)
    #expect(folder.run("extend", "--force-clock").code == 64)
  }

  @Test func `each write to a log that runs ahead says so, also one that records nothing`() {
    let folder = log(days: 40)
    let again = Self.registration("a")
    for (words, input) in [
      (["extend"], ""), (["append", "-"], again),
      (["append", "-", "--each"], again),
    ] {
      let told = folder.run(words, input: input)
      #expect(told.errors.contains("days ahead of this machine's clock"), "\(words): \(told)")
    }
    #expect(folder.logLines.count == 1)
  }

  @Test func `a session says of a pause, and once for each time that the log runs ahead`() throws {
    let folder = log(days: -40)
    let session = folder.start(["append", "--session"], input: .pipe)
    func record(_ user: String, days: Int64? = nil) {
      let before = folder.logLines.count
      if let days {
        let later = ["append", "-", "--now", Self.time(days: days), "--force-clock"]
        #expect(folder.run(later, input: Self.registration(user)).code == 0)
      } else {
        session.send(Self.registration(user))
      }
      while folder.logLines.count == before, session.isRunning { usleep(5_000) }
    }
    record("b")
    record("c", days: 2)
    record("d")
    record("e")
    session.closeInput()
    let errors = session.wait().errors
    #expect(
      errors.components(separatedBy: "days before this machine's clock").count == 2, "\(errors)")
    #expect(errors.components(separatedBy: "ahead of this machine's clock").count == 2, "\(errors)")
  }

  @Test func `a dry run judges each line by the clock of its moment`() {
    let folder = log(days: -1)
    let run = folder.start(["append", "-", "--each", "--dry-run"], input: .pipe)
    // A time of its own may not be later than the clock.
    let own = SystemClock().now().advanced(byMilliseconds: 5 * 60 * 1000 + 1500)
    let line = Self.registration("b").replacing(
      "{", with: #"{"time":"\#(own)","#, maxReplacements: 1)
    run.send(Self.registration("c"))
    while run.outputSoFar.isEmpty, run.isRunning { usleep(5_000) }
    usleep(1_700_000)
    run.send(line)
    run.closeInput()
    let ending = run.wait()
    #expect(ending.code == 0, "\(ending)")
  }

  /// The commands of a part of a page, as a shell takes them.
  private static func commands(of page: String, under heading: String) -> String {
    let text = try! String(
      contentsOfFile: Repository.root + "/Documentation/" + page, encoding: .utf8)
    let part = text.components(separatedBy: "### \(heading)\n")[1]
    return part.components(separatedBy: "```sh\n")[1].components(separatedBy: "```")[0]
  }

  @Test func `the way back from a jump leads back, as the page says`() throws {
    let folder = log(days: -2)
    let words = ["user.registered", "mia", "--actor", "mia", "roles=manager,employee", "name=Mia"]
    #expect(folder.run(["append"] + words).code == 0)
    let jumped = [
      ["user.registered", "eva", "--actor", "mia", "roles=employee", "name=Eva Öz"],
      [
        "fixedshift.registered", "F1", "--actor", "mia", "owner=eva", "weekday=monday", "start=9",
        "end=17",
      ],
    ]
    for words in jumped {
      let ending = folder.run(
        ["append"] + words + ["--now", Self.time(days: 400), "--force-clock"])
      #expect(ending.code == 0, "\(ending)")
    }
    #expect(folder.run("append", "-", input: Self.registration("tom")).code == 0)
    let (lines, names) = (folder.logLines, folder.run("show", "users", "--json").output)
    #expect(names.contains("Eva Öz"))
    let script = Self.commands(of: "Reliability.md", under: "The way back from a jump")
      .replacing("--after N", with: "--after 2").replacing("--to N", with: "--to 2")
      .replacing("eventlog-tool", with: #""$TOOL""#)
    #expect(script.contains("--after 2") && script.contains("--to 2"))
    let back = folder.shell("set -e; mkdir elsewhere; " + script)
    #expect(back.code == 0, "\(back)")
    let soon = Self.time(days: 0, minutes: 1)
    let times = folder.logLines.map { String($0.firstMatch(of: /"time":"([^"]+)"/)!.1) }
    #expect(times.allSatisfy { $0 < soon } && Array(folder.logLines[..<2]) == Array(lines[..<2]))
    let after = folder.run("show", "users", "--json", "--now", Self.time(days: 0)).output
    #expect(after.contains("Eva Öz") && after.contains(#""user":"tom""#), "\(after)")
    #expect(folder.run("verify", "--rules").code == 0)
    #expect(folder.run("append", "-", input: Self.registration("zoe")).errors.isEmpty)
  }
}
