// Diffs, blames and audits of one history are held against the same replays.

import Foundation
import TestSupport
import Testing

/// `diff`, `blame`, `replay --without` and `--with`, and `snapshot --check`: each held against whole
/// replays. `CAMPAIGN_PAIRS` sets how many pairs of positions are compared, `CAMPAIGN_SEED` repeats a run.
struct HistoryTests {
  private typealias Rows = [String: [[String: Any]]]

  private static let now = "2026-04-01T12:00:00Z"
  /// The members that tell rows of a projection apart.
  private static let keys: [String: [String]] = [
    "schedule": ["shift"], "marketplace": ["shift"], "requests": ["request"],
    "approvals": ["shift"],
    "deals": ["deal"], "reservations": ["reservation"], "study": ["user"], "points": ["user"],
    "users": ["user"], "absences": ["absence"], "trades": ["trade"], "vacancies": ["vacancy"],
    "changes": ["shift", "changedAt"], "publications": ["publication"], "periods": ["period"],
    "series": ["series", "kind", "from"], "closures": ["closure"],
    "inbox": ["sequence", "time", "user", "kind", "subject", "actor"],
  ]

  private let sample: LogFolder = {
    let folder = LogFolder()
    folder.write(
      FileManager.default.contents(atPath: Repository.sample) ?? Data(), to: "events.jsonl")
    return folder
  }()

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private func object(_ text: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(value as? [String: Any], "\(text.prefix(200))")
  }

  /// All rows of all projections.
  private func rows(_ folder: LogFolder, at sequence: Int? = nil, now: String = Self.now) throws
    -> Rows
  {
    let place = sequence.map { ["--at", "\($0)"] } ?? []
    let ending = folder.start(["snapshot", "--now", now] + place).wait()
    #expect(ending.code == 0, "\(ending.errors)")
    return try #require(try object(ending.output)["projections"] as? Rows)
  }

  /// The members that follow from the zone, which one event may change for all rows.
  private static let instants = ["startAt", "endAt"]

  private func key(_ row: [String: Any], _ projection: String) -> String {
    let members = Self.keys[projection] ?? row.keys.sorted().filter { !Self.instants.contains($0) }
    let known =
      projection == "hours" ? ["worker", row["period"] == nil ? "week" : "period"] : members
    return known.map { "\(row[$0] ?? "")" }.joined(separator: "|")
  }

  /// Rows as texts whose members are sorted, by their keys.
  private func byKey(_ rows: [[String: Any]], _ projection: String) -> [String: String] {
    Dictionary(
      rows.map { (key($0, projection), text($0)) }, uniquingKeysWith: { first, _ in first })
  }

  private func text(_ value: Any?) -> String {
    let row = (value as? [String: Any])?.filter { !Self.instants.contains($0.key) }
    guard let value = row ?? value,
      let data = try? JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    else { return "none" }
    return String(decoding: data, as: UTF8.self)
  }

