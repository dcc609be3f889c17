// One session on a log writes for the others, and whatever becomes of it, nobody notices.

import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite(.besidePrograms) struct LeadingSessionTests {
    /// Whether a session has opened the log to write to it.
    private func writes(_ session: Child) -> Bool {
      session.openFiles(forWriting: true).contains { $0.hasSuffix("/head") }
    }

    /// A leader and its followers.
    private func company(
      of count: Int, on log: ClientLog
    ) throws -> (leader: Child, followers: [Child]) {
      let sessions = try (0..<count).map { _ in try log.session() }
      #expect(writes(sessions[0]))
      sessions[1...].forEach(expectFollowing)
      return (sessions[0], Array(sessions[1...]))
    }

    private func expectFollowing(_ session: Child) {
      // On a busy machine it may still have its first look at the head.
      for _ in 0..<200 where writes(session) { usleep(10_000) }
      #expect(!writes(session))
    }

    /// Each of the users stands in the log once.
    private func expectOnce(_ users: [String], in log: ClientLog) throws {
      try log.expectWhole()
      let recorded = try log.lines.map { members($0) }
        .filter { $0.text("type") == "user.registered" }.compactMap { $0.text("subject") }
      #expect(recorded.sorted() == users.sorted())
    }

    @Test func `the first session writes for the others`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 3, on: log)
      #expect(members(followers[0].ask(registration("a", ref: "7"))).number("ref") == 7)
      #expect(members(leader.ask(registration("b"))).number("sequence") == 2)
      #expect(members(followers[1].ask(registration("a"))).text("error") == "userExists")
      #expect(members(followers[1].ask("{")).text("error") == "invalidJson")
      #expect(members(followers[1].ask(#"{"op":"ping","ref":1}"#)).number("ref") == 1)
      #expect(members(followers[1].ask(#"{"\u006fp":"ping"}"#)).text("status") == "pong")
      let batch = #"{"op":"batch","events":[\#(registration("c")),\#(registration("d"))]}"#
      #expect((members(followers[1].ask(batch))["replies"] as? [Any])?.count == 2)
      #expect(members(followers[0].ask(registration("e"))).number("sequence") == 5)
      for session in followers + [leader] { #expect(session.end() == 0) }
      try expectOnce(["a", "b", "c", "d", "e"], in: log)
    }

    /// Two builds have one number, and may judge differently.
    @Test func `a session of another build writes for itself`() throws {
      let log = try ClientLog()
      let (leader, _) = try company(of: 1, on: log)
      let copy = log.path + "-build"
      // By a process of its own: a child of another test would keep it open for writing.
      try #require(Child.run("/bin/cp", [BuiltTool.path, copy]).code == 0)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: copy)
      let other = try Child(copy, ["append", "--session", "-f", log.path])
      _ = try #require(other.line())
      #expect(members(other.ask(registration("a"))).number("sequence") == 1)
      #expect(writes(other))
      #expect(members(leader.ask(registration("b"))).number("sequence") == 2)
      #expect(members(other.ask(registration("c"))).number("sequence") == 3)
      for session in [leader, other] { #expect(session.end() == 0) }
      try expectOnce(["a", "b", "c"], in: log)
    }

    @Test(arguments: ["recover", "another log"])
    func `a follower goes on with no other log than the one that its leader wrote to`(
      _ change: String
    ) throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 3, on: log)
      #expect(members(leader.ask(registration("a"))).number("sequence") == 1)
      #expect(members(followers[0].ask(registration("b"))).number("sequence") == 2)
      if change == "recover" {
        #expect(try log.tool("recover", "--to", "1", "--lose-acknowledged", log.path).code == 0)
      } else {
        // The same file, with the lines of another log.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Repository.sample))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: log.path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
      }
      let before = try log.lines
      for session in [leader] + followers[..<1] {
        #expect(members(session.ask(registration("c"))).text("status") == "failed")
        let show = #"{"op":"show","projection":"users"}"#
        #expect(members(session.ask(show)).text("status") == "failed")
      }
      #expect(try log.lines == before)
    }

    @Test(arguments: [#"{"op":"batch","events":[]}"#, #"{"op":"show","projection":"users"}"#])
    func `nor does one that has read or written for itself before`(_ first: String) throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 2, on: log)
      #expect(members(leader.ask(registration("a"))).number("sequence") == 1)
      _ = followers[0].ask(first)
      #expect(members(followers[0].ask(registration("b"))).number("sequence") == 2)
      #expect(try log.tool("recover", "--to", "1", "--lose-acknowledged", log.path).code == 0)
      for line in [
        #"{"op":"show","projection":"users"}"#, #"{"op":"show","projection":"users","at":"1"}"#,
        #"{"op":"audit","user":"a"}"#, #"{"op":"ping"}"#, #"{"op":"follow"}"#, registration("c"),
      ] { #expect(members(followers[0].ask(line)).text("status") == "failed", "\(line)") }
      #expect(try log.lines.count == 1)
    }

    @Test func `when the leader ends or is killed another takes its place`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 4, on: log)
      for (number, session) in followers.enumerated() {
        #expect(members(session.ask(registration("a\(number)"))).text("status") == "appended")
      }
      #expect(leader.end() == 0)
      #expect(members(followers[0].ask(registration("b0"))).text("status") == "appended")
      #expect(writes(followers[0]))
      #expect(members(followers[1].ask(registration("b1"))).text("status") == "appended")
      #expect(!writes(followers[1]))
      followers[0].kill()
      #expect(members(followers[1].ask(registration("c1"))).text("status") == "appended")
      #expect(writes(followers[1]))
      #expect(members(followers[2].ask(registration("c2"))).text("status") == "appended")
      #expect(!writes(followers[2]))
      let late = try log.session()
      expectFollowing(late)
      #expect(members(late.ask(registration("d"))).number("sequence") == 8)
      try expectOnce(["a0", "a1", "a2", "b0", "b1", "c1", "c2", "d"], in: log)
    }

    @Test(arguments: 0..<12)
    func `what a killed leader had in hand is recorded once and called appended`(
      _ round: Int
    ) throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 3, on: log)
      let count = 300
      for (number, follower) in followers.enumerated() {
        let users = (0..<count).map { registration("u\(number)-\($0)") }
        follower.sendAndClose(users.joined(separator: "\n") + "\n")
      }
      usleep(UInt32(round) * 1500)
      leader.kill()
      for follower in followers {
        var last = 0
        for _ in 0..<count {
          let reply = members(follower.line())
          #expect(reply.text("status") == "appended" && reply.number("count") == 1)
          #expect(reply.number("sequence") ?? 0 > last)
          last = reply.number("sequence") ?? 0
        }
        #expect(follower.wait() == 0)
      }
      let users = followers.indices.flatMap { number in (0..<count).map { "u\(number)-\($0)" } }
      try expectOnce(users, in: log)
    }

    @Test func `a leader that stands still is waited for a moment only`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 3, on: log)
      leader.signal(SIGSTOP)
      defer { leader.signal(SIGCONT) }
      // Its line waits in the leader's hands when it asks for itself.
      let follow = #"{"type":"user.followed","subject":"bas","actor":"eva"}"#
      #expect(members(followers[0].ask(follow)).text("error") == "unknownUser")
      #expect(members(followers[1].ask(registration("eva"))).text("status") == "appended")
      #expect(members(followers[0].ask(registration("bas"))).text("status") == "appended")
      leader.signal(SIGCONT)
      #expect(members(leader.ask(registration("tom"))).text("status") == "appended")
      // What was rejected meanwhile would be allowed by now, and is not recorded after all.
      #expect(members(leader.ask(registration("mia"))).number("sequence") == 4)
      #expect(members(followers[0].ask(follow)).number("sequence") == 5)
      for session in followers + [leader] { #expect(session.end() == 0) }
      try expectOnce(["eva", "bas", "tom", "mia"], in: log)
    }

    @Test func `other writers go on beside a leader`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 2, on: log)
      let apart = [
        try log.session("--now", "2030-01-01T00:00:00Z"), try log.session("--sync", "none"),
        try log.session("--lock-timeout", "1"),
      ]
      for session in apart { #expect(writes(session)) }
      var users: [String] = []
      for round in 0..<5 {
        for (number, session) in ([leader] + followers + [apart[1], apart[2]]).enumerated() {
          users.append("u\(round)-\(number)")
          #expect(members(session.ask(registration(users.last!))).text("status") == "appended")
        }
        users.append("w\(round)")
        let words = ["append", "user.registered", users.last!, "--actor", users.last!]
        let (output, code) = try Child.run(
          BuiltTool.path, words + ["roles=student", "-f", log.path])
        #expect(code == 0, "\(output)")
      }
      #expect(members(apart[0].ask(registration("z"))).text("status") == "appended")
      try expectOnce(users + ["z"], in: log)
    }

    @Test func `a replaced log is noticed by all sessions, a folder that is gone by none`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 3, on: log)
      try FileManager.default.moveItem(atPath: log.path + ".d", toPath: log.path + ".away")
      #expect(members(followers[0].ask(registration("a"))).text("status") == "appended")
      #expect(members(try log.session().ask(registration("b"))).number("sequence") == 2)
      try FileManager.default.moveItem(atPath: log.path, toPath: log.folder + "/old.jsonl")
      try FileManager.default.removeItem(atPath: log.path + ".d")
      #expect(try log.tool("init", log.path).code == 0)
      for session in followers + [leader] {
        let reply = members(session.ask(registration("c")))
        #expect(reply.text("message")?.contains("was deleted or replaced") == true)
      }
      #expect(try log.lines.isEmpty)
    }

    @Test func `a path too long for a socket's address does as well`() throws {
      let log = try ClientLog()
      let folder = log.folder + "/" + String(repeating: "long", count: 40)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let path = folder + "/events.jsonl"
      #expect(try log.tool("init", path).code == 0)
      let sessions = try (0..<2).map { _ in
        try Child(BuiltTool.path, ["append", "--session", "-f", path])
      }
      for session in sessions { #expect(members(session.line()).text("status") == "ready") }
      #expect(members(sessions[1].ask(registration("a"))).text("status") == "appended")
      for _ in 0..<200 where sessions.allSatisfy(writes) { usleep(10_000) }
      #expect(sessions.count(where: writes) == 1)
    }

    /// The name at which the sessions on a log meet; in Linux it stands in no folder.
    private func address(of log: ClientLog) throws -> (name: String, device: Int, inode: Int) {
      let status = try FileManager.default.attributesOfItem(atPath: log.path)
      let device = status[.systemNumber] as? Int ?? 0
      let inode = status[.systemFileNumber] as? Int ?? 0
      return ("shift-events-\(geteuid())-\(device)-\(inode)", device, inode)
    }

    @Test(.enabled(if: (try? Child.run("/usr/bin/env", ["python3", "--version"]))?.code == 0))
    func `a folder is copied while sessions run, and holds nothing but files`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 3, on: log)
      #expect(members(followers[0].ask(registration("a"))).text("status") == "appended")
      let program = """
        import shutil, sys
        shutil.copytree(sys.argv[1] + ".d", sys.argv[2] + ".d")
        shutil.copy(sys.argv[1], sys.argv[2])
        """
      let copy = log.folder + "/copy.jsonl"
      let (output, code) = try Child.run(
        "/usr/bin/env", ["python3", "-c", program, log.path, copy])
      #expect(code == 0, "\(output)")
      #expect(try log.tool("verify", copy).code == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: copy + ".d")
      #expect(names == ["head"])
      // The copy has a leader of its own.
      let other = try Child(BuiltTool.path, ["append", "--session", "-f", copy])
      #expect(members(other.line()).text("status") == "ready")
      #expect(members(other.ask(registration("b"))).number("sequence") == 2 && writes(other))
      #expect(members(leader.ask(registration("c"))).number("sequence") == 2)
    }

    @Test(.enabled(if: (try? Child.run("/usr/bin/env", ["python3", "--version"]))?.code == 0))
    func `what else stands in the socket's place does no harm`() throws {
      let log = try ClientLog()
      let program = """
        import socket, sys
        s = socket.socket(socket.AF_UNIX)
        s.bind("\\0" + sys.argv[1])
        print(\"{}\", flush=True)
        sys.stdin.read()
        """
      let stranger = try Child(
        "/usr/bin/env", ["python3", "-c", program, try address(of: log).name])
      #expect(stranger.line() == "{}")
      let (first, second) = (try log.session(), try log.session())
      #expect(writes(first) && writes(second))
      #expect(members(first.ask(registration("a"))).text("status") == "appended")
      #expect(members(second.ask(registration("b"))).text("status") == "appended")
      try expectOnce(["a", "b"], in: log)
    }

    @Test(.enabled(if: (try? Child.run("/usr/bin/env", ["python3", "--version"]))?.code == 0))
    func `garbage at the socket is shown the door`() throws {
      let log = try ClientLog()
      let (leader, followers) = try company(of: 2, on: log)
      let program = """
        import socket, sys
        hello = sys.argv[2].encode()
        for garbage in [b"", b"{", b"\\n", b"GET / HTTP/1.1\\r\\n\\r\\n", bytes(range(256)) * 4096, b"x" * (18 << 20),
                        hello + b"n 000000000000 " + b"x" * 40 + b"\\n"]:
            s = socket.socket(socket.AF_UNIX)
            s.settimeout(20)
            s.connect("\\0" + sys.argv[1])
            try:
                s.sendall(garbage)
                if garbage and garbage != b"{":
                    while s.recv(1 << 16): pass
            except (BrokenPipeError, ConnectionResetError):
                pass
        """
      let (name, device, inode) = try address(of: log)
      let hello = "shift-events session 2 0.1.0 \(device) \(inode)\n"
      let (output, code) = try Child.run(
        "/usr/bin/env", ["python3", "-c", program, name, hello])
      #expect(code == 0, "\(output)")
      #expect(members(followers[0].ask(registration("a"))).text("status") == "appended")
      #expect(members(leader.ask(registration("b"))).text("status") == "appended")
      #expect(!writes(followers[0]))
      try expectOnce(["a", "b"], in: log)
    }
  }
#endif
