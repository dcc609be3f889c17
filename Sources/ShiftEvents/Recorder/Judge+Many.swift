// Many submissions in one go: each on its own, or all or nothing.

extension Judge {
  /// Judges each, after the ones before it: on its own, or as one of a batch.
  mutating func judge(
    _ submissions: [DecodedSubmission], isBatch: Bool
  ) throws(LogError) -> [Receipt] {
    if isBatch { return try judge(batch: submissions) }
    folded.index.reserve(submissions.count)
    var verdicts: [Verdict] = []
    verdicts.reserveCapacity(submissions.count)
    for submission in submissions {
      switch submission {
      case .failure(let fault): verdicts.append(.answered(.invalid(fault)))
      case .success(let submission):
        verdicts.append(try judge(submission, head: folded.sequence, more: false))
        endBatch()
      }
    }
    encode()
    return verdicts.map(accepted.receipt)
  }

  /// Judges all, each after the ones before it, and takes in all or none. The shape of all is
  /// looked at first.
  private mutating func judge(
    batch submissions: [DecodedSubmission]
  ) throws(LogError) -> [Receipt] {
    if let refused = Self.refusedShape(of: submissions, isBatch: true) { return refused }
    // One alone is taken in whole or not at all.
    let before = submissions.count > 1 ? self : nil
    let head = folded.sequence
    var verdicts: [Verdict] = []
    for (index, submission) in submissions.compactMap({ try? $0.get() }).enumerated() {
      let verdict = try judge(submission, head: head, more: true)
      verdicts.append(verdict)
      if case .answered(let receipt) = verdict, !receipt.isRecorded {
        if let before { self = before }
        return Self.rejected(submissions.count, because: receipt, at: index)
      }
    }
    endBatch()
    encode()
    return verdicts.map(accepted.receipt)
  }

  /// The receipts of submissions that need no look at the log: all are wrong whatever it holds, or one of a batch is.
  static func refusedShape(of submissions: [DecodedSubmission], isBatch: Bool) -> [Receipt]? {
    let faults = submissions.lazy.compactMap(\.fault)
    if !isBatch {
      return submissions.contains { $0.fault == nil } ? nil : faults.map { .invalid($0) }
    }
    guard let fault = faults.first, let index = submissions.firstIndex(where: { $0.fault != nil })
    else { return submissions.isEmpty ? [] : nil }
    return rejected(submissions.count, because: .invalid(fault), at: index)
  }

  private static func rejected(_ count: Int, because reason: Receipt, at index: Int) -> [Receipt] {
    let other = Rejection(.batchRejected, [.submission: index + 1, .count: count])
    var receipts = [Receipt](repeating: .rejected(other), count: count)
    receipts[index] = reason
    return receipts
  }
}

extension DecodedSubmission {
  var fault: InvalidSubmission? {
    if case .failure(let fault) = self { fault } else { nil }
  }
}
