import ShiftEvents

extension FlatArray {
  /// The records that fulfil a condition, by a number and then by a text; of a page no more than it needs.
  @inline(__always)
  func ordered(
    by number: @escaping (Element) -> Int, then text: @escaping (Element) -> String,
    on page: PageRequest? = nil, where isWanted: (Element) -> Bool
  ) -> [Element] {
    var wanted = PageGathering<Element>(page, by: number, then: text)
    forEachRecord { record in
      let place = number(record)
      if wanted.mayTake(place), isWanted(record) { wanted.add(record, place) }
    }
    return wanted.inOrder
  }
}

/// Gathers rows for a page: none that stands before its place, and few that stand behind its end.
///
/// - Complexity: O(1) a row, and O(k log k) for every k rows that were gathered in vain, for a page of k.
struct PageGathering<Row> {
  private let page: PageRequest?
  private let after: (number: Int, text: String)?
  private let number: (Row) -> Int
  private let text: (Row) -> String
  private var rows: [Row] = []
  /// The last row that the page may have.
  private var highest = Int.max
  private var lastText = ""
  private let lowest: Int
  private let bound: Int
  private let isOrdered: Bool

  /// - Parameter after: the place behind which the page begins, where the cursor does not tell it by itself.
  init(
    _ page: PageRequest?, by number: @escaping (Row) -> Int, then text: @escaping (Row) -> String,
    after: (number: Int, text: String)? = nil
  ) {
    (self.number, self.text, isOrdered) = (number, text, page?.isOrdered ?? true)
    self.after = after ?? page?.cursor?.place
    lowest = self.after?.number ?? .min
    // A place that no number tells cannot be looked for.
    let isKnown = page?.cursor == nil || self.after != nil
    self.page = page.flatMap { isKnown && $0.limit < 1 << 20 ? $0 : nil }
    bound = self.page.map { $0.limit * 2 + 64 } ?? .max
  }

  /// Returns `true` unless the page has no row of these numbers.
  @inline(__always)
  func mayTake(_ number: Int, count: Int = 1) -> Bool {
    number <= highest && number + count > lowest
  }

  @inline(__always)
  mutating func add(_ row: Row, _ number: Int) { if mayTake(number) { take(row, number) } }

  private mutating func take(_ row: Row, _ number: Int) {
    if let after, number == after.number, text(row) <= after.text { return }
    if number == highest, text(row) > lastText { return }
    rows.append(row)
    guard rows.count >= bound, let page else { return }
    // One more tells that another page follows.
    rows = Array(inOrder.prefix(page.limit + 1))
    if let last = rows.last { (highest, lastText) = (self.number(last), text(last)) }
  }

  var inOrder: [Row] { isOrdered ? ordered(rows, by: number, then: text) : rows }
}
