/// Judges submissions as a recorder would, and writes nothing: for `--dry-run`.
///
/// It reads up to the acknowledged end, without any lock.
package struct DryRun {
  private var judge: Judge
  /// What the answer leaves open, a sentence each.
  package let warnings: [String]

  /// Folds the log at `path`, and checks its chain as a writer does that knows nothing of it.
  package init(of path: String, clock: any WallClock) throws(LogError) {
    let reader = try LogReader(reading: path, checksChain: true)
    var folded = WriterState()
    while let event = try reader.next() {
      folded.fold(event, hash: event.hash, lengthBytes: event.line.range.count + 1)
    }
    let lines = reader.lines(upTo: folded.end)
    let time = max(folded.lastTime ?? clock.now(), clock.now())
    judge = Judge(folded, people: try reader.people(), past: lines, clock: clock.now())
    let isAhead = time.aheadOfClock(SystemClock().now()).map { [$0] } ?? []
    warnings = reader.warnings + isAhead
  }

  /// The receipts that the submissions would get, each judged on its own.
  package mutating func append(
    each submissions: [DecodedSubmission]
  ) throws(LogError) -> [Receipt] { try judge.judge(each: submissions) }

  /// The receipts that they would get as a batch.
  package mutating func append(
    batchOf submissions: [DecodedSubmission]
  ) throws(LogError) -> [Receipt] { try judge.judge(batch: submissions) }
}
