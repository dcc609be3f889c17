// Worked hours, and the swap points that they earn.

/// The latest record of a shift's hours.
package struct HoursRecord: StateRecord {
  package var id: ShiftID
  package var worker: UserID
  package var date: LocalDate
  /// The minutes; 0 if it was not worked.
  package var minutes: Int
  /// The person who recorded them.
  package var by: UserID
  package var isConfirmed = false

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    worker.renumber(new)
    by.renumber(new)
  }
}

/// A person's swap points: one for each shift that they worked and that was first somebody else's.
package struct PointsRecord: StateRecord {
  package var id: UserID
  package var points: Int

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

extension DomainState {
  /// The latest record of hours counts, and 0 is none. Hours of a shift that was never scheduled are nobody's.
  mutating func evolve(with event: HoursRecorded, by actor: UserID) {
    guard let shift = shifts.place(of: event.shift), shifts[shift].state != .skipped else { return }
    let record = HoursRecord(
      id: event.shift, worker: event.worker, date: event.date, minutes: event.minutes, by: actor)
    let place = hours.place(of: event.shift) ?? hours.add(record)
    hours[place] = record
    hoursDays.note(record.date, to: record.date, at: place)
    if event.minutes == 0 || shifts[shift].hasEarned { return }
    // The first record that is not 0 decides; corrections earn nothing and move nothing.
    shifts[shift].hasEarned = true
    if event.worker == event.firstOwner { return }
    let user = points.place(of: event.worker)
    points[user ?? points.add(PointsRecord(id: event.worker, points: 0))].points += 1
  }

  func hasHours(_ shift: ShiftID) -> Bool { hours[shift].map { $0.minutes != 0 } ?? false }
}
