// Over 400 lines: each way into a log, with what it promises.
internal import Dispatch
internal import Synchronization

/// A writer of a log: it judges submissions against all that is recorded, appends what the rules
/// allow, and answers once that is on the disk.
///
/// Many recorders, in many processes, share a log. Each call locks it, folds what others have written
/// since, and decides on that. A recorder keeps what it has folded, so a call costs what is new.
///
///     let recorder = try Recorder(recordingTo: "events.jsonl", creating: .ifMissing)
///     let receipt = try recorder.append(submission)
///
/// One recorder serves any number of threads and tasks. Calls of `append` that wait together share a
/// write and a sync. The plain methods block the calling thread: for other writers up to
/// `lockTimeoutSeconds`, and for the disk. In an `async` function Swift chooses their `async` forms, which
/// block no thread of Swift's pool.
public final class Recorder: Sendable {
  /// The ways to open a log that is not there, or is.
  public enum Creation: Sendable {
    /// The log must be there: opening throws `notFound` where it is not.
    case never
    /// An empty log is made where there is none.
    case ifMissing
    /// An empty log is made: opening throws `alreadyExists` where there is one.
    case always
  }

  /// The limits of a recorder's waiting, and the functions that it tells what it notices.
  public struct Options: Sendable {
    /// The seconds to wait for other writers before giving up, from 0 to a day; others become the nearer, NaN 0.
    public var lockTimeoutSeconds = 10.0 {
      didSet { lockTimeoutSeconds = min(max(0, lockTimeoutSeconds), 86_400) }
    }
    /// True if a receipt waits until its bytes are on the disk.
    public var waitsForDisk = true
    /// The clock for submissions that give no time.
    public var clock: any WallClock = SystemClock()
    /// Receives, a sentence each, what was noticed and mended in the log, such as a torn end. It is called
    /// by the thread that appends, after the log is unlocked, and must not wait for this recorder.
    public var onNotice: @Sendable (String) -> Void = { _ in }
    /// Receives details for a verbose log in the same way.
    public var onDetail: @Sendable (String) -> Void = { _ in }
    /// True to record in a log with events that this version does not know: the rules then judge without them.
    public var writesDespiteNewer = false
    /// True if refused submissions are kept beside the log.
    package var keepsRejections = false
    /// True to use a snapshot in place, in a process that ends at once; it is read into memory
    /// otherwise.
    package var mapsSnapshot = false
    /// Begins the process anew where a mapped snapshot turns out to be damaged: what of it is looked at is then checked
    /// only when it is. Told if something was written before.
    package var beginsAnew: (@Sendable (_ hasWritten: Bool) -> Never)?
    package var leavesSnapshots = true
    /// False to take events of a home without the names that they commit to.
    package var takesNames = true
    /// Makes the way to the home of a log that has one.
    package var home: (@Sendable (HomeMark) throws(LogError) -> HomeWriter)?
    /// The file that was opened under the path before: another in its place is refused.
    package var openedBefore: FileStatus?

    /// The options that are set unless one is changed.
    public init() {}

    func home(of file: LogFile, _ mark: HomeMark) throws(LogError) -> HomeWriter {
      if let home { return try home(mark) }
      throw LogError(
        .notPermitted,
        "\(file.paths.log) is a copy of a log that lives in \(mark.address); this program cannot write "
          + "there. Use: eventlog-tool append -f \(shellWord(file.paths.log))", path: file.paths.log
      )
    }
  }

  /// The most submissions in one call that is a batch.
  public static let maximumBatchCount = 20_000
  /// The most bytes of all submissions in one batch, where they come as JSON.
  package static let maximumBatchLength = 16 << 20

  private let session: Mutex<WriteTransaction>
  private let options: Options
  private let commits: CommitStage
  private let calls = CallQueue()
  let queue = SerialThread()
  private let commitQueue = SerialThread()
  private let snapshotQueue = SerialThread()
  /// Those that are left just now.
  private let snapshots = DispatchGroup()

