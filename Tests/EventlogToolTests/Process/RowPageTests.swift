import Foundation
import Projections
import ShiftEvents
import TestSupport
import Testing

@testable import eventlog_tool

/// Rows by their ids, and rows page by page.
struct RowPageTests {
  private static let projections = RowOptions.projections.map(\.name)
  /// Some of them, in a short suite.
  private static let drawn =
    Rounds.areFull ? projections : Array(projections.shuffled().prefix(6))

  private static func document(_ json: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], "\(json)")
  }

  private static func rows(_ document: [String: Any]) throws -> [NSDictionary] {
    try #require(document["rows"] as? [NSDictionary])
  }

  /// A session on a copy of a log of all types.
  private static func session(_ folder: LogFolder) throws -> (String) throws -> [String: Any] {
    let session = try Child(BuiltTool.path, ["append", "--session", "-f", folder.log])
    #expect(session.line() != nil)
    return { request in try document(session.ask(request)) }
  }

  /// Rows as texts, which are compared and hashed at once.
  private static func texts(_ rows: [NSDictionary]) throws -> [String] {
    try rows.map { row in
      let data = try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self)
    }
  }

  @Test(arguments: [1, 7, 1_000])
  func `pages of every projection are the whole`(limit: Int) throws {
    let folder = LogFolder()
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    let ask = try Self.session(folder)
    // One by one, in a short suite, so many as are drawn.
    let names = limit > 1 ? Self.projections : Self.drawn
    for name in names {
      let subject = name == "candidates" ? #","shift":"F4.2026-04-01""# : ""
      let chosen =
        #""op":"show","projection":"\#(name)","all":true,"now":"2026-03-01T12:00:00Z"\#(subject)"#
      let whole = try Self.rows(try ask("{\(chosen)}"))
      var (pages, next) = ([NSDictionary](), String?.none)
      repeat {
        let after = next.map { #","after":"\#($0)""# } ?? ""
        let page = try ask(#"{\#(chosen),"limit":\#(limit)\#(after)}"#)
        let rows = try Self.rows(page)
        #expect(rows.count <= limit && (rows.count == limit || page["next"] == nil))
        pages += rows
        next = page["next"] as? String
      } while next != nil && pages.count <= whole.count
      #expect(pages == whole, "\(name), by \(limit)")
    }
  }

  @Test func `rows that stay are neither doubled nor skipped while others come and go`() throws {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    let users = (0..<40).map { number in
      Story.event(
        "m\(number)", "user.registered", "m\(number)", "m\(number)", nil, #"{"roles":["manager"]}"#)
    }
    #expect(folder.append(Array(users.prefix(1))).code == 0)
    let registrations = (100..<140).map { number in
      Story.event(
        "r\(number)", "user.registered", "r\(number)", "m0", nil, #"{"roles":["student"]}"#)
    }
    #expect(folder.append(registrations, "--each").code == 0)
    let ask = try Self.session(folder)
    var (seen, next) = ([String](), String?.none)
    repeat {
      let after = next.map { #","after":"\#($0)""# } ?? ""
      let page = try ask(#"{"op":"show","projection":"users","limit":3\#(after)}"#)
      seen += try Self.rows(page).compactMap { $0["user"] as? String }
      next = page["next"] as? String
      // One comes before the place, one behind it.
      let more = ["a\(seen.count)", "z\(seen.count)"].map { id in
        Story.event(id, "user.registered", id, "m0", nil, #"{"roles":["student"]}"#)
      }
      if seen.count < 30 { #expect(folder.append(more).code == 0) }
    } while next != nil && seen.count < 200
    #expect(Set(seen).count == seen.count)
    #expect(seen == seen.sorted())
    #expect((100..<140).allSatisfy { seen.contains("r\($0)") })
    #expect(seen.contains { $0.hasPrefix("z") } && !seen.contains { $0.hasPrefix("a") })
  }

  @Test func `pages are whole while two writers append`() throws {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    func registrations(_ letter: String, _ numbers: Range<Int>) -> [String] {
      numbers.map { number in
        let id = "\(letter)\(number)"
        return Story.event(id, "user.registered", id, "m0", nil, #"{"roles":["student"]}"#)
      }
    }
    let manager = Story.event("m0", "user.registered", "m0", "m0", nil, #"{"roles":["manager"]}"#)
    #expect(folder.append([manager] + registrations("k", 100..<200), "--each").code == 0)
    let ask = try Self.session(folder)
    let writers = ["a", "z"].map { letter in
      let lines = registrations(letter, 0..<400).joined(separator: "\n") + "\n"
      return folder.start(["append", "-", "--each"], input: .bytes(Array(lines.utf8)))
    }
    for _ in 0..<3 {
      var (seen, next) = ([String](), String?.none)
      repeat {
        let after = next.map { #","after":"\#($0)""# } ?? ""
        let page = try ask(#"{"op":"show","projection":"users","limit":7\#(after)}"#)
        seen += try Self.rows(page).compactMap { $0["user"] as? String }
        next = page["next"] as? String
      } while next != nil
      #expect(seen == Set(seen).sorted())
      #expect((100..<200).allSatisfy { seen.contains("k\($0)") })
    }
    for writer in writers { #expect(writer.wait().code == 0) }
    let whole = try Self.rows(try ask(#"{"op":"show","projection":"users"}"#))
    #expect(whole.count == 901)
  }

  @Test func `rows of every projection that stay are neither doubled nor skipped meanwhile`() throws
  {
    let folder = LogFolder()
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    let ask = try Self.session(folder)
    let writers = ["a", "z"].map { letter in
      (letter, folder.start(["append", "-", "--each"], input: .pipe))
    }
    var count = 0
    func append() {
      count += 1
      for (letter, writer) in writers {
        let (user, shift) = ("\(letter)\(count)", "\(letter)s\(count)")
        let lines = [
          Story.event(user, "user.registered", user, "u1", nil, #"{"roles":["employee"]}"#),
          Story.event(
            shift, "shift.scheduled", shift, "u1", nil,
            #"{"owner":"\#(user)","date":"2099-01-05","start":"10:00","end":"12:00"}"#),
          Story.event("p\(shift)", "shift.supplied", shift, user),
        ]
        writer.send(lines.map { $0 + "\n" }.joined())
      }
    }
    for name in Self.drawn where name != "candidates" {
      let chosen = #""op":"show","projection":"\#(name)","all":true,"now":"2026-03-01T12:00:00Z""#
      let before = try Self.texts(try Self.rows(try ask("{\(chosen)}")))
      var (pages, next) = ([String: Int](), String?.none)
      repeat {
        let after = next.map { #","after":"\#($0)""# } ?? ""
        let page = try ask(#"{\#(chosen),"limit":7\#(after)}"#)
        for row in try Self.texts(try Self.rows(page)) { pages[row, default: 0] += 1 }
        next = page["next"] as? String
        append()
      } while next != nil
      let later = try Self.texts(try Self.rows(try ask("{\(chosen)}")))
      let staying = Set(before).intersection(later)
      #expect(!staying.isEmpty || name == "closures", "\(name)")
      for row in staying {
        #expect(pages[row] == 1, "\(name): \(row)")
      }
    }
    for (_, writer) in writers {
      writer.closeInput()
      #expect(writer.wait().code == 0)
    }
    #expect(try Self.rows(try ask(#"{"op":"show","projection":"users"}"#)).count == 12 + 2 * count)
  }

  @Test func `a session that has asked never reads another log in place of its own`() throws {
    let (folder, other) = (LogFolder(), LogFolder())
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    #expect(other.run("init").code == 0)
    let users = ["m", "n"].map { id in
      Story.event(id, "user.registered", id, "m", nil, #"{"roles":["manager"]}"#)
    }
    #expect(other.append(users).code == 0)
    let ask = try Self.session(folder)
    let request = #"{"op":"show","projection":"users"}"#
    #expect(try Self.rows(try ask(request)).count > 2)
    folder.remove("events.jsonl")
    folder.write(other.logBytes, to: "events.jsonl")
    for _ in 0..<3 { #expect(try ask(request)["error"] as? String == "damaged") }
    // Who writes hears the same; a session that begins now reads what is there.
    #expect(try ask(#"{"op":"ping"}"#)["error"] as? String == "damaged")
    #expect(try Self.rows(try Self.session(folder)(request)).count == 2)
  }

  @Test func `a session with a clock of its own reads by it, unless a question names a moment`()
    throws
  {
    let folder = LogFolder.withStory()
    let session = try Child(
      BuiltTool.path, ["append", "--session", "-f", folder.log, "--now", LogFolder.clock])
    #expect(session.line() != nil)
    for (name, more) in [("schedule", ""), ("marketplace", ""), ("schedule", #","at":8"#)] {
      let answer = try Self.document(
        session.ask(#"{"op":"show","projection":"\#(name)"\#(more)}"#))
      let command = folder.run(
        ["show", name, "--json", "--ids"]
          + (more.isEmpty ? ["--now", LogFolder.clock] : ["--at", "8"]))
      #expect(
        answer as NSDictionary == (try Self.document(command.output)) as NSDictionary, "\(name)")
    }
    let other = "2026-05-01T00:00:00.000Z"
    let asked = try Self.document(
      session.ask(#"{"op":"show","projection":"schedule","now":"\#(other)"}"#))
    #expect(asked["now"] as? String == other)
  }

  @Test func `a session that has recorded never reads another log in place of its own`() throws {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    func user(_ id: String) -> String {
      Story.event(id, "user.registered", id, "m", nil, #"{"roles":["manager"]}"#)
    }
    #expect(folder.append([user("m")]).code == 0)
    let copy = folder.logBytes
    let ask = try Self.session(folder)
    #expect(try ask(user("n"))["status"] as? String == "appended")
    folder.remove("events.jsonl")
    folder.remove("events.jsonl.d")
    folder.write(copy, to: "events.jsonl")
    for request in [
      #"{"op":"show","projection":"users"}"#, #"{"op":"show","projection":"users","user":"n"}"#,
      #"{"op":"audit","user":"n"}"#, #"{"op":"ping"}"#,
    ] { #expect(try ask(request)["error"] as? String == "damaged", "\(request)") }
  }

  @Test func `every id of every row gives that row, and an unknown one is refused`() throws {
    let folder = LogFolder()
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    let ask = try Self.session(folder)
    let now = #""now":"2026-02-20T12:00:00Z""#
    for name in Self.projections {
      let projection = try #require(ProjectionDescriptor.all.first { $0.name == name })
      guard let noun = projection.kinds.first?.noun else { continue }
      let request = #""op":"show","projection":"\#(name)",\#(now)"#
      let whole = try Self.rows(try ask(#"{\#(request),"all":true}"#))
      // The sample's store is never closed.
      #expect(!whole.isEmpty || name == "closures", "the sample has no \(name)")
      for row in Rounds.areFull ? whole : Array(whole.shuffled().prefix(12)) {
        let id = try #require(row[noun] as? String)
        // A shift may have been changed more than once.
        let alike = whole.filter { $0[noun] as? String == id }
        #expect(alike == [row] || ["changes", "series"].contains(name))
        #expect(try Self.rows(try ask(#"{\#(request),"\#(noun)":"\#(id)"}"#)) == alike)
      }
      let unknown = try ask(#"{\#(request),"\#(noun)":"nobody.knows"}"#)
      // There is no code for a publication that nobody knows.
      let code =
        name == "publications"
        ? "invalidField"
        : name == "series"
          ? "unknownFixedShift" : "unknown" + noun.prefix(1).uppercased() + noun.dropFirst()
      #expect(unknown["error"] as? String == code, "\(unknown)")
      let ending = folder.run("show", name, "--\(noun)", "nobody.knows")
      #expect(ending.code == 1 && ending.errors.contains("has never seen the \(noun)"), "\(ending)")
    }
    for more in [
      #""projection":"points","user":"nobody""#, #""projection":"deals","company":"nobody""#,
      #""projection":"marketplace","for":"nobody""#,
      #""projection":"marketplace","for":"nobody","at":300"#,
    ] {
      #expect(try ask(#"{"op":"show",\#(more)}"#)["error"] as? String == "unknownUser", "\(more)")
    }
  }

  @Test func `an inbox has the newest first, and what came since`() throws {
    let folder = LogFolder()
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    let ask = try Self.session(folder)
    let whole = try Self.rows(try ask(#"{"op":"show","projection":"inbox","user":"u3"}"#))
    let last = try Self.rows(try ask(#"{"op":"show","projection":"inbox","user":"u3","last":3}"#))
    #expect(last == Array(whole.suffix(3).reversed()))
    let place = try #require(whole[whole.count - 3]["sequence"] as? Int)
    for user in [#","user":"u3""#, ""] {
      let request = #""op":"show","projection":"inbox"\#(user)"#
      let all = try Self.rows(try ask("{\(request)}"))
      let since = try Self.rows(try ask(#"{\#(request),"after":\#(place)}"#))
      #expect(since == all.filter { ($0["sequence"] as? Int ?? 0) > place } && !since.isEmpty)
      // What came since, page by page.
      var (pages, after) = ([NSDictionary](), String?("\(place)"))
      while let from = after {
        let page = try ask(#"{\#(request),"limit":2,"after":"\#(from)"}"#)
        pages += try Self.rows(page)
        after = page["next"] as? String
      }
      #expect(pages == since, "\(user)")
    }
  }

  @Test func `a place in another order is refused`() throws {
    let folder = LogFolder()
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    let page = try Self.document(folder.run("show", "hours", "--limit", "1", "--json").output)
    let next = try #require(page["next"] as? String)
    for (words, code) in [
      (["hours"], 0), (["hours", "--by", "week"], 0), (["hours", "--by", "month"], 64),
      (["hours", "--by", "person"], 64), (["points"], 64), (["inbox"], 64),
    ] as [([String], Int32)] {
      let ending = folder.start(["show"] + words + ["--limit", "1", "--after", next]).wait()
      #expect(ending.code == code, "\(words): \(ending)")
      #expect(code == 0 || ending.errors.contains("is no place in \(words[0])"), "\(ending)")
    }
    let taken = folder.run("show", "points", "--email")
    #expect(taken.code == 64 && taken.errors.contains("points takes no --email; users does"))
  }

  @Test func `addresses are told when asked for, and never else`() throws {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    let line = Story.event(
      "e", "user.registered", "eva", "eva", nil,
      #"{"roles":["employee"],"name":"Eva","email":"eva@example.org"}"#)
    #expect(folder.append([line]).code == 0)
    for format in ["table", "json", "ndjson", "csv", "markdown"] {
      #expect(!folder.run("show", "users", "--format", format).output.contains("example.org"))
      let told = folder.run("show", "users", "--email", "--format", format)
      #expect(told.code == 0 && told.output.contains("eva@example.org"), "\(told)")
    }
    let ask = try Self.session(folder)
    let row = try Self.rows(try ask(#"{"op":"show","projection":"users","email":true}"#))[0]
    #expect(row["email"] as? String == "eva@example.org")
  }

  @Test func `a row with a day and times has its instants`() throws {
    let folder = LogFolder()
    folder.write(try Data(contentsOf: URL(filePath: Repository.sample)), to: "events.jsonl")
    let rows = folder.run("show", "schedule", "--all", "--format", "ndjson")
    // The clocks go forward on 29 March 2026.
    for line in rows.lines {
      let row = try Self.document(line)
      let (date, start) = (row["date"] as? String ?? "", row["start"] as? String ?? "")
      let hour = (Int(start.prefix(2)) ?? 0) - (date >= "2026-03-29" ? 2 : 1)
      let instant = "\(date)T\(hour < 10 ? "0" : "")\(hour):\(start.suffix(2)):00.000Z"
      #expect(row["startAt"] as? String == instant, "\(line)")
    }
    #expect(!rows.lines.isEmpty)
    #expect(!folder.run("show", "schedule", "--all", "--format", "csv").output.contains("startAt"))
  }

  @Test(arguments: [
    ["points", "--limit", "0"], ["points", "--limit", "10001"], ["points", "--after", "p00"],
    ["points", "--last", "2"], ["inbox", "--user", "u1", "--last", "2", "--limit", "2"],
    ["hours", "--total", "--limit", "2"], ["points", "--email"], ["points", "--shift", "F1"],
    ["schedule", "--grid", "--limit", "5"],
  ])
  func `what does not go together is refused`(words: [String]) {
    let folder = LogFolder.withStory()
    let ending = folder.start(["show"] + words).wait()
    #expect(ending.code == 64, "\(ending)")
  }
}
