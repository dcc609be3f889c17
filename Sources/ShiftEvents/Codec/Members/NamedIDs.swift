/// The ids that an event names: its subject, people, and other subjects that it changed.
package struct NamedIDs {
  package private(set) var shift: ShiftID?
  package private(set) var fixedShift: FixedShiftID?
  package private(set) var fixedVacancy: FixedVacancyID?
  package private(set) var closure: ClosureID?
  package private(set) var vacancy: VacancyID?
  /// Its own request, or that of the suggestion that it is about or ended.
  package private(set) var request: RequestID?
  /// The requests that closed, as somebody became the owner of a shift on their days.
  package private(set) var closedRequests: [RequestID] = []
  package private(set) var absence: AbsenceID?
  package private(set) var trade: TradeID?
  package private(set) var session: StudySessionID?
  package private(set) var deal: DealID?
  package private(set) var publication: PublicationID?
  package private(set) var period: PeriodID?
  /// Its people, but the first owner of a shift, in the order of the log.
  package private(set) var people: [UserID] = []
  /// The person whom a shift left.
  package private(set) var from: UserID?
  /// The person whom a shift came to.
  package private(set) var to: UserID?
  /// Shifts whose suggestion ended with the event.
  package private(set) var released: [ShiftID] = []
  /// Shifts that went with their fixed shift.
  package private(set) var removed: [ShiftID] = []
  /// Shifts that took new terms of their fixed shift.
  package private(set) var edited: [ShiftID] = []
  /// Vacancies that took new terms of their fixed vacancy, or whose places it closed.
  package private(set) var vacancies: [VacancyID] = []
  /// The second part of a shift that was split.
  package private(set) var into: ShiftID?
  /// The two shifts of a trade, as it was offered.
  package private(set) var traded: [ShiftID] = []
  /// Reservations that went with their deal.
  package private(set) var cancelled: [ReservationID] = []

  package init(_ event: Event) { event.accept(&self) }

  /// The person whose shift it was, or is.
  package var person: UserID? { from ?? people.first }
}

extension NamedIDs: EventVisitor {
  mutating func subject<ID: InternedIdentifier & PayloadValue>(_ value: ID?) -> ID {
    take(value!)
    return value!
  }

  mutating func visit<Value: JSONWritable>(_ key: StaticString, _ value: Value, _: MemberTraits) {
    switch value {
    case let id as UserID: take(id, key)
    case let id as RequestID where key.isEqual(to: "closedRequest"): closedRequests.append(id)
    // An empty list is one of any type, so lists are told apart by their names.
    case let ids as [RequestID] where key.isEqual(to: "closedRequests"): closedRequests = ids
    case let id as ShiftID where key.isEqual(to: "into"): into = id
    case let id as ShiftID: traded.append(id)
    case let ids as [ShiftID] where key.isEqual(to: "released"): released = ids
    case let ids as [ShiftID] where key.isEqual(to: "removed"): removed = ids
    case let ids as [ShiftID] where key.isEqual(to: "edited") && fixedShift != nil: edited = ids
    case let ids as [VacancyID] where fixedVacancy != nil: vacancies += ids
    case let ids as [ReservationID] where key.isEqual(to: "cancelled"): cancelled = ids
    default: take(value)
    }
  }

  private mutating func take(_ person: UserID, _ key: StaticString) {
    if key.isEqual(to: "from") { from = person } else if key.isEqual(to: "to") { to = person }
    if !key.isEqual(to: "firstOwner") { people.append(person) }
  }

  /// Takes the subject, or a thing that the event names by its kind.
  private mutating func take(_ value: some JSONWritable) {
    switch value {
    case let id as ShiftID: shift = id
    case let id as FixedShiftID: fixedShift = id
    case let id as FixedVacancyID: fixedVacancy = id
    case let id as ClosureID: closure = id
    case let id as VacancyID: vacancy = id
    case let id as RequestID: request = id
    case let id as AbsenceID: absence = id
    case let id as TradeID: trade = id
    case let id as StudySessionID: session = id
    case let id as DealID: deal = id
    case let id as PublicationID: publication = id
    case let id as PeriodID: period = id
    case let id as UserID: people.append(id)
    default: break
    }
  }
}

/// Collects the identifiers in an event: its subject, and those in its data.
struct TouchedIDs: EventVisitor {
  var symbols: [InternedID] = []

  mutating func subject(_ symbol: InternedID) { symbols.append(symbol) }

  mutating func visit<Value: JSONWritable>(_: StaticString, _ value: Value, _: MemberTraits) {
    value.addIdentifiers(to: &symbols)
  }

  /// Identifiers count where the list should not be there, too.
  mutating func listMember<Value: PayloadValue>(
    _: StaticString, _ value: [Value]?, isRecorded: Bool
  ) -> [Value] {
    value!.addIdentifiers(to: &symbols)
    return value!
  }
}

extension Submission {
  /// The identifiers that the submission touches: its subject and those in its data.
  var touched: Set<InternedID> {
    var own = TouchedIDs()
    var command = content.command
    command.accept(&own)
    for fact in stated { fact.value.addIdentifiers(to: &own.symbols) }
    return Set([subject] + own.symbols)
  }
}

extension RecordedEvent {
  /// The numbers of the ids that the event may concern: its subject's, those in its data, and its actor's.
  package var touchedSymbols: Set<UInt32> {
    var own = TouchedIDs()
    event.accept(&own)
    return Set(own.symbols.map(\.index) + [actor.symbolIndex])
  }
}

extension Event {
  /// The first of the identifiers that the event touches: its subject, or any in its data. An actor who
  /// merely acted is not touched.
  func touched(among symbols: Set<InternedID>) -> String? {
    var own = TouchedIDs()
    accept(&own)
    return own.symbols.first(where: symbols.contains)?.text
  }
}
