import Foundation
import TestSupport
import Testing

/// `move`: it may be killed at any call, and other programs may have the log open meanwhile.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeMoveTests {
  static let canTrace =
    LogFolder().startProgram(
      "bash", ["-c", "strace -qqq -o /dev/null -e inject=close:delay_exit=1:when=1 true"]
    ).wait().code == 0

  private static func register(_ user: String, _ data: String = #"{"roles":["employee"]}"#)
    -> String
  {
    Story.event("r-\(user)", "user.registered", user, user, nil, data)
  }

  /// A session that has appended to a log: what it opened it holds.
  private static func session(in folder: LogFolder) -> ToolProcess {
    let session = folder.start(["append", "--session", "--lock-timeout", "20"], input: .pipe)
    session.send(register("before") + "\n")
    while !session.outputSoFar.contains("appended"), session.isRunning { usleep(1_000) }
    return session
  }

  /// Runs `move` under strace, of whose calls the options tell.
  private static func move(_ folder: LogFolder, _ address: String, _ options: String) -> Ending {
    folder.shell("exec strace -qqq -o trace \(options) $TOOL move events.jsonl '\(address)'")
  }

  /// The calls of a move that change files or wait for a lock, or all of them: each with the times that it is made.
  private static func calls(of whole: LogFolder, _ address: String) -> [(name: String, count: Int)]
  {
    let folder = copy(of: whole)
    let chosen = "flock,fsync,fdatasync,/^rename,/^unlink,/^mkdir"
    let set = HomeCampaign.isSet("SHIFTEVENTS_HOME_MOVES") ? "all" : chosen
    #expect(move(folder, address, "-e trace=\(set)").code == 0)
    let trace = String(decoding: folder.bytes("trace"), as: UTF8.self)
    let names = trace.split(separator: "\n").compactMap { $0.wholeMatch(of: /(\w+)\(.*/)?.1 }
    return Dictionary(grouping: names) { $0 }.map { (String($0), $1.count) }.sorted {
      $0.name < $1.name
    }
  }

  private static func copy(of whole: LogFolder) -> LogFolder {
    let folder = LogFolder()
    folder.shell("cp -a '\(whole.log)' '\(whole.side)' .; rm -f events.jsonl.d/socket")
    return folder
  }

  @Test(.enabled(if: canTrace, "strace is not there, or may not trace"))
  func `a move that is killed at any call leaves one log`() {
    let server = PostgresServer()
    let whole = LogFolder.withStory()
    var (killed, finished) = (0, 0)
    for call in Self.calls(of: whole, server.address("m0")) {
      for occurrence in 1...call.count {
        let folder = Self.copy(of: whole)
        let log = "\(call.name)-\(occurrence)"
        let session = Self.session(in: folder)
        let ending = Self.move(
          folder, server.address(log),
          "-e trace=\(call.name) -e inject=\(call.name):signal=KILL:when=\(occurrence)")
        if ending.code == 137 { killed += 1 }
        session.send(Self.register("after") + "\n")
        session.closeInput()
        let last = session.wait().lines.last ?? ""
        if folder.exists("events.jsonl.d/home") { finished += 1 }
        Self.expectOneLog(folder, server, log, isRecorded: last.contains("appended"))
      }
    }
    // A run that met one kind of end alone shows little.
    #expect(finished > 1 && killed > finished + 5, "\(killed), \(finished)")
  }

  /// The log of a move that was killed lives in its file or in its home, and nothing is lost or doubled.
  private static func expectOneLog(
    _ folder: LogFolder, _ server: PostgresServer, _ log: String, isRecorded: Bool
  ) {
    #expect(folder.append([register("fresh")]).code == 0, "\(log)")
    if !folder.exists("events.jsonl.d/home") {
      let again = folder.run("move", "events.jsonl", server.address(log))
      #expect(again.code == 0, "\(log): \(again.errors)")
    }
    let verified = folder.run("verify", "--home")
    #expect(verified.code == 0, "\(log): \(verified.output)\(verified.errors)")
    for (user, count) in [("before", 1), ("fresh", 1), ("after", isRecorded ? 1 : 0)] {
      let found = folder.logLines.count { $0.contains(#""id":"r-\#(user)""#) }
      #expect(found == count, "\(log): \(user)")
    }
    let home = server.sql(
      "SELECT line FROM shift_events.event WHERE log = '\(log)' ORDER BY sequence")
    #expect(home.output == String(decoding: folder.logBytes, as: UTF8.self), "\(log)")
  }

  @Test(.enabled(if: canTrace, "strace is not there, or may not trace"))
  func `what is appended while a log moves stands in the home, or nowhere`() {
    let server = PostgresServer()
    // The move rests behind each of its renames, so that others come in between.
    for rename in 1...2 {
      let folder = LogFolder.withStory()
      let writers = (1...6).map { number in
        folder.startProgram(
          "bash",
          [
            "-c", "sleep 0.\(number); exec \"$0\" append - <<< '\(Self.register("w\(number)"))'",
            BuiltTool.path,
          ])
      }
      let moved = Self.move(
        folder, server.address("r\(rename)"),
        "-e trace=/^rename -e inject=/^rename:delay_exit=700000:when=\(rename)")
      #expect(moved.code == 0, "\(moved.errors)")
      for (number, writer) in writers.enumerated() {
        let ending = writer.wait()
        #expect([0, 65].contains(ending.code), "\(ending.output)\(ending.errors)")
        let lines = folder.logLines.count { $0.contains(#""id":"r-w\#(number + 1)""#) }
        #expect(lines == (ending.code == 0 ? 1 : 0))
      }
      #expect(folder.append([Self.register("last")]).code == 0)
      let verified = folder.run("verify", "--home")
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }
  }

  @Test func `a session that was open while its log moved says where it lives now`() {
    let server = PostgresServer()
    let folder = LogFolder.withStory()
    let session = Self.session(in: folder)
    #expect(folder.run("move", "events.jsonl", server.address("store")).code == 0)
    session.send(Self.register("after") + "\n")
    session.closeInput()
    let last = session.wait().lines.last ?? ""
    #expect(last.contains("lives in postgresql://"), "\(last)")
  }

  @Test func `a move touches nothing beside the log, and keeps who may read it`() {
    let server = PostgresServer()
    let folder = LogFolder.withStory()
    folder.write(Array("mine".utf8), to: "events.jsonl.new")
    // Root may give a file away, others keep their own.
    folder.shell("chmod 640 events.jsonl; chown nobody events.jsonl 2>/dev/null")
    let before = folder.shell("stat -c '%a %U %G' events.jsonl").output
    #expect(folder.run("move", "events.jsonl", server.address("store")).code == 0)
    #expect(folder.bytes("events.jsonl.new") == Array("mine".utf8))
    #expect(folder.shell("stat -c '%a %U %G' events.jsonl").output == before)
    #expect(!folder.names(in: "events.jsonl.d").contains("moving"))
  }

  @Test func `a push of a copy that is behind says so`() {
    let server = PostgresServer()
    let folder = LogFolder.withStory()
    #expect(folder.run("move", "events.jsonl", server.address("store")).code == 0)
    folder.shell("mkdir old; cp -a events.jsonl events.jsonl.d old/")
    #expect(folder.append([Self.register("new")]).code == 0)
    let ending = folder.run("push", "--restore", "old/events.jsonl")
    #expect(ending.code == 73 && ending.errors.contains("lacks"), "\(ending)")
    #expect(ending.errors.contains("eventlog-tool pull"), "\(ending)")
  }

  @Test func `a name that was changed long after its first event moves, too`() {
    let server = PostgresServer()
    let (folder, other) = (LogFolder(), LogFolder())
    #expect(folder.run("init").code == 0)
    let lines =
      [Self.register("bas", #"{"roles":["employee"],"name":"Bas Jansen"}"#)]
      + (0..<1_500).map { Self.register("u\($0)") }
      + [Story.event("c", "profile.changed", "bas", "bas", nil, #"{"name":"Bas de Vries"}"#)]
    #expect(folder.append(lines).code == 0)
    let address = server.address("store")
    #expect(folder.run("move", "events.jsonl", address).code == 0)
    #expect(server.sql("SELECT name FROM shift_events.person").output == "Bas de Vries\n")
    #expect(other.run("clone", address, "events.jsonl").code == 0)
    #expect(other.run("show", "users").output.contains("Bas de Vries"))
  }

  @Test func `a move waits for the lock of the log as long as it is told to`() {
    let server = PostgresServer()
    let folder = LogFolder.withStory()
    let holder = LockHolder(folder)
    defer { holder.release() }
    let start = ContinuousClock.now
    let ending = folder.run(
      "move", "events.jsonl", server.address("store"), "--lock-timeout", "1")
    #expect(ending.code == 75, "\(ending.errors)")
    #expect(ContinuousClock.now - start < .seconds(6))
    #expect(!folder.exists("events.jsonl.d/home"))
  }

  // A build for debugging takes a minute and more to make and to verify such logs.
  @Test(.enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"))
  func `the memory of a move does not grow with the log`() {
    let server = PostgresServer()
    // Measures itself and its children.
    let script = """
      import resource, subprocess, sys
      code = subprocess.run(sys.argv[1:]).returncode
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
      sys.exit(code)
      """
    // Both fill the buffers of a reader on all processors: shorter logs do not.
    let sizes = [16, 32]
    let peaks = sizes.map { mebibytes in
      let folder = LogFolder()
      folder.run("init")
      let note = String(repeating: "a long note ", count: (256 << 10) / 12)
      let lines = (0..<mebibytes * 4).map { number in
        Self.register("n\(number)").dropLast() + #","note":"\#(note)"}"#
      }
      for start in stride(from: 0, to: lines.count, by: 32) {
        let rest = lines[start..<min(start + 32, lines.count)].map(String.init)
        // A batch goes to the home as one: its size, not the log's, would tell.
        #expect(folder.append(rest, "--each").code == 0)
      }
      let ending = folder.startProgram(
        "python3",
        ["-c", script, BuiltTool.path, "move", "events.jsonl", server.address("s\(mebibytes)")]
      ).wait(seconds: 240)
      #expect(ending.code == 0, "\(ending.errors)")
      #expect(folder.start(["verify", "--home"]).wait(seconds: 240).code == 0)
      return ending.lines.last.flatMap { Int($0) } ?? 0
    }
    // No more than five ninths of what the log grew by.
    #expect(peaks[1] < peaks[0] + (sizes[1] - sizes[0]) * 5 / 9, "\(peaks) MiB")
  }
}
