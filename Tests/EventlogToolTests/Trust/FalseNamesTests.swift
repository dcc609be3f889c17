import Foundation
import Projections
import TestSupport
import Testing

/// A name is shown only where the log commits to it, whatever the people file says.
struct FalseNamesTests {
  /// Each command that prints names. A new one joins by a line; `-o FILE` is looked into, too.
  /// A short suite draws the format of each projection.
  private static let commands: [[String]] =
    ProjectionDescriptor.replayed.flatMap { projection in
      ["table", "json", "csv", "markdown"].shuffled().prefix(Rounds.count(1, full: 4)).map {
        ["show", projection.name, "--format", $0]
          + (takesAll.contains(projection.name) ? ["--all"] : [])
      }
    } + [
      ["show", "schedule", "--grid", "--week", "2026-W03"],
      ["show", "schedule", "--grid", "--week", "2026-W03", "--format", "markdown"],
      ["show", "schedule", "--all", "--ids"], ["show", "users", "--at", "60", "--json"],
      ["show", "users", "--name", "False"], ["show", "marketplace", "--all", "--for", "b10"],
      ["show", "inbox", "--user", "a12"], ["show", "study", "--user", "mia", "--json"],
      ["replay"], ["replay", "--json"], ["replay", "--without", "4"],
      ["audit", "--user", "a10"], ["audit", "--actor", "b11", "--json"],
      ["audit", "--subject", "a16"],
      ["audit", "--shift", "S-a10"], ["audit", "--shift", "S-a11", "--format", "csv"],
      ["audit", "--request", "R-a12"], ["audit", "--absence", "A-b12"],
      ["audit", "--session", "study-a17"],
      ["log", "--format", "table"], ["log", "--submissions"], ["log"], ["log", "--actor", "a10"],
      ["diff", "--from", "1"], ["diff", "--from", "60", "--json"],
      ["blame", "--shift", "S-a10"], ["blame", "--user", "a11"],
      ["snapshot"], ["snapshot", "-o", "out.json"],
      ["report", "-o", "out.html", "--shift", "S-a10"], ["report", "-o", "out.md"],
      ["export", "ics", "--all"], ["export", "ics", "--user", "a10", "-o", "out.ics"],
      ["export", "csv", "schedule", "--all", "-o", "out.csv"], ["export", "ndjson", "users"],
      ["export", "mermaid", "--shift", "S-a10"], ["export", "mermaid", "--request", "R-a10"],
      ["export", "sql"], ["export", "prometheus"], ["export", "geojson"],
      ["verify"], ["verify", "--json"], ["verify", "--rules", "--all"], ["completions", "bash"],
    ]

  private static let takesAll: Set<String> = [
    "schedule", "marketplace", "requests", "approvals", "deals", "absences", "vacancies", "trades",
    "changes",
  ]

  private let log = FalseNames()

  @Test func `no command tells a name that the log does not commit to`() {
    for var command in Self.commands {
      let file = command.dropLast().last == "-o" ? log.folder.path + "/../" + command.last! : nil
      if let file { command[command.count - 1] = file }
      let ending = log.folder.start(command).wait()
      #expect(![64, 65, 70].contains(ending.code), "\(command) \(ending.errors)")
      let written = file.map { String(decoding: log.folder.bytes($0), as: UTF8.self) }
      #expect(written != "", "\(command) \(ending.errors)")
      for text in [ending.output, ending.errors, written ?? ""] {
        #expect(FalseNames.found(in: text) == [], "\(command)")
      }
    }
  }

