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
}
