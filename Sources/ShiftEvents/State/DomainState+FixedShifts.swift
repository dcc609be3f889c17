// Weekly shifts; their occurrences are shifts.

struct FixedShiftRecord: StateRecord {
  var id: FixedShiftID
  var owner: UserID
  var weekday: Weekday
  var times: ShiftTimes
  var from: LocalDate
  /// The number in the table of keys.
  var keys: UInt32 = 0
  var isRemoved = false

  mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    owner.renumber(new)
  }
}

extension DomainState {
  mutating func evolve(with event: FixedShiftRegistered) {
    if fixedShifts.place(of: event.fixedShift) != nil { return }
    workplace.isZoneFixed = true
    let place = fixedShifts.add(
      FixedShiftRecord(
        id: event.fixedShift, owner: event.owner, weekday: event.weekday,
        times: ShiftTimes(start: event.start, end: event.end, days: event.keys.days),
        from: event.from, keys: shiftKeys.add(event.keys)))
    if indexes.areKept { indexes.weekly.insert(place, event.owner, Int(event.weekday.rawValue)) }
  }

  mutating func evolve(with event: FixedShiftRemoved, at time: Timestamp) {
    for shift in event.removed { close(shift, as: .removed, at: time) }
    guard let place = fixedShifts.place(of: event.fixedShift) else { return }
    let record = fixedShifts[place]
    fixedShifts[place].isRemoved = true
    if indexes.areKept { indexes.weekly.remove(place, record.owner, Int(record.weekday.rawValue)) }
  }
}
