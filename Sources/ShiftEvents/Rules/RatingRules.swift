/// Ratings of companies by customers. No rule depends on them.
extension DomainState {
  func rate(
    _ company: UserID, reservation id: ReservationID, stars: Int, comment: String?,
    in context: RuleContext
  ) throws(Rejection) -> Event {
    try require(.consumer, context.actor)
    _ = try self.user(company)
    let reservation = reservations[try self.reservation(id)]
    guard reservation.user == context.actor, reservation.company == company else {
      throw Rejection(.notACustomer, "\(id) is not a reservation of \(context.actor) at \(company)")
    }
    if reservation.cancellation == .byConsumer {
      throw Rejection(.notACustomer, "\(context.actor) cancelled \(id)")
    }
    let deal = deals[try self.deal(reservation.deal)]
    if !deal.offer.hasBegun(at: context.time) {
      throw Rejection(.notACustomer, "\(deal.id) begins at \(deal.offer.validFrom)")
    }
    guard (1...5).contains(stars) else {
      throw Rejection(.invalidStars, "a rating has 1 to 5 stars, not \(stars)")
    }
    return .companyRated(
      CompanyRated(
        company: company, reservation: id, stars: stars, comment: comment, deal: deal.id))
  }
}
