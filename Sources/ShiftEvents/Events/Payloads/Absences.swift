// On disk. Never rename a member; a changed meaning is a new event type.

/// A person takes no shifts for a stretch of time. The reason is never recorded.
public struct AbsenceRecorded: Hashable, Sendable {
  /// The new absence.
  public var absence: AbsenceID
  /// The day on which it begins.
  public var date: LocalDate
  /// The person who is away.
  public var user: UserID
  /// The time at which it begins; midnight unless another is given.
  public var start: TimeOfDay
  /// The time at which it ends; midnight unless another is given.
  public var end: TimeOfDay
  /// The day on which it ends, counted from its date; without it the next day if the end is at or before
  /// the start, else the same.
  public var days: Int16?
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The open shifts of the person that it meets and that have not started; in byte order.
  public var shifts: [ShiftID]

  /// The time of the beginning, and of the end, if none is submitted: `00:00`.
  static let standardTime = TimeOfDay.midnight
}

extension AbsenceRecorded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    absence = try visit.subject(event?.absence)
    date = try visit.submitted("date", event?.date)
    user = try visit.defaulted("user", event?.user, .actor)
    start = try visit.defaulted("start", event?.start, .word("00:00"))
    end = try visit.defaulted("end", event?.end, .word("00:00"))
    days = try visit.days(
      event?.days, .optional, .usualDays("1 if end is at or before start, else 0"))
    override = try visit.override(event?.override)
    shifts = try visit.fact("shifts", event?.shifts)
  }
}

/// A person can take shifts again before the absence is over.
public struct AbsenceEnded: Hashable, Sendable {
  /// The absence.
  public var absence: AbsenceID
  /// The person who was away.
  public var user: UserID
}

extension AbsenceEnded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    absence = try visit.subject(event?.absence)
    user = try visit.fact("user", event?.user)
  }
}
