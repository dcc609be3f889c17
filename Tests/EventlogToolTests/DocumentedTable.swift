import Foundation
import TestSupport
import Testing

/// A table in a page of the documentation that is made from the sources.
struct DocumentedTable {
  /// The page, in `Documentation`.
  let page: String
  /// The head, whole lines.
  let head: String
  /// The rows that there should be, whole lines.
  let rows: String

  /// Expects the rows in the page, or writes them there where `RECORD_GOLDEN` is set.
  func check() throws {
    let path = Repository.root + "/Documentation/" + page
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let start = try #require(text.range(of: head)?.upperBound)
    let end = try #require(text.range(of: "\n\n", range: text.index(before: start)..<text.endIndex))
    let behind = text.index(after: end.lowerBound)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      let new = text[..<start] + rows + text[behind...]
      try String(new).write(toFile: path, atomically: true, encoding: .utf8)
      Issue.record("recorded a table of \(page); look at it, then run without RECORD_GOLDEN")
    } else {
      #expect(
        text[start..<behind] == rows,
        "the sources and \(page) differ; RECORD_GOLDEN=1 writes the table anew")
    }
  }
}
