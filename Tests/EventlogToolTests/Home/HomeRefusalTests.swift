import Foundation
import Testing

/// Refusals: of servers in any language, and of logs that are not there.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeRefusalTests {
  /// Servers here can speak German.
  private static let hasGerman: Bool = {
    let folder = LogFolder()
    return folder.shell(
      "locale -a | grep -qi '^de_DE.utf-\\?8$' && ls /usr/share/locale/de/LC_MESSAGES/postgres-*.mo"
    ).code == 0
  }()

  private static func register(_ user: String) -> String {
    Story.event("r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  /// Runs `clone`, which is to be refused at once.
  private static func expectRefused(
    _ address: String, _ words: String, code: Int32 = 77, _ environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let folder = LogFolder()
    let start = ContinuousClock.now
    var ending = folder.run("clone", address, "c.jsonl", environment: environment)
    // A test beside this one may have begun a process while the script was still being written.
    if ending.errors.contains("Text file busy") {
      ending = folder.run("clone", address, "c.jsonl", environment: environment)
    }
    let isAtOnce = ContinuousClock.now - start < .seconds(6)
    #expect(
      ending.code == code && ending.errors.contains(words) && isAtOnce, "\(ending.errors)",
      sourceLocation: sourceLocation)
    #expect(folder.names(in: ".").isEmpty, sourceLocation: sourceLocation)
  }

  @Test(.enabled(if: hasGerman, "no server here speaks German: de_DE.UTF-8 is not installed"))
  func `a server that speaks German is understood`() {
    let server = PostgresServer(settings: "lc_messages='de_DE.UTF-8'")
    server.sql(
      "CREATE ROLE app LOGIN PASSWORD 'right'; CREATE ROLE shut NOLOGIN; CREATE ROLE bare LOGIN; "
        + "CREATE DATABASE locked; REVOKE CONNECT ON DATABASE locked FROM PUBLIC")
    server.sql("CREATE DATABASE empty TEMPLATE template0 ENCODING 'UTF8'")
    server.admit("host all app all scram-sha-256", "host all gone all reject")
    func address(_ user: String, _ database: String = "postgres") -> String {
      server.address("store", user: user).replacing("/postgres?", with: "/\(database)?")
    }
    Self.expectRefused(address("app"), "Passwort-Authentifizierung", ["PGPASSWORD": "wrong"])
    Self.expectRefused(address("app"), "no password supplied")
    Self.expectRefused(address("unknown"), "existiert nicht")
    Self.expectRefused(address("shut"), "zum Einloggen")
    Self.expectRefused(address("gone"), "pg_hba.conf")
    Self.expectRefused(address("bare", "nowhere"), "existiert nicht")
    Self.expectRefused(address("bare", "locked"), "keine Berechtigung")
    Self.expectRefused(address("bare"), "home grant store ROLE")
    Self.expectRefused(address("bare", "empty"), "home schema")
    // What passes by itself is waited for.
    server.sql("ALTER SYSTEM SET max_connections = 10")
    server.stop()
    server.start()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", address("postgres")).code == 0)
    let sessions = (0..<10).map { _ in
      folder.startProgram(
        "\(PostgresServer.programs ?? "")/psql",
        ["-X", "-c", "SELECT pg_sleep(60)", String(address("postgres").prefix { $0 != "?" })])
    }
    usleep(1_000_000)
    let full = folder.append([Self.register("max")], "--lock-timeout", "2")
    #expect(full.code == 74, "\(full.output)\(full.errors)")
    for session in sessions { session.signal(SIGKILL) }
  }

  /// A refusal: the address, and what its message names.
  private struct Refusal {
    var what: String
    var address: String
    var code: Int32 = 77
    var names: String
    var environment: [String: String] = [:]
  }

  @Test func `each refusal names its cause, and has its exit code`() {
    let server = PostgresServer()
    server.sql(
      "CREATE ROLE app LOGIN PASSWORD 'right'; CREATE ROLE shut NOLOGIN; CREATE ROLE bare LOGIN; "
        + "CREATE ROLE gone LOGIN; CREATE DATABASE locked; REVOKE CONNECT ON DATABASE locked FROM PUBLIC"
    )
    server.admit("host all app all scram-sha-256", "host all gone all reject")
    server.sql("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'")
    let damages = [
      "empty": "", "half": "DROP TABLE shift_events.event CASCADE",
      "nameless": "DROP TABLE shift_events.person",
      "narrow": "ALTER TABLE shift_events.person DROP COLUMN email",
      "old": "COMMENT ON SCHEMA shift_events IS 'shift-events home 0'",
    ]
    let schema = LogFolder().run("home", "schema").output
    for (name, damage) in damages {
      server.sql("CREATE DATABASE \(name)")
      if !damage.isEmpty { server.sql(schema + damage, database: name) }
    }
    func address(
      _ user: String = "postgres", _ database: String = "postgres", with parameter: String = ""
    ) -> String {
      server.address("store", user: user).replacing("/postgres?", with: "/\(database)?") + parameter
    }
    let tables = "eventlog-tool home schema | psql DATABASE"
    let right = "eventlog-tool home grant store ROLE"
    let refusals = [
      Refusal(what: "no schema", address: address("postgres", "empty"), names: tables),
      Refusal(what: "no table of events", address: address("postgres", "half"), names: tables),
      Refusal(what: "no table of people", address: address("postgres", "nameless"), names: tables),
      Refusal(what: "no column", address: address("postgres", "narrow"), names: tables),
      Refusal(what: "an old schema", address: address("postgres", "old"), names: "home 0"),
      Refusal(what: "an encoding", address: address("postgres", "latin"), names: "LATIN1"),
      Refusal(what: "no right", address: address("bare"), names: right),
      Refusal(what: "its words", address: address("bare"), names: "permission denied for schema"),
      Refusal(what: "no such role", address: address("nobody"), names: #"role "nobody""#),
      Refusal(what: "no login", address: address("shut"), names: "not permitted to log in"),
      Refusal(what: "rejected", address: address("gone"), names: "pg_hba.conf"),
      Refusal(what: "no database", address: address("bare", "nowhere"), names: #""nowhere""#),
      Refusal(what: "a locked database", address: address("bare", "locked"), names: "locked"),
      Refusal(what: "no password", address: address("app"), names: "no password supplied"),
      Refusal(
        what: "a wrong password", address: address("app"), names: "password authentication failed",
        environment: ["PGPASSWORD": "wrong"]),
      Refusal(what: "no TLS", address: address(with: "&sslmode=require"), names: "SSL"),
      Refusal(what: "a bad option", address: address(with: "&sslmode=so"), names: #""so""#),
      Refusal(what: "a bad port", address: address(with: "&port=99999"), names: "99999"),
      Refusal(what: "an unknown option", address: address(with: "&so=1"), names: "so"),
      Refusal(
        what: "a bad setting", address: address(with: "&options=-c%20work_mem%3Dx"),
        names: "work_mem"),
      Refusal(what: "no service", address: address(with: "&service=so"), names: #""so""#),
      Refusal(what: "no name", address: "postgresql://db/roster", code: 64, names: "log="),
      Refusal(
        what: "no psql", address: address(), code: 69, names: "postgresql-client",
        environment: ["SHIFT_EVENTS_PSQL": "/nowhere/psql"]),
    ]
    for refusal in refusals {
      let folder = LogFolder.withStory()
      let cache = ["XDG_CACHE_HOME": folder.file("cache")]
      for command in [
        ["clone", refusal.address, "c.jsonl"], ["init", "--home", refusal.address, "c.jsonl"],
        ["move", "events.jsonl", refusal.address], ["show", "users", refusal.address],
        [
          "append", "user.registered", "max", "--actor", "max", "roles=employee", "-f",
          refusal.address,
        ],
      ] {
        let start = ContinuousClock.now
        let ending = folder.start(
          command, environment: cache.merging(refusal.environment) { $1 }
        ).wait(seconds: 30)
        #expect(
          ending.code == refusal.code && ending.errors.contains(refusal.names),
          "\(refusal.what): \(command[0]): \(ending.code) \(ending.errors)")
        #expect(ContinuousClock.now - start < .seconds(5), "\(refusal.what): \(command[0])")
      }
      #expect(!folder.exists("c.jsonl") && !folder.exists("events.jsonl.d/home"), "\(refusal.what)")
    }
  }

  /// A psql that never connects, and says so as the real one does.
  private static func psql(_ words: String, in folder: LogFolder) -> [String: String] {
    let text =
      #"psql: error: connection to server at "db" (192.0.2.1), port 5432 failed: "# + words
    folder.writeProgram("#!/bin/sh\ncat << 'END' >&2\n\(text)\nEND\nexit 2\n", to: "psql")
    return ["SHIFT_EVENTS_PSQL": folder.file("psql")]
  }

  @Test(arguments: [
    "FATAL:  password authentication failed for user \"app\"",
    "FATAL:  Passwort-Authentifizierung für Benutzer »app« fehlgeschlagen",
    "FATAL:  authentification par mot de passe échouée pour l'utilisateur « app »",
    "ВАЖНО:  пользователь \"app\" не прошёл проверку подлинности (по паролю)",
    "FATAL:  ユーザー\"app\"のパスワード認証に失敗しました",
    "致命错误:  用户 \"app\" Password 认证失败",
    "FATAL:  Datenbank >>roster<< existiert nicht",
    "FATAL:  keine Berechtigung für Datenbank »roster«\nDETAIL:  Benutzer hat das CONNECT-Privileg nicht.",
  ])
  func `what a server refuses for good is told at once, in its own words`(words: String) {
    let folder = LogFolder()
    let said = words.prefix { $0 != "\n" }
    Self.expectRefused(
      "postgresql://app@db/roster?log=store", String(said), Self.psql(words, in: folder))
  }

  @Test(arguments: [
    "FATAL:  das Datenbanksystem startet", "FATAL:  tut mir leid, schon zu viele Verbindungen",
    "FATAL:  the database system is shutting down", "Connection refused",
    "FATAL:  too many connections for role \"app\"",
    "could not translate host name \"db\" to address: Name or service not known",
  ])
  func `what passes by itself is tried again until the deadline`(words: String) {
    let folder = LogFolder()
    let environment = Self.psql(words, in: folder)
    let start = ContinuousClock.now
    let ending = folder.run(
      "clone", "postgresql://app@db/roster?log=store", "c.jsonl", "--lock-timeout", "1",
      environment: environment)
    #expect(ending.code == 74 && ending.errors.contains(words), "\(ending.errors)")
    #expect(ContinuousClock.now - start >= .seconds(1))
  }

  @Test func `a log that is not there is not made by those that read it`() {
    let server = PostgresServer()
    let folder = LogFolder()
    server.sql("CREATE ROLE app LOGIN")
    for log in ["store", "depot", "yard"] {
      let address = server.address(log)
      #expect(folder.run("init", "--home", address, "\(log).jsonl").code == 0)
      #expect(folder.append([Self.register("tom")], "-f", "\(log).jsonl").code == 0)
    }
    for log in ["store", "yard", "new"] {
      #expect(server.sql(folder.run("home", "grant", log, "app").output).code == 0)
    }
    // Another's log looks as one that is not there; so does one that has no event yet.
    for log in ["stor", "depot", "new"] {
      Self.expectRefused(
        server.address(log, user: "app"), "sees these logs there: store, yard", code: 66)
      let reader = LogFolder()
      let read = reader.run(
        "show", "users", server.address(log, user: "app"),
        environment: ["XDG_CACHE_HOME": reader.file("cache")])
      #expect(read.code == 66 && read.errors.contains("store, yard"), "\(read.errors)")
      #expect(read.errors.contains("may not see it"), "\(read.errors)")
      #expect(reader.names(in: ".").isEmpty)
    }
    #expect(folder.run("clone", server.address("yard", user: "app"), "y.jsonl").code == 0)
  }
}
