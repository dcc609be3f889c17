// On disk. Never rename a member; a changed meaning is a new event type.

/// A company offered a deal of one day at one place.
public struct DealPosted: Hashable, Sendable {
  /// The new deal.
  public var deal: DealID
  /// The name of the deal.
  public var name: String
  /// The name under which the company offers it.
  public var companyName: String
  /// The kind of thing on offer.
  public var category: DealCategory
  /// The latitude of the place in degrees, −90 to 90.
  public var latitude: Double
  /// The longitude of the place in degrees, −180 to 180.
  public var longitude: Double
  /// The last instant at which the deal holds.
  public var validUntil: Timestamp
  /// The first instant at which the deal holds; by default the time of the event.
  public var validFrom: Timestamp
  /// The address of the place, in words.
  public var address: String?
  /// The description, a text of several lines.
  public var description: String?
  /// The opening times, a text of several lines.
  public var openingTimes: String?
  /// The address of a picture.
  public var picture: String?
  /// The number of seats; without it there is always one.
  public var capacity: Int?
  /// The price of a seat in hundredths of the currency.
  public var priceCents: Int?
  /// The currency of the price.
  public var currency: CurrencyCode?
  /// The company that offers the deal.
  public var company: UserID
}

extension DealPosted: Payload {
  static var capacityRange: ClosedRange<Int> { 1...Int.exactRange.upperBound }

  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    deal = try visit.subject(event?.deal)
    visit.rule(.together("priceCents", "currency"))
    name = try visit.submitted("name", event?.name, length: .notEmpty)
    companyName = try visit.submitted("companyName", event?.companyName, length: .notEmpty)
    category = try visit.submitted("category", event?.category, as: String.self)
    latitude = try visit.coordinate("latitude", event?.latitude, in: -90...90)
    longitude = try visit.coordinate("longitude", event?.longitude, in: -180...180)
    validUntil = try visit.submitted("validUntil", event?.validUntil)
    validFrom = try visit.defaulted("validFrom", event?.validFrom, .now)
    address = try visit.optional("address", event?.address)
    description = try visit.freeText("description", event?.description)
    openingTimes = try visit.freeText("openingTimes", event?.openingTimes)
    picture = try visit.optional("picture", event?.picture)
    capacity = try visit.optional("capacity", event?.capacity, recorded: Self.capacityRange)
    priceCents = try visit.optional("priceCents", event?.priceCents, in: .count)
    currency = try visit.optional("currency", event?.currency)
    company = try visit.fact("company", event?.company)
  }
}

/// A company changed its deal; an `.unchanged` member keeps its value.
public struct DealEdited: Hashable, Sendable {
  /// The deal.
  public var deal: DealID
  /// The name of the deal.
  public var name: Edit<String> = .unchanged
  /// The name under which the company offers it.
  public var companyName: Edit<String> = .unchanged
  /// The kind of thing on offer.
  public var category: Edit<DealCategory> = .unchanged
  /// The latitude of the place in degrees, −90 to 90.
  public var latitude: Edit<Double> = .unchanged
  /// The longitude of the place in degrees, −180 to 180.
  public var longitude: Edit<Double> = .unchanged
  /// The last instant at which the deal holds.
  public var validUntil: Edit<Timestamp> = .unchanged
  /// The first instant at which the deal holds.
  public var validFrom: Edit<Timestamp> = .unchanged
  /// The address of the place, in words.
  public var address: Edit<String> = .unchanged
  /// The description, a text of several lines.
  public var description: Edit<String> = .unchanged
  /// The opening times, a text of several lines.
  public var openingTimes: Edit<String> = .unchanged
  /// The address of a picture.
  public var picture: Edit<String> = .unchanged
  /// The number of seats; without it there is always one.
  public var capacity: Edit<Int> = .unchanged
  /// The price of a seat in hundredths of the currency.
  public var priceCents: Edit<Int> = .unchanged
  /// The currency of the price.
  public var currency: Edit<CurrencyCode> = .unchanged
  /// The company that offers the deal.
  public var company: UserID
}

extension DealEdited: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    deal = try visit.subject(event?.deal)
    // The resulting deal has a price and a currency, or neither; the rules see to it.
    visit.rule(.anyChange)
    name = try visit.edit("name", event?.name, length: .notEmpty, isKept: true)
    companyName = try visit.edit("companyName", event?.companyName, length: .notEmpty, isKept: true)
    category = try visit.edit("category", event?.category, isKept: true, as: String.self)
    latitude = try visit.coordinateEdit("latitude", event?.latitude, in: -90...90)
    longitude = try visit.coordinateEdit("longitude", event?.longitude, in: -180...180)
    validUntil = try visit.edit("validUntil", event?.validUntil, isKept: true)
    validFrom = try visit.edit("validFrom", event?.validFrom, isKept: true)
    address = try visit.edit("address", event?.address)
    description = try visit.freeTextEdit("description", event?.description)
    openingTimes = try visit.freeTextEdit("openingTimes", event?.openingTimes)
    picture = try visit.edit("picture", event?.picture)
    capacity = try visit.edit("capacity", event?.capacity, recorded: DealPosted.capacityRange)
    priceCents = try visit.edit("priceCents", event?.priceCents, in: .count)
    currency = try visit.edit("currency", event?.currency)
    company = try visit.fact("company", event?.company)
  }
}

/// A deal was taken off the map; its live reservations are cancelled.
public struct DealRemoved: Hashable, Sendable {
  /// The deal.
  public var deal: DealID
  /// The company that offers the deal.
  public var company: UserID
  /// The reservations that were live until then, in byte order.
  public var cancelled: [ReservationID]
}

extension DealRemoved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    deal = try visit.subject(event?.deal)
    company = try visit.fact("company", event?.company)
    cancelled = try visit.fact("cancelled", event?.cancelled)
  }
}
