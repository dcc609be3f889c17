public import ShiftEvents

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
  /// person gets; `nil` where there is none.
  public internal(set) var date: LocalDate?
  /// The begin of that shift by the clocks of the workplace.
  public internal(set) var start: TimeOfDay?
  /// The end of that shift.
  public internal(set) var end: TimeOfDay?
  /// The day after its date on which that shift ends; `nil` for the usual one.
  public internal(set) var days: Int16?
  /// The title of that shift, if it has one.
  public internal(set) var title: Title?
}

/// The notifications of people about acts of others, never about their own: a view of the state.
///
/// Memory grows with shifts, requests and reservations, and with the notifications.
public struct Inbox: Projection, Equatable {
  /// The owner of the inbox; `nil` for everybody's.
  public let user: UserID?
  private var state = DomainState.reader

  /// The inboxes of all.
  public init() { self.init(of: nil) }

  /// The inbox of one person.
  public init(of user: UserID?) {
    self.user = user
    state.notices.areKept = true
  }

  init(of user: UserID?, _ state: DomainState) { (self.user, self.state) = (user, state) }

  public mutating func apply(_ recorded: RecordedEvent) { state.evolve(with: recorded) }

  /// The notifications by sequence, user, kind and subject.
  public var rows: [InboxRow] { rows(since: .zero) }

  /// The notifications behind a sequence, or the newest of them.
  ///
  /// - Parameter last: the number of the newest that are wanted; `nil` for all.
  /// - Complexity: linear in the rows.
  public func rows(since sequence: SequenceNumber, last: Int? = nil) -> [InboxRow] {
    let count = last.map { max(0, $0) }
    return state.notices.notices(of: user, since: sequence, last: count).map { InboxRow($0, state) }
  }

  /// The notifications of everybody of an event and those behind it, so many of the latter at least.
  func rows(from sequence: SequenceNumber, count: Int) -> [InboxRow] {
    state.notices.notices(from: sequence, count: count).map { InboxRow($0, state) }
  }
}

extension InboxRow {
  /// The notice with the day and the times of what it is about, as they are now.
  fileprivate init(_ notice: NotificationRecord, _ state: borrowing DomainState) {
    (sequence, time, user) = (notice.sequence, notice.time, notice.id)
    (kind, actor, counterpart) = (notice.kind, notice.actor, notice.counterpart)
    subject = notice.subjectID
    var shift: ShiftID?
    switch notice.about {
    case .nothing: return
    case .shift: shift = ShiftID(symbolIndex: notice.subjectIndex)
    case .request: date = state.requests[RequestID(symbolIndex: notice.subjectIndex)]?.date
    case .trade:
      let trade = state.trades[TradeID(symbolIndex: notice.subjectIndex)]
      shift = trade.map { $0.to == user ? $0.give : $0.take }
    }
    guard let record = shift.flatMap({ state.shift($0) }) else { return }
    (date, start, end) = (record.date, record.times.start, record.times.end)
    (days, title) = (record.times.days, state.shiftKeys[record.keys].title)
  }
}
