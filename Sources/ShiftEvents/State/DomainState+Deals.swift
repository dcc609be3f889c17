// Same-day deals: posted, edited, removed.

package struct DealRecord: StateRecord {
  package var id: DealID
  package var company: UserID
  package var offer: DealOffer
  package var isRemoved = false
  package var liveReservations = 0
  /// The place of the newest reservation, live or not; each leads to the one before it.
  var newestReservation: Int32 = -1

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    company.renumber(new)
  }
}

/// The terms of a deal that the rules need.
package struct DealOffer: Equatable, Sendable, BitwiseCopyable {
  /// Latitude and longitude in degrees.
  var latitude: Double?
  var longitude: Double?
  package var validFrom: Timestamp
  package var validUntil: Timestamp
  /// The number of seats; `nil` for no limit.
  package var capacity: Int?
  var priceCents: Int?
  var currency: CurrencyCode?

  func hasBegun(at time: Timestamp) -> Bool { validFrom <= time }
  func isOver(at time: Timestamp) -> Bool { time > validUntil }
  func lastDay(in zone: Zone) -> LocalDate { zone.lastDay(from: validFrom, to: validUntil) }
}

extension Zone {
  /// The day on which something ends: at a midnight it is the day before.
  package func lastDay(from begin: Timestamp, to end: Timestamp) -> LocalDate {
    date(at: max(begin, end.advanced(byMilliseconds: -1)))
  }
}

extension DealOffer {
  init(_ terms: DealPosted) {
    self.init(
      latitude: terms.latitude, longitude: terms.longitude, validFrom: terms.validFrom,
      validUntil: terms.validUntil, capacity: terms.capacity, priceCents: terms.priceCents,
      currency: terms.currency)
  }
}

extension DomainState {
  mutating func evolve(with event: DealPosted) {
    if deals.place(of: event.deal) != nil { return }
    workplace.isZoneFixed = true
    let place = deals.add(
      DealRecord(id: event.deal, company: event.company, offer: DealOffer(event)))
    terms[place] = event
  }

  mutating func evolve(with event: DealEdited) {
    guard let place = deals.place(of: event.deal), !deals[place].isRemoved else { return }
    var edited = terms[place]
    event.apply(to: &edited)
    terms[place] = edited
    deals[place].offer = DealOffer(edited)
  }

  mutating func evolve(with event: DealRemoved) {
    if let place = deals.place(of: event.deal) { deals[place].isRemoved = true }
    for reservation in event.cancelled { cancel(reservation, as: .byRemoval) }
  }
}

extension DealEdited {
  fileprivate func apply(to terms: inout DealPosted) {
    name.apply(to: &terms.name)
    companyName.apply(to: &terms.companyName)
    category.apply(to: &terms.category)
    latitude.apply(to: &terms.latitude)
    longitude.apply(to: &terms.longitude)
    validUntil.apply(to: &terms.validUntil)
    validFrom.apply(to: &terms.validFrom)
    address.apply(to: &terms.address)
    description.apply(to: &terms.description)
    openingTimes.apply(to: &terms.openingTimes)
    picture.apply(to: &terms.picture)
    capacity.apply(to: &terms.capacity)
    priceCents.apply(to: &terms.priceCents)
    currency.apply(to: &terms.currency)
  }
}

extension Edit {
  /// The value that is set, if one is.
  var new: Value? { if case .set(let value) = self { value } else { nil } }

  /// Applies the edit; a required value cannot be removed.
  fileprivate func apply(to value: inout Value) { if case .set(let new) = self { value = new } }

  fileprivate func apply(to value: inout Value?) { value = applied(to: value) }
}
