import Projections
import ShiftEvents

/// A log as a reader holds it for many questions: all that a writer's state has, and the place of every line.
struct LoadedLog {
  private(set) var replay: Replay
  private(set) var commitments: Commitments
  private(set) var position: LogPosition
  private var places: LineOffsets
  /// The last line up to which the chain of hashes was checked.
  private var vouched = LogPosition.start
  private let path: String
  /// The snapshot that a command goes on from.
  private(set) var before: SavedFolds?

  /// Begins with what this process has folded to write, or with the snapshot beside the log, where there is one.
  init(_ path: String, _ recorded: LoadedState?) {
    self.path = path
    let held = Self.acknowledged(recorded, path) ?? Self.snapshot(path) ?? LoadedState()
    (replay, places) = (Replay(holding: held.state), held.places)
    (commitments, position) = (held.state.commitments, held.position)
  }

  /// Begins with some parts of the snapshot beside the log, for a command; `nil` where there is none.
  init?(_ path: String, parts: [StatePart], _ diagnostics: Diagnostics) {
    self.path = path
    var places: LineOffsets?
    before = SavedFolds.load(
      path, upTo: .everything, diagnostics, parts: parts,
      readMore: { (file, _) throws(SnapshotFault) in places = try LineOffsets(file) })
    guard let before, let places else { return nil }
    (replay, self.places) = (before.replay, places)
    (commitments, position) = (before.commitments, before.position)
  }

  /// Returns the folded log if all of it is acknowledged.
  private static func acknowledged(_ held: LoadedState?, _ path: String) -> LoadedState? {
    guard let held, case .valid(let end, _)? = try? LogReader(reading: path).head,
      end.sequence >= held.position.end.sequence
    else { return nil }
    return held
  }

  private static func snapshot(_ path: String) -> LoadedState? {
    var held: LoadedState?
    let before = SavedFolds(
      path, parts: [], mapsSnapshot: false,
      readMore: { (file, symbols) throws(SnapshotFault) in held = try LoadedState(file, symbols) })
    return before == nil ? nil : held
  }

  /// Folds what was acknowledged since the last time.
  ///
  /// - Returns: the reader, which stands at the end. What was folded is of no use after an error.
  mutating func catchUp() throws(LogError) -> LogReader {
    let reader = try LogReader(
      reading: path, after: position, checksChain: vouched.sequence != .zero)
    while let event = try reader.next() {
      take(event)
      commitments.apply(event.event)
    }
    position = reader.position
    if vouched.sequence != .zero { vouched = position }
    return reader
  }

  /// Folds the next event.
  mutating func take(_ event: RecordedEvent) {
    replay.apply(event)
    places.add(lengthBytes: event.lineLengthBytes)
  }

  /// Checks the chain of hashes up to where the log is folded, the first time from the first line on.
  mutating func vouch() throws(LogError) {
    if vouched == position { return }
    let (reader, end) = (try LogReader(reading: path, checksChain: true), position)
    while try reader.next(while: { $0.sequence <= end.sequence }) != nil {}
    guard reader.position.end == end.end else {
      throw LogError(
        .replaced, "\(path) no longer holds what was read of it; it was replaced or shortened",
        path: path)
    }
    vouched = end
  }

  /// The hash of the last event; `nil` of an empty log.
  var hash: Digest? { position.sequence == .zero ? nil : position.end.hash }

  /// The events that the index of touched ids finds.
  func touched(_ reader: LogReader) -> IndexedEvents {
    let places = places
    return IndexedEvents(replay) { try reader.event(at: $0, places) }
  }
}
