/// Gathers rows for a page: none that stands before its place, and few that stand behind its end.
///
/// - Complexity: O(1) a row, and O(k log k) for every k rows that were gathered in vain, for a page of k.
struct PageGathering<Row> {
  private let page: PageRequest?
  private let after: (number: Int, text: String)?
  private let number: (Row) -> Int
  private let text: (Row) -> String
  private var rows: [Row] = []
  /// No row with a higher number is on the page.
  private var highest = Int.max
  private let lowest: Int
  private var bound: Int

  init(
    _ page: PageRequest?, by number: @escaping (Row) -> Int, then text: @escaping (Row) -> String
  ) {
    (self.number, self.text) = (number, text)
    after = page?.cursor?.place
    lowest = after?.number ?? .min
    // A place that no number tells cannot be looked for.
    self.page = page?.cursor != nil && after == nil ? nil : page
    bound = self.page.map { min($0.limit, 1 << 20) * 2 + 64 } ?? .max
  }

  /// Returns `true` unless the page has no row of that number.
  @inline(__always)
  func mayTake(_ number: Int) -> Bool { number <= highest && number >= lowest }

  @inline(__always)
  mutating func add(_ row: Row, _ number: Int) {
    if !mayTake(number) { return }
    if let after, number == after.number, text(row) <= after.text { return }
    rows.append(row)
    if rows.count >= bound { prune() }
  }

  @inline(never)
  private mutating func prune() {
    guard let page else { return }
    let numbers = rows.map(number).sorted()
    // One more tells that another page follows.
    highest = numbers[min(page.limit, numbers.count - 1)]
    rows.removeAll { number($0) > highest }
    bound = max(bound, rows.count * 2)
  }

  /// The rows in their order.
  var inOrder: [Row] { ordered(rows, by: number, then: text) }
}
