import ShiftEvents

/// The rows that an event may change.
struct ConcernedRows {
  /// The hours of a person in a week.
  struct Span: Hashable {
    var worker: UserID
    var week: WeekOfYear
  }

  fileprivate(set) var shifts: Set<ShiftID> = []
  fileprivate(set) var requests: Set<RequestID> = []
  fileprivate(set) var vacancies: Set<VacancyID> = []
  fileprivate(set) var absences: Set<AbsenceID> = []
  fileprivate(set) var trades: Set<TradeID> = []
  fileprivate(set) var publications: Set<PublicationID> = []
  fileprivate(set) var periods: Set<PeriodID> = []
  fileprivate(set) var changes: Set<RowKey> = []
  fileprivate(set) var users: Set<UserID> = []
  fileprivate(set) var deals: Set<DealID> = []
  fileprivate(set) var reservations: Set<ReservationID> = []
  fileprivate(set) var spans: Set<Span> = []
  /// Edited shifts and their trades, of which earlier notices tell.
  fileprivate(set) var retold: Set<UInt32> = []

  /// The keys of these rows in a projection; `nil` where an event may change all.
  func keys(of projection: ProjectionDescriptor) -> [RowKey]? {
    switch projection {
    case .schedule, .marketplace, .approvals: shifts.map { [.id($0)] }
    case .requests: requests.map { [.id($0)] }
    case .vacancies: vacancies.map { [.id($0)] }
    case .absences: absences.map { [.id($0)] }
    case .trades: trades.map { [.id($0)] }
    case .publications: publications.map { [.id($0)] }
    case .periods: periods.map { [.id($0)] }
    case .changes: Array(changes)
    case .users: users.map { [.person($0)] }
    case .deals: deals.map { [.id($0)] }
    case .reservations: reservations.map { [.id($0)] }
    case .hours: spans.map { [.person($0.worker), .week($0.week)] }
    default: nil
    }
  }
}

