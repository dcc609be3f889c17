// On disk. Never rename a member; a changed meaning is a new event type.

/// A consumer took a seat.
public struct DealReserved: Hashable, Sendable {
  /// The new reservation.
  public var reservation: ReservationID
  /// The deal that the seat is in.
  public var deal: DealID
  /// The company that offers the deal.
  public var company: UserID
  /// The price of the seat when it was taken, in hundredths of the currency.
  public var priceCents: Int?
  /// The currency of the price.
  public var currency: CurrencyCode?
}

extension DealReserved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    reservation = try visit.subject(event?.reservation)
    deal = try visit.submitted("deal", event?.deal)
    company = try visit.fact("company", event?.company)
    priceCents = try visit.optionalFact("priceCents", event?.priceCents, in: .count)
    currency = try visit.optionalFact("currency", event?.currency)
  }
}

/// A consumer or the company gave a seat back.
public struct ReservationCancelled: Hashable, Sendable {
  /// The reservation.
  public var reservation: ReservationID
  /// The deal.
  public var deal: DealID
  /// The consumer.
  public var user: UserID
  /// The company that offers the deal.
  public var company: UserID
  /// `true` if the seat was paid for and the company owes the money.
  public var refundDue: Bool
}

extension ReservationCancelled: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    reservation = try visit.subject(event?.reservation)
    deal = try visit.fact("deal", event?.deal)
    user = try visit.fact("user", event?.user)
    company = try visit.fact("company", event?.company)
    refundDue = try visit.fact("refundDue", event?.refundDue)
  }
}

/// A company was paid for a reservation.
public struct PaymentRecorded: Hashable, Sendable {
  /// The reservation.
  public var reservation: ReservationID
  /// The amount in hundredths of the currency.
  public var amountCents: Int
  /// The currency of the amount.
  public var currency: CurrencyCode
  /// The payment service's own name for the payment.
  public var reference: String
  /// The deal.
  public var deal: DealID
  /// The consumer.
  public var user: UserID
}

extension PaymentRecorded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    reservation = try visit.subject(event?.reservation)
    amountCents = try visit.submitted("amountCents", event?.amountCents, recorded: .count)
    currency = try visit.submitted("currency", event?.currency)
    reference = try visit.submitted("reference", event?.reference)
    deal = try visit.fact("deal", event?.deal)
    user = try visit.fact("user", event?.user)
  }
}

/// A company paid back.
public struct PaymentRefunded: Hashable, Sendable {
  /// The reservation.
  public var reservation: ReservationID
  /// The payment service's own name for the refund.
  public var reference: String
  /// The deal.
  public var deal: DealID
  /// The consumer.
  public var user: UserID
  /// The amount in hundredths of the currency.
  public var amountCents: Int
  /// The currency of the amount.
  public var currency: CurrencyCode
}

extension PaymentRefunded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    reservation = try visit.subject(event?.reservation)
    reference = try visit.submitted("reference", event?.reference)
    deal = try visit.fact("deal", event?.deal)
    user = try visit.fact("user", event?.user)
    amountCents = try visit.fact("amountCents", event?.amountCents, in: .count)
    currency = try visit.fact("currency", event?.currency)
  }
}

/// A customer rated a company; the latest rating of each counts.
public struct CompanyRated: Hashable, Sendable {
  /// The company.
  public var company: UserID
  /// The customer's reservation.
  public var reservation: ReservationID
  /// The rating in stars, 1 to 5.
  public var stars: Int
  /// The customer's words, a text of several lines.
  public var comment: String?
  /// The deal of the reservation.
  public var deal: DealID
}

extension CompanyRated: Payload {
  static var starsRange: ClosedRange<Int> { 1...5 }

  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    company = try visit.subject(event?.company)
    reservation = try visit.submitted("reservation", event?.reservation)
    stars = try visit.submitted("stars", event?.stars, recorded: Self.starsRange)
    comment = try visit.freeText("comment", event?.comment)
    deal = try visit.fact("deal", event?.deal)
  }
}
