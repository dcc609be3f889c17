/// A multimap from (identifier, number) to record indexes, such as from user and day to shifts, in flat
/// arrays.
///
/// Open addressing with linear probing (`probe`). Keys are never removed; an emptied list costs one slot.
/// Finding a list takes constant time, removing an element takes time linear in its list.
package struct PairIndex: Sendable {
  struct Node: Equatable, Sendable, BitwiseCopyable {
    var element: Int32
    var next: Int32
  }

  private(set) var keys: FlatArray<UInt64>
  private(set) var heads: FlatArray<Int32>
  private(set) var nodes: FlatArray<Node>
  private(set) var freeNode: Int32
  private(set) var usedSlots: Int

  /// An empty index, whose memory all share until they change it.
  fileprivate static let empty = PairIndex(
    keys: FlatArray(repeating: 0, count: 64), heads: FlatArray(repeating: -1, count: 64),
    nodes: FlatArray(), freeNode: -1, usedSlots: 0)

  private func key(_ id: some SymbolIdentifier, _ number: Int) -> UInt64 {
    UInt64(id.symbolIndex) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
  }

  private func slot(_ key: UInt64) -> Int {
    let home = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32)
    return probe(from: home, keys.count - 1) { keys[$0] == 0 || keys[$0] == key }
  }

  /// The elements under the key, newest first.
  package func elements(_ id: some SymbolIdentifier, _ number: Int) -> [Int] {
    var elements: [Int] = []
    forEach(id, number) { elements.append($0) }
    return elements
  }

  package func forEach(_ id: some SymbolIdentifier, _ number: Int, _ body: (Int) -> Void) {
    var node = heads[slot(key(id, number))]
    while node >= 0 {
      body(Int(nodes[Int(node)].element))
      node = nodes[Int(node)].next
    }
  }

  /// Returns `true` if the element is under the key.
  package func contains(_ element: Int, _ id: some SymbolIdentifier, _ number: Int) -> Bool {
    var isThere = false
    forEach(id, number) { if $0 == element { isThere = true } }
    return isThere
  }

  /// Hands over every element with its key, list by list.
  package func forEach(_ body: (_ symbol: UInt32, _ number: UInt32, _ element: Int) -> Void) {
    for (slot, key) in keys.elements.enumerated() where key != 0 {
      var node = heads[slot]
      while node >= 0 {
        body(UInt32(key >> 32), UInt32(truncatingIfNeeded: key), Int(nodes[Int(node)].element))
        node = nodes[Int(node)].next
      }
    }
  }

  package mutating func insert(_ element: Int, _ id: some SymbolIdentifier, _ number: Int) {
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
  }

  mutating func remove(_ element: Int, _ id: some SymbolIdentifier, _ number: Int) {
    let place = slot(key(id, number))
    var previous: Int32 = -1
    var node = heads[place]
    while node >= 0 {
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

  /// Makes room for the given number of further keys.
  mutating func reserve(_ count: Int) {
    if (usedSlots + count) * 4 > keys.count * 3 { grow(toHold: usedSlots + count) }
  }

  /// Returns an empty index with room for the lists that have elements, and for so many more, though at most twice as
  /// many in all.
  ///
  /// In a table that grows, keys that come in the order of the slots of another gather in its first half.
  func emptied(roomForMore more: Int = 0) -> PairIndex {
    let lists = heads.reduce(0) { $1 < 0 ? $0 : $0 + 1 }
    var emptied = PairIndex()
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
extension PairIndex {
  package init() { self = Self.empty }
}

/// Two indexes are equal if the same elements are under the same keys, in any order.
extension PairIndex: Equatable {
  package static func == (first: PairIndex, second: PairIndex) -> Bool {
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
