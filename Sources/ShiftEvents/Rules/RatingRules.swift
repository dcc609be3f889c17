/// Ratings of companies by customers. No rule depends on them.
enum RatingRules {
  static func rate(
    _ company: UserID, reservation id: ReservationID, stars: Int, comment: String?,
    given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.require(.consumer, context.actor)
    _ = try state.user(company)
    let reservation = state.reservations[try state.reservation(id)]
    guard reservation.user == context.actor, reservation.company == company else {
      throw Rejection(.notACustomer, "\(id) is not a reservation of \(context.actor) at \(company)")
    }
    if reservation.cancellation == .byConsumer {
      throw Rejection(.notACustomer, "\(context.actor) cancelled \(id)")
    }
    let deal = state.deals[try state.deal(reservation.deal)]
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
