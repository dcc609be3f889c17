extension LocalDate {
  /// `Mon 12`
  package var dayText: String { "\(weekdayNames[Int(weekday.rawValue)]) \(components.day)" }

  /// `Mon 12 Jan`
  package var shortText: String { "\(dayText) \(monthNames[components.month - 1].prefix(3))" }

  /// `Mon 12 Jan 2026`
  package var longText: String { "\(shortText) \(components.year)" }

  /// `January 2026`
  package var monthText: String { "\(monthNames[components.month - 1]) \(components.year)" }
}

private let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December",
]
private let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

extension Weekday {
  /// The day of a name in any case, or of its first three letters or more.
  package init?(word: String) {
    let word = word.lowercased()
    guard word.count >= 3,
      let day = Weekday.allCases.first(where: { "\($0)".hasPrefix(word) })
    else { return nil }
    self = day
  }
}
