internal import Synchronization

/// Receipts of events that are written and not acknowledged yet: they go out once these are committed.
package struct UncommittedReceipts: Sendable {
  fileprivate let receipts: [Receipt]
  /// The end behind the events; `nil` where nothing was recorded.
  fileprivate let end: Frontier?
}

/// Waits for the disk on behalf of a recorder that goes on meanwhile.
///
/// To the log it is a writer like any other, one that only commits: a sync covers what all have written.
package final class Committer: Sendable {
  private struct Session {
    let writer: LogWriter
  }

  private let session: Mutex<Session>

  package init(
    of path: String, options: Recorder.Options,
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws(LogError) {
    session = Mutex(
      Session(
        writer: try LogWriter(
          try LogFile.open(path, fileSystem), syncMode: options.waitsForDisk ? .always : .none,
          lockTimeoutSeconds: options.lockTimeoutSeconds)))
  }

  /// Hands over the receipts once their events are acknowledged.
  package func commit(_ uncommitted: UncommittedReceipts) throws(LogError) -> [Receipt] {
    if let end = uncommitted.end {
      try session.withLock { (session) throws(LogError) in try session.writer.commit(upTo: end) }
    }
    return uncommitted.receipts
  }
}

extension Recorder {
  /// Judges each submission on its own and writes what the rules allow. A `Committer` waits for the disk,
  /// while this recorder may go on.
  package func appendUncommitted(
    each submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> UncommittedReceipts {
    try withSession { (session) throws(LogError) in
      let (receipts, end) = try session.appendUncommitted(each: submissions)
      return UncommittedReceipts(receipts: receipts, end: end)
    }
  }
}
