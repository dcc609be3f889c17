// Shifts that were cut in two: the second part is a shift of its own, and both stay parts of one.

extension DomainState {
  mutating func evolve(with event: ShiftSplit, at time: Timestamp) {
    guard let place = shifts.place(of: event.shift), shifts[place].isOpen else { return }
    var first = shifts[place]
    let times = ShiftTimes(start: event.at, end: event.end, days: event.intoDays)
    var second = ShiftRecord(
      id: event.into, owner: first.owner, date: event.intoDate, times: times, at: time,
      tally.lastSequence)
    second.firstOwner = first.firstOwner
    (first.keys, second.keys) = splitKeys(first, second)
    let holders = [first.owner, first.taker].compactMap(\.self)
    for user in holders { letGo(first, at: place, by: user) }
    first.times = ShiftTimes(start: first.start, end: event.at)
    (first.changes, first.changedAt) = (first.changes &+ 1, time)
    first.holding = second.holding
    for user in holders { hold(first, at: place, by: user) }
    put(first, at: place)
    noteSetAside(event.override, by: event.shift)
    // The first shift of an id counts.
    if shifts.place(of: event.into) != nil { return }
    hold(second, at: put(second), by: second.owner)
    let root = splitRoot(of: event.shift)
    let origin = origins.place(of: event.into) ?? origins.add(OriginRecord(id: event.into))
    origins[origin].root = root
    noteSetAside(event.override, by: event.into)
  }

  /// The numbers of the keys of both parts: the longer one has the break, of two equal ones the first.
  private mutating func splitKeys(
    _ whole: ShiftRecord, _ second: ShiftRecord
  ) -> (first: UInt32, second: UInt32) {
    if shiftKeys.breakMinutes(whole.keys) == nil { return (whole.keys, whole.keys) }
    var rest = shiftKeys[whole.keys]
    rest.breakMinutes = nil
    let without = shiftKeys.add(rest)
    let (begin, end) = (interval(whole).lowerBound, interval(second))
    let isSecondLonger =
      begin.minutes(until: end.lowerBound) < end.lowerBound.minutes(until: end.upperBound)
    return isSecondLonger ? (without, whole.keys) : (whole.keys, without)
  }

  /// True once a shift was split.
  package var hasSplits: Bool { tally.known[EventType.shiftSplit.place] > 0 }

  /// The shift of which a shift is a part: itself, unless a split made it.
  package func splitRoot(of shift: ShiftID) -> ShiftID { origins[shift]?.root ?? shift }
}

/// The origin of a shift that a split made, or that somebody has since an event that set rules aside; few have one.
package struct OriginRecord: StateRecord {
  package var id: ShiftID
  private var rootIndex: UInt32 = 0
  private var bits: UInt32 = 0

  init(id: ShiftID) { self.id = id }

  /// The shift that was whole once: of a part that was split again, too; `nil` of a shift that no split made.
  package var root: ShiftID? {
    get { rootIndex == 0 ? nil : ShiftID(symbolIndex: rootIndex) }
    set { rootIndex = newValue?.symbolIndex ?? 0 }
  }

  /// Takes the rules over that the event set aside by which the shift has its owner and its times.
  fileprivate mutating func setAside(_ rules: [OverridableRule]) {
    bits = rules.reduce(0) { $0 | Self.bit(of: $1) }
  }

  package func setsAside(_ rule: OverridableRule) -> Bool { bits & Self.bit(of: rule) != 0 }

  private static func bit(of rule: OverridableRule) -> UInt32 {
    1 << UInt32(OverridableRule.allCases.firstIndex(of: rule)!)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    rootIndex = new(rootIndex)
  }
}

extension DomainState {
  /// Notes the rules that an event set aside which gave a shift its owner or its times.
  @inline(__always)
  mutating func noteSetAside(_ rules: [OverridableRule], by shift: ShiftID) {
    if !rules.isEmpty || !origins.isEmpty { keepSetAside(rules, by: shift) }
  }

  private mutating func keepSetAside(_ rules: [OverridableRule], by shift: ShiftID) {
    let known = origins.place(of: shift)
    if known == nil, rules.isEmpty { return }
    origins[known ?? origins.add(OriginRecord(id: shift))].setAside(rules)
  }
}
