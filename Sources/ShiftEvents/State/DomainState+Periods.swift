// Days whose hours are settled, and the confirmations of hours.

/// A range of past days whose hours were settled, with what was worked in it then.
package struct PeriodRecord: StateRecord {
  package var id: PeriodID
  package var from: LocalDate
  package var to: LocalDate
  package var by: UserID
  package var closedAt: Timestamp
  package var shifts: Int
  package var minutes: Int
  package var unconfirmed: Int
  package var isClosed = true

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    by.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: PeriodClosed, by actor: UserID, at time: Timestamp) {
    if periods.place(of: event.period) != nil { return }
    periods.add(
      PeriodRecord(
        id: event.period, from: event.from, to: event.to, by: actor, closedAt: time,
        shifts: event.shifts, minutes: event.minutes, unconfirmed: event.unconfirmed))
    closedDays.change(from: event.from, to: event.to, isClosing: true)
  }

  mutating func evolve(with event: PeriodReopened) {
    guard let place = periods.place(of: event.period), periods[place].isClosed else { return }
    periods[place].isClosed = false
    closedDays.change(from: periods[place].from, to: periods[place].to, isClosing: false)
  }

  /// The hours of the shifts that were worked on some days.
  ///
  /// - Complexity: linear in the records of about these days, see `DayRanges`.
  func hoursWorked(from first: LocalDate, to last: LocalDate) -> [HoursRecord] {
    var worked: [HoursRecord] = []
    hoursDays.forEachPlace(from: first, to: last, of: hours.count) { place in
      let record = hours[place]
      if record.minutes > 0, first <= record.date, record.date <= last { worked.append(record) }
    }
    return worked
  }

  mutating func evolve(with event: HoursConfirmed) {
    if let place = hours.place(of: event.shift) { hours[place].isConfirmed = true }
  }
}
