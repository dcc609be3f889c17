extension WriterState {
  private static let section = 1
  fileprivate static let sectionOfUsers = 2

  var position: LogPosition { LogPosition(end: end, lastTime: lastTime) }

  /// Writes this state, and what readers fold where that was taken along.
  func write(to snapshot: inout FlatSnapshotWriter, with along: (any FoldedAlong)? = nil) {
    // Until the next snapshot no table needs to grow; small ones grow in no time.
    let room = min(Int(SnapshotStore.eventsBetween) * 2, sequence.value / 8)
    var numbering = SymbolNumbering()
    state.number(in: &numbering)
    along?.number(in: &numbering)
    snapshot.add(numbering, roomForMore: room)
    write(to: &snapshot, numbering, roomForMore: room)
    along?.write(to: &snapshot, numbering)
  }

  private func write(
    to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering, roomForMore room: Int
  ) {
    var index = index
    index.reserve(room)
    snapshot.add([UInt64(index.count), index.seed])
    snapshot.add(index.slots)
    snapshot.add(milestones)
    var state = state.renumbered(numbering.number(of:))
    state.reserve(room)
    state.write(to: &snapshot)
    snapshot.endSection()
    snapshot.add(state.users)
    snapshot.endSection()
  }

  /// The state that a file holds. Where its symbols have the same numbers in this process it is used as
  /// it lies in the file, else its records get their numbers and its indexes are laid anew.
  init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    var section = try file.section(Self.section)
    let numbers = try section.numbers(2)
    let slots = try section.array(of: UInt64.self)
    let milestones = try section.array(of: UInt64.self)
    var state = try DomainState(from: &section, users: try file.users())
    let sequence = Int(file.position.end.sequence)
    guard section.isAtEnd, milestones.count == (sequence + Self.stride - 1) / Self.stride,
      slots.count.nonzeroBitCount == 1, numbers[0] < UInt64(slots.count)
    else { throw SnapshotFault() }
    if !symbols.isAsInSnapshot { state = state.renumbered(symbols.index(of:)) }
    self.init(
      state: state, index: EventIndex(slots: slots, count: Int(numbers[0]), seed: numbers[1]),
      end: file.position.end, lastTime: file.position.lastTime, milestones: milestones)
  }
}

extension SnapshotFile {
  fileprivate func users() throws(SnapshotFault) -> FlatArray<UserRecord> {
    var section = try section(WriterState.sectionOfUsers)
    return try section.array()
  }
}

extension Commitments {
  /// Those that a file holds; the other sections are not looked at.
  package init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    self.init()
    for user in try file.users().elements {
      set(
        UserID(symbolIndex: symbols.index(of: user.id.symbolIndex)), to: user.profile,
        isErased: user.isErased)
    }
  }
}

extension DomainState {
  var commitments: Commitments {
    var commitments = Commitments()
    for user in users.elements {
      commitments.set(user.id, to: user.profile, isErased: user.isErased)
    }
    return commitments
  }

  /// The rules' state that a file holds, for a reader's question.
  package init(_ file: SnapshotFile, _ symbols: SnapshotSymbols) throws(SnapshotFault) {
    self = try WriterState(file, symbols).state
  }
}
