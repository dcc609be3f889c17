// On disk. Never rename a member; a changed meaning is a new event type.

/// A colleague asked for work on a date.
public struct RequestPosted: Hashable, Sendable {
  /// The new request.
  public var request: RequestID
  /// The day on which work is wanted.
  public var date: LocalDate
  /// The colleague who wants work.
  public var requester: UserID
}

extension RequestPosted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    request = try visit.subject(event?.request)
    date = try visit.submitted("date", event?.date)
    requester = try visit.fact("requester", event?.requester)
  }
}

/// A requester took the request back.
public struct RequestWithdrawn: Hashable, Sendable {
  /// The request.
  public var request: RequestID
  /// The colleague who wanted work.
  public var requester: UserID
  /// The day on which work was wanted.
  public var date: LocalDate
  /// The shifts suggested for it, which are idle again; in byte order.
  public var released: [ShiftID]
}

extension RequestWithdrawn: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    request = try visit.subject(event?.request)
    requester = try visit.fact("requester", event?.requester)
    date = try visit.fact("date", event?.date)
    released = try visit.fact("released", event?.released)
  }
}

/// An owner offered a shift to a requester.
public struct ShiftSuggested: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The request for which the shift is offered.
  public var request: RequestID
  /// The owner of the shift.
  public var owner: UserID
  /// The colleague who wants work.
  public var requester: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
}

extension ShiftSuggested: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    request = try visit.submitted("request", event?.request)
    owner = try visit.fact("owner", event?.owner)
    requester = try visit.fact("requester", event?.requester)
    date = try visit.fact("date", event?.date)
  }
}

/// An owner took an offer back.
public struct SuggestionWithdrawn: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The request for which the shift was offered.
  public var request: RequestID
  /// The day on which the shift starts.
  public var date: LocalDate
}

extension SuggestionWithdrawn: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.fact("owner", event?.owner)
    request = try visit.fact("request", event?.request)
    date = try visit.fact("date", event?.date)
  }
}

/// A requester took an offer, awaiting approval.
public struct SuggestionAccepted: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The owner, until an approval.
  public var from: UserID
  /// The requester who took the shift.
  public var to: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// The request for which the shift was offered.
  public var request: RequestID
}

extension SuggestionAccepted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
    request = try visit.fact("request", event?.request)
  }
}
