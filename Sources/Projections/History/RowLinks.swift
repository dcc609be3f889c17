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
  fileprivate(set) var users: Set<UserID> = []
  fileprivate(set) var deals: Set<DealID> = []
  fileprivate(set) var reservations: Set<ReservationID> = []
  fileprivate(set) var spans: Set<Span> = []

  /// The keys of these rows in a projection; `nil` where an event may change all.
  func keys(of projection: ProjectionDescriptor) -> [RowKey]? {
    switch projection {
    case .schedule, .marketplace, .approvals: shifts.map { [.id($0)] }
    case .requests: requests.map { [.id($0)] }
    case .vacancies: vacancies.map { [.id($0)] }
    case .absences: absences.map { [.id($0)] }
    case .trades: trades.map { [.id($0)] }
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
struct RowLinks {
  private var shiftsOfRequest: [RequestID: Set<ShiftID>] = [:]
  private var shiftsOfSpan: [ConcernedRows.Span: Set<ShiftID>] = [:]
  private var tradesOfShift: [ShiftID: Set<TradeID>] = [:]
  private var dealsOfCompany: [UserID: Set<DealID>] = [:]
  private var followers: [UserID: Set<UserID>] = [:]

  init(_ replay: Replay) {
    var all = ConcernedRows()
    for shift in replay.roster.shifts.keys { note(shift, in: replay, &all) }
    for trade in replay.trades.trades.keys { note(trade, in: replay, &all) }
    for deal in replay.deals.deals.keys { note(deal, in: replay, &all) }
    for user in replay.users.all { note(user, in: replay, &all) }
  }

  /// Adds the rows that an event may change, as a replay has them before or after it.
  mutating func note(_ event: RecordedEvent, in replay: Replay, _ found: inout ConcernedRows) {
    let isAboutPerson = event.event.type?.subjectNoun == UserID.noun
    for symbol in event.touchedSymbols {
      note(ShiftID(symbolIndex: symbol), in: replay, &found)
      note(TradeID(symbolIndex: symbol), in: replay, &found)
      note(DealID(symbolIndex: symbol), in: replay, &found)
      found.requests.insert(RequestID(symbolIndex: symbol))
      found.vacancies.insert(VacancyID(symbolIndex: symbol))
      found.absences.insert(AbsenceID(symbolIndex: symbol))
      let reservation = ReservationID(symbolIndex: symbol)
      found.reservations.insert(reservation)
      if let seat = replay.deals.reservations[reservation] { found.deals.insert(seat.deal) }
      if isAboutPerson { note(UserID(symbolIndex: symbol), in: replay, &found) }
    }
  }

  private mutating func note(_ shift: ShiftID, in replay: Replay, _ found: inout ConcernedRows) {
    guard let record = replay.roster[shift] else { return }
    found.shifts.insert(shift)
    if let vacancy = record.vacancy { found.vacancies.insert(vacancy) }
    if let request = record.request {
      found.requests.insert(request)
      shiftsOfRequest[request, default: []].insert(shift)
    }
    for trade in tradesOfShift[shift] ?? [] { found.trades.insert(trade) }
    var spans = [ConcernedRows.Span(worker: record.owner, week: record.date.week)]
    if let hours = replay.hours.shifts[shift] {
      spans.append(ConcernedRows.Span(worker: hours.worker, week: hours.date.week))
    }
    for span in spans {
      found.spans.insert(span)
      shiftsOfSpan[span, default: []].insert(shift)
    }
  }

  private mutating func note(_ trade: TradeID, in replay: Replay, _ found: inout ConcernedRows) {
    guard let record = replay.trades.trades[trade] else { return }
    found.trades.insert(trade)
    for shift in [record.give, record.take] { tradesOfShift[shift, default: []].insert(trade) }
  }

  private mutating func note(_ deal: DealID, in replay: Replay, _ found: inout ConcernedRows) {
    guard let record = replay.deals.deals[deal] else { return }
    found.deals.insert(deal)
    dealsOfCompany[record.company, default: []].insert(deal)
  }

  private mutating func note(_ user: UserID, in replay: Replay, _ found: inout ConcernedRows) {
    found.users.insert(user)
    found.deals.formUnion(dealsOfCompany[user] ?? [])
    for followed in replay.users.following(of: user) {
      followers[followed, default: []].insert(user)
    }
  }

  /// A replay of those rows alone, and of what they are made of.
  func part(of replay: Replay, _ found: ConcernedRows) -> Replay {
    var part = Replay()
    let trades = replay.trades.trades.only(found.trades)
    var shifts = found.shifts
    for trade in trades.rows { shifts.formUnion([trade.give, trade.take]) }
    for request in found.requests { shifts.formUnion(shiftsOfRequest[request] ?? []) }
    for span in found.spans { shifts.formUnion(shiftsOfSpan[span] ?? []) }
    part.roster.workplace = replay.roster.workplace
    part.roster.shiftKeys = replay.roster.shiftKeys
    part.roster.shifts = replay.roster.shifts.only(shifts)
    part.roster.requests = replay.roster.requests.only(found.requests)
    part.roster.vacancies = replay.roster.vacancies.only(found.vacancies)
    part.hours.shifts = replay.hours.shifts.only(shifts)
    part.absences.absences = replay.absences.absences.only(found.absences)
    part.trades.trades = trades
    part.deals = replay.deals.only(found.deals, found.reservations)
    let people = found.users.reduce(into: found.users) { $0.formUnion(followers[$1] ?? []) }
    part.users = replay.users.only(people)
    return part
  }
}

extension IdentifierMap where Key: SymbolIdentifier, Row: Hashable & Sendable {
  /// The rows of these keys alone.
  func only(_ keys: Set<Key>) -> Self {
    var map = Self()
    for key in keys { if let row = self[key] { map.set(row, for: key) } }
    return map
  }
}

extension Deals {
  func only(_ wanted: Set<DealID>, _ seats: Set<ReservationID>) -> Deals {
    var part = Deals()
    for id in wanted {
      guard let place = deals.place(of: id) else { continue }
      part.terms[part.deals.count] = terms[place]
      part.deals.set(deals.rows[place], for: id)
    }
    part.ratings = ratings.only(Set(part.deals.rows.map(\.company)))
    part.reservations = reservations.only(seats)
    return part
  }
}
