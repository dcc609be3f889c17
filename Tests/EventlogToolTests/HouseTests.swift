import Foundation
import Projections
import TestSupport
import Testing

/// Rules of the house that no compiler checks.
struct HouseTests {
  private struct Source {
    let path: String
    let lines: [String]
    /// The lines without comments.
    let code: [(number: Int, text: String)]

    init(path: String, lines: [String]) {
      (self.path, self.lines) = (path, lines)
      code = lines.enumerated().compactMap { index, line in
        let text = line.drop { $0 == " " }
        return text.hasPrefix("//") ? nil : (index + 1, String(text))
      }
    }

    /// The stored properties, payloads of cases and aliases that hold a pointer: `File: name`.
    var keptPointers: [String] {
      let file = path.split(separator: "/").last!.dropLast(".swift".count)
      let pointer = /Unsafe\w*Pointer|OpaquePointer|Unmanaged|\w\(unsafe\)/
      let type =
        /^(@\w+ |public |package |private |fileprivate |final |indirect )*(struct|class|enum|extension|actor|protocol)\b/
      var found: [String] = []
      // The lines whose braces are open: how far each is indented, and if it is a type's.
      var open: [(indent: Int, isType: Bool)] = []
      // A brace may stand below its type's first line.
      var last: [Int: Substring] = [:]
      for line in lines {
        let text = line.drop { $0 == " " }
        let indent = line.count - text.count
        guard let first = text.first, first != "/", first != "#" else { continue }
        open.removeAll { $0.indent >= indent }
        if open.allSatisfy(\.isType),
          let declared = text.prefixMatch(of: /[\w@() ]*?\b(?:let|var|typealias|case) (\w+)/),
          text.prefixMatch(of: /[^=]*\{/) == nil,
          text.contains(pointer) || text.prefixMatch(of: /[^:]*= unsafe\b/) != nil
        {
          found.append("\(file): \(declared.1)")
        }
        let head = first.isLetter || first == "@" ? text : last[indent] ?? text
        if text.hasSuffix("{") { open.append((indent, head.prefixMatch(of: type) != nil)) }
        last[indent] = head
      }
      return found
    }
  }

  private static func files(under folder: String) -> [Source] {
    let root = Repository.root + "/" + folder
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted().map { name in
      let data = FileManager.default.contents(atPath: "\(root)/\(name)") ?? Data()
      let text = String(decoding: data, as: UTF8.self)
      return Source(path: "\(folder)/\(name)", lines: text.components(separatedBy: "\n"))
    }
  }

  private static let sources = files(under: "Sources")

  /// Lines of code in files whose path begins with one of `folders`, that hold one of `words`.
  private func offences(
    _ words: [String], in folders: [String] = ["Sources/"], except: [String] = []
  ) -> [String] {
    var found: [String] = []
    for source in Self.sources where folders.contains(where: { source.path.hasPrefix($0) }) {
      if except.contains(where: { source.path.hasPrefix($0) }) { continue }
      for (number, text) in source.code where words.contains(where: { text.contains($0) }) {
        found.append("\(source.path):\(number): \(text)")
      }
    }
    return found
  }

  @Test func `there is something to look at`() { #expect(Self.sources.count > 100) }

  @Test func `values, events, rules and projections know no Foundation`() {
    let folders = ["Values", "Memory", "JSON", "Events", "Rules", "Codec"].map {
      "Sources/ShiftEvents/\($0)/"
    }
    // The zone database is Foundation's, and so are the cosine and, on other systems than Linux, normal forms; the quickest search for a byte is the system's.
    let found = offences(
      ["import Foundation", "import Glibc", "import Darwin"],
      in: folders + ["Sources/Projections/"],
      except: [
        "Sources/ShiftEvents/Values/Zone",
        "Sources/ShiftEvents/Values/FoundationValues", "Sources/ShiftEvents/Values/PlainText",
        "Sources/ShiftEvents/Codec/Lines/SystemBytes",
        "Sources/Projections/Rows/Nearness",
      ])
    #expect(found.isEmpty)
  }

  @Test func `rules and folds read no clock, no file and no chance`() {
    let found = offences(
      ["SystemClock()", "Date()", "random(", "SystemRandomNumberGenerator", "FileManager"],
      in: ["Sources/ShiftEvents/Rules/", "Sources/ShiftEvents/Events/", "Sources/Projections/"],
      // An application's question is of now, unless it says otherwise.
      except: ["Sources/Projections/EventLog+Rows"])
    #expect(found.isEmpty)
  }

  @Test func `only our own reader reads JSON`() {
    let found = offences([
      "JSONSerialization", "JSONDecoder", "JSONEncoder", "Codable", "Decodable", "Encodable",
    ])
    #expect(found.isEmpty)
  }

  @Test func `printing is the terminal's`() {
    let found = offences(
      ["print(", "FileHandle.standard", "STDOUT_FILENO", "STDERR_FILENO"],
      except: ["Sources/eventlog-tool/Terminal/"])
    #expect(found.isEmpty)
  }

  @Test func `layers look one way`() {
    #expect(offences(["import Projections"], in: ["Sources/ShiftEvents/"]).isEmpty)
    #expect(
      offences(["Decider", "RuleIndexes", "Rejection("], in: ["Sources/Projections/"]).isEmpty)
    #expect(
      offences(["Decider", "DomainState", "Rejection("], in: ["Sources/ShiftEvents/Log/"]).isEmpty)
    #expect(offences(["LogFile", "LogWriter"], in: ["Sources/ShiftEvents/Rules/"]).isEmpty)
  }

