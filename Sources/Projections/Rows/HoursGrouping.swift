import ShiftEvents

/// The period of one row of hours: a span of days, or a name that shifts have.
public enum HoursGrouping: String, CaseIterable, Sendable {
  /// An ISO week.
  case week
  /// A month of the calendar.
  case month
  /// A day.
  case day
  /// All days that are chosen: a row a person.
  case person
  /// A label of shifts; a shift counts under each of its labels.
  case label
  /// The place of shifts.
  case place
  /// The title of shifts.
  case title

  /// True if rows are of spans of days, and not of all days that are chosen.
  var hasSpans: Bool { self == .week || self == .month || self == .day }

  /// Returns `true` for the text of such a period.
  func mayHave(period text: String) -> Bool {
    switch self {
    case .week: WeekOfYear(text) != nil
    case .month: LocalDate(text + "-01") != nil
    case .day: LocalDate(text) != nil
    case .person: text.isEmpty
    case .label, .place, .title: true
    }
  }

  /// The first day of the span that a day is in; the same for all days where there are no spans.
  func firstDay(of date: LocalDate) -> LocalDate {
    switch self {
    case .week: date + -Int(date.weekday.rawValue)
    case .month: date + (1 - date.components.day)
    case .day: date
    case .person, .label, .place, .title: LocalDate(daysSinceEpoch: 0)
    }
  }

  /// The first day of that span as a number.
  func number(of date: LocalDate) -> Int { Int(firstDay(of: date).daysSinceEpoch) }

  /// The number of spans from the one of a day up to that of another.
  func spanCount(from first: LocalDate, to last: LocalDate) -> Int {
    let days = lastDay(from: firstDay(of: last)) - firstDay(of: first) + 1
    return switch self {
    case .week: days / 7
    // As many as the days have at most.
    case .month: days / 28
    case .day, .person, .label, .place, .title: days
    }
  }

  /// The last day of the span of a week, a month or a day that begins on a day.
  func lastDay(from first: LocalDate) -> LocalDate {
    switch self {
    case .week: first + 6
    case .month: firstDay(of: first + 31) + -1
    case .day, .person, .label, .place, .title: first
    }
  }
}
