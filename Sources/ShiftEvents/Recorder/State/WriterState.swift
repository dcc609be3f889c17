/// A log as a writer or a reader holds it: what it means, and the place of every line.
package struct HeldState: Sendable {
  package var state = DomainState(remembers: true)
  package var places = LinePlaces()
  package var position = LogPosition.start

  package init() {}

  init(_ folded: WriterState) {
    (state, places, position) = (folded.state, folded.places, folded.position)
  }

  /// Takes over a snapshot.
  package init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    self.init(try WriterState(file, symbols))
  }
}

/// The state from which a writer judges: the state of the domain, the end of the log, and the places of
/// earlier events.
struct WriterState: Sendable {
  var state = DomainState(remembers: true)
  var index = EventIndex()
  /// The end of the lines of what is folded.
  private(set) var end = Frontier.empty
  /// The number of folded events that have no line yet.
  private(set) var unwritten = 0
  var lastTime: Timestamp?
  private(set) var places = LinePlaces()

  var sequence: SequenceNumber { SequenceNumber(Int(end.sequence) + unwritten) }

  /// Folds the next event of the log, whose line of `lengthBytes`, line feed counted, stands at the
  /// end.
  mutating func fold(_ recorded: RecordedEvent, hash: Digest, lengthBytes: Int) {
    let indexHash = unsafe recorded.withSourceAndID { source, id in
      unsafe index.hash(source: source, id: id)
    }
    enter(indexHash, at: recorded.time)
    state.evolve(with: recorded)
    extend(by: lengthBytes, hash)
  }

  /// Folds an event that is about to be recorded. `extend` moves the end behind its line.
  mutating func fold(
    _ event: Event, by actor: UserID, at time: Timestamp, indexedAs indexHash: UInt32
  ) {
    enter(indexHash, at: time)
    state.evolve(with: event, by: actor, at: time)
  }

  private mutating func enter(_ indexHash: UInt32, at time: Timestamp) {
    index.insert(indexHash, UInt64(sequence.value + 1))
    lastTime = time
    unwritten += 1
  }

  /// Moves the end behind the line of the next event that is folded.
  ///
  /// - Parameter lengthBytes: its length, line feed counted.
  mutating func extend(by lengthBytes: Int, _ hash: Digest) {
    places.add(lengthBytes: lengthBytes)
    end = end.adding(lengthBytes: UInt64(lengthBytes), hash: hash)
    unwritten -= 1
  }
}
