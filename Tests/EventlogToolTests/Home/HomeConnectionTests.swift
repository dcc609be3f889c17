import Foundation
import TestSupport
import Testing

@testable import ShiftEvents
@testable import ShiftEventsHome

/// One connection to a home, asked directly, where the server changes its mind while it stands.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeConnectionTests {
  /// A server with an empty log, whose function of that name tests may make anew for connections that stand.
  private static func server(with function: String, as body: String) -> PostgresServer {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    let ending = server.sql(
      "CREATE SCHEMA shifted; CREATE FUNCTION shifted.\(function) \(body); "
        + "ALTER ROLE postgres SET search_path = shifted, pg_catalog")
    #expect(ending.code == 0, "\(ending.errors)")
    return server
  }

  private static func home(
    on server: PostgresServer, clockCheckIntervalSeconds: Double = 60
  ) throws -> PostgresHome {
    let home = PostgresHome(
      try HomeAddress(server.address("store")), lockTimeoutSeconds: 2,
      clockCheckIntervalSeconds: clockCheckIntervalSeconds)
    home.begin(until: ProcessInfo.processInfo.systemUptime + 60)
    _ = try home.reconnect()
    return home
  }

  @Test func `a clock that goes wrong while a connection stands is refused at each append`() throws
  {
    func body(_ seconds: Int) -> String {
      "RETURNS timestamptz LANGUAGE sql AS 'SELECT pg_catalog.clock_timestamp() + interval ''\(seconds) seconds'''"
    }
    let server = Self.server(with: "clock_timestamp()", as: body(0))
    let home = try Self.home(on: server, clockCheckIntervalSeconds: 0)
    server.sql("CREATE OR REPLACE FUNCTION shifted.clock_timestamp() \(body(330))")
    let record = HomeRecord(known: .empty, lines: [], count: 0, persons: [], outdated: [])
    for _ in 0..<3 {
      #expect { try home.append(record) } throws: {
        guard case HomeFailure.refused(let error) = $0 else { return false }
        return error.code == .notPermitted && "\(error)".contains("clock")
      }
    }
  }

  @Test func `a turn that the server does not end is ended with its connection`() throws {
    let server = Self.server(
      with: "pg_advisory_unlock(bigint)",
      as: "RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''not now''; END'")
    let (first, second) = (try Self.home(on: server), try Self.home(on: server))
    #expect(try first.takeTurn(from: 1).lines.isEmpty)
    // Its turn outlives the commit.
    try first.makeDurable()
    #expect(throws: HomeFailure.self) { try second.takeTurn(from: 1) }
    first.endTurn()
    #expect(try second.takeTurn(from: 1).lines.isEmpty)
    second.endTurn()
  }

  @Test func `tables that go while a connection stands are named, with what makes them`() throws {
    let server = PostgresServer()
    let home = try Self.home(on: server)
    #expect(try home.lines(from: 1).lines.isEmpty)
    for (there, back) in [
      ("SCHEMA shift_events RENAME TO away", "SCHEMA away RENAME TO shift_events"),
      ("TABLE shift_events.event RENAME TO away", "TABLE shift_events.away RENAME TO event"),
      (
        "TABLE shift_events.event RENAME line TO away",
        "TABLE shift_events.event RENAME away TO line"
      ),
    ] {
      server.sql("ALTER \(there)")
      #expect {
        // A statement that was prepared keeps its table by its number.
        _ = try home.reconnect()
      } throws: {
        guard case HomeFailure.refused(let error) = $0 else { return false }
        return error.code == .notPermitted && error.message.contains(PostgresHome.schemaCommand)
      }
      server.sql("ALTER \(back)")
      _ = try home.reconnect()
    }
    server.sql("DROP SCHEMA shift_events CASCADE")
    #expect {
      try home.lines(from: 1)
    } throws: {
      guard case HomeFailure.refused(let error) = $0 else { return false }
      return error.code == .notPermitted && error.message.contains("does not exist")
    }
  }

  @Test func `bytes bound a page, and each goes on behind its first line`() throws {
    let server = PostgresServer()
    server.tamper(
      """
      INSERT INTO shift_events.event SELECT 'store', n, '{"sequence":"' || lpad(n::text, 12, '0') || '","x":"' ||
        repeat('y', CASE WHEN n % 2 = 0 THEN 4194304 - 34 ELSE 10 END) || '"}' FROM generate_series(1, 24) AS n
      """)
    let home = try Self.home(on: server)
    var next = 1
    while true {
      let page = try home.lines(from: UInt64(next))
      let bytes = page.lines.reduce(0) { $0 + $1.count }
      #expect(bytes < PostgresHome.pageBytes + 4 << 20)
      next += page.lines.count
      if !page.isFull { break }
      #expect(bytes >= PostgresHome.pageBytes && page.lines.count > 1)
    }
    #expect(next == 25)
  }
}
