// On disk. Never rename a member; a changed meaning is a new event type.

/// A weekly shift was set up; its occurrences follow as events of their own.
public struct FixedShiftRegistered: Hashable, Sendable {
  /// The new fixed shift.
  public var fixedShift: FixedShiftID
  /// The day of the week on which each occurrence starts.
  public var weekday: Weekday
  /// The time at which each occurrence starts.
  public var start: TimeOfDay
  /// The time at which each occurrence ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The optional keys of each occurrence.
  public var keys = ShiftKeys()
  /// The owner of the occurrences; by default the actor.
  public var owner: UserID
  /// The first day on which an occurrence may be; by default the day of the event.
  public var from: LocalDate
}

extension FixedShiftRegistered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedShift = try visit.subject(event?.fixedShift)
    weekday = try visit.submitted("weekday", event?.weekday)
    start = try visit.submitted("start", event?.start)
    end = try visit.submitted("end", event?.end)
    keys = try ShiftKeys(&visit, of: event?.keys)
    owner = try visit.defaulted("owner", event?.owner, .actor)
    from = try visit.defaulted("from", event?.from, .today)
  }
}

/// A weekly shift ended; occurrences that its owner still held are gone.
public struct FixedShiftRemoved: Hashable, Sendable {
  /// The fixed shift.
  public var fixedShift: FixedShiftID
  /// The owner of the fixed shift.
  public var owner: UserID
  /// The occurrences that are gone with it, in byte order.
  public var removed: [ShiftID]
  /// The occurrences that stay because they await approval or have another owner, in byte order.
  public var kept: [ShiftID]
}

extension FixedShiftRemoved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedShift = try visit.subject(event?.fixedShift)
    owner = try visit.fact("owner", event?.owner)
    removed = try visit.fact("removed", event?.removed)
    kept = try visit.fact("kept", event?.kept)
  }
}
