@testable import Projections
@testable import ShiftEvents

/// The two folds of the same facts: the state that rules judge by, and the rows that readers see.
struct TwoFolds {
  private(set) var state = DomainState()
  private(set) var replay = Replay()
  private var story: [RecordedEvent] = []

  mutating func fold(_ recorded: RecordedEvent) {
    state.evolve(with: recorded.event, by: recorded.actor, at: recorded.time)
    replay.apply(recorded)
  }

  /// What the two say differently of the things with these ids, and where an index of the rules is not
  /// what their records say.
  func differences(_ ids: [String]) -> [String] {
    var said = Said()
    for id in ids {
      compareShift(ShiftID(id)!, &said)
      compareWork(id, &said)
      comparePerson(UserID(id)!, ids, &said)
      compareDeals(id, &said)
    }
    said.compare("managers", state.managerCount, replay.users.managers.count)
    said.compare("zone", state.workplace.zone, replay.timeZone)
    said.compare("market", state.workplace.marketApproval, replay.roster.workplace.marketApproval)
    return said.differences
  }

  private func compareShift(_ id: ShiftID, _ said: inout Said) {
    let record = state.shiftIndex[id.symbol].map { state.shifts[$0] }
    let rules = record?.state == .skipped ? nil : record
    let row = replay.roster[id]
    said.compare("shift \(id)", rules.map { "\($0.state)" }, row?.recordedState)
    said.compare("owner of \(id)", rules?.owner, row?.owner)
    said.compare("first owner of \(id)", rules?.firstOwner, row?.firstOwner)
    said.compare("taker of \(id)", rules?.taker, row?.taker)
    said.compare("request of \(id)", rules?.request, row?.request)
    said.compare("vacancy of \(id)", rules?.vacancy, row?.vacancy)
    said.compare("date of \(id)", rules?.date, row?.date)
    said.compare("start of \(id)", rules?.start, row?.start)
    said.compare("end of \(id)", rules?.end, row?.end)
    said.compare(
      "keys of \(id)", rules.map { state.keys($0.times, $0.keys) }, row.map(replay.roster.keys))
    guard let rules, let index = state.shiftIndex[id.symbol] else { return }
    let hours = replay.hours.shifts[id]
    said.compare("hours of \(id)", rules.hasHours, hours.map { $0.minutes != 0 } ?? false)
    let held = state.holdings.elements(rules.owner, state.day(rules.date)).contains(index)
    said.compare("holding of \(id)", held, rules.isOpen)
  }

  private func compareWork(_ id: String, _ said: inout Said) {
    let request = RequestID(id)!
    let rules = state.requestIndex[request.symbol].map { state.requests[$0] }
    let row = replay.roster[request]
    said.compare("request \(id)", rules?.isOpen, row?.isOpen)
    said.compare("requester of \(id)", rules?.requester, row?.requester)
    said.compare("date of request \(id)", rules?.date, row?.date)
    let offered = replay.roster.shifts.rows.places { $0.request == request }
    said.compare(
      "suggestions to \(id)",
      Set(state.suggestions.elements(request, 0).map { state.shifts[$0].id }),
      Set(offered.map { replay.roster.shifts.keys[$0] }))

    let vacancyID = VacancyID(id)!
    let vacancy = state.vacancyIndex[vacancyID.symbol].map { state.vacancies[$0] }
    let shown = replay.roster.vacancies[vacancyID]
    said.compare("taken of \(id)", vacancy?.taken, shown.map { Int($0.taken) })
    said.compare("places of \(id)", vacancy.map { Int32(clamping: $0.places) }, shown?.places)
    said.compare("date of vacancy \(id)", vacancy?.date, shown?.date)
    said.compare(
      "times of vacancy \(id)", vacancy?.times,
      shown.map { ShiftTimes(start: $0.start, end: $0.end, days: $0.days) })
    let claimed = replay.roster.shifts.rows.places { $0.vacancy == vacancyID && $0.state.isOpen }
    if vacancy != nil { said.compare("claims of \(id)", vacancy?.taken, claimed.count) }

    let absence = state.absenceIndex[AbsenceID(id)!.symbol].map { state.absences[$0] }
    let away = replay.absences.absences[AbsenceID(id)!]
    said.compare("absence \(id)", absence?.hasEnded, away?.hasEnded)
    said.compare("person of absence \(id)", absence?.user, away?.user)
    said.compare("date of absence \(id)", absence?.date, away?.date)

    let trade = state.tradeIndex[TradeID(id)!.symbol].map { state.trades[$0] }
    let offer = replay.trades.trades[TradeID(id)!]
    said.compare("trade \(id)", trade.map { "\($0.state)" }, offer.map { "\($0.state)" })
    said.compare("sides of \(id)", trade.map { [$0.from, $0.to] }, offer.map { [$0.from, $0.to] })
    said.compare(
      "shifts of \(id)", trade.map { [$0.give, $0.take] }, offer.map { [$0.give, $0.take] })
  }

