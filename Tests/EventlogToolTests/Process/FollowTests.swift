import Foundation
import TestSupport
import Testing

/// `log --follow`: lines as they are acknowledged. `CAMPAIGN_RESTARTS` sets how often a follower is
/// stopped and resumed, `CAMPAIGN_SEED` repeats a run.
struct FollowTests {
  private func wait(seconds: Double = 20, _ isDone: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while .now < end {
      if isDone() { return true }
      usleep(1_000)
    }
    return false
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Whole lines of an output that may have been cut anywhere.
  private func wholeLines(_ text: String) -> [String] {
    let whole =
      text.hasSuffix("\n") ? text[...] : text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
    return whole.split(separator: "\n").map(String.init)
  }

  /// Records one more event.
  private func join(_ folder: LogFolder, _ user: String) {
    let ending = folder.run(
      "append", "user.registered", user, "--actor", "mia", "roles=employee", "--now",
      LogFolder.clock)
    #expect(ending.code == 0, "\(ending.errors)")
  }

  @Test func `lines come as they are acknowledged, from any place on`() {
    let folder = LogFolder.withStory()
    let follower = folder.start(["log", "--follow"])
    let later = folder.start(["log", "--follow", "--after", "20"])
    #expect(wait { wholeLines(follower.outputSoFar).count == Story.events })
    join(folder, "n09")
    #expect(wait { wholeLines(follower.outputSoFar) == folder.logLines })
    #expect(wait { wholeLines(later.outputSoFar) == Array(folder.logLines[20...]) })
    #expect(folder.logLines.count == Story.events + 1)
    follower.signal(SIGINT)
    let ending = follower.wait()
    #expect(ending.code == 130 && ending.errors.isEmpty, "\(ending.errors)")
  }

  @Test func `a log that a power cut has shortened is followed as it is, and behind that`() throws {
    let folder = LogFolder()
    folder.run("init")
    let lines = ["mia", "bas", "eva", "tom"].map { user in
      let role = user == "mia" ? "manager" : "employee"
      return
        #"{"type":"user.registered","actor":"mia","subject":"\#(user)","data":{"roles":["\#(role)"]}}"#
    }
    #expect(folder.append(lines, "--each", "--sync", "none").code == 0)
    let whole = folder.logLines
    folder.write(Array(whole[..<2].map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    let follower = folder.start(["log", "--follow"])
    #expect(wait { wholeLines(follower.outputSoFar) == Array(whole[..<2]) })
    join(folder, "n09")
    #expect(wait { wholeLines(follower.outputSoFar) == folder.logLines })
    // What it has given out must not be gone.
    folder.write(Array((whole[0] + "\n").utf8), to: "events.jsonl")
    let ending = follower.wait()
    #expect(ending.code == 65 && ending.errors.contains("was shortened"), "\(ending.errors)")
  }

  @Test func `what was generated is left out behind any place, also inside what a closure cancels`()
  {
    let folder = LogFolder()
    folder.run("init")
    var lines = [
      #"{"type":"user.registered","actor":"mia","subject":"mia","data":{"roles":["manager","employee"]}}"#
    ]
    lines += (4...6).map {
      #"{"type":"shift.scheduled","actor":"mia","subject":"S\#($0)","data":{"owner":"mia","date":"2026-03-2\#($0)","start":"09:00","end":"17:00"}}"#
    }
    lines.append(
      #"{"type":"closure.recorded","actor":"mia","subject":"C1","data":{"from":"2026-03-24","to":"2026-03-25","cancel":true}}"#
    )
    for line in lines { #expect(folder.append([line]).code == 0) }
    join(folder, "n09")
    let all = folder.run("log", "--no-system").lines
    #expect(all.count == 6 && folder.logLines.count == 8)
    for after in 0...7 {
      let follower = folder.start(["log", "--follow", "--no-system", "--after", "\(after)"])
      let expected = folder.run("log", "--no-system", "--after", "\(after)").lines
      #expect(wait { wholeLines(follower.outputSoFar).count >= expected.count })
      follower.signal(SIGINT)
      #expect(wholeLines(follower.wait().output) == expected, "after \(after)")
    }
  }

  @Test func `what was not acknowledged is not told`() {
    let folder = LogFolder.withStory()
    let lines = folder.logLines
    let follower = folder.start(["log", "--follow"])
    #expect(wait { wholeLines(follower.outputSoFar) == lines })
    // Whole lines behind the acknowledged end, as of a writer that has not synced yet.
    let other = LogFolder()
    other.write(folder.logBytes, to: "events.jsonl")
    join(other, "n09")
    let handle = FileHandle(forWritingAtPath: folder.log)!
    handle.seekToEndOfFile()
    handle.write(Data((other.logLines.last! + "\n").utf8))
    usleep(200_000)
    #expect(wholeLines(follower.outputSoFar) == lines)
    // The next writer acknowledges them.
    join(folder, "n16")
    #expect(wait { wholeLines(follower.outputSoFar) == folder.logLines })
    #expect(folder.logLines.count == lines.count + 2)
  }

  @Test func `a log that was replaced, shortened or changed ends it loudly`() {
    let harm: [(String, (LogFolder) -> Void)] = [
      ("deleted", { $0.remove("events.jsonl") }),
      (
        "replaced",
        {
          $0.write($0.logBytes, to: "other")
          $0.remove("events.jsonl")
          try! FileManager.default.moveItem(atPath: $0.file("other"), toPath: $0.log)
        }
      ), ("shortened", { $0.write($0.logBytes.prefix(2_000), to: "events.jsonl") }),
      ("emptied", { $0.write([], to: "events.jsonl") }),
    ]
    for (name, spoil) in harm {
      let folder = LogFolder.withStory()
      let follower = folder.start(["log", "--follow"])
      #expect(wait { wholeLines(follower.outputSoFar).count == Story.events })
      spoil(folder)
      let ending = follower.wait()
      #expect(ending.code == 65, "\(name): \(ending.errors)")
      #expect(!ending.errors.isEmpty)
    }
    let folder = LogFolder.withStory()
    let late = folder.run("log", "--follow", "--after", "99")
    #expect(late.code == 65)
    #expect(late.errors.contains("shortened or replaced"), "\(late.errors)")
  }

  @Test func `a log that was written anew behind the follower's back ends it, too`() {
    let folder = LogFolder.withStory()
    let other = LogFolder.withStory()
    for number in 0..<5 {
      other.run(
        "append", "user.registered", "n\(number)", "--actor", "mia", "roles=employee", "--now",
        LogFolder.clock)
    }
    let follower = folder.start(["log", "--follow", "--after", "10"])
    #expect(wait { wholeLines(follower.outputSoFar).count == Story.events - 10 })
    // The same first line, another history behind it, and a head that fits.
    let lines = other.logLines
    #expect(lines[0] != folder.logLines[0] || lines[9] == folder.logLines[9])
    folder.write(other.logBytes, to: "events.jsonl")
    folder.write(other.bytes("events.jsonl.d/head"), to: "events.jsonl.d/head")
    if lines[Story.events - 1] != folder.logLines[Story.events - 1] {
      #expect(follower.wait().code == 65)
    }
  }

  @Test func `what does not go with following is refused, and a reader that goes ends it`() {
    let folder = LogFolder.withStory()
    #expect(folder.run("log", "--follow", "--at", "5").code == 64)
    #expect(folder.run("log", "--follow", "--submissions").code == 64)
    #expect(folder.run("log", "--follow", "-", input: "").code == 64)
    let piped = folder.shell(
      #"timeout 20 "$TOOL" log --follow | head -1 | wc -l; echo "${PIPESTATUS[0]}""#)
    #expect(
      piped.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == [
        "1", "0",
      ])
    #expect(piped.errors.isEmpty)
  }

  @Test func `a copy follows by a pipe, and is read while it does`() {
    let folder = LogFolder.withStory()
    let ends = ToolProcess.privatePipe()
    let follower = folder.start(["log", "--follow"], output: ends.writeEnd)
    close(ends.writeEnd)
    let copy = folder.start(
      ["import", "-", "-f", "copy.jsonl", "--create"], input: .descriptor(ends.readEnd))
    close(ends.readEnd)
    for number in 0..<20 {
      folder.run(
        "append", "user.registered", "c\(number)", "--actor", "mia", "roles=employee", "--now",
        LogFolder.clock)
      if number % 5 == 0 {
        let users = number + 5
        #expect(
          wait {
            let shown = folder.run("show", "users", "--json", "copy.jsonl")
            return shown.output.components(separatedBy: #""user":"#).count - 1 >= users
          }, "after \(number)")
      }
    }
    #expect(wait { folder.bytes("copy.jsonl") == folder.logBytes })
    follower.signal(SIGTERM)
    _ = follower.wait()
    let ending = copy.wait()
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.run("verify", "copy.jsonl").code == 0)
  }

  /// Writes events through a session while `body` runs.
  private func underLoad(_ folder: LogFolder, _ body: () -> Void) {
    let script = #"""
      n=0
      while [ ! -e over ]; do
        n=$((n + 1))
        echo '{"id":"load-'$n'","source":"/test","type":"user.registered","actor":"mia","subject":"load'$n'","data":{"roles":["employee"]}}'
      done | "$TOOL" append --session > /dev/null
      """#
    let writer = folder.startProgram("bash", ["-c", script], environment: ["TOOL": BuiltTool.path])
    body()
    folder.write([], to: "over")
    #expect(writer.wait(seconds: 120).code == 0)
  }

  @Test func `restarts at random places under load lose nothing and double nothing`() {
    let restarts = Self.number("CAMPAIGN_RESTARTS") ?? Rounds.count(20, full: 60)
    let seed = Self.number("CAMPAIGN_SEED").map { UInt64($0) } ?? .random(in: .min ... .max)
    print("follow: \(restarts) restarts, CAMPAIGN_SEED=\(seed)")
    var random = SplitMix64(seed: seed)
    let folder = LogFolder.withStory()
    var told: [String] = []
    underLoad(folder) {
      for _ in 0..<restarts {
        let follower = folder.start(["log", "--follow", "--after", "\(told.count)"])
        usleep(UInt32.random(in: 2_000...30_000, using: &random))
        follower.signal([SIGKILL, SIGTERM, SIGINT].randomElement(using: &random)!)
        told += wholeLines(follower.wait().output)
      }
    }
    let last = folder.start(["log", "--follow", "--after", "\(told.count)"])
    let missing = folder.logLines.count - told.count
    #expect(wait { wholeLines(last.outputSoFar).count == missing })
    told += wholeLines(last.outputSoFar)
    #expect(told == folder.logLines, "CAMPAIGN_SEED=\(seed)")
  }

  @Test func `a follower hears of an event within a moment`() throws {
    let folder = LogFolder.withStory()
    let ends = ToolProcess.privatePipe()
    let follower = folder.start(
      ["log", "--follow", "--after", "\(Story.events)"], output: ends.writeEnd)
    close(ends.writeEnd)
    let session = folder.start(["append", "--session"], input: .pipe)
    #expect(wait { session.outputSoFar.contains("ready") })
    usleep(200_000)
    var delays: [Double] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    for number in 0..<200 {
      let line = Story.event(
        "d-\(number)", "user.registered", "d\(number)", "mia", nil, #"{"roles":["employee"]}"#)
      let begin = ContinuousClock.now
      session.send(line + "\n")
      // From the submission on: what the sync takes is counted, too.
      let count = unsafe read(ends.readEnd, &block, block.count)
      delays.append((ContinuousClock.now - begin) / .milliseconds(1))
      #expect(count > 0)
    }
    follower.signal(SIGTERM)
    session.closeInput()
    _ = (follower.wait(), session.wait())
    close(ends.readEnd)
    delays.sort()
    let (middle, late) = (delays[100], delays[197])
    print(
      "follow: from submission to follower \(middle) ms in the middle, \(late) ms at the 99th percentile"
    )
    // A person notices a tenth of a second; a busy machine gets five times as much.
    #expect(late < 500)
  }

  @Test func `a session passes over what is not asked for, and tells its place`() {
    let folder = LogFolder.withStory()
    let count = folder.logLines.count
    let users = (1...1_100).map { number in
      Story.event(
        "f\(number)", "user.registered", "f\(number)", "mia", nil, #"{"roles":["student"]}"#)
    }
    #expect(folder.append(users, "--each").code == 0)
    let own = Story.event("s", "study.started", "s1", "f7", nil, "{}")
    #expect(folder.append([own]).code == 0)
    let session = folder.start(["append", "--session"], input: .pipe)
    session.send(#"{"op":"follow","after":\#(count),"types":["study."]}"# + "\n")
    #expect(wait { wholeLines(session.outputSoFar).count == 4 })
    let lines = wholeLines(session.outputSoFar)
    #expect(lines[2] == #"{"status":"position","position":\#(count + 1_000)}"#)
    #expect(lines[3].contains(#""type":"study.started""#))
    // The person: what touches them, and what they did.
    session.send(#"{"op":"follow","after":\#(count),"user":"f7"}"# + "\n")
    #expect(wait { wholeLines(session.outputSoFar).count == 8 })
    let others = wholeLines(session.outputSoFar).dropFirst(5)
    #expect(others.first?.contains(#""subject":"f7""#) == true)
    #expect(others.last?.contains(#""actor":"f7""#) == true)
    session.closeInput()
    #expect(session.wait().code == 0)
    let log = folder.run("log", "--user", "f7", "--format", "ndjson")
    #expect(log.lines.count == 2, "\(log)")
  }

  @Test func `a session tells events as they are acknowledged, and goes on answering`() {
    let folder = LogFolder.withStory()
    let session = folder.start(["append", "--session"], input: .pipe)
    session.send(#"{"op":"follow","after":21,"ref":7}"# + "\n" + #"{"op":"ping"}"# + "\n")
    #expect(wait { session.outputSoFar.split(separator: "\n").count == 5 })
    let other = folder.start(["append", "--session"], input: .pipe)
    other.send(
      Story.event("x1", "user.registered", "x1", "mia", nil, #"{"roles":["employee"]}"#) + "\n")
    #expect(wait { wholeLines(session.outputSoFar).count == 6 })
    session.send(
      Story.event("x2", "user.registered", "x2", "mia", nil, #"{"roles":["employee"]}"#) + "\n")
    #expect(wait { wholeLines(session.outputSoFar).count == 8 })
    let lines = wholeLines(session.outputSoFar)
    guard lines.count == 8 else { return }
    let log = folder.logLines
    func event(_ number: Int) -> String {
      #"{"status":"event","event":\#(log[number - 1]),"ref":7}"#
    }
    #expect(lines[1] == #"{"status":"following","sequence":21,"ref":7}"#)
    #expect(Set(lines[2...4]) == [#"{"status":"pong","sequence":23}"#, event(22), event(23)])
    #expect(lines[5] == event(24))
    #expect(lines[6].hasPrefix(#"{"status":"appended","sequence":25"#))
    #expect(lines[7] == event(25))
    session.send(#"{"op":"follow","after":"x"}"# + "\n" + #"{"op":"follow","after":999}"# + "\n")
    #expect(wait { wholeLines(session.outputSoFar).count == 10 })
    #expect(wholeLines(session.outputSoFar).suffix(2).first?.contains("invalidField") == true)
    #expect(wholeLines(session.outputSoFar).last?.contains(#""status":"failed""#) == true)
    for tool in [session, other] {
      tool.closeInput()
      #expect(tool.wait().code == 0)
    }
  }
}
