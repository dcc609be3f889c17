import Foundation
import FuzzingChecks
import TestSupport
import Testing

/// Inputs that fuzzing found: those that reach all the code that it has reached, and each that once
/// broke a promise. `Tests/Fuzzing/run` continues from them.
@Suite("Fuzzing corpus")
struct FuzzingCorpusTests {
  private static func files(of check: FuzzingCheck) throws -> [URL] {
    let folder = URL(filePath: "\(Repository.root)/Tests/Fuzzing/Corpus/\(check.rawValue)")
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
  }

  @Test(arguments: FuzzingCheck.allCases)
  func `every input keeps every promise`(check: FuzzingCheck) throws {
    let files = try Self.files(of: check)
    #expect(files.count >= 10)
    for file in files {
      #expect(throws: Never.self, "\(file.lastPathComponent)") {
        try check.run(Array(try Data(contentsOf: file)))
      }
    }
  }

  @Test(arguments: FuzzingCheck.allCases)
  func `every input cut short keeps every promise`(check: FuzzingCheck) throws {
    for file in try Self.files(of: check) {
      let bytes = Array(try Data(contentsOf: file))
      #expect(throws: Never.self, "\(file.lastPathComponent)") {
        try check.run(Array(bytes.prefix(bytes.count / 2)))
      }
    }
  }
}
