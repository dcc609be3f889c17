/// The snapshots of a recorder: the one that it began from, those that it leaves, and the folds of readers
/// that go into them.
struct RecorderSnapshots {
  private struct Restored {
    var folded: WriterState
    var along: (any FoldedAlong)?
  }

  private let file: LogFile
  private let store: SnapshotStore
  /// The folds of readers that this recorder takes along; `nil` if it takes none, and in a process that
  /// began from a snapshot and ends at once: that one reads them if it is to leave a snapshot.
  private var along: (any FoldedAlong)?
  private let alongType: (any FoldedAlong.Type)?
  /// A snapshot that was looked for when the log was opened; the first fold checks and takes it.
  private enum Prepared {
    case unread, missing
    case read(Restored)
  }
  private var prepared = Prepared.unread
  /// The position of the last snapshot read or written; `nil` before the first fold.
  private var lastPosition: LogPosition?
  /// Details for a verbose log.
  var details: [String] = []

  init(_ file: LogFile, _ options: Recorder.Options) {
    self.file = file
    store = SnapshotStore(file.paths)
    alongType = options.along
    prepared = load(mapsSnapshot: options.mapsSnapshot).map { .read($0) } ?? .missing
  }

  var takesAlong: Bool { alongType != nil }

  /// Returns `true` if a snapshot was read that no folding has met yet.
  var isPrepared: Bool { if case .read = prepared { true } else { false } }

  /// The name of a recorder's snapshot: one that takes nothing along has its own.
  private var name: String { takesAlong ? SnapshotStore.state : SnapshotStore.rules }

  // MARK: - Reading

  private mutating func load(mapsSnapshot: Bool) -> Restored? {
    store.load(name, mapsSnapshot: mapsSnapshot, refused: { details.append($0) }) {
      [alongType] (file) throws(SnapshotFault) in
      let symbols = try file.symbols()
      return Restored(
        folded: try WriterState(file, symbols),
        along: try mapsSnapshot ? nil : alongType?.init(file, symbols))
    }
  }

  /// Returns the state of the snapshot if it is one of this log at or before `end`, else the empty one.
  mutating func restore(upTo end: Frontier) -> WriterState {
    along = nil
    var folded = WriterState()
    let found: Restored? =
      switch prepared {
      case .unread: load(mapsSnapshot: false)
      case .missing: nil
      case .read(let restored): restored
      }
    if let found, isOfLog(found.folded.end, upTo: end) {
      (folded, along) = (found.folded, found.along)
      details.append("began from the snapshot at event \(folded.end.sequence)")
    }
    prepared = .unread
    lastPosition = folded.position
    return folded
  }

  /// Returns `true` if a snapshot at that place is one of this log at or before `end`.
  private mutating func isOfLog(_ place: Frontier, upTo end: Frontier) -> Bool {
    store.isOfLog(
      name, at: place, upTo: end, holds: { (try? file.damage(at: $0)) == .some(nil) },
      refused: { details.append($0) })
  }

  // MARK: - Folding for readers

  /// Folds an event for readers, too, in a process that has folded all before it.
  mutating func fold(_ event: RecordedEvent) {
    if event.sequence.value == 1 { along = alongType?.init() }
    along?.apply(event)
  }

  /// Folds for readers what has come since the last snapshot, in a process that did without until now.
  private mutating func catchUp(to end: Frontier) throws(LogError) {
    var start = LogPosition.start
    var caughtUp = alongType?.init()
    let found = store.load(name, mapsSnapshot: true, refused: { details.append($0) }) {
      [alongType] (file) throws(SnapshotFault) in
      (position: file.position, along: try alongType?.init(file, try file.symbols()))
    }
    if let found, isOfLog(found.position.end, upTo: end) {
      (start, caughtUp) = (found.position, found.along)
    }
    var cursor = EventCursor(
      file.blocks(from: start.end.lengthBytes, upTo: end.lengthBytes), path: file.paths.log,
      from: start.end, lastTime: start.lastTime)
    while let event = try cursor.next() { caughtUp?.apply(event) }
    along = caughtUp
  }

  // MARK: - Leaving

  /// Returns `true` if enough has come since the last snapshot.
  func isDue(_ folded: WriterState, isBusy: Bool) -> Bool {
    SnapshotStore.isDue(at: folded.position, since: lastPosition ?? .start, isBusy: isBusy)
  }

  /// Leaves a snapshot. A failure costs nothing but time later.
  mutating func leave(_ folded: WriterState) {
    do throws(LogError) {
      if takesAlong, along == nil { try catchUp(to: folded.end) }
      try store.save(name, at: folded.position) { folded.write(to: &$0, with: along) }
    } catch {
      details.append("could not leave a snapshot: \(error.message)")
    }
    lastPosition = folded.position
  }
}
