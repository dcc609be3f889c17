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
