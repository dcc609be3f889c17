/// A company offered a deal of one day at one place.
public struct DealPosted: Hashable, Sendable {
  public var deal: DealID
  public var name: String
  public var companyName: String
  public var category: DealCategory
  public var latitude: Double
  public var longitude: Double
  public var validUntil: Timestamp
  public var validFrom: Timestamp
  public var address: String?
  public var description: String?
  public var openingTimes: String?
  public var picture: String?
  public var capacity: Int?
  public var priceCents: Int?
  public var currency: CurrencyCode?
  public var company: UserID

  public init(
    deal: DealID, name: String, companyName: String, category: DealCategory, latitude: Double,
    longitude: Double, validUntil: Timestamp, validFrom: Timestamp, address: String? = nil,
    description: String? = nil, openingTimes: String? = nil, picture: String? = nil,
    capacity: Int? = nil, priceCents: Int? = nil, currency: CurrencyCode? = nil, company: UserID
  ) {
    self.deal = deal
    self.name = name
    self.companyName = companyName
    self.category = category
    self.latitude = latitude
    self.longitude = longitude
    self.validUntil = validUntil
    self.validFrom = validFrom
    self.address = address
    self.description = description
    self.openingTimes = openingTimes
    self.picture = picture
    self.capacity = capacity
    self.priceCents = priceCents
    self.currency = currency
    self.company = company
  }
}

/// A company changed its deal; what is `.unchanged` keeps its value.
public struct DealEdited: Hashable, Sendable {
  public var deal: DealID
  public var name: Edit<String>
  public var companyName: Edit<String>
  public var category: Edit<DealCategory>
  public var latitude: Edit<Double>
  public var longitude: Edit<Double>
  public var validUntil: Edit<Timestamp>
  public var validFrom: Edit<Timestamp>
  public var address: Edit<String>
  public var description: Edit<String>
  public var openingTimes: Edit<String>
  public var picture: Edit<String>
  public var capacity: Edit<Int>
  public var priceCents: Edit<Int>
  public var currency: Edit<CurrencyCode>
  public var company: UserID

  public init(
    deal: DealID, name: Edit<String> = .unchanged, companyName: Edit<String> = .unchanged,
    category: Edit<DealCategory> = .unchanged, latitude: Edit<Double> = .unchanged,
    longitude: Edit<Double> = .unchanged, validUntil: Edit<Timestamp> = .unchanged,
    validFrom: Edit<Timestamp> = .unchanged, address: Edit<String> = .unchanged,
    description: Edit<String> = .unchanged, openingTimes: Edit<String> = .unchanged,
    picture: Edit<String> = .unchanged, capacity: Edit<Int> = .unchanged,
    priceCents: Edit<Int> = .unchanged, currency: Edit<CurrencyCode> = .unchanged, company: UserID
  ) {
    self.deal = deal
    self.name = name
    self.companyName = companyName
    self.category = category
    self.latitude = latitude
    self.longitude = longitude
    self.validUntil = validUntil
    self.validFrom = validFrom
    self.address = address
    self.description = description
    self.openingTimes = openingTimes
    self.picture = picture
    self.capacity = capacity
    self.priceCents = priceCents
    self.currency = currency
    self.company = company
  }
}

/// A deal was taken off the map; its live reservations are cancelled.
public struct DealRemoved: Hashable, Sendable {
  public var deal: DealID
  public var company: UserID
  public var cancelled: [ReservationID]

  public init(deal: DealID, company: UserID, cancelled: [ReservationID]) {
    self.deal = deal
    self.company = company
    self.cancelled = cancelled
  }
}

/// A consumer took a seat.
public struct DealReserved: Hashable, Sendable {
  public var reservation: ReservationID
  public var deal: DealID
  public var company: UserID
  public var priceCents: Int?
  public var currency: CurrencyCode?

  public init(
    reservation: ReservationID, deal: DealID, company: UserID, priceCents: Int? = nil,
    currency: CurrencyCode? = nil
  ) {
    self.reservation = reservation
    self.deal = deal
    self.company = company
    self.priceCents = priceCents
    self.currency = currency
  }
}

/// A consumer or the company gave a seat back.
public struct ReservationCancelled: Hashable, Sendable {
  public var reservation: ReservationID
  public var deal: DealID
  public var user: UserID
  public var company: UserID
  public var refundDue: Bool

  public init(
    reservation: ReservationID, deal: DealID, user: UserID, company: UserID, refundDue: Bool
  ) {
    self.reservation = reservation
    self.deal = deal
    self.user = user
    self.company = company
    self.refundDue = refundDue
  }
}

/// A company was paid for a reservation.
public struct PaymentRecorded: Hashable, Sendable {
  public var reservation: ReservationID
  public var amountCents: Int
  public var currency: CurrencyCode
  public var reference: String
  public var deal: DealID
  public var user: UserID

  public init(
    reservation: ReservationID, amountCents: Int, currency: CurrencyCode, reference: String,
    deal: DealID, user: UserID
  ) {
    self.reservation = reservation
    self.amountCents = amountCents
    self.currency = currency
    self.reference = reference
    self.deal = deal
    self.user = user
  }
}

/// A company paid back.
public struct PaymentRefunded: Hashable, Sendable {
  public var reservation: ReservationID
  public var reference: String
  public var deal: DealID
  public var user: UserID
  public var amountCents: Int
  public var currency: CurrencyCode

  public init(
    reservation: ReservationID, reference: String, deal: DealID, user: UserID, amountCents: Int,
    currency: CurrencyCode
  ) {
    self.reservation = reservation
    self.reference = reference
    self.deal = deal
    self.user = user
    self.amountCents = amountCents
    self.currency = currency
  }
}

/// A customer rated a company; the latest rating of each counts.
public struct CompanyRated: Hashable, Sendable {
  public var company: UserID
  public var reservation: ReservationID
  public var stars: Int
  public var comment: String?
  public var deal: DealID

  public init(
    company: UserID, reservation: ReservationID, stars: Int, comment: String? = nil, deal: DealID
  ) {
    self.company = company
    self.reservation = reservation
    self.stars = stars
    self.comment = comment
    self.deal = deal
  }
}
