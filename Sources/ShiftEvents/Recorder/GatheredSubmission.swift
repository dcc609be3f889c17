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
    self.inDoubtSince = inDoubtSince
    self.stream = stream
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
