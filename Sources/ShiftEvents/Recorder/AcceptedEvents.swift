/// The events that were taken in, as values until their lines are written.
struct AcceptedEvents {
  /// The last event before them.
  private let base: SequenceNumber
  private var members: [EnvelopedEvent] = []
  /// An upper bound of the bytes of the lines that are still to be written.
  private var lengthBound = 0
  /// The hashes of the written lines.
  private var hashes: [Digest] = []
  private var warnings: [SequenceNumber: [Warning]] = [:]

  init(after base: SequenceNumber) { self.base = base }

  var count: Int { members.count }

  /// The users whose earlier names are outdated by them.
  var outdatedUsers: [UserID] { members.compactMap(\.event.outdatedUser) }

  subscript(_ sequence: SequenceNumber) -> EnvelopedEvent? {
    sequence > base ? members[index(of: sequence)] : nil
  }

  /// - Parameter lengthBound: bytes that the line does not exceed.
  mutating func append(_ event: consuming Event, _ envelope: consuming Envelope, lengthBound: Int) {
    self.lengthBound += lengthBound
    members.append(EnvelopedEvent(envelope: envelope, event: event))
  }

  /// Keeps the warnings that the receipt of an event has.
  mutating func note(_ warnings: [Warning], of sequence: SequenceNumber) {
    self.warnings[sequence] = warnings
  }

  mutating func endBatch() {
    if !members.isEmpty { members[members.count - 1].envelope.more = false }
  }

  /// Writes the lines that are not written yet.
  ///
  /// - Returns: their lengths in bytes, line feed counted, and their hashes.
  mutating func encode(into encoder: inout EventEncoder) -> [(lengthBytes: Int, hash: Digest)] {
    encoder.appendOpen(
      members.span.extracting(hashes.count..<members.count), lengthBound: lengthBound)
    lengthBound = 0
    let lines = encoder.seal()
    for line in lines { hashes.append(line.hash) }
    return lines
  }

  /// The reply to what was decided, once the lines are written.
  func receipt(_ verdict: Judge.Verdict) -> Receipt {
    switch verdict {
    case .accepted(let sequence, let count):
      let index = index(of: sequence)
      var receipt = Receipt.Appended(
        sequence: sequence, id: members.span[index].envelope.id, hash: hashes[index], count: count,
        occurrences: Occurrences(
          of: members.span[index].event,
          following: members[(index + 1)..<(index + count)].map(\.event)),
        attributes: members.span[index].envelope.attributes.undocumentedNames)
      if !warnings.isEmpty { receipt.warnings = warnings[sequence] ?? [] }
      return .appended(receipt)
    case .repeated(let sequence):
      let index = index(of: sequence)
      return .duplicate(
        Receipt.Duplicate(sequence: sequence, id: members[index].envelope.id, hash: hashes[index]))
    case .answered(let receipt): return receipt
    }
  }

  private func index(of sequence: SequenceNumber) -> Int { sequence.value - base.value - 1 }
}

/// The lines of sessions that appended the latest events whose ids clients had chosen. Where several lines have one id,
/// one of them appended its event, and the others are its duplicates, however often any of them is sent again.
struct Appenders {
  /// Stands for all lines of this process's own client, which are never in doubt.
  static let own = ""
  private static let count = 4_096

  private var lines: [(sequence: SequenceNumber, line: String)] = []

  /// Returns `true` if nobody else appended an event that a line in doubt may have appended.
  mutating func isAppender(_ line: String, _ sequence: SequenceNumber) -> Bool {
    if !lines.isEmpty, lines[place(of: sequence)].sequence == sequence {
      return lines[place(of: sequence)].line == line
    }
    note(sequence, line)
    return true
  }

  /// Notes what this process's own client appended.
  mutating func note(_ receipts: [Receipt]) {
    for index in max(0, receipts.count - Self.count)..<receipts.count {
      if let sequence = receipts[index].appendedSequence { note(sequence, Self.own) }
    }
  }

  mutating func note(_ receipt: Receipt, of submission: DecodedSubmission, by line: String) {
    guard case .appended(let event) = receipt, case .success(let submission) = submission,
      let id = submission.id, id != line
    else { return }
    note(event.sequence, line)
  }

  private mutating func note(_ sequence: SequenceNumber, _ line: String) {
    if lines.isEmpty { lines = Array(repeating: (.zero, Self.own), count: Self.count) }
    lines[place(of: sequence)] = (sequence, line)
  }

  private func place(of sequence: SequenceNumber) -> Int { sequence.value % Self.count }
}

extension Receipt {
  /// The event that a submission became just now.
  fileprivate var appendedSequence: SequenceNumber? {
    if case .appended(let event) = self { event.sequence } else { nil }
  }
}
