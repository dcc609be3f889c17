import ShiftEvents

/// A day as calendars write it: `31/12`, `31.12.2026`, `31 Dec`, `Thu 31 December 2026`.
struct CalendarDay: Hashable {
  let day: Int
  let month: Int
  let year: Int?
  /// The day of the week, if it was named.
  private(set) var weekday: Weekday?

  /// - Returns: `nil` if the text is written otherwise.
  /// - Throws: if the day can be read in two ways, or the calendar does not have it.
  static func parse(_ text: String) throws(UsageError) -> CalendarDay? {
    var words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
    let weekday = words.count > 1 ? Weekday(word: words[0]) : nil
    if weekday != nil { words.removeFirst() }
    guard var day = try words.count == 1 ? inDigits(words[0]) : withName(words) else { return nil }
    day.weekday = weekday
    if let weekday, let date = day.date, date.weekday != weekday {
      throw UsageError("\(date.text) is a \(date.weekday)", help: "correct the day or the date")
    }
    return day
  }

  /// `31/12`, `31-12-2026`, `31.12.`, `2026/12/31`; a full stop stands behind the day alone.
  private static func inDigits(_ word: String) throws(UsageError) -> CalendarDay? {
    guard let mark = word.first(where: { "/.-".contains($0) }) else { return nil }
    var parts = word.split(separator: mark, omittingEmptySubsequences: false)
    if mark == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard (2...3).contains(parts.count), parts.allSatisfy(\.isAllDigits),
      parts.allSatisfy({ $0.count <= 4 })
    else { return nil }
    if parts.count == 3, parts[0].count == 4 {
      let (year, month, day) = (Int(parts[0])!, Int(parts[1])!, Int(parts[2])!)
      guard let found = CalendarDay(day, month, year) else { throw none(word) }
      return found
    }
    guard parts.prefix(2).allSatisfy({ $0.count <= 2 }) else { return nil }
    if parts.count == 3, parts[2].count != 4 {
      throw UsageError(
        "the year of \(quoted(word)) is not plain", help: "write it with four digits")
    }
    let year = parts.count == 3 ? Int(parts[2])! : nil
    let (first, second) = (Int(parts[0])!, Int(parts[1])!)
    let dayFirst = CalendarDay(first, second, year)
    let monthFirst = mark == "." ? nil : CalendarDay(second, first, year)
    guard let dayFirst else { throw none(word, unless: monthFirst) }
    if let monthFirst, monthFirst != dayFirst {
      throw UsageError(
        "\(quoted(word)) may be \(dayFirst.text) or \(monthFirst.text)",
        help: "write \(quoted(dayFirst.text)) or \(quoted(monthFirst.text))")
    }
    return dayFirst
  }

  /// `31 Dec`, `31st December 2026`, `Dec 31`.
  private static func withName(_ words: [String]) throws(UsageError) -> CalendarDay? {
    guard (2...3).contains(words.count),
      let place = words.prefix(2).firstIndex(where: { month(named: $0) != nil }),
      let month = month(named: words[place]), let day = number(words[1 - place])
    else { return nil }
    var year: Int?
    if words.count == 3 {
      guard words[2].isAllDigits, words[2].count == 4 else { return nil }
      year = Int(words[2])
    }
    guard let found = CalendarDay(day, month, year) else {
      throw none(words.joined(separator: " "))
    }
    return found
  }

  /// `31`, `31.`, `31st`.
  private static func number(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count),
      ["", ".", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count))
    else { return nil }
    return Int(digits)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private static func month(named word: String) -> Int? {
    let name = word.hasSuffix(".") ? String(word.dropLast()) : word
    guard name.count >= 3 else { return nil }
    return months.firstIndex { $0.hasPrefix(name) || name == "sept" && $0 == "september" }
      .map { $0 + 1 }
  }

  private static func none(_ word: String, unless other: CalendarDay? = nil) -> UsageError {
    guard let other else { return UsageError("there is no day \(quoted(word))") }
    return UsageError(
      "there is no day \(quoted(word)) where the day stands first",
      help: "with the month first it is \(other.text): write \(quoted(other.text))")
  }

  /// - Returns: `nil` if no year, or not the given one, has such a day.
  private init?(_ day: Int, _ month: Int, _ year: Int?) {
    guard LocalDate(year: year ?? 2000, month: month, day: day) != nil else { return nil }
    (self.day, self.month, self.year) = (day, month, year)
  }

  /// The date, if the year was told.
  private var date: LocalDate? { year.flatMap(date) }

  private func date(in year: Int) -> LocalDate? { LocalDate(year: year, month: month, day: day) }

  /// `31 Dec`, or `31 Dec 2026`.
  var text: String {
    let name = Self.months[month - 1].prefix(3)
    return "\(day) \(name.prefix(1).uppercased())\(name.dropFirst())"
      + (year.map { " \($0)" } ?? "")
  }

  /// The nearest such day to another one that fulfils a condition, the later one of two; `nil` if there is none
  /// within eight years, or with a weekday within forty.
  func nearest(to today: LocalDate, where isAllowed: (LocalDate) -> Bool = { _ in true })
    -> LocalDate?
  {
    if let date { return isAllowed(date) ? date : nil }
    let thisYear = today.components.year
    let years = weekday == nil ? 8 : 40
    return (thisYear - years...thisYear + years).compactMap(date).filter(isAllowed)
      .min { (abs($0 - today), $1) < (abs($1 - today), $0) }
  }

  /// The day that is meant where nothing but today is known.
  func date(from today: LocalDate) -> LocalDate {
    nearest(to: today) { weekday == nil || $0.weekday == weekday } ?? nearest(to: today) ?? today
  }
}

extension LocalDate {
  /// `31 Dec 2026`
  fileprivate var text: String { String(longText.drop { $0 != " " }.dropFirst()) }
}
