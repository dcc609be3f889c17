// The moves of sessions, deals and reservations. None of them can fail: they fold facts.

extension DomainState {
  mutating func add(_ session: SessionRecord) {
    let index = sessions.count
    sessionIndex.set(session.id.symbol, to: index)
    sessions.append(session)
    if !session.hasEnded { running.insert(index, session.student, 0) }
  }

  mutating func add(_ deal: DealRecord) {
    workplace.isZoneFixed = true
    dealIndex.set(deal.id.symbol, to: deals.count)
    deals.append(deal)
  }

  /// Adds a reservation to those of its deal; a live one takes a seat. One of an unknown deal is no
  /// reservation to the rules.
  mutating func add(_ reservation: ReservationRecord) {
    guard let deal = dealIndex[reservation.deal.symbol] else { return }
    let index = reservations.count
    reservationIndex.set(reservation.id.symbol, to: index)
    reservations.append(reservation)
    reservations[index].earlierOfDeal = deals[deal].newestReservation
    deals[deal].newestReservation = Int32(index)
    if !reservation.isLive { return }
    deals[deal].liveReservations += 1
    seats.insert(index, reservation.user, deal)
  }

  /// Gives the seat of a live reservation back.
  mutating func cancel(_ id: ReservationID, as cancellation: ReservationRecord.Cancellation) {
    guard let index = reservationIndex[id.symbol], reservations[index].isLive else { return }
    reservations[index].cancellation = cancellation
    guard let deal = dealIndex[reservations[index].deal.symbol] else { return }
    deals[deal].liveReservations -= 1
    seats.remove(index, reservations[index].user, deal)
  }

  /// The live reservations of a deal, in byte order.
  ///
  /// - Complexity: O(n log n) in all its reservations.
  func liveReservations(of deal: DealRecord) -> [ReservationID] {
    var live: [ReservationID] = []
    var index = Int(deal.newestReservation)
    while index >= 0 {
      if reservations[index].isLive { live.append(reservations[index].id) }
      index = Int(reservations[index].earlierOfDeal)
    }
    return live.sorted()
  }
}
