/// The lines of sessions that appended the latest events whose ids clients had chosen. Where several lines have one id,
/// one of them appended its event, and the others are its duplicates, however often any of them is sent again.
struct Appenders {
  /// Stands for all lines of this process's own client, which are never in doubt.
  static let own = ""
  private static let limit = 4_000

  private var lines: [SequenceNumber: String] = [:]
  private var earlier: [SequenceNumber: String] = [:]

  /// Returns `true` if nobody else appended an event that a line in doubt may have appended.
  mutating func isAppender(_ line: String, _ sequence: SequenceNumber) -> Bool {
    if let known = lines[sequence] ?? earlier[sequence] { return known == line }
    note(sequence, line)
    return true
  }

  /// Notes what this process's own client appended.
  mutating func note(_ receipts: [Receipt], of submissions: [DecodedSubmission]) {
    for (submission, receipt) in zip(submissions, receipts).suffix(Self.limit) {
      note(receipt, of: submission, by: Self.own)
    }
  }

  mutating func note(_ receipt: Receipt, of submission: DecodedSubmission, by line: String) {
    guard case .appended(let event) = receipt, case .success(let submission) = submission,
      let id = submission.id, id != line
    else { return }
    note(event.sequence, line)
  }

  private mutating func note(_ sequence: SequenceNumber, _ line: String) {
    if lines.count == Self.limit { (earlier, lines) = (lines, [:]) }
    lines[sequence] = line
  }
}
