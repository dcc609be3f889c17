import Foundation
import ShiftEvents
import TestSupport
import Testing

/// The recipes of `Documentation/Reports.md`, run as they stand there.
struct RecipeTests {
  private static let recipes: [String: String] = {
    let page = try! String(
      contentsOfFile: Repository.root + "/Documentation/Reports.md", encoding: .utf8)
    let blocks = page.matches(of: /<!-- recipe (\w+) -->\n```sh\n((?:.|\n)*?)```/)
    return Dictionary(
      uniqueKeysWithValues: blocks.map { (String($0.output.1), String($0.output.2)) })
  }()

  private static func has(_ program: String) -> Bool {
    (try? Child.run("/usr/bin/env", ["sh", "-c", "command -v \(program)"]))?.code == 0
  }

  /// Runs a recipe in a folder with the sample as `events.jsonl`.
  private func cook(_ name: String, in folder: LogFolder) throws -> String {
    let script = try #require(Self.recipes[name])
    folder.write(
      try #require(FileManager.default.contents(atPath: Repository.sample)), to: "events.jsonl")
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    let ending = folder.shell("set -e\nPATH=\"\(tools):$PATH\"\n" + script)
    #expect(ending.code == 0, "\(name): \(ending.errors)")
    return ending.output
  }

  @Test func `every recipe of the page has a test`() {
    #expect(
      Self.recipes.keys.sorted() == [
        "beside", "database", "duckdb", "feeds", "gauges", "given", "hours", "jq", "page",
        "weekends",
      ])
  }

  @Test func `the month's hours are rows of a spreadsheet`() throws {
    let folder = LogFolder()
    _ = try cook("hours", in: folder)
    let text = String(decoding: folder.bytes("hours-2026-03.csv"), as: UTF8.self)
    #expect(text.hasPrefix("worker,") && text.contains(",2026-03,") && text.hasSuffix(",true\r\n"))
  }

  @Test(.enabled(if: has("jq"), "there is no jq here"))
  func `every person gets a feed`() throws {
    let folder = LogFolder()
    _ = try cook("feeds", in: folder)
    #expect(folder.names(in: "feeds").contains("u3.ics"))
    #expect(
      String(decoding: folder.bytes("feeds/u3.ics"), as: UTF8.self).hasPrefix("BEGIN:VCALENDAR"))
  }

  @Test func `a page and gauges stand in files`() throws {
    let folder = LogFolder()
    _ = try cook("page", in: folder)
    #expect(String(decoding: folder.bytes("shop.html"), as: UTF8.self).hasSuffix("</html>\n"))
    _ = try cook("gauges", in: folder)
    #expect(String(decoding: folder.bytes("shop.prom"), as: UTF8.self).hasSuffix("# EOF\n"))
  }

  /// The minutes of each worker as the projection has them.
  private func hours(_ folder: LogFolder) throws -> [String: Int] {
    let rows = folder.start(["show", "hours", "--all", "--format", "ndjson"]).wait().output
    var minutes: [String: Int] = [:]
    for line in rows.split(separator: "\n") {
      let row = members(String(line))
      minutes[try #require(row.text("worker")), default: 0] += try #require(row.number("minutes"))
    }
    return minutes
  }

  @Test(.enabled(if: has("jq"), "there is no jq here"))
  func `jq counts a correction once`() throws {
    let folder = LogFolder()
    let lines = try cook("jq", in: folder).split(separator: "\n").map { members(String($0)) }
    let told = try lines.map { row in
      (try #require(row.text("worker")), try #require(row.number("minutes")))
    }
    #expect(Dictionary(uniqueKeysWithValues: told) == (try hours(folder)))
  }

  @Test(.enabled(if: has("duckdb"), "there is no duckdb here"))
  func `DuckDB counts a correction once`() throws {
    let folder = LogFolder()
    let lines = try cook("duckdb", in: folder).split(whereSeparator: \.isNewline).dropFirst()
    let told = try lines.map { line in
      let fields = line.split(separator: ",")
      return (String(fields[0]), try #require(Int(fields[1])))
    }
    #expect(Dictionary(uniqueKeysWithValues: told) == (try hours(folder)))
  }

  @Test(.enabled(if: has("sqlite3") && has("jq"), "there is no sqlite3 or jq here"))
  func `a database answers what no option does`() throws {
    let folder = LogFolder()
    _ = try cook("database", in: folder)
    let shown = folder.run("show", "schedule", "--all", "--format", "ndjson").lines.map(members)
    var (weekends, given): ([String: Int], [String: Int]) = ([:], [:])
    for row in shown {
      let owner = try #require(row.text("owner"))
      let text = try #require(row.text("date"))
      let day = try #require(LocalDate(text))
      if day.weekday == .saturday || day.weekday == .sunday { weekends[owner, default: 0] += 1 }
      let first = try #require(row.text("firstOwner"))
      if first != owner { given["\(first)|\(owner)", default: 0] += 1 }
    }
    func answers(_ name: String) throws -> [String: Int] {
      let lines = try cook(name, in: folder).split(separator: "\n").map { $0.split(separator: "|") }
      return Dictionary(
        uniqueKeysWithValues: lines.map { ($0.dropLast().joined(separator: "|"), Int($0.last!)!) })
    }
    #expect(try answers("weekends") == weekends && answers("given") == given && !given.isEmpty)
    var beside: [String: Int] = [:]
    for (place, one) in shown.enumerated() {
      for other in shown[..<place] {
        let (start, end) = (one.text("startAt")!, one.text("endAt")!)
        let names = [one.text("owner")!, other.text("owner")!].sorted()
        guard names[0] != names[1], start < other.text("endAt")!, other.text("startAt")! < end
        else {
          continue
        }
        beside[names.joined(separator: "|"), default: 0] += 1
      }
    }
    #expect(try answers("beside") == beside && !beside.isEmpty)
  }
}
