public import ShiftEvents

/// The state of a deal at a moment: the first that holds, in this order.
public enum DealStatus: String, CaseIterable, Sendable {
  /// Taken off the map.
  case removed
  /// Its last instant is past.
  case expired
  /// Its first instant is not yet there.
  case upcoming
  /// No seat is left.
  case soldOut
  /// Seats can be reserved.
  case live
}

/// A deal with the seats that are left.
public struct DealRow: Hashable, Sendable {
  /// The offer with all edits since it was posted.
  public var terms: DealPosted
  /// The number of live reservations.
  public var reserved: Int
  /// The number of free seats; `nil` if there is no limit.
  public var left: Int?
  /// The state at the moment asked for.
  public var status: DealStatus
  /// The company's rating, 1 to 5 with two decimals; `nil` without one.
  public var ratingAverage: Double?
  /// The number of customers who rated the company.
  public var ratingCount: Int
}

extension Replay {
  /// The deals as of a moment, by end of validity and id: live ones, all of one company, or all.
  /// Category and place narrow each of them.
  ///
  /// - Complexity: O(d + r log r) for d deals and r rows.
  public func deals(
    of company: UserID? = nil, category: DealCategory? = nil, near: Nearness? = nil,
    all: Bool = false, at now: Timestamp
  ) -> [DealRow] {
    deals(RowSelection(company: company, near: near, all: all), at: now).filter {
      category == nil || $0.terms.category == category
    }
  }

  fileprivate func deals(_ chosen: RowSelection, at now: Timestamp) -> [DealRow] {
    let showsAll = chosen.all || chosen.company != nil
    var wanted = PageGathering<(place: Int, deal: DealRecord)>(
      chosen.page, by: { Int($0.deal.offer.validUntil.milliseconds) },
      then: { $0.deal.id.description })
    var next = 0
    state.deals.rows.forEachRecord { deal in
      let place = next
      next += 1
      guard showsAll || status(deal, at: now) == .live,
        chosen.company == nil || deal.company == chosen.company
      else { return }
      // Of most the terms are not read.
      if chosen.near != nil || !chosen.dates.isEmpty {
        let terms = state.terms[place]
        guard chosen.near?.contains(latitude: terms.latitude, longitude: terms.longitude) ?? true,
          terms.isWithin(chosen.dates, in: timeZone)
        else { return }
      }
      wanted.add((place, deal), Int(deal.offer.validUntil.milliseconds))
    }
    return wanted.inOrder.map { place, deal in
      let rating = state.ratings[deal.company]
      return DealRow(
        terms: state.terms[place], reserved: deal.liveReservations, left: left(deal),
        status: status(deal, at: now), ratingAverage: rating?.average,
        ratingCount: rating?.count ?? 0)
    }
  }

  private func left(_ deal: DealRecord) -> Int? {
    deal.offer.capacity.map { max(0, $0 - deal.liveReservations) }
  }

  private func status(_ deal: DealRecord, at now: Timestamp) -> DealStatus {
    deal.status(at: now, left: left(deal))
  }
}

extension RatingRecord {
  /// Two decimals, half up; `nil` without a rating.
  fileprivate var average: Double? {
    if count == 0 { return nil }
    // Half up in whole numbers: the nearest hundredth is that of 100·stars/count + 1/2.
    let (doubled, divisor) = (Int64(clamping: stars) &* 200 &+ Int64(count), Int64(count) * 2)
    return Double(floorDivide(doubled, divisor)) / 100
  }
}

extension DealRecord {
  fileprivate func status(at now: Timestamp, left: Int?) -> DealStatus {
    if isRemoved { return .removed }
    if now > offer.validUntil { return .expired }
    if now < offer.validFrom { return .upcoming }
    return left == 0 ? .soldOut : .live
  }
}

extension ProjectionDescriptor {
  /// The live deals.
  public static let deals = ProjectionDescriptor(
    "deals", from: [.deals], ordered: ["validUntil", "deal"],
    passing: .hiding("deal is live", others: "in all", isByDay: false),
    count: { replay, chosen, _ in
      chosen == RowSelection(all: true) ? replay.state.deals.count : nil
    }
  ) { replay, chosen, now, _ in replay.deals(chosen, at: now) }
}

extension DealPosted {
  /// Returns `true` if it begins or ends on one of the days. One day of its own clock may be two of the workplace's.
  fileprivate func isWithin(_ dates: DateSelection, in zone: Zone) -> Bool {
    dates.isEmpty || dates.contains(zone.date(at: validFrom))
      || dates.contains(zone.lastDay(from: validFrom, to: validUntil))
  }
}

extension DealRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("deal", "Deal") { $0.terms.deal },
    Column("company", "Company", .id, audience: .programs) { .id($0.terms.company) },
    Column("companyName", "Company name") { $0.terms.companyName },
    Column("name", "Name") { $0.terms.name },
    Column("category", "Category", turn: 2) { $0.terms.category },
    Column("latitude", "Latitude", audience: .programs) { $0.terms.latitude },
    Column("longitude", "Longitude", audience: .programs) { $0.terms.longitude },
    Column("address", "Address", audience: .programs) { $0.terms.address },
    Column("validFrom", "From", turn: 5) { $0.terms.validFrom },
    Column("validUntil", "Until") { $0.terms.validUntil },
    Column("capacity", "Capacity", audience: .programs) { $0.terms.capacity },
    .amount("reserved", "Reserved", audience: .programs) { $0.reserved },
    .amount("left", "Left", turn: 6) { $0.left },
    .status { $0.status },
    Column("priceCents", "Price in cents", turn: 4) { $0.terms.priceCents },
    Column("currency", "Currency", turn: 3) { $0.terms.currency?.description },
    Column("description", "Description", audience: .programs) { $0.terms.description },
    Column("openingTimes", "Opening times", audience: .programs) { $0.terms.openingTimes },
    Column("picture", "Picture", audience: .programs) { $0.terms.picture },
    Column("ratingAverage", "Rating", turn: 1) { $0.ratingAverage },
    Column("ratingCount", "Ratings", audience: .programs) { $0.ratingCount },
  ]
}
