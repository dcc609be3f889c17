import Foundation
import ShiftEvents
import Testing

extension Rules {
  /// Every code that a rule can answer with has a test that is named by it and expects it. The tests
  /// are read as text, so that a code without one cannot hide.
  @Suite("Completeness") struct Completeness {
    @Test func `every code has a test of its name that expects it`() throws {
      let tests = try tests()
      for code in RejectionCode.allCases {
        let isTested = tests.contains { test in
          test.name.hasPrefix("\(code.rawValue):") && test.expects(code)
        }
        #expect(isTested, "no test `\(code): …` expects .\(code)")
      }
    }

    @Test func `a test that is named by a code expects it`() throws {
      for test in try tests() {
        guard let colon = test.name.firstIndex(of: ":"),
          let code = RejectionCode(rawValue: String(test.name[..<colon]))
        else { continue }
        #expect(test.expects(code), "`\(test.name)` does not expect .\(code)")
      }
    }

    @Test func `every type of event is expected by a test, with all of its data`() throws {
      // As an argument of `then`, there or in the functions that tests share.
      let words = try files().flatMap { $0.utf8.filter { $0 > 0x20 } }
      let text = String(decoding: words, as: UTF8.self)
      for type in EventType.allCases {
        #expect(text.contains("event(\"\(type.rawValue)\""), "no test expects \(type.rawValue)")
      }
    }

    private struct NamedTest {
      var name: String
      var body: String

      func expects(_ code: RejectionCode) -> Bool {
        body.contains("(.\(code.rawValue)") || body.contains("== .\(code.rawValue)")
          || (code == .factMismatch && body.contains(".thenMismatch("))
      }
    }

    /// The tests in the files of this folder: name, and all up to the next test.
    private func tests() throws -> [NamedTest] {
      try files().flatMap { text in
        text.split(separator: "func `").dropFirst().compactMap { test in
          let parts = test.split(separator: "`", maxSplits: 1, omittingEmptySubsequences: false)
          return parts.count == 2
            ? NamedTest(name: String(parts[0]), body: String(parts[1])) : nil
        }
      }
    }

    private func files() throws -> [String] {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "swift" && $0.lastPathComponent != "CompletenessTests.swift" }
      return try files.map { try String(contentsOf: $0, encoding: .utf8) }
    }
  }
}
