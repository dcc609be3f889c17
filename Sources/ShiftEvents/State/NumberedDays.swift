/// A number for each day, such as that of its last publication. Its memory grows with the stretches of days that got one.
package struct NumberedDays: Equatable, Sendable {
  struct Stretch: Equatable, Sendable, BitwiseCopyable {
    /// The first day, up to that of the next stretch.
    var first: Int32
    /// The number that these days got last, from 1; 0 for days without one.
    var last: UInt32
  }

  /// Ascending. Days before the first stretch have none.
  var stretches = FlatArray<Stretch>()

  package init() {}

  /// Returns `true` if a day has a number.
  ///
  /// - Complexity: O(log n) in the stretches.
  package func contains(_ date: LocalDate) -> Bool { last(of: date) > 0 }

  /// The number that a day got last, from 1; 0 if it has none.
  func last(of date: LocalDate) -> UInt32 { last(of: date.daysSinceEpoch) }

  private func last(of day: Int32) -> UInt32 {
    let behind = stretches.firstPlace { $0.first > day }
    return behind == 0 ? 0 : stretches[behind - 1].last
  }

  /// Gives the days from one to another, both counted, a number.
  ///
  /// - Complexity: linear in the stretches of later days, which are few: who publishes days has published earlier ones.
  mutating func insert(from first: LocalDate, to last: LocalDate, _ number: UInt32) {
    if last < first { return }
    let (lower, upper) = (first.daysSinceEpoch, last.daysSinceEpoch + 1)
    let rest = Stretch(first: upper, last: self.last(of: upper))
    let start = stretches.firstPlace { $0.first >= lower }
    let end = stretches.firstPlace { $0.first > upper }
    let later = stretches.elements(end..<stretches.count)
    stretches.removeLast(stretches.count - start)
    for stretch in [Stretch(first: lower, last: number), rest] + later { stretches.append(stretch) }
  }
}
