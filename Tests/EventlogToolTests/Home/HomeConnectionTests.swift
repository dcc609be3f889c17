import Foundation
import TestSupport
import Testing

@testable import ShiftEvents

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
    try home.reconnect()
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
    #expect(try first.takeTurn(from: 1).isEmpty)
    // Its turn outlives the commit.
    try first.makeDurable()
    #expect(throws: HomeFailure.self) { try second.takeTurn(from: 1) }
    first.endTurn()
    #expect(try second.takeTurn(from: 1).isEmpty)
    second.endTurn()
  }
}
