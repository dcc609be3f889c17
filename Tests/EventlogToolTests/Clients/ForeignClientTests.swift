// What the tool exports, read by programs that nobody here wrote; `Tests/Clients/install .build/clients`
// installs them.

import Foundation
import Projections
import TestSupport
import Testing

private let clients = Repository.root + "/.build/clients/bin/python"

@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: clients),
    "the clients are not there: Tests/Clients/install .build/clients"))
struct ForeignClientTests {
  /// Reads files with a client; one that is missing skips the test and is named.
  private func check(_ words: [String]) throws {
    let (output, code) = try Child.run(
      clients, [Repository.root + "/Tests/Clients/check.py"] + words, patienceSeconds: 300)
    let last = output.split(separator: "\n").last.map(String.init) ?? ""
    if code == 77 { try Test.cancel("\(last)") }
    #expect(code == 0, "\(output.suffix(2_000))")
  }

  private func export(
    _ words: String..., to name: String, from log: String = Repository.sample, in folder: LogFolder
  ) -> String { export(words, to: name, from: log, in: folder) }

  private func export(
    _ words: [String], to name: String, from log: String, in folder: LogFolder
  ) -> String {
    let ending = folder.start(words + ["-o", name, "-f", log]).wait()
    #expect(ending.code == 0, "\(words): \(ending.errors)")
    return folder.file(name)
  }

  @Test func `calendars mean the same to icalendar, vobject and ics`() throws {
    let folder = LogFolder()
    try check(["calendar", export("export", "ics", "--all", to: "all.ics", in: folder), "200"])
    let one = export(
      "export", "ics", "--user", "u3", "--now", "2026-03-01", to: "eva.ics", in: folder)
    try check(["calendar", one, "20"])
    let again = export(
      "export", "ics", "--user", "u3", "--now", "2026-03-01", to: "again.ics", in: folder)
    #expect(folder.bytes(one) == folder.bytes(again))
    let away = export("export", "ics", "--all", "--absences", to: "away.ics", in: folder)
    try check(["calendar", away, "200", "0", "2"])
    let store = CalendarTests.folder.folder()
    let words = ["export", "ics", "--all", "--absences", "--user", "eva"]
    let placed = store.start(words + ["-o", "eva.ics"]).wait()
    #expect(placed.code == 0, "\(placed.errors)")
    try check(["calendar", store.file("eva.ics"), "6", "2", "2"])
    let none = export(
      "export", "ics", "--user", "u3", "--from", "2031-01-01", to: "none.ics", in: folder)
    try check(["calendar", none, "0"])
  }

  @Test func `pins are valid GeoJSON, in Amsterdam`() throws {
    let folder = LogFolder()
    try check(["geojson", export("export", "geojson", "--all", to: "deals.geojson", in: folder)])
    try check([
      "geojson", export("export", "geojson", "--now", "2026-01-01", to: "none.geojson", in: folder),
    ])
  }

  @Test func `gauges are read by promtool, Prometheus and OpenMetrics`() throws {
    let folder = LogFolder()
    try check(["metrics", export("export", "prometheus", to: "shop.prom", in: folder)])
  }

  private static let projections = [
    "schedule", "requests", "deals", "reservations", "study", "points", "hours", "users", "inbox",
  ]

  @Test func `rows are read by csvclean, DuckDB and LibreOffice`() throws {
    let folder = LogFolder()
    try check(
      ["csv"]
        + Self.projections.map {
          export("export", "csv", $0, "--all", to: "\($0).csv", in: folder)
        })
    try check(
      ["ndjson"]
        + Self.projections.map {
          export("export", "ndjson", $0, "--all", to: "\($0).ndjson", in: folder)
        })
  }

