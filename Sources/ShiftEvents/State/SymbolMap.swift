/// A map from identifiers of one kind to the dense indexes of their records.
///
/// Symbols of one kind are mostly close together, and an array maps them to indexes. A symbol far
/// from the others (a person among shifts, a process with many logs) is stored beside that array, so
/// that the array has at most twenty-five elements for each symbol in the map. A symbol in the array is found there first.
struct SymbolMap: Sendable {
  /// The symbol that the first index belongs to.
  private(set) var first = 0
  /// The indexes by symbol; -1 for a symbol that is not in the map.
  private(set) var indexes = FlatArray<Int32>()
  private var others = FarIndexes()
  /// The number of empty places by which the array may still grow.
  private var spare = 0
  private static let sparePerSymbol = 24

  init() {}

  init(first: Int, indexes: FlatArray<Int32>) {
    self.first = first
    self.indexes = indexes
  }

  subscript(_ symbol: Symbol) -> Int? {
    let place = Int(symbol.index) - first
    if indexes.indices.contains(place), indexes[place] >= 0 { return Int(indexes[place]) }
    return others[symbol]
  }

  /// Adds or changes the index of a symbol.
  ///
  /// - Returns: the index that it had.
  @inline(__always)
  mutating func update(_ symbol: Symbol, to index: Int) -> Int? {
    let place = Int(symbol.index) - first
    if indexes.indices.contains(place), case let before = indexes[place], before >= 0 {
      indexes[place] = Int32(index)
      return Int(before)
    }
    let before = self[symbol]
    set(symbol, to: index)
    return before
  }

  /// Adds the index of a symbol that has none, or changes it.
  mutating func set(_ symbol: Symbol, to index: Int) {
    if indexes.isEmpty, others.count == 0 { first = Int(symbol.index) }
    let place = Int(symbol.index) - first
    let gap = place - indexes.count
    if gap == 0 {
      // The next symbol of its kind, as nearly all are.
      spare += Self.sparePerSymbol
      indexes.append(Int32(index))
      return
    }
    let isInArray = gap < 0 && place >= 0 && indexes[place] >= 0
    if !isInArray, others[symbol] == nil { spare += Self.sparePerSymbol }
    if place < 0 || gap > spare {
      others.set(symbol, to: index)
      return
    }
    if gap >= 0 {
      spare -= gap
      indexes.append(repeating: -1, count: gap)
      indexes.append(Int32(index))
    } else {
      indexes[place] = Int32(index)
    }
  }

  /// The indexes from the first symbol that has one to the last, and which symbol the first is.
  var trimmed: (first: Int, indexes: [Int32]) {
    if others.count == 0 { return (first, indexes.elements) }
    let contents = contents
    let (first, last) = (contents.keys.min()!, contents.keys.max()!)
    return (Int(first), (first...last).map { contents[$0] ?? -1 })
  }
}

/// Two maps are equal if they map the same identifiers to the same indexes.
extension SymbolMap: Equatable {
  static func == (first: SymbolMap, second: SymbolMap) -> Bool {
    let areAlike =
      first.first == second.first && first.others == second.others
      && first.indexes == second.indexes
    return areAlike || first.contents == second.contents
  }

  private var contents: [UInt32: Int32] {
    var contents = others.contents
    let indexes = indexes.elements
    var place = 0
    // A test process has many symbols, and `enumerated()` is slow in a debug build.
    while place < indexes.count {
      if indexes[place] >= 0 { contents[UInt32(first + place)] = indexes[place] }
      place += 1
    }
    return contents
  }
}
