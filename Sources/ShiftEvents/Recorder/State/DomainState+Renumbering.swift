// The same state with other symbols: those of a snapshot are numbered from 1, one kind after the
// other, and where a process has symbols already it gives a snapshot's its own.

extension DomainState {
  /// Numbers the symbols of all records, in an order in which those of one kind stand together.
  func number(in numbering: inout SymbolNumbering) {
    for user in users { numbering.add(user.id) }
    for shift in shifts { numbering.add(shift.id) }
    for vacancy in vacancies { numbering.add(vacancy.id) }
    for shift in fixedShifts { numbering.add(shift.id) }
    for request in requests { numbering.add(request.id) }
    for absence in absences { numbering.add(absence.id) }
    for trade in trades { numbering.add(trade.id) }
    for session in sessions { numbering.add(session.id) }
    for deal in deals { numbering.add(deal.id) }
    for reservation in reservations { numbering.add(reservation.id) }
    // Facts of a log written by hand may name what nothing introduced.
    for shift in shifts {
      for user in [shift.owner, shift.firstOwner] { numbering.add(user) }
      numbering.add(shift.taker)
      numbering.add(shift.request)
      numbering.add(shift.vacancy)
    }
    shiftKeys.forEachSymbol { numbering.add($0) }
    for shift in fixedShifts { numbering.add(shift.owner) }
    for request in requests { numbering.add(request.requester) }
    for absence in absences { numbering.add(absence.user) }
    for trade in trades {
      for shift in [trade.give, trade.take] { numbering.add(shift) }
      for user in [trade.from, trade.to] { numbering.add(user) }
    }
    for session in sessions { numbering.add(session.student) }
    for deal in deals { numbering.add(deal.company) }
    for reservation in reservations {
      numbering.add(reservation.deal)
      numbering.add(reservation.user)
      numbering.add(reservation.company)
    }
    follows.forEach { follower, followed, _ in
      numbering.add(UserID(follower))
      numbering.add(UserID(symbolIndex: followed))
    }
    skills.forEach { user, _, skill in
      numbering.add(UserID(user))
      numbering.add(Name(symbolIndex: UInt32(skill)))
    }
  }

  /// The state with the numbers that `new` gives for its symbols, its indexes laid anew.
  func renumbered(_ new: (UInt32) -> UInt32) -> DomainState {
    func id<ID: SymbolIdentifier>(_ id: ID) -> ID { ID(symbolIndex: new(id.symbolIndex)) }
    var state = DomainState()
    state.workplace = workplace
    for var user in users {
      user.id = id(user.id)
      state.restore(user)
    }
    follows.forEach { follower, followed, _ in
      state.follows.insert(0, id(UserID(follower)), Int(new(followed)))
    }
    skills.forEach { user, _, skill in
      state.skills.insert(Int(new(UInt32(skill))), id(UserID(user)), 0)
    }
    for var shift in shifts {
      shift.id = id(shift.id)
      shift.owner = id(shift.owner)
      shift.firstOwner = id(shift.firstOwner)
      shift.taker = shift.taker.map(id)
      shift.request = shift.request.map(id)
      shift.vacancy = shift.vacancy.map(id)
      state.restore(shift)
    }
    // Behind the shifts, which would be counted again.
    for var vacancy in vacancies {
      vacancy.id = id(vacancy.id)
      state.vacancyIndex.set(vacancy.id.symbol, to: state.vacancies.count)
      state.vacancies.append(vacancy)
    }
    state.shiftKeys = shiftKeys.renumbered(new)
    for var shift in fixedShifts {
      shift.id = id(shift.id)
      shift.owner = id(shift.owner)
      state.restore(shift)
    }
    for var request in requests {
      request.id = id(request.id)
      request.requester = id(request.requester)
      state.restore(request)
    }
    suggestions.forEach { request, _, shift in
      state.suggestions.insert(shift, id(RequestID(request)), 0)
    }
    for var absence in absences {
      absence.id = id(absence.id)
      absence.user = id(absence.user)
      state.add(absence)
    }
    for var trade in trades {
      trade.id = id(trade.id)
      trade.give = id(trade.give)
      trade.take = id(trade.take)
      trade.from = id(trade.from)
      trade.to = id(trade.to)
      state.add(trade)
    }
    for var session in sessions {
      session.id = id(session.id)
      session.student = id(session.student)
      state.add(session)
    }
    for var deal in deals {
      deal.id = id(deal.id)
      deal.company = id(deal.company)
      deal.liveReservations = 0
      deal.newestReservation = -1
      state.add(deal)
    }
    for var reservation in reservations {
      reservation.id = id(reservation.id)
      reservation.deal = id(reservation.deal)
      reservation.user = id(reservation.user)
      reservation.company = id(reservation.company)
      state.add(reservation)
    }
    state.workplace = workplace
    return state
  }

  private mutating func restore(_ user: UserRecord) {
    userIndex.set(user.id.symbol, to: users.count)
    users.append(user)
    if user.roles.contains(RoleSet(.manager)) { managerCount += 1 }
  }

  private mutating func restore(_ shift: ShiftRecord) {
    let index = shifts.count
    add(shift)
    if shift.isOpen, let taker = shift.taker { hold(index, taker) }
  }

  private mutating func restore(_ record: FixedShiftRecord) {
    let index = fixedShifts.count
    fixedShiftIndex.set(record.id.symbol, to: index)
    fixedShifts.append(record)
    if !record.isRemoved { weekly.insert(index, record.owner, Int(record.weekday.rawValue)) }
  }

  private mutating func restore(_ record: RequestRecord) {
    let index = requests.count
    requestIndex.set(record.id.symbol, to: index)
    requests.append(record)
    if record.isOpen { openRequests.insert(index, record.requester, day(record.date)) }
  }
}
