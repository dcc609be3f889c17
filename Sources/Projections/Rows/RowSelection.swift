public import ShiftEvents

/// Filters for the rows of a projection. Those that are not among its
/// ``ProjectionDescriptor/criteria`` are ignored.
public struct RowSelection: Hashable, Sendable {
  /// The person whose rows are wanted; for a study ranking, the person who looks at it.
  public var user: UserID?
  /// The days of rows; of reservations, the local days on which they were made.
  public var dates: DateSelection
  /// The company of deals and reservations.
  public var company: UserID?
  /// The category of deals.
  public var category: DealCategory?
  /// The surroundings of deals.
  public var near: Nearness?
  /// True for a study ranking without the user.
  public var followedOnly: Bool
  /// A part of the name of users, whatever the case.
  public var namePart: String?
  /// True to include past, closed or ended rows.
  public var all: Bool

  /// Chooses the default rows of each projection if no argument is given.
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
  /// Rows of one person.
  case user
  /// Rows of some days.
  case dates
  /// Rows of one company.
  case company
  /// Deals of one category.
  case category
  /// Deals near a place.
  case near
  /// Deals of companies that the person follows.
  case followedOnly
  /// Users by a part of their name.
  case namePart
}
