import Foundation
import TestSupport
import Testing

/// Logs that live in PostgreSQL, from outside: a real server, several hosts as folders.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeCommandsTests {
  private static func register(_ user: String, _ data: String = #"{"roles":["employee"]}"#)
    -> String
  {
    Story.event("r-\(user)", "user.registered", user, user, nil, data)
  }

  @Test func `two hosts append to one log, and have the same bytes`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(two.run("init", "--home", address).code == 0)
    #expect(one.append(Story.lines, "--each").code == 0)
    // What this host does not know yet must be fetched before anything is refused.
    let ending = two.run(
      "append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--id", "w1", "--now", Story.now
    )
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    #expect(two.logLines.count == Story.events + 1)
    let again = one.run(
      "append", "shift.revoked", "F1.2026-01-26", "--actor", "bas", "--id", "w1", "--now", Story.now
    )
    #expect(again.code == 0 && again.output.contains("duplicate"), "\(again.output)")
    #expect(one.run("extend", "--now", LogFolder.clock).code == 0)
    HomeCampaign.expectSame([one, two])
    #expect(one.run("init", "--home", address, "other.jsonl").code == 73)
    #expect(one.run("clone", address, "events.jsonl").code == 73)
    #expect(one.run("pull", "none.jsonl").code != 0)
    let imported = one.run("import", two.log, "-f", one.log)
    #expect(imported.code == 77 && imported.errors.contains("pull"), "\(imported.errors)")
  }

  @Test func `words are read against what the home has, not against an old copy`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(one.append(Story.lines, "--each").code == 0)
    let record = ["append", "hours.recorded", "F1.2026-01-12", "--actor", "eva", "--now"]
    #expect(one.run(record + ["2026-01-15T12:00:00Z", "start=09:00", "end=14:00"]).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    let sheet = two.run("show", "timesheet", "--unconfirmed", "--format", "csv").output
    #expect(one.run(record + ["2026-01-15T12:00:01Z", "start=17:00", "end=22:00"]).code == 0)
    let stale = two.run(
      [
        "append", "hours.confirmed", "--csv", "-", "--actor", "mia", "--now",
        "2026-01-16T12:00:00Z",
      ],
      input: sheet)
    #expect(stale.code == 65 && stale.output.contains("recordedAt"), "\(stale)")
    #expect(
      one.append([Self.register("zoe", #"{"roles":["employee"],"name":"Zoë Zand"}"#)]).code == 0)
    let named = two.run("append", "user.followed", "Zoë Zand", "--actor", "bas")
    #expect(named.code == 0, "\(named)")
    HomeCampaign.expectSame([one, two])
  }

  @Test func `no log is extended, or read, by a slip in its name`() {
    let server = PostgresServer()
    let folder = LogFolder()
    let cache = ["XDG_CACHE_HOME": folder.file("cache")]
    func run(_ words: String...) -> Ending { folder.start(words, environment: cache).wait() }
    let (address, wrong) = (server.address("store"), server.address("stroe"))
    #expect(run("init", address).code == 0)
    let event = ["user.registered", "q", "--actor", "q", "roles=student", "-f", address]
    #expect(folder.start(["append"] + event, environment: cache).wait().code == 0)
    for _ in 0..<2 {
      #expect(run("extend", wrong).code == 66)
      #expect(run("show", "users", wrong).code == 66)
    }
    #expect(run("extend", address).code == 0)
  }

  @Test func `names follow their events, and an erasure reaches every copy`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    #expect(
      one.append([
        Self.register("max", #"{"roles":["employee"],"name":"Max","email":"max@example.org"}"#),
        Self.register("eva", #"{"roles":["employee"],"name":"Ève 'x' \"$$;:y\\ -- 🙂"}"#),
      ]).code == 0)
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    #expect(two.run("show", "users").output.contains("Max"))
    #expect(server.sql("SELECT name FROM shift_events.person WHERE id = 'max'").output == "Max\n")
    #expect(two.append([Story.event("e", "user.erased", "max", "max")]).code == 0)
    #expect(server.sql("SELECT name FROM shift_events.person WHERE id = 'max'").output.isEmpty)
    #expect(one.run("pull").code == 0)
    #expect(
      !String(decoding: one.bytes("events.jsonl.d/people.jsonl"), as: UTF8.self).contains("Max"))
    HomeCampaign.expectSame([one, two])
  }

  @Test func `a copy that is damaged, gone or behind is had anew`() {
    let server = PostgresServer()
    let folder = LogFolder()
    let address = server.address("store")
    #expect(folder.run("init", "--home", address).code == 0)
    #expect(folder.append(Story.lines).code == 0)
    let whole = folder.logBytes
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    folder.write(damaged, to: "events.jsonl")
    #expect(folder.run("pull").code == 0)
    #expect(folder.logBytes == whole)
    folder.remove("events.jsonl")
    #expect(folder.run("pull").code == 0)
    #expect(folder.logBytes == whole)
    #expect(folder.run("verify", "--home").code == 0)
  }

  /// A home that lost its third event and all names, and a copy that has them.
  private static func homeWithALoss() -> (PostgresServer, LogFolder) {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([register("max"), register("eva")]).code == 0)
    #expect(
      folder.append([register("tom", #"{"roles":["employee"],"name":"Tom"}"#)]).code == 0)
    server.sql(
      "ALTER TABLE shift_events.event DISABLE TRIGGER refuse_change; "
        + "DELETE FROM shift_events.event WHERE sequence = 3; DELETE FROM shift_events.person; "
        + "ALTER TABLE shift_events.event ENABLE TRIGGER refuse_change")
    return (server, folder)
  }

  @Test func `a home that lost events is noticed and gets them back from a copy`() {
    let (server, folder) = Self.homeWithALoss()
    for words in [["pull"], ["verify", "--home"]] {
      let ending = folder.start(words).wait()
      #expect(ending.code == 65 && (ending.output + ending.errors).contains("short"), "\(words)")
    }
    let report = folder.run("verify", "--home", "--json")
    #expect(
      report.code == 65
        && report.output.contains(#""kind":"short","message":"the home ends before event 3"#)
        && report.output.contains(#""file":"postgresql://"#), "\(report)")
    let refused = folder.append([Self.register("kim")])
    #expect(refused.code == 65 && refused.output.contains("short"))
    folder.write(folder.logBytes.dropLast(5), to: "events.jsonl")
    #expect(folder.run("pull").code == 65)
    #expect(server.sql("SELECT count(*) FROM shift_events.event").output == "2\n")
  }

  @Test func `push restores what a home lost, names and erasures too`() {
    let (server, folder) = Self.homeWithALoss()
    let ending = folder.run("push", "--restore")
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.run("verify", "--home").code == 0)
    #expect(server.sql("SELECT name FROM shift_events.person").output == "Tom\n")
    server.sql(
      "ALTER TABLE shift_events.event DISABLE TRIGGER ALL; UPDATE shift_events.event "
        + "SET line = replace(line, 'r-max', 'r-mix') WHERE sequence = 1")
    let changed = folder.run("verify", "--home")
    #expect(changed.code == 65 && changed.output.contains(":1: hash"), "\(changed.output)")
    #expect(folder.run("push", "--restore").code == 73)
    #expect(LogFolder().run("clone", server.address("store"), "c.jsonl").code == 65)
  }

  @Test func `a copy that was moved or pushed to its home is as the home is then`() {
    let (server, folder) = (PostgresServer(), LogFolder.withStory())
    func age(_ words: String...) -> String {
      folder.shell("touch -d 2020-01-01 events.jsonl.d/head; rm -f events.jsonl.d/pulled")
      #expect(folder.run(words).code == 0)
      return folder.run("show", "users").errors
    }
    for age in [age("move", "events.jsonl", server.address("store")), age("push", "--restore")] {
      #expect(
        age.contains("as of event 23, pulled at 20") && !age.contains("pulled at 2020"), "\(age)")
    }
  }

  @Test func `a log moves from its file into a home`() {
    let server = PostgresServer()
    let (folder, other) = (LogFolder.withStory(), LogFolder())
    let before = folder.logBytes
    let address = server.address("store")
    let ending = folder.run("move", "events.jsonl", address)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(folder.logBytes == before)
    #expect(folder.append([Self.register("kim")]).code == 0)
    #expect(other.run("clone", address, "events.jsonl").code == 0)
    HomeCampaign.expectSame([folder, other])
    #expect(folder.run("move", "events.jsonl", address).code == 73)
    let second = LogFolder()
    second.run("init")
    #expect(second.append([Self.register("ann")]).code == 0)
    #expect(second.run("move", "events.jsonl", address).code == 73)
  }

  @Test func `a role writes the logs that it was granted, and an auditor sees no names`() {
    let server = PostgresServer()
    let folder = LogFolder()
    for (role, words) in [("app", ["store", "app"]), ("audit", ["store", "audit", "--auditor"])] {
      server.sql("CREATE ROLE \(role) LOGIN")
      #expect(server.sql(folder.start(["home", "grant"] + words).wait().output).code == 0)
    }
    server.sql("CREATE ROLE nobody LOGIN")
    #expect(folder.run("init", "--home", server.address("store", user: "app")).code == 0)
    #expect(
      folder.append([Self.register("tom", #"{"roles":["employee"],"name":"Tom"}"#)]).code == 0)
    #expect(
      folder.run("init", "--home", server.address("other", user: "app"), "o.jsonl").code == 77)
    #expect(!folder.exists("o.jsonl"))
    #expect(folder.run("clone", server.address("store", user: "nobody"), "n.jsonl").code == 77)
    #expect(!folder.exists("n.jsonl"))
    let seen = server.sql(
      "SET ROLE audit; SELECT count(*) FROM shift_events.event; SELECT 1 FROM shift_events.person")
    #expect(seen.code != 0 && seen.output == "1\n")
    #expect(server.sql("SET ROLE app; DELETE FROM shift_events.event").code != 0)
    #expect(server.sql("UPDATE shift_events.event SET line = line").code != 0)
  }

  @Test func `what a home cannot be is refused, saying what to do`() {
    let server = PostgresServer()
    let folder = LogFolder()
    for (address, code) in [
      ("postgresql://127.0.0.1/x", 64), ("postgresql://u:secret@127.0.0.1/x?log=a", 64),
      ("postgresql://127.0.0.1/x?log=a&pass%77ord=b", 64), ("postgresql://h/x?log=a/b", 64),
    ] as [(String, Int32)] {
      let ending = folder.run("init", "--home", address)
      #expect(ending.code == code, "\(address): \(ending.errors)")
    }
    let address = server.address("store")
    let none = folder.run(
      "init", "--home", address, environment: ["SHIFT_EVENTS_PSQL": "/nowhere/psql"])
    #expect(none.code == 69 && none.errors.contains("postgresql-client"))
    server.sql("COMMENT ON SCHEMA shift_events IS 'shift-events home 0'")
    let old = folder.run("init", "--home", address)
    #expect(old.code == 77 && old.errors.contains("another version"))
    server.sql("DROP SCHEMA shift_events CASCADE")
    let bare = folder.run("init", "--home", address)
    #expect(bare.code == 77 && bare.errors.contains("home schema"))
    server.sql("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    let latin = folder.run(
      "init", "--home", address.replacing("/postgres?", with: "/latin?"))
    #expect(latin.code == 77 && latin.errors.contains("UTF8"))
    #expect(!folder.exists("events.jsonl"))
  }

  @Test func `with the home out of reach reads go on from the copy and writes fail in time`() {
    let server = PostgresServer()
    let folder = LogFolder()
    let address = server.address("store")
    #expect(folder.run("init", "--home", address).code == 0)
    #expect(folder.append([Self.register("max")]).code == 0)
    let cache = ["XDG_CACHE_HOME": folder.file("cache")]
    #expect(folder.run("show", "users", address, environment: cache).output.contains("max"))
    server.stop()
    #expect(folder.run("show", "users").output.contains("max"))
    let start = ContinuousClock.now
    let failed = folder.append([Self.register("eva")], "--lock-timeout", "3")
    #expect(failed.code == 74, "\(failed.errors)")
    #expect(ContinuousClock.now - start >= .seconds(3))
    let old = folder.run("show", "users", address, environment: cache)
    #expect(old.output.contains("max") && old.errors.contains("as of event 1, pulled at"))
    server.start()
    #expect(folder.append([Self.register("eva")]).code == 0)
    #expect(folder.logLines.count == 2)
  }

  @Test func `a long line and a long batch arrive as the same bytes`() {
    let server = PostgresServer()
    let (one, two) = (LogFolder(), LogFolder())
    let address = server.address("store")
    #expect(one.run("init", "--home", address).code == 0)
    let text = String(repeating: "ÿ ' $$ : \\\\ ", count: 12)
    // A home is read in pages of 10,000.
    let lines = (0..<Rounds.count(3_000, full: 10_100)).map { number in
      Self.register("u\(number)", #"{"roles":["employee"],"name":"\#(number) \#(text)x"}"#)
    }
    let ending = one.start(
      ["append", "-", "--now", LogFolder.clock],
      input: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8))
    ).wait(seconds: 120)
    #expect(ending.code == 0, "\(ending.errors.prefix(300))")
    #expect(two.run("clone", address, "events.jsonl").code == 0)
    #expect(one.logBytes == two.logBytes && one.logLines.count == lines.count)
    #expect(two.run("verify", "--home").code == 0)
  }
}
