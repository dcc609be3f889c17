/// The days that closed periods cover.
///
/// Sums of closings over stretches of days (P. Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994):
/// to close days, to open them again and to ask for one costs the same, however many periods there are.
package struct ClosedDays: Equatable, Sendable {
  struct Sum: Equatable, Sendable, BitwiseCopyable {
    var place: Int32
    var closings: Int32
  }

  /// The closings that begin, less those that are over, in the stretch of days that ends at a place; no 0 among them.
  private var sums: [Int32: Int32] = [:]

  package init() {}

  /// As a snapshot has them.
  var all: FlatArray<Sum> {
    get {
      FlatArray(sums.map { Sum(place: $0, closings: $1) }.sorted { $0.place < $1.place })
    }
    set { sums = newValue.reduce(into: [:]) { $0[$1.place] = $1.closings } }
  }

  func contains(_ date: LocalDate) -> Bool {
    if date > .last { return false }
    var (place, closings) = (Self.place(of: date), Int32(0))
    while place > 0 {
      closings += sums[place] ?? 0
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
      let sum = (sums[place] ?? 0) + closings
      sums[place] = sum == 0 ? nil : sum
      place += place & -place
    }
  }

  /// Places count from 1.
  private static func place(of date: LocalDate) -> Int32 {
    date.daysSinceEpoch - LocalDate.first.daysSinceEpoch + 1
  }
}
