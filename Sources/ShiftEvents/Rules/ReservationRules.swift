extension EventGuide {
  static let dealReserved = EventGuide(
    "Reserves a seat", by: "a consumer",
    [
      .missingRole, .reservationExists, .unknownDeal, .ownDeal, .dealEnded, .notYetValid,
      .expired, .alreadyReserved, .soldOut,
    ], "deal.reserved bread-2-2 --actor u11 deal=bread-2")
  static let reservationCancelled = EventGuide(
    "Gives a seat back", by: "the consumer, or the company",
    [.unknownReservation, .notOwner, .expired], "reservation.cancelled bread-2-1 --actor u12")
  static let paymentRecorded = EventGuide(
    "Records that a reservation was paid", by: "the company",
    [.unknownReservation, .notOwner, .alreadyPaid, .wrongAmount],
    "payment.recorded bread-2-1 --actor u10 amountCents=350 currency=EUR reference=till-77")
  static let paymentRefunded = EventGuide(
    "Records that a payment was given back", by: "the company",
    [.unknownReservation, .notOwner, .nothingToRefund],
    "payment.recorded bread-2-1 --actor u10 amountCents=350 currency=EUR reference=till-77",
    "reservation.cancelled bread-2-1 --actor u12",
    "payment.refunded bread-2-1 --actor u10 reference=till-78")
}

/// Seats in deals: reserved, given back, paid, paid back.
extension DomainState {
  // MARK: - Judging seats

  func reserve(
    _ id: ReservationID, in dealID: DealID, in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.consumer, context.actor)
    try reservations.requireNew(id, orThrow: .reservationExists)
    let index = try self.deal(dealID)
    let deal = deals[index]
    if deal.company == context.actor {
      throw Rejection(.ownDeal, [.deal: dealID, .actor: context.actor])
    }
    if deal.isRemoved { throw Rejection(.dealEnded, [.deal: dealID]) }
    if !deal.offer.hasBegun(at: context.time) {
      throw Rejection(.notYetValid, [.deal: dealID, .validFrom: deal.offer.validFrom])
    }
    try requireNotOver(deal, at: context.time)
    if let seat = indexes.seats.first(context.actor, index) {
      throw Rejection(
        .alreadyReserved,
        [.user: context.actor, .deal: dealID, .reservation: reservations[seat].id])
    }
    if let capacity = deal.offer.capacity, deal.liveReservations >= capacity {
      throw Rejection(.soldOut, [.deal: dealID, .capacity: capacity])
    }
    return .dealReserved(
      DealReserved(
        reservation: id, deal: dealID, company: deal.company, priceCents: deal.offer.priceCents,
        currency: deal.offer.currency))
  }

  func cancel(_ id: ReservationID, in context: RuleContext) throws(Rejection) -> Event {
    let reservation = reservations[try self.reservation(id)]
    if reservation.user != context.actor {
      try requireOwner(reservation.company, of: id, context.actor)
    }
    try requireLive(reservation)
    try requireNotOver(deals[try self.deal(reservation.deal)], at: context.time)
    return .reservationCancelled(
      ReservationCancelled(
        reservation: id, deal: reservation.deal, user: reservation.user,
        company: reservation.company, refundDue: reservation.payment != nil))
  }

  private func requireLive(_ reservation: ReservationRecord) throws(Rejection) {
    guard let cancellation = reservation.cancellation else { return }
    throw Rejection(
      .unknownReservation, because: cancellation == .byRemoval ? .dealRemoved : .cancelled,
      [.reservation: reservation.id])
  }

  private func requireNotOver(_ deal: DealRecord, at time: Timestamp) throws(Rejection) {
    if deal.offer.isOver(at: time) {
      throw Rejection(.expired, [.deal: deal.id, .validUntil: deal.offer.validUntil])
    }
  }

  // MARK: - Judging payments

  func pay(
    _ id: ReservationID, _ payment: Payment, reference: String,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    let reservation = try companyOwned(id, in: context)
    try requireLive(reservation)
    if reservation.payment != nil { throw Rejection(.alreadyPaid, [.reservation: id]) }
    guard let cents = reservation.priceCents, let currency = reservation.currency else {
      throw Rejection(.wrongAmount, [.reservation: id])
    }
    if payment != Payment(amountCents: cents, currency: currency) {
      throw Rejection(.wrongAmount, [.reservation: id, .priceCents: cents, .currency: currency])
    }
    return .paymentRecorded(
      PaymentRecorded(
        reservation: id, amountCents: payment.amountCents, currency: payment.currency,
        reference: reference, deal: reservation.deal, user: reservation.user))
  }

  func refund(
    _ id: ReservationID, reference: String, in context: RuleContext
  ) throws(Rejection) -> Event {
    let reservation = try companyOwned(id, in: context)
    guard let payment = reservation.payment, !reservation.isLive, !reservation.isRefunded else {
      let reason: Rejection.Reason =
        reservation.payment == nil ? .neverPaid : reservation.isLive ? .notCancelled : .refunded
      throw Rejection(.nothingToRefund, because: reason, [.reservation: id])
    }
    return .paymentRefunded(
      PaymentRefunded(
        reservation: id, reference: reference, deal: reservation.deal, user: reservation.user,
        amountCents: payment.amountCents, currency: payment.currency))
  }

  /// A reservation, live or not, with the actor's company.
  private func companyOwned(
    _ id: ReservationID, in context: RuleContext
  ) throws(Rejection) -> ReservationRecord {
    let reservation = reservations[try self.reservation(id)]
    try requireOwner(reservation.company, of: id, context.actor)
    return reservation
  }
}