/// The rows that hang on others, kept along a replay: so the rows that an event may change are found without a
/// look at all others. What once hung on a row stays in its list.
package struct RowLinks {
  private var shiftsOfRequest: [RequestID: Set<ShiftID>] = [:]
  private var shiftsOfSpan: [ConcernedRows.Span: Set<ShiftID>] = [:]
  private var tradesOfShift: [ShiftID: Set<TradeID>] = [:]
  private var dealsOfCompany: [UserID: Set<DealID>] = [:]
  private var followers: [UserID: Set<UserID>] = [:]

  init(_ replay: Replay) {
    var all = ConcernedRows()
    let state = replay.state
    for shift in state.shifts.rows { note(shift.id, in: state, &all) }
    for trade in state.trades.rows { note(trade.id, in: state, &all) }
    for deal in state.deals.rows { note(deal.id, in: state, &all) }
    for user in state.users.rows { note(user.id, in: state, &all) }
  }

  /// Adds the rows that an event may change, as a replay has them before or after it.
  mutating func note(_ event: RecordedEvent, in replay: Replay, _ found: inout ConcernedRows) {
    let state = replay.state
    if case .shiftEdited(let event) = event.event {
      found.retold.insert(event.shift.symbolIndex)
      found.retold.formUnion((tradesOfShift[event.shift] ?? []).map(\.symbolIndex))
    }
    if case .schedulePublished(let event) = event.event {
      for shift in state.shifts.rows where event.from <= shift.date && shift.date <= event.to {
        note(shift.id, in: state, &found)
      }
    }
    let isAboutPerson = event.event.type?.subjectNoun == UserID.noun
    for symbol in event.touchedSymbols {
      note(ShiftID(symbolIndex: symbol), in: state, &found)
      note(TradeID(symbolIndex: symbol), in: state, &found)
      note(DealID(symbolIndex: symbol), in: state, &found)
      found.requests.insert(RequestID(symbolIndex: symbol))
      found.vacancies.insert(VacancyID(symbolIndex: symbol))
      found.absences.insert(AbsenceID(symbolIndex: symbol))
      found.publications.insert(PublicationID(symbolIndex: symbol))
      found.periods.insert(PeriodID(symbolIndex: symbol))
      let reservation = ReservationID(symbolIndex: symbol)
      found.reservations.insert(reservation)
      if let seat = state.reservations[reservation] { found.deals.insert(seat.deal) }
      if isAboutPerson { note(UserID(symbolIndex: symbol), in: state, &found) }
    }
  }

  private mutating func note(
    _ shift: ShiftID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    guard let record = state.shift(shift) else { return }
    found.shifts.insert(shift)
    var change = state.lateChanges.place(of: shift)
    while let place = change {
      let record = state.lateChanges[place]
      found.changes.insert(record.key)
      change = record.before < 0 ? nil : Int(record.before)
    }
    if let vacancy = record.vacancy { found.vacancies.insert(vacancy) }
    if let request = record.request {
      found.requests.insert(request)
      shiftsOfRequest[request, default: []].insert(shift)
    }
    for trade in tradesOfShift[shift] ?? [] { found.trades.insert(trade) }
    var spans = [ConcernedRows.Span(worker: record.owner, week: record.date.week)]
    if let hours = state.hours[shift] {
      spans.append(ConcernedRows.Span(worker: hours.worker, week: hours.date.week))
    }
    for span in spans {
      found.spans.insert(span)
      shiftsOfSpan[span, default: []].insert(shift)
    }
  }

  private mutating func note(
    _ trade: TradeID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    guard let record = state.trades[trade] else { return }
    found.trades.insert(trade)
    for shift in [record.give, record.take] { tradesOfShift[shift, default: []].insert(trade) }
  }

  private mutating func note(
    _ deal: DealID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    guard let record = state.deals[deal] else { return }
    found.deals.insert(deal)
    dealsOfCompany[record.company, default: []].insert(deal)
  }

  private mutating func note(
    _ user: UserID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    found.users.insert(user)
    found.deals.formUnion(dealsOfCompany[user] ?? [])
    state.follows.forEach(user, 0) {
      followers[UserID(symbolIndex: UInt32($0)), default: []].insert(user)
    }
  }

  /// A replay of those rows alone, and of what they are made of, with the notices behind an event.
  func part(
    of replay: Replay, _ found: ConcernedRows, noticesSince sequence: SequenceNumber
  ) -> Replay {
    let (state, trades) = (replay.state, replay.state.trades.only(found.trades))
    var shifts = found.shifts
    for trade in trades.rows { shifts.formUnion([trade.give, trade.take]) }
    for request in found.requests { shifts.formUnion(shiftsOfRequest[request] ?? []) }
    for span in found.spans { shifts.formUnion(shiftsOfSpan[span] ?? []) }
    var part = DomainState.reader
    part.workplace = state.workplace
    part.shiftKeys = state.shiftKeys
    part.shifts = state.shifts.only(shifts)
    part.requests = state.requests.only(found.requests)
    part.vacancies = state.vacancies.only(found.vacancies)
    part.hours = state.hours.only(shifts)
    part.absences = state.absences.only(found.absences)
    part.trades = trades
    part.publications = state.publications
    part.publishedDays = state.publishedDays
    part.periods = state.periods
    part.keepLateChanges(of: shifts, of: state)
    part.keepDeals(found.deals, of: state)
    part.reservations = state.reservations.only(found.reservations)
    let people = found.users.reduce(into: found.users) { $0.formUnion(followers[$1] ?? []) }
    part.users = state.users.only(people)
    part.managers = state.managers
    part.contracts = state.contracts.only(people)
    for user in people {
      state.follows.forEach(user, 0) { part.follows.insert($0, user, 0) }
      state.skills.forEach(user, 0) { part.skills.insert($0, user, 0) }
    }
    var parted = Replay(part)
    parted.takeNotices(of: replay, since: sequence, about: found.retold)
    return parted
  }
}
