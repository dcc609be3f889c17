public import ShiftEvents

/// A read model: a fold over the facts of a log.
///
/// A fold accepts every event. It rejects none, judges none and reads no clock. It ignores an id that
/// no earlier event introduced, as a log written by hand may have.
public protocol Projection: Sendable {
  /// The state before the first event.
  init()
  /// Takes in the next event of the log.
  mutating func apply(_ recorded: RecordedEvent)
}

extension EventLog {
  /// Folds all acknowledged events into a projection.
  ///
  ///     let roster = try log.fold(into: Replay())
  ///
  /// - Throws: `LogError`; `damaged` names the first line that cannot be read.
  @inlinable
  public func fold<Model: Projection>(into model: Model = Model()) throws(LogError) -> Model {
    var model = model
    let reader = try events()
    while let event = try reader.next() { model.apply(event) }
    try reader.requireUnchanged()
    return model
  }

  /// Folds the events up to a place in the log: what was known when that event was the last.
  ///
  /// Of a batch that the place cuts, nothing is folded: it was recorded whole. A log that ends before is
  /// folded to its end.
  public func fold<Model: Projection>(
    into model: Model = Model(), upTo last: SequenceNumber
  ) throws(LogError) -> Model {
    try fold(model, upTo: last) { $0.sequence <= last }
  }

  /// Folds the events up to a moment: what was known at that time.
  public func fold<Model: Projection>(
    into model: Model = Model(), at moment: Timestamp
  ) throws(LogError) -> Model {
    try fold(model, upTo: nil) { $0.time <= moment }
  }

  private func fold<Model: Projection>(
    _ model: Model, upTo last: SequenceNumber?, while isInScope: (borrowing PlainEvent) -> Bool
  ) throws(LogError) -> Model {
    var model = model
    if last == .zero { return model }
    let reader = try events()
    while let event = try reader.next(while: isInScope) {
      model.apply(event)
      // What lies behind it need not be sound.
      if event.sequence == last, event.isLastOfBatch { return model }
    }
    if reader.cut == nil { try reader.requireUnchanged() }
    return model
  }

  /// Folds all acknowledged events into a replay, beginning with the folds that a writer has left beside the log,
  /// if there are any.
  ///
  /// Every writer leaves them.
  ///
  /// - Complexity: O(n) in the events since then, and in the rows.
  public func replay() throws(LogError) -> Replay {
    let folded = SavedFolds(path, mapsSnapshot: false)
    var replay = folded?.replay ?? Replay()
    let reader = if let folded { folded.reader } else { try events() }
    while let event = try reader.next() { replay.apply(event) }
    try reader.requireUnchanged()
    return replay
  }
}

/// The folds that a writer has left beside a log, from which reading goes on.
package struct SavedFolds {
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
  ///   - checkedLate: returns the file as it is to be read; without it all of the parts is checked first.
  ///   - isInScope: asked twice: before the zone of the log is known, and once it is.
  ///   - readMore: reads what else is wanted of the file.
  ///   - tell: is told what was found, for a verbose log.
  package init?(
    _ path: String, parts: [StatePart] = StatePart.folded, mapsSnapshot: Bool,
    checkedLate: ((SnapshotFile) -> SnapshotFile)? = nil,
    isInScope: (LogPosition, Zone?) -> Bool = { _, _ in true },
    tell: (String) -> Void = { _ in },
    readMore: (SnapshotFile, SnapshotIDs) throws(SnapshotFault) -> Void = { _, _ in }
  ) {
    let store = SnapshotStore(LogPaths(log: path))
    let wantsPeople = LogPaths(log: path).hasPeople
    let found = store.load(mapsSnapshot: mapsSnapshot, refused: tell) {
      (file) throws(SnapshotFault) -> (LogPosition, Replay, Commitments)? in
      // What lies behind the limit is no use, and need not be looked at.
      guard isInScope(file.position, nil) else { return nil }
      if checkedLate == nil { try file.check(DomainState.sections(of: parts)) }
      let file = checkedLate?(file) ?? file
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

// Projections of one subject are views of the state: what an event means is said there, once.
extension FlatArray {
  /// Hands over each record, in the order in which they were added.
  @inline(__always)
  func forEachRecord(_ body: (Element) -> Void) {
    var start = 0
    while case let block = block(from: start), !block.isEmpty {
      for record in block { body(record) }
      start += block.count
    }
  }
}
