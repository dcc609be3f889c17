public import ShiftEvents

/// The recorded state of a shift, which does not depend on the clock.
public enum ShiftState: String, CaseIterable, Sendable, BitwiseCopyable {
  /// With its owner, and nothing asked.
  case idle
  /// On the marketplace.
  case supplied
  /// Suggested for a request.
  case suggested
  /// Taken, and awaiting approval.
  case awaiting
  /// Gone with its fixed shift.
  case removed
  /// Taken off the schedule by a manager.
  case cancelled
  /// Given back to the vacancy that it came from.
  case dropped

  /// True while the shift is on the schedule.
  public var isOpen: Bool { self != .removed && self != .cancelled && self != .dropped }
}

/// The record of one shift.
public struct RosterShift: LocalTimeSpan, Hashable, Sendable, BitwiseCopyable {
  let record: ShiftRecord

  /// The person on duty, until another person's acceptance is final.
  public var owner: UserID { record.owner }
  /// The person for whom it was first scheduled.
  public var firstOwner: UserID { record.firstOwner }
  /// The local day on which the shift begins.
  public var date: LocalDate { record.date }
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay { record.times.start }
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay { record.times.end }
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16? { record.times.days }
  /// The state, which events change and never the clock.
  public var state: ShiftState {
    switch record.state {
    case .idle: .idle
    case .supplied: .supplied
    case .suggested: .suggested
    case .awaitingMarket, .awaitingSuggestion: .awaiting
    case .removed, .skipped: .removed
    case .cancelled: .cancelled
    case .dropped: .dropped
    }
  }
  /// The way in which the taker came to it, while it awaits approval.
  public var via: AcceptanceRoute? {
    switch record.state {
    case .awaitingMarket: .market
    case .awaitingSuggestion: .suggestion
    case .idle, .supplied, .suggested, .removed, .cancelled, .dropped, .skipped: nil
    }
  }
  /// The last time it was put on the marketplace; before that, when it was scheduled.
  public var suppliedAt: Timestamp { record.suppliedAt }
  /// The time at which it was scheduled or last changed; while it awaits approval, that of the
  /// acceptance.
  public var changedAt: Timestamp { record.changedAt }
  /// The weekly shift it came from; `nil` for a loose one.
  public var fixedShift: FixedShiftID? { record.fixedShift }
  /// The vacancy it came from, if any.
  public var vacancy: VacancyID? { record.vacancy }
  /// The colleague who accepted it, while it awaits approval.
  public var taker: UserID? { record.taker }
  /// The request it is offered to, while suggested or awaiting by suggestion.
  public var request: RequestID? { record.request }
  /// The number of changes since it was scheduled.
  public var changes: Int { Int(record.changes) }

  /// Returns `true` if its supply, suggestion or acceptance has lapsed: the shift began before it was
  /// settled.
  func hasLapsed(at moment: LocalMoment) -> Bool {
    switch state {
    case .supplied, .suggested, .awaiting: hasStarted(at: moment)
    case .idle, .removed, .cancelled, .dropped: false
    }
  }
}

/// The record of one request for work.
public struct RosterRequest: Hashable, Sendable, BitwiseCopyable {
  let record: RequestRecord

  /// The person who asks for work.
  public var requester: UserID { record.requester }
  /// The local day to work on.
  public var date: LocalDate { record.date }
  /// True until it is withdrawn, or closed because the requester became the owner of a shift. It does
  /// not depend on the clock.
  public var isOpen: Bool { record.isOpen }
}
