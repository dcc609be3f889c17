// On disk. Never rename a member; a changed meaning is a new event type.

/// An owner offered a shift in exchange for a colleague's.
public struct TradeOffered: Hashable, Sendable {
  /// The new trade.
  public var trade: TradeID
  /// The shift that is given.
  public var give: ShiftID
  /// The shift that is taken for it.
  public var take: ShiftID
  /// The owner of the shift that is given.
  public var from: UserID
  /// The owner of the shift that is taken.
  public var to: UserID
}

extension TradeOffered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    trade = try visit.subject(event?.trade)
    give = try visit.submitted("give", event?.give)
    take = try visit.submitted("take", event?.take)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
  }
}

/// A colleague agreed to a trade, finally or awaiting approval.
public struct TradeAccepted: Hashable, Sendable {
  /// The trade.
  public var trade: TradeID
  /// The shift that is given.
  public var give: ShiftID
  /// The shift that is taken for it.
  public var take: ShiftID
  /// The person who offered the trade.
  public var from: UserID
  /// The colleague who agreed.
  public var to: UserID
  /// `true` if both shifts changed owner at once; `false` if an approval is awaited.
  public var final: Bool
  /// The new owners' own requests for the days of their shifts, which this closes; in byte order.
  public var closedRequests: [RequestID] = []
  /// The shifts suggested for the closed requests, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension TradeAccepted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    trade = try visit.subject(event?.trade)
    give = try visit.fact("give", event?.give)
    take = try visit.fact("take", event?.take)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
    final = try visit.fact("final", event?.final)
    closedRequests = try visit.listMember(
      "closedRequests", event?.closedRequests, isRecorded: final)
    released = try visit.listMember("released", event?.released, isRecorded: final)
  }
}

/// An approver made both people the owners of each other's shifts.
public struct TradeApproved: Hashable, Sendable {
  /// The trade.
  public var trade: TradeID
  /// The shift that is given.
  public var give: ShiftID
  /// The shift that is taken for it.
  public var take: ShiftID
  /// The person who offered the trade.
  public var from: UserID
  /// The colleague who agreed.
  public var to: UserID
  /// The new owners' own requests for the days of their shifts, which this closes; in byte order.
  public var closedRequests: [RequestID]
  /// The shifts suggested for the closed requests, which are idle again; in byte order.
  public var released: [ShiftID]
}

extension TradeApproved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    trade = try visit.subject(event?.trade)
    give = try visit.fact("give", event?.give)
    take = try visit.fact("take", event?.take)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
    closedRequests = try visit.fact("closedRequests", event?.closedRequests)
    released = try visit.fact("released", event?.released)
  }
}

/// An offer was taken back or refused, or its acceptance was.
public struct TradeEnded: Hashable, Sendable {
  /// The trade.
  public var trade: TradeID
  /// The shift that would have been given.
  public var give: ShiftID
  /// The shift that would have been taken for it.
  public var take: ShiftID
  /// The person who offered the trade.
  public var from: UserID
  /// The colleague to whom it was offered.
  public var to: UserID
}

extension TradeEnded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    trade = try visit.subject(event?.trade)
    give = try visit.fact("give", event?.give)
    take = try visit.fact("take", event?.take)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
  }
}

/// A manager recorded that two owners exchanged their shifts.
public struct TradeRecorded: Hashable, Sendable {
  /// The new trade, which is done.
  public var trade: TradeID
  /// The shift that was given.
  public var give: ShiftID
  /// The shift that was taken for it.
  public var take: ShiftID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where one of the shifts is published.
  public var note = ChangeNote()
  /// The owner before of the shift that was given.
  public var from: UserID
  /// The owner before of the shift that was taken.
  public var to: UserID
  /// The new owners' own requests for the days of their shifts, which this closes; in byte order.
  public var closedRequests: [RequestID]
  /// The shifts suggested for the closed requests, which are idle again; in byte order.
  public var released: [ShiftID]
}

extension TradeRecorded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    trade = try visit.subject(event?.trade)
    give = try visit.submitted("give", event?.give)
    take = try visit.submitted("take", event?.take)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
    closedRequests = try visit.fact("closedRequests", event?.closedRequests)
    released = try visit.fact("released", event?.released)
    note = try visit.notice(event?.note, reason)
  }
}
