import Foundation
import FuzzingChecks
import Testing

@testable import ShiftEvents

/// One file a case, as in JSONTestSuite: `pass/` is read, `fail/` is not, and the number that its
/// name begins with is the column of the byte at fault.
@Suite("JSON files") struct ScannerFilesTests {
  @Test(arguments: try codecFixtureNames(in: "json/pass"))
  func `a valid file is read`(name: String) throws {
    let fault = scanFault(try codecFixture("json/pass/\(name)"))
    #expect(fault == nil, "\(name): \(fault?.message ?? "")")
  }

  @Test(arguments: try codecFixtureNames(in: "json/fail"))
  func `an invalid file is refused at its fault`(name: String) throws {
    let fault = try #require(scanFault(try codecFixture("json/fail/\(name)")), "\(name)")
    #expect(
      fault.range.lowerBound + 1 == Int(name.prefix { $0 != "-" }), "\(name): \(fault.message)")
  }

  @Test(arguments: try codecFixtureNames(in: "json/fail"))
  func `is invalidJson as a submission, at the same column`(name: String) throws {
    let bytes = try codecFixture("json/fail/\(name)")
    let fault = try #require(submissionFault(bytes), "\(name)")
    #expect(fault.code == .invalidJson)
    #expect(fault.line == 1)
    #expect(fault.column == Int(name.prefix { $0 != "-" }), "\(name): \(fault.message)")
  }

  @Test(arguments: try codecFixtureNames(in: "json/fail"))
  func `is damage in a log`(name: String) throws {
    let bytes = try codecFixture("json/fail/\(name)")
    #expect(lineFault(bytes)?.kind == .json)
  }

  @Test func `the scanner and a second, slower one agree`() throws {
    for folder in ["pass", "fail"] {
      for name in try codecFixtureNames(in: "json/\(folder)") {
        let bytes = try codecFixture("json/\(folder)/\(name)")
        // The second one recurses as deep as it is told to; the limit is its first check.
        #expect(ReferenceJSON.accepts(bytes) == (folder == "pass"), "\(folder)/\(name)")
      }
    }
  }
}
