import Foundation
import Testing

/// The rights that `home grant` gives, and servers that a log may not be entrusted to.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeRightsTests {
  private static func register(_ user: String) -> String {
    Story.event(
      "r-\(user)", "user.registered", user, user, nil,
      #"{"roles":["employee"],"name":"Name of \#(user)"}"#)
  }

  @Test func `a role begins and writes the log that it was granted, and no other`() {
    let server = PostgresServer()
    let folder = LogFolder()
    server.sql("CREATE ROLE app LOGIN; CREATE ROLE other LOGIN")
    for (log, role) in [("store", "app"), ("depot", "other")] {
      #expect(server.sql(folder.run("home", "grant", log, role).output).code == 0)
      // It may be run again.
      #expect(server.sql(folder.run("home", "grant", log, role).output).code == 0)
      let address = server.address(log, user: role)
      #expect(folder.run("init", "--home", address, "\(log).jsonl").code == 0)
      #expect(folder.append([Self.register("tom")], "-f", "\(log).jsonl").code == 0)
      #expect(folder.run("verify", "--home", "\(log).jsonl").code == 0)
    }
    let foreign = folder.run("init", "--home", server.address("depot", user: "app"), "x.jsonl")
    #expect(foreign.code == 77 && foreign.errors.contains("grant"), "\(foreign.errors)")
    #expect(!folder.exists("x.jsonl"))
    for table in ["event", "person", "member"] {
      let seen = server.sql("SET ROLE app; SELECT DISTINCT log FROM shift_events.\(table)")
      #expect(seen.output == "store\n", "\(table): \(seen.output)\(seen.errors)")
    }
    server.sql("CREATE ROLE shut NOLOGIN")
    let shut = folder.run("clone", server.address("store", user: "shut"), "x.jsonl")
    #expect(shut.code == 77 && shut.errors.contains("shut"), "\(shut.errors)")
    let log = LogFolder.withStory()
    #expect(log.run("move", "events.jsonl", server.address("depot", user: "app")).code == 77)
    #expect(!log.exists("events.jsonl.d/home"))
    #expect(log.append([Self.register("kim")]).code == 0)
  }

  @Test func `an auditor has a copy without names, and writes nothing`() {
    let server = PostgresServer()
    let (one, auditor) = (LogFolder(), LogFolder())
    #expect(one.run("init", "--home", server.address("store")).code == 0)
    #expect(one.append([Self.register("tom")]).code == 0)
    server.sql("CREATE ROLE audit LOGIN")
    #expect(server.sql(one.run("home", "grant", "store", "audit", "--auditor").output).code == 0)
    let address = server.address("store", user: "audit")
    let cloned = auditor.run("clone", address, "events.jsonl")
    #expect(cloned.code == 0, "\(cloned.errors)")
    #expect(auditor.logBytes == one.logBytes)
    #expect(auditor.run("verify", "--home").code == 0)
    #expect(!auditor.run("show", "users").output.contains("Name of tom"))
    #expect(auditor.append([Self.register("kim")]).code == 77)
    #expect(auditor.logBytes == one.logBytes)
  }

  @Test func `whoever becomes an auditor loses what a writer may do, and the other way round`() {
    let (server, one, other) = (PostgresServer(), LogFolder(), LogFolder())
    #expect(one.run("init", "--home", server.address("store")).code == 0)
    #expect(one.append([Self.register("tom")]).code == 0)
    server.sql("CREATE ROLE staff LOGIN")
    func grant(_ words: String...) {
      let script = one.run(["home", "grant", "store", "staff"] + words).output
      #expect(server.sql(script).code == 0)
    }
    func policies() -> String {
      let order = "FROM pg_policies WHERE 'staff' = ANY (roles) ORDER BY 1"
      return server.sql("SELECT tablename || ' ' || cmd \(order)").output
    }
    grant()
    #expect(other.run("clone", server.address("store", user: "staff"), "events.jsonl").code == 0)
    #expect(other.append([Self.register("kim")]).code == 0)
    grant("--auditor")
    #expect(policies() == "event SELECT\n")
    #expect(other.append([Self.register("bob")]).code == 77)
    grant()
    #expect(policies() == "event ALL\nperson ALL\n")
    #expect(other.append([Self.register("bob")]).code == 0)
  }

  @Test func `a server that does not wait for its disk, or whose clock is off, is refused`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    server.sql("ALTER SYSTEM SET fsync = off")
    server.sql("SELECT pg_reload_conf(), pg_sleep(0.5)")
    #expect(folder.append([Self.register("tom")]).code == 77)
    #expect(folder.append([Self.register("tom")], "--sync", "none").code == 0)
    let told = folder.run("verify", "--home")
    #expect(told.code == 0 && told.output.contains("fsync = off"), "\(told.output)")
    server.sql("ALTER SYSTEM SET fsync = on")
    server.sql("SELECT pg_reload_conf(), pg_sleep(0.5)")
    // A server's clock that this role sees six minutes ahead.
    server.sql(
      "CREATE SCHEMA later; CREATE FUNCTION later.clock_timestamp() RETURNS timestamptz LANGUAGE sql "
        + "AS $$ SELECT pg_catalog.clock_timestamp() + interval '6 minutes' $$; "
        + "CREATE ROLE late LOGIN SUPERUSER; ALTER ROLE late SET search_path = later, pg_catalog")
    let late = folder.run("clone", server.address("store", user: "late"), "late.jsonl")
    #expect(late.code == 77 && late.errors.contains("set the clock"), "\(late.errors)")
    #expect(late.errors.matches(of: /20\d\d-\d\d-\d\dT/).count == 2, "\(late.errors)")
  }

  @Test func `another log in the place of a copy gives way to a new copy`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([Self.register("tom")]).code == 0)
    let whole = folder.logBytes
    folder.write(LogFolder.withStory().logBytes, to: "events.jsonl")
    #expect(folder.append([Self.register("kim")]).code == 65)
    let pulled = folder.run("pull")
    #expect(pulled.code == 0, "\(pulled.errors)")
    #expect(folder.logBytes == whole)
    var damaged = whole
    damaged[40] ^= 1
    folder.write(damaged, to: "events.jsonl")
    let told = folder.append([Self.register("kim")])
    #expect(told.code == 65 && told.errors.contains("eventlog-tool pull"), "\(told.errors)")
    #expect(folder.run("pull").code == 0)
    // Also where nothing but the mark is left of what lay beside it.
    folder.remove("events.jsonl")
    folder.remove("events.jsonl.d/head")
    #expect(folder.run("pull").code == 0)
    #expect(folder.logBytes == whole)
    #expect(folder.run("verify", "--home").code == 0)
  }

  @Test func `a mark that is damaged lets nobody take a copy for a log of its own`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([Self.register("tom")]).code == 0)
    let (bytes, mark) = (folder.logBytes, folder.bytes("events.jsonl.d/home"))
    for index in stride(from: 0, to: mark.count, by: 7) {
      var spoilt = mark
      spoilt[index] ^= 1
      folder.write(spoilt, to: "events.jsonl.d/home")
      #expect(folder.append([Self.register("kim")]).code == 65, "byte \(index)")
    }
    folder.write(mark, to: "events.jsonl.d/home")
    #expect(folder.logBytes == bytes)
    #expect(folder.append([Self.register("kim")]).code == 0)
  }

  @Test func `without tables nothing is moved, and no row breaks the lines`() {
    let server = PostgresServer()
    let folder = LogFolder.withStory()
    let hash =
      "encode(sha256(convert_to(repeat('0', 64) || encode(sha256(convert_to(c, 'UTF8')), 'hex'), 'UTF8')), 'hex')"
    func insert(_ content: String) -> Ending {
      server.sql(
        "INSERT INTO shift_events.event SELECT 'store', 1, c || ',\"hash\":\"' || \(hash) || '\"}' "
          + "FROM (SELECT E'\(content)' AS c) AS t")
    }
    #expect(insert(#"{"sequence":"000000000001",\n"a":1"#).code != 0)
    #expect(insert(#"{"sequence":"000000000001","a":1"#).code == 0)
    // It continues the chain and is no event: a clone names the line.
    let broken = folder.run("clone", server.address("store"), "c.jsonl")
    #expect(broken.code == 65 && broken.errors.contains(":1:"), "\(broken.errors)")
    #expect(!folder.exists("c.jsonl") && !folder.exists("c.jsonl.d"))
    server.sql("DROP SCHEMA shift_events CASCADE")
    let refused = folder.run("move", "events.jsonl", server.address("depot"))
    #expect(refused.code == 77 && refused.errors.contains("home schema"), "\(refused.errors)")
    #expect(!folder.exists("events.jsonl.d/home"))
  }

  @Test func `tables in partitions hold logs as one table does`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    server.sql("DROP SCHEMA shift_events CASCADE")
    #expect(server.sql(one.run("home", "schema", "--partitions", "3").output).code == 0)
    server.sql("CREATE ROLE app LOGIN")
    for log in ["store", "depot", "office", "yard"] {
      #expect(server.sql(one.run("home", "grant", log, "app").output).code == 0)
      let address = server.address(log, user: "app")
      #expect(one.run("init", "--home", address, "\(log).jsonl").code == 0)
      #expect(one.append([Self.register("tom")], "-f", "\(log).jsonl").code == 0)
      #expect(two.run("clone", address, "\(log).jsonl").code == 0)
      #expect(two.append([Self.register("eva")], "-f", "\(log).jsonl").code == 0)
      #expect(two.run("verify", "--rules", "--home", "\(log).jsonl").code == 0)
    }
    let parts = server.sql("SELECT count(DISTINCT tableoid) FROM shift_events.event").output
    #expect(["2\n", "3\n"].contains(parts), "\(parts)")
    #expect(server.sql("UPDATE shift_events.event SET line = line").code != 0)
    #expect(one.run("home", "schema", "--partitions", "0").code == 64)
    #expect(one.run("home", "grant", "store", "app", "--partitions", "2").code == 64)
  }
}
