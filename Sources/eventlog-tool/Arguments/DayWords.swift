import Projections
import ShiftEvents

/// A day or several, as a command line names them: a date, a week, or words that count from today.
enum DayWords: Hashable {
  case date(LocalDate)
  case week(WeekOfYear)
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
    "a date (2026-01-12), a week (2026-W03), today, tomorrow, yesterday, a weekday, "
    + "this, next or last week or month, +7d or -2w"

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
    try refuseImpossible(word)
    switch word {
    case "today": return .offset(0)
    case "tomorrow": return .offset(1)
    case "yesterday": return .offset(-1)
    default: break
    }
    if let offset = offset(word) { return .offset(offset) }
    for day in Weekday.allCases where word == "\(day)" || word == "\(day)".prefix(3) {
      return .weekday(day)
    }
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
    guard rest.count == 2, rest.allSatisfy({ $0.length == 2 }), let month = rest[0].number,
      rest[1].number != nil
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
      let first = LocalDate(year: max(count / 12, 1), month: count % 12 + 1, day: 1)!
      let length = LocalDate.length(ofMonth: count % 12 + 1, year: count / 12)
      return first...first + (length - 1)
    }
  }

  /// True if it can be no more than one day.
  var isOneDay: Bool {
    switch self {
    case .date, .offset, .weekday: true
    case .week, .weeks, .months: false
    }
  }
}
