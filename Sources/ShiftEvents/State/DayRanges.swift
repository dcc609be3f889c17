/// The least and the greatest day of each 256 records that lie one after another: those of some days are found
/// without a look at all others, since records come about in the order of their days.
///
/// It follows from the records: no snapshot holds it, and states with different ones are equal. It knows the records that it
/// was shown (`cover`), and must hear of each of these that gets another day.
struct DayRanges: Equatable, Sendable {
  private static let blockCount = 256
  private var ranges: [(least: Int32, greatest: Int32)] = []
  /// The number of records that it knows, the first ones.
  private(set) var known = 0

  /// Gets to know the records up to a number.
  mutating func cover(_ count: Int, _ date: (Int) -> LocalDate) {
    while known < count {
      if known % Self.blockCount == 0 { ranges.append((.max, .min)) }
      known += 1
      note(date(known - 1), at: known - 1)
    }
  }

  /// Hears of a record that was added or changed.
  @inline(__always)
  mutating func note(_ date: LocalDate, at place: Int) {
    if place >= known { return }
    let (block, day) = (place / Self.blockCount, date.daysSinceEpoch)
    if day < ranges[block].least { ranges[block].least = day }
    if day > ranges[block].greatest { ranges[block].greatest = day }
  }

  /// Forgets the records behind a number, which are no more.
  mutating func forget(behind count: Int) {
    known = min(known, count)
    ranges.removeLast(ranges.count - (known + Self.blockCount - 1) / Self.blockCount)
  }

  /// Hands over the places of records that may have one of some days, and of all that it does not know.
  ///
  /// - Complexity: the blocks, and the records of those that have one of the days.
  func forEachPlace(
    among count: Int, from first: LocalDate, to last: LocalDate, _ body: (Int) -> Void
  ) {
    for (block, range) in ranges.enumerated()
    where range.least <= last.daysSinceEpoch && first.daysSinceEpoch <= range.greatest {
      let start = block * Self.blockCount
      for place in start..<min(start + Self.blockCount, known) { body(place) }
    }
    for place in known..<max(known, count) { body(place) }
  }

  static func == (_: DayRanges, _: DayRanges) -> Bool { true }
}
