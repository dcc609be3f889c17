/// From identifiers of one kind to the dense indexes of their records.
///
/// In a snapshot the symbols of one kind follow each other, so that a map of it is one short array.
/// What is added to such a map later stands beside that array.
struct SymbolMap: Sendable {
  /// The symbol that the first index belongs to.
  private(set) var first = 0
  /// -1 where a symbol has none.
  private(set) var indexes = FlatArray<Int32>()
  private var others: [UInt32: Int32] = [:]
  private let isFromSnapshot: Bool

  init() { isFromSnapshot = false }

  init(first: Int, indexes: FlatArray<Int32>) {
    self.first = first
    self.indexes = indexes
    isFromSnapshot = true
  }

  subscript(_ symbol: Symbol) -> Int? {
    let place = Int(symbol.index) - first
    if indexes.indices.contains(place) {
      return indexes[place] >= 0 ? Int(indexes[place]) : nil
    }
    return isFromSnapshot ? others[symbol.index].map(Int.init) : nil
  }

  mutating func set(_ symbol: Symbol, to index: Int) {
    let place = Int(symbol.index) - first
    if indexes.indices.contains(place) {
      indexes[place] = Int32(index)
    } else if isFromSnapshot {
      others[symbol.index] = Int32(index)
    } else {
      indexes.append(contentsOf: repeatElement(-1, count: place - indexes.count))
      indexes.append(Int32(index))
    }
  }

  /// The indexes from the first symbol that has one to the last, and which symbol the first is.
  var trimmed: (first: Int, indexes: [Int32]) {
    precondition(!isFromSnapshot)
    guard let start = indexes.firstIndex(where: { $0 >= 0 }),
      let end = indexes.lastIndex(where: { $0 >= 0 })
    else { return (0, []) }
    return (start, Array(indexes[start...end]))
  }
}

/// Equal where the same identifiers lead to the same places.
extension SymbolMap: Equatable {
  static func == (first: SymbolMap, second: SymbolMap) -> Bool {
    if first.isFromSnapshot || second.isFromSnapshot { return first.contents == second.contents }
    let (short, long) =
      first.indexes.count < second.indexes.count
      ? (first.indexes.elements, second.indexes.elements)
      : (second.indexes.elements, first.indexes.elements)
    return long.starts(with: short) && long[short.count...].allSatisfy { $0 < 0 }
  }

  private var contents: [UInt32: Int32] {
    var contents = others
    for (place, index) in indexes.elements.enumerated() where index >= 0 {
      contents[UInt32(first + place)] = index
    }
    return contents
  }
}
