public import ShiftEvents

/// The subject or actor of an audit.
public enum AuditScope: Hashable, Sendable {
  /// All events.
  case everything
  /// The shift, with every event that changed it or recorded something on it.
  case shift(ShiftID)
  /// The request, with the events that name it.
  case request(RequestID)
  /// Weekly work, with its occurrences.
  case series(SeriesID)
  /// The closure of some days.
  case closure(ClosureID)
  /// The vacancy, with all that happened to the shifts that came from it.
  case vacancy(VacancyID)
  /// The absence of a person.
  case absence(AbsenceID)
  /// The trade, with what became of it.
  case trade(TradeID)
  /// The publication of a range of days.
  case publication(PublicationID)
  /// The period, with each closing and reopening.
  case period(PeriodID)
  /// The study session.
  case session(StudySessionID)
  /// The deal with its reservations, payments and ratings.
  case deal(DealID)
  /// The acts of a person, and the events about them.
  case user(UserID)
  /// The events on a person's behalf, or those of `system`.
  case actor(UserID)
  /// The subject with this id, of any kind.
  case subject(String)
}

/// One event of an audit.
public struct AuditRow: Hashable, Sendable {
  /// The place of the event in the log.
  public var sequence: SequenceNumber
  /// The time of the event.
  public var time: Timestamp
  /// The name of the type in the log; one that this version does not know stands as it is.
  public var type: String
  /// The id of the event's subject, which may differ from the subject of the audit.
  public var subject: String
  /// The person on whose behalf it was done, or `system`.
  public var actor: UserID
  /// The change in a few plain words.
  public var effect: Phrase
  /// The owner of the shift after the event.
  public var owner: UserID?
  /// The taker of a shift that awaits approval after the event.
  public var taker: UserID?
  /// The state of the shift after the event; `nil` for one that was skipped and so never scheduled.
  public var status: ShiftState?
  /// The members that an edit changed, as they were; `nil` of other events, and where that is not known.
  public var before: [DataMember]?
  /// The members that an edit changed, as they are since; `nil` of other events.
  public var after: [DataMember]?
  /// The extension attributes of the event; `nil` where they were not asked for.
  public var attributes: [DataMember]?
}

extension AuditRow {
  /// The event with what it changed, without what it made of a shift.
  package init(
    _ recorded: RecordedEvent, _ consequence: StateChange, in zone: Zone,
    showsAttributes: Bool = false
  ) {
    sequence = recorded.sequence
    time = recorded.time
    type = recorded.event.typeName
    subject = recorded.event.subject
    actor = recorded.actor
    effect = recorded.event.effect(consequence, in: zone)
    if case .edited(let members, let isBeforeKnown) = consequence {
      if isBeforeKnown { before = members.compactMap(\.before) }
      after = members.compactMap(\.after)
    }
    if showsAttributes { attributes = recorded.attributes.map { DataMember($0) } }
  }

  /// The subject where it is a person.
  package var person: UserID? {
    EventType(rawValue: type)?.subjectNoun == UserID.noun ? UserID(subject) : nil
  }
}

/// Every event about one subject or actor, with its effect.
///
/// Memory grows with shifts, requests and reservations, and with the events in scope.
public struct Audit: Projection, Equatable {
  /// The subject or actor of the audit.
  public let scope: AuditScope
  /// The events in the order of the log.
  public private(set) var rows: [AuditRow] = []
  /// Shifts and requests as of the last event.
  public var replay: Replay { _read { yield state.replay } }
  private var state = StateChanges()
  private let showsAttributes: Bool
  private let shiftInScope: ShiftID?

  /// An audit of everything.
  public init() { self.init(of: .everything) }

  /// An audit of one subject or actor.
  ///
  /// - Parameters:
  ///   - scope: the events that are told.
  ///   - showsAttributes: true for rows with the extension attributes of their events.
  public init(of scope: AuditScope, showsAttributes: Bool = false) {
    (self.scope, self.showsAttributes) = (scope, showsAttributes)
    shiftInScope = if case .shift(let shift) = scope { shift } else { nil }
  }

  public mutating func apply(_ recorded: RecordedEvent) {
    let facts = NamedIDs(recorded.event)
    let other = facts.traded.isEmpty ? nil : shiftInScope ?? Self.shift(named: scope)
    let before = other.flatMap { facts.traded.contains($0) ? state.replay[$0] : nil }
    let consequence = state.apply(recorded, facts)
    if recorded.isUnknown, let id = scope.id, recorded.namesInText(id) {
      // Whatever it changed, it is about that.
      rows.append(
        AuditRow(recorded, consequence, in: state.replay.timeZone, showsAttributes: showsAttributes)
      )
    } else if includes(recorded, facts) {
      add(
        AuditRow(
          recorded, consequence, in: state.replay.timeZone, showsAttributes: showsAttributes),
        on: facts.shift, owner: facts.person)
    } else if let shift = shiftInScope ?? Self.shift(named: scope),
      let effect = sideEffect(of: recorded.event, facts, on: shift, before)
    {
      var row = AuditRow(
        recorded, consequence, in: state.replay.timeZone, showsAttributes: showsAttributes)
      row.effect = effect
      add(row, on: shift, owner: nil)
    } else if facts.fixedVacancy != nil,
      let effect = effectOfSeries(recorded.event, facts, on: vacancyInScope)
    {
      var row = AuditRow(
        recorded, consequence, in: state.replay.timeZone, showsAttributes: showsAttributes)
      row.effect = effect
      rows.append(row)
    }
  }

  /// The vacancy that is in scope; of a subject, the one that its id may be.
  private var vacancyInScope: VacancyID? {
    switch scope {
    case .vacancy(let vacancy): vacancy
    case .subject(let id): VacancyID(known: id)
    default: nil
    }
  }

