import Foundation
import TestSupport
import Testing

/// The commands of `Documentation/Records.md`, run on the sample as they stand there.
struct RecordsPageTests {
  private static let recipes: [(name: String, script: String)] = {
    let page = try! String(
      contentsOfFile: Repository.root + "/Documentation/Records.md", encoding: .utf8)
    return page.matches(of: /<!-- recipe (\w+) -->\n```sh\n((?:.|\n)*?)```/)
      .map { (String($0.output.1), String($0.output.2)) }
  }()

  /// A folder with the sample as `events.jsonl`, with its names and its head.
  private static let folder = KeptFiles {
    let folder = LogFolder()
    let files = FileManager.default
    folder.write(files.contents(atPath: Repository.sample) ?? Data(), to: "events.jsonl")
    try! files.copyItem(atPath: Repository.sample + ".d", toPath: folder.side)
    return folder
  }

  private func cook(_ name: String, in folder: LogFolder) throws -> String {
    let recipe = try #require(Self.recipes.first { $0.name == name })
    let tools = URL(fileURLWithPath: BuiltTool.path).deletingLastPathComponent().path
    let ending = folder.shell("set -e\nPATH=\"\(tools):$PATH\"\n" + recipe.script)
    #expect(ending.code == 0, "\(name): \(ending.errors)")
    return ending.output
  }

  @Test func `every recipe of the page has a test`() {
    #expect(
      Self.recipes.map(\.name) == [
        "publications", "changes", "story", "worked", "settled", "limits", "moment", "unaltered",
      ])
  }

  @Test(arguments: [
    ("publications", ["Publications ", "Schedule "]),
    ("story", ["Shift F8.2026-03-31 ", "declines"]),
    ("worked", ["Confirmed", "Sam"]), ("settled", ["february", "closed"]),
    ("limits", ["contract", "contract.set"]), ("moment", ["Schedule"]),
    ("unaltered", ["store.example/log"]),
  ])
  func `a question of the page is answered`(name: String, words: [String]) throws {
    let answer = try cook(name, in: Self.folder.folder())
    for word in words { #expect(answer.contains(word), "\(name): \(word)\n\(answer)") }
  }

  @Test func `the changes after publication are rows of a spreadsheet, each with its notice`()
    throws
  {
    let folder = Self.folder.folder()
    let shown = try cook("changes", in: folder)
    #expect(shown.contains("declined") && shown.contains("agreed"))
    let lines = String(decoding: folder.bytes("changes.csv"), as: UTF8.self).split(
      separator: "\r\n")
    let columns = try #require(lines.first).split(separator: ",")
    #expect(columns.contains("notice") && columns.contains("answer"))
    let notice = try #require(columns.firstIndex(of: "notice"))
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(Int(fields[notice]) != nil, "\(line)")
    }
  }
}
