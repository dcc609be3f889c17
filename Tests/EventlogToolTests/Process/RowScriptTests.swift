import Foundation
import TestSupport
import Testing

@testable import Projections
@testable import eventlog_tool

/// `export sql` of rows, loaded into real databases.
struct RowScriptTests {
  /// A database that scripts are loaded into, and that tells its rows as JSON.
  private struct Database {
    let dialect: SQLDialect
    /// Loads the file `rows.sql` of a folder.
    let load: (LogFolder) -> Ending
    /// The answer of a query.
    let ask: (String) -> String
    /// A query of all rows of a table as JSON.
    func rows(_ name: String, where condition: String) -> String {
      if dialect == .postgres { return "SELECT json_agg(t) FROM \"\(name)\" t WHERE \(condition)" }
      let pairs = #"group_concat(quote(name) || ', "' || name || '"', ', ')"#
      let columns = ask("SELECT \(pairs) FROM pragma_table_info('\(name)')")
      return "SELECT json_group_array(json_object(\(columns))) FROM \"\(name)\" WHERE \(condition)"
    }
  }

  @Test func `a sum is in no table whose rows have a key`() {
    let folder = LogFolder.withStory()
    for (name, isRefused) in [("timesheet", true), ("hours", false)] {
      let ending = folder.run("export", "sql", name, "--total", "--now", Story.now)
      #expect(ending.code == (isRefused ? 64 : 0), "\(ending.errors)")
      #expect(ending.output.isEmpty == isRefused)
    }
  }

  private static let names = RowOptions.projections.map(\.name).filter { $0 != "candidates" }

  /// Loads the rows of a log twice, and compares them with those that `show` prints.
  private func check(
    _ folder: LogFolder, _ database: Database, _ criteria: [String], log: String,
    _ names: [String] = Self.names
  ) throws {
    let script = folder.run(
      ["export", "sql"] + names
        + ["--dialect", database.dialect.rawValue, "-o", "rows.sql"] + criteria)
    #expect(script.code == 0, "\(script.errors)")
    #expect(!String(decoding: folder.bytes("rows.sql"), as: UTF8.self).contains("\u{202E}"))
    for _ in 0..<2 {
      let loaded = database.load(folder)
      #expect(loaded.code == 0 && loaded.errors.isEmpty, "\(loaded.errors.prefix(500))")
    }
    let tables = names.map { name in
      let rows = database.ask(database.rows(name, where: "log = '\(log)'"))
      let text = rows.trimmingCharacters(in: .whitespacesAndNewlines)
      return "\"\(name)\": \(text.isEmpty ? "[]" : text)"
    }
    folder.write("{\(tables.joined(separator: ","))}".utf8, to: "tables.json")
    for name in names {
      let shown = folder.run(["show", name, "--format", "json", "-o", "\(name).json"] + criteria)
      #expect(shown.code == 0, "\(shown.errors)")
    }
    let compared = folder.startProgram(
      "python3",
      [Repository.root + "/Tests/Clients/check.py", "database", "tables.json"]
        + names.map { "\($0).json" }
    ).wait()
    #expect(compared.code == 0, "\(database.dialect): \(compared.output.prefix(2000))")
  }

  private static func name(of folder: LogFolder) throws -> String {
    let first = try #require(folder.logLines.first)
    let digits = try #require(first.split(separator: "\"hash\":\"").last?.prefix(16))
    let place = try #require(first.firstMatch(of: /"subject":"([^"]*)"/)?.1)
    return "\(first.contains("workplace.configured") ? place : "eventlog")/\(digits)"
  }

