import ShiftEvents

// Projections of one subject are views of the state: what an event means is said there, once.

extension FlatArray {
  /// The records that fulfil a condition.
  @inline(__always)
  func records(where isWanted: (Element) -> Bool) -> [Element] {
    var wanted: [Element] = []
    forEachRecord { if isWanted($0) { wanted.append($0) } }
    return wanted
  }

  /// Hands over each record, in the order in which they were added.
  @inline(__always)
  func forEachRecord(_ body: (Element) -> Void) {
    var start = 0
    while case let block = block(from: start), !block.isEmpty {
      for record in block { body(record) }
      start += block.count
    }
  }
}
