import Foundation
import TestSupport
import Testing

/// A real rota, recorded line by line by the built tool.
struct RealInputTests {
  private func recorded() -> (LogFolder, Ending) {
    let folder = LogFolder()
    let ending = folder.start(
      ["append", Repository.fixtures + "/build-captains.ndjson", "--each", "--create"]
    ).wait(seconds: 60)
    return (folder, ending)
  }

  @Test func `a real rota is recorded, days that had begun are refused`() {
    let (folder, ending) = recorded()
    let replies = ending.lines.map { OrderedJSON($0) }
    #expect(replies.count == 705)
    let refused = replies.filter { $0["status"]?.text != "appended" }
    #expect(refused.allSatisfy { $0["error"]?.text == "shiftStarted" })
    #expect(refused.count == 8)
    #expect(folder.logLines.count == 705 - refused.count)
    #expect(ending.code == 2)
    folder.expectVerified()
    folder.expectWholeChain()
  }

  @Test func `the audit of a swapped day names each holder and the time`() {
    let (folder, _) = recorded()
    let audit = folder.run("audit", "--shift", "bc-2020-01-22.v2", "--json")
    let rows = OrderedJSON(audit.output)["rows"]?.elements ?? []
    #expect(
      rows.map { "\($0["type"]!.text) by \($0["actor"]!.text): \($0["owner"]!.text)" } == [
        "shift.scheduled by manager: p01", "shift.supplied by p01: p01",
        "shift.accepted by p02: p02",
      ])
    #expect(rows[2]["effect"]?.text == "p01 → p02")
  }

  @Test func `recorded twice, the same log in the same bytes`() {
    let (first, _) = recorded()
    let (second, _) = recorded()
    #expect(first.logBytes == second.logBytes)
    let again = first.start(
      ["append", Repository.fixtures + "/build-captains.ndjson", "--each"]
    ).wait(seconds: 60)
    #expect(first.logBytes == second.logBytes)
    #expect(again.lines.allSatisfy { !$0.contains(#""appended""#) })
  }

  // MARK: - As it happened

  @Test func `all that people really did in three years is recorded as they did it`() throws {
    let folder = LogFolder()
    let ending = folder.start(
      [
        "append", Repository.fixtures + "/build-captains-as-it-happened.ndjson", "--each",
        "--create",
      ]
    ).wait(seconds: 60)
    #expect(ending.code == 0)
    #expect(ending.lines.count == 2174)
    #expect(ending.lines.allSatisfy { OrderedJSON($0)["status"]?.text == "appended" })
    #expect(folder.logLines.count == 2174)
    let types = folder.logLines.map { OrderedJSON($0)["type"]?.text }
    #expect(types.count { $0 == "shift.assigned" } == 1132)
    #expect(types.count { $0 == "trade.accepted" } == 5)
    folder.expectVerified()
    folder.expectWholeChain()
    #expect(folder.run("verify", "--rules", "-q").code == 0)

    let shown = folder.run("show", "schedule", "--all", "--json", "--now", "2023-06-01T00:00:00Z")
    let rows = OrderedJSON(shown.output)["rows"]?.elements ?? []
    let owners = Dictionary(grouping: rows.compactMap { $0["owner"]?.text }) { $0 }
    #expect(
      owners.mapValues(\.count) == [
        "p01": 131, "p02": 30, "p03": 62, "p04": 5, "p05": 124, "p06": 128, "p07": 78, "p08": 102,
        "p09": 97, "p10": 101, "p11": 3,
      ])
    #expect(rows.count { $0["owner"]?.text != $0["firstOwner"]?.text } == 13)

    // The 22 January 2020 went from p01 to p02 by a trade against the 23rd.
    let traded = try #require(rows.first { $0["date"]?.text == "2020-01-22" }?["shift"]?.text)
    let audit = folder.run("audit", "--shift", traded, "--json")
    let last = try #require(OrderedJSON(audit.output)["rows"]?.elements.last)
    #expect(last["type"]?.text == "trade.accepted" && last["actor"]?.text == "p02")
    #expect(last["owner"]?.text == "p02")
  }
}
