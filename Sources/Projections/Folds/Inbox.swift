public import ShiftEvents

/// A reason to tell a person something.
public enum NotificationKind: String, CaseIterable, Sendable {
  /// Somebody took the person's shift.
  case taken
  /// A shift or a trade awaits the person's approval.
  case awaitingApproval
  /// The person's suggestion was accepted.
  case suggestionAccepted
  /// A taker gave the shift up before it was approved.
  case withdrawn
  /// A change of hands was approved.
  case approved
  /// A change of hands was refused.
  case disapproved
  /// A shift was suggested for the person's request.
  case suggestion
  /// A suggestion for the person's request was taken back.
  case suggestionWithdrawn
  /// The person's suggested shift is free again.
  case released
  /// Somebody else scheduled a shift for the person.
  case scheduled
  /// The person's shift was taken off the schedule.
  case cancelled
  /// The person's fixed shift was ended by somebody else.
  case removed
  /// A manager gave the person's shift to somebody, or somebody's shift to the person.
  case assigned
  /// The person's shift was changed.
  case edited
  /// A manager took a place of a vacancy for the person.
  case claimed
  /// Somebody gave a shift back to its vacancy.
  case dropped
  /// A person is away, and a shift of theirs needs somebody else.
  case uncovered
  /// A colleague offered a trade.
  case tradeOffered
  /// A colleague agreed to the person's trade; a manager must approve it.
  case tradeAccepted
  /// A trade is done: both shifts changed owner.
  case traded
  /// A trade was taken back or refused.
  case tradeEnded
  /// Somebody else recorded the person's hours.
  case hoursRecorded
  /// A seat in the company's deal was reserved.
  case reserved
  /// The company was rated.
  case rated
  /// A reservation was given up.
  case reservationCancelled
  /// A reservation was paid.
  case paid
  /// A payment was paid back.
  case refunded
  /// A deal in which the person has a seat was removed.
  case dealRemoved
}

/// One notification to one person.
public struct InboxRow: Hashable, Sendable {
  /// The place of the event in the log.
  public var sequence: SequenceNumber
  /// The time of the event.
  public var time: Timestamp
  /// The person who gets it.
  public var user: UserID
  /// The reason, from that person's point of view.
  public var kind: NotificationKind
  /// The id of the subject.
  public var subject: String
  /// The person on whose behalf it was done, or `system`.
  public var actor: UserID
  /// The other person concerned: the taker, or for the taker the owner; `nil` if there is none.
  public var counterpart: UserID?
  /// The day of the shift or the request that it is about, as it is now, of a trade that of the shift which the
  /// person gets; `nil` where there is none, and in ``Inbox/rows``, which are folded before.
  public internal(set) var date: LocalDate?
  /// The begin of that shift by the clocks of the workplace.
  public internal(set) var start: TimeOfDay?
  /// The end of that shift.
  public internal(set) var end: TimeOfDay?
  /// The day after its date on which that shift ends; `nil` for the usual one.
  public internal(set) var days: Int16?
  /// The thing that it is about; `nil` where projections have no rows of it.
  var about: RowID?
}

/// The notifications of people about acts of others, never about their own.
///
/// Memory grows with shifts, requests and reservations, and with the notifications.
public struct Inbox: Projection, Equatable {
  /// The owner of the inbox; `nil` for everybody's.
  public let user: UserID?
  /// The notifications by sequence, user, kind and subject.
  public private(set) var rows: [InboxRow] = []
  private var state = DomainState.reader

  /// The inboxes of all.
  public init() { self.init(of: nil) }

  /// The inbox of one person.
  public init(of user: UserID?) { self.user = user }

  public mutating func apply(_ recorded: RecordedEvent) {
    state.evolve(with: recorded)
    let notices = notices(of: recorded.event).filter { notice in
      notice.user != recorded.actor && (user == nil || notice.user == user)
    }
    if notices.isEmpty { return }
    let facts = EventFacts(recorded.event)
    var new: [InboxRow] = []
    for notice in notices {
      let about = notice.subject.map(RowID.shift) ?? facts.subject
      let row = InboxRow(
        sequence: recorded.sequence, time: recorded.time, user: notice.user, kind: notice.kind,
        subject: notice.subject?.description ?? recorded.event.subject, actor: recorded.actor,
        counterpart: facts.counterpart(of: notice.user), about: about)
      if !new.contains(row) { new.append(row) }
    }
    rows += new.sorted {
      ($0.user.description, $0.kind.rawValue, $0.subject)
        < ($1.user.description, $1.kind.rawValue, $1.subject)
    }
  }
}

extension Inbox {
  /// The notices of one event alone, which is the last.
  func only(_ sequence: SequenceNumber) -> Inbox {
    var part = Inbox(of: user)
    let first = rows.lastIndex { $0.sequence != sequence }.map { $0 + 1 } ?? 0
    part.rows = Array(rows[first...])
    return part
  }

  private struct Notice {
    var user: UserID
    var kind: NotificationKind
    /// The shift, if it is not the subject of the event.
    var subject: ShiftID?

