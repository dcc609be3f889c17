import Foundation
import Testing

@testable import ShiftEvents
@testable import ShiftEventsHome

/// What psql and the server say without being asked, before the first answer and later.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeWarningsTests {
  private static func register(_ user: String) -> String {
    Story.event("r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  /// A server whose roles and databases all have something to say to whoever connects.
  private static func talkativeServer() -> PostgresServer {
    let server = PostgresServer(settings: "log_statement = 'all'")
    server.sql(
      "CREATE ROLE app SUPERUSER LOGIN; CREATE ROLE loud SUPERUSER LOGIN; CREATE ROLE told SUPERUSER LOGIN; "
        + "ALTER ROLE loud SET client_min_messages = debug5; ALTER ROLE told SET client_min_messages = log"
    )
    server.sql(
      "CREATE DATABASE moved TEMPLATE template0 LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'")
    server.sql("UPDATE pg_database SET datcollversion = '1' WHERE datname = 'moved'")
    server.sql(LogFolder().run("home", "schema").output, database: "moved")
    return server
  }

  @Test func `what is said before the first answer is no failure, and shown with -v`() {
    let server = Self.talkativeServer()
    let passwords = LogFolder()
    passwords.write(Array("127.0.0.1:1:nobody:nobody:nothing\n".utf8), to: "pgpass")
    #expect(unsafe chmod(passwords.file("pgpass"), 0o644) == 0)
    let cases: [(user: String, database: String, environment: [String: String], said: String)] = [
      ("loud", "postgres", [:], "DEBUG"), ("told", "postgres", [:], "LOG"),
      ("app", "moved", [:], "collation version"),
      ("app", "postgres", ["PGPASSFILE": passwords.file("pgpass")], "group or world access"),
    ]
    for (number, (user, database, environment, said)) in cases.enumerated() {
      let (folder, other) = (LogFolder(), LogFolder())
      let address = server.address("log\(number)", user: user)
        .replacing("/postgres?", with: "/\(database)?")
      func expect(_ folder: LogFolder, _ arguments: String..., input: String? = nil) {
        let ending = folder.start(
          arguments + ["-v"], input: input.map { .bytes(Array($0.utf8)) } ?? .nothing,
          environment: environment
        ).wait(seconds: 20)
        #expect(ending.code == 0, "\(number) \(arguments): \(ending.errors)")
        #expect(ending.errors.contains(said), "\(number) \(arguments): \(ending.errors)")
      }
      expect(folder, "init", "--home", address)
      expect(folder, "append", "-", input: Self.register("max") + "\n")
      expect(other, "clone", address, "events.jsonl")
      expect(folder, "pull")
      let quiet = folder.run("pull", environment: environment)
      #expect(quiet.code == 0 && quiet.errors.split(separator: "\n").count == 1, "\(quiet.errors)")
      #expect(other.logBytes == folder.logBytes && folder.logLines.count == 1)
    }
  }

  @Test func `a file of passwords that psql passes over is named where no password is found`()
    throws
  {
    let server = PostgresServer()
    server.sql("CREATE ROLE app LOGIN PASSWORD 'right'")
    server.admit("host all app all scram-sha-256")
    let folder = LogFolder()
    folder.write(Array("127.0.0.1:*:*:app:right\n".utf8), to: "pgpass")
    let environment = ["PGPASSFILE": folder.file("pgpass")]
    for (mode, code) in [(mode_t(0o644), Int32(77)), (0o600, 0)] {
      #expect(unsafe chmod(folder.file("pgpass"), mode) == 0)
      server.sql(folder.run("home", "grant", "store", "app").output)
      let ending = folder.run(
        "init", "--home", server.address("store", user: "app"), environment: environment)
      #expect(ending.code == code, "\(ending.errors)")
      #expect(ending.errors.contains("group or world access") == (code == 77), "\(ending.errors)")
    }
  }

  @Test func `a role that has warnings hidden is shown them all the same`() throws {
    let server = PostgresServer()
    server.sql("CREATE ROLE deaf SUPERUSER LOGIN; ALTER ROLE deaf SET client_min_messages = error")
    let home = PostgresHome(try HomeAddress(server.address("store", user: "deaf")))
    home.begin(until: ProcessInfo.processInfo.systemUptime + 60)
    _ = try home.reconnect()
    // Otherwise a commit whose wait for the standby was cancelled would look certain.
    let warned = try home.ask("DO $$ BEGIN RAISE WARNING 'not on the standby'; END $$")
    #expect(warned.isDone && !warned.isCertain)
  }
}
