import Foundation
import TestSupport
import Testing

/// The links between the pages, and from one to a section of another.
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

  @Test func `the links of the questions are found`() throws {
    let questions = try prose(Repository.root + "/Documentation/Questions.md")
    #expect(questions.count { $0.hasPrefix("**") } >= 12)
    #expect(questions.count { $0.contains(".md#") } >= 12)
  }
}
