internal import Synchronization

/// The second stage of a recorder: it waits for the disk while the first judges what comes next.
///
/// To the log it is a writer like any other, one that only commits: a sync covers what all have written.
final class CommitStage: Sendable {
  private let path: String
  private let options: Recorder.Options
  private let fileSystem: any FileSystem
  private let writer = Mutex<LogWriter?>(nil)
  private let isPrepared = Atomic(false)

  init(of path: String, _ options: Recorder.Options, _ fileSystem: any FileSystem) {
    (self.path, self.options, self.fileSystem) = (path, options, fileSystem)
  }

  /// Opens the log, unless that is done.
  func prepare() throws(LogError) {
    if isPrepared.load(ordering: .acquiring) { return }
    try writer.withLock { (writer) throws(LogError) in
      if writer == nil { writer = try open() }
    }
    isPrepared.store(true, ordering: .releasing)
  }

  /// Waits until everything before an end is on the disk.
  func commit(upTo end: Frontier) throws(LogError) {
    try prepare()
    try writer.withLock { (writer) throws(LogError) in try writer?.commit(upTo: end) }
  }

  /// The failure of a sync of which no mark could be left: then this process writes no more.
  var failure: LogError? { writer.withLock { $0?.failure } }

  private func open() throws(LogError) -> LogWriter {
    let file = try LogFile.open(path, as: options.openedBefore, fileSystem)
    let isCopy = try HomeMark.read(file.paths) != nil
    return try LogWriter(
      file, waitsForDisk: options.waitsForDisk && !isCopy,
      lockTimeoutSeconds: options.lockTimeoutSeconds)
  }
}
