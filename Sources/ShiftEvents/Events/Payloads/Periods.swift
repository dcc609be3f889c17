// On disk. Never rename a member; a changed meaning is a new event type.

/// The other side agreed with the hours of a shift that were recorded.
public struct HoursConfirmed: Hashable, Sendable {
  /// The shift.
  public var shift: ShiftID
  /// The person who worked.
  public var worker: UserID
  /// The day on which the shift starts.
  public var date: LocalDate
  /// The time worked in minutes.
  public var minutes: Int
}

extension HoursConfirmed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    worker = try visit.fact("worker", event?.worker)
    date = try visit.fact("date", event?.date)
    minutes = try visit.fact("minutes", event?.minutes, in: HoursRecorded.minutesRange)
  }
}

/// A manager settled the hours of some past days.
public struct PeriodClosed: Hashable, Sendable {
  /// The new period.
  public var period: PeriodID
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
  /// The number of shifts that were worked in it.
  public var shifts: Int
  /// The minutes that were worked in it.
  public var minutes: Int
  /// The number of these shifts whose hours nobody confirmed.
  public var unconfirmed: Int
}

extension PeriodClosed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    period = try visit.subject(event?.period)
    from = try visit.submitted("from", event?.from)
    to = try visit.submitted("to", event?.to)
    shifts = try visit.fact("shifts", event?.shifts, in: .count)
    minutes = try visit.fact("minutes", event?.minutes, in: .count)
    unconfirmed = try visit.fact("unconfirmed", event?.unconfirmed, in: .count)
  }
}

/// A manager opened a period again.
public struct PeriodReopened: Hashable, Sendable {
  /// The period.
  public var period: PeriodID
  /// The reason; `nil` where none was given.
  public var reason: String?
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
}

extension PeriodReopened: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    period = try visit.subject(event?.period)
    reason = try visit.reason(event?.reason)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
  }
}
