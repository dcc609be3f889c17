/// A multimap from (identifier, number) to record indexes, such as from user and day to shifts, in flat
/// arrays.
///
/// Open addressing with linear probing (`probe`). Keys are never removed; an emptied list costs one slot.
/// Finding a list takes constant time, and so does removing an element: a short list is walked, of a long one it is
/// known where each element is.
package struct MultiMap: Sendable {
  struct Node: Equatable, Sendable, BitwiseCopyable {
    var element: Int32
    var next: Int32
  }

  private(set) var keys: FlatArray<UInt64>
  private(set) var heads: FlatArray<Int32>
  private(set) var nodes: FlatArray<Node>
  private(set) var freeNode: Int32
  private(set) var usedSlots: Int
  /// The nodes of each element of the lists, by their keys, that were found to be long.
  private(set) var longLists: [UInt64: [Int32: [Int32]]] = [:]
  private static let shortCount = 64

  /// An empty index, whose memory all share until they change it.
  fileprivate static let empty = MultiMap(
    keys: FlatArray(repeating: 0, count: 64), heads: FlatArray(repeating: -1, count: 64),
    nodes: FlatArray(), freeNode: -1, usedSlots: 0)

  private func key(_ id: some InternedIdentifier, _ number: Int) -> UInt64 {
    UInt64(id.symbolIndex) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
  }

  private func slot(_ key: UInt64) -> Int {
    let home = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
    return probe(from: home, keys.count - 1) { keys[$0] == 0 || keys[$0] == key }
  }

  /// The elements under the key, newest first.
  package func elements(_ id: some InternedIdentifier, _ number: Int) -> [Int] {
    var elements: [Int] = []
    forEach(id, number) { elements.append($0) }
    return elements
  }

  package func forEach(_ id: some InternedIdentifier, _ number: Int, _ body: (Int) -> Void) {
    var node = heads[slot(key(id, number))]
    while node >= 0 {
      body(Int(nodes[Int(node)].element))
      node = nodes[Int(node)].next
    }
  }

  /// Returns `true` if the element is under the key.
  package func contains(_ element: Int, _ id: some InternedIdentifier, _ number: Int) -> Bool {
    if let list = longList(key(id, number)) { return list[Int32(element)] != nil }
    return first(id, number) { $0 == element } != nil
  }

  /// The newest element under the key that fits.
  func first(
    _ id: some InternedIdentifier, _ number: Int, where fits: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var node = heads[slot(key(id, number))]
    while node >= 0 {
      let element = Int(nodes[Int(node)].element)
      if fits(element) { return element }
      node = nodes[Int(node)].next
    }
    return nil
  }

  /// Hands over every element with its key, list by list.
  package func forEach(_ body: (_ symbol: UInt32, _ number: UInt32, _ element: Int) -> Void) {
    let keys = keys.elements
    for slot in keys.indices where keys[slot] != 0 {
      let key = keys[slot]
      var node = heads[slot]
      while node >= 0 {
        body(UInt32(key >> 32), UInt32(truncatingIfNeeded: key), Int(nodes[Int(node)].element))
        node = nodes[Int(node)].next
      }
    }
  }

  package mutating func insert(_ element: Int, _ id: some InternedIdentifier, _ number: Int) {
    let key = key(id, number)
    var place = slot(key)
    if keys[place] == 0 {
      usedSlots += 1
      if usedSlots * 4 > keys.count * 3 {
        grow(toHold: usedSlots)
        place = slot(key)
      }
      keys[place] = key
    }
    let node = Node(element: Int32(element), next: heads[place])
    if freeNode >= 0 {
      heads[place] = freeNode
      freeNode = nodes[Int(freeNode)].next
      nodes[Int(heads[place])] = node
    } else {
      heads[place] = Int32(nodes.count)
      nodes.append(node)
    }
    if !longLists.isEmpty { longLists[key]?[Int32(element), default: []].append(heads[place]) }
  }

  /// Adds an element to a list that does not have it.
  package mutating func insertNew(_ element: Int, _ id: some InternedIdentifier, _ number: Int) {
    let key = key(id, number)
    if longList(key) == nil {
      var (count, isThere) = (0, false)
      forEach(id, number) {
        count += 1
        if $0 == element { isThere = true }
      }
      if isThere { return }
      if count > Self.shortCount { noteLong(key) }
    } else if contains(element, id, number) {
      return
    }
    insert(element, id, number)
  }

  mutating func remove(_ element: Int, _ id: some InternedIdentifier, _ number: Int) {
    let key = key(id, number)
    if longList(key) != nil { return removeFromLong(Int32(element), key) }
    let place = slot(key)
    var previous: Int32 = -1
    var node = heads[place]
    var count = 0
    while node >= 0 {
      count += 1
      if count > Self.shortCount {
        noteLong(key)
        return removeFromLong(Int32(element), key)
      }
      let next = nodes[Int(node)].next
      if nodes[Int(node)].element == Int32(element) {
        if previous < 0 { heads[place] = next } else { nodes[Int(previous)].next = next }
        nodes[Int(node)].next = freeNode
        freeNode = node
        return
      }
      (previous, node) = (node, next)
    }
  }

  @inline(__always)
  private func longList(_ key: UInt64) -> [Int32: [Int32]]? {
    longLists.isEmpty ? nil : longLists[key]
  }

  /// Notes where each element of a list is.
  private mutating func noteLong(_ key: UInt64) {
    var places: [Int32: [Int32]] = [:]
    var node = heads[slot(key)]
    while node >= 0 {
      places[nodes[Int(node)].element, default: []].append(node)
      node = nodes[Int(node)].next
    }
    longLists[key] = places
  }

  /// Removes an element; the first of the list takes its place.
  private mutating func removeFromLong(_ element: Int32, _ key: UInt64) {
    guard let node = longLists[key]?[element]?.popLast() else { return }
    if longLists[key]?[element]?.isEmpty == true { longLists[key]?[element] = nil }
    let place = slot(key)
    let first = heads[place]
    if first != node {
      let moved = nodes[Int(first)].element
      longLists[key]?[moved]?.removeAll { $0 == first }
      longLists[key]?[moved]?.append(node)
      nodes[Int(node)].element = moved
    }
    heads[place] = nodes[Int(first)].next
    nodes[Int(first)].next = freeNode
    freeNode = first
    if longLists[key]?.isEmpty == true { longLists[key] = nil }
  }

  /// Makes room for the given number of further keys.
  mutating func reserve(_ count: Int) {
    if (usedSlots + count) * 4 > keys.count * 3 { grow(toHold: usedSlots + count) }
  }

  /// Returns an empty index with room for the lists that have elements, and for so many more, though at most twice as
  /// many in all.
  ///
  /// The room is made beforehand. Keys that come in the slot order of another table would crowd the first half of a table
  /// that grows.
  func emptied(roomForMore more: Int = 0) -> MultiMap {
    let lists = heads.reduce(0) { $1 < 0 ? $0 : $0 + 1 }
    var emptied = MultiMap()
    emptied.reserve(lists + min(more, lists))
    return emptied
  }

  private mutating func grow(toHold count: Int) {
    let (oldKeys, oldHeads) = (keys, heads)
    var slotCount = keys.count
    while count * 4 > slotCount * 3 { slotCount *= 2 }
    keys = FlatArray(repeating: 0, count: slotCount)
    heads = FlatArray(repeating: -1, count: slotCount)
    for (index, key) in oldKeys.enumerated() where key != 0 {
      let place = slot(key)
      keys[place] = key
      heads[place] = oldHeads[index]
    }
  }
}

