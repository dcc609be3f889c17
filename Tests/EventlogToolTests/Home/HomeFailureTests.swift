import Foundation
import TestSupport
import Testing

/// The failures of a home and of its hosts, on real servers that the tests start and end.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeFailureTests {
  private static func register(_ user: String) -> String {
    HomeWriters.Submission.register(user).line
  }

  /// A server, and copies of one log in it, each for a host.
  private static func copies(_ count: Int) -> (server: PostgresServer, hosts: [LogFolder]) {
    let server = PostgresServer()
    let hosts = (0..<count).map { _ in LogFolder() }
    let address = server.address("store")
    #expect(hosts[0].run("init", "--home", address).code == 0)
    for host in hosts.dropFirst() {
      #expect(host.run("init", "--home", address).code == 0)
    }
    return (server, hosts)
  }

  /// Lets four writers on two hosts be disturbed, and returns what came of it.
  private static func disturb(
    _ server: PostgresServer, _ hosts: [LogFolder], _ body: (HomeWriters) -> Void
  ) -> (figures: HomeCampaign.Figures, writers: HomeWriters, outcomes: [HomeWriters.Outcome]) {
    let writers = HomeWriters(hosts, writers: [0, 0, 1, 1]) { writer, number in
      .register("u\(writer)-\(number)")
    }
    body(writers)
    let outcomes = writers.end()
    HomeCampaign.expectSame(hosts)
    let figures = HomeCampaign.check(outcomes) { _ in hosts[0].logLines }
    let count = server.sql("SELECT count(*) FROM shift_events.event").output
    #expect(figures.acknowledged == figures.submitted && count == "\(figures.submitted)\n")
    return (figures, writers, outcomes)
  }

  @Test func `connections are ended and the server restarted: sessions go on`() {
    let (server, hosts) = Self.copies(2)
    let (figures, writers, _) = Self.disturb(server, hosts) { writers in
      for round in 0..<4 {
        let before = writers.acknowledged
        for _ in 0..<400 where writers.acknowledged < before + 20 { usleep(25_000) }
        if round % 2 == 0 {
          server.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
              + "WHERE application_name LIKE 'shift-events%'")
        } else {
          server.stop(round == 1 ? "fast" : "immediate")
          server.start()
        }
      }
    }
    #expect(figures.unanswered == 0)
    print(
      "connections ended, servers restarted: \(figures); outcomes not told: \(writers.attempts)")
  }

  @Test
  func `the tool is killed at any moment: a record is whole or absent, the next writer goes on`() {
    let (server, hosts) = Self.copies(2)
    let kills = HomeCampaign.number("SHIFTEVENTS_HOME_KILLS", or: 20)
    var random = HomeCampaign.random("kills of the tool")
    let (figures, _, outcomes) = Self.disturb(server, hosts) { writers in
      for _ in 0..<kills {
        let before = writers.acknowledged
        usleep(.random(in: 5_000..<60_000, using: &random))
        for _ in 0..<2_000 where writers.acknowledged == before { usleep(5_000) }
        if let session = writers.sessions.randomElement(using: &random) { kill(session, SIGKILL) }
      }
    }
    let recorded = outcomes.count { $0.unknown > 0 && $0.status == "duplicate" }
    #expect(figures.unanswered > 0, "nobody was killed while it wrote")
    print(
      "kills of the tool: \(kills); \(figures); of those asked again \(recorded) had been recorded")
  }

  @Test func `psql is killed at any moment: sessions go on, each event is recorded once`() {
    let (server, hosts) = Self.copies(2)
    let kills = HomeCampaign.number("SHIFTEVENTS_HOME_KILLS", or: 20)
    var random = HomeCampaign.random("kills of psql")
    var killed = 0
    let (figures, writers, outcomes) = Self.disturb(server, hosts) { writers in
      while killed < kills {
        usleep(.random(in: 5_000..<60_000, using: &random))
        // Only a session that leads those of its host has one.
        let parents = writers.sessions.map { "\($0)" }.joined(separator: ",")
        let found = hosts[0].startProgram("pgrep", ["-x", "psql", "-P", parents]).wait().lines
        guard let psql = found.compactMap({ pid_t($0) }).randomElement(using: &random) else {
          continue
        }
        kill(psql, SIGKILL)
        killed += 1
      }
    }
    #expect(figures.unanswered == 0, "\(outcomes.flatMap(\.failures))")
    print("kills of psql: \(killed); \(figures); outcomes not told: \(writers.attempts)")
  }

  @Test(.enabled(if: geteuid() == 0, "a disk of a size takes root"))
  func `the disk of the server is full: 74, nothing half, and it goes on once there is room`() {
    let server = PostgresServer(
      mebibytes: 64, settings: "wal_keep_size=0\nmin_wal_size=2MB\nmax_wal_size=2MB")
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    server.asItsUser("dd", "if=/dev/zero", "of=\(server.data)/ballast", "bs=64k")
    var acknowledged = 0
    var refused: [String] = []
    for round in 0..<200 where refused.isEmpty {
      let lines = (0..<50).map { Self.register("u\(round)-\($0)") }
      let ending = folder.append(lines, "--lock-timeout", "3")
      if ending.code == 0 {
        acknowledged += 50
      } else {
        #expect(ending.code == 74, "\(ending.output)\(ending.errors)")
        refused = lines
      }
    }
    #expect(!refused.isEmpty, "the disk was never full")
    server.asItsUser("rm", server.data + "/ballast")
    server.ensureRunning()
    #expect(folder.run("pull").code == 0)
    #expect([acknowledged, acknowledged + 50].contains(folder.logLines.count))
    #expect(folder.append(refused).code == 0)
    #expect(folder.logLines.count == acknowledged + 50)
    HomeCampaign.expectSame([folder])
  }

  @Test(.enabled(if: geteuid() == 0, "a disk of a size takes root"))
  func `the disk of the tables is full: 74 at once, nothing is written`() {
    let server = PostgresServer()
    let disk = PostgresServer(mebibytes: 48)
    disk.stop()
    disk.asItsUser("mkdir", disk.data + "/tables")
    #expect(
      server.sql(
        "CREATE TABLESPACE small LOCATION '\(disk.data)/tables'; "
          + "ALTER TABLE shift_events.event SET TABLESPACE small"
      ).code == 0)
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([Self.register("max")]).code == 0)
    disk.asItsUser("dd", "if=/dev/zero", "of=\(disk.data)/ballast", "bs=64k")
    let lines = (0..<5_000).map { Self.register("u\($0)") }
    let start = ContinuousClock.now
    let ending = folder.append(lines, "--lock-timeout", "60")
    #expect(ending.code == 74 && ending.errors.contains("no room"), "\(ending.errors)")
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "1\n")
    disk.asItsUser("rm", disk.data + "/ballast")
    #expect(folder.append(lines).code == 0)
    #expect(folder.logLines.count == 5_001)
    HomeCampaign.expectSame([folder])
  }

  /// Eight clients on two hosts, each with people of its own; now and then all want the same shift.
  @Test func `two hosts race: one order, nothing illegal, and everybody comes to their turn`() {
    let (server, hosts) = Self.copies(2)
    let isFull = HomeCampaign.isSet("SHIFTEVENTS_HOME_RACE")
    let each = HomeCampaign.number("SHIFTEVENTS_HOME_RACE", or: 250)
    let count = HomeCampaign.number("SHIFTEVENTS_HOME_WRITERS", or: 8)
    let prizes = min(each / 12, 28)
    let people = (0..<count).map { Self.register("w\($0)") }
    let shifts = (0..<prizes).flatMap { prize in
      [
        Story.event(
          "s\(prize)", "shift.scheduled", "S\(prize)", "mia", nil,
          #"{"owner":"mia","date":"2027-02-\#(prize < 9 ? "0" : "")\#(prize + 1)","start":"09:00","end":"17:00"}"#
        ), Story.event("o\(prize)", "shift.supplied", "S\(prize)", "mia"),
      ]
    }
    let manager = Story.event(
      "p0", "user.registered", "mia", "mia", nil, #"{"roles":["manager","employee"]}"#)
    let prepared = hosts[0].append([manager] + people + shifts)
    #expect(prepared.code == 0, "\(prepared.output)\(prepared.errors)")
    let start = ContinuousClock.now
    let writers = HomeWriters(
      hosts, writers: (0..<count).map { $0 % 2 }
    ) { writer, number in
      if number == each { return nil }
      if number % 12 == 5, number / 12 < prizes {
        let id = "w\(writer)-\(number)"
        return .init(
          id: id, line: Story.event(id, "shift.accepted", "S\(number / 12)", "w\(writer)"))
      }
      return .register("u\(writer)-\(number)")
    }
    let outcomes = writers.wait(seconds: 1_200)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    HomeCampaign.expectSame(hosts, withBash: isFull)
    let figures = HomeCampaign.check(outcomes) { _ in hosts[0].logLines }
    #expect(figures.submitted == count * each && figures.unanswered == 0)
    #expect(figures.rejected == prizes * (count - 1))
    #expect(hosts[0].logLines.count { $0.contains(#""type":"shift.accepted""#) } == prizes)
    #expect(figures.longestWaitSeconds < 20)
    server.stop()
    print(
      "race of \(count) on two hosts: \(figures); \(Int(Double(figures.submitted) / seconds)) a second"
    )
  }

  @Test func `a host stands still in its turn: others are told its name, then go on`() {
    let (server, hosts) = Self.copies(3)
    let writers = HomeWriters(hosts, writers: [0, 1]) { writer, number in
      .register("u\(writer)-\(number)")
    }
    // Both met each other, so they take turns; one of them is stopped until it is its turn.
    var holder: pid_t?
    for _ in 0..<2_000 where holder == nil {
      usleep(3_000)
      guard let session = writers.sessions.randomElement() else { continue }
      kill(session, SIGSTOP)
      func hasTurn() -> Bool {
        server.sql(
          "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid) "
            + "WHERE locktype = 'advisory' AND granted"
        ).output.hasSuffix(" \(session)\n")
      }
      // What ends its turn may be on its way.
      if hasTurn(), usleep(100_000) == 0, hasTurn() {
        holder = session
      } else {
        kill(session, SIGCONT)
      }
    }
    guard let holder else {
      Issue.record("nobody was stopped in its turn")
      return
    }
    // This host does not know what came meanwhile, meets a conflict, and wants a turn. The server ends the wait a tenth
    // before the host does, which is a second here: a busy machine needs it.
    let ending = hosts[2].append([Self.register("eva")], "--lock-timeout", "10")
    #expect(
      ending.code == 75 && ending.errors.contains("shift-events")
        && ending.errors.contains(" \(holder) "),
      "\(ending.code) \(ending.errors)")
    kill(holder, SIGCONT)
    #expect(hosts[2].append([Self.register("eva")]).code == 0)
    let outcomes = writers.end()
    HomeCampaign.expectSame(hosts)
    let figures = HomeCampaign.check(outcomes) { _ in hosts[0].logLines }
    #expect(figures.unanswered == 0)
  }

  private static let hasSocketList = FileManager.default.isExecutableFile(atPath: "/usr/bin/ss")

  @Test(.enabled(if: hasSocketList, "ss is not installed here"))
  func `the server asks within seconds for a host whose machine may be gone`() {
    let (server, hosts) = Self.copies(1)
    let session = hosts[0].start(["append", "--session"], input: .pipe)
    session.send(Self.register("max") + "\n")
    while !session.outputSoFar.contains("appended"), session.isRunning { usleep(5_000) }
    // Until the last answer is confirmed, another timer runs.
    var isAskedSoon = false
    var sockets = ""
    for _ in 0..<80 where !isAskedSoon {
      usleep(50_000)
      sockets =
        hosts[0].startProgram(
          "/usr/bin/ss", ["-Htno", "state", "established", "sport = :\(server.port)"]
        ).wait().output
      let timer = sockets.firstMatch(of: /timer:\(keepalive,(\d+)(\.\d+)?(ms|sec),/)
      isAskedSoon = timer.map { $0.3 == "ms" || Int($0.1)! < 6 } ?? false
    }
    #expect(isAskedSoon, "\(sockets)")
    session.closeInput()
    #expect(session.wait().code == 0)
  }
}
