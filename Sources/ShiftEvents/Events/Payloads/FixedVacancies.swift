// On disk. Never rename a member; a changed meaning is a new event type.
/// Weekly work that people claim was set up; its vacancies follow as events of their own.
public struct FixedVacancyRegistered: Hashable, Sendable {
  /// The new fixed vacancy.
  public var fixedVacancy: FixedVacancyID
  /// The day of the week on which each vacancy starts.
  public var weekday: Weekday
  /// The time at which each vacancy starts.
  public var start: TimeOfDay
  /// The time at which each vacancy ends; one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The number of shifts that can come from each.
  public var places: Int
  /// The number of people that the work takes; no rule looks at it.
  public var wanted: Int?
  /// The optional keys of each shift that comes from them.
  public var keys = ShiftDetails()
  /// The first day on which a vacancy may be; by default the day of the event.
  public var from: LocalDate
  /// The last day on which a vacancy may be; `nil` where there is none.
  public var until: LocalDate?
  /// The number of weeks from one vacancy to the next; `nil` for one.
  public var every: Int?
}

extension FixedVacancyRegistered: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedVacancy = try visit.subject(event?.fixedVacancy)
    weekday = try visit.submitted("weekday", event?.weekday)
    start = try visit.submitted("start", event?.start)
    end = try visit.submitted("end", event?.end)
    places = try visit.submitted("places", event?.places, in: VacancyPosted.count)
    wanted = try visit.optional("wanted", event?.wanted, in: VacancyPosted.count)
    keys = try ShiftDetails(&visit, of: event?.keys)
    from = try visit.defaulted("from", event?.from, .today)
    until = try visit.optional("until", event?.until)
    every = try visit.every(event?.every)
  }
}

/// A manager changed weekly work that people claim, from a day on, with its vacancies that stand as its terms say.
public struct FixedVacancyEdited: Hashable, Sendable {
  /// The fixed vacancy.
  public var fixedVacancy: FixedVacancyID
  /// The time at which each vacancy starts.
  public var start: Edit<TimeOfDay> = .unchanged
  /// The time at which each vacancy ends.
  public var end: Edit<TimeOfDay> = .unchanged
  /// The number of shifts that can come from each.
  public var places: Edit<Int> = .unchanged
  /// The number of people that the work takes.
  public var wanted: Edit<Int> = .unchanged
  /// The changes of its optional keys.
  public var keys = ShiftDetailEdits()
  /// The first day on which the changes hold; by default the day of the event, or its first day if that is later.
  public var from: LocalDate
  /// The last day on which a vacancy may be.
  public var until: Edit<LocalDate> = .unchanged
  /// The vacancies that took the new terms, in byte order.
  public var edited: [VacancyID]
  /// The vacancies that have no places any more, in byte order.
  public var closed: [VacancyID]
}

extension FixedVacancyEdited: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedVacancy = try visit.subject(event?.fixedVacancy)
    visit.rule(.anyChange)
    start = try visit.edit("start", event?.start, isKept: true)
    end = try visit.edit("end", event?.end, isKept: true)
    places = try visit.edit("places", event?.places, in: VacancyPosted.count, isKept: true)
    wanted = try visit.edit("wanted", event?.wanted, in: VacancyPosted.count)
    keys = try ShiftDetailEdits(&visit, of: event?.keys, keepsDays: false)
    from = try visit.defaulted("from", event?.from, .todayOrFirst)
    until = try visit.edit("until", event?.until)
    edited = try visit.fact("edited", event?.edited)
    closed = try visit.fact("closed", event?.closed)
  }
}

/// Weekly work that people claim ended; who has a place keeps it.
public struct FixedVacancyRemoved: Hashable, Sendable {
  /// The fixed vacancy.
  public var fixedVacancy: FixedVacancyID
  /// The vacancies that have no places any more, in byte order.
  public var closed: [VacancyID]
}

extension FixedVacancyRemoved: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    fixedVacancy = try visit.subject(event?.fixedVacancy)
    closed = try visit.fact("closed", event?.closed)
  }
}
