public import ShiftEvents

/// How a deal stands at a moment: the first that holds, in this order.
public enum DealStatus: String, CaseIterable, Sendable {
  case removed, expired, upcoming, soldOut, live
}

/// A deal with the seats that are left.
public struct DealRow: Hashable, Sendable {
  /// What the company offers, with all edits since it was posted.
  public var terms: DealPosted
  /// Live reservations.
  public var reserved: Int
  /// Seats that are free; `nil` where there is no limit.
  public var left: Int?
  /// As of the moment asked for.
  public var status: DealStatus
  /// Of the company, 1 to 5 with two decimals; `nil` without a rating.
  public var ratingAverage: Double?
  /// How many customers rated the company.
  public var ratingCount: Int
}

/// Which deals are asked for.
public struct DealSelection: Hashable, Sendable {
  /// All deals of one company, also those that are not live.
  public var company: UserID?
  /// Deals of one category only.
  public var category: DealCategory?
  /// Deals around a place only.
  public var near: Nearness?
  /// Those that are not live too.
  public var all: Bool

  /// Without arguments: all live deals.
  public init(
    company: UserID? = nil, category: DealCategory? = nil, near: Nearness? = nil,
    all: Bool = false
  ) {
    self.company = company
    self.category = category
    self.near = near
    self.all = all
  }
}

extension Deals {
  /// The deals as of a moment, by end of validity and id: live ones, one company's, or all.
  ///
  /// - Complexity: O(d + r log r) for d deals and r rows.
  public func deals(
    _ selection: DealSelection = DealSelection(), at now: Timestamp
  ) -> [DealRow] {
    let rows = deals.rows.compactMap { deal -> DealRow? in
      let terms = deal.terms
      guard selection.company == nil || terms.company == selection.company,
        selection.category == nil || terms.category == selection.category,
        selection.near?.contains(latitude: terms.latitude, longitude: terms.longitude) ?? true
      else { return nil }
      let status = deal.status(at: now)
      guard selection.all || selection.company != nil || status == .live else { return nil }
      let rating = rating(of: terms.company)
      return DealRow(
        terms: terms, reserved: deal.reserved, left: deal.left, status: status,
        ratingAverage: rating.average, ratingCount: rating.count)
    }
    return ordered(
      rows, by: { Int($0.terms.validUntil.milliseconds) }, then: { $0.terms.deal.description })
  }
}

extension Deals.DealRecord {
  fileprivate var left: Int? { terms.capacity.map { max(0, $0 - reserved) } }

  fileprivate func status(at now: Timestamp) -> DealStatus {
    if isRemoved { return .removed }
    if now > terms.validUntil { return .expired }
    if now < terms.validFrom { return .upcoming }
    return left == 0 ? .soldOut : .live
  }
}

extension DealRow: ProjectionRow {
  /// The columns of the format, in its order.
  public static let columns = [
    Column("deal", "Deal"), Column("company", "Company"), Column("companyName", "Company name"),
    Column("name", "Name"), Column("category", "Category"),
    Column("latitude", "Latitude", isNumeric: true),
    Column("longitude", "Longitude", isNumeric: true), Column("address", "Address"),
    Column("validFrom", "From"), Column("validUntil", "Until"),
    Column("capacity", "Capacity", isNumeric: true),
    Column("reserved", "Reserved", isNumeric: true), Column("left", "Left", isNumeric: true),
    Column("status", "Status"), Column("priceCents", "Price in cents", isNumeric: true),
    Column("currency", "Currency"), Column("description", "Description"),
    Column("openingTimes", "Opening times"), Column("picture", "Picture"),
    Column("ratingAverage", "Rating", isNumeric: true),
    Column("ratingCount", "Ratings", isNumeric: true),
  ]

  /// The values, one for each column.
  public func cells() -> [Cell?] {
    [
      .id(terms.deal), .id(terms.company), .text(terms.companyName), .text(terms.name),
      .text(terms.category.rawValue), .decimal(terms.latitude), .decimal(terms.longitude),
      terms.address.map(Cell.text), .instant(terms.validFrom), .instant(terms.validUntil),
      terms.capacity.map(Cell.integer), .integer(reserved), left.map(Cell.integer),
      .text(status.rawValue), terms.priceCents.map(Cell.integer),
      (terms.currency?.description).map(Cell.text), terms.description.map(Cell.text),
      terms.openingTimes.map(Cell.text), terms.picture.map(Cell.text),
      ratingAverage.map(Cell.decimal), .integer(ratingCount),
    ]
  }
}