    init(_ user: UserID, _ kind: NotificationKind, _ subject: ShiftID? = nil) {
      self.user = user
      self.kind = kind
      self.subject = subject
    }
  }

  private func notices(of event: Event) -> [Notice] {
    switch event {
    case .shiftAccepted(let event):
      [Notice(event.from, .taken)] + releases(event.released)
        + (event.final ? [] : questions(owner: event.from, taker: event.to, via: .market))
    case .suggestionAccepted(let event):
      [Notice(event.from, .suggestionAccepted)]
        + questions(owner: event.from, taker: event.to, via: .suggestion)
    case .acceptanceWithdrawn(let event): [Notice(event.owner, .withdrawn)]
    case .shiftApproved(let event):
      [Notice(event.from, .approved), Notice(event.to, .approved)] + releases(event.released)
    case .shiftDisapproved(let event):
      [Notice(event.owner, .disapproved), Notice(event.taker, .disapproved)]
    case .shiftSuggested(let event): [Notice(event.requester, .suggestion)]
    case .suggestionWithdrawn(let event):
      (state.requests[event.request]?.requester).map { [Notice($0, .suggestionWithdrawn)] } ?? []
    case .requestWithdrawn(let event): releases(event.released)
    case .shiftScheduled(let event):
      (event.fixedShift == nil ? [Notice(event.owner, .scheduled)] : [])
        + releases(event.released)
    case .shiftCancelled(let event): [Notice(event.owner, .cancelled)]
    case .shiftAssigned(let event):
      [event.from, event.to, event.taker].compactMap { $0.map { Notice($0, .assigned) } }
        + releases(event.released)
    case .shiftEdited(let event): [Notice(event.owner, .edited)] + releases(event.released)
    case .shiftClaimed(let event): [Notice(event.owner, .claimed)] + releases(event.released)
    case .shiftDropped: state.managers.map { Notice($0, .dropped) }
    case .fixedShiftRemoved(let event): [Notice(event.owner, .removed)]
    case .hoursRecorded(let event): [Notice(event.worker, .hoursRecorded)]
    case .absenceRecorded(let event):
      state.managers.flatMap { manager in event.shifts.map { Notice(manager, .uncovered, $0) } }
    case .tradeOffered(let event): [Notice(event.to, .tradeOffered)]
    case .tradeAccepted(let event) where event.final:
      [Notice(event.from, .traded), Notice(event.to, .traded)] + releases(event.released)
    case .tradeAccepted(let event):
      [Notice(event.from, .tradeAccepted)]
        + Approvers(ofTradeBetween: event.from, and: event.to).list(managers: state.managers)
        .map { Notice($0, .awaitingApproval) }
    case .tradeApproved(let event):
      [Notice(event.from, .traded), Notice(event.to, .traded)] + releases(event.released)
    case .tradeEnded(let event):
      [Notice(event.from, .tradeEnded), Notice(event.to, .tradeEnded)]
    case .dealReserved(let event): [Notice(event.company, .reserved)]
    case .companyRated(let event): [Notice(event.company, .rated)]
    case .reservationCancelled(let event):
      [Notice(event.user, .reservationCancelled), Notice(event.company, .reservationCancelled)]
    case .paymentRecorded(let event): [Notice(event.user, .paid)]
    case .paymentRefunded(let event): [Notice(event.user, .refunded)]
    case .dealRemoved(let event):
      [Notice(event.company, .dealRemoved)]
        + event.cancelled.compactMap { state.reservations[$0]?.user }.map {
          Notice($0, .dealRemoved)
        }
    case .workplaceConfigured, .userRegistered, .profileChanged, .roleGranted, .roleRevoked,
      .userFollowed, .userUnfollowed, .userErased, .skillGranted, .skillRevoked,
      .fixedShiftRegistered, .shiftSkipped,
      .shiftSupplied, .shiftRevoked, .requestPosted, .absenceEnded, .studyStarted,
      .studyBlockCompleted,
      .studyStopped, .dealPosted, .dealEdited, .vacancyPosted, .vacancyEdited, .unknown:
      []
    }
  }

  /// Returns a notification for each owner whose suggested shift was released.
  private func releases(_ shifts: [ShiftID]) -> [Notice] {
    shifts.compactMap { shift in (state.shift(shift)?.owner).map { Notice($0, .released, shift) } }
  }

  /// Returns a notification for each approver except the owner, who gets one about the acceptance
  /// itself.
  private func questions(owner: UserID, taker: UserID, via: AcceptanceRoute) -> [Notice] {
    state.approvers(owner: owner, taker: taker, via: via).list(managers: state.managers)
      .filter { $0 != owner }.map { Notice($0, .awaitingApproval) }
  }
}

extension EventFacts {
  /// The shift, request or trade that an inbox tells of.
  fileprivate var subject: RowID? {
    trade.map(RowID.trade) ?? shift.map(RowID.shift) ?? request.map(RowID.request)
  }

  /// The other of the two people whom the event names: the taker, or for the taker the owner.
  fileprivate func counterpart(of user: UserID) -> UserID? {
    user == other ? person : [other, person].compactMap(\.self).first { $0 != user }
  }
}
