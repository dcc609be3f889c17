internal import Synchronization

/// Records submissions in a log: judges them against all that is recorded, appends what the rules
/// allow, and answers once it is on the disk.
///
/// One recorder may be used from several tasks, and many recorders, in many processes, share a log:
/// each call locks it, folds what others have written since, and decides on that. A recorder keeps
/// what it has folded, so a call costs what is new.
///
///     let recorder = try Recorder(recordingTo: "events.jsonl")
///     let receipts = recorder.append([submission])
public final class Recorder: Sendable {
  /// How a recorder waits and what it waits for.
  public struct Options: Sendable {
    /// How long to wait for other writers before giving up, in seconds.
    public var lockTimeoutSeconds = 10.0
    /// Whether a receipt waits until its bytes are on the disk.
    public var waitsForDisk = true
    /// The clock for submissions that give no time.
    public var clock: any WallClock = SystemClock()
    /// Whether the process ends when it has appended once.
    package var isBrief = false

    public init() {}
  }

  /// Submissions in one call that is a batch.
  public static let maximumBatchCount = 20_000
  /// Bytes of all submissions in one batch.
  public static let maximumBatchLength = 16 << 20

  private let session: Mutex<RecordingSession>

  /// Opens a log that exists.
  ///
  /// - Throws: `LogError` where the log is missing, is no plain local file, or may not be written.
  public convenience init(
    recordingTo path: String, options: Options = Options()
  ) throws(LogError) {
    try self.init(recordingTo: path, options: options, PosixFileSystem())
  }

  package init(
    recordingTo path: String, options: Options, _ fileSystem: any FileSystem
  ) throws(LogError) {
    session = Mutex(try RecordingSession(path, options, fileSystem))
  }

  /// Makes an empty log.
  ///
  /// - Throws: `LogError` with the code `alreadyExists` where there is one.
  public static func create(_ path: String) throws(LogError) {
    _ = try LogFile.create(path)
  }

  /// Judges each submission on its own, after the ones before it, and records those that the rules
  /// allow, all with one write and one sync.
  ///
  /// - Returns: a receipt for each submission, in their order.
  public func append(_ submissions: [Submission]) -> [Receipt] {
    append(each: submissions.map { .success($0) })
  }

  /// The same for submissions of which some may be wrong whatever the log holds.
  package func append(each submissions: [Result<Submission, InvalidSubmission>]) -> [Receipt] {
    session.withLock { $0.append(each: submissions) }
  }

  /// Records all of the submissions, one after the other in the log, or none.
  ///
  /// - Returns: a receipt for each submission, in their order. Where one cannot be recorded, it
  ///   says why, and every other is rejected with `batchRejected`.
  public func append(batch submissions: [Submission]) -> [Receipt] {
    append(batchOf: submissions.map { .success($0) })
  }

  package func append(batchOf submissions: [Result<Submission, InvalidSubmission>]) -> [Receipt] {
    session.withLock { $0.append(batch: submissions) }
  }

  /// Schedules every occurrence of fixed shifts that is due in the horizon and missing.
  ///
  /// - Returns: how many events that took, and the sequence of the first.
  public func extend() throws(LogError) -> (count: Int, first: SequenceNumber?) {
    try session.withLock { (session) throws(LogError) in try session.extend() }
  }

  /// Folds what has been recorded since the last call, so that the next one need not.
  ///
  /// - Returns: the place of the last event.
  @discardableResult
  public func refresh() throws(LogError) -> SequenceNumber {
    try session.withLock { (session) throws(LogError) in try session.refresh() }
  }

  /// What was noticed and mended on the way since the last call, for people to read.
  public func takeNotices() -> [String] {
    session.withLock { $0.takeNotices() }
  }

  /// What was noticed on the way that only matters to who looks closely.
  public func takeDetails() -> [String] {
    session.withLock { $0.takeDetails() }
  }

  /// Leaves folded state beside the log, where more than 10,000 events or 8 MiB came since the last:
  /// the next recorder then begins from there. To be called when replies have been given.
  ///
  /// - Parameter isBusy: whether more submissions wait already; asked only where a snapshot is due.
  ///   Then it is left only once the log has doubled, so that many events in a row cost each a
  ///   share of few snapshots.
  /// - Returns: whether it was due.
  @discardableResult
  public func leaveSnapshotIfDue(isBusy: @autoclosure () -> Bool = false) -> Bool {
    guard session.withLock({ $0.isSnapshotDue }) else { return false }
    let isBusy = isBusy()
    return session.withLock { $0.leaveSnapshotIfDue(isBusy: isBusy) }
  }

  /// The last event that this recorder has folded.
  public var sequence: SequenceNumber { session.withLock { $0.sequence } }
}
