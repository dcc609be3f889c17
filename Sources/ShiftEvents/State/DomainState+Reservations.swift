// Seats in deals: reserved, given back, paid, paid back; and the stars that customers give.

package struct ReservationRecord: StateRecord {
  enum Cancellation: UInt8, Sendable, BitwiseCopyable { case byConsumer, byCompany, byRemoval }

  package var id: ReservationID
  package var deal: DealID
  package var user: UserID
  package var company: UserID
  package var reservedAt: Timestamp
  /// The price when it was reserved.
  var priceCents: Int?
  var currency: CurrencyCode?
  var cancellation: Cancellation?
  var payment: Payment?
  package var isRefunded = false
  /// The place of the reservation of the same deal before it, or -1.
  var earlierOfDeal: Int32 = -1

  package var isLive: Bool { cancellation == nil }
  package var isPaid: Bool { payment != nil }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    deal.renumber(new)
    user.renumber(new)
    company.renumber(new)
  }
}

struct Payment: Equatable, Sendable, BitwiseCopyable {
  var amountCents: Int
  var currency: CurrencyCode
}

extension DomainState {
  /// A live reservation takes a seat; one of an unknown deal is none.
  mutating func evolve(with event: DealReserved, by user: UserID, at time: Timestamp) {
    guard reservations.place(of: event.reservation) == nil, let deal = deals.place(of: event.deal)
    else { return }
    let place = reservations.add(
      ReservationRecord(
        id: event.reservation, deal: event.deal, user: user, company: event.company,
        reservedAt: time, priceCents: event.priceCents, currency: event.currency,
        earlierOfDeal: deals[deal].newestReservation))
    deals[deal].newestReservation = Int32(place)
    deals[deal].liveReservations += 1
    if indexes.areKept { indexes.seats.insert(place, user, deal) }
  }

  mutating func evolve(with event: ReservationCancelled, by actor: UserID) {
    cancel(event.reservation, as: actor == event.user ? .byConsumer : .byCompany)
  }

  /// Gives the seat of a live reservation back.
  mutating func cancel(_ id: ReservationID, as cancellation: ReservationRecord.Cancellation) {
    guard let place = reservations.place(of: id), reservations[place].isLive else { return }
    reservations[place].cancellation = cancellation
    guard let deal = deals.place(of: reservations[place].deal) else { return }
    deals[deal].liveReservations -= 1
    if indexes.areKept { indexes.seats.remove(place, reservations[place].user, deal) }
  }

  mutating func evolve(with event: PaymentRecorded) {
    guard let place = reservations.place(of: event.reservation), reservations[place].payment == nil
    else { return }
    reservations[place].payment = Payment(amountCents: event.amountCents, currency: event.currency)
  }

  mutating func evolve(with event: PaymentRefunded) {
    guard let place = reservations.place(of: event.reservation), !reservations[place].isLive,
      reservations[place].payment != nil
    else { return }
    reservations[place].isRefunded = true
  }

  /// The live reservations of a deal, in byte order.
  ///
  /// - Complexity: O(n log n) in all its reservations.
  func liveReservations(of deal: DealRecord) -> [ReservationID] {
    var live: [ReservationID] = []
    var place = Int(deal.newestReservation)
    while place >= 0 {
      if reservations[place].isLive { live.append(reservations[place].id) }
      place = Int(reservations[place].earlierOfDeal)
    }
    return live.sorted()
  }
}

// MARK: - Stars

/// A customer of a company.
package struct Customer: Hashable, Sendable {
  package var user: UserID
  package var company: UserID
}

/// The sum of a company's stars, and the number of customers who gave them.
package struct RatingRecord: StateRecord {
  package var id: UserID
  package var stars = 0
  package var count = 0

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

extension DomainState {
  /// The latest rating of each customer counts.
  mutating func evolve(with event: CompanyRated, by user: UserID) {
    let customer = Customer(user: user, company: event.company)
    let before = stars.updateValue(event.stars, forKey: customer)
    let place = ratings.place(of: event.company) ?? ratings.add(RatingRecord(id: event.company))
    ratings[place].stars &+= event.stars &- (before ?? 0)
    if before == nil { ratings[place].count += 1 }
  }
}
