/// A number for each day, such as that of its last publication. Its memory grows with the stretches of days that got one.
package struct IntervalMap: Equatable, Sendable {
  struct TimeSpan: Equatable, Sendable, BitwiseCopyable {
    /// The first day, up to that of the next stretch.
    var first: Int32
    /// The number that these days got last, from 1; 0 for days without one.
    var last: UInt32
  }

  /// Ascending. Days before the first stretch have none.
  var stretches = FlatArray<TimeSpan>()

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
    let rest = TimeSpan(first: upper, last: self.last(of: upper))
    let start = stretches.firstPlace { $0.first >= lower }
    let end = stretches.firstPlace { $0.first > upper }
    let later = stretches.elements(end..<stretches.count)
    stretches.removeLast(stretches.count - start)
    for stretch in [TimeSpan(first: lower, last: number), rest] + later {
      stretches.append(stretch)
    }
  }
}

/// The days that closed periods cover.
///
/// Sums of closings over stretches of days (P. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994):
/// to close days, to open them again and to ask for one costs the same, however many periods there are.
package struct ClosedDays: Equatable, Sendable {
  struct Sum: Equatable, Sendable, BitwiseCopyable {
    var place: Int32
    var closings: Int32
  }

  /// The closings that begin, less those that are over, in the stretch of days that ends at a place. A page without any is
  /// empty, and so is a list of such pages. A dictionary would cost a process 400,000 instructions for its type alone.
  private var pages: [[Int32]] = []
  private static let pageLength: Int32 = 1024

  package init() {}

  package static func == (first: ClosedDays, second: ClosedDays) -> Bool {
    first.all == second.all
  }

  /// As a snapshot has them: no 0 among them, ascending.
  var all: FlatArray<Sum> {
    get {
      var sums = FlatArray<Sum>()
      for (number, page) in pages.enumerated() {
        for (place, closings) in page.enumerated() where closings != 0 {
          let first = Int32(number) * Self.pageLength
          sums.append(Sum(place: first + Int32(place), closings: closings))
        }
      }
      return sums
    }
    set {
      pages = []
      for sum in newValue.elements { add(sum.closings, at: sum.place) }
    }
  }

  func contains(_ date: LocalDate) -> Bool {
    if pages.isEmpty || date > .last { return false }
    var (place, closings) = (Self.place(of: date), Int32(0))
    while place > 0 {
      let page = pages[Int(place / Self.pageLength)]
      if !page.isEmpty { closings += page[Int(place % Self.pageLength)] }
      place &= place - 1
    }
    return closings > 0
  }

  /// Closes the days from one to another, both counted, once more, or opens them again.
  mutating func change(from first: LocalDate, to last: LocalDate, isClosing: Bool) {
    if last < first { return }
    add(isClosing ? 1 : -1, from: Self.place(of: first))
    add(isClosing ? -1 : 1, from: Self.place(of: last + 1))
  }

  private mutating func add(_ closings: Int32, from first: Int32) {
    var place = first
    while place <= Self.place(of: .last) {
      add(closings, at: place)
      place += place & -place
    }
  }

  private mutating func add(_ closings: Int32, at place: Int32) {
    if pages.isEmpty {
      let count = Int(Self.place(of: .last) / Self.pageLength) + 1
      pages = [[Int32]](repeating: [], count: count)
    }
    let page = Int(place / Self.pageLength)
    if pages[page].isEmpty {
      pages[page] = [Int32](repeating: 0, count: Int(Self.pageLength))
    }
    pages[page][Int(place % Self.pageLength)] += closings
  }

  /// Places count from 1.
  private static func place(of date: LocalDate) -> Int32 {
    date.daysSinceEpoch - LocalDate.first.daysSinceEpoch + 1
  }
}

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

  /// Hands over the places of records among which are all that have one of some days, ascending.
  ///
  /// No list of ranges is made: the first of a process would look for conformances.
  ///
  /// - Parameters:
  ///   - days: numbers of days since 1970-01-01.
  ///   - count: that of all records.
  /// - Complexity: linear in the blocks.
  @inline(__always)
  package func forEachRange(
    on days: ClosedRange<Int>, of count: Int, _ body: (Range<Int>) -> Void
  ) {
    var (first, end) = (0, 0)
    for (block, range) in blocks.enumerated()
    where Int(range.least) <= days.upperBound && days.lowerBound <= Int(range.greatest) {
      let start = block * Self.blockLength
      if start != end {
        if first < end { body(first..<end) }
        first = start
      }
      end = min(start + Self.blockLength, count)
    }
    if first < end { body(first..<end) }
  }

  func forEachPlace(
    from first: LocalDate, to last: LocalDate, of count: Int, _ body: (Int) -> Void
  ) {
    if last < first { return }
    forEachRange(on: Int(first.daysSinceEpoch)...Int(last.daysSinceEpoch), of: count) {
      for place in $0 { body(place) }
    }
  }
}
