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
  ///
  /// A row stands on one page, so that each page but the last may end with a gap as high as the highest row. No row has
  /// more than ``mostLines``, so that a further page always has room for more than its gap takes, and enough pages for
  /// rows of the least height are found without a search.
  private var rowPoints: Double {
    let heights = linesOfRows
    let lines = Double(heights.reduce(0, +))
    let highest = Double(heights.max() ?? 1)
    let rules = Double(heights.count) * Self.rule
    let missing = lines * Self.leastRow + rules - Self.firstPage
    let needed = (missing / (Self.furtherPage - highest * Self.leastRow)).rounded(.up)
    let further = max(needed, Double((people.count + 29) / 30 - 1), 0)
    let height = Self.firstPage + further * Self.furtherPage - rules
    return min(height / (lines + further * highest), Self.mostRow)
  }

  /// The most shifts and absences of a day in one row; what is more stands in a row below it.
  static let mostLines = 40

  /// The points that rows may take: what A4 has between its margins, without heading, days and legend.
  private static let firstPage = 470.0
  private static let furtherPage = 526.0
  private static let rule = 0.5
  private static let leastRow = 7.5
  private static let mostRow = 22.0
}
