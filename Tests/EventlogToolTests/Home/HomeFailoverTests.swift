import Foundation
import TestSupport
import Testing

/// Logs in a primary with a standby: what the loss of the primary does to writers and to what they were told.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeFailoverTests {
  private static func register(_ user: String) -> String {
    HomeWriters.Submission.register(user).line
  }

  private static func pair() -> (primary: PostgresServer, standby: PostgresServer) {
    let primary = PostgresServer()
    let standby = PostgresServer(following: primary)
    primary.waitForStandby()
    return (primary, standby)
  }

  /// The moment at which a primary is lost.
  private enum Loss: CaseIterable {
    case atAnyMoment
    /// While commits wait that the standby has not got.
    case beforeTheStandby
    /// While commits wait that are on their way to the standby, or there already.
    case beforeTheAnswer
  }

  private static func lose(
    _ primary: PostgresServer, _ standby: PostgresServer, _ loss: Loss,
    _ random: inout SplitMix64
  ) {
    usleep(.random(in: 20_000..<150_000, using: &random))
    switch loss {
    case .atAnyMoment: primary.kill()
    case .beforeTheStandby, .beforeTheAnswer:
      // Commits that are on their way arrive and are answered. Then the standby stops to read, so that no later
      // commit is on its disk.
      let sessions = "postgres postgres 127"
      primary.signal(SIGSTOP, sessions)
      usleep(100_000)
      standby.signal(SIGSTOP, "walreceiver")
      primary.signal(SIGCONT, sessions)
      usleep(100_000)
      primary.expectProcess("waiting for", isThere: true)
      primary.kill()
      if loss == .beforeTheStandby {
        // What the standby has not read is lost with its socket.
        standby.kill()
        standby.start()
      } else {
        standby.signal(SIGCONT, "walreceiver")
        standby.expectProcess("walreceiver", isThere: false)
      }
    }
    standby.promote()
  }

  /// Eight writers on the copies of three hosts, of two logs, through many failovers. All the time, what is
  /// acknowledged must be on two servers: a promoted one waits for its new standby.
  @Test
  func `a primary is killed and its standby promoted: nothing acknowledged is lost or doubled`() {
    let rounds = HomeCampaign.number("SHIFTEVENTS_HOME_ROUNDS", or: Rounds.count(4, full: 20))
    var random = HomeCampaign.random("failovers")
    var primary = PostgresServer()
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    var standby = PostgresServer(following: primary)
    primary.waitForStandby()
    let logs = ["store", "shop"].map { name in
      let hosts = [LogFolder(), LogFolder(), LogFolder()]
      let address = primary.address(name, or: standby)
      #expect(hosts[0].run("init", "--home", address).code == 0)
      for host in hosts.dropFirst() {
        #expect(host.run("init", "--home", address).code == 0)
      }
      return hosts
    }
    let copies = logs.flatMap { $0 }
    let writers = HomeWriters(copies, writers: [0, 1, 2, 0, 3, 4, 5, 3]) { writer, number in
      .register("u\(writer)-\(number)")
    }
    var round = 0
    // A run of twenty rounds meets attempts of both kinds, but for one in a thousand; a run that did not
    // goes on.
    while round < rounds || (!writers.hasMetBothKinds && round < rounds + 20) {
      // All of them write again.
      let before = writers.acknowledged
      for _ in 0..<600 where writers.acknowledged < before + 40 { usleep(50_000) }
      Self.lose(primary, standby, Loss.allCases[round % Loss.allCases.count], &random)
      primary.follow(standby)
      standby.waitForStandby()
      swap(&primary, &standby)
      round += 1
    }
    let outcomes = writers.end()
    for hosts in logs { HomeCampaign.expectSame(hosts) }
    let figures = HomeCampaign.check(outcomes) { logs[$0 / 3][0].logLines }
    let attempts = writers.attempts
    #expect(
      writers.hasMetBothKinds,
      "the run shows nothing: it must meet attempts of both kinds, and met \(attempts)")
    print(
      "failovers: \(round) rounds; \(figures); outcomes not told: \(attempts.recorded) recorded, "
        + "\(attempts.unrecorded) not")
  }

  @Test func `an insert waits for the standby, the client asks again: it is recorded once`() {
    let (primary, standby) = Self.pair()
    let (one, two) = (LogFolder(), LogFolder())
    let address = primary.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append([Self.register("max")]).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    standby.stop()
    let first = one.append([Self.register("eva")], "--lock-timeout", "3")
    #expect(first.code == 74, "\(first.output)")
    let again = two.start(
      ["append", "-", "--lock-timeout", "60"],
      input: .bytes(Array((Self.register("eva") + "\n").utf8)))
    usleep(1_500_000)
    standby.start()
    let ending = again.wait(seconds: 90)
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    #expect(one.run("pull").code == 0)
    #expect(one.logLines.count { $0.contains("r-eva") } == 1)
    #expect(one.logBytes == two.logBytes)
  }

  @Test func `the wait is cancelled and the standby promoted: what is gone was not acknowledged`() {
    let (primary, standby) = Self.pair()
    let (one, two) = (LogFolder(), LogFolder())
    let address = primary.address("store", or: standby)
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append([Self.register("max")]).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    standby.stop()
    let tool = one.start(
      ["append", "-", "--lock-timeout", "6"],
      input: .bytes(Array((Self.register("eva") + "\n").utf8)))
    var isCancelled = false
    for _ in 0..<200 where !isCancelled {
      usleep(20_000)
      let cancelled = primary.sql(
        "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
      isCancelled = cancelled.output != "0\n"
    }
    #expect(isCancelled, "nobody waited")
    // The row stands there now for all to see; to a client that asks again it is no `duplicate`.
    let again = two.append([Self.register("eva")], "--lock-timeout", "2")
    #expect(
      again.code == 74 && !again.output.contains("duplicate"), "\(again.output)\(again.errors)")
    let ending = tool.wait(seconds: 60)
    #expect(ending.code == 74 && !ending.output.contains("appended"), "\(ending.output)")
    primary.kill()
    standby.start()
    standby.promote()
    #expect(one.run("pull").code == 0)
    #expect(one.logLines.count == 1)
    #expect(one.append([Self.register("eva")]).code == 0)
    HomeCampaign.expectSame([one, two])
  }

  @Test
  func `hosts in their turns wait for the standby together, and nothing is acknowledged before`() {
    let (primary, standby) = Self.pair()
    let hosts = [LogFolder(), LogFolder()]
    let address = primary.address("store")
    #expect(hosts[0].run("init", "--home", address).code == 0)
    #expect(hosts[0].append([Self.register("max")]).code == 0)
    #expect(hosts[1].run("clone", address, "events.jsonl").code == 0)
    let sessions = hosts.map {
      $0.start(["append", "--session", "--lock-timeout", "60"], input: .pipe)
    }
    func acknowledged() -> [Int] { sessions.map { $0.outputSoFar.ranges(of: "appended").count } }
    func wait(_ isDone: () -> Bool) {
      for _ in 0..<1_500 {
        if isDone() { return }
        usleep(20_000)
      }
    }
    // They meet, and take turns from then on.
    for round in 1...2 {
      for (index, session) in sessions.enumerated() {
        session.send(Self.register("w\(index)-\(round)") + "\n")
        wait { acknowledged()[index] == round }
      }
    }
    standby.stop()
    for (index, session) in sessions.enumerated() {
      session.send(Self.register("late\(index)") + "\n")
    }
    func count() -> String { primary.sql("SELECT count(*) FROM shift_events.event").output }
    wait { count() == "7\n" }
    #expect(count() == "7\n", "the second waited for the first")
    #expect(acknowledged() == [2, 2])
    #expect(hosts[1].logLines.count < 6, "a copy has news that may still be lost")
    standby.start()
    wait { acknowledged() == [3, 3] }
    #expect(acknowledged() == [3, 3])
    for session in sessions {
      session.closeInput()
      #expect(session.wait().code == 0)
    }
    HomeCampaign.expectSame(hosts)
  }

  /// A session that goes on after an event was acknowledged to it.
  private static func sessionWithAnEvent(in folder: LogFolder) -> ToolProcess {
    let session = folder.start(["append", "--session", "--lock-timeout", "30"], input: .pipe)
    session.send(register("eva") + "\n")
    while !session.outputSoFar.contains("appended"), session.isRunning { usleep(10_000) }
    return session
  }

  /// What all copies do whose home lacks an event that they know to be recorded.
  private static func expectNoticed(_ session: ToolProcess, _ folder: LogFolder) {
    session.send(register("tom") + "\n")
    session.closeInput()
    let last = session.wait(seconds: 60).lines.last ?? ""
    #expect(last.contains(#""error":"damaged""#) && last.contains("short"), "\(last)")
    let fresh = folder.append([register("kim")])
    #expect(fresh.code == 65 && fresh.output.contains("short"))
    let pulled = folder.run("pull")
    #expect(pulled.code == 65 && pulled.errors.contains("short"))
    #expect(folder.run("push", "--restore").code == 0)
    #expect(folder.append([register("kim")]).code == 0)
    #expect(folder.run("verify", "--home").code == 0)
    #expect(folder.logLines.count == 3)
  }

  @Test func `a stale standby is promoted: the loss is noticed, by those that run and by new ones`()
  {
    let primary = PostgresServer()
    let standby = PostgresServer(following: primary)
    let folder = LogFolder()
    #expect(folder.run("init", "--home", primary.address("store", or: standby)).code == 0)
    #expect(folder.append([Self.register("max")]).code == 0)
    primary.waitForStandby()
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
    primary.sql("SELECT pg_reload_conf()")
    standby.stop()
    let session = Self.sessionWithAnEvent(in: folder)
    primary.kill()
    standby.start()
    standby.promote()
    Self.expectNoticed(session, folder)
  }

  @Test
  func
    `a server is restored to an earlier time: the loss is noticed, by those that run and by new ones`()
  {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([Self.register("max")]).code == 0)
    server.stop()
    server.keepBackUp()
    server.start()
    let session = Self.sessionWithAnEvent(in: folder)
    server.kill()
    server.restoreBackUp()
    server.start()
    Self.expectNoticed(session, folder)
  }
}
