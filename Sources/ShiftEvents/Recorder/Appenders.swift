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
