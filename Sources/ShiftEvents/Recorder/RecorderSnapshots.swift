/// The snapshots of a recorder: the one that it began from, and those that it leaves.
struct RecorderSnapshots {
  private let file: LogFile
  private let store: SnapshotStore
  /// The snapshot that was looked for when the log was opened, if it was there; `nil` once the first fold has taken it.
  private var prepared: WriterState??
  /// The position of the last snapshot read or written; `nil` before the first fold.
  private var lastPosition: LogPosition?
  /// Checks what is read of the snapshot from which this recorder began; `nil` where all was checked.
  private(set) var late: LateChecks?
  /// Details for a verbose log.
  var details: [String] = []

  init(_ file: LogFile, _ options: Recorder.Options) {
    self.file = file
    store = SnapshotStore(file.paths)
    prepared = .some(load(mapsSnapshot: options.mapsSnapshot, options.beginsAnew))
  }

  /// Returns `true` if a snapshot was read that no folding has met yet.
  var isPrepared: Bool { if case .some(.some) = prepared { true } else { false } }

  // MARK: - Reading

  private mutating func load(
    mapsSnapshot: Bool, _ beginsAnew: (@Sendable (Bool) -> Never)? = nil
  ) -> WriterState? {
    var late: LateChecks?
    defer { self.late = late }
    return store.load(
      mapsSnapshot: mapsSnapshot, refused: { details.append($0) }
    ) { (file) throws(SnapshotFault) in
      var file = file
      if let beginsAnew {
        file = file.checkedLate(beginsAnew)
      } else {
        try file.check(Array(0..<file.sectionCount))
      }
      late = file.late
      return try WriterState(file, try file.symbols())
    }
  }

  /// Returns the state of the snapshot if it is one of this log at or before `end`, else the empty one.
  mutating func restore(upTo end: LogEnd) -> WriterState {
    var folded = WriterState()
    let found = prepared ?? load(mapsSnapshot: false)
    if let found,
      store.isOfLog(
        at: found.end, upTo: end, holds: { (try? file.damage(at: $0)) == .some(nil) },
        refused: { details.append($0) })
    {
      folded = found
      details.append("began from the snapshot at event \(folded.end.sequence)")
    }
    prepared = nil
    lastPosition = folded.position
    return folded
  }

  // MARK: - Leaving

  /// Returns `true` if enough has come since the last snapshot.
  func isDue(_ folded: WriterState, isBusy: Bool) -> Bool {
    // What this version does not know, the next one may fold.
    folded.state.tally.notKnown.count == 0
      && SnapshotStore.isDue(at: folded.position, since: lastPosition ?? .start, isBusy: isBusy)
  }

  /// Returns the work that leaves a snapshot of what is folded by now. A failure, which it tells, costs nothing but time
  /// later.
  mutating func leaving(_ folded: WriterState) -> Leaving {
    lastPosition = folded.position
    return { [store, late] in
      // A new one would have the bytes that nobody has looked at.
      if let late, !late.areAllAsWritten() {
        store.remove()
        return "removed a damaged snapshot; the next writer folds the log"
      }
      do throws(LogError) {
        try store.save(at: folded.position) { folded.write(to: &$0) }
        return nil
      } catch {
        return "could not leave a snapshot: \(error.message)"
      }
    }
  }

  typealias Leaving = @Sendable () -> String?
}
