import Foundation
import TestSupport
import Testing

/// The compiler's own list of what is public, with its comments.
@Suite struct DocumentedSymbolsTests {
  private struct Graph: Decodable {
    struct InternedID: Decodable {
      struct Identifier: Decodable { var precise: String }
      struct Kind: Decodable { var identifier: String }
      struct Comment: Decodable {
        struct Line: Decodable { var text: String }
        var lines: [Line]
      }

      var identifier: Identifier
      var kind: Kind
      var pathComponents: [String]
      var docComment: Comment?

      var name: String { pathComponents.joined(separator: ".") }
      var isDocumented: Bool { docComment?.lines.contains { !$0.text.isEmpty } ?? false }
    }

    var symbols: [InternedID]
  }

  /// Cases that are explained elsewhere: by the payload of their name, by the table of codes in the
  /// documents, or by their name alone.
  private static let explained = [
    "Event.", "EventType.", "RejectionCode.", "Weekday.", "DealCategory.", "Rejection.Key.",
  ]

  private static let products = BuiltTool.products

  private static let isBuiltHere = FileManager.default.fileExists(atPath: products + "/Modules")

  private func symbols(of module: String) throws -> [Graph.InternedID] {
    let folder = try extract(module)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { name in
      let data = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      return try JSONDecoder().decode(Graph.self, from: data).symbols
    }.filter { !$0.identifier.precise.contains("::SYNTHESIZED::") }
  }

  /// Writes the graph of a module's symbols into a folder of its own.
  private func extract(_ module: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/graph-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let extract = #"""
      toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
      target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
      # A cache of its own: it knows its modules by one path, and .build/debug is a link.
      products=$(readlink -f "$2")
      exec swift symbolgraph-extract -module-name "$1" -target "$target" -I "$products/Modules" \
        -I "$toolchain/lib/swift/linux/testing" -minimum-access-level public \
        -module-cache-path "$products/SymbolCache" -output-dir "$3" 2>&1
      """#
    let found = try Child.run(
      "/usr/bin/env", ["sh", "-c", extract, "sh", module, Self.products, folder])
    try #require(found.code == 0, "\(found.output)")
    return folder
  }

  private static let docc: String? = {
    let found = try? Child.run(
      "/usr/bin/env",
      ["sh", "-c", #"echo "$(dirname "$(readlink -f "$(command -v swiftc)")")/docc""#])
    let path = found?.output.split(separator: "\n").first.map(String.init)
    return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }()

  @Test(
    .enabled(if: isBuiltHere, "the modules were built elsewhere"),
    .enabled(if: docc != nil, "the toolchain has no docc"),
    .enabled(if: Rounds.areFull, "set SHIFTEVENTS_TESTS=full"),
    arguments: ["ShiftEvents", "Projections"])
  func `a catalogue converts, and each of its links leads somewhere`(module: String)
    throws
  {
    let folder = try extract(module)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A picture that is a link is copied as one, so the catalogue is converted without links.
    let convert = #"""
      cp -RL "$1/Sources/$2/$2.docc" "$3/" && mkdir "$3/graphs" && mv "$3"/*.symbols.json "$3/graphs/" &&
      exec "$4" convert "$3/$2.docc" --additional-symbol-graph-dir "$3/graphs" \
        --fallback-display-name "$2" --fallback-bundle-identifier "$2" --output-path "$3/out" 2>&1
      """#
    let found = try Child.run(
      "/usr/bin/env",
      ["sh", "-c", convert, "sh", Repository.root, module, folder, try #require(Self.docc)])
    // Of some functions only the parameters that are not plain are explained.
    let complaints = found.output.split(separator: "\n").filter {
      ($0.hasPrefix("warning:") || $0.hasPrefix("error:"))
        && !$0.hasSuffix("is missing documentation")
    }
    #expect(found.code == 0 && complaints.isEmpty, "\(found.output)")
    let pages = FileManager.default.enumerator(atPath: folder + "/out/data")?.count {
      "\($0)".hasSuffix(".json")
    }
    #expect(pages ?? 0 > 300, "\(module)")
  }

  @Test(
    .enabled(if: isBuiltHere, "the modules were built elsewhere"),
    arguments: [
      ("ShiftEvents", 700), ("ShiftEventsHome", 1), ("Projections", 350),
      ("ShiftEventsTesting", 35),
    ])
  func `every public symbol has a comment`(module: String, atLeast count: Int) throws {
    let symbols = try symbols(of: module)
    #expect(symbols.count > count)
    let bare = symbols.filter { symbol in
      let isExplained =
        symbol.kind.identifier == "swift.enum.case"
        && Self.explained.contains { symbol.name.hasPrefix($0) }
      return !symbol.isDocumented && !isExplained
    }
    #expect(bare.map(\.name).isEmpty, "\(module): \(bare.map(\.name).joined(separator: ", "))")
  }

  @Test func `every code of a rule stands in the documents`() throws {
    let page = try String(
      contentsOfFile: Repository.root + "/Documentation/Rules.md", encoding: .utf8)
    let source = try String(
      contentsOfFile: Repository.root + "/Sources/ShiftEvents/Rules/Rejection.swift",
      encoding: .utf8)
    let codes = source.split(separator: "\n").filter { $0.hasPrefix("  case ") }
      .flatMap { $0.dropFirst("  case ".count).split(separator: ", ").map(String.init) }
    #expect(codes.count > 60)
    let missing = codes.filter { !page.contains("`\($0)`") }
    #expect(missing.isEmpty)
  }
}