  @Test func `sheets mean the same as rows to openpyxl and LibreOffice`() throws {
    let folder = LogFolder()
    let others = ["candidates", "audit"]
    let names = ProjectionDescriptor.all.map(\.name).filter { !others.contains($0) }
    let hostile = HostileTextTests().folder()
    for (log, now) in [
      (Repository.sample, "2026-03-01"), (hostile.file("events.jsonl"), LogFolder.clock),
    ] {
      let criteria = ["--all", "--now", now]
      let book = export(
        ["export", "xlsx"] + names + criteria, to: "all.xlsx", from: log, in: folder)
      let documents = names.map { name in
        export(["show", name] + criteria, to: "\(name).json", from: log, in: folder)
      }
      try check(["workbook", book] + documents)
    }
  }

  @Test func `time sheets of one and of forty people are whole on paper, and their sums are right`()
    throws
  {
    let store = ReportStore(count: 40).folder()
    let log = store.file("events.jsonl")
    for person in [["--user", "u0"], []] {
      func made(_ words: String..., to name: String) -> String {
        export(
          words + person + ["--month", "2026-04", "--now", "2026-05-02"], to: name, from: log,
          in: store)
      }
      try check([
        "sheets", made("report", "--timesheet", to: "sheets.html"),
        made("show", "timesheet", to: "sheets.json"),
      ])
    }
  }

  @Test func `PostgreSQL loads the script twice with the same result`() throws {
    let folder = LogFolder()
    try check(["postgres", export("export", "sql", to: "log.sql", in: folder), Repository.sample])
  }

  @Test func `pages are valid, and whole in a browser: light, dark, on a phone and on paper`()
    throws
  {
    let folder = LogFolder()
    let sample = export("report", "--shift", "F1.2026-01-12", to: "page.html", in: folder)
    let counts = Rounds.areFull ? [25, 60] : [25]
    let stores = counts.map { ReportStore(count: $0).folder() }
    let pages = stores.map { store in
      export(
        "report", "--now", ReportStore.now, to: "page.html",
        from: store.file("events.jsonl"), in: store)
    }
    defer { withExtendedLifetime(stores) {} }
    try check(["html", sample] + pages)
    try check(
      ["report", "sample=\(sample)=1"]
        + zip(counts, pages).map { "\($0)=\($1)=\($0 > 30 ? 2 : 1)" })
  }

