import Foundation
import ShiftEvents
import Testing

extension Rules {
  /// Every code that a rule can answer with has a test that is named by it and expects it. The tests
  /// are read as text, so that a code without one cannot hide.
  @Suite("Completeness") struct Completeness {
    @Test("every code has a test of its name that expects it", arguments: RejectionCode.allCases)
    func tested(code: RejectionCode) throws {
      let isTested = try tests().contains { test in
        test.name.hasPrefix("\(code.rawValue):") && test.expects(code)
      }
      #expect(isTested, "no test \"\(code): …\" expects .\(code)")
    }

    @Test("a test that is named by a code expects it")
    func named() throws {
      for test in try tests() {
        guard let colon = test.name.firstIndex(of: ":"),
          let code = RejectionCode(rawValue: String(test.name[..<colon]))
        else { continue }
        #expect(test.expects(code), "\"\(test.name)\" does not expect .\(code)")
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
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "swift" && $0.lastPathComponent != "CompletenessTests.swift" }
      return try files.flatMap { file in
        try String(contentsOf: file, encoding: .utf8).split(separator: "@Test(").dropFirst()
          .compactMap { text in
            let parts = text.split(
              separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            return parts.count == 3
              ? NamedTest(name: String(parts[1]), body: String(parts[2])) : nil
          }
      }
    }
  }
}