  @Test func `only a log with a home starts a program, and knows PostgreSQL`() {
    let words = ["Process(", "posix_spawn", "psql", "PostgresHome", "import ShiftEventsHome"]
    let libraries = ["ShiftEvents", "Projections", "ShiftEventsTesting"].map { "Sources/\($0)/" }
    #expect(offences(words, in: libraries).isEmpty)
    #expect(!offences(["posix_spawn"], in: ["Sources/ShiftEventsHome/"]).isEmpty)
  }

  @Test func `pointers stay behind their fence`() {
    // A raw buffer is how bytes are lent: anybody may take one as an argument, and nobody keeps it.
    let pointer =
      /\b(Unsafe(Mutable)?(Raw)?Pointer|Unsafe(MutableRaw|Mutable)?BufferPointer|Unmanaged|unsafeBitCast)\b/
    let kept = /\b(let|var) \w+: UnsafeRawBufferPointer\b/
    let fence = [
      "Memory/", "Symbols/", "Hashing/", "JSON/JSONReader", "Codec/Lines/", "Log/",
      "Recorder/UUIDv7",
    ].map { "Sources/ShiftEvents/\($0)" }
    let folders = fence + ["Sources/eventlog-tool/Terminal/", "Sources/eventlog-tool/Processor/"]
    for source in Self.sources where !folders.contains(where: { source.path.hasPrefix($0) }) {
      for (number, text) in source.code where text.contains(pointer) || text.contains(kept) {
        Issue.record("\(source.path):\(number): \(text)")
      }
    }
    // None of them is there for nothing.
    for folder in folders {
      let isUsed = Self.sources.contains { source in
        source.path.hasPrefix(folder) && source.code.contains { $0.text.contains(pointer) }
      }
      #expect(isUsed, "\(folder) has no pointer; take it off the list")
    }
  }

