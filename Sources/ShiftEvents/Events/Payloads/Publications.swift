// On disk. Never rename a member; a changed meaning is a new event type.

/// A manager gave the word that the roster of some days holds from now on.
public struct SchedulePublished: Hashable, Sendable {
  /// The new publication.
  public var publication: PublicationID
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
  /// The number of open shifts that begin in it.
  public var shifts: Int
}

extension SchedulePublished: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    publication = try visit.subject(event?.publication)
    from = try visit.submitted("from", event?.from)
    to = try visit.submitted("to", event?.to)
    shifts = try visit.fact("shifts", event?.shifts, in: .count)
  }
}

/// The owner of a published shift said whether they agree with a manager's late change of it.
public struct ChangeAnswered: Hashable, Sendable {
  /// The shift, which may be cancelled.
  public var shift: ShiftID
  /// `true` if the person agrees.
  public var agreed: Bool
  /// The person who answered.
  public var owner: UserID
  /// The day on which the shift starts now.
  public var date: LocalDate
  /// The time of the change.
  public var changedAt: Timestamp
}

extension ChangeAnswered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    agreed = try visit.submitted("agreed", event?.agreed)
    owner = try visit.fact("owner", event?.owner)
    date = try visit.fact("date", event?.date)
    changedAt = try visit.fact("changedAt", event?.changedAt)
  }
}
