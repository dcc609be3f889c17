extension WriterState {
  /// The file of this history.
  func snapshot() -> [UInt8] {
    // Until the next snapshot no table needs to grow; small ones grow in no time.
    let room = min(Int(SnapshotStore.eventsBetween) * 2, sequence.value / 8)
    var numbering = SymbolNumbering()
    state.number(in: &numbering)
    var state = state.renumbered(numbering.number(of:))
    state.reserve(room)
    var index = index
    index.reserve(room)
    var snapshot = FlatSnapshotWriter()
    snapshot.add(numbering, roomForMore: room)
    snapshot.add([UInt64(index.count), index.seed])
    snapshot.add(index.slots)
    snapshot.add(milestones)
    state.write(to: &snapshot)
    return snapshot.end(at: LogPosition(end: end, lastTime: lastTime))
  }

  /// The history that a file holds. In a process without symbols it is used as it lies in the file,
  /// else its symbols become this process's and its indexes are laid anew.
  init(_ file: SnapshotFile) throws(SnapshotFault) {
    var snapshot = try FlatSnapshotReader(file)
    let symbols = try snapshot.symbols()
    let numbers = try snapshot.numbers(2)
    let slots = try snapshot.array(of: UInt64.self)
    let milestones = try snapshot.array(of: UInt64.self)
    var state = try DomainState(from: &snapshot)
    let sequence = Int(file.position.end.sequence)
    guard snapshot.isAtEnd, milestones.count == (sequence + Self.stride - 1) / Self.stride,
      slots.count.nonzeroBitCount == 1, numbers[0] < UInt64(slots.count)
    else { throw SnapshotFault() }
    if !symbols.isAsInSnapshot { state = state.renumbered(symbols.index(of:)) }
    self.init(
      state: state, index: EventIndex(slots: slots, count: Int(numbers[0]), seed: numbers[1]),
      end: file.position.end, lastTime: file.position.lastTime, milestones: milestones)
  }
}
