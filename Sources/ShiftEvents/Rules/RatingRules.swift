/// Ratings of companies by customers. No rule depends on them.
extension DomainState {
  func rate(
    _ company: UserID, reservation id: ReservationID, stars: Int, comment: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.consumer, context.actor)
    _ = try self.user(company)
    func notACustomer(_ reason: Rejection.Reason, _ deal: DealRecord? = nil) -> Rejection {
      Rejection(
        .notACustomer, because: reason,
        [
          .reservation: id, .actor: context.actor, .company: company, .deal: deal?.id,
          .validFrom: deal?.offer.validFrom,
        ])
    }
    let reservation = reservations[try self.reservation(id)]
    guard reservation.user == context.actor, reservation.company == company else {
      throw notACustomer(.otherReservation)
    }
    if reservation.cancellation == .byConsumer { throw notACustomer(.cancelled) }
    let deal = deals[try self.deal(reservation.deal)]
    if !deal.offer.hasBegun(at: context.time) { throw notACustomer(.notBegun, deal) }
    guard CompanyRated.starsRange.contains(stars) else {
      throw Rejection(.invalidStars, [.stars: stars])
    }
    return .companyRated(
      CompanyRated(
        company: company, reservation: id, stars: stars, comment: comment, deal: deal.id))
  }
}
