public import ShiftEvents

/// What a reader chooses of a projection; what is none of its ``ProjectionName/criteria`` is passed
/// over.
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

/// By what rows can be chosen, besides `all`, which any projection takes.
public enum RowCriterion: Hashable, Sendable {
  case user, dates, company, category, near, followedOnly, namePart
}

extension ProjectionName {
  /// By what its rows can be chosen.
  public var criteria: Set<RowCriterion> {
    switch self {
    case .schedule, .marketplace, .requests, .approvals, .hours: [.user, .dates]
    case .deals: [.company, .category, .near]
    case .reservations: [.user, .dates, .company]
    case .study: [.user, .followedOnly]
    case .points, .inbox: [.user]
    case .users: [.user, .namePart]
    case .audit: []
    }
  }
}
