import Foundation
import Testing

/// `export sql` of the log, loaded into a real PostgreSQL.
@Suite(
  .besideServers, .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
struct ScriptTests {
  /// A log of a shift with an attribute that means something to shells, JSON, SQL and COPY.
  private static func log(_ text: String) -> LogFolder {
    let folder = LogFolder.withStory()
    let json = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let shift =
      Story.event(
        "x", "shift.scheduled", "X1", "mia", nil,
        "{\"owner\":\"eva\",\"date\":\"2026-05-07\",\"start\":\"15:00\",\"end\":\"20:00\",\"title\":\"Café\"}"
      ).dropLast() + ",\"note\":\"\(json)\"}"
    let ending = folder.append([String(shift)])
    #expect(ending.code == 0, "\(ending.output)")
    return folder
  }

  private static func name(of folder: LogFolder) -> String {
    let first = folder.logLines.first ?? ""
    let digits = first.split(separator: "\"hash\":\"").last?.prefix(16) ?? ""
    let subject = first.contains("workplace.configured") ? "shop" : "eventlog"
    return "\(subject)/\(digits)"
  }

  /// Runs a script as psql does that means well: in another encoding, with other quotation marks.
  private static func load(
    _ script: String, _ folder: LogFolder, _ server: PostgresServer, _ database: String
  ) -> Ending {
    folder.startProgram(
      "\(PostgresServer.programs ?? "")/psql",
      ["-X", "-q", "postgresql://postgres@127.0.0.1:\(server.port)/\(database)", "-f", script],
      environment: [
        "PGCLIENTENCODING": "LATIN1", "PGOPTIONS": "-c standard_conforming_strings=off",
      ]
    ).wait(seconds: 60)
  }

  private static func server() -> PostgresServer {
    let server = PostgresServer()
    server.sql("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'")
    server.sql("CREATE DATABASE wide TEMPLATE template0 ENCODING 'UTF8'")
    return server
  }

  @Test func `logs stand in one table by their names, in any encoding, and may be loaded again`() {
    let server = Self.server()
    let both = #"Café ' '' " \ \\ \. $$ $1 ; -- :x :'x' /* \n"#
    for (database, text) in [("latin", both), ("wide", both + " ł 🙂 日本")] {
      let (one, two) = (Self.log(text), LogFolder())
      #expect(two.run("init", "--workplace", "shop", "--actor", "mia", "timeZone=UTC").code == 0)
      for (folder, number) in [(one, 1), (two, 2), (one, 2), (two, 2)] {
        let script = folder.run("export", "sql", "-o", "events.sql")
        #expect(script.code == 0, "\(script.errors)")
        let loaded = Self.load("events.sql", folder, server, database)
        #expect(loaded.code == 0 && loaded.errors.isEmpty, "\(database): \(loaded.errors)")
        let logs = server.sql("SELECT count(DISTINCT log) FROM events", database: database)
        #expect(logs.output == "\(number)\n")
      }
      let told = server.sql(
        "SELECT log, count(*) FROM events GROUP BY log ORDER BY count(*) DESC", database: database)
      let counts = [one, two].map { "\(Self.name(of: $0))|\($0.logLines.count)\n" }
      #expect(told.output == counts.joined(), "\(told.output)")
      let texts = server.sql(
        "SET client_encoding = 'UTF8'; SELECT data->>'title' || ' ' || (attributes->>'note') FROM events "
          + "WHERE subject = 'X1'", database: database)
      #expect(texts.output == "Café \(text)\n", "\(texts.output)")
      // What came since is added.
      #expect(one.append([Story.event("y", "shift.supplied", "X1", "eva")]).code == 0)
      #expect(one.run("export", "sql", "-o", "events.sql").code == 0)
      #expect(Self.load("events.sql", one, server, database).code == 0)
      let count = server.sql(
        "SELECT count(*) FROM events WHERE log = '\(Self.name(of: one))'", database: database)
      #expect(count.output == "\(one.logLines.count)\n")
      // A log that differs from what is there is an error.
      server.sql("UPDATE events SET hash = 'x' WHERE sequence = 2", database: database)
      let other = Self.load("events.sql", one, server, database)
      #expect(other.code != 0 && other.errors.contains("event 2 is another one"), "\(other.errors)")
    }
  }

  @Test func `what the database's encoding lacks stops the script, and nothing is loaded`() {
    let server = Self.server()
    let folder = Self.log("日本")
    #expect(folder.run("export", "sql", "-o", "events.sql").code == 0)
    let loaded = Self.load("events.sql", folder, server, "latin")
    #expect(loaded.code != 0 && loaded.errors.contains("LATIN1"), "\(loaded.errors)")
    #expect(server.sql("SELECT 1 FROM events", database: "latin").code != 0)
  }

  @Test(arguments: [true, false])
  func `a table without the column stops the script with what adds it`(hasRows: Bool) throws {
    let server = Self.server()
    let (folder, other) = (Self.log("Café"), LogFolder())
    #expect(other.run("init", "--workplace", "shop", "--actor", "mia", "timeZone=UTC").code == 0)
    server.sql(
      """
      CREATE TABLE events (sequence bigint PRIMARY KEY, id text NOT NULL, source text NOT NULL, type text NOT NULL,
        subject text NOT NULL, time timestamptz NOT NULL, actor text NOT NULL, attributes jsonb NOT NULL,
        data jsonb NOT NULL, hash text NOT NULL, UNIQUE (source, id));
      """, database: "wide")
    if hasRows {
      for line in folder.logLines.prefix(3) {
        let inserted = server.sql(
          """
          INSERT INTO events SELECT (line->>'sequence')::bigint, line->>'id', line->>'source', line->>'type',
            line->>'subject', (line->>'time')::timestamptz, line->>'actor', '{}', line->'data', line->>'hash'
            FROM (SELECT $x$\(line)$x$::jsonb AS line) AS l
          """, database: "wide")
        #expect(inserted.code == 0, "\(inserted.errors)")
      }
    }
    for one in [folder, other] { #expect(one.run("export", "sql", "-o", "e.sql").code == 0) }
    // The rows that are there keep their own name, whichever log comes first.
    let stopped = Self.load("e.sql", hasRows ? other : folder, server, "wide")
    let statement = try #require(stopped.errors.firstMatch(of: /ALTER TABLE .*;/)?.output)
    #expect(stopped.code != 0 && statement.contains(Self.name(of: folder)), "\(stopped.errors)")
    let altered = server.sql("\(statement)", database: "wide")
    #expect(altered.code == 0, "\(altered.errors)")
    for one in [folder, other, folder] {
      let loaded = Self.load("e.sql", one, server, "wide")
      #expect(loaded.code == 0, "\(loaded.errors)")
    }
    let counts = server.sql("SELECT count(*) FROM events GROUP BY log ORDER BY 1", database: "wide")
    #expect(counts.output == "\(other.logLines.count)\n\(folder.logLines.count)\n")
  }

  @Test(arguments: ["sql"])
  func `an export to a file is written while the log is read`(format: String) throws {
    let folder = LogFolder.withStory()
    let lines = (0..<8).map { number in
      Story.event(
        "u\(number)", "user.registered", "u\(number)", "u\(number)", nil, #"{"roles":["student"]}"#
      )
      .dropLast() + ",\"note\":\"" + String(repeating: "y", count: 500_000) + "\"}"
    }
    #expect(folder.append(lines, "--each").code == 0)
    let export = folder.start(["export", format, "-q", "-o", "out.\(format)", "-"], input: .pipe)
    let text = String(decoding: folder.logBytes, as: UTF8.self)
    let middle = text.index(text.startIndex, offsetBy: 3_000_000)
    export.send(String(text[..<middle]))
    // On Linux the file has no name yet: it is seen among those that the process has open.
    func isBegun() -> Bool {
      #if os(Linux)
        folder.shell(
          "find -L /proc/\(export.pid)/fd -size +400k -type f -links 0 2>/dev/null | grep -q ."
        ).code == 0
      #else
        folder.names(in: ".").contains { name in
          name.hasPrefix("out.\(format).") && folder.bytes(name).count > 500_000
        }
      #endif
    }
    for _ in 0..<100 where !isBegun() { usleep(100_000) }
    #expect(isBegun() && !folder.exists("out.\(format)"))
    export.send(String(text[middle...]))
    export.closeInput()
    #expect(export.wait().code == 0)
    #expect(
      folder.bytes("out.\(format)") == Array(folder.start(["export", format]).wait().output.utf8))
    #expect(!folder.names(in: ".").contains { $0.hasSuffix(".tmp") })
  }
}
