internal import Synchronization

/// Receipts of events that are written and not acknowledged yet: they go out once these are committed.
package struct UncommittedReceipts: Sendable {
  let receipts: [Receipt]
  /// The end behind the events; `nil` where nothing was recorded.
  let end: Frontier?
}

/// Waits for the disk on behalf of a recorder that goes on meanwhile.
///
/// To the log it is a writer like any other, one that only commits: a sync covers what all have written.
package final class Committer: Sendable {
  private let writer: Mutex<LogWriter>

  package init(
    of path: String, options: Recorder.Options,
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) {
    let file = try LogFile.open(path, fileSystem)
    let isCopy = try HomeMark.read(file.paths) != nil
    writer = Mutex(
      try LogWriter(
        file, syncMode: options.waitsForDisk && !isCopy ? .always : .none,
        lockTimeoutSeconds: options.lockTimeoutSeconds))
  }

  package func commit(_ uncommitted: UncommittedReceipts) throws(LogError) -> [Receipt] {
    if let end = uncommitted.end {
      try writer.withLock { (writer) throws(LogError) in try writer.commit(upTo: end) }
    }
    return uncommitted.receipts
  }
}
