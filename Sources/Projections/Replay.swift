public import ShiftEvents

/// Every projection except the audit, folded in one pass over the log; the inbox only if it is asked
/// for.
///
/// Facts that several projections need are folded once. Memory grows with people, shifts, requests,
/// absences, trades, sessions, deals and reservations, never with the number of events.
public struct Replay: Projection, Equatable {
  /// The number of events of each type.
  public internal(set) var tally = EventTally()
  /// Schedule, marketplace and requests.
  public internal(set) var roster = Roster()
  /// Users, their roles, and who follows whom.
  public internal(set) var users = Users()
  /// Absences.
  public internal(set) var absences = Absences()
  /// Trades.
  public internal(set) var trades = Trades()
  /// Swap points.
  public internal(set) var points = Points()
  /// Worked hours.
  public internal(set) var hours = Hours()
  /// Study sessions.
  public internal(set) var study = Study()
  /// Deals and reservations.
  public internal(set) var deals = Deals()

  /// The notices to people, which grow with every event; `nil` unless it was asked for.
  public internal(set) var inbox: Inbox?

  public init() {}

  /// A replay with the inbox of one person, or with everybody's.
  public init(inboxOf user: UserID?) { inbox = Inbox(of: user) }

  /// A replay whose folds go on from those of another, and whose inbox begins before the first event.
  package init(continuing other: Replay, inboxOf user: UserID?) {
    self = other
    inbox = Inbox(of: user)
  }

  /// Folds an event that all but the inbox have folded.
  package mutating func applyToInbox(_ recorded: RecordedEvent) { inbox?.apply(recorded) }

  /// The parts that were folded; fewer than all in one that was read from a snapshot for a question.
  package internal(set) var parts = ReplayPart.allCases

  /// Returns `true` if all these parts were folded.
  func has(_ wanted: [ReplayPart]) -> Bool { wanted.allSatisfy(parts.contains) }

  /// The position up to which the log was read.
  public var asOf: AsOf { tally.asOf }

  /// The zone of dates and times of day.
  public var timeZone: Zone { roster.workplace.timeZone }

  public mutating func apply(_ recorded: RecordedEvent) {
    tally.apply(recorded)
    roster.apply(recorded)
    users.apply(recorded)
    absences.apply(recorded)
    trades.apply(recorded)
    if case .hoursRecorded(let event) = recorded.event, roster.knows(event.shift) {
      points.apply(recorded)
      hours.apply(recorded)
    }
    study.apply(recorded)
    deals.apply(recorded)
    inbox?.apply(recorded)
  }

  /// The shifts that await approval as of a moment, with those who may approve them: all, or those
  /// that `user` owns, took or may approve.
  public func approvals(
    of user: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false,
    at now: Timestamp
  ) -> [ApprovalRow] {
    roster.approvals(of: user, dates: dates, managers: users.managers, all: all, at: now)
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
