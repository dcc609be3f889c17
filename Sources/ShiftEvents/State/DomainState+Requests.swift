// Requests for work on a date.
package struct RequestRecord: StateRecord, Hashable {
  package var id: RequestID
  package var requester: UserID
  package var date: LocalDate
  package var postedAt: Timestamp
  /// True until it is withdrawn or closed by work on that date; a request of a past day is closed, too.
  package var isOpen = true

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    requester.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: RequestPosted, at time: Timestamp) {
    if requests.place(of: event.request) != nil { return }
    workplace.isZoneFixed = true
    let place = requests.add(
      RequestRecord(
        id: event.request, requester: event.requester, date: event.date, postedAt: time))
    if indexes.areKept { indexes.openRequests.insert(place, event.requester, day(event.date)) }
  }

  /// Closes a request, if one is named, and gives the shifts that were offered to it back to their owners.
  mutating func close(_ request: RequestID?, releasing released: [ShiftID], at time: Timestamp) {
    for shift in released { settle(shift, as: .idle, at: time) }
    guard let request, let place = requests.place(of: request) else { return }
    requests[place].isOpen = false
    if indexes.areKept {
      indexes.openRequests.remove(place, requests[place].requester, day(requests[place].date))
    }
  }
}

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
