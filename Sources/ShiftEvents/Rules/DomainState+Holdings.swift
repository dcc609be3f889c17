// The shifts that each user holds: as the owner, or as the taker whose acceptance awaits approval.

extension DomainState {
  mutating func hold(_ index: Int, _ user: UserID) {
    let shift = shifts[index]
    holdings.insert(index, user, day(shift.date))
    if !shift.isLong { return }
    for stretch in stretches(from: shift.date, to: shift.lastDate) {
      longHoldings.insert(index, user, stretch)
    }
  }

  mutating func letGo(_ index: Int, _ user: UserID) {
    let shift = shifts[index]
    holdings.remove(index, user, day(shift.date))
    if !shift.isLong { return }
    for stretch in stretches(from: shift.date, to: shift.lastDate) {
      longHoldings.remove(index, user, stretch)
    }
  }

  /// The shifts that a user holds and that may share time with some days, each once. The zone may carry a
  /// shift a day further than its dates.
  func held(by user: UserID, from first: LocalDate, to last: LocalDate) -> [Int] {
    var held: [Int] = []
    var date = first + -1
    while date <= last {
      holdings.forEach(user, day(date)) { if !shifts[$0].isLong { held.append($0) } }
      date = date + 1
    }
    if longHoldings.nodes.isEmpty { return held }
    let stretches = stretches(from: first, to: last)
    for stretch in stretches {
      longHoldings.forEach(user, stretch) { index in
        // It is under every stretch that it touches, and counts in the first of these.
        if stretch == max(stretches.lowerBound, self.stretch(of: shifts[index].date)) {
          held.append(index)
        }
      }
    }
    return held
  }

  /// The stretch of 32 days that a date lies in.
  func stretch(of date: LocalDate) -> Int { Int(date.daysSinceEpoch) >> 5 }

  private func stretches(from first: LocalDate, to last: LocalDate) -> ClosedRange<Int> {
    stretch(of: first)...max(stretch(of: first), stretch(of: last))
  }
}

extension ShiftRecord {
  fileprivate var lastDate: LocalDate { date + times.lastDay }
  /// True for the few that reach further than the next day.
  fileprivate var isLong: Bool { times.lastDay > 1 }
}