  /// Rows of two logs in one database, loaded again after changes.
  private func checkAll(_ database: Database) throws {
    let (sample, hostile) = (LogFolder(), HostileTextTests().folder())
    sample.write(
      try #require(FileManager.default.contents(atPath: Repository.sample)), to: "events.jsonl")
    let all = ["--all", "--now", "2026-03-01T12:00:00Z"]
    let others = ["--all", "--now", "2026-03-05T12:00:00Z"]
    let (first, second) = (try Self.name(of: sample), try Self.name(of: hostile))
    try check(sample, database, all, log: first)
    try check(hostile, database, others, log: second)
    let count = "SELECT count(*) FROM schedule WHERE log = '\(first)'"
    let before = database.ask(count)
    let ending = hostile.append(
      [
        Story.event(
          "x", "shift.scheduled", "X1", "mia", nil,
          #"{"owner":"eva","date":"2026-05-07","start":"15:00","end":"00:00","title":"$1 -- :x"}"#)
      ], now: "2026-03-05T12:00:00Z")
    #expect(ending.code == 0, "\(ending.output)")
    try check(hostile, database, others, log: second)
    // Rows with an option's columns stand in the same tables.
    try check(
      hostile, database, ["--all", "--user", "eva", "--now", "2026-03-05T12:00:00Z"], log: second,
      RowOptions.projections.filter { $0.takes(.user) && $0 != .candidates }.map(\.name))
    let answers = hostile.run(
      "export", "sql", "marketplace", "users", "--for", "eva", "--dialect",
      database.dialect.rawValue,
      "-o", "rows.sql", "--now", Story.now)
    #expect(answers.code == 0 && database.load(hostile).code == 0, "\(answers.errors)")
    #expect(database.ask(count) == before)
    #expect(
      database.ask("SELECT \"mayTake\" IS NULL FROM marketplace WHERE log = '\(second)'").split(
        separator: "\n"
      )
      .allSatisfy { $0 == "0" || $0 == "f" })
    // Events beside rows are those that the rows are made of.
    let both = hostile.run(
      "export", "sql", "events", "schedule", "--at", "20", "--dialect", database.dialect.rawValue,
      "-o", "rows.sql")
    #expect(both.code == 0 && database.load(hostile).code == 0, "\(both.errors)")
    let events = "FROM events WHERE log = '\(second)'"
    #expect(database.ask("SELECT count(*), max(sequence) \(events)").hasPrefix("20|20"))
    let last = try #require(hostile.logLines[19].firstMatch(of: /"hash":"([0-9a-f]+)"/)?.1)
    #expect(database.ask("SELECT hash \(events) AND sequence = 20").hasPrefix(last))
    let data = database.ask("SELECT data \(events) AND sequence = 20")
    let line = members(hostile.logLines[19])["data"] as? NSDictionary
    #expect(line != nil && line == members(data) as NSDictionary)
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"),
      "there is no sqlite3 here"))
  func `SQLite has the rows of show, twice and after changes`() throws {
    let place = LogFolder()
    let file = place.file("store.db")
    func run(_ words: [String], in folder: LogFolder, _ input: [UInt8] = []) -> Ending {
      folder.startProgram("/usr/bin/sqlite3", words + [file], input: .bytes(input)).wait()
    }
    let database = Database(
      dialect: .sqlite, load: { run(["-bail"], in: $0, $0.bytes("rows.sql")) },
      ask: { run([], in: place, Array($0.utf8)).output })
    try checkAll(database)
    // Any number of characters that mislead readers is one text.
    for count in [1, 200, 201, 3000] {
      let text = String(repeating: "é\u{200F}\n", count: count)
      let bytes = database.ask("SELECT hex(\(SQLDialect.sqlite.literal(text)))").dropLast()
      let digits = text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
      #expect(bytes == digits.joined().uppercased(), "\(count)")
    }
    withExtendedLifetime(place) {}
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed here"))
  func `PostgreSQL has the rows of show, twice and after changes`() throws {
    let server = PostgresServer()
    server.sql("CREATE DATABASE wide TEMPLATE template0 ENCODING 'UTF8'")
    let database = Database(
      dialect: .postgres,
      load: { server.sql(String(decoding: $0.bytes("rows.sql"), as: UTF8.self), database: "wide") },
      ask: { server.sql($0, database: "wide").output })
    try checkAll(database)
  }

  @Test func `white space between tokens is none that COPY reads as its own`() {
    let folder = LogFolder.withStory()
    let lines = folder.logLines.map { $0.replacing(",\"type\"", with: ",\t\"type\"") }
    folder.write(LogFolder.chained(lines).utf8, to: "spaced.jsonl")
    #expect(folder.run("verify", "spaced.jsonl").code == 1)
    let script = folder.run("export", "sql", "spaced.jsonl")
    #expect(script.code == 0 && !script.output.contains("\t"), "\(script.errors)")
  }

  @Test func `a dialect is for scripts alone`() {
    let folder = LogFolder.withStory()
    for words in [
      ["csv", "hours", "--dialect", "sqlite"], ["sql", "--dialect", "mysql"],
      ["sql", "events", "--user", "eva"], ["sql", "hours", "hours"], ["sql", "candidates"],
    ] { #expect(folder.run(["export"] + words).code == 64, "\(words)") }
  }
}
