import ShiftEvents

// Projections of one subject are views of the state: what an event means is said there, once.

extension FlatArray {
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
