/// A submission among those that a writer judges for several sessions.
package struct GatheredSubmission: Sendable {
  package var submission: DecodedSubmission
  /// It was given to another writer before, when the log ended there, and what became of it is not known.
  /// If it is found behind that end, it has been appended now.
  package var inDoubtSince: SequenceNumber?
  /// The stream to its session in another process; `nil` for this process's own.
  package var stream: FileDescriptor?

  package init(
    _ submission: DecodedSubmission, inDoubtSince: SequenceNumber? = nil,
    stream: FileDescriptor? = nil
  ) {
    self.submission = submission
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

extension LogLines {
  func event(
    at sequence: SequenceNumber, of folded: WriterState
  ) throws(LogError) -> RecordedEvent {
    let (bytes, linesBefore) = folded.span(of: sequence)
    return try event(in: bytes, linesBefore: linesBefore)
  }
}

extension LogError {
  /// Of a submission whose session has left; nobody reads it.
  package static let left = LogError(.ioFailed, "nobody waits for the reply any more")
}
