import Foundation
import TestSupport
import Testing

/// Refused submissions that are kept beside the log, and `audit --rejected`.
struct RejectedTests {
  private let folder: LogFolder = {
    let folder = LogFolder.withStory()
    // So that there are shifts that have not begun.
    folder.run("extend", "--now", LogFolder.clock)
    return folder
  }()
  private var kept: String {
    String(decoding: folder.bytes("events.jsonl.d/rejected.jsonl"), as: UTF8.self)
  }

  @Test func `a name as actor is no refusal, and the days and names that are asked for choose`() {
    let now = ["--audit-rejections", "--now", LogFolder.clock]
    folder.append([
      Story.event(
        "n", "user.registered", "u9", "mia", nil, #"{"roles":["employee"],"name":"Eva Bos"}"#)
    ])
    let asked = folder.start(
      ["append", "request.posted", "R9", "--actor", "Eva Bos", "date=2026-03-09"] + now
    ).wait()
    #expect(asked.code == 0 && kept.isEmpty, "\(asked.errors)\(kept)")
    let refused = folder.start(
      ["append", "shift.supplied", "F1.2026-03-09", "--actor", "Eva Bos"] + now
    )
    .wait()
    #expect(refused.code == 2 && kept.contains(#""actor":"u9""#), "\(refused.errors)\(kept)")
    for (words, count) in [
      (["--user", "Eva Bos"], 1), (["--user", "tom"], 0), (["--from", "2026-03-01"], 1),
      (["--to", "2026-02-28"], 0), (["--week", "2026-W09"], 1), (["--week", "2026-W10"], 0),
    ] {
      let ending = folder.start(["audit", "--rejected", "--format", "ndjson"] + words).wait()
      #expect(ending.code == 0 && ending.lines.count == count, "\(words): \(ending.output)")
    }
    #expect(folder.run("audit", "--rejected", "--at", "3").code == 64)
    #expect(folder.run("audit", "--rejected", "-o", "kept.txt").output.isEmpty)
    #expect(String(decoding: folder.bytes("kept.txt"), as: UTF8.self).contains("Eva Bos"))
  }

  @Test func `a refusal is found by what it is about, whatever place that has`() {
    let now = ["--audit-rejections", "--now", LogFolder.clock]
    for words in [
      ["role.granted", "eva", "--actor", "bas", "role=manager"],
      ["deal.reserved", "x1", "--actor", "eva", "deal=D1"],
      ["deal.edited", "D1", "--actor", "eva", "name=q"],
      ["shift.approved", "F1.2026-03-02", "--actor", "tom"],
    ] { #expect(folder.start(["append"] + words + now).wait().code == 2) }
    for (words, count) in [
      (["--user", "eva"], 3), (["--actor", "eva"], 2), (["--deal", "D1"], 2),
      (["--shift", "D1"], 0), (["--subject", "D1"], 1), (["--shift", "F1.2026-03-02"], 1),
      (["--user", "bas"], 1),
    ] {
      let ending = folder.start(["audit", "--rejected", "--format", "ndjson"] + words).wait()
      #expect(ending.lines.count == count, "\(words): \(ending.output)")
    }
    // A full disk left half a line.
    folder.shell("printf '{\"time\":' >> events.jsonl.d/rejected.jsonl")
    _ = folder.start(["append", "shift.approved", "F1.2026-03-02", "--actor", "tom"] + now).wait()
    #expect(folder.run("audit", "--rejected", "--format", "ndjson").lines.count == 5)
    let rows = members(folder.run("audit", "--rejected", "--json").output)["rows"] as? [Any]
    #expect(rows?.count == 5)
  }

  @Test func `without being asked for nothing is kept`() {
    #expect(folder.append([Story.event("x", "shift.supplied", "F9", "bas")], "--each").code == 2)
    #expect(!folder.exists("events.jsonl.d/rejected.jsonl"))
    let ending = folder.run("audit", "--rejected")
    #expect(ending.code == 0 && ending.output.isEmpty)
    #expect(ending.errors.contains("--audit-rejections"))
  }

  @Test func `who tried what and why not is told, without names, and the log is the same`() {
    let before = folder.logBytes
    let now = ["--audit-rejections", "--now", LogFolder.clock]
    let words = folder.start(["append", "shift.accepted", "F1.2026-03-02", "--actor", "tom"] + now)
      .wait()
    #expect(words.code == 2)
    let lines = [
      Story.event(
        "r1", "user.registered", "eva", "mia", nil,
        #"{"roles":["employee"],"name":"Eva Secret","email":"eva@secret.example"}"#),
      Story.event("r2", "shift.supplied", "F1.2026-03-02", "eva", nil, #"{"owner":"tom"}"#),
      "nonsense",
      #"{"type":"shift.supplied","subject":"F1.2026-03-02","actor":"bas","expectedsequence":1}"#,
    ]
    let text = lines.map { $0 + "\n" }.joined()
    _ = folder.start(["append", "-", "--each"] + now, input: .bytes(Array(text.utf8))).wait()
    let session = folder.start(["append", "--session"] + now, input: .pipe)
    session.send(Story.event("r3", "shift.revoked", "F1.2026-03-02", "bas") + "\n")
    session.closeInput()
    #expect(session.wait().code == 0)
    #expect(folder.logBytes == before)
    #expect(!kept.contains("Secret") && !kept.contains("secret"))
    let rows = kept.split(separator: "\n").map { OrderedJSON(String($0)) }
    #expect(rows.count == 6, "\(kept)")
    #expect(
      rows.map { $0["status"]!.text } == [
        "rejected", "rejected", "rejected", "invalid", "conflict", "rejected",
      ])
    #expect(rows[0]["error"]?.text == "notOnMarketplace")
    #expect(rows[1]["error"]?.text == "userExists")
    #expect(rows.allSatisfy { $0["time"]?.text == "2026-03-01T12:00:00.000Z" })
    let table = folder.run("audit", "--rejected")
    #expect(table.code == 0)
    #expect(
      table.output.contains("notOnMarketplace") && table.output.contains("tom"), "\(table.output)")
    let tom = folder.run("audit", "--rejected", "--user", "tom", "--json")
    #expect(
      tom.output.contains("shift-events/rejected/1") && tom.output.contains("notOnMarketplace"))
    #expect(!tom.output.contains("userExists"))
    #expect(
      folder.run("audit", "--rejected", "--shift", "F1.2026-03-02").output.split(separator: "\n")
        .count == 6)
  }

  @Test func `a flood of refusals is bounded`() {
    let lines = (0..<6_000).map { Story.event("f\($0)", "shift.accepted", "F1.2026-03-02", "tom") }
    for _ in 0..<2 { #expect(folder.append(lines, "--each", "--audit-rejections").code == 2) }
    let sizes = ["rejected.jsonl", "rejected-before.jsonl"].map {
      folder.bytes("events.jsonl.d/\($0)").count
    }
    #expect(sizes.allSatisfy { $0 > 0 && $0 <= 1 << 20 }, "\(sizes)")
    #expect(folder.names(in: "events.jsonl.d").filter { $0.hasPrefix("rejected") }.count == 2)
    #expect(
      folder.run("audit", "--rejected", "--format", "ndjson").lines.allSatisfy {
        OrderedJSON($0)["error"] != nil
      })
    folder.expectVerified()
  }
}