  private func comparePerson(_ id: UserID, _ ids: [String], _ said: inout Said) {
    let rules = state.userIndex[id.symbol].map { state.users[$0] }
    let row = replay.users.rows(of: id, names: { _ in nil }).first
    said.compare("roles of \(id)", rules?.roles.roles, row?.roles)
    said.compare(
      "skills of \(id)", ids.map { state.hasSkill(Name($0)!, id) },
      ids.map { row?.skills.contains(Name($0)!) ?? false })
    said.compare(
      "follows of \(id)", ids.filter { state.isFollowing(id, UserID($0)!) },
      ids.filter { row?.following.contains(UserID($0)!) ?? false })

    let session = state.sessionIndex[SessionID("\(id)")!.symbol].map { state.sessions[$0] }
    let shown = replay.study.sessions[SessionID("\(id)")!]
    said.compare("session \(id)", session.map { !$0.hasEnded }, shown?.isActive)
    said.compare("student of \(id)", session?.student, shown?.student)
    let ranked = replay.ranking(names: { _ in nil }).first { $0.user == id }
    said.compare("studying of \(id)", state.running.contains(id, 0), ranked?.active ?? false)
  }

  private func compareDeals(_ id: String, _ said: inout Said) {
    let dealID = DealID(id)!
    let deal = state.dealIndex[dealID.symbol].map { state.deals[$0] }
    let place = replay.deals.deals.place(of: dealID)
    let row = place.map { replay.deals.deals.rows[$0] }
    let terms = place.map { replay.deals.terms[$0] }
    said.compare("deal \(id)", deal?.isRemoved, row?.isRemoved)
    said.compare("company of \(id)", deal?.company, row?.company)
    said.compare("seats of \(id)", deal?.liveReservations, row.map { Int($0.reserved) })
    said.compare(
      "validity of \(id)", deal.map { [$0.offer.validFrom, $0.offer.validUntil] },
      row.map { [$0.validFrom, $0.validUntil] })
    said.compare("capacity of \(id)", deal?.offer.capacity, terms?.capacity)
    said.compare("price of \(id)", deal?.offer.priceCents, terms?.priceCents)
    said.compare("currency of \(id)", deal?.offer.currency, terms?.currency)

    let reservation = state.reservationIndex[ReservationID(id)!.symbol].map {
      state.reservations[$0]
    }
    let seat = replay.deals.reservations[ReservationID(id)!]
    said.compare("reservation \(id)", reservation?.status, seat?.status)
    said.compare("deal of \(id)", reservation?.deal, seat?.deal)
    said.compare("consumer of \(id)", reservation?.user, seat?.user)
    said.compare("seller of \(id)", reservation?.company, seat?.company)
  }

  private struct Said {
    var differences: [String] = []

    mutating func compare<Value: Equatable>(_ what: String, _ rules: Value?, _ readers: Value?) {
      if rules == readers { return }
      func told(_ value: Value?) -> String { value.map { "\($0)" } ?? "none" }
      differences.append("\(what): \(told(rules)) to the rules, \(told(readers)) to readers")
    }
  }
}

extension RosterShift {
  /// The state by the name that the rules have for it.
  fileprivate var recordedState: String {
    if state != .awaiting { return "\(state)" }
    return via == .market ? "awaitingMarket" : "awaitingSuggestion"
  }
}

extension ReservationRecord {
  /// The status that readers should see.
  fileprivate var status: ReservationStatus {
    if isRefunded { return .refunded }
    if isLive { return payment == nil ? .live : .paid }
    return payment == nil ? .cancelled : .refundDue
  }
}
