import Foundation
import ShiftEvents
import TestSupport
import Testing

/// The tables of particulars in `Documentation/Rules.md` say what `help CODE` says.
@Suite(.serialized) struct DetailsTableTests {
  @Test func `the page has the particulars of each code`() throws {
    var rows: [(codes: [String], details: String)] = []
    for code in RejectionCode.allCases {
      let details = text(code.detailKeys)
      if let index = rows.firstIndex(where: { $0.details == details }) {
        rows[index].codes.append("`\(code.rawValue)`")
      } else {
        rows.append((["`\(code.rawValue)`"], details))
      }
    }
    try DocumentedTable(
      page: "Rules.md", head: "| code | always | perhaps |\n|---|---|---|\n",
      rows: rows.map { "| \($0.codes.joined(separator: " ")) | \($0.details) |\n" }.joined()
    ).check()
  }

  @Test func `the page says of each kind of notice who gets it, and with which events it comes`()
    throws
  {
    let page = try String(
      contentsOfFile: Repository.root + "/Documentation/Rules.md", encoding: .utf8)
    let head = "| kind | who gets it | comes with |\n|---|---|---|\n"
    let start = try #require(page.range(of: head)?.upperBound)
    let rows = page[start...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }
      .map { $0.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") } }
    #expect(rows.map(\.first) == NotificationKind.allCases.map { "`\($0.rawValue)`" })
    let words = Set(EventType.allCases.map { "`\($0.rawValue)`" } + ["`released`"])
    for row in rows {
      #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
      let named = row.last?.matches(of: /`[a-z.]+`/).map { String($0.output) } ?? []
      #expect(words.isSuperset(of: named), "\(row)")
    }
  }

  private func text(_ keys: [RejectionCode.DetailKey]) -> String {
    [true, false].map { isRequired in
      let texts = keys.filter { $0.isRequired == isRequired }.map { key in
        let words = key.words.map { "`\($0.rawValue)`" }.joined(separator: " ")
        return "`\(key.key.rawValue)`" + (words.isEmpty ? "" : ": \(words)")
      }
      return texts.isEmpty ? "–" : texts.joined(separator: ", ")
    }.joined(separator: " | ")
  }

  @Test func `the page has the meaning of each key, and each key has a code`() throws {
    let keys = Rejection.Key.allCases
    try DocumentedTable(
      page: "Rules.md", head: "| key | meaning |\n|---|---|\n",
      rows: keys.map { "| `\($0.rawValue)` | \($0.meaning) |\n" }.joined()
    ).check()
    let used = Set(RejectionCode.allCases.flatMap(\.detailKeys).map(\.key))
    #expect(used == Set(keys))
  }
}
