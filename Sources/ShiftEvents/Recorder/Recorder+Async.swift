// The forms of a recorder's methods that block no thread of Swift's pool. What they answer and throw is said of the
// others.

extension Recorder {
  /// Judges a submission and records it if the rules allow that, without blocking a thread of Swift's pool.
  ///
  /// A task that is cancelled meanwhile waits all the same: what it has submitted may be recorded.
  public func append(_ submission: Submission) async throws(LogError) -> Receipt {
    try await append(contentsOf: CollectionOfOne(submission))[0]
  }

  /// Judges each submission on its own and records those that the rules allow, without blocking a thread
  /// of Swift's pool.
  public func append(contentsOf submissions: some Collection<Submission>) async throws(LogError)
    -> [Receipt]
  {
    try await append(submissions.map { .success($0) }, isBatch: false)
  }

  /// Records all of the submissions or none, without blocking a thread of Swift's pool.
  public func append(batch submissions: some Collection<Submission>) async throws(LogError)
    -> [Receipt]
  {
    try await append(Self.batch(of: submissions), isBatch: true)
  }

  private func append(
    _ submissions: [DecodedSubmission], isBatch: Bool
  ) async throws(LogError) -> [Receipt] {
    let result = await withCheckedContinuation { continuation in
      enqueue(
        .init(submissions: submissions, isBatch: isBatch) { news in
          if case .answer(let result) = news { continuation.resume(returning: result) }
        })
    }
    return try receipts(of: result.get())
  }

  /// Schedules what is due, without blocking a thread of Swift's pool.
  public func extend() async throws(LogError) -> (
    count: Int, first: SequenceNumber?, occurrences: Occurrences
  ) { try await queue.run { () throws(LogError) in try self.extend() } }

  /// Says what `append` would answer, without blocking a thread of Swift's pool.
  public func judge(_ submission: Submission) async throws(LogError) -> Judgement {
    try await queue.run { () throws(LogError) in try self.judge(submission) }
  }

  /// Folds what has been recorded since the last call, without blocking a thread of Swift's pool.
  @discardableResult
  public func refresh() async throws(LogError) -> SequenceNumber {
    try await queue.run { () throws(LogError) in try self.refresh() }
  }

  /// Takes what is new in the home of the log into this copy of it, without blocking a thread of Swift's pool.
  @discardableResult
  public func pull() async throws(LogError) -> SequenceNumber {
    try await queue.run { () throws(LogError) in try self.pull() }
  }
}