  @Test func `what the log commits to is shown, else the id, and one warning says whose`() {
    let users = log.folder.run("show", "users")
    for (tampering, id, _) in FalseNames.cases {
      #expect(
        users.output.contains(FalseNames.trueName(id)) == tampering.isShown,
        "\(tampering.name): \(id)")
    }
    #expect(users.errors.components(separatedBy: "warning:").count == 2)
    #expect(users.errors.contains("names are not shown"))
    #expect(users.errors.contains("profile.changed"))
    let audit = log.folder.run("audit", "--user", "a10")
    #expect(audit.code == 0 && audit.errors.contains("1 name is not shown"), "\(audit.errors)")
    #expect(audit.errors.contains(" a10\n"))
  }

  @Test func `a false name finds nobody, and is not recommended`() {
    for name in ["False", "Former"] {
      let found = log.folder.run("show", "users", "--name", name, "--json")
      #expect(found.output.contains(#""rows":[]"#), "\(found.output)")
    }
    for option in ["--user", "--actor"] {
      let ending = log.folder.run("audit", option, "False a10")
      #expect(ending.code == 1 && ending.errors.contains("nobody is called"), "\(ending)")
      let near = log.folder.run("audit", option, "False a1")
      #expect(near.code == 1 && FalseNames.found(in: near.errors) == [])
    }
    let by = log.folder.run(
      "append", "user.unfollowed", "a11", "--actor", "False a10", "--dry-run")
    #expect(by.code != 0)
  }

  @Test func `a session tells no false name, and says so`() throws {
    let process = log.folder.start(
      ["append", "--session"],
      input: .bytes(
        Array(
          (["users", "schedule", "users"].map { #"{"op":"show","projection":"\#($0)","all":true}"# }
            .map { $0.contains("users") ? #"{"op":"show","projection":"users"}"# : $0 }
            + [#"{"op":"audit","user":"a10"}"#, #"{"op":"audit","shift":"S-a12"}"#])
            .map { $0 + "\n" }.joined().utf8)))
    let ending = process.wait()
    #expect(ending.lines.count == 6 && ending.output.contains("ownerName"))
    #expect(FalseNames.found(in: ending.output + ending.errors) == [])
    // It is a writer, too.
    #expect(ending.errors.contains("lines of the people file removed"))
  }

  @Test func `an address that the log does not commit to is nobody's`() {
    func registered(_ email: String) -> String {
      log.folder.run(
        "append", "user.registered", "new", "--actor", "new", #"roles:=["student"]"#,
        "email=\(email)", "--dry-run", "--now", Story.now
      ).output
    }
    #expect(registered("false@example.org").contains("accepted"))
    #expect(registered("B20@Example.org").contains("emailTaken"))
  }

  @Test func `a reply in words names nobody falsely`() {
    let folder = log.folder
    for words in [
      ["shift.approved", "S-a10", "--actor", "a10"], ["shift.supplied", "S-a10", "--actor", "a10"],
    ] {
      let screen = folder.onTerminal(columns: 120, ["append"] + words + ["--now", Story.now])
      #expect(FalseNames.found(in: screen.text) == [])
    }
  }

  @Test func `verify names the line of each, with exit 1`() throws {
    let report = log.folder.run("verify", "--json")
    #expect(report.code == 1)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any])
    let findings = try #require(document["findings"] as? [[String: Any]])
    // By bytes: texts that look the same are the same to Swift.
    let rightLines = Set(log.rightLines.map { Array($0.utf8) })
    let expected = log.tampered.enumerated().filter {
      !rightLines.contains($1.utf8.filter { $0 != 0x0D })
    }.map { $0.offset + 1 }
    #expect(findings.compactMap { $0["line"] as? Int } == expected)
    #expect(findings.allSatisfy { $0["kind"] as? String == "name" })
    #expect(
      findings.allSatisfy { ($0["file"] as? String)?.hasSuffix(".d/people.jsonl") == true })
    let table = log.folder.run("verify", "--all")
    #expect(table.code == 1)
    for line in expected { #expect(table.output.contains("people.jsonl:\(line): name: ")) }
  }

  @Test func `the next writer removes the lines, says so, and keeps them nowhere`() {
    let ending = log.folder.run(
      "append", "user.unfollowed", "mia", "--actor", "b10", "--now", Story.now)
    #expect(ending.code == 0 && ending.errors.contains("lines of the people file removed"))
    for name in FileManager.default.enumerator(atPath: log.folder.path)! {
      let bytes = log.folder.bytes("\(name)")
      #expect(FalseNames.found(in: String(decoding: bytes, as: UTF8.self)) == [], "\(name)")
    }
    let left = log.folder.bytes("events.jsonl.d/people.jsonl")
    for (tampering, id, _) in FalseNames.cases where tampering.isShown {
      #expect(String(decoding: left, as: UTF8.self).contains(FalseNames.trueName(id)))
    }
    log.folder.expectVerified()
    #expect(log.folder.run("show", "users").errors == "")
  }

  @Test func `each reader that would tell an erased name that was put back warns of it`() {
    let folder = LogFolder.withStory()
    let file = "events.jsonl.d/people.jsonl"
    for words in [
      ["profile.changed", "eva", "--actor", "eva", "name=Eva True"],
      ["user.erased", "eva", "--actor", "mia"],
    ] {
      let people = folder.bytes(file)
      #expect(folder.run(["append"] + words + ["--now", LogFolder.clock]).code == 0)
      if words[0] == "user.erased" { folder.write(people, to: file) }
    }
    for words in [
      ["show", "users"], ["show", "hours"], ["log", "--submissions"], ["log", "--format", "table"],
      ["audit", "--user", "eva"], ["snapshot"], ["diff", "--from", "1"],
    ] {
      let ending = folder.run(words)
      #expect(ending.errors.contains("1 name is not shown"), "\(words): \(ending.errors)")
      #expect(!ending.output.contains("Eva True"), "\(words)")
    }
  }

  @Test func `a missing line is no finding`() {
    let folder = LogFolder.withStory()
    folder.run(
      "append", "profile.changed", "bas", "--actor", "bas", "name=Bas True", "--now", Story.now)
    folder.write([], to: "events.jsonl.d/people.jsonl")
    folder.expectVerified()
    let users = folder.run("show", "users")
    #expect(users.code == 0 && users.errors.isEmpty && !users.output.contains("True"))
  }

  @Test func `where damage lies behind the moment, a name is held against the events before it`() {
    let folder = LogFolder.withStory()
    for name in ["Bas True", "Bas Truer"] {
      folder.run(
        "append", "profile.changed", "bas", "--actor", "bas", "name=\(name)", "--now",
        LogFolder.clock)
    }
    let lines = folder.logLines
    folder.write(
      Array(
        (lines.dropLast() + [lines.last!.replacing("profile.changed", with: "prof")])
          .map { $0 + "\n" }.joined().utf8), to: "events.jsonl")
    let users = folder.run("show", "users", "--at", "10")
    #expect(users.code == 0 && users.output.contains(" bas "), "\(users)")
    #expect(users.errors.contains("1 name is not shown"), "\(users.errors)")
  }
}
