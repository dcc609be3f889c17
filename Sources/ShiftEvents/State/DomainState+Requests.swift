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
