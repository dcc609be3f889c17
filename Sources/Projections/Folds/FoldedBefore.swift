package import ShiftEvents

/// The folds that a writer has left beside a log, from which reading goes on.
package struct FoldedBefore {
  package let replay: Replay
  /// Of the people whom the log names up to there; empty where no names stand beside it.
  package let commitments: Commitments
  /// The last event that is folded, with its hash and that of the first.
  package let position: LogPosition
  /// Stands behind that event.
  package let reader: LogReader

  /// Goes on from where a reader of a log has come to.
  package init(
    _ replay: Replay, _ commitments: Commitments, behind reader: LogReader
  ) throws(LogError) {
    (self.replay, self.commitments, position) = (replay, commitments, reader.position)
    self.reader = try LogReader(reading: reader.path, after: reader.position)
  }

  /// Reads the snapshot beside a log; `nil` if there is none in scope.
  ///
  /// - Parameters:
  ///   - parts: the only parts that are looked at.
  ///   - mapsSnapshot: true in a process that ends at once.
  ///   - isInScope: asked twice: before the zone of the log is known, and once it is.
  ///   - readMore: reads what else is wanted of the file.
  ///   - tell: is told what was found, for a verbose log.
  package init?(
    _ path: String, parts: [StatePart] = StatePart.folded, mapsSnapshot: Bool,
    isInScope: (LogPosition, Zone?) -> Bool = { _, _ in true },
    tell: (String) -> Void = { _ in },
    readMore: (SnapshotFile, SnapshotSymbols) throws(SnapshotFault) -> Void = { _, _ in }
  ) {
    let store = SnapshotStore(LogPaths(log: path))
    let wantsPeople = LogPaths(log: path).hasPeople
    let found = store.load(mapsSnapshot: mapsSnapshot, refused: tell) {
      (file) throws(SnapshotFault) -> (LogPosition, Replay, Commitments)? in
      // What lies behind the limit is no use, and need not be looked at.
      guard isInScope(file.position, nil) else { return nil }
      try file.check(DomainState.sections(of: parts))
      let symbols = try file.symbols()
      try readMore(file, symbols)
      return (
        file.position, try Replay(file, symbols, parts),
        wantsPeople ? try Commitments(file, symbols) : Commitments()
      )
    }
    guard let (position, replay, commitments) = found ?? nil else { return nil }
    guard isInScope(position, replay.timeZone) else { return nil }
    guard let reader = try? LogReader(reading: path, after: position) else {
      tell("the snapshot is not one of this log; folded from the log instead")
      return nil
    }
    tell("began from the snapshot at event \(position.sequence)")
    (self.replay, self.position, self.reader) = (replay, position, reader)
    self.commitments = commitments
  }
}
