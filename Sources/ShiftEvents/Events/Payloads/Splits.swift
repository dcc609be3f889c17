// On disk. Never rename a member; a changed meaning is a new event type.
/// A shift was cut in two: it ends at a time of day, and a new shift begins there.
public struct ShiftSplit: Hashable, Sendable {
  /// The shift, whose first part it is from now on.
  public var shift: ShiftID
  /// The time at which it ends now: the first such time of day behind its start.
  public var at: TimeOfDay
  /// The new shift, which is the second part.
  public var into: ShiftID
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The owner of both.
  public var owner: UserID
  /// The day on which the whole shift starts.
  public var date: LocalDate
  /// The time at which the whole shift starts.
  public var start: TimeOfDay
  /// The time at which the whole shift ended; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day after its date on which the whole shift ended; `nil` for the usual one.
  public var days: Int16?
  /// The day on which the second part starts.
  public var intoDate: LocalDate
  /// The day after that on which the second part ends; `nil` for the usual one.
  public var intoDays: Int16?
}

extension ShiftSplit: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    at = try visit.submitted("at", event?.at)
    into = try visit.looseShift("into", event?.into)
    override = try visit.override(event?.override)
    owner = try visit.fact("owner", event?.owner)
    (date, start, end, days) = try visit.times(event?.date, event?.start, event?.end, event?.days)
    intoDate = try visit.fact("intoDate", event?.intoDate)
    intoDays = try visit.days(event?.intoDays, named: "intoDays")
  }
}

extension MemberVisitor {
  /// Visits the id of a new shift that is no occurrence.
  @inline(__always)
  mutating func looseShift(_ key: StaticString, _ value: ShiftID?) throws(Fault) -> ShiftID {
    try member(key, value, MemberTraits(presence: .required, isLoose: true))
  }
}
