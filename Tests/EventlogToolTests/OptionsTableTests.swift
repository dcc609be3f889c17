import Foundation
import Projections
import TestSupport
import Testing

@testable import eventlog_tool

/// The table of options in `Documentation/CommandLine.md` says what `help` says.
struct OptionsTableTests {
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
    try DocumentedTable(
      page: "CommandLine.md", head: "| option | on | meaning |\n|---|---|---|\n",
      rows: Self.table
    ).check()
  }

  @Test func `the page has each state that a row may have, and each kind of what needs attention`()
    throws
  {
    let page = try String(
      contentsOfFile: Repository.root + "/Documentation/CommandLine.md", encoding: .utf8)
    let lines = page.split(separator: "\n")
    for projection in ProjectionDescriptor.all {
      let line = try #require(lines.first { $0.hasPrefix("| `\(projection.name)` | `") })
      let told = String(line) + Self.note(of: line, on: page)
      let states = projection.columns.filter { $0.key == "status" || projection == .attention }
      for word in states.flatMap(\.words) {
        #expect(told.contains("`\(word)`"), "\(projection.name) has no \(word)")
      }
    }
  }

  /// The note below a table that a row refers to, if it does.
  private static func note(of line: Substring, on page: String) -> Substring {
    let rest = page[line.endIndex...]
    guard let number = line.firstMatch(of: /\((\d)\)/)?.1,
      let begin = rest.firstRange(of: "\n\(number). ")
    else { return "" }
    let text = rest[begin.upperBound...]
    return text[..<(text.firstMatch(of: /\n(\n|\d\.)/)?.range.lowerBound ?? text.endIndex)]
  }

  /// A row for each question about rows, with the projections that take it.
  private static var projections: String {
    RowOptions.shown.map { option in
      let takers = RowOptions.projections.filter(option.isTaken)
      let names = takers.map { "`\($0.name)`" }.joined(separator: " ")
      let isOfAll = takers.count == RowOptions.projections.count
      return "| `--\(option.spec.name)` | \(isOfAll ? "all" : names) |\n"
    }.joined()
  }

  @Test func `the page says which projections take an option`() throws {
    try DocumentedTable(
      page: "CommandLine.md", head: "| option of `show` | projections |\n|---|---|\n",
      rows: Self.projections
    ).check()
  }
}