  @Test(.enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"))
  func `schemas accept the sample, refuse planted faults and yield named types`() throws {
    let folder = LogFolder()
    folder.write(folder.run("schema").output.utf8, to: "events.json")
    folder.write(folder.run("schema", "submissions").output.utf8, to: "submissions.json")
    folder.write(
      folder.start(["log", "--submissions", "-q", Repository.sample]).wait().output.utf8,
      to: "thin.ndjson")
    try check(
      ["schema"]
        + ["events.json", "submissions.json"].map(folder.file)
        + [Repository.sample, folder.file("thin.ndjson")])
  }

  @Test(.enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"))
  func `schemas accept every answer and every reply, and refuse planted faults`() throws {
    let folder = LogFolder()
    folder.write(folder.bytes(Repository.sample), to: "events.jsonl")
    for (name, words) in [
      ("rows.json", ["schema", "rows"]), ("replies.json", ["schema", "replies"]),
    ] {
      folder.write(folder.start(words).wait().output.utf8, to: name)
    }
    // All that the sample holds: sent again, sent as something new, and judged.
    let submissions = folder.start(["log", "--submissions", "-q"]).wait().lines
    var requests = try submissions.flatMap { line in
      var new = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      for key in ["id", "time", "expectedsequence"] { new[key] = nil }
      let wrong = new.merging(["actor": "u99", "ref": 7]) { $1 }
      return try [line]
        + [new, new.merging(["op": "judge"]) { $1 }, wrong].map {
          String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
    }
    requests += [
      "{}", "nonsense", #"{"op":"ping"}"#, #"{"op":"extend"}"#, #"{"op":"nothing"}"#,
      #"{"op":"batch","events":[{},{}]}"#, #"{"op":"follow","after":490}"#,
    ]
    for projection in ProjectionDescriptor.all.map(\.name) where projection != "audit" {
      for more in ["", #","all":true"#, #","all":true,"limit":1"#] {
        let subject = projection == "candidates" ? #","shift":"F4.2026-04-01""# : ""
        requests.append(#"{"op":"show","projection":"\#(projection)"\#(more)\#(subject)}"#)
      }
    }
    requests += [
      #"{"op":"show","projection":"users","email":true}"#,
      #"{"op":"show","projection":"hours","by":"person","total":true}"#,
      #"{"op":"show","projection":"marketplace","for":"u3","all":true}"#,
      #"{"op":"show","projection":"schedule","shift":"none"}"#,
      #"{"op":"show","projection":"attention","now":"2026-02-02T12:00:00Z"}"#,
      #"{"op":"show","projection":"candidates","vacancy":"V1"}"#,
      #"{"op":"show","projection":"candidates","shift":"F4.2026-04-01","now":"2026-03-31T12:00:00Z"}"#,
      #"{"op":"show","projection":"availability","week":"2026-W16"}"#,
      #"{"op":"show","projection":"availability","on":"2026-04-01","now":"2026-03-31T19:00:00Z"}"#,
      #"{"op":"show","projection":"hours","by":"label","under":"12h"}"#,
      #"{"op":"show","projection":"hours","week":"2026-W14","over":"10h"}"#,
      #"{"op":"audit","actor":"u1","attributes":true}"#, #"{"op":"audit","user":"u3"}"#,
    ]
    let ending = folder.run(
      "append", "--session", input: requests.joined(separator: "\n") + "\n")
    #expect(ending.code == 0 && ending.lines.count > requests.count)
    folder.run(
      "append", "shift.supplied", "nothing", "--actor", "u1", "--audit-rejections", "--now",
      LogFolder.clock)
    let documents = [
      ["replay"], ["snapshot"], ["diff", "--from", "0", "--to", "200"], ["diff", "--from", "300"],
      ["replay", "--without", "3"], ["blame", "--shift", "F1.2026-01-12"],
      ["blame", "--user", "u3"],
      ["verify"], ["verify", "--rules"], ["recover"], ["audit", "--rejected"], ["backup", "b"],
      ["restore", "b", "-f", "r.jsonl"],
      ["audit", "--shift", "F1.2026-01-12"], ["export", "person", "--user", "u3"],
    ].map { words in
      let isDocument = words == ["snapshot"] || words[0] == "export"
      return folder.start(words + (isDocument ? [] : ["--json"])).wait().output
    }
    folder.write((ending.output + documents.joined()).utf8, to: "answers.ndjson")
    try check(["answers"] + ["rows.json", "replies.json", "answers.ndjson"].map(folder.file))
  }

  @Test func `the CloudEvents SDK reads every line`() throws {
    try check(["cloudevents", Repository.sample])
  }

  @Test func `shells complete what is typed, and mandoc has nothing to say`() throws {
    try check(["shells", BuiltTool.path, Repository.sample])
  }

  @Test func `hostile text stays text in pages, rows and scripts`() throws {
    let folder = HostileTextTests().folder()
    let log = folder.file("events.jsonl")
    let page = export(
      "report", "--now", LogFolder.clock, to: "page.html", from: log, in: folder)
    try check(["html", page])
    let text = String(decoding: folder.bytes(page), as: UTF8.self)
    #expect(!text.contains("<script") && !text.contains("\" onload") && !text.holdsHiddenControl)
    for format in ["csv", "ndjson"] {
      try check([
        format,
        export("export", format, "deals", "--all", to: "deals.\(format)", from: log, in: folder),
      ])
    }
    try check(["postgres", export("export", "sql", to: "log.sql", from: log, in: folder), log])
    for words in [
      ["mermaid", "--shift", "F1.2026-01-12"], ["ics", "--all"], ["geojson", "--all"],
    ] {
      let ending = folder.start(["export"] + words + ["-f", log]).wait()
      #expect(ending.code == 0 && !ending.output.holdsHiddenControl, "\(words)")
    }
  }
}

extension String {
  /// True if it holds a control other than the ends of its lines.
  fileprivate var holdsHiddenControl: Bool {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
      .holdsControl
  }
}
