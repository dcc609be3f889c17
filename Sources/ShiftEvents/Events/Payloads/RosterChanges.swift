// On disk. Never rename a member; a changed meaning is a new event type.

/// A manager gave a shift to another owner.
public struct ShiftAssigned: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The new owner, who is its first owner from now on.
  public var to: UserID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeNote()
  /// The owner before.
  public var from: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// The colleague whose acceptance this ended, lapsed or not; `nil` if nobody had taken it.
  public var taker: UserID?
  /// The request for which it was suggested, lapsed or not; `nil` if it was not.
  public var request: RequestID?
  /// The new owner's own request for that day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftAssigned: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    to = try visit.submitted("to", event?.to)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    from = try visit.fact("from", event?.from)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
    taker = try visit.optionalFact("taker", event?.taker)
    request = try visit.optionalFact("request", event?.request)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}

/// A manager changed the times, the place or the words of a shift, which keeps its status.
public struct ShiftEdited: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The day on which the shift starts now.
  public var date: LocalDate
  /// The time at which the shift starts now.
  public var start: TimeOfDay
  /// The time at which the shift ends now.
  public var end: TimeOfDay
  /// The changes of its optional keys; `days` stand there also if the shift has kept them.
  public var keys = ShiftKeyEdits()
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeNote()
  /// The owner of the shift.
  public var owner: UserID
  /// The owner's own request for the new day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftEdited: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    visit.rule(.anyChange)
    date = try visit.edited("date", event?.date)
    start = try visit.edited("start", event?.start)
    end = try visit.edited("end", event?.end)
    keys = try ShiftKeyEdits(&visit, of: event?.keys)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    owner = try visit.fact("owner", event?.owner)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}

/// A manager put a cancelled shift back on the schedule.
public struct ShiftRestored: Hashable, Sendable {
  /// The shift, with the keys that it had.
  public var shift: ShiftID
  /// The owner, who is its first owner, too; by default the last one.
  public var owner: UserID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeNote()
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends; `nil` for the usual one.
  public var days: Int16?
  /// The owner's own request for that day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftRestored: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.defaulted("owner", event?.owner, .ownerBefore)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}
