/// The writing half of a recorder: under the lock it folds, judges and writes; after it, syncs.
struct RecordingSession {
  private let file: LogFile
  private let writer: LogWriter
  private let peopleFile: PeopleFile
  private let clock: any WallClock
  private var history = History()
  private var notices: [String] = []
  /// Whether lines of the people file may have become old.
  private var mayHaveOldPeople = true

  init(
    _ path: String, _ options: Recorder.Options, _ fileSystem: any FileSystem
  ) throws(LogError) {
    file = try LogFile.open(path, fileSystem)
    writer = try LogWriter(
      file, check: .strict(), syncMode: options.waitsForDisk ? .always : .none,
      lockTimeoutSeconds: options.lockTimeoutSeconds)
    peopleFile = try PeopleFile(file.paths, fileSystem)
    clock = options.clock
  }

  var sequence: Sequence { history.sequence }

  mutating func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  // MARK: - Appending

  mutating func append(each submissions: [Result<Submission, InvalidSubmission>]) -> [Receipt] {
    if !submissions.contains(where: \.isSuccess) { return submissions.map(\.invalidReceipt) }
    do throws(LogError) {
      return try locked { (session, judge) throws(LogError) in
        var receipts: [Receipt] = []
        for submission in submissions {
          switch submission {
          case .failure(let fault): receipts.append(.invalid(fault))
          case .success(let submission):
            receipts.append(
              try judge.judge(submission, head: judge.history.sequence, more: false))
          }
        }
        return receipts
      }
    } catch {
      return submissions.map { $0.isSuccess ? .failed(error) : $0.invalidReceipt }
    }
  }

  mutating func append(batch submissions: [Result<Submission, InvalidSubmission>]) -> [Receipt] {
    if let fault = submissions.firstIndex(where: { !$0.isSuccess }) {
      return Self.rejected(submissions.count, because: submissions[fault].invalidReceipt, at: fault)
    }
    let submissions = submissions.compactMap { try? $0.get() }
    do throws(LogError) {
      return try locked { (session, judge) throws(LogError) in
        let untouched = judge
        let head = judge.history.sequence
        var receipts: [Receipt] = []
        for (index, submission) in submissions.enumerated() {
          let receipt = try judge.judge(submission, head: head, more: true)
          receipts.append(receipt)
          guard receipt.isRecorded else {
            judge = untouched
            return Self.rejected(submissions.count, because: receipt, at: index)
          }
        }
        judge.endBatch()
        return receipts.map { judge.finalReceipt($0) }
      }
    } catch {
      return submissions.map { _ in .failed(error) }
    }
  }

  private static func rejected(_ count: Int, because reason: Receipt, at index: Int) -> [Receipt] {
    let other = Rejection(
      .batchRejected, "nothing of the batch was recorded: submission \(index + 1) of \(count) failed")
    var receipts = [Receipt](repeating: .rejected(other), count: count)
    receipts[index] = reason
    return receipts
  }

  mutating func extend() throws(LogError) -> (count: Int, first: Sequence?) {
    var result: (count: Int, first: Sequence?) = (0, nil)
    _ = try locked { (session, judge) throws(LogError) in
      let next = judge.history.sequence.next
      let count = judge.extend()
      result = (count, count > 0 ? next : nil)
      return []
    }
    return result
  }

  // MARK: - The write path

  /// Locks the log, folds what is new, judges, writes, unlocks, and waits for the disk.
  private mutating func locked(
    _ body: (inout RecordingSession, inout Judge) throws(LogError) -> [Receipt]
  ) throws(LogError) -> [Receipt] {
    let report = try writer.lock()
    notices += report.notices
    var judge: Judge
    var receipts: [Receipt]
    do throws(LogError) {
      try fold(upTo: report.end)
      try peopleFile.refresh()
      if mayHaveOldPeople, report.acknowledged == report.end { try completePeople() }
      judge = Judge(take(&history), people: peopleFile.people, past: lines, clock: clock.now())
      receipts = try body(&self, &judge)
      try write(judge)
      writer.unlock()
    } catch {
      // What was judged is not what the log holds; the next call folds anew.
      history = History()
      writer.unlock()
      throw error
    }
    history = judge.takeHistory()
    let needsCommit = receipts.contains(where: \.isRecorded) || !judge.encoder.buffer.isEmpty
    if needsCommit, let end = writer.end { try writer.commit(upTo: end) }
    if mayHaveOldPeople { completePeopleAfterwards() }
    return receipts
  }

  private var lines: LogLines {
    LogLines(path: file.paths.log, end: history.end) { [file] in file.blocks(from: $0, upTo: $1) }
  }

  private mutating func fold(upTo end: Frontier) throws(LogError) {
    if history.end.lengthBytes > end.lengthBytes { history = History() }
    if history.end.lengthBytes == end.lengthBytes { return }
    let cursor = EventCursor(
      file.blocks(from: history.end.lengthBytes, upTo: end.lengthBytes), path: file.paths.log,
      from: history.end, lastTime: history.lastTime)
    while let event = try cursor.next() {
      let length = cursor.end.lengthBytes - history.end.lengthBytes
      history.fold(event, hash: cursor.end.hash, lengthBytes: Int(length))
    }
  }

  /// Names first, then the events that commit to them.
  private mutating func write(_ judge: Judge) throws(LogError) {
    if judge.encoder.buffer.isEmpty { return }
    if !judge.newPersons.isEmpty {
      try peopleFile.add(judge.newPersons)
      mayHaveOldPeople = true
    }
    if judge.hasErased { mayHaveOldPeople = true }
    let end = judge.history.end
    _ = try writer.append(
      judge.encoder.buffer, sequence: end.sequence, hash: end.hash, firstHash: end.firstHash)
  }

  // MARK: - People

  /// Takes old lines out of the people file. The events are recorded by now, so a failure is only
  /// said; the next writer tries again.
  private mutating func completePeopleAfterwards() {
    do throws(LogError) {
      let report = try writer.lock()
      defer { writer.unlock() }
      try fold(upTo: report.end)
      if report.acknowledged == report.end { try completePeople() }
    } catch {
      notices.append("old lines of the people file are still there: \(error.message)")
    }
  }

  private mutating func completePeople() throws(LogError) {
    let state = history.state
    _ = try peopleFile.complete { user in
      state.userIndex[user.symbol].flatMap { state.users[$0].profile }
    }
    mayHaveOldPeople = false
  }
}

private func take(_ history: inout History) -> History {
  let taken = history
  history = History()
  return taken
}

extension Result<Submission, InvalidSubmission> {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }

  fileprivate var invalidReceipt: Receipt {
    switch self {
    case .success: .rejected(Rejection(.batchRejected, "nothing was recorded"))
    case .failure(let fault): .invalid(fault)
    }
  }
}
