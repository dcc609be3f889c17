/// Which records belong to a user on a day: lists under the key (user, number), kept in flat arrays.
///
/// Open addressing with linear probing; keys are never taken out, an emptied list costs one slot.
/// Finding a list takes constant time, taking an element out time linear in its list.
struct DayIndex: Sendable {
  private struct Node: Equatable, Sendable {
    var element: Int32
    var next: Int32
  }

  private var keys = [UInt64](repeating: 0, count: 64)
  private var heads = [Int32](repeating: -1, count: 64)
  private var nodes: [Node] = []
  private var freeNode: Int32 = -1
  private var usedSlots = 0

  private func key(_ user: UserID, _ number: Int) -> UInt64 {
    UInt64(user.symbolIndex) << 32 | UInt64(UInt32(truncatingIfNeeded: number))
  }

  private func slot(_ key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while keys[slot] != 0 && keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  /// The elements under the key, newest first.
  func elements(_ user: UserID, _ number: Int) -> [Int] {
    var elements: [Int] = []
    forEach(user, number) { elements.append($0) }
    return elements
  }

  func forEach(_ user: UserID, _ number: Int, _ body: (Int) -> Void) {
    var node = heads[slot(key(user, number))]
    while node >= 0 {
      body(Int(nodes[Int(node)].element))
      node = nodes[Int(node)].next
    }
  }

  mutating func insert(_ element: Int, _ user: UserID, _ number: Int) {
    let key = key(user, number)
    var place = slot(key)
    if keys[place] == 0 {
      usedSlots += 1
      if usedSlots * 2 > keys.count {
        grow()
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

  mutating func remove(_ element: Int, _ user: UserID, _ number: Int) {
    let place = slot(key(user, number))
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

  private mutating func grow() {
    let (oldKeys, oldHeads) = (keys, heads)
    keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
    heads = [Int32](repeating: -1, count: oldKeys.count * 2)
    for (index, key) in oldKeys.enumerated() where key != 0 {
      let place = slot(key)
      keys[place] = key
      heads[place] = oldHeads[index]
    }
  }
}

/// Equal where the same elements are under the same keys, in whichever order they came.
extension DayIndex: Equatable {
  static func == (first: DayIndex, second: DayIndex) -> Bool {
    first.contents == second.contents
  }

  private var contents: [UInt64: [Int32]] {
    var contents: [UInt64: [Int32]] = [:]
    for (slot, key) in keys.enumerated() where key != 0 && heads[slot] >= 0 {
      var elements: [Int32] = []
      var node = heads[slot]
      while node >= 0 {
        elements.append(nodes[Int(node)].element)
        node = nodes[Int(node)].next
      }
      contents[key] = elements.sorted()
    }
    return contents
  }
}
