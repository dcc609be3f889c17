import Foundation

/// The folder of the repository.
package enum Repository {
  package static let root: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder.path
  }()
  /// The log of a quarter of a small store.
  package static let sample = root + "/events-sample.jsonl"
  /// The same quarter as the sample once was, when ids were names: a log that is never made anew.
  package static let firstSample =
    root + "/Tests/EventlogToolTests/Fixtures/first-sample.jsonl"
  package static let examples = root + "/Examples"
  package static let campaigns = root + "/Tests/Campaigns"
}
