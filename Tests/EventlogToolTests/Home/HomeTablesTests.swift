import Foundation
import Testing

/// Tables that lost something: a restore that left a part out, an administrator who took a right away, names that came back.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeTablesTests {
  private static func named(_ user: String, _ type: String, _ name: String) -> String {
    Story.event(
      "\(type)-\(user)", type, user, user, nil,
      type == "user.registered"
        ? #"{"roles":["employee"],"name":"\#(name)"}"# : #"{"name":"\#(name)"}"#)
  }

  @Test(arguments: [[], ["--partitions", "3"]])
  func `a home without its key is refused until it has one again`(partitions: [String]) {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    server.sql("DROP SCHEMA shift_events CASCADE")
    let schema = one.start(["home", "schema"] + partitions).wait().output
    #expect(server.sql(schema).code == 0)
    #expect(one.run("init", "--home", server.address("store")).code == 0)
    #expect(one.append([HomeWriters.register("max")]).code == 0)
    #expect(two.run("clone", server.address("store"), "events.jsonl").code == 0)
    for table in ["event", "person"] {
      server.sql("ALTER TABLE shift_events.\(table) DROP CONSTRAINT \(table)_pkey")
    }
    for folder in [one, two] {
      for words in [["append", "-"], ["pull"], ["verify", "--home"], ["push", "--restore"]] {
        let asked = Array((HomeWriters.register("eva") + "\n").utf8)
        let refused = folder.start(words, input: .bytes(asked)).wait()
        let told = refused.errors + refused.output
        #expect(refused.code == 77, "\(words): \(told)")
        #expect(told.contains("key") && told.contains("home schema"), "\(words): \(told)")
      }
    }
    // The remedy, as it stands, also of tables in partitions.
    #expect(server.sql(one.run("home", "schema").output).code == 0)
    let keys = "SELECT count(*) FROM pg_constraint WHERE contype = 'p' AND conrelid IN ("
    #expect(
      server.sql(keys + "'shift_events.event'::regclass, 'shift_events.person'::regclass)").output
        == "2\n")
    for (folder, user) in [(one, "eva"), (two, "tom")] {
      #expect(folder.append([HomeWriters.register(user)]).code == 0)
    }
    #expect(one.run("verify", "--home").code == 0)
  }

  /// A storage option is no loss, and the key of one partition is.
  @Test func `a key is known by its columns, and one that a partition lacks is made anew`() {
    let server = PostgresServer()
    let folder = LogFolder()
    server.sql("DROP SCHEMA shift_events CASCADE")
    #expect(server.sql(folder.run("home", "schema", "--partitions", "3").output).code == 0)
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    server.sql("ALTER TABLE shift_events.event DROP CONSTRAINT event_pkey")
    server.sql("ALTER TABLE ONLY shift_events.event ADD PRIMARY KEY (log, sequence)")
    #expect(folder.append([HomeWriters.register("max")]).code == 77)
    #expect(server.sql(folder.run("home", "schema").output).code == 0)
    #expect(folder.append([HomeWriters.register("max")]).code == 0)
    let (other, one) = HomeWriters.log(of: "max")
    other.sql("ALTER INDEX shift_events.event_pkey SET (fillfactor = 70)")
    #expect(one.append([HomeWriters.register("eva")]).code == 0)
  }

  @Test func `an event that is there twice keeps the key away, loudly`() {
    let (server, folder) = HomeWriters.log(of: "max")
    server.sql("ALTER TABLE shift_events.event DROP CONSTRAINT event_pkey")
    server.sql("INSERT INTO shift_events.event SELECT * FROM shift_events.event")
    let made = server.sql(folder.run("home", "schema").output)
    #expect(made.code != 0 && made.errors.contains("(store, 1)"), "\(made.errors)")
    #expect(folder.run("pull").code == 77)
  }

  @Test func `a partition refuses what the table refuses, whoever asks it itself`() {
    let server = PostgresServer()
    let folder = LogFolder()
    server.sql("DROP SCHEMA shift_events CASCADE")
    #expect(server.sql(folder.run("home", "schema", "--partitions", "3").output).code == 0)
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([HomeWriters.register("max")]).code == 0)
    for round in 0..<2 {
      for part in 0..<3 {
        let name = "shift_events.event_\(part)"
        for act in ["UPDATE \(name) SET line = line", "DELETE FROM \(name)", "TRUNCATE \(name)"] {
          let refused = server.sql(act)
          #expect(refused.code != 0, "\(act)")
          #expect(refused.errors.contains("never changed"), "\(act): \(refused.errors)")
        }
      }
      // One that an earlier version made has the trigger once the schema is run again.
      if round == 0 {
        for part in 0..<3 { server.sql("DROP TRIGGER refuse_change ON shift_events.event_\(part)") }
        #expect(server.sql(folder.run("home", "schema").output).code == 0)
      }
    }
    #expect(folder.run("verify", "--home").code == 0)
  }

  /// A view of names forbids to change their type, by which statistics go.
  @Test(arguments: [[], ["--partitions", "3"]])
  func `what the tables lack is said by name, and comes again beside a view of names`(
    partitions: [String]
  ) {
    let server = PostgresServer()
    let folder = LogFolder()
    server.sql("DROP SCHEMA shift_events CASCADE")
    #expect(server.sql(folder.run(["home", "schema"] + partitions).output).code == 0)
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([Self.named("max", "user.registered", "Max Ode")]).code == 0)
    #expect(!folder.run("verify", "--home").output.contains("its tables"))
    let (event, person) = ("shift_events.event", "shift_events.person")
    let part = partitions.isEmpty ? event : "\(event)_1"
    let losses = [
      ("continue the log", "ALTER TABLE \(event) DISABLE TRIGGER check_line"),
      ("half a batch", "DROP TRIGGER check_end ON \(event)"),
      ("changed or removed", "DROP TRIGGER refuse_change ON \(part)"),
      ("all of them", "ALTER TABLE \(person) DISABLE ROW LEVEL SECURITY"),
      (
        "statistics",
        "ALTER TABLE \(person) ALTER name SET STATISTICS 100; "
          + "INSERT INTO \(person) SELECT 'other', g::text, 's', 'Name ' || g FROM generate_series(1, 300) g; "
          + "ANALYZE \(person)"
      ),
    ]
    let kept =
      "SELECT count(*) FROM pg_stats WHERE schemaname = 'shift_events' AND attname = 'name'"
    for (words, loss) in losses {
      #expect(server.sql(loss).code == 0)
      let told = folder.run("verify", "--home").output.split(separator: "\n").filter {
        $0.contains("its tables")
      }
      #expect(told.count == 1 && told[0].contains(words), "\(told)")
      #expect(told.first?.contains("eventlog-tool home schema | psql") == true, "\(told)")
      if words == "statistics" {
        #expect(server.sql(kept).output != "0\n")
        server.sql("CREATE VIEW staff AS SELECT id, name FROM \(person)")
        let made = server.sql(folder.run("home", "schema").output)
        #expect(made.code == 0 && made.errors.contains("view staff"), "\(made.errors)")
        #expect(folder.run("verify", "--home").output.contains("statistics"))
        #expect(server.sql("UPDATE \(part) SET line = line").code != 0)
        server.sql("DROP VIEW staff")
      }
      #expect(server.sql(folder.run("home", "schema").output).code == 0)
      #expect(!folder.run("verify", "--home").output.contains("its tables"), "\(words)")
    }
    #expect(server.sql(kept).output == "0\n")
  }

  @Test func `a refusal of the database keeps its words, also in a turn`() {
    let (server, one) = HomeWriters.log(of: "max")
    let two = LogFolder()
    #expect(two.run("clone", server.address("store"), "events.jsonl").code == 0)
    server.sql(
      "CREATE FUNCTION stop_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.line LIKE '%stopme%' THEN "
        + "RAISE EXCEPTION 'stopped by the office: call 555'; END IF; RETURN NEW; END $$; "
        + "CREATE TRIGGER zz_stop BEFORE INSERT ON shift_events.event FOR EACH ROW EXECUTE FUNCTION stop_it()"
    )
    // Words are read against the home, and so are recorded in a turn, where others go on.
    let words = ["append", "user.registered", "stopme", "--actor", "stopme", "roles=student"]
    let stopping = HomeWriters.register("stopme")
    for round in 0..<3 {
      for refused in [one.run(words), one.run("append", "-", input: stopping + "\n")] {
        let told = refused.errors + refused.output
        #expect(refused.code != 0 && told.contains("call 555"), "\(refused)")
        #expect(!told.contains("current transaction"), "\(refused)")
      }
      #expect(two.append([HomeWriters.register("eva\(round)")]).code == 0)
    }
    #expect(one.append([HomeWriters.register("tom")]).code == 0)
  }

  /// Two administrators read of one loss.
  @Test func `copies that bring the same back at once are no strangers to each other`() {
    let (server, one) = HomeWriters.log(of: "max")
    let many = (0..<2_500).map { HomeWriters.register("u\($0)") }
    #expect(one.append(many).code == 0)
    let others = (0..<3).map { _ in LogFolder() }
    for other in others {
      #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    }
    let before = one.logBytes
    for lost in [1, 700, 2_000] {
      server.sql(
        "ALTER TABLE shift_events.event DISABLE TRIGGER refuse_change; DELETE FROM shift_events.event WHERE sequence >= "
          + "\(lost); ALTER TABLE shift_events.event ENABLE TRIGGER refuse_change")
      let pushes = ([one] + others).map { $0.start(["push", "--restore"]) }
      for push in pushes {
        let ending = push.wait()
        #expect(ending.code == 0, "\(ending)")
      }
      for folder in [one] + others {
        #expect(folder.run("verify", "--home").code == 0)
        #expect(folder.logBytes == before)
      }
    }
  }

  /// A copy that is behind knows nobody of the events that were lost.
  @Test func `names of people whom a copy does not know stay in the home`() {
    let (server, one) = HomeWriters.log(of: "max")
    let two = LogFolder()
    #expect(two.run("clone", server.address("store"), "events.jsonl").code == 0)
    #expect(one.append([Self.named("eva", "user.registered", "Eva de Wit")]).code == 0)
    server.sql(
      "SET session_replication_role = replica; DELETE FROM shift_events.event WHERE sequence > 1")
    let told = two.run("verify", "--home")
    #expect(!(told.output + told.errors).contains("takes them away"), "\(told)")
    #expect(two.run("push", "--restore").code == 0)
    #expect(server.sql("SELECT name FROM shift_events.person").output == "Eva de Wit\n")
    #expect(one.run("push", "--restore").code == 0)
    #expect(two.run("pull").code == 0)
    #expect(two.run("show", "users").output.contains("Eva de Wit"))
  }

  @Test(arguments: [3, 2])
  func `damage of a copy is never called torn, and its home has what is right`(line: Int) {
    let (server, folder) = HomeWriters.log(of: "max", "eva", "tom")
    var lines = folder.logLines
    lines[line - 1] = String(lines[line - 1].dropLast(40)) + "\u{1}" + lines[line - 1].suffix(39)
    folder.write((lines.joined(separator: "\n") + "\n").utf8, to: "events.jsonl")
    for words in [["verify"], ["recover"], ["append", "-"], ["show", "users"]] {
      let ending = folder.start(
        words, input: .bytes(Array((HomeWriters.register("bas") + "\n").utf8))
      ).wait()
      let told = ending.output + ending.errors
      #expect(ending.code == 65 && !told.contains("torn:"), "\(words): \(told)")
      #expect(told.contains("eventlog-tool pull"), "\(words): \(told)")
    }
    #expect(folder.run("pull").code == 0)
    #expect(folder.append([HomeWriters.register("bas")]).code == 0)
    // Another file in the place of the copy, and none.
    folder.write(lines[0].replacing("max", with: "may").utf8 + [10], to: "events.jsonl")
    #expect(folder.run("show", "points").errors.contains("eventlog-tool pull"))
    folder.remove("events.jsonl")
    let made = folder.run("init")
    #expect(made.code == 73 && made.errors.contains("eventlog-tool pull"), "\(made)")
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "4\n")
  }

  @Test func `a writer has turns again where not everybody may take them`() {
    let server = PostgresServer()
    let folder = LogFolder()
    server.sql("CREATE ROLE app LOGIN; CREATE ROLE stranger LOGIN")
    let grant = folder.run("home", "grant", "store", "app").output
    #expect(server.sql(grant).code == 0)
    #expect(folder.run("init", "--home", server.address("store", user: "app")).code == 0)
    // Where everybody may, no right of a function is written down.
    let rights =
      "SELECT count(*) FROM pg_proc WHERE proname LIKE '%advisory%' AND proacl IS NOT NULL"
    #expect(server.sql(rights).output == "0\n")
    server.sql(
      [
        "pg_advisory_lock", "pg_advisory_xact_lock", "pg_try_advisory_xact_lock",
        "pg_advisory_unlock",
      ]
      .map { "REVOKE EXECUTE ON FUNCTION \($0)(bigint) FROM PUBLIC;" }.joined())
    #expect(folder.append([HomeWriters.register("max")]).code == 77)
    #expect(server.sql(grant).code == 0)
    server.sql("ALTER ROLE app SET row_security = off")
    #expect(folder.append([HomeWriters.register("max")]).code == 0)
    // Whoever has the right already needs nobody who may give it; a script of rows does without.
    server.sql("CREATE ROLE owner LOGIN; ALTER SCHEMA shift_events OWNER TO owner")
    for table in ["event", "person"] {
      server.sql("ALTER TABLE shift_events.\(table) OWNER TO owner")
    }
    #expect(server.sql("SET ROLE owner; " + grant).code == 0)
    let script = folder.run("export", "sql", "users").output
    server.sql("CREATE SCHEMA stranger AUTHORIZATION stranger")
    let loaded = server.sql("SET ROLE stranger; SET search_path = stranger; " + script)
    #expect(loaded.code == 0, "\(loaded.errors)")
    #expect(server.sql("SET ROLE stranger; SELECT pg_advisory_lock(1)").code != 0)
    #expect(server.sql("SET ROLE app; SELECT pg_advisory_lock(1)").code == 0)
  }

  /// A dump of the table of names that is older than an erasure and a change.
  @Test func `names that came back are told, and go with what brings the others`() {
    let (server, folder) = HomeWriters.log(of: "max")
    #expect(
      folder.append(
        ["eva", "tom"].map { Self.named($0, "user.registered", "Name of \($0)") }, "--each"
      ).code == 0)
    server.sql("CREATE TABLE dump AS SELECT * FROM shift_events.person")
    #expect(
      folder.append([
        Story.event("gone", "user.erased", "eva", "eva", nil, "{}"),
        Self.named("tom", "profile.changed", "Tom anew"),
      ]).code == 0)
    server.sql(
      "DELETE FROM shift_events.person; INSERT INTO shift_events.person SELECT * FROM dump")
    let found = folder.run("verify", "--home")
    #expect(found.code == 0 && found.errors.contains("does not show 1 name"), "\(found.errors)")
    #expect(
      found.errors.contains("has 2 names to which the log does not commit"), "\(found.errors)")
    let pushed = folder.run("push", "--restore")
    #expect(
      pushed.errors.contains("brought 0 events and 1 name")
        && pushed.errors.contains("took 2 names away"), "\(pushed.errors)")
    let names = server.sql(
      "SELECT name FROM shift_events.person WHERE name IS NOT NULL ORDER BY name")
    #expect(names.output == "Tom anew\n", "\(names.output)")
    let whole = folder.run("verify", "--home")
    #expect(whole.code == 0 && !whole.errors.contains("name"), "\(whole.errors)")
    #expect(folder.run("push", "--restore").errors.contains("brought 0 events to"))
  }

  @Test func `a standby is no home`() {
    let primary = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", primary.address("store")).code == 0)
    let standby = PostgresServer(following: primary)
    primary.waitForStandby()
    let told = folder.run(
      "clone", standby.address("store") + "&target_session_attrs=any", "copy.jsonl")
    #expect(told.code == 77 && told.errors.contains("is a standby"), "\(told.errors)")
    #expect(!folder.exists("copy.jsonl"))
  }
}
