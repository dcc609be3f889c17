import ShiftEvents

private let monthNames = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]

/// `Mon`
func weekdayText(_ date: LocalDate) -> String {
  let name = "\(date.weekday)"
  return name.prefix(1).uppercased() + name.dropFirst().prefix(2)
}

/// `Mon 12`
func dayText(_ date: LocalDate) -> String { "\(weekdayText(date)) \(date.components.day)" }

/// `Mon 12 Jan`
func shortDate(_ date: LocalDate) -> String {
  "\(dayText(date)) \(monthNames[date.components.month - 1])"
}

/// `Mon 12 Jan 2026`
func longDate(_ date: LocalDate) -> String { "\(shortDate(date)) \(date.components.year)" }

/// `18:05`, hours and minutes.
func durationText(minutes: Int) -> String {
  let rest = minutes % 60
  return "\(minutes / 60):\(rest < 10 ? "0" : "")\(rest)"
}
