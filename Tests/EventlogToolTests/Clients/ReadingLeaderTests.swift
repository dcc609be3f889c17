// A session that writes for the others goes on answering its own client, and tells where the log is no more.

import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite(.besidePrograms) struct ReadingLeaderTests {
    private static let slowSyncs = [
      "strace", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=fdatasync,fsync",
      "-e", "inject=fdatasync,fsync:delay_exit=1500000",
    ]
    private static let canTrace =
      (try? Child.run("/usr/bin/env", slowSyncs + ["true"]))?.code == 0
    private static let question = #"{"op":"show","projection":"users","limit":1}"#

    @Test(.enabled(if: canTrace, "strace is not there, or may not trace"))
    func `a read waits for no sync of others`() throws {
      let log = try ClientLog()
      let leader = try Child(
        "/usr/bin/env",
        Self.slowSyncs + [BuiltTool.path, "append", "--session", "-f", log.path])
      #expect(leader.line()?.contains("ready") == true)
      #expect(leader.ask(Self.question).contains(#""rows":[]"#))
      let follower = try log.session()
      follower.send(line: registration("a"))
      // The leader has the line by now, and waits for the disk.
      usleep(300_000)
      let begin = ContinuousClock.now
      #expect(leader.ask(Self.question).contains(#""rows":["#))
      #expect(ContinuousClock.now - begin < .seconds(1))
      #expect(members(follower.line()).text("status") == "appended")
      // Its own line comes behind those of others, and is answered in its turn.
      follower.send(line: registration("b"))
      usleep(100_000)
      #expect(members(leader.ask(registration("c"))).number("sequence") == 3)
      #expect(members(follower.line()).number("sequence") == 2)
      // What others wait for is done before it ends.
      follower.send(line: registration("d"))
      usleep(100_000)
      #expect(leader.end() == 0)
      #expect(members(follower.line()).number("sequence") == 4)
      #expect(follower.end() == 0)
      try log.expectWhole()
    }

    @Test func `a leader whose client reads nothing holds up nobody`() throws {
      let log = try ClientLog()
      let leader = try log.session()
      #expect(leader.ask(#"{"op":"follow"}"#).contains("following"))
      let other = try log.session()
      let count = 400
      var longest = Duration.zero
      for number in 0..<count {
        let begin = ContinuousClock.now
        #expect(members(other.ask(registration("u\(number)"))).text("status") == "appended")
        longest = max(longest, .now - begin)
      }
      // A reply that comes late comes after four seconds.
      #expect(longest < .seconds(2), "\(longest)")
      let told = try (0..<count).map { _ in
        try #require(leader.line()).replacing(#"{"status":"event","event":"#, with: "").dropLast()
      }
      #expect(try told.map(String.init) == log.lines)
      #expect(members(leader.ask(registration("last"))).text("status") == "appended")
      #expect(other.end() == 0)
      leader.kill()
      try log.expectWhole()
    }

    @Test func `events that a session tells are the recorded bytes`() throws {
      let log = try ClientLog()
      let session = try log.session()
      #expect(session.ask(#"{"op":"follow"}"#).contains("following"))
      for (number, mark) in ["\u{200F}", "\u{202E}", "\u{2028}", "é"].enumerated() {
        let named = registration("u\(number)").dropLast() + #","note":"a\#(mark)b"}"#
        #expect(members(session.ask(String(named))).text("status") == "appended")
        let told = try #require(session.line())
        let line = try log.lines.last
        #expect(told == #"{"status":"event","event":\#(line ?? "")}"#)
      }
    }

    @Test func `a leader that is asked, too, answers all in order`() throws {
      let log = try ClientLog()
      let sessions = try (0..<4).map { _ in try log.session() }
      _ = sessions[0].ask(Self.question)
      let count = Rounds.count(60, full: 200)
      for (number, session) in sessions.enumerated() {
        let lines = (0..<count).map { step in
          let ref = number * 1_000 + step
          return step % 3 == 0
            ? Self.question.dropLast() + #","ref":\#(ref)}"#
            : registration("u\(ref)", ref: "\(ref)")
        }
        session.send(lines.joined(separator: "\n") + "\n")
      }
      var sequences: [Int] = []
      for (number, session) in sessions.enumerated() {
        for step in 0..<count {
          let reply = members(session.line())
          #expect(reply.number("ref") == number * 1_000 + step)
          if step % 3 == 0 { continue }
          #expect(reply.text("status") == "appended", "\(reply)")
          sequences.append(reply.number("sequence") ?? 0)
        }
      }
      #expect(sequences.sorted() == Array(1...sequences.count))
      for session in sessions { #expect(session.end() == 0) }
      try log.expectWhole()
    }

    @Test(arguments: ["rm $LOG", "truncate -s -9 $LOG", "sed -i '$s/student/studant/' $LOG"])
    func `a ping fails in each session where the log is gone or damaged`(damage: String) throws {
      let log = try ClientLog()
      let sessions = try [log.session(), log.session()]
      #expect(members(sessions[0].ask(registration("a"))).text("status") == "appended")
      #expect(members(sessions[1].ask(registration("b"))).text("status") == "appended")
      for session in sessions {
        #expect(session.ask(#"{"op":"ping"}"#) == #"{"status":"pong","sequence":2}"#)
      }
      let done = try Child.run(
        "/bin/sh", ["-c", damage], environment: ["LOG": log.path])
      #expect(done.code == 0)
      for session in sessions {
        let reply = members(session.ask(#"{"op":"ping"}"#))
        #expect(reply.text("status") == "failed", "\(damage): \(reply)")
      }
    }
  }
#endif
