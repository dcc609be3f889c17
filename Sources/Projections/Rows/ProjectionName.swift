public import ShiftEvents

/// The projections by the names that readers know them by.
public enum ProjectionName: String, CaseIterable, Sendable {
  case schedule, marketplace, requests, approvals, deals, reservations, study, points, hours, users
  case inbox, audit

  /// What ``Replay`` folds: all but the inbox and the audit, which grow with every event.
  public static let replayed: [ProjectionName] = allCases.filter { $0 != .inbox && $0 != .audit }

  /// The event types that its rows, and the time zone they are told in, depend on.
  public var eventTypes: Set<EventType> {
    switch self {
    case .schedule, .marketplace, .requests: Roster.eventTypes
    case .approvals: Roster.eventTypes.union(Users.eventTypes)
    case .deals, .reservations: Deals.eventTypes.union([.workplaceConfigured])
    case .study: Study.eventTypes.union(Users.eventTypes).union([.workplaceConfigured])
    case .points: Points.eventTypes.union([.workplaceConfigured])
    case .hours: Hours.eventTypes.union([.workplaceConfigured])
    case .users: Users.eventTypes.union([.workplaceConfigured])
    case .inbox: Inbox.eventTypes
    case .audit: Audit.eventTypes
    }
  }
}
