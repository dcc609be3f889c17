package import ShiftEvents

/// An instant together with the local day that a workplace's clocks show at it.
struct LocalMoment {
  let now: Timestamp
  let zone: Zone
  let today: LocalDate

  init(_ now: Timestamp, in zone: Zone) {
    self.now = now
    self.zone = zone
    today = zone.date(at: now)
  }

  /// Returns `true` if a shift of that date and start has begun.
  ///
  /// The clocks are asked only about days next to today: a change at midnight can show a day again.
  func hasStarted(_ date: LocalDate, _ start: TimeOfDay) -> Bool {
    let days = date - today
    if days < -1 { return true }
    if days > 1 { return false }
    return zone.instant(date, start) <= now
  }
}

extension Zone {
  /// The real minutes of a shift.
  package func elapsedMinutes(
    _ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, days: Int16? = nil
  ) -> Int {
    instant(date, start).minutes(until: instant(date + dayOfEnd(start, end, days: days), end))
  }
}
