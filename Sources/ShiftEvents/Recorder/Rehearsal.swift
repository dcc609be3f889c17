/// Judges submissions as a recorder would, and writes nothing: for `--dry-run`.
///
/// It reads up to the acknowledged end, without any lock.
package struct Rehearsal {
  private var judge: Judge

  /// Folds the log at `path`.
  package init(of path: String, clock: any WallClock) throws(LogError) {
    let reader = try LogReader(reading: path)
    var history = History()
    while let event = try reader.next() {
      history.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    let lines = reader.lines(upTo: history.end)
    judge = Judge(history, people: try reader.people(), past: lines, clock: clock.now())
  }

  /// The receipts that the submissions would get, each judged on its own.
  package mutating func append(
    each submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> [Receipt] { try judge.judge(each: submissions) }

  /// The receipts that they would get as a batch.
  package mutating func append(
    batchOf submissions: [Result<Submission, InvalidSubmission>]
  ) throws(LogError) -> [Receipt] { try judge.judge(batch: submissions) }
}