  @Test func `pointers are kept in Memory, and by a few types that are listed`() {
    let kept = Self.sources.filter { !$0.path.hasPrefix("Sources/ShiftEvents/Memory/") }
    #expect(
      kept.flatMap(\.keptPointers) == [
        // A batch moves events, which are of a floor above.
        "EventBatch: room",
        // A function, set before the first hash.
        "SHA256: instructions",
        "JSONReader: start",
        // The table that is read without a lock.
        "InternerSlots: segments", "InternerSlots: recent",
        "InternerTexts: groups", "InternerTexts: blocks", "InternerTexts: base",
      ])
    let fence = Self.sources.filter { $0.path.hasPrefix("Sources/ShiftEvents/Memory/") }
    #expect(fence.flatMap(\.keptPointers).count >= 5)
  }

  @Test func `a pointer is found however it is kept`() {
    let text = """
      @safe public struct Kept<
        Element
      >: Sendable {
        private let a: UnsafePointer<UInt8>
        static var b: [UnsafeMutableRawBufferPointer?] = []
        unowned(unsafe) var c: Other?
        let d = unsafe start(of: text)
        typealias E = (UnsafeRawPointer, Int)
        enum Choice
        {
          case f(UnsafeRawPointer), other
          indirect case g(OpaquePointer)
        }
        let number: UInt8 = unsafe text[0]
        var computed: UnsafeRawPointer { unsafe a }
        var also: UnsafeRawPointer {
          let local: UnsafeRawPointer = unsafe start
          return unsafe local
        }
        func lend(_ bytes: UnsafeRawPointer) -> Int {
          if true {
            var local: UnsafeRawPointer?
          }
        }
      }
      let h: Unmanaged<Other>
      """
    let source = Source(path: "Kept.swift", lines: text.components(separatedBy: "\n"))
    #expect(source.keptPointers == "abcdEfgh".map { "Kept: \($0)" })
  }

  @Test func `long files say why at their top`() {
    for source in Self.sources + Self.files(under: "Tests") where source.lines.count > 400 {
      #expect(source.lines[0].hasPrefix("// "), "\(source.path) has \(source.lines.count) lines")
    }
  }

  @Test func `no file, type or folder is a manager, helper or utility`() {
    let vague = ["Manager", "Helper", "Utils", "Utilities", "Misc"]
    for source in Self.sources {
      #expect(!vague.contains { source.path.contains($0) }, "\(source.path)")
    }
    let declared = /(struct|class|enum|protocol|actor) \w*(Manager|Helper|Utils|Utilities)\b/
    for source in Self.sources {
      let found = source.code.filter { $0.text.contains(declared) }
      #expect(found.isEmpty, "\(source.path)")
    }
  }

  @Test func `doc comments begin with a noun phrase or a verb`() {
    let words: Set = [
      "Who", "Whom", "Whose", "Whoever", "What", "Whatever", "Whether", "Where", "How", "Why",
      "Which", "That", "When",
    ]
    for source in Self.sources {
      var before = Substring()
      for (index, line) in source.lines.enumerated() {
        let text = line.drop { $0 == " " }
        let word = text.dropFirst("/// ".count).prefix { $0.isLetter }
        if text.hasPrefix("/// "), !before.hasPrefix("///"), words.contains(String(word)) {
          Issue.record("\(source.path):\(index + 1): \(line)")
        }
        before = text
      }
    }
  }

  @Test func `nothing refers to what is not shipped or to one machine`() {
    // Put together here, so that this file does not find itself.
    let words = ["shared" + "/", "/" + "work/", "/tmp/" + "clone", "/" + "root/"]
    let folders = ["Sources", "Tests", "Examples", "Benchmarks", "Documentation"]
    for source in folders.flatMap({ Self.files(under: $0) }) {
      for (index, line) in source.lines.enumerated()
      where words.contains(where: { line.contains($0) }) {
        Issue.record("\(source.path):\(index + 1): \(line)")
      }
    }
  }

  @Test func `each projection that is declared is listed`() {
    let declared = Self.sources.flatMap { source in
      // The ending first: an expression that is looked for in every line takes five seconds.
      source.code.filter { $0.text.hasSuffix("ProjectionDescriptor(") }.compactMap {
        $0.text.firstMatch(of: /static let (\w+) = ProjectionDescriptor\($/)?.1
      }
    }
    let listed = ProjectionDescriptor.all.map(\.name)
    #expect(declared.count >= 20 && declared.map(String.init).sorted() == listed.sorted())
  }

  /// Words that stood for several ideas, or for pictures of them. `Follower` is somebody who follows a person.
  private static let retired = [
    "Arrival", "Bell", "Brief", "ChangeNote", "Circular", "Consequence", "Damage", "FarIndex",
    "FoldedBefore", "Frontier",
    "Guest", "HandedLine", "Head", "Held", "Lasting", "LinePlaces", "LogFollower", "LogRecovery",
    "Misread", "News", "Notices",
    "NumberedDays", "OwnSymbols", "PairIndex", "RecordingSession", "RejectedAttempts",
    "SessionFollower",
    "SessionLeader", "ShiftKeys", "Stretch", "Surprise", "Symbol", "TailRecovery", "Ticket",
    "Touches", "Turn", "WorkThread",
  ]

  @Test func `no type and no file has a name that says several things`() {
    // A word is a whole one where the next letter begins another.
    let retired = Self.retired.map { try! Regex("\($0)(?![a-z])") }
    let declared = /(?:struct|class|enum|protocol|actor|typealias) +([A-Z]\w*)/
    var found: [String] = []
    for source in Self.sources {
      let file = source.path.split(separator: "/").last ?? ""
      let types = source.code.compactMap { $0.text.firstMatch(of: declared)?.1 }
      for name in [file] + types where retired.contains(where: { name.contains($0) }) {
        found.append("\(source.path): \(name)")
      }
    }
    #expect(found == [])
  }
}
