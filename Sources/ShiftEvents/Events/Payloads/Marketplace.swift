// On disk. Never rename a member; a changed meaning is a new event type.
/// An owner put a shift on the marketplace.
public struct ShiftSupplied: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
}

extension ShiftSupplied: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.fact("owner", event?.owner)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
  }
}

/// An owner took a shift off the marketplace.
public struct ShiftRevoked: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
}

extension ShiftRevoked: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.fact("owner", event?.owner)
    date = try visit.fact("date", event?.date)
  }
}

/// A colleague took a shift from the marketplace, finally or awaiting approval.
public struct ShiftAccepted: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner before.
  public var from: UserID
  /// The colleague who took the shift.
  public var to: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// `true` if the taker is the owner at once; `false` if an approval is awaited.
  public var final: Bool
  /// The new owner's own request for that day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftAccepted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
    final = try visit.fact("final", event?.final)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
  }
}

/// A taker stepped back before the approval.
public struct AcceptanceWithdrawn: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The colleague who stepped back.
  public var taker: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The way in which the taker came to the shift.
  public var via: AcceptanceRoute
  /// The request for which the shift was suggested; `nil` for a shift of the marketplace.
  public var request: RequestID?
}

extension AcceptanceWithdrawn: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.fact("owner", event?.owner)
    taker = try visit.fact("taker", event?.taker)
    date = try visit.fact("date", event?.date)
    via = try visit.fact("via", event?.via)
    request = try visit.optionalFact("request", event?.request)
  }
}

/// An approver made a taker the owner.
public struct ShiftApproved: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner before.
  public var from: UserID
  /// The new owner.
  public var to: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// The way in which the taker came to the shift.
  public var via: AcceptanceRoute
  /// The request for which the shift was suggested; `nil` for a shift of the marketplace.
  public var request: RequestID?
  /// The new owner's own request for that day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftApproved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
    via = try visit.fact("via", event?.via)
    request = try visit.optionalFact("request", event?.request)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
  }
}

/// An approver refused a taker.
public struct ShiftDisapproved: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The colleague who was refused.
  public var taker: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The way in which the taker came to the shift.
  public var via: AcceptanceRoute
  /// The request for which the shift was suggested; `nil` for a shift of the marketplace.
  public var request: RequestID?
}

extension ShiftDisapproved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.fact("owner", event?.owner)
    taker = try visit.fact("taker", event?.taker)
    date = try visit.fact("date", event?.date)
    via = try visit.fact("via", event?.via)
    request = try visit.optionalFact("request", event?.request)
  }
}

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
  public var note = ChangeContext()
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
