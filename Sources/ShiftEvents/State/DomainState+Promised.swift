// The shifts as publications promised them.

extension DomainState {
  /// Keeps the open shifts of some days as they are now, in the place of what was promised for these days before.
  ///
  /// - Complexity: linear in the shifts of about these days, see `DayRanges`.
  mutating func promise(from first: LocalDate, to last: LocalDate) {
    promisedDays.cover(promised.count) { promised[$0].date }
    var free: [Int] = []
    promisedDays.forEachPlace(among: promised.count, from: first, to: last) { place in
      let date = promised[place].date
      if first <= date, date <= last { free.append(place) }
    }
    free.reverse()
    shiftDays.cover(shifts.count) { shiftBriefs[$0].date }
    for place in openShifts(from: first, to: last) {
      var shift = shifts[place]
      shift.awaitedAnswer = awaitedChange(of: shift.id) != nil
      if let place = free.popLast() {
        putPromised(shift, at: place)
      } else {
        promised.append(shift)
      }
    }
    // The last ones take the places of those that are promised no more.
    for place in free {
      let shift = promised.removeLast()
      promisedDays.forget(behind: promised.count)
      if place < promised.count { putPromised(shift, at: place) }
    }
  }

  private mutating func putPromised(_ shift: ShiftRecord, at place: Int) {
    promised[place] = shift
    promisedDays.note(shift.date, at: place)
  }

  /// The places of the shifts on the schedule that begin on one of some days, ascending.
  func openShifts(from first: LocalDate, to last: LocalDate) -> [Int] {
    var places: [Int] = []
    shiftDays.forEachPlace(among: shifts.count, from: first, to: last) { place in
      let brief = shiftBriefs[place]
      if brief.isOpen, first <= brief.date, brief.date <= last { places.append(place) }
    }
    return places
  }
}
