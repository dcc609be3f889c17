// The offers of deals as the rules judge them.

extension DealOffer {
  init(_ terms: DealTerms, at time: Timestamp) {
    self.init(
      latitude: terms.latitude, longitude: terms.longitude, validFrom: terms.validFrom ?? time,
      validUntil: terms.validUntil, capacity: terms.capacity, priceCents: terms.priceCents,
      currency: terms.currency)
  }

  /// The offer after submitted edits, for the rules to judge. If they remove the beginning, the old
  /// one is judged.
  func edited(_ edits: DealEdits) -> DealOffer {
    DealOffer(
      latitude: edits.latitude.applied(to: latitude),
      longitude: edits.longitude.applied(to: longitude),
      validFrom: edits.validFrom.new ?? validFrom, validUntil: edits.validUntil.new ?? validUntil,
      capacity: edits.capacity.applied(to: capacity),
      priceCents: edits.priceCents.applied(to: priceCents),
      currency: edits.currency.applied(to: currency))
  }
}

// MARK: - Judging

extension DealOffer {
  /// Judges by the posting rules, from left to right.
  ///
  /// - Returns: the values that are certain now.
  func judge(
    category: String, in zone: Zone, at time: Timestamp
  ) throws(Rejection) -> (category: DealCategory, latitude: Double, longitude: Double) {
    if (priceCents == nil) != (currency == nil) {
      throw Rejection(
        .missingField, because: .priceIncomplete,
        [.field: priceCents == nil ? "priceCents" : "currency"])
    }
    guard let category = DealCategory(rawValue: category) else {
      throw Rejection(.unknownCategory, [.category: category])
    }
    guard let latitude, let longitude else {
      throw Rejection(.locationUnknown, [.field: latitude == nil ? "latitude" : "longitude"])
    }
    // A comparison with NaN is false, so NaN is refused here.
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw Rejection(
        .invalidLocation, [.field: (-90...90).contains(latitude) ? "longitude" : "latitude"])
    }
    try judgeValidity(in: zone, at: time)
    if let capacity, capacity < 1 { throw Rejection(.invalidCapacity, [.capacity: capacity]) }
    return (category, latitude, longitude)
  }

  private func judgeValidity(in zone: Zone, at time: Timestamp) throws(Rejection) {
    func invalidValidity(_ reason: Rejection.Reason) -> Rejection {
      Rejection(
        .invalidValidity, because: reason, [.validFrom: validFrom, .validUntil: validUntil])
    }
    if validUntil <= validFrom { throw invalidValidity(.endsBeforeBegin) }
    if validUntil <= time { throw invalidValidity(.past) }
    let (first, last) = (zone.date(at: validFrom), lastDay(in: zone))
    if first != last {
      throw Rejection(.notSameDay, [.first: first, .last: last, .timeZone: zone])
    }
  }

  /// Returns `true` if the terms on which reservations rely are the same: day, place, price and
  /// currency.
  func hasSameTerms(as other: DealOffer, in zone: Zone) -> Bool {
    zone.date(at: validFrom) == zone.date(at: other.validFrom) && latitude == other.latitude
      && longitude == other.longitude && priceCents == other.priceCents
      && currency == other.currency
  }
}
