/// The times of a shift: from when to when, and on which day after its date it ends.
package struct ShiftTimes: Hashable, Sendable, BitwiseCopyable {
  package var start: TimeOfDay
  package var end: TimeOfDay
  /// The days that are given; less than 0 where they are not.
  private var givenDays: Int16

  init(start: TimeOfDay, end: TimeOfDay, days: Int16? = nil) {
    self.start = start
    self.end = end
    givenDays = days ?? -1
  }

  /// The days as they are given; `nil` for the usual ones.
  package var days: Int16? { givenDays < 0 ? nil : givenDays }

  /// The day after its date on which the shift ends.
  package var lastDay: Int { dayOfEnd(start, end, days: days) }
}

/// The day after a shift's date on which it ends: an end at or before the start is on the next day,
/// unless `days` are given.
package func dayOfEnd(_ start: TimeOfDay, _ end: TimeOfDay, days: Int16?) -> Int {
  days.map(Int.init) ?? (end > start ? 0 : 1)
}

/// The last day that a stretch of time belongs to, counted from its date: one of at most 24 hours by the
/// clock belongs to its date alone, a longer one to every day that it touches. An end at 00:00 touches no
/// day more.
package func lastDayPresent(_ start: TimeOfDay, _ end: TimeOfDay, days: Int16?) -> Int {
  // Without days it ends within 24 hours.
  guard let days, Int(days) * 1440 + Int(end.minutes) - Int(start.minutes) > 1440 else { return 0 }
  return end == .midnight ? Int(days) - 1 : Int(days)
}
