/// The least and the greatest day of each 256 records that lie one after another: those of some days are found
/// without a look at all others, since records come about in the order of their days.
package struct DayRanges: Equatable, Sendable {
  struct Block: Equatable, Sendable, BitwiseCopyable {
    var least: Int32
    var greatest: Int32
  }

  private static let blockLength = 256
  var blocks = FlatArray<Block>()

  /// Notes the days of a record that was added or changed.
  @inline(__always)
  mutating func note(_ first: LocalDate, to last: LocalDate, at place: Int) {
    let (first, last) = (first.daysSinceEpoch, last.daysSinceEpoch)
    let block = place / Self.blockLength
    if block == blocks.count {
      blocks.append(Block(least: first, greatest: last))
    } else if first < blocks[block].least || last > blocks[block].greatest {
      blocks[block].least = min(blocks[block].least, first)
      blocks[block].greatest = max(blocks[block].greatest, last)
    }
  }

  /// The places of records among which are all that have one of some days, ascending.
  ///
  /// - Parameters:
  ///   - days: numbers of days since 1970-01-01.
  ///   - count: that of all records.
  /// - Complexity: linear in the blocks.
  package func places(on days: ClosedRange<Int>, of count: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    for (block, range) in blocks.enumerated()
    where Int(range.least) <= days.upperBound && days.lowerBound <= Int(range.greatest) {
      let start = block * Self.blockLength
      let end = min(start + Self.blockLength, count)
      if places.last?.upperBound == start {
        places[places.count - 1] = places[places.count - 1].lowerBound..<end
      } else {
        places.append(start..<end)
      }
    }
    return places
  }

  func forEachPlace(
    from first: LocalDate, to last: LocalDate, of count: Int, _ body: (Int) -> Void
  ) {
    if last < first { return }
    for range in places(on: Int(first.daysSinceEpoch)...Int(last.daysSinceEpoch), of: count) {
      for place in range { body(place) }
    }
  }
}
