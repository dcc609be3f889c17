// Stretches of time in which a person takes no shifts.

package struct AbsenceRecord: StateRecord {
  package var id: AbsenceID
  package var user: UserID
  package var date: LocalDate
  package var times: ShiftTimes
  package var recordedAt: Timestamp
  /// The time at which it was ended before it was over.
  package var endedAt: Timestamp?
  package var hasEnded: Bool { endedAt != nil }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    user.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: AbsenceRecorded, at time: Timestamp) {
    if absences.place(of: event.absence) != nil { return }
    workplace.isZoneFixed = true
    let place = absences.add(
      AbsenceRecord(
        id: event.absence, user: event.user, date: event.date,
        times: ShiftTimes(start: event.start, end: event.end, days: event.days), recordedAt: time))
    if indexes.areKept { indexes.absences.insert(place, event.user, stretch(of: event.date)) }
  }

  mutating func evolve(with event: AbsenceEnded, at time: Timestamp) {
    guard let place = absences.place(of: event.absence), !absences[place].hasEnded else { return }
    let record = absences[place]
    absences[place].endedAt = time
    if indexes.areKept { indexes.absences.remove(place, record.user, stretch(of: record.date)) }
  }
}
