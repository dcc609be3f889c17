public import ShiftEvents

/// Filters for the rows of a projection. Those that are not among its
/// ``ProjectionDescriptor/criteria`` are ignored.
public struct RowSelection: Hashable, Sendable {
  /// Whose rows; of a study ranking, who looks at it.
  public var user: UserID?
  /// Of what has a date, and of reservations by the local day on which they were made.
  public var dates: DateSelection
  /// Of deals and reservations.
  public var company: UserID?
  /// Of deals.
  public var category: DealCategory?
  /// Of deals.
  public var near: Nearness?
  /// Of a study ranking: without the user whose ranking it is.
  public var followedOnly: Bool
  /// Of users: a part of the name, whatever the case.
  public var namePart: String?
  /// What is past, closed or no longer live too.
  public var all: Bool

  /// Without arguments: what each projection shows by itself.
  public init(
    user: UserID? = nil, dates: DateSelection = DateSelection(), company: UserID? = nil,
    category: DealCategory? = nil, near: Nearness? = nil, followedOnly: Bool = false,
    namePart: String? = nil, all: Bool = false
  ) {
    self.user = user
    self.dates = dates
    self.company = company
    self.category = category
    self.near = near
    self.followedOnly = followedOnly
    self.namePart = namePart
    self.all = all
  }
}

/// A filter that a projection may have, besides `all`, which any projection takes.
public enum RowCriterion: Hashable, Sendable {
  case user, dates, company, category, near, followedOnly, namePart
}
