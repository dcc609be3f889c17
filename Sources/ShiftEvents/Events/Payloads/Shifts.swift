// On disk. Never rename a member; a changed meaning is a new event type.
/// A shift was put on the schedule, held by its owner.
public struct ShiftScheduled: Hashable, Sendable {
  /// The new shift.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The optional keys of the shift.
  public var keys = ShiftDetails()
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeContext()
  /// The fixed shift that scheduled it; `nil` for a loose shift.
  public var fixedShift: FixedShiftID?
  /// The new owner's own request for that day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftScheduled: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    visit.rule(.looseSubject)
    owner = try visit.submitted("owner", event?.owner)
    date = try visit.submitted("date", event?.date)
    start = try visit.submitted("start", event?.start)
    end = try visit.submitted("end", event?.end)
    keys = try ShiftDetails(&visit, of: event?.keys)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    fixedShift = try visit.optionalFact("fixedShift", event?.fixedShift)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}

/// An occurrence of a fixed shift could not be scheduled and is not tried again.
public struct ShiftSkipped: Hashable, Sendable {
  /// The occurrence.
  public var shift: ShiftID
  /// The owner of the fixed shift.
  public var owner: UserID
  /// The day on which the occurrence would start.
  public var date: LocalDate
  /// The fixed shift.
  public var fixedShift: FixedShiftID
  /// The reason why it was not scheduled.
  public var reason: SkipReason
}

extension ShiftSkipped: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    visit.rule(.reserved)
    owner = try visit.fact("owner", event?.owner)
    date = try visit.fact("date", event?.date)
    fixedShift = try visit.fact("fixedShift", event?.fixedShift)
    reason = try visit.fact("reason", event?.reason)
  }
}

/// A manager took a shift off the schedule.
public struct ShiftCancelled: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeContext()
  /// The owner of the shift.
  public var owner: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The request for which the shift was suggested, if any.
  public var request: RequestID?
}

extension ShiftCancelled: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    owner = try visit.fact("owner", event?.owner)
    date = try visit.fact("date", event?.date)
    request = try visit.optionalFact("request", event?.request)
    note = try visit.notice(event?.note, reason)
  }
}

/// The worked time of a shift was recorded; the latest record counts.
public struct HoursRecorded: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The time at which work began, counted from the shift's date; `nil` if minutes were submitted.
  public var start: TimeOfDay?
  /// The time at which work ended; `nil` if minutes were submitted.
  public var end: TimeOfDay?
  /// The minutes between start and end that were not worked: those that were given, or else those that were taken off for
  /// the shift's break; beside minutes alone those that were given.
  public var breakMinutes: Int16?
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The person who worked.
  public var worker: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time worked in minutes; 0 if the person did not come.
  public var minutes: Int
  /// The first owner of the shift; another worker earns a point by the first hours that are not 0.
  public var firstOwner: UserID
}

extension HoursRecorded: Payload {
  /// The most minutes that are recorded of a shift, for each of its days.
  static var mostMinutesADay: Int { 1500 }
  static var minutesRange: ClosedRange<Int> {
    0...mostMinutesADay * ShiftDetails.daysRange.upperBound
  }

  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    visit.rule(.either("minutes", or: "start", "end"))
    // Submitted minutes stand first; minutes computed from the clock are a fact.
    let given = try visit.optional(
      "minutes", event?.start == nil ? event?.minutes : nil, recorded: Self.minutesRange)
    start = try visit.optional("start", event?.start)
    end = try visit.optional("end", event?.end)
    breakMinutes = try visit.breakMinutes(event?.breakMinutes, .optional, .breakOfShift)
    override = try visit.override(event?.override)
    worker = try visit.fact("worker", event?.worker)
    date = try visit.fact("date", event?.date)
    if let given {
      minutes = given
    } else {
      minutes = try visit.fact("minutes", event?.minutes, in: Self.minutesRange)
    }
    visit.stands(asWritten: (given == nil) == (start != nil))
    firstOwner = try visit.fact("firstOwner", event?.firstOwner)
  }
}

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
  public var note = ChangeContext()
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
  public var keys = ShiftDetailEdits()
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeContext()
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
    keys = try ShiftDetailEdits(&visit, of: event?.keys)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    owner = try visit.fact("owner", event?.owner)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}

/// A manager put a shift that was cancelled, or an occurrence that was skipped, on the schedule.
public struct ShiftRestored: Hashable, Sendable {
  /// The shift, with the keys that it had.
  public var shift: ShiftID
  /// The owner, who is its first owner, too; by default the last one.
  public var owner: UserID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason, and how long before the start this came where the shift is published.
  public var note = ChangeContext()
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time at which the shift starts.
  public var start: TimeOfDay
  /// The time at which the shift ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which it ends and, of an occurrence that was skipped, the other keys.
  public var keys = ShiftDetails()
  /// The fixed shift of an occurrence that was skipped; `nil` of a shift that was cancelled.
  public var fixedShift: FixedShiftID?
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
    date = try visit.fact("date", event?.date)
    start = try visit.fact("start", event?.start)
    end = try visit.fact("end", event?.end)
    keys = try ShiftDetails(&visit, of: event?.keys, .fact)
    fixedShift = try visit.optionalFact("fixedShift", event?.fixedShift)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}
