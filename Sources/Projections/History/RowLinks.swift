import ShiftEvents

/// The rows that some events may change, each with the event where it is one alone; `.zero` stands for several.
struct ConcernedRows {
  /// The hours of a person in a week.
  struct Span: Hashable {
    var worker: UserID
    var week: WeekOfYear
  }

  /// The event whose rows are being added.
  fileprivate var event = SequenceNumber.zero
  /// The symbols of all else that has rows under its id, whatever its kind: a symbol that is of no such thing has no row.
  private(set) var things: [UInt32: SequenceNumber] = [:]
  private(set) var users: [UserID: SequenceNumber] = [:]
  private(set) var changes: [RowKey: SequenceNumber] = [:]
  private(set) var spans: [Span: SequenceNumber] = [:]
  /// The shifts, trades and requests with other times, each with the last event that gave it times: earlier notices tell
  /// of these.
  fileprivate(set) var retold: [UInt32: SequenceNumber] = [:]

  /// These rows of a projection; `nil` where an event may change all.
  func rows(of projection: ProjectionDescriptor) -> [(key: RowKey, event: SequenceNumber)]? {
    switch projection {
    case .schedule, .marketplace, .approvals, .requests, .vacancies, .absences, .trades,
      .publications, .periods, .closures, .deals, .reservations:
      things.map { ([.id(ShiftID(symbolIndex: $0))], $1) }
    case .changes: changes.map { ($0, $1) }
    case .users: users.map { ([.person($0)], $1) }
    case .hours: spans.map { ([.person($0.worker), .week($0.week)], $1) }
    default: nil
    }
  }

  fileprivate mutating func add(_ thing: UInt32) { things.note(thing, event) }
  fileprivate mutating func add(_ user: UserID) { users.note(user, event) }
  fileprivate mutating func add(_ change: RowKey) { changes.note(change, event) }
  fileprivate mutating func add(_ span: Span) { spans.note(span, event) }
}

extension Dictionary where Value == SequenceNumber {
  fileprivate mutating func note(_ row: Key, _ event: SequenceNumber) {
    if self[row, default: event] != event { self[row] = .zero } else { self[row] = event }
  }
}

