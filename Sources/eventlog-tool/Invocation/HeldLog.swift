import Projections
import ShiftEvents

/// A log as a reader holds it for many questions: all that a writer's state has, and the place of every line.
struct HeldLog {
  private(set) var replay = Replay(holding: DomainState(remembers: true))
  private(set) var commitments = Commitments()
  private(set) var position = LogPosition.start
  private var places = LinePlaces()
  /// The last line up to which the chain of hashes was checked.
  private var vouched = LogPosition.start
  private let path: String

  /// Begins with the snapshot beside the log, where there is one.
  init(_ path: String) {
    self.path = path
    var held: (DomainState, LinePlaces)?
    let before = FoldedBefore(
      path, parts: [], mapsSnapshot: false,
      readMore: { (file, symbols) throws(SnapshotFault) in
        let state = try DomainState(judgingBy: file, symbols, remembers: true)
        held = (state, try LinePlaces(file))
      })
    guard let before, let (state, places) = held else { return }
    (replay, self.places) = (Replay(holding: state), places)
    (commitments, position) = (before.commitments, before.position)
  }

  /// Folds what was acknowledged since the last time.
  ///
  /// - Returns: the reader, which stands at the end. What was folded is of no use after an error.
  mutating func catchUp() throws(LogError) -> LogReader {
    let reader = try LogReader(
      reading: path, after: position, checksChain: vouched.sequence != .zero)
    while let event = try reader.next() {
      replay.apply(event)
      commitments.apply(event.event)
      places.add(lengthBytes: event.lineLengthBytes)
    }
    position = reader.position
    if vouched.sequence != .zero { vouched = position }
    return reader
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
  func touched(_ reader: LogReader) -> TouchedEvents {
    let places = places
    return TouchedEvents(replay) { try reader.event(at: $0, places) }
  }
}
