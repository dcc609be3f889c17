import Foundation
import TestSupport
import Testing

/// Compares `text` with a file of `Golden`. With `RECORD_GOLDEN` set the file is written anew, and
/// the run fails, so that nobody records by accident.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = "\(Repository.golden)/\(name)"
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
    try! Data(text.utf8).write(to: URL(fileURLWithPath: path))
    Issue.record("recorded \(name); look at it, then run without RECORD_GOLDEN")
    return
  }
  let wanted = FileManager.default.contents(atPath: path).map {
    String(decoding: $0, as: UTF8.self)
  }
  #expect(text == wanted, "\(name) differs", sourceLocation: sourceLocation)
}
