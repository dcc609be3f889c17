/// What became of a submission.
public enum Receipt: Sendable {
  /// It is in the log: the place and hash of its own event, and how many events it caused in all.
  case appended(sequence: SequenceNumber, id: String, hash: Digest, count: Int)
  /// It was in the log already.
  case duplicate(sequence: SequenceNumber, id: String, hash: Digest)
  /// A rule said no.
  case rejected(Rejection)
  /// Something that it touches has changed since the head that its submitter saw.
  case conflict(message: String, sequence: SequenceNumber)
  /// It is wrong whatever the log holds.
  case invalid(InvalidSubmission)
  /// The system failed: nothing was acknowledged.
  case failed(LogError)
}

extension Receipt {
  /// Whether the event is in the log.
  public var isRecorded: Bool {
    switch self {
    case .appended, .duplicate: true
    default: false
    }
  }
}

extension Receipt {
  /// Puts the hash of its event in, where that was still open when the receipt was made.
  ///
  /// - Parameter hashes: those of the events after `sequence`.
  mutating func seal(_ hashes: [Digest], after sequence: SequenceNumber) {
    switch self {
    case .appended(let own, let id, _, let count) where own > sequence:
      let hash = hashes[own.value - sequence.value - 1]
      self = .appended(sequence: own, id: id, hash: hash, count: count)
    case .duplicate(let own, let id, _) where own > sequence:
      let hash = hashes[own.value - sequence.value - 1]
      self = .duplicate(sequence: own, id: id, hash: hash)
    default: break
    }
  }
}