// Beside the struct, so that it has its memberwise initialiser, too.
extension MultiMap { package init() { self = Self.empty } }

/// Two indexes are equal if the same elements are under the same keys, in any order.
extension MultiMap: Equatable {
  package static func == (first: MultiMap, second: MultiMap) -> Bool {
    first.contents == second.contents
  }

  private var contents: [UInt64: [Int]] {
    var contents: [UInt64: [Int]] = [:]
    forEach { symbol, number, element in
      contents[UInt64(symbol) << 32 | UInt64(number), default: []].append(element)
    }
    return contents.mapValues { $0.sorted() }
  }
}

/// Indexes by symbol where few symbols have one: open addressing with linear probing (`probe`).
///
/// A slot is one word: 32 bits of the symbol, 32 of its index; 0 is free, as no identifier is symbol 0.
struct SparseIndex: Equatable, Sendable {
  private var slots: [UInt64] = []
  private(set) var count = 0

  subscript(_ symbol: InternedID) -> Int? {
    if count == 0 { return nil }
    let word = slots[place(of: symbol)]
    return word == 0 ? nil : Int(Int32(truncatingIfNeeded: word))
  }

  mutating func set(_ symbol: InternedID, to index: Int) {
    if count * 4 >= slots.count * 3 { grow() }
    let place = place(of: symbol)
    if slots[place] == 0 { count += 1 }
    slots[place] = UInt64(symbol.index) << 32 | UInt64(UInt32(index))
  }

