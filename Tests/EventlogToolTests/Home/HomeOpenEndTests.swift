import Foundation
import Testing

/// Batches that another client than ours adds by halves, in new homes and in old ones.
@Suite(
  .serialized, .besideServers,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct HomeOpenEndTests {
  private static func register(_ user: String) -> String {
    Story.event("r-\(user)", "user.registered", user, user, nil, #"{"roles":["employee"]}"#)
  }

  /// The lines of a log that is one batch of three events.
  private static let batch: [String] = {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    #expect(folder.append(["max", "eva", "tom"].map(register)).code == 0)
    #expect(folder.logLines.count == 3 && folder.logLines[1].contains(#""more":true"#))
    return folder.logLines.map { "\($0)" }
  }()

  private static func insertion(of lines: ArraySlice<String>, in log: String) -> String {
    "INSERT INTO shift_events.event VALUES "
      + lines.indices.map { "('\(log)', \($0 + 1), '\(lines[$0])')" }.joined(separator: ", ") + ";"
  }

  /// A batch of two events as SQL makes it anew, its first line spelt as it likes.
  private static func chained(_ content: String, in log: String) -> String {
    let inner = "encode(sha256(convert_to(c, 'UTF8')), 'hex')"
    let hash = "encode(sha256(convert_to(repeat('0', 64) || \(inner), 'UTF8')), 'hex')"
    return
      "INSERT INTO shift_events.event SELECT '\(log)', 1, c || ',\"hash\":\"' || \(hash) || '\"}' "
      + "FROM (SELECT '\(content)' AS c) AS t"
  }

  @Test(arguments: ["1", "3"])
  func `the database refuses an end inside a batch, whoever inserts it`(partitions: String) {
    let server = PostgresServer()
    let folder = LogFolder()
    if partitions != "1" {
      server.sql("DROP SCHEMA shift_events CASCADE")
      #expect(server.sql(folder.run("home", "schema", "--partitions", partitions).output).code == 0)
    }
    server.sql("CREATE ROLE app LOGIN")
    for log in ["store", "depot"] {
      #expect(server.sql(folder.run("home", "grant", log, "app").output).code == 0)
    }
    for count in 1...2 {
      let half = server.sql(
        "SET ROLE app; " + Self.insertion(of: Self.batch[..<count], in: "store"))
      #expect(half.code != 0 && half.errors.contains("its batch goes on"), "\(half.errors)")
    }
    for spelling in [
      #""more":true"#, #""more" : true"#, #""\u006dore":true"#, #""x":{},"more":true"#,
    ] {
      let spelt = server.sql(
        Self.chained(#"{"sequence":"000000000001",\#(spelling)"#, in: "depot"))
      #expect(spelt.code != 0 && spelt.errors.contains("its batch goes on"), "\(spelt.errors)")
    }
    // No batch goes on where another member, or a text, says so.
    let other = server.sql(
      Self.chained(
        #"{"sequence":"000000000001","data":{"more":true},"x":"\"more\":true""#, in: "depot"))
    #expect(other.code == 0, "\(other.errors)")
    let whole = server.sql("SET ROLE app; " + Self.insertion(of: Self.batch[...], in: "store"))
    #expect(whole.code == 0, "\(whole.errors)")
    #expect(
      folder.run("clone", server.address("store", user: "app"), "events.jsonl").code == 0)
    #expect(folder.append(["kim", "ivo"].map(Self.register)).code == 0)
    #expect(folder.run("verify", "--rules", "--home").code == 0)
  }

  @Test func `an old home takes such an end, and readers say how it goes and stays away`() {
    let server = PostgresServer()
    let (folder, fresh) = (LogFolder(), LogFolder())
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append([Self.register("kim")]).code == 0)
    let before = folder.logBytes
    server.sql(
      "DROP TRIGGER check_end ON shift_events.event; DROP FUNCTION shift_events.check_end()")
    #expect(folder.append([Self.register("ivo")]).code == 0)
    #expect(fresh.run("clone", server.address("store"), "events.jsonl").code == 0)
    let told = folder.run("verify", "--home")
    #expect(told.code == 0 && told.output.contains("eventlog-tool home schema"), "\(told.output)")
    let half = """
      WITH last AS (SELECT line FROM shift_events.event WHERE log = 'store' AND sequence = 2),
      begun AS (SELECT left(right(line, 66), 64) AS hash, replace(replace(replace(left(line, -75),
        'ivo', 'ann'), '"data"', '"more":true,"data"'), '000000000002', '000000000003') AS content FROM last)
      INSERT INTO shift_events.event SELECT 'store', 3, content || ',"hash":"' ||
        encode(sha256(convert_to(hash || encode(sha256(convert_to(content, 'UTF8')), 'hex'), 'UTF8')), 'hex')
        || '"}' FROM begun
      """
    #expect(server.sql(half).code == 0)
    var advice = ""
    for (place, command) in [
      (folder, ["append", "user.registered", "joe", "--actor", "joe", "roles=employee"]),
      (folder, ["pull"]), (fresh, ["pull"]), (folder, ["verify", "--home"]),
      (LogFolder(), ["clone", server.address("store"), "events.jsonl"]),
    ] {
      let ending = place.start(command).wait(seconds: 30)
      advice = command[0] == "verify" ? ending.output : ending.errors
      #expect(ending.code == 65, "\(command): \(advice)")
      for words in ["inside", "sequence >= 3", "push --restore", "home schema"] {
        #expect(advice.contains(words), "\(command): \(words): \(advice)")
      }
    }
    #expect(folder.logBytes.starts(with: before) && folder.logLines.count == 2)
    // As the advice says.
    guard let sql = advice.firstMatch(of: /BEGIN;.*COMMIT;/)?.output else {
      Issue.record("no SQL: \(advice)")
      return
    }
    let removed = server.sql("\(sql)")
    #expect(removed.code == 0, "\(removed.errors)")
    #expect(server.sql(folder.run("home", "schema").output).code == 0)
    let again = server.sql(half)
    #expect(again.code != 0 && again.errors.contains("its batch goes on"), "\(again.errors)")
    #expect(server.sql("DELETE FROM shift_events.event").code != 0)
    #expect(folder.append([Self.register("joe")]).code == 0)
    #expect(fresh.run("pull").code == 0)
    HomeCampaign.expectSame([folder, fresh])
    #expect(!folder.run("verify", "--home").output.contains("home schema"))
  }

  @Test func `a home that lost half of a batch gets it back from a copy`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append(["max", "eva", "tom"].map(Self.register)).code == 0)
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 1")
    let cloned = LogFolder().run("clone", server.address("store"), "c.jsonl")
    #expect(cloned.code == 65 && cloned.errors.contains("push --restore"), "\(cloned.errors)")
    let pushed = folder.run("push", "--restore")
    #expect(pushed.code == 0, "\(pushed.errors)")
    HomeCampaign.expectSame([folder])
  }

  @Test(arguments: [false, true])
  func `a home that lost lines and kept their names has the names that hold, and no others`(
    isNameless: Bool
  ) {
    let server = PostgresServer()
    let (folder, other) = (LogFolder(), LogFolder())
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    func named(_ id: String, _ user: String, _ type: String, _ name: String) -> String {
      let roles = type == "user.registered" ? #""roles":["employee"],"# : ""
      return Story.event(id, type, user, user, nil, #"{\#(roles)"name":"\#(name)"}"#)
    }
    #expect(
      folder.append(["max", "eva"].map { named("r-\($0)", $0, "user.registered", "Old \($0)") })
        .code == 0)
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    #expect(folder.append([named("n", "eva", "profile.changed", "New eva")]).code == 0)
    #expect(folder.append([Story.event("e", "user.erased", "max", "max")]).code == 0)
    server.tamper("DELETE FROM shift_events.event WHERE sequence > 2")
    // What the home has stays, also where this copy knows no name.
    if isNameless { folder.remove("events.jsonl.d/people.jsonl") }
    let pushed = folder.run("push", "--restore")
    #expect(pushed.code == 0, "\(pushed.errors)")
    let names = server.sql("SELECT name FROM shift_events.person ORDER BY name").output
    #expect(names == "New eva\n")
    for copy in [folder, other] { #expect(copy.run("pull").code == 0) }
    #expect(other.run("show", "users").output.contains("New eva"))
    HomeCampaign.expectSame([folder, other])
  }

  @Test func `a copy that was shortened says so, and a pull brings the rest`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    #expect(folder.append(["max", "eva", "tom"].map(Self.register)).code == 0)
    let whole = folder.logBytes
    folder.write(folder.logLines[..<1].map { $0 + "\n" }.joined().utf8, to: "events.jsonl")
    let shown = folder.run("show", "users")
    #expect(
      shown.errors.contains("short of event 3") && shown.errors.contains("eventlog-tool pull"))
    #expect(folder.run("pull").code == 0 && folder.logBytes == whole)
    #expect(folder.run("show", "users").errors.contains("as of event 3"))
  }

  @Test func `a pull brings names that the copy has lost`() {
    let server = PostgresServer()
    let (folder, other) = (LogFolder(), LogFolder())
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    let names = #"{"roles":["employee"],"name":"Eva"}"#
    #expect(
      folder.append([Story.event("e", "user.registered", "eva", "eva", nil, names)]).code == 0)
    #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
    for damage in ["rm", "truncate -s 0", "sed -i s/Eva/Ada/"] {
      other.shell("\(damage) events.jsonl.d/people.jsonl")
      #expect(!other.run("show", "users").output.contains("Eva"))
      #expect(other.run("pull").code == 0)
      #expect(other.run("show", "users").output.contains("Eva"), "\(damage)")
      HomeCampaign.expectSame([folder, other])
    }
  }

  @Test func `the server keeps no statistics of names, also not those of an earlier version`() {
    let server = PostgresServer()
    let folder = LogFolder()
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    let named = (0..<40).map {
      Story.event(
        "n\($0)", "user.registered", "p\($0)", "p\($0)", nil,
        #"{"roles":["employee"],"name":"Secret \#($0)","email":"s\#($0)@example.org"}"#)
    }
    #expect(folder.append(named, "--each").code == 0)
    let known =
      "SELECT count(*) FROM pg_stats WHERE tablename LIKE 'person%' AND attname IN ('name', 'email', 'salt')"
    server.sql("ALTER TABLE shift_events.person ALTER name SET STATISTICS -1")
    server.sql("ANALYZE shift_events.person")
    #expect(server.sql(known).output != "0\n")
    server.sql(folder.run("home", "schema").output)
    server.sql("ANALYZE shift_events.person")
    #expect(server.sql(known).output == "0\n")
  }

  @Test func `a home that lost names alone, or has them altered, gets them back from a copy`() {
    let server = PostgresServer()
    let (folder, other) = (LogFolder(), LogFolder())
    #expect(folder.run("init", "--home", server.address("store")).code == 0)
    let named = ["eva", "bas", "tom"].map {
      Story.event($0, "user.registered", $0, $0, nil, #"{"roles":["employee"],"name":"\#($0)!"}"#)
    }
    #expect(folder.append(named, "--each").code == 0)
    #expect(folder.append([Story.event("x", "user.erased", "tom", "tom")]).code == 0)
    #expect(!folder.run("verify", "--home").errors.contains("does not show"))
    for (damage, count) in [
      ("DELETE FROM shift_events.person", 2),
      ("UPDATE shift_events.person SET name = 'Ada' WHERE id = 'eva'", 1),
    ] {
      server.sql(damage)
      let verified = folder.run("verify", "--home")
      #expect(
        verified.code == 0 && verified.errors.contains("does not show \(count) name"), "\(verified)"
      )
      let pushed = folder.run("push", "--restore")
      #expect(pushed.code == 0 && pushed.errors.contains("\(count) name"), "\(pushed)")
      #expect(!folder.run("verify", "--home").errors.contains("does not show"))
      other.shell("rm -rf events.jsonl events.jsonl.d")
      #expect(other.run("clone", server.address("store"), "events.jsonl").code == 0)
      #expect(other.run("show", "users", "--json").output.contains("eva!"))
      HomeCampaign.expectSame([folder, other])
    }
    #expect(folder.run("push", "--restore").errors.contains("brought 0 events to"))
  }

  @Test func `the tables may be made again: rows, rights and partitions stay`() {
    for partitions in [[], ["--partitions", "3"]] {
      let server = PostgresServer()
      let folder = LogFolder()
      server.sql("DROP SCHEMA shift_events CASCADE; CREATE ROLE app LOGIN")
      let schema = folder.start(["home", "schema"] + partitions).wait().output
      for _ in 0..<2 {
        let made = server.sql(schema)
        #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
      }
      #expect(server.sql(folder.run("home", "grant", "store", "app").output).code == 0)
      #expect(folder.run("init", "--home", server.address("store", user: "app")).code == 0)
      #expect(folder.append([Self.register("max")]).code == 0)
      let parts = "SELECT count(*) FROM pg_inherits"
      let count = server.sql(parts).output
      // Also without the number of partitions.
      for text in [schema, folder.run("home", "schema").output] {
        let made = server.sql(text)
        #expect(made.code == 0 && made.errors.isEmpty, "\(made.errors)")
      }
      #expect(server.sql(parts).output == count)
      #expect(folder.append([Self.register("eva")]).code == 0)
      #expect(folder.run("verify", "--home").code == 0)
      #expect(server.sql("SET ROLE app; SELECT count(*) FROM shift_events.member").output == "2\n")
      #expect(server.sql("UPDATE shift_events.event SET line = line").code != 0)
      server.sql("DROP TABLE shift_events.person CASCADE")
      #expect(folder.append([Self.register("tom")]).code == 77)
      #expect(server.sql(schema).code == 0)
    }
  }
}