  /// Opens a log to record in.
  ///
  /// - Throws: `LogError` if the log is missing, is no plain local file, or may not be written.
  public convenience init(
    recordingTo path: String, creating creation: Creation = .never, options: Options = Options()
  ) throws(LogError) {
    if creation != .never {
      do throws(LogError) { try LogFile.create(path) } catch {
        // What is left of a lost log stands in the way; the log itself does not.
        let isThere = error.code == .alreadyExists && error.path == path
        if creation == .always || !isThere { throw error }
      }
    }
    try self.init(recordingTo: path, options: options, PosixFileSystem())
  }

  package init(
    recordingTo path: String, options: Options, _ fileSystem: any FileSystem
  ) throws(LogError) {
    session = Mutex(try WriteTransaction(path, options, fileSystem))
    commits = CommitStage(of: path, options, fileSystem)
    self.options = options
  }

  /// Leaves folded state beside the log, as `close` does.
  deinit { close() }

  // MARK: - Appending

  /// Judges a submission and records it if the rules allow that.
  ///
  /// - Throws: `LogError` where the system failed. The submission may be in the log all the same: send
  ///   it again with the same id.
  public func append(_ submission: Submission) throws(LogError) -> Receipt {
    try append(contentsOf: CollectionOfOne(submission))[0]
  }

  /// Judges each submission on its own, after the ones before it, and records those that the rules
  /// allow, all with one write and one sync.
  ///
  /// - Returns: a receipt for each submission, in their order.
  /// - Throws: `LogError` where the system failed: then none is acknowledged.
  public func append(contentsOf submissions: some Collection<Submission>) throws(LogError)
    -> [Receipt]
  {
    try receipts(of: append(.init(submissions: submissions.map { .success($0) })))
  }

  /// Waits for the answer to a call.
  func append(_ call: CallQueue.Call) throws(LogError) -> [Reply] {
    // Nobody else is at work: no ticket is needed.
    if calls.begin() {
      let replies = try withSession { (session) throws(LogError) in
        defer { calls.passOn() }
        return try session.append([call])[0]
      }
      leaveSnapshot(after: call.submissions.count)
      return replies
    }
    let ticket = Future()
    var call = call
    call.tell = ticket.tell
    calls.add(call)
    return try ticket.wait(turn: answerCalls)
  }

  /// Judges submissions behind those of the calls before, on another thread, and writes them. The next call may do the
  /// same while these wait for the disk. Behind one that failed nothing more is recorded: sent again, that would come too
  /// late.
  package func submit(_ submissions: [DecodedSubmission]) -> Future {
    let ticket = Future()
    enqueue(.init(submissions: submissions, isOfStream: true, tell: ticket.tell))
    return ticket
  }

  /// Judges the submissions of several sessions and writes them, all on another thread, and waits for the disk there.
  ///
  /// - Parameter done: called by that thread once the ticket is answered.
  package func submit(
    gathered: [GatheredSubmission], done: @escaping @Sendable () -> Void
  ) -> Future {
    let ticket = Future()
    enqueue(
      .init(submissions: gathered.map(\.submission), gathered: gathered) { news in
        ticket.tell(news)
        done()
      })
    return ticket
  }

  /// Adds a call that blocks nobody: a thread of the recorder takes its turn.
  func enqueue(_ call: CallQueue.Call) {
    // A turn may be passed on within a session, where the thread that does so cannot take it.
    guard queue.start() else {
      return call.tell(.answer(Result { () throws(LogError) in try append(call) }))
    }
    var call = call
    call.tell = { [tell = call.tell] news in
      if case .turn = news { self.queue.async { self.answerCalls() } } else { tell(news) }
    }
    calls.add(call)
  }

  /// Judges the calls whose turn it is, with one write. They are answered after one sync: a call of a stream by the
  /// second stage.
  private func answerCalls() {
    let work = try? withSession { session in
      // A notice may lead to a call, so the turn ends before it is told.
      defer { calls.passOn() }
      let waiting = calls.take()
      let isStream = waiting.first?.isOfStream ?? false
      let written = Result { () throws(LogError) in
        if isStream {
          if let failure = session.streamFailure { throw failure }
          // What cannot be committed is not written.
          try commits.prepare()
        }
        return try session.append(waiting, commits: !isStream)
      }
      if isStream, case .failure(let error) = written { session.end(streamBy: error) }
      if !isStream { Self.answer(waiting, written) }
      return (waiting, written, isStream: isStream, session.writer.end)
    }
    guard let (waiting, written, isStream, end) = work else { return }
    // Calls of a stream have their turns on one thread, so they keep their order.
    if isStream {
      commitQueue.async { Self.answer(waiting, self.committed(written, end)) }
    }
    let count = waiting.reduce(0) { $0 + $1.submissions.count }
    if count > 0 { leaveSnapshot(after: count) }
  }

