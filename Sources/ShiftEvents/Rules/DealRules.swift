extension EventGuide {
  private static let terms: [RejectionCode] = [
    .unknownCategory, .locationUnknown, .invalidLocation, .invalidValidity, .notSameDay,
    .invalidCapacity,
  ]
  static let dealPosted = EventGuide(
    "Offers something for one day at one place", by: "a company",
    [.missingRole, .dealExists], then: terms,
    "deal.posted buns-1 --actor u10 name='Bag of buns' companyName='De Molen' category=food "
      + "latitude=52.3702 longitude=4.8952 validUntil=2026-03-31T20:30:00Z")
  static let dealEdited = EventGuide(
    "Changes terms of a deal; null takes an optional one away", by: "its company",
    [.unknownDeal, .notOwner, .dealEnded, .missingField],
    then: terms + [.capacityBelowReserved, .termsFixed, .invalidField],
    "deal.edited bread-2 --actor u10 capacity=5")
  static let dealRemoved = EventGuide(
    "Takes a deal off the map and cancels its live reservations",
    by: "its company, or a manager", [.unknownDeal, .notOwner, .dealEnded],
    "deal.removed bread-2 --actor u10")
}

/// Same-day deals: posted, edited, removed.
extension DomainState {
  func post(_ id: DealID, _ terms: DealTerms, in context: RuleContext) throws(Rejection) -> Event {
    try require(.company, context.actor)
    try deals.requireNew(id, orThrow: .dealExists)
    let offer = DealOffer(terms, at: context.time)
    let sound = try offer.judge(category: terms.category, in: workplace.zone, at: context.time)
    return .dealPosted(
      DealPosted(
        deal: id, name: terms.name, companyName: terms.companyName, category: sound.category,
        latitude: sound.latitude, longitude: sound.longitude, validUntil: offer.validUntil,
        validFrom: offer.validFrom, address: terms.address, description: terms.description,
        openingTimes: terms.openingTimes, picture: terms.picture, capacity: offer.capacity,
        priceCents: offer.priceCents, currency: offer.currency, company: context.actor))
  }

  func edit(_ id: DealID, _ edits: DealEdits, in context: RuleContext) throws(Rejection) -> Event {
    let deal = deals[try self.deal(id)]
    try requireOwner(deal.company, of: id, context.actor)
    try requireNotEnded(deal, at: context.time)
    if let name = edits.missingName { throw Rejection(.missingField, [.deal: id, .field: name]) }
    let zone = workplace.zone
    let offer = deal.offer.edited(edits)
    // Recorded categories are known ones.
    _ = try offer.judge(
      category: edits.category.new ?? DealCategory.other.rawValue, in: zone, at: context.time)
    if let capacity = offer.capacity, capacity < deal.liveReservations {
      throw Rejection(
        .capacityBelowReserved, [.deal: id, .reserved: deal.liveReservations, .capacity: capacity])
    }
    if deal.liveReservations > 0 && !offer.hasSameTerms(as: deal.offer, in: zone) {
      throw Rejection(.termsFixed, [.deal: id])
    }
    if edits.validFrom == .removed {
      throw Rejection(.invalidField, [.deal: id, .field: "validFrom"])
    }
    return .dealEdited(DealEdited(id, edits, company: deal.company))
  }

  func remove(_ id: DealID, in context: RuleContext) throws(Rejection) -> Event {
    let deal = deals[try self.deal(id)]
    try requireOwnerOrManager(deal.company, of: id, context.actor)
    try requireNotEnded(deal, at: context.time)
    return .dealRemoved(
      DealRemoved(deal: id, company: deal.company, cancelled: liveReservations(of: deal)))
  }

  private func requireNotEnded(_ deal: DealRecord, at time: Timestamp) throws(Rejection) {
    if deal.isRemoved { throw Rejection(.dealEnded, [.deal: deal.id]) }
    if deal.offer.isOver(at: time) {
      throw Rejection(.dealEnded, [.deal: deal.id, .validUntil: deal.offer.validUntil])
    }
  }
}

extension DealEdits {
  /// The name of the first required member that the edits remove.
  fileprivate var missingName: String? {
    if name == .removed { return "name" }
    if companyName == .removed { return "companyName" }
    if category == .removed { return "category" }
    return validUntil == .removed ? "validUntil" : nil
  }
}

extension DealEdited {
  /// The event that records edits whose category is known.
  fileprivate init(_ deal: DealID, _ edits: DealEdits, company: UserID) {
    self.init(
      deal: deal, name: edits.name, companyName: edits.companyName,
      category: edits.category.new.flatMap(DealCategory.init).map { .set($0) } ?? .unchanged,
      latitude: edits.latitude, longitude: edits.longitude, validUntil: edits.validUntil,
      validFrom: edits.validFrom, address: edits.address, description: edits.description,
      openingTimes: edits.openingTimes, picture: edits.picture, capacity: edits.capacity,
      priceCents: edits.priceCents, currency: edits.currency, company: company)
  }
}

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
