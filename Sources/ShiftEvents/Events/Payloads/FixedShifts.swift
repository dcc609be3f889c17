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
  public var keys = ShiftDetails()
  /// The owner of the occurrences; by default the actor.
  public var owner: UserID
  /// The first day on which an occurrence may be; by default the day of the event.
  public var from: LocalDate
  /// The last day on which an occurrence may be; `nil` where there is none.
  public var until: LocalDate?
  /// The number of weeks from one occurrence to the next; `nil` for one.
  public var every: Int?
}

extension FixedShiftRegistered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedShift = try visit.subject(event?.fixedShift)
    weekday = try visit.submitted("weekday", event?.weekday)
    start = try visit.submitted("start", event?.start)
    end = try visit.submitted("end", event?.end)
    keys = try ShiftDetails(&visit, of: event?.keys)
    owner = try visit.defaulted("owner", event?.owner, .actor)
    from = try visit.defaulted("from", event?.from, .today)
    until = try visit.optional("until", event?.until)
    every = try visit.every(event?.every)
  }
}

extension MemberVisitor {
  /// Visits the number of weeks from one occurrence of weekly work to the next.
  @inline(__always)
  mutating func every(_ value: Int?) throws(Fault) -> Int? {
    try optionalMember(
      "every", value, MemberTraits(presence: .optional, range: 1...52, whenOmitted: .number(1)))
  }
}

/// A manager changed a weekly shift from a day on, with its occurrences that stand as its terms say.
public struct FixedShiftEdited: Hashable, Sendable {
  /// The fixed shift.
  public var fixedShift: FixedShiftID
  /// The time at which each occurrence starts.
  public var start: Edit<TimeOfDay> = .unchanged
  /// The time at which each occurrence ends.
  public var end: Edit<TimeOfDay> = .unchanged
  /// The changes of its optional keys.
  public var keys = ShiftDetailEdits()
  /// The new owner; `nil` where the owner stays.
  public var to: UserID?
  /// The first day on which the changes hold; by default the day of the event, or its first day if that is later.
  public var from: LocalDate
  /// The last day on which an occurrence may be.
  public var until: Edit<LocalDate> = .unchanged
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and the least time before the start of a published occurrence that it changes.
  public var note = ChangeContext()
  /// The owner on the first day, before this.
  public var owner: UserID
  /// The occurrences that took the new terms, in byte order.
  public var edited: [ShiftID]
  /// The occurrences that are gone, in byte order.
  public var removed: [ShiftID]
  /// The occurrences that the changes leave as they are, in byte order.
  public var kept: [ShiftID]
  /// The new owner's own requests for the days of these occurrences, which this closes; in byte order.
  public var closedRequests: [RequestID] = []
  /// The shifts suggested for the closed requests, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension FixedShiftEdited: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedShift = try visit.subject(event?.fixedShift)
    visit.rule(.anyChange)
    start = try visit.edit("start", event?.start, isKept: true)
    end = try visit.edit("end", event?.end, isKept: true)
    keys = try ShiftDetailEdits(&visit, of: event?.keys, keepsDays: false)
    to = try visit.optional("to", event?.to)
    from = try visit.defaulted("from", event?.from, .todayOrFirst)
    until = try visit.edit("until", event?.until)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    owner = try visit.fact("owner", event?.owner)
    edited = try visit.fact("edited", event?.edited)
    removed = try visit.fact("removed", event?.removed)
    kept = try visit.fact("kept", event?.kept)
    closedRequests = try visit.listMember(
      "closedRequests", event?.closedRequests, isRecorded: to != nil)
    released = try visit.listMember("released", event?.released, isRecorded: to != nil)
    note = try visit.notice(event?.note, reason)
  }
}

/// A weekly shift ended; occurrences that its owner still held are gone.
public struct FixedShiftRemoved: Hashable, Sendable {
  /// The fixed shift.
  public var fixedShift: FixedShiftID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and the least time before the start of a published occurrence that a manager takes away.
  public var note = ChangeContext()
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
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    owner = try visit.fact("owner", event?.owner)
    removed = try visit.fact("removed", event?.removed)
    kept = try visit.fact("kept", event?.kept)
    note = try visit.notice(event?.note, reason)
  }
}
