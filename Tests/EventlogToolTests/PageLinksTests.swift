import Foundation
import TestSupport
import Testing

/// The pages: their links, to each other and to sections, and the shape that each has.
struct PageLinksTests {
  private static let pages: [String] = {
    let names =
      FileManager.default.enumerator(atPath: Repository.root + "/Documentation")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") } ?? []
    return names.map { "Documentation/" + $0 }.sorted()
      + [
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Examples/README.md",
        "Benchmarks/README.md", "Benchmarks/NOTES.md",
      ]
  }()

  /// The pages that people look things up in.
  private static let read =
    pages.filter { $0.hasPrefix("Documentation/") } + ["README.md", "CONTRIBUTING.md"]

  /// The lines of a page that are no code.
  private func prose(_ path: String) throws -> [Substring] {
    var isCode = false
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
      if $0.hasPrefix("```") { isCode.toggle() }
      return !isCode
    }
  }

  /// The names by which links lead to the headings of a page: lower case, hyphens for spaces.
  private func sections(_ path: String) throws -> Set<String> {
    let headings = try prose(path).filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let words = heading.drop { $0 == "#" }.dropFirst().lowercased()
        return String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
          .replacingOccurrences(of: " ", with: "-")
      })
  }

  @Test(arguments: pages) func `every link leads to a file and to a heading of it`(page: String)
    throws
  {
    let path = Repository.root + "/" + page
    for line in try prose(path) {
      for link in line.matches(of: /\]\(([^)\s#]*)(?:#([^)\s]*))?\)/) where !link.1.contains(":") {
        let target =
          link.1.isEmpty ? path : (path as NSString).deletingLastPathComponent + "/" + link.1
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link.0)")
        guard let section = link.2, target.hasSuffix(".md") else { continue }
        #expect(try sections(target).contains(String(section)), "\(page): \(link.0)")
      }
    }
  }

  /// The cells of the tables of a page, whole rows.
  private func rows(_ page: String) throws -> [[String]] {
    try prose(Repository.root + "/" + page).filter { $0.hasPrefix("|") }
      .map { $0.replacing("\\|", with: "/").split(separator: "|").map(String.init) }
  }

  @Test(arguments: read) func `no cell of a table has more than thirty words`(page: String) throws {
    for row in try rows(page) {
      for cell in row {
        let count = cell.split(separator: " ").count
        #expect(count <= 30, "\(page): \(count) words: \(cell)")
      }
    }
  }

  @Test(arguments: read)
  func `a page begins with an example`(page: String) throws {
    let text = try String(contentsOfFile: Repository.root + "/" + page, encoding: .utf8)
    let beginning = text[..<(text.firstRange(of: "\n## ")?.lowerBound ?? text.endIndex)]
    #expect(beginning.contains("\n```"), "\(page): no block of code before the first section")
  }

  @Test func `cells and long ones are found`() throws {
    let rows = try rows("Documentation/CommandLine.md")
    #expect(rows.count > 200 && rows.contains { $0.count == 4 })
    #expect(rows.joined().contains { $0.split(separator: " ").count > 25 })
  }

  @Test func `the links of the questions are found`() throws {
    let questions = try prose(Repository.root + "/Documentation/Questions.md")
    #expect(questions.count { $0.hasPrefix("**") } >= 12)
    #expect(questions.count { $0.contains(".md#") } >= 12)
  }
}
