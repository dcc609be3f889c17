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

/// An offer that passed the posting rules, with its optional values made certain.
struct SoundOffer {
  var category: DealCategory
  var latitude: Double
  var longitude: Double
}

extension DealOffer {
  /// The posting rules, from left to right.
  func judge(category: String, in zone: Zone, at time: Timestamp) throws(Rejection) -> SoundOffer {
    if (priceCents == nil) != (currency == nil) {
      throw Rejection(.missingField, "a price needs both \"priceCents\" and \"currency\"")
    }
    guard let category = DealCategory(rawValue: category) else {
      throw Rejection(
        .unknownCategory,
        "the categories are \(DealCategory.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let latitude, let longitude else {
      throw Rejection(
        .locationUnknown, "a deal needs \"latitude\" and \"longitude\" to be found on the map")
    }
    // A comparison with NaN is false, so NaN is refused here.
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
      throw Rejection(.invalidLocation, "latitudes are within 90 degrees, longitudes within 180")
    }
    try judgeValidity(in: zone, at: time)
    if let capacity, capacity < 1 {
      throw Rejection(.invalidCapacity, "a deal has at least one seat, not \(capacity)")
    }
    return SoundOffer(category: category, latitude: latitude, longitude: longitude)
  }

  private func judgeValidity(in zone: Zone, at time: Timestamp) throws(Rejection) {
    if validUntil <= validFrom {
      throw Rejection(.invalidValidity, "\(validUntil) is not after the begin, \(validFrom)")
    }
    if validUntil <= time { throw Rejection(.invalidValidity, "\(validUntil) is past") }
    let (first, last) = (zone.date(at: validFrom), zone.date(at: validUntil))
    if first != last {
      throw Rejection(
        .notSameDay,
        "a deal is of one day; this begins on \(first.longText) and ends on "
          + "\(last.longText) in \(zone)")
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
