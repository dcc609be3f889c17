public import ShiftEvents

/// Every projection except the audit, folded in one pass over the log; the inbox only if it is asked
/// for.
///
/// Facts that several projections need are folded once. Memory grows with people, shifts, requests,
/// sessions, deals and reservations, never with the number of events.
public struct Replay: Projection, Equatable {
  /// The number of events of each type.
  public private(set) var tally = EventTally()
  /// Schedule, marketplace and requests.
  public private(set) var roster = Roster()
  /// Users, their roles, and who follows whom.
  public private(set) var users = Users()
  /// Swap points.
  public private(set) var points = Points()
  /// Worked hours.
  public private(set) var hours = Hours()
  /// Study sessions.
  public private(set) var study = Study()
  /// Deals and reservations.
  public private(set) var deals = Deals()

  /// The notices to people, which grow with every event; `nil` unless it was asked for.
  public private(set) var inbox: Inbox?

  public init() {}

  /// A replay with the inbox of one person, or with everybody's.
  public init(inboxOf user: UserID?) { inbox = Inbox(of: user) }

  /// The state in which only the roster is known, for callers that ask for nothing else.
  package init(knowingOnly roster: Roster) { self.roster = roster }

  /// The position up to which the log was read.
  public var asOf: AsOf { tally.asOf }

  /// The zone of dates and times of day.
  public var timeZone: Zone { roster.workplace.timeZone }

  public mutating func apply(_ recorded: RecordedEvent) {
    tally.apply(recorded)
    roster.apply(recorded)
    users.apply(recorded)
    points.apply(recorded)
    hours.apply(recorded)
    study.apply(recorded)
    deals.apply(recorded)
    inbox?.apply(recorded)
  }

  /// The shifts that await approval as of a moment, with those who may approve them: all, or those
  /// that `user` owns, took or may approve.
  public func approvals(
    of user: UserID? = nil, dates: DateSelection = DateSelection(), at now: Timestamp
  ) -> [ApprovalRow] {
    roster.approvals(of: user, dates: dates, managers: users.managers, at: now)
  }

  /// The study ranking: of everyone, or of the people whom `viewer` follows and themselves.
  public func ranking(
    of viewer: UserID? = nil, followedOnly: Bool = false, names: (UserID) -> String?
  ) -> [StudyRow] {
    guard let viewer else { return study.ranking(names: names) }
    var circle = Set(users.following(of: viewer))
    if followedOnly { circle.remove(viewer) } else { circle.insert(viewer) }
    return study.ranking(among: circle, names: names)
  }
}
