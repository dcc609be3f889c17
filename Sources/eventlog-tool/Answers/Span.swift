import Projections
import ShiftEvents

/// The time of a shift, a vacancy or an absence, with its length for people.
struct Span {
  let date: LocalDate
  let start: TimeOfDay
  let end: TimeOfDay
  let days: Int16?
  let zone: Zone

  private var lastDate: LocalDate { date + dayOfEnd(start, end, days: days) }

  /// The minutes that the clocks show between start and end.
  private var minutesByClock: Int {
    (lastDate - date) * 1440 + Int(end.minutes) - Int(start.minutes)
  }

  /// `Mon 26 Jan 15:00–20:00, 5 h`, or `Fri 27 Nov 00:00 – Thu 3 Dec 00:00, 6 days`.
  var text: String {
    let times =
      minutesByClock > 1440
      ? "\(start) – \(lastDate.shortText) \(end)" : "\(start)–\(end)"
    return "\(date.shortText) \(times), \(length)"
  }

  /// `5 h`, `24 h`, `7 h 30 min`; of more than 24 hours `6 days` or `2 days 9 h`.
  var length: String {
    if minutesByClock <= 1440 {
      return Self.hours(zone.elapsedMinutes(date, start, end, days: days))
    }
    let (days, rest) = minutesByClock.quotientAndRemainder(dividingBy: 1440)
    return counted(days, "day") + (rest == 0 ? "" : " \(Self.hours(rest))")
  }

  private static func hours(_ minutes: Int) -> String {
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }
}
