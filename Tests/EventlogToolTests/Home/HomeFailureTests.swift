import Foundation
import TestSupport
import Testing

/// The failures of a home and of its hosts, on real servers that the tests start and end.
@Suite(
  .serialized, .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeFailureTests {
  private static func number(_ variable: String, or usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
  }

  private static func register(_ user: String) -> String {
    Story.event("r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  private static func pair() -> (primary: PostgresServer, standby: PostgresServer) {
    let primary = PostgresServer()
    let standby = PostgresServer(following: primary)
    primary.waitForStandby()
    return (primary, standby)
  }

  /// Sessions on the copies of hosts, each of which is sent one submission after the other.
  private struct Writers {
    let sessions: [(tool: ToolProcess, ids: [String])]

    init(_ hosts: [LogFolder], each: Int, count: Int, round: Int = 0) {
      sessions = hosts.enumerated().flatMap { host, folder in
        (0..<each).map { writer in
          let ids = (0..<count).map { "u\(round)-\(host)-\(writer)-\($0)" }
          let tool = folder.start(
            ["append", "--session", "-v", "--lock-timeout", "40"], input: .pipe)
          return (tool, ids)
        }
      }
    }

    /// Sends everything, a little at a time, and returns what was answered to each id.
    func run(pauseMicroseconds: UInt32, meanwhile: (Int) -> Void) -> [String: String] {
      for step in 0..<(sessions.first?.ids.count ?? 0) {
        for (tool, ids) in sessions { tool.send(HomeFailureTests.register(ids[step]) + "\n") }
        usleep(pauseMicroseconds)
        meanwhile(step)
      }
      var answers: [String: String] = [:]
      for (tool, ids) in sessions {
        tool.closeInput()
        let replies = tool.wait(seconds: 120).lines.dropFirst()
        #expect(replies.count == ids.count)
        for (id, reply) in zip(ids, replies) { answers[id] = OrderedJSON(reply)["status"]?.text }
      }
      return answers
    }
  }

  /// Holds the answers against the log: acknowledged once, refused never.
  private static func check(_ answers: [String: String], in folder: LogFolder) {
    var counts: [String: Int] = [:]
    for line in folder.logLines {
      counts[OrderedJSON(line)["subject"]?.text ?? "", default: 0] += 1
    }
    for (user, status) in answers {
      let count = counts[user, default: 0]
      switch status {
      case "appended": #expect(count == 1, "\(user) was appended and stands \(count) times")
      case "failed": #expect(count < 2, "\(user) failed and stands \(count) times")
      default: Issue.record("\(user) was answered \(status)")
      }
    }
  }

  @Test func `a primary is killed, its standby promoted: nothing acknowledged is lost or doubled`()
  {
    var (recorded, unrecorded, acknowledged, failed) = (0, 0, 0, 0)
    for round in 0..<Self.number("SHIFTEVENTS_HOME_ROUNDS", or: 1) {
      let (primary, standby) = Self.pair()
      let address = primary.address("store", or: standby)
      let hosts = [LogFolder(), LogFolder()]
      #expect(hosts[0].run("init", "--home", address).code == 0)
      #expect(hosts[1].run("clone", address, "events.jsonl").code == 0)
      let writers = Writers(hosts, each: 2, count: 60, round: round)
      let answers = writers.run(pauseMicroseconds: 8_000) { step in
        if step == 25 {
          primary.kill()
          standby.promote()
        }
      }
      for host in hosts {
        #expect(host.run("pull").code == 0)
        host.expectVerified()
        let ending = host.run("verify", "--rules", "--home")
        #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
      }
      #expect(hosts[0].logBytes == hosts[1].logBytes)
      Self.check(answers, in: hosts[0])
      let said = writers.sessions.map(\.tool.errorsSoFar).joined()
      recorded += said.ranges(of: "had been recorded").count
      unrecorded += said.ranges(of: "had not been recorded").count
      acknowledged += answers.values.count { $0 == "appended" }
      failed += answers.values.count { $0 == "failed" }
    }
    print(
      "failovers: \(acknowledged) acknowledged, \(failed) failed; outcomes not told: \(recorded) "
        + "recorded, \(unrecorded) not")
  }

  @Test func `an insert waits for the standby, the client asks again: it is recorded once`() {
    let (primary, standby) = Self.pair()
    let (one, two) = (LogFolder(), LogFolder())
    let address = primary.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    #expect(one.append([Self.register("max")]).code == 0)
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
    let folder = LogFolder()
    let address = primary.address("store", or: standby)
    #expect(folder.run("init", "--home", address).code == 0)
    #expect(folder.append([Self.register("max")]).code == 0)
    standby.stop()
    let tool = folder.start(
      ["append", "-", "--lock-timeout", "6"],
      input: .bytes(Array((Self.register("eva") + "\n").utf8)))
    usleep(1_500_000)
    let cancelled = primary.sql(
      "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    #expect(cancelled.output != "0\n", "nobody waited")
    let ending = tool.wait(seconds: 60)
    #expect(ending.code == 74, "\(ending.output)")
    primary.kill()
    standby.start()
    standby.promote()
    #expect(folder.run("pull").code == 0)
    #expect(folder.logLines.count == 1)
    #expect(folder.append([Self.register("eva")]).code == 0)
    #expect(folder.run("verify", "--home").code == 0)
  }

  @Test func `a connection is ended and the server restarted: sessions go on`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    let writers = Writers([folder], each: 1, count: 30)
    let answers = writers.run(pauseMicroseconds: 20_000) { step in
      if step == 8 {
        server.sql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            + "WHERE application_name LIKE 'shift-events%'")
      }
      if step == 16 {
        server.stop()
        server.start()
      }
    }
    #expect(answers.values.allSatisfy { $0 == "appended" })
    Self.check(answers, in: folder)
    #expect(folder.run("verify", "--home").code == 0)
  }

  @Test func `the tool is killed at any moment: a record is whole or absent`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    var random = SplitMix64(seed: 16)
    var acknowledged = 0
    for round in 0..<Self.number("SHIFTEVENTS_HOME_KILLS", or: 12) {
      let folder = round % 2 == 0 ? one : two
      let lines = (0..<40).map { Self.register("k\(round)-\($0)") }
      let tool = folder.start(
        ["append", "-", "--each"], input: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8)))
      usleep(UInt32.random(in: 10_000..<250_000, using: &random))
      tool.signal(SIGKILL)
      let ending = tool.wait()
      let told = ending.lines.filter { $0.contains("appended") && $0.hasSuffix("}") }
      #expect(folder.run("pull").code == 0)
      let log = folder.logLines
      for reply in told.map({ OrderedJSON($0) }) {
        let line = log[Int(reply["sequence"]!.number!) - 1]
        #expect(OrderedJSON(line)["hash"]?.text == reply["hash"]?.text)
      }
      acknowledged += told.count
    }
    for host in [one, two] {
      #expect(host.run("pull").code == 0)
      #expect(host.run("verify", "--home").code == 0)
    }
    #expect(one.logBytes == two.logBytes)
    print("kills of the tool: \(acknowledged) acknowledged, \(one.logLines.count) recorded")
  }

  @Test func `two hosts race: one order, and everybody comes to their turn`() {
    let server = PostgresServer()
    let hosts = [LogFolder(), LogFolder()]
    let address = server.address("store")
    #expect(hosts[0].run("init", "--home", address).code == 0)
    #expect(hosts[1].run("clone", address, "events.jsonl").code == 0)
    let writers = Writers(hosts, each: 4, count: Self.number("SHIFTEVENTS_HOME_RACE", or: 40))
    let answers = writers.run(pauseMicroseconds: 2_000) { _ in }
    #expect(answers.values.allSatisfy { $0 == "appended" })
    for host in hosts {
      #expect(host.run("pull").code == 0)
      #expect(host.run("verify", "--rules", "--home").code == 0)
      host.expectWholeChain()
    }
    #expect(hosts[0].logBytes == hosts[1].logBytes)
    Self.check(answers, in: hosts[0])
  }

  @Test func `a host stands still in its turn: others are told its name, then go on`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    let holder = one.startProgram(
      "\(PostgresServer.programs!)/psql",
      [
        "-X", "-q",
        address.replacing("?log=store", with: "?application_name=shift-events%20slow%20host"), "-c",
        "SELECT pg_advisory_lock(hashtextextended('shift-events store', 0)), pg_sleep(60)",
      ])
    usleep(500_000)
    #expect(one.append([Self.register("max")]).code == 0)
    // The other host does not know that event, meets a conflict, and wants a turn.
    let ending = two.append([Self.register("eva")], "--lock-timeout", "3")
    #expect(ending.code == 75 && ending.errors.contains("slow host"), "\(ending.errors)")
    holder.signal(SIGKILL)
    _ = holder.wait()
    server.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()"
    )
    #expect(two.append([Self.register("eva")]).code == 0)
    #expect(two.logLines.count == 2)
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
    let session = folder.start(["append", "--session", "--lock-timeout", "30"], input: .pipe)
    session.send(Self.register("eva") + "\n")
    while !session.outputSoFar.contains("appended"), session.isRunning { usleep(10_000) }
    primary.kill()
    standby.start()
    standby.promote()
    session.send(Self.register("tom") + "\n")
    session.closeInput()
    let last = session.wait(seconds: 60).lines.last ?? ""
    #expect(last.contains(#""error":"damaged""#) && last.contains("short"), "\(last)")
    let fresh = folder.append([Self.register("kim")])
    #expect(fresh.code == 65 && fresh.output.contains("short"))
    #expect(folder.run("push", "--restore").code == 0)
    #expect(folder.append([Self.register("kim")]).code == 0)
    #expect(folder.run("verify", "--home").code == 0)
  }
}
