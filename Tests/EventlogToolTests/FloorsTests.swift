import Foundation
import TestSupport
import Testing

/// The folders of a module, and those inside them, stand on each other like floors: each names only types, functions and
/// members of those below it.
struct FloorsTests {
  /// A module's folders, lowest first. An event and the payloads in its inner folder are one floor; "" is the module's
  /// own folder.
  struct House: CustomTestStringConvertible {
    let module: String
    let floors: [String]
    var testDescription: String { module }
  }

  static let houses = [
    House(
      module: "ShiftEvents",
      floors: [
        "Values", "Memory", "Symbols", "Hashing", "JSON", "Events", "Codec/Members", "Codec/Lines",
        "Codec/Submissions", "State", "Rules", "Log/Files", "Log/Head", "Log/People", "Log/Reading",
        "Log/Proofs", "Log/Verifying", "Log/Writing", "Log/Replicas", "Log/Backups",
        "Log/Following",
        "Log/Leading", "Snapshots", "Recorder/State", "Recorder", "Sessions", "Wire", "Schema",
      ]),
    House(module: "ShiftEventsHome", floors: [""]),
    House(
      module: "Projections",
      floors: [
        "Folds", "Rows", "Roster", "People", "Questions", "Deals", "Audit", "", "Reports",
        "Reports/Page", "History",
      ]),
    House(
      module: "eventlog-tool",
      floors: [
        "Processor", "Terminal", "Arguments", "Invocation", "Answers", "Writing", "Help",
        "Completion", "Commands", "Commands/Home", "Session", "Append", "",
      ]),
  ]

  /// Members of the standard library that floors above give types of their own, too.
  private static let common: Set<Substring> = [
    "0", "1", "2", "3", "5", "16", "array", "async", "contains", "control", "encode", "entry",
    "failure", "false",
    "filter", "format", "high", "indices", "isEmpty", "joined", "lines", "load", "low", "map",
    "null", "properties", "random", "removeAll", "rounded", "self", "split", "starts", "store",
    "stride", "true",
    "utc", "wait",
  ]

  /// What a file declares and names.
  private struct Contents {
    let file: String
    /// The words that other files may name: of types and functions at the first column, and of members.
    var types: Set<Substring> = []
    var members: Set<Substring> = []
    /// All that is declared here, local names and labels too.
    var declared: Set<Substring> = []
    var words: Set<Substring> = []
    /// The words behind a full stop.
    var asked: Set<Substring> = []

    init(_ file: String, _ code: String) {
      self.file = file
      for line in code.split(separator: "\n") {
        let isAtTop = line.first != " "
        let parts = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        let isPrivate =
          parts.prefix { !Self.keywords.contains($0) }
          .contains { $0 == "private" || $0 == "fileprivate" }
          && !line.contains("private(set)")
        words.formUnion(parts)
        for (place, part) in parts.enumerated() {
          let before = part.startIndex > line.startIndex ? line[..<part.startIndex].last : nil
          let behind = part.endIndex < line.endIndex ? line[part.endIndex] : nil
          if before == "." { asked.insert(part) }
          if behind == ":" { declared.insert(part) }
          // The names of `case a, b` too.
          let afterCase = line[..<part.startIndex].ranges(of: "case ").last?.upperBound
          let isOfCase = afterCase.map {
            !line[$0..<part.startIndex].contains { "(:=.".contains($0) }
          }
          guard before == " ", place > 0,
            Self.keywords.contains(parts[place - 1]) || isOfCase ?? false
          else { continue }
          declared.insert(part)
          if isPrivate { continue }
          if isAtTop, isOfCase != true { types.insert(part) } else { members.insert(part) }
        }
      }
    }

    private static let keywords: Set<Substring> = [
      "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var", "case",
    ]
  }

  /// Swift text without comments and the contents of strings.
  private static func code(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
      .replacing(/\/\/[^\n]*/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "\"\"")
  }

  private static func contents(of house: House) throws -> [String: [Contents]] {
    let root = Repository.root + "/Sources/" + house.module
    var contents: [String: [Contents]] = [:]
    let files = FileManager.default.enumerator(atPath: root)!
    for case let file as String in files where file.hasSuffix(".swift") && !file.contains(".docc") {
      // Of an inner folder and the one around it, the inner.
      let floor = house.floors.filter { !$0.isEmpty && file.hasPrefix($0 + "/") }
        .max { $0.count < $1.count }
      let folder = floor ?? (file.contains("/") ? String(file.split(separator: "/")[0]) : "")
      contents[folder, default: []].append(Contents(file, try code(of: "\(root)/\(file)")))
    }
    return contents
  }

  @Test(arguments: houses)
  func `each floor names only types, functions and members of the floors below it`(
    _ house: House
  ) throws {
    let contents = try Self.contents(of: house)
    #expect(Set(contents.keys) == Set(house.floors), "a folder is no floor")
    func all(_ floor: String, _ words: KeyPath<Contents, Set<Substring>>) -> Set<Substring> {
      contents[floor, default: []].reduce(into: []) { $0.formUnion($1[keyPath: words]) }
    }
    // What modules below declare is below, too.
    var known = Self.common
    for lower in Self.houses.prefix(while: { $0.module != house.module }) {
      for file in try Self.contents(of: lower).values.joined() { known.formUnion(file.declared) }
    }
    for (index, floor) in house.floors.enumerated() {
      let own = all(floor, \.declared)
      known.formUnion(own)
      for above in house.floors[(index + 1)...] {
        let types = all(above, \.types).subtracting(own)
        let members = all(above, \.members).subtracting(known)
        for file in contents[floor, default: []] {
          let found = file.words.intersection(types).union(file.asked.intersection(members))
          #expect(
            found.isEmpty, "\(file.file) names \(found.sorted()), which stand above it in \(above)")
        }
      }
    }
  }

  @Test func `the test finds what it looks for`() {
    let upper = Contents(
      "Upper.swift",
      "struct Roof {\n  static var height: Int { 3 }\n  private var secret = 0\n  case red, green\n}"
    )
    #expect(upper.types == ["Roof"] && upper.members == ["height", "red", "green"])
    let lower = Contents("Lower.swift", "func build() { Roof.height + other(label: 1) }")
    #expect(lower.words.contains("Roof") && lower.asked == ["height"])
    #expect(lower.types == ["build"] && lower.declared == ["build", "label"])
  }
}
