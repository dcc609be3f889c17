// On disk. Never rename a member; a changed meaning is a new event type.

/// The owner of a shift began to work on it.
public struct WorkStarted: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The day on which the shift starts.
  public var date: LocalDate
}

extension WorkStarted: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    date = try visit.fact("date", event?.date)
  }
}

/// The owner of a shift began a pause.
public struct WorkPaused: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The day on which the shift starts.
  public var date: LocalDate
}

extension WorkPaused: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    date = try visit.fact("date", event?.date)
  }
}

/// The owner of a shift went on working after a pause.
public struct WorkResumed: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The day on which the shift starts.
  public var date: LocalDate
}

extension WorkResumed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    date = try visit.fact("date", event?.date)
  }
}

/// The owner of a shift ended the work on it, which records its hours.
public struct WorkEnded: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The person who worked.
  public var worker: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The instant at which work began, rounded as the workplace has it.
  public var startAt: Timestamp
  /// The instant at which it ended, rounded likewise.
  public var endAt: Timestamp
  /// The time worked in minutes.
  public var minutes: Int
  /// The minutes between start and end that were not worked; `nil` where all were.
  public var breakMinutes: Int?
  /// The first owner of the shift; another worker earns a point by the first hours that are not 0.
  public var firstOwner: UserID
}

extension WorkEnded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    worker = try visit.fact("worker", event?.worker)
    date = try visit.fact("date", event?.date)
    startAt = try visit.fact("startAt", event?.startAt)
    endAt = try visit.fact("endAt", event?.endAt)
    minutes = try visit.fact("minutes", event?.minutes, in: HoursRecorded.minutesRange)
    breakMinutes = try visit.optionalFact("breakMinutes", event?.breakMinutes, in: .minutesApart)
    firstOwner = try visit.fact("firstOwner", event?.firstOwner)
  }
}
