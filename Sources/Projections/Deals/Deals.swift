public import ShiftEvents

/// Deals, their reservations, and ratings of companies.
///
/// Memory grows with deals, reservations and pairs of customer and company.
public struct Deals: Projection, Equatable {
  var deals = IdentifierMap<DealID, PostedDeal>()
  var reservations = IdentifierMap<ReservationID, TakenSeat>()
  var stars: [Customer: Int] = [:]
  var ratings = IdentifierMap<UserID, Rating>()

  /// The offers with all edits since they were posted, at the places of the deals.
  var terms = DealTerms()

  struct PostedDeal: SnapshotRow {
    var company: UserID
    /// The number of live reservations.
    var reserved: Int32 = 0
    var validFrom: Timestamp
    var validUntil: Timestamp
    var isRemoved = false

    init(_ terms: DealPosted) {
      (company, validFrom, validUntil) = (terms.company, terms.validFrom, terms.validUntil)
    }

    mutating func renumber(_ new: (UInt32) -> UInt32) { company.renumber(new) }
  }

  struct Customer: Hashable, Sendable {
    var user: UserID
    var company: UserID
  }

  public init() {}

  public mutating func apply(_ recorded: RecordedEvent) {
    switch recorded.event {
    case .dealPosted(let event):
      if deals[event.deal] != nil { return }
      deals.set(PostedDeal(event), for: event.deal)
      if let place = deals.place(of: event.deal) { terms[place] = event }
    case .dealEdited(let event): edit(event)
    case .dealRemoved(let event): remove(event)
    case .dealReserved(let event):
      // A seat in a deal that is not there is none.
      if reservations[event.reservation] != nil || deals[event.deal] == nil { return }
      reservations.set(
        TakenSeat(
          reservedAt: recorded.time, deal: event.deal, user: recorded.actor,
          company: event.company), for: event.reservation)
      deals.update(event.deal) { $0.reserved += 1 }
    case .reservationCancelled(let event): cancel(event.reservation)
    case .paymentRecorded(let event): reservations.update(event.reservation) { $0.isPaid = true }
    case .paymentRefunded(let event):
      reservations.update(event.reservation) { $0.isRefunded = $0.isCancelled && $0.isPaid }
    case .companyRated(let event): rate(event.company, by: recorded.actor, stars: event.stars)
    case .workplaceConfigured, .userRegistered, .profileChanged, .roleGranted, .roleRevoked,
      .userFollowed, .userUnfollowed, .userErased, .skillGranted, .skillRevoked,
      .fixedShiftRegistered,
      .fixedShiftRemoved,
      .shiftScheduled, .shiftSkipped, .shiftCancelled, .hoursRecorded, .shiftSupplied,
      .shiftRevoked, .shiftAccepted, .acceptanceWithdrawn, .shiftApproved, .shiftDisapproved,
      .requestPosted, .requestWithdrawn, .shiftSuggested, .suggestionWithdrawn,
      .suggestionAccepted, .absenceRecorded, .absenceEnded, .tradeOffered, .tradeAccepted,
      .tradeApproved, .tradeEnded, .studyStarted, .studyBlockCompleted, .studyStopped,
      .shiftAssigned, .shiftEdited, .vacancyPosted, .vacancyEdited, .shiftClaimed, .shiftDropped,
      .unknown:
      break
    }
  }

  /// Returns the stars of a company; the latest rating of each customer counts.
  func rating(of company: UserID) -> Rating { ratings[company] ?? Rating() }

  private mutating func edit(_ event: DealEdited) {
    guard let place = deals.place(of: event.deal), !deals.rows[place].isRemoved else { return }
    var edited = terms[place]
    event.apply(to: &edited)
    terms[place] = edited
    deals.update(event.deal) {
      ($0.validFrom, $0.validUntil) = (edited.validFrom, edited.validUntil)
    }
  }

  private mutating func remove(_ event: DealRemoved) {
    deals.update(event.deal) { $0.isRemoved = true }
    for reservation in event.cancelled { cancel(reservation) }
  }

  private mutating func cancel(_ id: ReservationID) {
    guard let reservation = reservations[id], !reservation.isCancelled else { return }
    reservations.update(id) { $0.isCancelled = true }
    deals.update(reservation.deal) { $0.reserved -= 1 }
  }

  private mutating func rate(_ company: UserID, by user: UserID, stars given: Int) {
    let before = stars.updateValue(given, forKey: Customer(user: user, company: company))
    ratings.update(company, from: Rating()) { rating in
      rating.stars &+= given &- (before ?? 0)
      if before == nil { rating.count += 1 }
    }
  }
}

/// The sum of a company's stars, and the number of customers who gave them.
struct Rating: SnapshotRow {
  var stars = 0
  var count = 0

  mutating func renumber(_ new: (UInt32) -> UInt32) {}

  /// Two decimals, half up; `nil` without a rating.
  var average: Double? {
    if count == 0 { return nil }
    // Half up in whole numbers: the nearest hundredth is that of 100·stars/count + 1/2.
    let (doubled, divisor) = (Int64(clamping: stars) &* 200 &+ Int64(count), Int64(count) * 2)
    return Double(floorDivide(doubled, divisor)) / 100
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
  /// Applies the edit; a required value cannot be removed.
  fileprivate func apply(to value: inout Value) { if case .set(let new) = self { value = new } }

  fileprivate func apply(to value: inout Value?) {
    switch self {
    case .unchanged: break
    case .set(let new): value = new
    case .removed: value = nil
    }
  }
}