  /// Returns what an event about weekly work made of one of its vacancies.
  private func effectOfSeries(_ event: Event, _ facts: NamedIDs, on vacancy: VacancyID?) -> Phrase?
  {
    guard let series = facts.fixedVacancy, let vacancy, facts.vacancies.contains(vacancy),
      let place = state.replay.state.vacancies.place(of: vacancy)
    else { return nil }
    let record = state.replay.state.vacancies[place]
    if event.closes(vacancy) { return "closed with \(series)" }
    let times = record.times
    let stretch = TimeSpan(
      date: record.date, start: times.start, end: times.end, days: times.days,
      in: state.replay.timeZone)
    return "new terms of \(series): \(timesOf: stretch), \(counted(record.places, "place"))"
  }

  /// The shift that the id of a subject may be; `nil` as long as no event has named it.
  private static func shift(named scope: AuditScope) -> ShiftID? {
    if case .subject(let id) = scope { ShiftID(known: id) } else { nil }
  }

  private mutating func add(_ row: AuditRow, on shift: ShiftID?, owner: UserID?) {
    let record = shift.flatMap { state.replay[$0] }
    var row = row
    if shift != nil {
      row.owner = record?.owner ?? owner
      row.taker = record?.taker
      row.status = record?.state
    }
    rows.append(row)
  }

  /// Returns `true` if an event is in scope. Mutating, as the compiler would hand over a copy of the state otherwise.
  private mutating func includes(_ recorded: RecordedEvent, _ facts: NamedIDs) -> Bool {
    switch scope {
    case .everything: true
    case .shift(let shift): facts.shift == shift
    case .request(let request): facts.request == request || facts.closedRequests.contains(request)
    case .absence(let absence): facts.absence == absence
    case .trade(let trade): facts.trade == trade
    case .series(let series):
      [facts.fixedShift?.symbolIndex, facts.fixedVacancy?.symbolIndex].contains(series.symbolIndex)
    case .closure(let closure): facts.closure == closure
    case .vacancy(let vacancy):
      facts.vacancy == vacancy || facts.shift.flatMap { state.replay[$0] }?.vacancy == vacancy
    case .publication(let publication): facts.publication == publication
    case .period(let period): facts.period == period
    case .session(let session): facts.session == session
    case .deal(let deal): facts.deal == deal
    case .user(let user): recorded.actor == user || concerns(user, facts)
    case .actor(let actor): recorded.actor == actor
    case .subject(let id): recorded.event.subject == id
    }
  }

  private func concerns(_ user: UserID, _ facts: NamedIDs) -> Bool {
    facts.people.contains(user) || facts.request.flatMap { state.replay[$0] }?.requester == user
      || facts.released.contains { state.replay[$0]?.owner == user }
      || facts.cancelled.contains { state.replay.state.reservations[$0]?.user == user }
  }

  /// Returns the effect of an event about something else on the shift.
  ///
  /// - Parameter before: the shift as it was, where the event names it beside its subject.
  private func sideEffect(
    of event: Event, _ facts: NamedIDs, on shift: ShiftID, _ before: RosterShift?
  ) -> Phrase? {
    if facts.released.contains(shift) {
      guard let owner = state.replay[shift]?.owner else { return "suggestion released" }
      return "suggestion released, still \(owner)'s"
    }
    if case .shiftSplit(let event) = event, event.into == shift {
      return
        "\(event.owner)'s, the part of \(event.shift) from \(event.at) to \(event.ending(in: state.replay.timeZone))"
    }
    if let before, let after = state.replay[shift],
      (after.owner, after.state, after.taker) != (before.owner, before.state, before.taker)
    {
      let other = facts.trade?.description ?? facts.shift?.description ?? event.subject
      return "\(before.owner) → \(after.owner), by \(other)"
    }
    if let fixedShift = facts.fixedShift {
      if facts.removed.contains(shift) { return "removed with \(fixedShift)" }
      if facts.edited.contains(shift), let shift = state.replay[shift] {
        return
          "new terms of \(fixedShift): \(shift.owner)'s, \(shift.hoursText(in: state.replay.timeZone))"
      }
    }
    return nil
  }
}

extension Event {
  /// Returns `true` if weekly work took the places of a vacancy away.
  fileprivate func closes(_ vacancy: VacancyID) -> Bool {
    switch self {
    case .fixedVacancyEdited(let event): event.closed.contains(vacancy)
    case .fixedVacancyRemoved(let event): event.closed.contains(vacancy)
    default: false
    }
  }
}

extension ProjectionDescriptor {
  /// The audit, which a replay does not have: ``Audit/init(of:showsAttributes:)`` folds it.
  public static let audit = ProjectionDescriptor(
    "audit", from: []
  ) { _, _, _, _ in
    [AuditRow]?.none
  }
}

extension AuditRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("sequence", "Seq") { $0.sequence.value },
    Column("time", "Time") { $0.time },
    Column("type", "Event") { $0.type },
    Column("subject", "Subject", .text) { $0.person.map(Cell.person) ?? .text($0.subject) },
    .person("actor", "By") { $0.actor },
    Column("effect", "Effect") { $0.effect },
    .person("owner", "Owner") { $0.owner },
    .person("taker", "Taker") { $0.taker },
    Column("status", "Status") { $0.status?.rawValue },
    Column("before", "Before", .object, isOptional: true, audience: .programs) {
      $0.before.map(Cell.members)
    },
    Column("after", "After", .object, isOptional: true, audience: .programs) {
      $0.after.map(Cell.members)
    },
    Column("attributes", "Attributes", .object, turn: 1) { $0.attributes.map(Cell.members) }.rare
      .ofOption,
  ]
}
