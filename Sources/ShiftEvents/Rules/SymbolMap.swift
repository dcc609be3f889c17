/// From identifiers of one kind to the dense indexes of their records.
struct SymbolMap: Equatable, Sendable {
  private var indexes: [Int32] = []

  subscript(_ symbol: Symbol) -> Int? {
    let place = Int(symbol.index)
    guard place < indexes.count, indexes[place] >= 0 else { return nil }
    return Int(indexes[place])
  }

  mutating func set(_ symbol: Symbol, to index: Int) {
    let place = Int(symbol.index)
    if place >= indexes.count {
      indexes.reserveCapacity(max(place + 1, indexes.count * 2))
      indexes.append(contentsOf: repeatElement(-1, count: place + 1 - indexes.count))
    }
    indexes[place] = Int32(index)
  }
}
