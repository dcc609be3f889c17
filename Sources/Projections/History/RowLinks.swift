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
  private var shiftsOfRequest = PairIndex()
  /// Under a person, and the first day of a week.
  private var shiftsOfSpan = PairIndex()
  private var tradesOfShift = PairIndex()
  private var dealsOfCompany = PairIndex()
  private var followers = PairIndex()

  init(_ replay: Replay) {
    let state = replay.state
    replay.roster.forEachShift { link($0.record, in: state) }
    for trade in state.trades.rows.elements { link(trade) }
    for deal in state.deals.rows.elements {
      dealsOfCompany.add(deal.id.symbolIndex, to: deal.company)
    }
    for user in state.users.rows.elements { linkFollowers(user.id, in: state) }
  }

  /// Adds the rows that an event may change, as a replay has them before or after it.
  mutating func note(_ event: RecordedEvent, in replay: Replay, _ found: inout ConcernedRows) {
    let state = replay.state
    if case .shiftEdited(let event) = event.event {
      found.retold.insert(event.shift.symbolIndex)
      tradesOfShift.forEach(event.shift, 0) { found.retold.insert(UInt32($0)) }
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
    state.forEachLateChange(of: shift) { found.changes.insert(state.lateChanges[$0].key) }
    if let vacancy = record.vacancy { found.vacancies.insert(vacancy) }
    if let request = record.request {
      found.requests.insert(request)
    }
    tradesOfShift.forEach(shift, 0) { found.trades.insert(TradeID(symbolIndex: UInt32($0))) }
    for (worker, date) in link(record, in: state) {
      found.spans.insert(ConcernedRows.Span(worker: worker, week: date.week))
    }
  }

  /// Returns the owner and the worker of the shift, each with the day that counts for them.
  @discardableResult
  private mutating func link(
    _ shift: ShiftRecord, in state: DomainState
  ) -> [(worker: UserID, date: LocalDate)] {
    if let request = shift.request { shiftsOfRequest.add(shift.id.symbolIndex, to: request) }
    var spans = [(worker: shift.owner, date: shift.date)]
    if let hours = state.hours[shift.id] { spans.append((hours.worker, hours.date)) }
    for (worker, date) in spans {
      shiftsOfSpan.add(shift.id.symbolIndex, to: worker, HoursGrouping.week.number(of: date))
    }
    return spans
  }

  private mutating func link(_ trade: TradeRecord) {
    for shift in [trade.give, trade.take] { tradesOfShift.add(trade.id.symbolIndex, to: shift) }
  }

  private mutating func linkFollowers(_ user: UserID, in state: DomainState) {
    state.follows.forEach(user, 0) {
      followers.add(user.symbolIndex, to: UserID(symbolIndex: UInt32($0)))
    }
  }

  private mutating func note(
    _ trade: TradeID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    guard let record = state.trades[trade] else { return }
    found.trades.insert(trade)
    link(record)
  }

  private mutating func note(
    _ deal: DealID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    guard let record = state.deals[deal] else { return }
    found.deals.insert(deal)
    dealsOfCompany.add(deal.symbolIndex, to: record.company)
  }

  private mutating func note(
    _ user: UserID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    found.users.insert(user)
    dealsOfCompany.forEach(user, 0) { found.deals.insert(DealID(symbolIndex: UInt32($0))) }
    linkFollowers(user, in: state)
  }

  /// A replay of those rows alone, and of what they are made of, with the notices behind an event.
  func part(
    of replay: Replay, _ found: ConcernedRows, noticesSince sequence: SequenceNumber
  ) -> Replay {
    let (state, trades) = (replay.state, replay.state.trades.only(found.trades))
    var shifts = found.shifts
    for trade in trades.rows { shifts.formUnion([trade.give, trade.take]) }
    func take(_ shift: Int) { shifts.insert(ShiftID(symbolIndex: UInt32(shift))) }
    for request in found.requests { shiftsOfRequest.forEach(request, 0, take) }
    for span in found.spans {
      shiftsOfSpan.forEach(
        span.worker, HoursGrouping.week.number(of: span.week.monday), take)
    }
    var part = DomainState.reader
    part.workplace = state.workplace
    part.shiftKeys = state.shiftKeys
    part.keepShifts(shifts, of: state)
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
    var people = found.users
    for user in found.users {
      followers.forEach(user, 0) { people.insert(UserID(symbolIndex: UInt32($0))) }
    }
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

extension PairIndex {
  /// Adds an element to a list that does not have it.
  fileprivate mutating func add(
    _ element: UInt32, to id: some SymbolIdentifier, _ number: Int = 0
  ) {
    if !contains(Int(element), id, number) { insert(Int(element), id, number) }
  }
}
