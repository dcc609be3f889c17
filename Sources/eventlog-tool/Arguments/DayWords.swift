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

  /// The days that are meant, counted from a day, as far as there are any.
  func days(from today: LocalDate) -> ClosedRange<LocalDate> {
    let days = unlimitedDays(from: today)
    return min(days.lowerBound, .last)...min(days.upperBound, .last)
  }

  private func unlimitedDays(from today: LocalDate) -> ClosedRange<LocalDate> {
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
      // From the first month that there is to the last.
      let last = LocalDate.last.components
      let count = min(max(year * 12 + month - 1 + step, 12), last.year * 12 + last.month - 1)
      return Self.days(ofMonth: count % 12 + 1, count / 12)
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
  enum Span: String { case day, week, month }

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

/// A time of day as people say it: `9:00`, `9`, `9am`, `17.30`, `24:00`.
struct ClockTime {
  let time: TimeOfDay
  /// True of 24:00, the end of a day; its `time` is the 00:00 that follows.
  let isEndOfDay: Bool

  /// The forms that are taken, for messages.
  static let forms = "9:00, 9, 9am, 17.30, noon, midnight, or 24:00 as the end of a day"

  /// - Returns: `nil` if the text is written otherwise.
  /// - Throws: if clocks do not show such a time.
  static func parse(_ text: String) throws(UsageError) -> ClockTime? {
    if let time = TimeOfDay(text) { return ClockTime(time: time, isEndOfDay: false) }
    if text.utf8.count <= 2, text[...].isAllDigits, let hour = Int(text),
      let time = TimeOfDay(hour: hour, minute: 0)
    {
      return ClockTime(time: time, isEndOfDay: false)
    }
    var word = text.lowercased().filter { !$0.isWhitespace }
    if word == "noon" { return ClockTime(time: "12:00", isEndOfDay: false) }
    if word == "midnight" { return ClockTime(time: .midnight, isEndOfDay: false) }
    let half = ["am", "a.m.", "pm", "p.m."].first { word.hasSuffix($0) }
    if let half { word.removeLast(half.count) }
    guard let (given, minute) = parts(word) else { return nil }
    var hour = given
    if let half {
      guard (1...12).contains(hour) else {
        throw none(text, "with am and pm, hours go from 1 to 12")
      }
      hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    }
    if half == nil, hour == 24, minute == 0 { return ClockTime(time: .midnight, isEndOfDay: true) }
    guard let time = TimeOfDay(hour: hour, minute: minute) else {
      throw none(text, "days go from 00:00 to 24:00")
    }
    return ClockTime(time: time, isEndOfDay: false)
  }

  private static func none(_ text: String, _ help: String) -> UsageError {
    UsageError("there is no time of day \(quoted(text))", help: help)
  }

  /// Hours, and minutes of two digits behind a colon, a full stop or an `h`; behind them seconds that are none.
  private static func parts(_ word: String) -> (hour: Int, minute: Int)? {
    let mark = word.first { ":.h".contains($0) }
    var parts =
      mark.map { word.split(separator: $0, omittingEmptySubsequences: false) } ?? [word[...]]
    if mark == "h", parts.count == 2, parts[1].isEmpty { parts.removeLast() }
    // Spreadsheets write the seconds, too.
    if mark == ":", parts.count == 3, parts[2] == "00" { parts.removeLast() }
    guard (1...2).contains(parts.count), parts.allSatisfy(\.isAllDigits), parts[0].count <= 2,
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    return (Int(parts[0])!, parts.count == 2 ? Int(parts[1])! : 0)
  }
}
