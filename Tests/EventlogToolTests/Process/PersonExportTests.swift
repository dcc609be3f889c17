import Foundation
import Projections
import TestSupport
import Testing

@testable import eventlog_tool

/// `export person`: all that a log has of one person.
@Suite(.besidePrograms) struct PersonExportTests {
  private let folder = LogFolder()
  private let now = "2026-03-01T12:00:00Z"

  init() throws {
    for name in ["events.jsonl", "events.jsonl.d/people.jsonl", "events.jsonl.d/head"] {
      let path = Repository.sample.replacing("events-sample.jsonl", with: "")
      let from = path + name.replacing("events.jsonl", with: "events-sample.jsonl")
      try FileManager.default.createDirectory(
        atPath: folder.side, withIntermediateDirectories: true)
      folder.write(try #require(FileManager.default.contents(atPath: from)), to: name)
    }
  }

  private func document(of user: String) -> [String: Any] {
    let ending = folder.run("export", "person", "--user", user, "--now", now)
    #expect(ending.code == 0, "\(ending.errors)")
    return members(ending.output)
  }

  /// Objects as one text each, without names of others than the person.
  private func texts(_ objects: Any?, of user: String) throws -> Set<String> {
    func plain(_ value: Any) -> Any {
      guard let object = value as? [String: Any] else {
        return (value as? [Any])?.map(plain) ?? value
      }
      return object.filter { key, _ in
        guard key == "name" || key.hasSuffix("Name"), key != "companyName" else { return true }
        let id = object[key == "name" ? "user" : String(key.dropLast(4))] as? String
        return id == nil || id == user
      }.mapValues(plain)
    }
    return Set(
      try (objects as? [Any] ?? []).map {
        String(
          decoding: try JSONSerialization.data(withJSONObject: plain($0), options: .sortedKeys),
          as: UTF8.self)
      })
  }

  @Test func `a company has its deals`() throws {
    let rows = document(of: "u10")["rows"] as? [String: Any]
    let deals = try #require(rows?["deals"] as? [[String: Any]])
    #expect(deals.count == 3 && deals.allSatisfy { $0.text("company") == "u10" })
    let others = document(of: "u3")["rows"] as? [String: Any]
    #expect((others?["deals"] as? [Any])?.isEmpty == true)
  }

  @Test(arguments: ["u3", "u1", "u2"])
  func `it has every row and every line that names the person, and no other person's name`(
    user: String
  ) throws {
    let document = document(of: user)
    let rows = try #require(document["rows"] as? [String: Any])
    for projection in RowOptions.projections where projection.takes(.user) {
      // Those are about days, and the ranking of those whom a person follows.
      if ["candidates", "availability", "study"].contains(projection.name) { continue }
      let shown = folder.run(
        "show", projection.name, "--user", user, "--all", "--json", "--now", now)
      let wanted = try texts(members(shown.output)["rows"], of: user)
      let isInbox = projection.name == "inbox"
      let found = try texts(isInbox ? document["notices"] : rows[projection.name], of: user)
      #expect(found.isSuperset(of: wanted), "\(projection.name): \(wanted.subtracting(found))")
      if isInbox { #expect(found == wanted) }
    }
    let events = try texts(document["events"], of: "")
    let lines = folder.logLines.filter { line in
      line.contains("\"actor\":\"\(user)\"") || line.contains("\"subject\":\"\(user)\"")
        || line.split(separator: "\"data\":").last!.contains("\"\(user)\"")
    }
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(events.isSuperset(of: try texts([members(line)], of: "")), "\(line)")
    }
    let audit = members(folder.run("audit", "--user", user, "--json").output)["rows"] as? [Any]
    #expect(events.count >= audit?.count ?? .max)
    let text = folder.run("export", "person", "--user", user, "--now", now).output
    let people = members(folder.run("show", "users", "--all", "--json").output)
    for row in try #require(people["rows"] as? [[String: Any]]) {
      guard let name = row["name"] as? String, row["user"] as? String != user else { continue }
      #expect(!text.contains("\"\(name)\""), "\(name)")
    }
  }

  @Test func `what erasing would remove is gone after it, and the rest is there`() throws {
    let before = document(of: "Eva")
    let erasing = try #require(before["erasing"] as? [String: [String]])
    let profile = try #require(before["profile"] as? [String: Any])
    #expect(erasing["removes"]?.first == "profile.name" && profile["name"] as? String == "Eva")
    let erased = folder.run(
      "append", "user.erased", "u3", "--actor", "u3", "--now", "2026-07-01T12:00:00Z")
    #expect(erased.code == 0, "\(erased.errors)")
    let after = document(of: "u3")
    let rest = try #require(after["profile"] as? [String: Any])
    for member in try #require(erasing["removes"]) {
      #expect(rest[String(member.dropFirst("profile.".count))] == nil, "\(member)")
    }
    for text in [profile["name"], profile["email"]].compactMap({ $0 as? String }) {
      let people = String(decoding: folder.bytes("events.jsonl.d/people.jsonl"), as: UTF8.self)
      #expect(!people.contains("\"\(text)\""))
    }
    for member in erasing["keeps"] ?? [] { #expect(after[member] != nil, "\(member)") }
    #expect(try texts(after["events"], of: "").isSuperset(of: texts(before["events"], of: "")))
    #expect((after["erasing"] as? [String: [String]])?["removes"] == [])
  }

  @Test func `it is of one person whom the log knows`() {
    #expect(folder.run("export", "person", "--user", "nobody").code == 1)
    for words in [[], ["--user", "u3", "--all"], ["--user", "u3", "schedule", "a.jsonl"]] {
      #expect(folder.run(["export", "person"] + words).code == 64, "\(words)")
    }
  }
}
