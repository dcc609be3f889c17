/// A log as a writer or a reader holds it: what it means, and the place of every line.
package struct LoadedState: Sendable {
  package var state = DomainState(remembers: true)
  package var places = LineOffsets()
  package var position = LogPosition.start

  package init() {}

  init(_ folded: WriterState) {
    (state, places, position) = (folded.state, folded.places, folded.position)
  }

  /// Takes over a snapshot.
  package init(_ file: SnapshotFile, _ symbols: SnapshotIDs) throws(SnapshotFault) {
    self.init(try WriterState(file, symbols))
  }
}

/// The state from which a writer judges: the state of the domain, the end of the log, and the places of
/// earlier events.
struct WriterState: Sendable {
  var state = DomainState(remembers: true)
  var index = SubmissionIndex()
  /// The end of the lines of what is folded.
  private(set) var end = LogEnd.empty
  /// The number of folded events that have no line yet.
  private(set) var unwritten = 0
  var lastTime: Timestamp?
  private(set) var places = LineOffsets()

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

extension WriterState {
  private static let section = 1

  var position: LogPosition { LogPosition(end: end, lastTime: lastTime) }

  /// Writes this state: the symbols, what only writers need, and the parts that readers share.
  func write(to snapshot: inout FlatSnapshotWriter) {
    // Until the next snapshot no table needs to grow; small ones grow in no time.
    let room = min(Int(SnapshotStore.eventsBetween) * 2, sequence.value / 8)
    let numbering = state.numbering()
    snapshot.add(numbering, roomForMore: room)
    var index = index
    index.reserve(room)
    snapshot.add([UInt64(index.count), index.seed])
    snapshot.add(index.slots)
    state.indexes.recordedDates.write(to: &snapshot)
    state.indexes.write(to: &snapshot, roomForMore: room) { numbering.number(of: $0) }
    snapshot.endSection()
    state.write(to: &snapshot) { numbering.number(of: $0) }
    places.write(to: &snapshot)
  }

  /// The state that a file holds. Where its symbols have the same numbers in this process it is used as
  /// it lies in the file, else its records get their numbers and its lists are laid anew.
  ///
  /// - Parameter remembers: false for a state that only judges.
  init(_ file: SnapshotFile, _ symbols: SnapshotIDs, remembers: Bool = true) throws(SnapshotFault) {
    var section = try file.section(Self.section)
    let numbers = try section.numbers(2)
    let slots = try section.array(of: UInt64.self)
    let recordedDates = try RecordedDates(from: &section)
    var state = try DomainState(file, symbols, remembers ? StatePart.allCases : StatePart.folded)
    if symbols.isAsInSnapshot {
      state.indexes = try RuleIndexes(from: &section)
      guard section.isAtEnd else { throw SnapshotFault() }
    } else {
      state.layIndexes()
    }
    state.indexes.recordedDates = recordedDates
    guard slots.count.nonzeroBitCount == 1, numbers[0] < UInt64(slots.count)
    else { throw SnapshotFault() }
    self.init(
      state: state, index: SubmissionIndex(slots: slots, count: Int(numbers[0]), seed: numbers[1]),
      end: file.position.end, lastTime: file.position.lastTime,
      places: remembers ? try LineOffsets(file) : LineOffsets())
  }
}

extension Commitments {
  /// Those that a file holds; the other sections are not looked at.
  package init(_ file: SnapshotFile, _ symbols: SnapshotIDs) throws(SnapshotFault) {
    self.init()
    for user in try DomainState.users(file).elements {
      set(
        UserID(symbolIndex: symbols.index(of: user.id.symbolIndex)), to: user.profile,
        isErased: user.isErased)
    }
  }
}

extension DomainState {
  package var commitments: Commitments {
    var commitments = Commitments()
    for user in users.rows.elements {
      commitments.set(user.id, to: user.profile, isErased: user.isErased)
    }
    return commitments
  }

  /// The state that a file holds, for a reader who asks the rules.
  package init(judgingBy file: SnapshotFile, _ symbols: SnapshotIDs) throws(SnapshotFault) {
    self = try WriterState(file, symbols, remembers: false).state
  }
}

/// Finds the sequences of events by a hash of source and id.
///
/// A slot is one word: 32 bits of the hash, 32 of the sequence. A hash may lead to several events;
/// the reader of the line compares source and id. The first 16 of a hash are kept.
struct SubmissionIndex: Sendable {
  private(set) var slots = FlatArray<UInt64>(repeating: 0, count: 256)
  private(set) var count = 0
  private(set) var seed = UInt64.random(in: .min ... .max)

  func hash(source: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer) -> UInt32 {
    let start = unsafe seededHash(of: source, seed: seed)
    return UInt32(truncatingIfNeeded: unsafe seededHash(of: id, seed: start))
  }

  func hash(source: String, id: String) -> UInt32 {
    unsafe source.withBytes { source in
      unsafe id.withBytes { unsafe hash(source: source, id: $0) }
    }
  }

  mutating func insert(_ hash: UInt32, _ sequence: UInt64) {
    // The table would need 48 GiB by then.
    precondition(sequence <= UInt32.max, "a log of more than 4 billion events")
    reserve(1)
    let mask = slots.count - 1
    var (free, same) = (Int(hash) & mask, 0)
    while case let word = slots[free], word != 0 {
      if word >> 32 == UInt64(hash) { same += 1 }
      free = (free + 1) & mask
    }
    // So many of one hash have one source and id, as only a log made by hand has: the first of them counts.
    if same == Self.mostOfOneHash { return }
    count += 1
    slots[free] = UInt64(hash) << 32 | sequence
  }

  private static let mostOfOneHash = 16

  /// The sequences of the events with the hash, the first ones first.
  func sequences(of hash: UInt32) -> [SequenceNumber] {
    var found: [SequenceNumber] = []
    _ = probe(from: Int(hash), slots.count - 1) {
      let word = slots[$0]
      if word != 0, UInt32(word >> 32) == hash {
        found.append(SequenceNumber(Int(UInt32(truncatingIfNeeded: word))))
      }
      return word == 0
    }
    return found.count > 1 ? found.sorted() : found
  }

  private mutating func place(_ word: UInt64) {
    slots[probe(from: Int(word >> 32), slots.count - 1) { slots[$0] == 0 }] = word
  }

  /// Makes room for so many more, a quarter of the slots free.
  mutating func reserve(_ more: Int) {
    guard (count + more) * 4 > slots.count * 3 else { return }
    let old = slots
    var slotCount = old.count
    while (count + more) * 4 > slotCount * 3 { slotCount *= 2 }
    slots = FlatArray(repeating: 0, count: slotCount)
    for word in old where word != 0 { place(word) }
  }
}
