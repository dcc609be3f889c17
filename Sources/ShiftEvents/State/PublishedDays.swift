/// The last publication of each day. Its memory grows with the publications.
package struct PublishedDays: Equatable, Sendable {
  struct Stretch: Equatable, Sendable, BitwiseCopyable {
    /// The first day, up to that of the next stretch.
    var first: Int32
    /// The number of the last publication, from 1; 0 for days without one.
    var last: UInt32
  }

  /// Ascending. Days before the first stretch have no publication.
  var stretches = FlatArray<Stretch>()

  package init() {}

  /// Returns `true` if a day was published.
  ///
  /// - Complexity: O(log n) in the stretches.
  package func contains(_ date: LocalDate) -> Bool { last(of: date) > 0 }

  /// The number of the last publication of a day, from 1; 0 if it has none.
  func last(of date: LocalDate) -> UInt32 { last(of: date.daysSinceEpoch) }

  private func last(of day: Int32) -> UInt32 {
    let behind = stretches.firstPlace { $0.first > day }
    return behind == 0 ? 0 : stretches[behind - 1].last
  }

  /// Gives the days from one to another, both counted, to a publication.
  ///
  /// - Complexity: linear in the stretches.
  mutating func insert(from first: LocalDate, to last: LocalDate, _ publication: UInt32) {
    if last < first { return }
    let (lower, upper) = (first.daysSinceEpoch, last.daysSinceEpoch + 1)
    let rest = Stretch(first: upper, last: self.last(of: upper))
    let start = stretches.firstPlace { $0.first >= lower }
    let end = stretches.firstPlace { $0.first > upper }
    var all = stretches.elements
    all.replaceSubrange(start..<end, with: [Stretch(first: lower, last: publication), rest])
    stretches = FlatArray(all)
  }
}
