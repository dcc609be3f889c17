/// Minutes since 1970 in UTC, and what they are called.
enum Calendar {
  static let minutesOfDay = 1440

  static func date(ofDay day: Int) -> String {
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": civil_from_days.
    let z = day + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(year)-\(two(month))-\(two(dayOfYear - (153 * shifted + 2) / 5 + 1))"
  }

  static func time(ofMillisecond instant: Int) -> String {
    let (day, rest) = (instant / 86_400_000, instant % 86_400_000)
    let milliseconds = String(1000 + rest % 1000).dropFirst()
    return "\(date(ofDay: day))T\(clock(rest / 60_000)):\(two(rest / 1000 % 60)).\(milliseconds)Z"
  }

  static func clock(_ minutes: Int) -> String { "\(two(minutes / 60)):\(two(minutes % 60))" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
