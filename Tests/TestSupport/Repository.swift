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
  package static let examples = root + "/Examples"
  package static let campaigns = root + "/Tests/Campaigns"
}
