// Limits of work, which the rules, the checks of a roster and the warnings of receipts all ask.

/// The limits of a person's work: the contract's before the workplace's; 0 is no limit.
struct WorkLimits {
  var restMinutes: Int
  var weekMinutes: Int
  var daysInRow: Int
  /// The minutes of a shift, which a contract alone limits.
  var shiftMinutes: Int
}

extension DomainState {
  /// The limits of a person's shift of that date.
  func workLimits(of user: UserID, on date: LocalDate) -> WorkLimits {
    let own = limits(of: user, on: date)
    return WorkLimits(
      restMinutes: own.minRestMinutes ?? workplace.minRestMinutes,
      weekMinutes: own.maxWeekMinutes ?? workplace.maxWeekMinutes,
      daysInRow: own.maxDaysInRow ?? workplace.maxDaysInRow, shiftMinutes: own.maxShiftMinutes ?? 0)
  }

  /// The most minutes of a person in the ISO week of a date: those of its Monday.
  func weekLimit(of user: UserID, around date: LocalDate) -> Int {
    workLimits(of: user, on: monday(of: date)).weekMinutes
  }

  /// True if somebody may work only so many days in a row.
  package var limitsDaysInRow: Bool {
    workplace.maxDaysInRow > 0 || !datedLimits.isEmpty
      || contracts.rows.elements.contains { ($0.maxDaysInRow ?? 0) > 0 }
  }

  func monday(of date: LocalDate) -> LocalDate { date + -Int(date.weekday.rawValue) }

  /// Returns `true` if two shifts share more time than a handover takes.
  @inline(__always)
  func overlap(_ first: Range<Timestamp>, _ second: Range<Timestamp>) -> Bool {
    first.milliseconds(sharedWith: second) > Int64(workplace.handoverMinutes) * 60_000
  }

  /// Returns `true` if a shift is open, and the person owns it or is its pending taker.
  @inline(__always)
  func holds(_ shift: ShiftRecord, _ user: UserID, at time: Timestamp) -> Bool {
    // An acceptance lapses when the shift begins; the duty stays with the owner.
    shift.isOpen && (shift.owner == user || !hasStarted(shift, at: time))
  }
}

extension Range<Timestamp> {
  /// The milliseconds that two stretches share; below 0 those between them.
  func milliseconds(sharedWith other: Range<Timestamp>) -> Int64 {
    Swift.min(upperBound, other.upperBound).milliseconds
      - Swift.max(lowerBound, other.lowerBound).milliseconds
  }

  /// Returns `true` if less than so many minutes lie between two stretches.
  func isNearer(to other: Range<Timestamp>, thanMinutes least: Int) -> Bool {
    -milliseconds(sharedWith: other) < Int64(least) * 60_000
  }
}

/// The real minutes of a stretch, less a break.
func workedMinutes(_ stretch: Range<Timestamp>, less breakMinutes: Int16?) -> Int {
  max(0, stretch.lowerBound.minutes(until: stretch.upperBound) - Int(breakMinutes ?? 0))
}
