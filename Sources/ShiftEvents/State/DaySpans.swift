/// A set of days, as the fewest spans that have them all. Its memory grows with the gaps between them.
package struct DaySpans: Equatable, Sendable {
  /// The first day of each span and the first day behind it, ascending.
  var bounds = FlatArray<Int32>()

  package init() {}

  /// Returns `true` if a day is in the set.
  ///
  /// - Complexity: O(log n) in the spans.
  package func contains(_ date: LocalDate) -> Bool {
    bounds.firstPlace { $0 > date.daysSinceEpoch } % 2 == 1
  }

  /// Adds the days from one to another, both counted.
  ///
  /// - Complexity: linear in the spans.
  mutating func insert(from first: LocalDate, to last: LocalDate) {
    if last < first { return }
    let (lower, upper) = (first.daysSinceEpoch, last.daysSinceEpoch + 1)
    // Spans that touch the new one go into it.
    let (start, end) = (bounds.firstPlace { $0 >= lower }, bounds.firstPlace { $0 > upper })
    var new: [Int32] = []
    if start % 2 == 0 { new.append(lower) }
    if end % 2 == 0 { new.append(upper) }
    var all = bounds.elements
    all.replaceSubrange(start..<end, with: new)
    bounds = FlatArray(all)
  }
}
