// The moves of deals and reservations that several events share.

extension DomainState {
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
