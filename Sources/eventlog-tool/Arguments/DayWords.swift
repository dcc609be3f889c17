import Projections
import ShiftEvents

/// A day or several, as a command line names them: a date, a week, a month, or words that count from today.
enum DayWords: Hashable {
  case date(LocalDate)
  case week(WeekOfYear)
  case month(Int, of: Int)
  /// A day as calendars write it; without a year the nearest one.
  case calendar(CalendarDay)
  /// The day that lies so many days after today.
  case offset(Int)
  /// The next such day, today included.
  case weekday(Weekday)
  /// The week that lies so many weeks after this one.
  case weeks(Int)
  /// The month that lies so many months after this one.
  case months(Int)

  /// The forms that are taken, for messages.
  static let forms =
    "a date (2026-01-12, 31/12, 31 Dec), a week (2026-W03), a month (2026-03), today, tomorrow, "
    + "yesterday, a weekday, this, next or last week or month, +7d or -2w"

  /// The forms of one day.
  static let oneDayForms =
    "a date (2026-01-12, 31/12, 31 Dec), today, tomorrow, yesterday, a weekday, +7d or -2w"

  /// The words alone, for completions.
  static let words =
    ["today", "tomorrow", "yesterday"] + Weekday.allCases.map { "\($0)" }
    + ["this", "next", "last"].flatMap { ["\($0)-week", "\($0)-month"] }

  /// - Returns: `nil` if the text names no day.
  /// - Throws: if it is a date or a week that the calendar does not have.
  static func parse(_ text: String) throws(UsageError) -> DayWords? {
    let word = text.lowercased()
    if let date = LocalDate(text) { return .date(date) }
    if let week = WeekOfYear(text.uppercased()) { return .week(week) }
    if let first = LocalDate("\(text)-01") {
      return .month(first.components.month, of: first.components.year)
    }
    try refuseImpossible(word)
    switch word {
    case "today": return .offset(0)
    case "tomorrow": return .offset(1)
    case "yesterday": return .offset(-1)
    default: break
    }
    if let offset = offset(word) { return .offset(offset) }
    if let day = Weekday(word: word) { return .weekday(day) }
    if let day = try CalendarDay.parse(text) { return .calendar(day) }
    let parts = word.split { $0 == " " || $0 == "-" }
    guard parts.count == 2, let step = ["last": -1, "this": 0, "next": 1][String(parts[0])]
    else { return nil }
    return parts[1] == "week" ? .weeks(step) : parts[1] == "month" ? .months(step) : nil
  }

  /// `+7d`, `-2w`: days or weeks from today.
  private static func offset(_ word: String) -> Int? {
    guard let sign = word.first, "+-".contains(sign), let unit = word.last, "dw".contains(unit),
      word.dropFirst().dropLast().isAllDigits, let count = Int(word.dropFirst().dropLast()),
      (0...9999).contains(count)
    else { return nil }
    return count * (unit == "w" ? 7 : 1) * (sign == "-" ? -1 : 1)
  }

  /// Says why a text of the right form is no day.
  private static func refuseImpossible(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.first?.count == 4, let year = Int(parts[0]), year > 0 else { return }
    let rest = parts.dropFirst().map { (length: $0.count, number: Int($0)) }
    if rest.count == 1, parts[1].first == "w", parts[1].count == 3, Int(parts[1].dropFirst()) != nil
    {
      let last = WeekOfYear("\(parts[0])-W53") == nil ? 52 : 53
      throw UsageError(
        "there is no week \(word.uppercased())", help: "\(parts[0]) has the weeks 1 to \(last)")
    }
    guard (1...2).contains(rest.count), rest.allSatisfy({ $0.length == 2 && $0.number != nil }),
      let month = rest[0].number
    else { return }
    guard (1...12).contains(month) else {
      throw UsageError("there is no \(word)", help: "a year has the months 01 to 12")
    }
    let length = LocalDate.length(ofMonth: month, year: year)
    throw UsageError("there is no \(word)", help: "\(parts[0])-\(parts[1]) has \(length) days")
  }

  /// The days that are meant, counted from a day.
  func days(from today: LocalDate) -> ClosedRange<LocalDate> {
    switch self {
    case .date(let date): return date...date
    case .week(let week): return week.monday...week.monday + 6
    case .offset(let days): return today + days...today + days
    case .weekday(let weekday):
      let ahead = (Int(weekday.rawValue) - Int(today.weekday.rawValue) + 7) % 7
      return today + ahead...today + ahead
    case .weeks(let step):
      let monday = today.week.monday + 7 * step
      return monday...monday + 6
    case .months(let step):
      let (year, month, _) = today.components
      let count = year * 12 + month - 1 + step
      return Self.days(ofMonth: count % 12 + 1, max(count / 12, 1))
    case .month(let month, let year): return Self.days(ofMonth: month, year)
    case .calendar(let day):
      let date = day.date(from: today)
      return date...date
    }
  }

  private static func days(ofMonth month: Int, _ year: Int) -> ClosedRange<LocalDate> {
    let first = LocalDate(year: year, month: month, day: 1)!
    return first...first + (LocalDate.length(ofMonth: month, year: year) - 1)
  }

  /// The most days that it can be.
  enum Span: String {
    case day, week, month
  }

  var span: Span {
    switch self {
    case .date, .offset, .weekday, .calendar: .day
    case .week, .weeks: .week
    case .months, .month: .month
    }
  }

  /// True if it can be no more than one day, so that a time of day may stand behind it.
  var isOneDay: Bool { span == .day }
}