  private func committed(
    _ written: Result<[[Reply]], LogError>, _ end: LogEnd?
  ) -> Result<[[Reply]], LogError> {
    Result { () throws(LogError) in
      let replies = try written.get()
      guard let end, replies.contains(where: { $0.contains(where: \.isRecorded) }) else {
        return replies
      }
      do throws(LogError) { try commits.commit(upTo: end) } catch {
        // Where no mark of a failed sync could be left, the first stage must know of it.
        session.withLock {
          if let failure = commits.failure { $0.writer.failure = failure }
          $0.end(streamBy: error)
        }
        throw error.leavingOpen(replies.joined().compactMap { try? $0.get() })
      }
      return replies
    }
  }

  private static func answer(
    _ calls: [CallQueue.Call], _ result: Result<[[Reply]], LogError>
  ) {
    for (place, call) in calls.enumerated() { call.tell(.answer(result.map { $0[place] })) }
  }

  /// Records all of the submissions, one after the other in the log, or none.
  ///
  /// - Returns: a receipt for each submission, in their order. Where some cannot be recorded, the receipt of each
  ///   of them says why, as if those before it were left out, and every other is rejected with `batchRejected`.
  /// - Throws: `LogError` where the system failed: then none is acknowledged.
  public func append(batch submissions: some Collection<Submission>) throws(LogError) -> [Receipt] {
    try receipts(of: append(.init(submissions: Self.batch(of: submissions), isBatch: true)))
  }

  /// The submissions of a batch. The first beyond the most that one may have is a fault.
  static func batch(of submissions: some Collection<Submission>) -> [DecodedSubmission] {
    var batch: [DecodedSubmission] = submissions.map { .success($0) }
    if batch.count > maximumBatchCount {
      batch[maximumBatchCount] = .failure(
        InvalidSubmission(
          .batchTooLarge, "a batch has at most \(maximumBatchCount) submissions"))
    }
    return batch
  }

  func receipts(of replies: [Reply]) throws(LogError) -> [Receipt] {
    try replies.map { (reply) throws(LogError) in try reply.get() }
  }

  /// Says what `append` would answer to a submission now, and records nothing.
  ///
  /// A log with a home is judged as its copy stands.
  ///
  /// - Complexity: that of `append` without its write and its sync.
  public func judge(_ submission: Submission) throws(LogError) -> Judgement {
    let judgement = try trial(submission)
    // The event may be kept for longer than the submission.
    if case .accepted = judgement { submission.symbols?.keep() }
    return judgement
  }

  /// The same for those who keep the event no longer than the submission.
  func trial(_ submission: Submission) throws(LogError) -> Judgement {
    try withSession { (session) throws(LogError) in try session.trial(submission) }
  }

  /// Schedules every occurrence of fixed shifts that is due in the horizon and missing.
  ///
  /// - Returns: the number of events that it took, the place of the first, and what became of the occurrences.
  public func extend() throws(LogError) -> (
    count: Int, first: SequenceNumber?, occurrences: Occurrences
  ) {
    let (occurrences, first) = try withSession { (session) throws(LogError) in
      try session.extend()
    }
    leaveSnapshot(after: occurrences.count)
    return (occurrences.count, first, occurrences)
  }

  /// Folds what has been recorded since the last call, so that the next one need not.
  ///
  /// - Returns: the place of the last event.
  @discardableResult
  public func refresh() throws(LogError) -> SequenceNumber {
    try withSession { (session) throws(LogError) in try session.refresh() }
  }

