extension WeekSection {
  /// The heights of rows and shifts on paper, and the size of their text.
  var sizes: String {
    func points(_ size: Double) -> String { "\(plainNumber((size * 10).rounded(.down) / 10))pt" }
    let row = rowPoints
    return
      "--row: \(points(row)); --chip: \(points(row - 1)); --text: \(points(min(row * 0.63, 9)))"
  }

  /// The height of a shift on paper, in points: so that 30 people fit on one landscape page of A4 or Letter, and
  /// twice as many on two.
  private var rowPoints: Double {
    let heights = linesOfRows
    let lines = heights.reduce(0, +)
    var pages = (people.count + 29) / 30
    while true {
      let height = Self.firstPage + Double(pages - 1) * Self.furtherPage
      // A row stands on one page, so that a page may end with a gap.
      let gaps = (pages - 1) * (heights.max() ?? 1)
      let row =
        (height - Double(heights.count) * Self.rule) / Double(max(lines + gaps, 1))
      if row >= Self.leastRow { return min(row, Self.mostRow) }
      pages += 1
    }
  }

  /// The points that rows may take: what A4 has between its margins, without heading, days and legend.
  private static let firstPage = 470.0
  private static let furtherPage = 526.0
  private static let rule = 0.5
  private static let leastRow = 7.5
  private static let mostRow = 22.0
}
