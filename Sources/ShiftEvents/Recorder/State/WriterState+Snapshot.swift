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
    state.indexes.write(to: &snapshot, roomForMore: room) { numbering.number(of: $0) }
    snapshot.endSection()
    state.write(to: &snapshot) { numbering.number(of: $0) }
    places.write(to: &snapshot)
  }

  /// The state that a file holds. Where its symbols have the same numbers in this process it is used as
  /// it lies in the file, else its records get their numbers and its lists are laid anew.
  ///
  /// - Parameter remembers: false for a state that only judges.
  init(
    _ file: SnapshotFile, _ symbols: SnapshotSymbols, remembers: Bool = true
  ) throws(SnapshotFault) {
    var section = try file.section(Self.section)
    let numbers = try section.numbers(2)
    let slots = try section.array(of: UInt64.self)
    var state = try DomainState(
      file, symbols, remembers ? StatePart.allCases : StatePart.folded)
    if symbols.isAsInSnapshot {
      state.indexes = try RuleIndexes(from: &section)
      guard section.isAtEnd else { throw SnapshotFault() }
    } else {
      state.layIndexes()
    }
    guard slots.count.nonzeroBitCount == 1, numbers[0] < UInt64(slots.count)
    else { throw SnapshotFault() }
    self.init(
      state: state, index: EventIndex(slots: slots, count: Int(numbers[0]), seed: numbers[1]),
      end: file.position.end, lastTime: file.position.lastTime,
      places: remembers ? try LinePlaces(file) : LinePlaces())
  }
}

extension Commitments {
  /// Those that a file holds; the other sections are not looked at.
  package init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
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
  package init(judgingBy file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    self = try WriterState(file, symbols, remembers: false).state
  }
}