  /// Throws `replaced` where another file has the name of the log that this recorder opened.
  package func requireSameLog() throws(LogError) {
    try withSession { (session) throws(LogError) in try session.file.requireInPlace() }
  }

  /// Takes what is new in the home of the log into this copy of it.
  ///
  /// - Returns: the place of the last event.
  /// - Throws: `LogError`: `ioFailed` if the home is out of reach, `damaged` if it lost or changed what this copy
  ///   knows.
  @discardableResult
  public func pull() throws(LogError) -> SequenceNumber {
    try withSession { (session) throws(LogError) in try session.pull() }
  }

  /// Returns `true` if the home has events that this recorder has not folded. It takes no lock.
  package func homeHasNews(waitingSeconds seconds: Double) throws(LogError) -> Bool {
    try withSession { (session) throws(LogError) in
      try session.homeHasNews(waitingSeconds: seconds)
    }
  }

  /// The events among those that this recorder has folded which this version does not know.
  ///
  /// The property waits for a call that is at work, at most as long as that waits for the log's lock.
  public var unknown: UnknownEvents { session.withLock { $0.judge.folded.state.tally.notKnown } }

  /// The last event that this recorder has folded.
  ///
  /// The property waits for a call that is at work, as ``unknown`` does.
  public var sequence: SequenceNumber { session.withLock { $0.sequence } }

  /// The end of the log as this recorder saw or wrote it last; `nil` before it has looked.
  package var end: LogEnd? { session.withLock { $0.writer.end } }

  /// The log as this recorder has folded it, for a reader in the same process; `nil` before it has folded anything.
  package var held: LoadedState? {
    session.withLock { $0.sequence == .zero ? nil : LoadedState($0.judge.folded) }
  }

  /// Works on the session, and then tells what it noticed.
  func withSession<Value: Sendable>(
    _ body: (inout WriteTransaction) throws(LogError) -> Value
  ) throws(LogError) -> Value {
    let (result, news) = session.withLock { session in
      let result: Result<Value, LogError>
      do throws(LogError) { result = .success(try body(&session)) } catch {
        result = .failure(error)
      }
      return (result, session.takeNews())
    }
    news.notices.forEach(options.onNotice)
    news.details.forEach(options.onDetail)
    return try result.get()
  }

  // MARK: - Snapshots

  /// Leaves folded state beside the log, if enough has come since the last: the next recorder then begins
  /// from there.
  ///
  /// A recorder that nobody refers to any longer does the same. A global of a program is never released,
  /// so a program that keeps its recorder in one calls this at its end. A closed recorder can go on.
  public func close() {
    if options.leavesSnapshots { leaveSnapshotIfDue() }
    snapshots.wait()
  }

  /// Leaves a snapshot, if one is due, while the caller has its answer and others append.
  ///
  /// A call of many may be one of many calls: then a snapshot waits until the log is four times as long.
  func leaveSnapshot(after count: Int) {
    guard options.leavesSnapshots,
      let leaving = session.withLock({ $0.snapshotIfDue(isBusy: count > 1) })
    else { return }
    snapshots.enter()
    // Without this recorder, so that its release waits for the snapshot.
    snapshotQueue.async { [snapshots, tell = options.onDetail] in
      if let failure = leaving() { tell(failure) }
      snapshots.leave()
    }
  }

  /// Leaves folded state beside the log, where more than 10,000 events or 8 MiB came since the last:
  /// the next recorder then begins from there. To be called when replies have been given.
  ///
  /// - Parameter isBusy: whether more submissions wait already; asked only where a snapshot is due.
  ///   Then it is left only once the log is four times as long as at the last, and longer than 400,000
  ///   events, so that a long load pays for one at its end.
  /// - Returns: whether it was due.
  @discardableResult
  package func leaveSnapshotIfDue(isBusy: @autoclosure () -> Bool = false) -> Bool {
    guard session.withLock({ $0.isSnapshotDue(isBusy: false) }) else { return false }
    let isBusy = isBusy()
    guard let leaving = session.withLock({ $0.snapshotIfDue(isBusy: isBusy) }) else { return false }
    if let failure = leaving() { options.onDetail(failure) }
    return true
  }
}
