import ShiftEvents

/// The target of submissions: a recorder, or with `--dry-run` a copy of the log that writes nothing.
struct AppendTarget {
  private let writing: LogWriting
  private var recorder: Recorder?
  /// Made for the first that is written without a commit.
  private var committer: Committer?
  private var dryRun: MemoryLog?

  init(_ writing: LogWriting, mapsSnapshot: Bool = false) throws(LogError) {
    self.writing = writing
    if writing.invocation.arguments.flag("dry-run") {
      dryRun = try writing.dryRun(mapsSnapshot: mapsSnapshot)
    } else {
      recorder = try writing.recorder(mapsSnapshot: mapsSnapshot)
    }
  }

  var writesNothing: Bool { recorder == nil }

  /// To be called when the replies are out.
  func leaveSnapshotIfDue(isBusy: @autoclosure () -> Bool = false) {
    recorder?.leaveSnapshotIfDue(isBusy: isBusy())
  }

  mutating func append(
    each submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> Answers {
    guard let recorder else { return .receipts(try dryRun!.append(each: submissions)) }
    do throws(LogError) { return .receipts(try recorder.append(each: submissions)) } catch {
      return .failure(Recorder.replies(to: submissions, because: error))
    }
  }

  /// Judges and writes. What is returned waits for the disk, on any thread, and gives the answers.
  mutating func appendUncommitted(
    each submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> () -> Answers {
    guard let recorder else {
      let answers = try append(each: submissions)
      return { answers }
    }
    do throws(LogError) {
      if committer == nil { committer = try writing.committer() }
      let committer = committer!
      let uncommitted = try recorder.appendUncommitted(each: submissions)
      return {
        do throws(LogError) { return .receipts(try committer.commit(uncommitted)) } catch {
          return .failure(Recorder.replies(to: submissions, because: error))
        }
      }
    } catch {
      let replies = Recorder.replies(to: submissions, because: error)
      return { .failure(replies) }
    }
  }

  /// Does what is left when all is committed and nothing waits.
  mutating func settle() {
    // What went wrong is told to the next submission.
    if committer != nil { _ = try? recorder?.refresh() }
    leaveSnapshotIfDue()
  }

  /// The answers to submissions, in their order.
  enum Answers {
    case receipts([Receipt])
    /// The system failed.
    case failure([Reply])

    var replies: [Reply] {
      switch self {
      case .receipts(let receipts): receipts.map { .success($0) }
      case .failure(let replies): replies
      }
    }
  }

  mutating func append(
    batchOf submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> [Reply] {
    guard let recorder else { return try dryRun!.append(batchOf: submissions).map { .success($0) } }
    return recorder.replies(toBatch: submissions)
  }
}
