import Foundation
import TestSupport
import Testing

/// The folders of `ShiftEvents`, and those inside them, stand on each other like floors: each names only types of those
/// below. An event and the payloads in its inner folder are one floor.
struct FloorsTests {
  /// The folders, lowest first.
  private static let floors = [
    "Values", "Memory", "Symbols", "Hashing", "JSON", "Events", "Codec/Members", "Codec/Lines",
    "Codec/Submissions", "State", "Rules", "Log/Files", "Log/Head", "Log/People", "Log/Reading",
    "Log/Proofs", "Log/Verifying", "Log/Writing", "Log/Replicas", "Log/Following", "Log/Leading",
    "Snapshots", "Recorder/State", "Recorder", "Sessions", "Home", "Wire", "Schema",
  ]
  private static let root = Repository.root + "/Sources/ShiftEvents"

  /// Swift text without comments and the contents of strings.
  private static func code(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
      .replacing(/\/\/[^\n]*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
  }

  /// The code of all files, by folder.
  private static func sources() throws -> [String: [(name: String, code: String)]] {
    var sources: [String: [(String, String)]] = [:]
    let files = FileManager.default.enumerator(atPath: root)!
    for case let file as String in files where file.hasSuffix(".swift") {
      // Of an inner folder and the one around it, the inner.
      let floor = floors.filter { file.hasPrefix($0 + "/") }.max { $0.count < $1.count }
      let folder = floor ?? String(file.split(separator: "/")[0])
      sources[folder, default: []].append((file, try code(of: "\(root)/\(file)")))
    }
    return sources
  }

  /// The types and functions that other folders may name: those at the first column that are not private.
  private static func exported(_ code: String) -> Set<String> {
    let declaration =
      /(?m)^(?:(?:public|package|final|indirect|@\w+) )*(?:struct|class|enum|protocol|actor|typealias|func) (\w+)/
    return Set(code.matches(of: declaration).map { String($0.output.1) })
  }

  /// All types and functions that are declared in a text, nested ones too.
  private static func declared(_ code: String) -> Set<String> {
    Set(
      code.matches(of: /(?:struct|class|enum|protocol|actor|typealias|func|let|var) (\w+)/)
        .map { String($0.output.1) })
  }

  @Test func `each floor names only types and functions of the floors below it`() throws {
    let sources = try Self.sources()
    #expect(Set(sources.keys) == Set(Self.floors), "a folder is no floor")
    let exported = sources.mapValues { files in
      files.reduce(into: Set<String>()) { $0.formUnion(Self.exported($1.code)) }
    }
    #expect(exported["Rules"]?.contains("Rejection") == true)
    for (index, floor) in Self.floors.enumerated() {
      let own = sources[floor, default: []].reduce(into: Set<String>()) {
        $0.formUnion(Self.declared($1.code))
      }
      for above in Self.floors[(index + 1)...] {
        let names = exported[above, default: []].subtracting(own)
        for file in sources[floor, default: []] {
          let words = Set(file.code.matches(of: /\w+/).map { String($0.output) })
          let found = words.intersection(names).sorted()
          #expect(found.isEmpty, "\(file.name) names \(found), which stand above it in \(above)")
        }
      }
    }
  }
}
