/// The projections by the names that readers know them by.
public enum ProjectionName: String, CaseIterable, Sendable {
  case schedule, marketplace, requests, approvals, deals, reservations, study, points, hours, users
  case inbox, audit

  /// What ``Replay`` folds: all but the inbox and the audit, which grow with every event.
  public static let replayed: [ProjectionName] = allCases.filter { $0 != .inbox && $0 != .audit }
}