  /// The place of the symbol, or the free one where it would be.
  private func place(of symbol: InternedID) -> Int {
    let home = Int(truncatingIfNeeded: (UInt64(symbol.index) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    return probe(from: home, slots.count - 1) {
      slots[$0] == 0 || UInt32(slots[$0] >> 32) == symbol.index
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(16, 2 * old.count))
    for word in old where word != 0 {
      slots[place(of: InternedID(index: UInt32(word >> 32)))] = word
    }
  }

  var contents: [UInt32: Int32] {
    var contents: [UInt32: Int32] = [:]
    for word in slots where word != 0 {
      contents[UInt32(word >> 32)] = Int32(truncatingIfNeeded: word)
    }
    return contents
  }
}

/// A map from identifiers of one kind to the dense indexes of their records.
///
/// Symbols of one kind are mostly close together, and an array maps them to indexes. A symbol far
/// from the others (a person among shifts, a process with many logs) is stored beside that array, so
/// that the array has at most twenty-five elements for each symbol in the map. A symbol in the array is found there first.
struct InternedMap: Sendable {
  /// The symbol that the first index belongs to.
  private(set) var first = 0
  /// The indexes by symbol; -1 for a symbol that is not in the map.
  private(set) var indexes = FlatArray<Int32>()
  private var others = SparseIndex()
  /// The number of empty places by which the array may still grow.
  private var spare = 0
  private static let sparePerSymbol = 24

  init() {}

  init(first: Int, indexes: FlatArray<Int32>) { (self.first, self.indexes) = (first, indexes) }

  subscript(_ symbol: InternedID) -> Int? {
    let place = Int(symbol.index) - first
    if place >= 0, place < indexes.count, indexes[place] >= 0 { return Int(indexes[place]) }
    return others[symbol]
  }

  /// Adds or changes the index of a symbol.
  ///
  /// - Returns: the index that it had.
  @inline(__always)
  mutating func update(_ symbol: InternedID, to index: Int) -> Int? {
    let place = Int(symbol.index) - first
    if place >= 0, place < indexes.count, case let before = indexes[place], before >= 0 {
      indexes[place] = Int32(index)
      return Int(before)
    }
    let before = self[symbol]
    set(symbol, to: index)
    return before
  }

  /// Adds the index of a symbol that has none, or changes it.
  mutating func set(_ symbol: InternedID, to index: Int) {
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
    var indexes = [Int32](repeating: -1, count: Int(last - first) + 1)
    for (symbol, index) in contents { indexes[Int(symbol - first)] = index }
    return (Int(first), indexes)
  }
}

/// Two maps are equal if they map the same identifiers to the same indexes.
extension InternedMap: Equatable {
  static func == (first: InternedMap, second: InternedMap) -> Bool {
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
