// On disk. Never rename a member; a changed meaning is a new event type.

/// A manager asked for people for work that nobody owns yet.
public struct VacancyPosted: Hashable, Sendable {
  /// The new vacancy.
  public var vacancy: VacancyID
  /// The day on which the work starts.
  public var date: LocalDate
  /// The time at which the work starts.
  public var start: TimeOfDay
  /// The time at which the work ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The number of shifts that can come from it.
  public var places: Int
  /// The number of people that the work takes; no rule looks at it.
  public var wanted: Int?
  /// The optional keys of each shift that comes from it.
  public var keys = ShiftDetails()
  /// The fixed vacancy that posted it; `nil` for a loose vacancy.
  public var fixedVacancy: FixedVacancyID?
}

extension VacancyPosted: Payload {
  static var count: ClosedRange<Int> { 0...1000 }

  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    vacancy = try visit.subject(event?.vacancy)
    date = try visit.submitted("date", event?.date)
    start = try visit.submitted("start", event?.start)
    end = try visit.submitted("end", event?.end)
    places = try visit.submitted("places", event?.places, in: Self.count)
    wanted = try visit.optional("wanted", event?.wanted, in: Self.count)
    keys = try ShiftDetails(&visit, of: event?.keys)
    fixedVacancy = try visit.optionalFact("fixedVacancy", event?.fixedVacancy)
  }
}

/// A manager changed a vacancy. The shifts that came from it stay as they are.
public struct VacancyEdited: Hashable, Sendable {
  /// The vacancy.
  public var vacancy: VacancyID
  /// The day on which the work starts now.
  public var date: LocalDate
  /// The time at which the work starts now.
  public var start: TimeOfDay
  /// The time at which the work ends now.
  public var end: TimeOfDay
  /// The number of shifts that can come from it now; 0 closes it.
  public var places: Int
  /// The number of people that the work takes.
  public var wanted: Edit<Int> = .unchanged
  /// The changes of its optional keys; `days` stand there also if the vacancy has kept them.
  public var keys = ShiftDetailEdits()
  /// The rules that the manager set aside.
  public var override: [OverridableRule] = []
  /// The number of places that are left.
  public var left: Int
}

extension VacancyEdited: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    vacancy = try visit.subject(event?.vacancy)
    visit.rule(.anyChange)
    date = try visit.edited("date", event?.date)
    start = try visit.edited("start", event?.start)
    end = try visit.edited("end", event?.end)
    places = try visit.edited("places", event?.places, in: VacancyPosted.count)
    wanted = try visit.edit("wanted", event?.wanted, in: VacancyPosted.count)
    keys = try ShiftDetailEdits(&visit, of: event?.keys)
    override = try visit.override(event?.override)
    left = try visit.fact("left", event?.left, in: VacancyPosted.count)
  }
}

/// A person took a place of a vacancy, and a shift came from it.
public struct ShiftClaimed: Hashable, Sendable {
  /// The new shift.
  public var shift: ShiftID
  /// The vacancy.
  public var vacancy: VacancyID
  /// The owner of the shift; by default the actor.
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
  /// The optional keys of the shift, which are the vacancy's.
  public var keys = ShiftDetails()
  /// The number of places that are left.
  public var left: Int
  /// The owner's own request for that day, which this closes; `nil` if there was none.
  public var closedRequest: RequestID?
  /// The shifts suggested for the closed request, which are idle again; in byte order.
  public var released: [ShiftID] = []
}

extension ShiftClaimed: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    visit.rule(.looseSubject)
    vacancy = try visit.submitted("vacancy", event?.vacancy)
    owner = try visit.defaulted("owner", event?.owner, .actor)
    override = try visit.override(event?.override)
    let reason = try visit.reason(event?.note)
    date = try visit.fact("date", event?.date)
    start = try visit.fact("start", event?.start)
    end = try visit.fact("end", event?.end)
    keys = try ShiftDetails(&visit, of: event?.keys, .fact)
    left = try visit.fact("left", event?.left, in: VacancyPosted.count)
    (closedRequest, released) = try visit.closing(event?.closedRequest, event?.released)
    note = try visit.notice(event?.note, reason)
  }
}

/// An owner gave a shift back to the vacancy that it came from.
public struct ShiftDropped: Hashable, Sendable {
  /// The shift, which is gone.
  public var shift: ShiftID
  /// The owner of the shift.
  public var owner: UserID
  /// The day on which the shift would have started.
  public var date: LocalDate
  /// The vacancy, which has a place more.
  public var vacancy: VacancyID
  /// The request for which the shift was suggested, if any.
  public var request: RequestID?
  /// The number of places that are left.
  public var left: Int
}

extension ShiftDropped: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    shift = try visit.subject(event?.shift)
    owner = try visit.fact("owner", event?.owner)
    date = try visit.fact("date", event?.date)
    vacancy = try visit.fact("vacancy", event?.vacancy)
    request = try visit.optionalFact("request", event?.request)
    left = try visit.fact("left", event?.left, in: VacancyPosted.count)
  }
}
