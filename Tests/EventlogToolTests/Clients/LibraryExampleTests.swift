import Foundation
import TestSupport
import Testing

/// The programs in Examples/library, built against the libraries beside the tests, and the page that
/// explains them.
@Suite struct LibraryExampleTests {
  private static let products = BuiltTool.products
  static let hasObjects = FileManager.default.fileExists(
    atPath: products + "/Projections.build")

  /// A program of Examples/library, built in a folder.
  static func built(_ name: String, in folder: String) throws -> String {
    try built(name, from: "library/Sources/\(name)/main.swift", in: folder)
  }

  /// A program of one file of Examples.
  static func built(_ name: String, from file: String, in folder: String) throws -> String {
    let program = "\(folder)/\(name)"
    // A file of another name has its entry marked.
    let parsing = file.hasSuffix("/main.swift") ? "" : "-parse-as-library"
    let build = #"""
      exec swiftc -swift-version 6 -warnings-as-errors $4 -I "$1/Modules" "$2" -o "$3" \
        $(find "$1/ShiftEvents.build" "$1/ShiftEventsHome.build" "$1/Projections.build" -name '*.o') 2>&1
      """#
    let source = "\(Repository.examples)/\(file)"
    let built = try Child.run(
      "/usr/bin/env", ["sh", "-c", build, "sh", Self.products, source, program, parsing],
      patienceSeconds: 300)
    try #require(built.code == 0, "\(built.output)")
    return program
  }

  /// What a program prints, run twice where the sample lies.
  private func outputs(
    _ name: String, _ arguments: String..., in folder: String
  ) throws -> (first: String, second: String) {
    let program = try Self.built(name, in: folder)
    let run = ["sh", "-c", #"cd "$1" && shift && exec "$@" 2>&1"#, "sh", folder, program]
    let first = try Child.run("/usr/bin/env", run + arguments)
    let second = try Child.run("/usr/bin/env", run + arguments)
    #expect(first.code == 0 && second.code == 0, "\(first.output)\(second.output)")
    return (first.output, second.output)
  }

  @Test(.enabled(if: hasObjects, "the libraries were built elsewhere"))
  func `each of the three programs does what it says, in at most ten lines`() throws {
    let log = try ClientLog()
    try FileManager.default.copyItem(
      atPath: Repository.sample, toPath: log.folder + "/events-sample.jsonl")
    let recorded = try outputs("record", in: log.folder)
    #expect(recorded.first == "event 1\n" && recorded.second == "event 1 as before\n")
    #expect(try outputs("taken-shifts", in: log.folder).first.contains("u3 4\n"))
    #expect(
      try outputs("marketplace", in: log.folder).first == """
        2026-04-02 15:00 20:00 u2
        2026-04-12 12:00 17:00 u6

        """)
    for name in ["record", "taken-shifts", "marketplace"] {
      let source = try text("Examples/library/Sources/\(name)/main.swift")
      let lines = source.split(separator: "\n").filter {
        !$0.hasPrefix("import ") && !$0.hasPrefix("///")
      }
      #expect(lines.count <= 10, "\(name)")
    }
  }

  @Test(.enabled(if: hasObjects, "the libraries were built elsewhere"))
  func `a service records for many tasks`() throws {
    let log = try ClientLog()
    let path = log.folder + "/store.jsonl"
    let (first, second) = try outputs("store", path, in: log.folder)
    #expect(first == "done\ndone\ndone\ndone\n[\"done\": 100]\n102 users, 1 notices to bas\n")
    #expect(second == first)
    #expect(try log.tool("verify", path).code == 0)
  }

  @Test func `every block of Swift in Library.md is part of an example or of the tutorial`() throws
  {
    let page = try text("Documentation/Library.md")
    let names =
      FileManager.default.enumerator(atPath: Repository.examples)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
      ?? []
    let package = try text("Sources/Projections/Projections.docc/Resources/Package.swift")
    let sources = try names.map { try text("Examples/\($0)") } + [package]
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count > 8)
    for block in blocks {
      #expect(sources.contains { $0.contains(block) }, "\(block)")
    }
  }

  @Test
  func `the tutorial shows the programs of the examples, in a package that names the libraries`()
    throws
  {
    let catalogue = "Sources/Projections/Projections.docc"
    let tutorial = try text("\(catalogue)/OwnProjection.tutorial")
    let files = tutorial.components(separatedBy: "file: \"").dropFirst().map {
      $0.components(separatedBy: "\"")[0]
    }
    #expect(
      Set(files) == ["Package.swift", "record.swift", "marketplace.swift", "taken-shifts.swift"])
    for name in Set(files).subtracting(["Package.swift"]) {
      let program = name.dropLast(".swift".count)
      #expect(
        try text("\(catalogue)/Resources/\(name)")
          == text("Examples/library/Sources/\(program)/main.swift"))
    }
    let folder = FileManager.default.temporaryDirectory.path + "/tutorial-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text("\(catalogue)/Resources/Package.swift").write(
      toFile: folder + "/Package.swift", atomically: true, encoding: .utf8)
    let package = try Child.run(
      "/usr/bin/env", ["swift", "package", "--package-path", folder, "dump-package"])
    #expect(package.code == 0 && package.output.contains(#""my-store""#), "\(package.output)")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Repository.root)/\(path)", encoding: .utf8)
  }
}
