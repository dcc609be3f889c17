extension History {
  /// The file of this history.
  func snapshot() -> [UInt8] {
    // Until the next snapshot no table needs to grow; small ones grow in no time.
    let room = min(Int(SnapshotStore.eventsBetween) * 2, sequence.value / 8)
    let symbols = state.symbols
    var state = state.renumbered(places(of: symbols))
    state.reserve(room)
    var index = index
    index.reserve(room)
    let image = SymbolImage(symbols, roomForMore: room)
    var snapshot = FlatSnapshotWriter()
    snapshot.add([image.seed, UInt64(index.count), index.seed])
    snapshot.add(image.texts)
    snapshot.add(image.starts)
    snapshot.add(image.slots)
    snapshot.add(index.slots)
    snapshot.add(milestones)
    state.write(to: &snapshot)
    return snapshot.end(at: LogPosition(end: end, lastTime: lastTime))
  }

  /// The place of each symbol among all, from 1.
  private func places(of symbols: [Symbol]) -> (Symbol) -> Symbol {
    let highest = symbols.max { $0.index < $1.index }?.index ?? 0
    var places = [UInt32](repeating: 0, count: Int(highest) + 1)
    for (place, symbol) in symbols.enumerated() { places[Int(symbol.index)] = UInt32(place + 1) }
    return { Symbol(index: places[Int($0.index)]) }
  }

  /// The history that a file holds. In a process without symbols it is used as it lies in the file,
  /// else its symbols become this process's and its indexes are laid anew.
  init(_ file: SnapshotFile) throws(SnapshotFault) {
    var snapshot = try FlatSnapshotReader(file)
    let numbers = try snapshot.numbers(3)
    let image = SymbolImage(
      texts: try snapshot.array(), starts: try snapshot.array(), slots: try snapshot.array(),
      seed: numbers[0])
    // Before anything else here becomes a symbol.
    let isAdopted = SymbolTable.shared.adopt(image)
    let slots = try snapshot.array(of: UInt64.self)
    let milestones = try snapshot.array(of: UInt64.self)
    var state = try DomainState(from: &snapshot)
    let sequence = Int(file.position.end.sequence)
    guard snapshot.isAtEnd, milestones.count == (sequence + Self.stride - 1) / Self.stride,
      slots.count.nonzeroBitCount == 1, numbers[1] < UInt64(slots.count)
    else { throw SnapshotFault() }
    if !isAdopted {
      guard let symbols = image.interned() else { throw SnapshotFault() }
      state = state.renumbered { symbols[Int($0.index)] }
    }
    self.init(
      state: state, index: EventIndex(slots: slots, count: Int(numbers[1]), seed: numbers[2]),
      end: file.position.end, lastTime: file.position.lastTime, milestones: milestones)
  }
}