/// The rows that hang on others, kept along a replay: so the rows that an event may change are found without a
/// look at all others. What once hung on a row stays in its list.
package struct RowLinks {
  private var shiftsOfRequest = MultiMap()
  /// Under a person, and the first day of a week.
  private var shiftsOfSpan = MultiMap()
  private var tradesOfShift = MultiMap()
  private var dealsOfCompany = MultiMap()
  private var followers = MultiMap()

  /// - Parameter hasShifts: false where ``linkShifts(of:in:)`` comes later.
  init(_ replay: Replay, hasShifts: Bool = true) {
    let state = replay.state
    if hasShifts { replay.forEachShift { link($0.record, in: state) } }
    for trade in state.trades.rows.elements { link(trade) }
    for deal in state.deals.rows.elements {
      dealsOfCompany.add(deal.id.symbolIndex, to: deal.company)
    }
    for user in state.users.rows.elements { linkFollowers(user.id, in: state) }
  }

  /// Adds the rows that an event may change, as a replay has them before or after it.
  mutating func note(_ event: RecordedEvent, in replay: Replay, _ found: inout ConcernedRows) {
    let state = replay.state
    found.event = event.sequence
    for thing in event.event.retimed {
      found.retold[thing] = event.sequence
      tradesOfShift.forEach(ShiftID(symbolIndex: thing), 0) {
        found.retold[UInt32($0)] = event.sequence
      }
    }
    if case .schedulePublished(let event) = event.event {
      for shift in state.shifts.rows where event.from <= shift.date && shift.date <= event.to {
        note(shift.id, in: state, &found)
      }
    }
    let isAboutPerson = event.event.type?.subjectNoun == UserID.noun
    for symbol in event.touchedSymbols {
      found.add(symbol)
      note(ShiftID(symbolIndex: symbol), in: state, &found)
      if let trade = state.trades[TradeID(symbolIndex: symbol)] { link(trade) }
      if let deal = state.deals[DealID(symbolIndex: symbol)] {
        dealsOfCompany.add(symbol, to: deal.company)
      }
      if let seat = state.reservations[ReservationID(symbolIndex: symbol)] {
        found.add(seat.deal.symbolIndex)
      }
      if isAboutPerson { note(UserID(symbolIndex: symbol), in: state, &found) }
    }
  }

  private mutating func note(
    _ shift: ShiftID, in state: DomainState, _ found: inout ConcernedRows
  ) {
    guard let record = state.shift(shift) else { return }
    state.forEachLateChange(of: shift) { found.add(state.lateChanges[$0].key) }
    let hanging = [shift.symbolIndex, record.vacancy?.symbolIndex, record.request?.symbolIndex]
    for thing in hanging.compactMap(\.self) { found.add(thing) }
    tradesOfShift.forEach(shift, 0) { found.add(UInt32($0)) }
    for (worker, date) in link(record, in: state) {
      found.add(ConcernedRows.Span(worker: worker, week: date.week))
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

  /// Links the shifts on which some rows hang.
  mutating func linkShifts(of concerned: ConcernedRows, in replay: Replay) {
    let (state, workers) = (replay.state, Set(concerned.spans.keys.map(\.worker)))
    let mondays: [LocalDate] = concerned.spans.keys.map(\.week.monday)
    let (first, last) = (mondays.min() ?? .last, (mondays.max() ?? .first) + 6)
    func hangs(_ worker: UserID, _ date: LocalDate) -> Bool {
      first <= date && date <= last && workers.contains(worker)
    }
    replay.forEachShift {
      let hasRequest = $0.record.request.map { concerned.things[$0.symbolIndex] != nil } ?? false
      if hasRequest || hangs($0.owner, $0.record.date) { link($0.record, in: state) }
    }
    for hours in state.hours.rows.elements where hangs(hours.worker, hours.date) {
      if let shift = state.shift(hours.id) { link(shift, in: state) }
    }
  }

  private mutating func link(_ trade: TradeRecord) {
    for shift in [trade.give, trade.take] { tradesOfShift.add(trade.id.symbolIndex, to: shift) }
  }

  private mutating func linkFollowers(_ user: UserID, in state: DomainState) {
    state.follows.forEach(user, 0) {
      followers.add(user.symbolIndex, to: UserID(symbolIndex: UInt32($0)))
    }
  }

  private mutating func note(_ user: UserID, in state: DomainState, _ found: inout ConcernedRows) {
    found.add(user)
    dealsOfCompany.forEach(user, 0) { found.add(UInt32($0)) }
    linkFollowers(user, in: state)
  }

  /// A replay of those rows alone, and of what they are made of, with the notices behind an event if one is given.
  func part(
    of replay: Replay, _ concerned: ConcernedRows, noticesSince sequence: SequenceNumber?
  ) -> Replay {
    func found<ID: InternedIdentifier>() -> [ID] {
      concerned.things.keys.map { ID(symbolIndex: $0) }
    }
    let (state, trades) = (replay.state, replay.state.trades.only(found()))
    var shifts = Set<ShiftID>(found())
    for trade in trades.rows { shifts.formUnion([trade.give, trade.take]) }
    func take(_ shift: Int) { shifts.insert(ShiftID(symbolIndex: UInt32(shift))) }
    for symbol in concerned.things.keys {
      shiftsOfRequest.forEach(RequestID(symbolIndex: symbol), 0, take)
    }
    for span in concerned.spans.keys {
      shiftsOfSpan.forEach(span.worker, HoursGrouping.week.number(of: span.week.monday), take)
    }
    var part = DomainState.reader
    part.workplace = state.workplace
    part.shiftKeys = state.shiftKeys
    part.keepShifts(shifts, of: state)
    part.requests = state.requests.only(found())
    part.vacancies = state.vacancies.only(found())
    part.hours = state.hours.only(shifts)
    part.absences = state.absences.only(found())
    part.trades = trades
    part.publications = state.publications.only(found())
    part.publishedDays = state.publishedDays
    part.periods = state.periods.only(found())
    part.closures = state.closures.only(found())
    part.keepLateChanges(of: shifts, of: state)
    part.keepDeals(found(), of: state)
    part.reservations = state.reservations.only(found())
    var people = Set(concerned.users.keys)
    for user in concerned.users.keys {
      followers.forEach(user, 0) { people.insert(UserID(symbolIndex: UInt32($0))) }
    }
    part.users = state.users.only(people)
    part.managers = state.managers
    part.contracts = state.contracts.only(people)
    (part.datedLimits, part.skillEnds) = (state.datedLimits, state.skillEnds)
    for user in people {
      state.follows.forEach(user, 0) { part.follows.insert($0, user, 0) }
      state.skills.forEach(user, 0) { part.skills.insert($0, user, 0) }
    }
    var parted = Replay(part)
    if let sequence {
      parted.takeNotices(of: replay, since: sequence, about: Set(concerned.retold.keys))
    }
    return parted
  }
}

extension Event {
  /// The shifts, trades and requests whose times the event alone may have changed, as notices tell them. In a log that
  /// somebody wrote by hand a notice may come before what it is about.
  fileprivate var retimed: [UInt32] {
    switch self {
    case .shiftScheduled(let event): [event.shift.symbolIndex]
    case .shiftEdited(let event): [event.shift.symbolIndex]
    case .shiftSplit(let event): [event.shift.symbolIndex]
    case .fixedShiftEdited(let event): event.edited.map(\.symbolIndex)
    case .tradeOffered(let event): [event.trade.symbolIndex]
    case .requestPosted(let event): [event.request.symbolIndex]
    default: []
    }
  }
}

extension MultiMap {
  /// Adds an element to a list that does not have it.
  fileprivate mutating func add(
    _ element: UInt32, to id: some InternedIdentifier, _ number: Int = 0
  ) { insertNew(Int(element), id, number) }
}
