import Foundation
import Testing

/// `snapshot`: all rows of a log for a maker of reports.
@Suite struct SnapshotCommandTests {
  private static let projections = [
    "schedule", "marketplace", "requests", "approvals", "absences", "trades", "deals",
    "reservations", "study", "points", "hours", "users", "vacancies", "changes",
    "publications", "periods", "series", "closures", "inbox",
  ]

  /// Those that hide rows without `--all`.
  private static let hiding = [
    "schedule", "requests", "absences", "trades", "deals", "vacancies",
  ]

  private func document(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `every projection has the rows that show prints of it with --all`() throws {
    let folder = LogFolder.withStory()
    let text = folder.run("snapshot", "--now", Story.now).output
    var at = text.startIndex
    for name in Self.projections {
      let options = Self.hiding.contains(name) ? ["--all"] : []
      let shown = folder.start(["show", name, "--json", "--now", Story.now] + options).wait()
      let rows = try #require(shown.output.firstRange(of: #""rows":"#))
      let member = "\"\(name)\":" + shown.output[rows.upperBound...].dropLast(2)
      let found = try #require(text[at...].firstRange(of: member), "\(name)")
      at = found.upperBound
    }
    #expect(text[at...] == "}}\n")
  }

  @Test func `position, time, hash and identity are those of the log's lines`() throws {
    let folder = LogFolder.withStory()
    func hash(_ line: String) -> String { String(line.dropLast(2).suffix(64)) }
    for (options, count) in [([], Story.events), (["--at", "2"], 2)] as [([String], Int)] {
      let json = try document(folder.start(["snapshot"] + options).wait().output)
      let line = folder.logLines[count - 1]
      let asOf = try #require(json["asOf"] as? [String: Any])
      let time = try #require(asOf["time"] as? String)
      #expect(asOf["sequence"] as? Int == count && line.contains("\"time\":\"\(time)\""))
      #expect(json["schema"] as? String == "shift-events/snapshot/1")
      #expect(json["now"] as? String == time, "told by the clock of the last event read")
      #expect(json["timeZone"] as? String == "Europe/Amsterdam")
      #expect(json["hash"] as? String == hash(line))
      #expect(json["firstHash"] as? String == hash(folder.logLines[0]))
    }
  }

  @Test func `an empty log has no event to name`() throws {
    let folder = LogFolder()
    folder.run("init")
    let ending = folder.run("snapshot", "--now", Story.now)
    #expect(ending.code == 0 && ending.errors == "the log is empty\n", "\(ending.errors)")
    #expect(
      ending.output == #"{"schema":"shift-events/snapshot/1","asOf":{"sequence":0},"#
        + #""now":"2026-01-14T12:00:00.000Z","timeZone":"UTC","projections":{"#
        + Self.projections.map { "\"\($0)\":[]" }.joined(separator: ",") + "}}\n")
  }

  @Test func `-o puts the same bytes in place, and refuses another format's name`() {
    let folder = LogFolder.withStory()
    let printed = folder.run("snapshot")
    let written = folder.run("snapshot", "-o", "all.json")
    #expect(written.code == 0 && written.output.isEmpty)
    #expect(folder.bytes("all.json") == Array(printed.output.utf8))
    #expect(folder.run("snapshot", "-o", "all.csv").code == 64 && !folder.exists("all.csv"))
    #expect(folder.run("snapshot", "--at", "99", "-o", "never.json").code == 64)
    #expect(folder.names(in: ".") == ["all.json", "events.jsonl", "events.jsonl.d"])
  }
}
