// On disk. Never rename a member; a changed meaning is a new event type.
/// A manager closed some days: no occurrence of weekly work comes about on them.
public struct ClosureRecorded: Hashable, Sendable {
  /// The new closure.
  public var closure: ClosureID
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days; by default the first.
  public var to: LocalDate
  /// The place that it closes; `nil` for every place.
  public var place: Name?
  /// The words for it.
  public var title: Title?
  /// True if the shifts of these days are cancelled and the vacancies closed; they follow as events of their own.
  public var cancel: Bool?
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The reason of what it cancels; `nil` where none was given.
  public var reason: String?
  /// The shifts of these days that have not started, in byte order.
  public var shifts: [ShiftID]
  /// The vacancies of these days that have places and have not started, in byte order.
  public var vacancies: [VacancyID]
}

extension ClosureRecorded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    closure = try visit.subject(event?.closure)
    from = try visit.submitted("from", event?.from)
    to = try visit.defaulted("to", event?.to, .firstDay)
    place = try visit.optional("place", event?.place)
    title = try visit.optional("title", event?.title)
    cancel = try visit.cancel(event?.cancel)
    override = try visit.override(event?.override)
    reason = try visit.reason(event?.reason)
    shifts = try visit.fact("shifts", event?.shifts)
    vacancies = try visit.fact("vacancies", event?.vacancies)
  }
}

extension MemberVisitor {
  /// Visits the word on what happens to the work of closed days.
  @inline(__always)
  mutating func cancel(_ value: Bool?) throws(Fault) -> Bool? {
    try optionalMember(
      "cancel", value, MemberTraits(presence: .optional, whenOmitted: .truth(false)))
  }
}

/// A manager ended a closure before it was over.
public struct ClosureEnded: Hashable, Sendable {
  /// The closure.
  public var closure: ClosureID
  /// The first of its days.
  public var from: LocalDate
  /// The last of its days.
  public var to: LocalDate
}

extension ClosureEnded: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    closure = try visit.subject(event?.closure)
    from = try visit.fact("from", event?.from)
    to = try visit.fact("to", event?.to)
  }
}