  /// The positions at which a batch ends.
  private func ends(_ folder: LogFolder) -> [Int] {
    folder.logLines.indices.filter { !folder.logLines[$0].contains(#""more":true"#) }.map { $0 + 1 }
  }

  @Test func `a diff is what two whole replays differ in`() throws {
    let seed = Self.number("CAMPAIGN_SEED").map { UInt64($0) } ?? .random(in: .min ... .max)
    print("diff: CAMPAIGN_SEED=\(seed)")
    var random = SplitMix64(seed: seed)
    let ends = [0] + ends(sample)
    for _ in 0..<(Self.number("CAMPAIGN_PAIRS") ?? Rounds.count(3, full: 12)) {
      let pair = [ends.randomElement(using: &random)!, ends.randomElement(using: &random)!].sorted()
      let (old, new) = (try rows(sample, at: pair[0]), try rows(sample, at: pair[1]))
      let ending = sample.run(
        "diff", "--from", "\(pair[0])", "--to", "\(pair[1])", "--now", Self.now, "--json")
      let told = try #require(
        try object(ending.output)["projections"] as? [String: [String: [[String: Any]]]])
      var differs = false
      for projection in new.keys {
        let (before, after) = (
          byKey(old[projection] ?? [], projection), byKey(new[projection] ?? [], projection)
        )
        var expected: [String: [String]] = ["added": [], "removed": [], "changed": []]
        for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key] {
          expected[before[key] == nil ? "added" : after[key] == nil ? "removed" : "changed"]!
            .append(key)
          differs = true
        }
        for (kind, keys) in expected {
          let changes = told[projection]?[kind] ?? []
          let found = Dictionary(
            changes.map { (key(($0["after"] ?? $0["before"]) as! [String: Any], projection), $0) },
            uniquingKeysWith: { first, _ in first })
          #expect(found.keys.sorted() == keys, "\(projection) \(kind) \(pair), seed \(seed)")
          for (key, change) in found {
            #expect(
              text(change["before"]) == before[key] ?? "none", "\(projection) \(key) \(pair)")
            #expect(text(change["after"]) == after[key] ?? "none", "\(projection) \(key) \(pair)")
            let events = try #require(change["events"] as? [Int])
            #expect(!events.isEmpty && events.allSatisfy { $0 > pair[0] && $0 <= pair[1] })
            #expect(events == events.sorted())
          }
        }
      }
      #expect(ending.code == (differs ? 1 : 0), "\(ending.errors)")
    }
  }

  @Test(arguments: [
    ("fixedshift.edited", "F", #"{"start":"10:00","end":"18:00"}"#),
    ("shift.edited", "F.2026-03-06", #"{"start":"10:00"}"#),
    ("shift.edited", "S", #"{"start":"10:00"}"#),
    ("shift.split", "S", #"{"at":"12:00","into":"S9"}"#),
  ])
  func `a shift that is told anew is so to those who were offered a trade of it`(
    type: String, subject: String, data: String
  ) throws {
    func event(_ type: String, _ subject: String, _ actor: String, _ data: String) -> String {
      Story.event("\(type)-\(subject)", type, subject, actor, nil, data)
    }
    let folder = LogFolder()
    folder.run("init")
    let employee = #"{"roles":["employee"]}"#
    let (days, now) = (#""start":"09:00","end":"17:00""#, "2026-03-02T08:00:00Z")
    let before = [
      event("workplace.configured", "W", "mia", #"{"horizonWeeks":1}"#),
      event("user.registered", "mia", "mia", #"{"roles":["manager"]}"#),
      event("user.registered", "eva", "mia", employee),
      event("user.registered", "bas", "mia", employee),
      event("fixedshift.registered", "F", "mia", #"{"weekday":"friday",\#(days),"owner":"eva"}"#),
      event("shift.scheduled", "S", "mia", #"{"owner":"bas","date":"2026-03-05",\#(days)}"#),
      event("trade.offered", "T", "eva", #"{"give":"F.2026-03-06","take":"S"}"#),
    ]
    #expect(folder.append(before, "--each", now: now).code == 0)
    let count = folder.logLines.count
    #expect(folder.append([event(type, subject, "mia", data)], now: now).code == 0)
    func inbox(_ words: String...) throws -> [String] {
      let rows = try object(folder.run(["show", "inbox", "--json", "--now", now] + words).output)[
        "rows"]
      return try #require(rows as? [Any]).map { text($0) }
    }
    let (then, after) = (try inbox("--at", "\(count)"), try inbox())
    let told = try object(folder.run("diff", "--from", "\(count)", "--now", now, "--json").output)
    let changes = try #require(
      (told["projections"] as? [String: [String: [[String: Any]]]])?["inbox"])
    let changed = try #require(changes["changed"])
    #expect(Set(changed.map { text($0["before"]) }) == Set(then).subtracting(after), "\(type)")
    #expect(changed.contains { text($0["before"]).contains("tradeOffered") } == (subject != "S"))
  }

  @Test func `the events of a diff are those at which the row changed`() throws {
    let folder = LogFolder.withStory()
    let ends = ends(folder)
    let states = try ([0] + ends).map { ($0, try rows(folder, at: $0)) }
    let ending = folder.run("diff", "--from", "0", "--now", Self.now, "--json")
    let told = try #require(
      try object(ending.output)["projections"] as? [String: [String: [[String: Any]]]])
    for (projection, kinds) in told {
      for change in kinds.values.joined() {
        let key = key((change["after"] ?? change["before"]) as! [String: Any], projection)
        var changed: [Int] = []
        for (earlier, later) in zip(states, states.dropFirst()) {
          let rows = [earlier, later].map { byKey($0.1[projection] ?? [], projection)[key] }
          if rows[0] != rows[1] { changed.append(later.0) }
        }
        let events = try #require(change["events"] as? [Int])
        // A whole batch is seen at its end.
        let batches = events.map { event in ends.first { $0 >= event }! }
        #expect(
          batches.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == changed,
          "\(projection) \(key)")
      }
    }
  }

  @Test func `blame names the event that set each cell`() throws {
    let folder = LogFolder.withStory()
    let ends = ends(folder)
    let states = try ([0] + ends).map { ($0, try rows(folder, at: $0)) }
    for (option, id) in [
      ("--shift", "F1.2026-01-12"), ("--shift", "F1.2026-02-02"), ("--request", "R1"),
      ("--user", "eva"),
    ] {
      let ending = folder.run("blame", option, id, "--now", Self.now, "--json")
      #expect(ending.code == 0, "\(ending.errors)")
      let found = try #require(try object(ending.output)["rows"] as? [[String: Any]])
      #expect(!found.isEmpty)
      for row in found {
        let projection = try #require(row["projection"] as? String)
        let last = try #require(row["row"] as? [String: Any])
        let cells = try #require(row["cells"] as? [String: [String: Any]])
        for (name, cell) in cells {
          var setter = 0
          var value = "none"
          for (place, state) in states {
            let row = state[projection]?.first { key($0, projection) == key(last, projection) }
            let now = text(row?[name])
            if now != value { (setter, value) = (place, now) }
          }
          let sequence = try #require(cell["sequence"] as? Int)
          #expect(ends.first { $0 >= sequence } == setter, "\(projection) \(id) \(name)")
          #expect(folder.logLines[sequence - 1].contains(#""type":"\#(cell["type"] as! String)""#))
        }
      }
    }
    #expect(folder.run("blame", "--shift", "F1.2030-01-01").code == 1)
    #expect(folder.run("blame").code == 64)
    #expect(
      folder.run("blame", "schedule", "--shift", "F1.2026-01-12").output.contains("shift.approved"))
  }

  @Test func `what does not go with a diff is refused`() {
    let folder = LogFolder.withStory()
    #expect(folder.run("diff").code == 64)
    #expect(folder.run("diff", "--from", "20", "--to", "3").code == 64)
    #expect(folder.run("diff", "--from", "3", "--to", "99").code == 64)
    let same = folder.run("diff", "--from", "23")
    #expect(same.code == 0 && same.output.contains("nothing differs"))
    let told = folder.run("diff", "--from", "2026-01-05", "--to", "2026-01-06T23:00:00Z")
    #expect(told.code == 1)
    #expect(told.output.contains("owner: bas → eva"), "\(told.output)")
  }

  // MARK: - What if

  /// Rows with changes applied, by projection and key.
  private func applying(_ changes: [String: Any], to rows: Rows) throws -> [String: [String:
    String]]
  {
    var result: [String: [String: String]] = [:]
    for (projection, rows) in rows { result[projection] = byKey(rows, projection) }
    for (projection, kinds) in try #require(
      changes["projections"] as? [String: [String: [[String: Any]]]])
    {
      for change in kinds.values.joined() {
        if let before = change["before"] as? [String: Any] {
          result[projection]?[key(before, projection)] = nil
        }
      }
      for change in kinds.values.joined() {
        if let after = change["after"] as? [String: Any] {
          result[projection]?[key(after, projection)] = text(after)
        }
      }
    }
    return result
  }

  /// The same without the places of events, which others take in another history.
  private func withoutSequences(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutSequences) }
    guard let object = value as? [String: Any] else { return value }
    return object.filter { $0.key != "sequence" }.mapValues(withoutSequences)
  }

  private func expectAsMade(
    _ whatIf: Ending, of folder: LogFolder, by lines: [String], _ comment: String
  ) throws {
    #expect(whatIf.code == 0, "\(comment): \(whatIf.errors)")
    let document = try object(whatIf.output)
    let made = LogFolder()
    made.run("init")
    let replies = made.append(lines, "--each").lines.map { OrderedJSON($0) }
    let refused = replies.filter { $0["status"]?.text == "rejected" }.map { $0["error"]!.text }
    let told = try #require(document["refused"] as? [[String: Any]])
    #expect(told.map { $0["error"] as! String } == refused, "\(comment)")
    let expected = withoutSequences(try rows(made)) as! Rows
    let actual = try applying(
      withoutSequences(document) as! [String: Any], to: withoutSequences(try rows(folder)) as! Rows)
    for (projection, rows) in expected {
      #expect(actual[projection] == byKey(rows, projection), "\(comment): \(projection)")
    }
  }

  @Test func `what would be without an event is what a log without it has`() throws {
    let folder = LogFolder.withStory()
    let before = folder.logBytes
    let log = folder.logLines.map { OrderedJSON($0) }
    for (index, line) in Story.lines.enumerated() {
      let id = OrderedJSON(line)["id"]!.text
      let sequence = log.firstIndex { $0["id"]?.text == id }! + 1
      var lines = Story.lines
      lines.remove(at: index)
      // Without its first event the log begins otherwise, and its first line is another.
      let whatIf = folder.run("replay", "--without", "\(sequence)", "--now", Self.now, "--json")
      try expectAsMade(whatIf, of: folder, by: lines, "without \(id)")
    }
    #expect(folder.logBytes == before)
    // What comes behind has other sequences, and is the same.
    let last = log.lastIndex { $0["type"]?.text == "user.registered" }! + 1
    let told = folder.run("replay", "--without", "\(last)", "--now", Self.now, "--json")
    let projections = try object(told.output)["projections"] as? [String: [String: [Any]]]
    #expect(projections?["inbox"] == nil || projections?["inbox"]?["added"]?.isEmpty == true)
    let table = folder.run("replay", "--without", "15")
    #expect(table.code == 0 && table.output.contains("would then refuse"), "\(table.output)")
  }

  @Test func `what would be with a submission is what a log with it has`() throws {
    let folder = LogFolder.withStory()
    let log = folder.logLines.map { OrderedJSON($0) }
    let additions: [(String, String)] = [
      (
        "s07",
        Story.event("x1", "shift.accepted", "F1.2026-01-12", "tom", "2026-01-03T10:00:00.000Z")
      ),
      (
        "s05",
        Story.event(
          "x2", "role.granted", "eva", "mia", "2026-01-02T08:02:00.000Z", #"{"role":"student"}"#)
      ),
      (
        "s13",
        Story.event("x3", "shift.revoked", "F1.2026-01-26", "bas", "2026-01-13T12:00:00.000Z")
      ),
      (
        "s13",
        Story.event("x4", "shift.revoked", "F1.2026-03-30", "bas", "2026-01-13T12:00:00.000Z")
      ),
    ]
    for (id, line) in additions {
      var sequence = log.firstIndex { $0["id"]?.text == id }! + 1
      while log[sequence - 1]["more"] != nil { sequence += 1 }
      folder.write(Array((line + "\n").utf8), to: "more@1.ndjson")
      var lines = Story.lines
      lines.insert(line, at: Story.lines.firstIndex { OrderedJSON($0)["id"]?.text == id }! + 1)
      let whatIf = folder.run(
        "replay", "--with", "more@1.ndjson@\(sequence)", "--now", Self.now, "--json")
      try expectAsMade(whatIf, of: folder, by: lines, "with \(line)")
    }
  }

  @Test func `an empty log has room for submissions, and messages count empty lines`() {
    let folder = LogFolder()
    #expect(folder.run("init").code == 0)
    let line = Story.event(
      "x", "user.registered", "mia", "mia", "2026-01-02T08:02:00.000Z", #"{"roles":["manager"]}"#)
    folder.write(Array("\n\(line)\n".utf8), to: "more")
    let whatIf = folder.run("replay", "--with", "more@0")
    #expect(whatIf.code == 0 && whatIf.output.contains("+  mia"), "\(whatIf.output)")
    folder.write(Array("\n\(line)\n\nnonsense\n".utf8), to: "more")
    #expect(folder.run("replay", "--with", "more@0").errors.contains("more:4:1"))
  }

  @Test func `what cannot be left out or put in is a usage error`() {
    let folder = LogFolder.withStory()
    for words in [
      ["--without", "99"], ["--without", "x"], ["--without", ""], ["--with", "file"],
      ["--without", "8"],
    ] {
      let ending = folder.start(["replay"] + words).wait()
      #expect(ending.code == 64, "\(words): \(ending.errors)")
    }
    #expect(folder.run("replay", "--with", "nowhere@3").code == 66)
  }

  // MARK: - Snapshots

  @Test func `a snapshot proves that it equals a fresh replay, or tells where not`() throws {
    let folder = LogFolder.withStory()
    for place in [5, 14, 23] {
      folder.run("snapshot", "--at", "\(place)", "--now", Self.now, "-o", "kept.json")
      let ending = folder.run("snapshot", "--check", "kept.json")
      #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    }
    let text = String(decoding: folder.bytes("kept.json"), as: UTF8.self)
    func check(_ changed: String) -> Ending {
      folder.write(Array(changed.utf8), to: "changed.json")
      return folder.run("snapshot", "--check", "changed.json")
    }
    let points = check(text.replacing(#""points":1"#, with: #""points":7"#))
    #expect(points.code == 1)
    #expect(
      points.output.contains("points[0].points: 7 in the file, 1 in a fresh replay"),
      "\(points.output)")
    #expect(check(text.replacing(#""sequence":23"#, with: #""sequence":22"#)).code == 1)
    #expect(check(text.replacing(#""sequence":23"#, with: #""sequence":99"#)).code == 1)
    #expect(check("{}").code == 65)
    #expect(check("nonsense").code == 65)
    #expect(folder.run("snapshot", "--check", "nowhere").code == 66)
    #expect(folder.run("snapshot", "--check", "kept.json", "--at", "3").code == 64)
  }

  @Test func `names that have changed since are no difference`() {
    let folder = LogFolder()
    folder.run("init")
    folder.append([
      Story.event("a", "user.registered", "mia", "mia", nil, #"{"roles":["manager"],"name":"Mia"}"#)
    ])
    folder.run("snapshot", "-o", "kept.json")
    folder.append([Story.event("b", "profile.changed", "mia", "mia", nil, #"{"name":"Maria"}"#)])
    let ending = folder.run("snapshot", "--check", "kept.json")
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
  }

  @Test func `a cache in the folder of a log is checked, too`() {
    let folder = LogFolder.withStory()
    let lines = (0..<10_100).map {
      Story.event("u\($0)", "user.registered", "u\($0)", "mia", nil, #"{"roles":["employee"]}"#)
    }
    #expect(folder.append(lines, "--each", "--sync", "none").code == 0)
    let cache = "events.jsonl.d/snapshots/state"
    #expect(folder.exists(cache))
    let ending = folder.run("snapshot", "--check", cache)
    #expect(ending.code == 0, "\(ending.output)\(ending.errors)")
    var bytes = folder.bytes(cache)
    bytes[bytes.count / 2] ^= 1
    folder.write(bytes, to: "spoilt")
    #expect(folder.run("snapshot", "--check", "spoilt").code == 65)
    let other = LogFolder.withStory()
    other.write(folder.bytes(cache), to: "foreign")
    #expect(other.run("snapshot", "--check", "foreign").code == 1)
  }
}
