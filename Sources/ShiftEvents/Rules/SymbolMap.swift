/// From identifiers of one kind to the dense indexes of their records.
struct SymbolMap: Sendable {
  private var indexes: [Int32] = []

  subscript(_ symbol: Symbol) -> Int? {
    let place = Int(symbol.index)
    guard place < indexes.count, indexes[place] >= 0 else { return nil }
    return Int(indexes[place])
  }

  mutating func set(_ symbol: Symbol, to index: Int) {
    let place = Int(symbol.index)
    if place >= indexes.count {
      indexes.append(contentsOf: repeatElement(-1, count: place + 1 - indexes.count))
    }
    indexes[place] = Int32(index)
  }
}

/// Equal where the same identifiers lead to the same places.
extension SymbolMap: Equatable {
  static func == (first: SymbolMap, second: SymbolMap) -> Bool {
    let (short, long) =
      first.indexes.count < second.indexes.count
      ? (first.indexes, second.indexes) : (second.indexes, first.indexes)
    return long.starts(with: short) && long[short.count...].allSatisfy { $0 < 0 }
  }
}
