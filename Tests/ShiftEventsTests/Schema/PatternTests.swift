import Foundation
import Projections
import Testing

@testable import ShiftEvents

/// Patterns of the schemas, as the attribute of HTML and other engines of ECMAScript take them.
struct PatternTests {
  private static let isNodeThere = ["/usr/bin/node", "/usr/local/bin/node"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// All patterns of a document.
  private static func patterns(in value: Any?) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.reduce(into: []) { found, member in
        found.formUnion(patterns(in: member.value))
        if member.key == "pattern", let text = member.value as? String { found.insert(text) }
        if member.key == "patternProperties", let object = member.value as? [String: Any] {
          found.formUnion(object.keys)
        }
      }
    case let array as [Any]: array.reduce(into: []) { $0.formUnion(patterns(in: $1)) }
    default: []
    }
  }

  @Test(.enabled(if: isNodeThere != nil, "node compiles the patterns"))
  func `every pattern compiles with each flag of ECMAScript`() throws {
    var all: Set<String> = []
    for document in SchemaDocument.allCases {
      all.formUnion(
        Self.patterns(
          in: try JSONSerialization.jsonObject(with: Data(document.tree().indented))))
    }
    all.formUnion(
      Self.patterns(
        in: try JSONSerialization.jsonObject(
          with: Data(try #require(RowSchema.document()).indented))))
    #expect(all.count > 10)
    let node = Process()
    node.executableURL = URL(fileURLWithPath: try #require(Self.isNodeThere))
    let program = """
      for (const p of JSON.parse(process.argv[1])) for (const flag of ["", "u", "v"])
        try { new RegExp(`^(?:${p})$`, flag) } catch (e) { console.log(flag, e.message) }
      """
    let list = String(decoding: try JSONEncoder().encode(all.sorted()), as: UTF8.self)
    node.arguments = ["-e", program, list]
    let output = Pipe()
    node.standardOutput = output
    try node.run()
    let told = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    node.waitUntilExit()
    #expect(node.terminationStatus == 0 && told.isEmpty, "\(told)")
  }

  @Test func `the schema of one type refers to it`() {
    for kind in [SchemaDocument.events, .submissions] {
      let document = kind.tree(of: .shiftSupplied)
      #expect(document["oneOf"] == nil && document["$ref"]?.text != nil)
      #expect(kind.tree()["oneOf"] != nil)
    }
  }
}
