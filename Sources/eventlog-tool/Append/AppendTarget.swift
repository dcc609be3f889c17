import ShiftEvents

/// The target of submissions: a recorder, or with `--dry-run` a copy of the log that writes nothing.
struct AppendTarget {
  private let writing: LogWriting
  private var recorder: Recorder?
  private var dryRun: MemoryLog?
  /// True if what was handed over has not settled.
  private(set) var hasSubmitted = false

  init(_ writing: LogWriting, mapsSnapshot: Bool = false) throws(LogError) {
    self.writing = writing
    if writing.invocation[AppendOptions.dryRun] {
      dryRun = try writing.dryRun(mapsSnapshot: mapsSnapshot)
    } else {
      recorder = try writing.recorder(mapsSnapshot: mapsSnapshot)
    }
  }

  /// The state that submissions are judged by, folded now; `nil` before the first event, and where that fails: the
  /// reply then says why.
  var state: DomainState? {
    guard let recorder else { return dryRun?.state }
    return (try? recorder.refresh()).flatMap { _ in recorder.held?.state }
  }

  var writesNothing: Bool { recorder == nil }

  /// The event that would stand at a place after a dry run.
  func event(at sequence: SequenceNumber) -> RecordedEvent? { try? dryRun?.event(at: sequence) }

  /// To be called when the replies are out.
  func leaveSnapshotIfDue(isBusy: @autoclosure () -> Bool = false) {
    recorder?.leaveSnapshotIfDue(isBusy: isBusy())
  }

  /// Judges each submission on its own, or takes in all or none.
  mutating func append(
    _ submissions: [DecodedSubmission], isBatch: Bool = false
  ) throws(LogError) -> [Reply] {
    if let recorder { return recorder.replies(to: submissions, isBatch: isBatch) }
    return try dryRun!.append(submissions, isBatch: isBatch).map { .success($0) }
  }

  /// Hands submissions over to be judged behind the ones before them; `nil` in a dry run.
  mutating func submit(each submissions: [Result<Submission, InvalidSubmission>]) -> Ticket? {
    guard let recorder else { return nil }
    hasSubmitted = true
    return recorder.submit(submissions)
  }

  /// Does what is left when all is committed and nothing waits.
  mutating func settle() {
    // What went wrong is told to the next submission.
    if hasSubmitted { _ = try? recorder?.refresh() }
    hasSubmitted = false
    leaveSnapshotIfDue()
  }
}
