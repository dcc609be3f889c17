import Foundation
import TestSupport
import Testing

@testable import eventlog_tool

/// The table of options in `Documentation/CommandLine.md` says what `help` says.
struct OptionsTableTests {
  private static let page = Repository.root + "/Documentation/CommandLine.md"
  private static let head = "| option | on | meaning |\n|---|---|---|\n"

  /// A row for each option, with the commands that have it in the same words.
  private static var table: String {
    var rows: [(name: String, label: String, help: String, commands: [String])] = []
    for spec in allSpecs {
      for option in spec.allOptions {
        let (label, help) = (label(option), option.help)
        if let index = rows.firstIndex(where: { $0.label == label && $0.help == help }) {
          rows[index].commands.append("`\(spec.name)`")
        } else {
          rows.append((option.name, label, help, ["`\(spec.name)`"]))
        }
      }
    }
    return rows.sorted { ($0.name, $0.help) < ($1.name, $1.help) }
      .map { row in
        let commands =
          row.commands.count == allSpecs.count ? "all" : row.commands.joined(separator: " ")
        return "| \(row.label) | \(commands) | \(row.help) |\n"
      }.joined()
  }

  private static func label(_ option: OptionSpec) -> String {
    let short = option.short.map { "`-\($0)`, " } ?? ""
    let value = option.placeholder.map { " " + $0.replacing("|", with: "\\|") } ?? ""
    return "\(short)`--\(option.name)\(value)`" + (option.isRepeatable ? " …" : "")
  }

  @Test func `the page has each option as help tells it`() throws {
    let text = try String(contentsOfFile: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: Self.head)?.upperBound)
    let end = try #require(text.range(of: "\n\n", range: start..<text.endIndex)?.lowerBound)
    let found = text[start..<text.index(after: end)]
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      let new = text[..<start] + Self.table + text[text.index(after: end)...]
      try String(new).write(toFile: Self.page, atomically: true, encoding: .utf8)
      Issue.record("recorded the table of options; look at it, then run without RECORD_GOLDEN")
    } else {
      #expect(
        found == Self.table, "help and the page differ; RECORD_GOLDEN=1 writes the table anew")
    }
  }
}
