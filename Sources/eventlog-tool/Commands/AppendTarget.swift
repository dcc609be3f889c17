import ShiftEvents

/// The target of submissions: a recorder, or with `--dry-run` a `DryRun` that writes nothing.
struct AppendTarget {
  private let writing: LogWriting
  private var recorder: Recorder?
  private var dryRun: DryRun?

  init(_ writing: LogWriting, mapsSnapshot: Bool = false) throws(LogError) {
    self.writing = writing
    if writing.invocation.arguments.flag("dry-run") {
      dryRun = try writing.dryRun()
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

  /// What is answered to submissions, in their order.
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
    guard let recorder else {
      return try dryRun!.append(batchOf: submissions).map { .success($0) }
    }
    return recorder.replies(toBatch: submissions)
  }
}
