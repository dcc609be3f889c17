import ShiftEvents

/// The span of days that one row of hours counts.
public enum HoursGrouping: String, CaseIterable, Sendable {
  /// An ISO week.
  case week
  /// A month of the calendar.
  case month
  /// A day.
  case day
  /// All days that are chosen: a row a person.
  case person

  /// Returns `true` for the text of such a span.
  func mayHave(span text: String) -> Bool {
    switch self {
    case .week: WeekOfYear(text) != nil
    case .month: LocalDate(text + "-01") != nil
    case .day: LocalDate(text) != nil
    case .person: text.isEmpty
    }
  }

  /// The first day of the span that a day is in; the same for all days of `person`.
  func firstDay(of date: LocalDate) -> LocalDate {
    switch self {
    case .week: date + -Int(date.weekday.rawValue)
    case .month: date + (1 - date.components.day)
    case .day: date
    case .person: LocalDate(daysSinceEpoch: 0)
    }
  }

  /// The last day of the span of a week, a month or a day that begins on a day.
  func lastDay(from first: LocalDate) -> LocalDate {
    switch self {
    case .week: first + 6
    case .month: firstDay(of: first + 31) + -1
    case .day, .person: first
    }
  }
}
