internal import Dispatch
internal import Synchronization

/// The calls of one recorder that append, blocking or not.
///
/// A call that finds no other at work appends for all that wait by then. At its end it gives the turn to the
/// first call that came meanwhile, as LevelDB's writers do.
final class CallQueue: Sendable {
  /// A call that waits until a call appends for it.
  struct Call: Sendable {
    var submissions: [DecodedSubmission]
    /// The same with the sessions that they come from; empty if all are of this process.
    var gathered: [GatheredSubmission] = []
    /// True if all of them are recorded, one after the other, or none.
    var isBatch = false
    /// True if others follow without waiting for its answer. They are judged while it waits for the disk.
    var isOfStream = false
    /// Receives perhaps the turn, and then the answer, once.
    var tell: @Sendable (Message) -> Void = { _ in }
  }

  enum Message: Sendable {
    case turn
    case answer(Result<[Reply], LogError>)
  }

  private let state = Mutex<(waiting: [Call], isBusy: Bool)>(([], false))

  /// Takes the turn if no call is at work; it is to be passed on.
  func begin() -> Bool {
    state.withLock { state in
      defer { state.isBusy = true }
      return !state.isBusy
    }
  }

  /// Adds a call, and gives it the turn if no other is at work.
  func add(_ call: Call) {
    let isTurn = state.withLock { state in
      state.waiting.append(call)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isTurn { call.tell(.turn) }
  }

  /// Takes the calls that the one whose turn it is appends for: itself alone if it is of a stream, else all that wait
  /// before the next of a stream.
  func take() -> [Call] {
    state.withLock { state in
      guard let streamed = state.waiting.firstIndex(where: \.isOfStream) else {
        defer { state.waiting = [] }
        return state.waiting
      }
      let count = max(streamed, 1)
      defer { state.waiting.removeFirst(count) }
      return Array(state.waiting.prefix(count))
    }
  }

  /// Ends a turn.
  func passOn() {
    let next = state.withLock { state in
      state.isBusy = !state.waiting.isEmpty
      return state.waiting.first
    }
    next?.tell(.turn)
  }
}

/// An answer that a recorder owes.
package final class Future: Sendable {
  private let news = Mutex<[CallQueue.Message]>([])
  private let signal = DispatchSemaphore(value: 0)

  func tell(_ news: CallQueue.Message) {
    self.news.withLock { $0.append(news) }
    signal.signal()
  }

  /// Waits for the answer.
  ///
  /// - Parameter turn: called where it is this thread's turn to append for all.
  /// - Throws: `LogError` where the system failed: then none is acknowledged.
  package func wait(turn: () -> Void = {}) throws(LogError) -> [Reply] {
    while true {
      signal.wait()
      switch news.withLock({ $0.removeFirst() }) {
      case .turn: turn()
      case .answer(let result): return try result.get()
      }
    }
  }

  /// True if `wait` would return, or begin a turn, at once.
  package var isAnswered: Bool { news.withLock { !$0.isEmpty } }
}

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
    try writer.withLock { (writer) throws(LogError) in if writer == nil { writer = try open() } }
    isPrepared.store(true, ordering: .releasing)
  }

  /// Waits until everything before an end is on the disk.
  func commit(upTo end: LogEnd) throws(LogError) {
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

/// A submission among those that a writer judges for several sessions.
package struct GatheredSubmission: Sendable {
  package var submission: DecodedSubmission
  /// The line of another session that it came by; `nil` for this process's own.
  package var line: String?
  /// It was given to another writer before, and what became of it is not known. If it is recorded, then behind that event.
  package var inDoubtSince: SequenceNumber?
  /// The stream to its session in another process; `nil` for this process's own.
  package var stream: FileDescriptor?

  package init(
    _ submission: DecodedSubmission, line: String? = nil, inDoubtSince: SequenceNumber? = nil,
    stream: FileDescriptor? = nil
  ) {
    (self.submission, self.line) = (submission, line)
    (self.inDoubtSince, self.stream) = (inDoubtSince, stream)
  }
}

extension CallQueue.Call {
  /// The submissions but for those whose session has left; all if `hasLeft` is empty.
  func submissions(but hasLeft: [Bool]) -> [DecodedSubmission] {
    if !hasLeft.contains(true) { return submissions }
    return submissions.indices.filter { !hasLeft[$0] }.map { submissions[$0] }
  }
}

extension WriteTransaction {
  /// The replies to submissions of several sessions. One that was in doubt and is found has been appended now.
  mutating func replies(
    to gathered: [GatheredSubmission], _ receipts: [Receipt], _ hasLeft: [Bool]
  ) -> [Reply] {
    var rest = receipts.makeIterator()
    var replies: [Reply] = []
    for (index, submission) in gathered.enumerated() {
      guard !(hasLeft.indices.contains(index) && hasLeft[index]), let receipt = rest.next() else {
        replies.append(.failure(.left))
        continue
      }
      replies.append(.success(certain(receipt, submission)))
    }
    return replies
  }

  /// Turns the receipt of a submission that was in doubt into what it would have been: its line appended the event,
  /// unless another did or the event was there before.
  private mutating func certain(_ receipt: Receipt, _ gathered: GatheredSubmission) -> Receipt {
    guard case .duplicate(let found) = receipt, let known = gathered.inDoubtSince,
      let line = gathered.line
    else {
      appenders.note(receipt, of: gathered.submission, by: gathered.line ?? Appenders.own)
      return receipt
    }
    // An id that the session gave stands for one line alone.
    guard found.id == line || found.sequence > known && appenders.isAppender(line, found.sequence),
      let count = try? countCaused(by: found.sequence)
    else { return receipt }
    return .appended(
      .init(sequence: found.sequence, id: found.id, hash: found.hash, count: count))
  }

  private mutating func countCaused(by sequence: SequenceNumber) throws(LogError) -> Int {
    var count = 1
    var event = try lines.event(at: sequence, judge.folded.places)
    while !event.isLastOfBatch {
      event = try lines.event(at: event.sequence.next, judge.folded.places)
      count += 1
    }
    return count
  }
}

extension LogError {
  /// Of a submission whose session has left; nobody reads it.
  package static let left = LogError(.ioFailed, "nobody waits for the reply any more")
}
