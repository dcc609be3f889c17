import Foundation
import TestSupport
import Testing

/// Many workplaces in one database: a log each, written by sessions on two hosts at random, through a failover.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeScaleTests {
  @Test func `many logs live in one database, and no statement touches two`() {
    let logs = HomeCampaign.number("SHIFTEVENTS_HOME_LOGS", or: 12)
    let sessions = logs < 100 ? 4 : 16
    let turns = HomeCampaign.number("SHIFTEVENTS_HOME_TURNS", or: 8)
    let seed = UInt64(HomeCampaign.number("CAMPAIGN_SEED", or: Int.random(in: 1..<1_000_000)))
    let primary = PostgresServer(settings: "log_statement=all\nlog_line_prefix='@%c '")
    primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    let standby = PostgresServer(following: primary)
    primary.waitForStandby()
    let names = (0..<logs).map { "w\(10_000 + $0)" }
    let hosts = [LogFolder(), LogFolder()]
    let copies = hosts.flatMap { host in
      names.map {
        HomeWriters.Copy(log: primary.address($0, or: standby), cache: host.file("cache"))
      }
    }
    let written = primary.walBytes
    let start = ContinuousClock.now
    // A session on one log, five events, and then one on another.
    let writers = HomeWriters(copies, writers: (0..<sessions).map { $0 % 2 * logs }) {
      writer, number in
      if number == 5 * turns { return nil }
      var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(writer * 10_000 + number / 5))
      var submission = HomeWriters.Submission.register("u\(writer)-\(number)")
      submission.copy = writer % 2 * logs + Int.random(in: 0..<logs, using: &random)
      return submission
    }
    for _ in 0..<36_000 where writers.acknowledged < sessions * turns * 5 / 2 { usleep(50_000) }
    let (walBytes, before) = (primary.walBytes - written, writers.acknowledged)
    primary.kill()
    standby.promote()
    primary.follow(standby)
    standby.waitForStandby()
    let outcomes = writers.wait(seconds: 3_600)
    let seconds = (ContinuousClock.now - start) / .seconds(1)

    var lines: [String: [String]] = [:]
    for row in standby.sql(
      "SELECT log || ' ' || line FROM shift_events.event ORDER BY log, sequence"
    )
    .lines {
      lines[String(row.prefix(6)), default: []].append(String(row.dropFirst(7)))
    }
    let figures = HomeCampaign.check(outcomes) { lines[names[$0 % logs]] ?? [] }
    #expect(figures.acknowledged == figures.submitted && figures.submitted == sessions * turns * 5)
    #expect(lines.values.map(\.count).reduce(0, +) == figures.submitted)
    Self.expectWhole(copies.indices.filter { lines[names[$0 % logs]] != nil }.map { copies[$0] })
    let statements = Self.expectOneLogEach(primary) + Self.expectOneLogEach(standby)
    let stored =
      Double(
        standby.sql("SELECT pg_total_relation_size('shift_events.event')").output.dropLast()) ?? 0
    print(
      "\(logs) logs, \(sessions) sessions: \(figures); \(Int(seconds)) s; outcomes not told: "
        + "\(writers.attempts); \(Int(stored) / figures.submitted) bytes stored, "
        + "\(walBytes / max(before, 1)) bytes of WAL an event; \(statements) statements, each on one log"
    )
  }

  /// Every copy of every host has what the home has, judged again.
  private static func expectWhole(_ copies: [HomeWriters.Copy]) {
    let folder = LogFolder()
    var rest = copies[...]
    while !rest.isEmpty {
      let checks = rest.prefix(4).map { copy in
        folder.start(
          ["verify", "--rules", "--home", copy.log], environment: ["XDG_CACHE_HOME": copy.cache])
      }
      rest = rest.dropFirst(4)
      for check in checks {
        let ending = check.wait(seconds: 120)
        #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
      }
    }
  }

  /// Reads the server's log of statements, and returns their number.
  ///
  /// What a connection asks for names one log, and each statement that touches the tables names it.
  private static func expectOneLogEach(_ server: PostgresServer) -> Int {
    var logOfConnection: [Substring: Substring] = [:]
    var count = 0
    for entry in server.log.split(separator: "\n@") {
      guard let found = entry.firstRange(of: "LOG:  statement: ") else { continue }
      let statement = entry[found.upperBound...]
      let isOurs = statement.contains("shift_events_") || statement.contains("'shift-events")
      if !isOurs { continue }
      count += 1
      // Not its process, whose number another gets when numbers run out.
      let connection = entry.drop { $0 == "@" }.prefix { $0 != " " }
      let names = Set(statement.matches(of: /\bw1\d{4}\b/).map(\.output))
      #expect(names.count < 2, "\(statement.prefix(300))")
      if let name = names.first {
        #expect(logOfConnection[connection, default: name] == name, "\(statement.prefix(300))")
        logOfConnection[connection] = name
      } else {
        // Nothing without a name reads or changes a row.
        let isPrepared =
          statement.hasPrefix("PREPARE ") && statement.contains("log = $1")
        #expect(
          isPrepared || !statement.contains("shift_events.") && !statement.hasPrefix("EXECUTE"),
          "\(statement.prefix(300))")
      }
    }
    #expect(count > 0)
    return count
  }
}
