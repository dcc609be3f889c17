@testable import ShiftEvents

extension DomainState {
  /// The sentences about what tables, counts and lists contradict each other in; none in a sound state.
  func brokenInvariants() -> [String] {
    var broken: [String] = []
    func require(_ isSound: Bool, _ what: String) { if !isSound { broken.append(what) } }

    func requireFound<Record: StateRecord>(_ table: Records<Record>) {
      let isFound = table.rows.enumerated().allSatisfy { table.place(of: $1.id) == $0 }
      require(isFound, "a \(Record.self) is not found by its id")
    }
    requireFound(users)
    requireFound(shifts)
    requireFound(origins)
    let haveRoots = origins.rows.allSatisfy { origin in
      guard let root = origin.root else { return true }
      return shifts.place(of: origin.id) != nil && shifts.place(of: root) != nil
        && origins[root]?.root == nil
    }
    require(haveRoots, "a part of a shift does not lead to the shift that was whole once")
    requireFound(vacancies)
    requireFound(fixedShifts)
    requireFound(requests)
    requireFound(absences)
    requireFound(trades)
    requireFound(hours)
    requireFound(contracts)
    requireFound(publications)
    requireFound(periods)
    requireFound(points)
    requireFound(sessions)
    requireFound(deals)
    requireFound(reservations)
    requireFound(ratings)

    let areDated = [
      skillEnds.rows.enumerated().allSatisfy { isLed($0, $1.before, $1.id, in: skillEnds) },
      datedLimits.rows.enumerated().allSatisfy { isLed($0, $1.before, $1.id, in: datedLimits) },
    ]
    let erased = Set(users.rows.filter(\.isErased).map(\.id))
    let isForgotten = skillEnds.rows.allSatisfy { !erased.contains($0.id) || $0.until == nil }
    require(isForgotten, "the last day of an erased person's skill is kept")
    require(areDated == [true, true], "what is dated does not lead to the person's one before it")
    let areLed = lateChanges.rows.enumerated().allSatisfy { place, change in
      change.before < place
        && (change.before < 0 || lateChanges[Int(change.before)].id == change.id)
        && shifts.place(of: change.id) != nil
    }
    require(areLed, "a late change does not lead to the shift's one before it")
    for (place, change) in lateChanges.rows.enumerated() where change.answer == .awaited {
      require(awaitedChange(of: change.id) == place, "an old change of \(change.id) is awaited")
      require(change.owner != change.by, "\(change.by) is asked about an own change")
    }
    let closed = periods.rows.filter(\.isClosed).map { ($0.from, $0.to) }
    for day in closed.flatMap({ [$0.0 + -1, $0.0, $0.1, $0.1 + 1] }) {
      let isIn = closed.contains { $0.0 <= day && day <= $0.1 }
      require(closedDays.contains(day) == isIn, "\(day) among the days")
    }
    let stretches = publishedDays.stretches.map(\.first)
    require(stretches == stretches.sorted(), "stretches of days out of order")
    for day in publications.rows.flatMap({ [$0.from + -1, $0.from, $0.to, $0.to + 1] }) {
      let last = publications.rows.enumerated().last { $1.from <= day && day <= $1.to }
      let found = publishedDays.last(of: day)
      require(found == UInt32(last.map { $0.offset + 1 } ?? 0), "\(day) among the published days")
    }

    let isChained = notices.personal.rows.enumerated().allSatisfy { place, notice in
      notice.before < place
        && (notice.before < 0 || notices.personal[Int(notice.before)].id == notice.id)
    }
    require(isChained, "a notice does not lead to the person's notice before it")
    let circulars = notices.circulars
    requireFound(circulars.readers)
    let reached = circulars.notices.indices.map { circulars.told($0, to: nil).count }
    require(!reached.contains(0), "a circular reaches nobody")
    require(
      reached.reduce(0, +) == circulars.words.reduce(0) { $0 + $1.nonzeroBitCount },
      "circulars have bits of nobody")
    let rows = [notices.personal, notices.managerial, circulars.notices].map {
      $0.rows.elements.map(\.sequence)
    }
    require(rows.allSatisfy { $0 == $0.sorted() }, "notices are not in the order of the log")
    let told = notices.managers.rows.filter { $0.holds(tally.lastSequence) }.map(\.id)
    require(!notices.areKept || Set(told) == Set(managers), "notices know other managers")
    require(
      shiftBriefs == FlatArray(shifts.rows.map(ShiftSummary.init)),
      "a brief does not tell what the record of the shift does")
    touches.forEachSymbol { symbol in
      var last = tally.lastSequence.next
      touches.forEach(symbol) { sequence, _ in
        require(sequence < last, "touches of \(UserID(symbolIndex: symbol)) are not newest first")
        last = sequence
        return true
      }
    }

    let wanted = RoleSet(.manager)
    require(
      managers.count == Set(managers).count
        && Set(managers) == Set(users.rows.filter { $0.roles.contains(wanted) }.map(\.id)),
      "managers are \(managers)")
    require(users.rows.allSatisfy { !$0.isErased || $0.roles == [] }, "an erased person has roles")
    for shift in shifts.rows {
      require(shift.isAwaiting == (shift.taker != nil), "\(shift.id) and its taker")
      require(
        shift.request == nil || shift.state == .suggested || shift.state == .awaitingSuggestion,
        "\(shift.id) is \(shift.state) with a request")
      require(shift.state != .suggested || shift.request != nil, "\(shift.id) is suggested to none")
    }
    for vacancy in vacancies.rows {
      let taken = shifts.rows.count { $0.isOpen && $0.vacancy == vacancy.id }
      require(vacancy.taken == taken, "\(vacancy.id) has \(vacancy.taken) shifts, not \(taken)")
    }
    for record in hours.rows {
      require(shifts[record.id].map { $0.state != .skipped } ?? false, "hours of \(record.id)")
    }
    for work in works.rows where work.isRunning {
      let shift = shifts[work.id]
      require(shift?.isOpen == true && shift?.owner == work.worker, "the work of \(work.id)")
    }
    let running = works.rows.filter { $0.isRunning }.map { "\($0.worker) \($0.id)" }.sorted()
    var listed: [String] = []
    working.forEach { user, _, shift in
      listed.append("\(UserID(symbolIndex: user)) \(ShiftID(symbolIndex: UInt32(shift)))")
    }
    require(listed.sorted() == running, "who works: \(listed), \(running)")
    let earned = shifts.rows.count { $0.hasEarned }
    require(points.rows.reduce(0) { $0 + $1.points } <= earned, "points without hours")
    require(terms.count == deals.count, "\(terms.count) terms of \(deals.count) deals")
    for (place, deal) in deals.rows.enumerated() {
      require(DealOffer(terms[place]) == deal.offer, "the offer of \(deal.id)")
      let live = reservations.rows.filter { $0.deal == deal.id && $0.isLive }.map(\.id)
      require(deal.liveReservations == live.count, "seats of \(deal.id)")
      require(liveReservations(of: deal) == live.sorted(), "reservations of \(deal.id)")
    }
    for rating in ratings.rows {
      let given = stars.filter { $0.key.company == rating.id }.map(\.value)
      require(
        rating.count == given.count && rating.stars == given.reduce(0, &+),
        "stars of \(rating.id)")
    }
    require([follows, skills].allSatisfy(\.isWhole), "lists of people")
    broken += brokenDays()
    if indexes.areKept {
      var anew = self
      anew.layIndexes()
      require(anew.indexes == indexes, "the lists of the rules are not those of the records")
    }
    return broken
  }
}

extension DomainState {
  /// The sentences about records that are not found by their days.
  func brokenDays() -> [String] {
    let records = [
      (shiftDays, shifts.rows.flatMap { [$0.date, $0.date + $0.times.lastDay] }, 2),
      (hoursDays, hours.rows.map(\.date), 1),
    ]
    return records.flatMap { ranges, dates, each in
      dates.enumerated().compactMap { index, date in
        var isFound = false
        ranges.forEachPlace(from: date, to: date, of: dates.count / each) {
          if $0 == index / each { isFound = true }
        }
        return isFound ? nil : "the record at \(index / each) is not found by \(date)"
      }
    }
  }
}

extension MultiMap {
  /// True if each node is in one list, or free.
  fileprivate var isWhole: Bool {
    var seen = 0
    forEach { _, _, _ in seen += 1 }
    var node = freeNode
    while node >= 0 {
      seen += 1
      node = nodes[Int(node)].next
    }
    return seen == nodes.count
  }
}

/// Returns `true` if a record leads to one of the same id before it, or to none.
private func isLed<Record: StateRecord>(
  _ place: Int, _ before: Int32, _ id: Record.ID, in table: Records<Record>
) -> Bool { before < place && (before < 0 || table[Int(before)].id == id) }
