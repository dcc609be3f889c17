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
    state.notices.notices(of: user, since: sequence, last: last).map { InboxRow($0, state) }
  }

  /// The notifications of everybody of an event and those behind it, so many of the latter at least.
  func rows(from sequence: SequenceNumber, count: Int) -> [InboxRow] {
    state.notices.notices(from: sequence, count: count).map { InboxRow($0, state) }
  }
}

extension InboxRow {
  /// The notice with the day and the times of what it is about, as they are now.
  fileprivate init(_ notice: NotificationRecord, _ state: DomainState) {
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

extension ProjectionDescriptor {
  /// The notifications, for a replay that began with ``Replay/init(inboxOf:)``.
  public static let inbox = ProjectionDescriptor(
    "inbox", from: [.requests, .shifts, .trades, .notices], of: \.self,
    ordered: ["sequence", "user", "kind", "subject"],
    nothing: { user in
      user.map { "there is nothing that \($0) would be told of" }
        ?? "nobody would be told of anything in this log yet"
    }
  ) { replay, chosen, _, _ in
    let inbox = replay.inbox(of: chosen.user)
    if let page = chosen.page, inbox.user == nil, chosen.dates.isEmpty {
      let count = page.limit == .max ? .max : page.limit + 1
      return inbox.rows(from: max(page.cursor?.sequence ?? .zero, chosen.since.next), count: count)
    }
    if chosen.dates.isEmpty { return inbox.rows(since: chosen.since, last: chosen.last) }
    let rows = inbox.rows(since: chosen.since).filter {
      chosen.dates.contains(replay.timeZone.date(at: $0.time))
    }
    return chosen.last.map { rows.suffix($0) } ?? rows
  }
}

extension InboxRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("sequence", "Seq", turn: 1) { $0.sequence.value },
    Column("time", "Time") { $0.time },
    .person("user", "User") { $0.user },
    Column("kind", "Kind") { $0.kind },
    Column("subject", "Subject") { $0.subject },
    .person("actor", "By", turn: 2) { $0.actor },
    .person("counterpart", "With", turn: 3) { $0.counterpart },
    Column("date", "Date", turn: 6) { $0.date },
    Column("start", "Start", turn: 5) { $0.start },
    Column("end", "End", turn: 4) { $0.end },
    Column("days", "Days", audience: .programs) { $0.days.map(Int.init) },
    .rare("title", "Title", 7) { $0.title?.description },
  ]
}
