// Limits that a roster breaks, whoever made it so.

/// A limit that a roster may break, in the order in which rows have them. On the wire. Never rename.
public enum CheckKind: String, CaseIterable, Sendable {
  /// Shifts of one person share more time than a handover takes, more of them than one may hold at once.
  case overlapping
  /// A person has too little rest between two shifts.
  case restTooShort
  /// A person has more shifts on a day than one may hold.
  case dayTaken
  /// A person's week is too long.
  case weekTooLong
  /// A person works too many days in a row.
  case tooManyDays
  /// A shift is longer than the contract permits.
  case shiftTooLong
  /// The owner lacks a skill that the shift needs.
  case skillMissing
  /// The owner is away in the time of the shift.
  case absent
  /// The owner is no employee.
  case unowned
  /// The day of the shift is closed.
  case closedDay
  /// A vacancy has fewer takers than people are wanted.
  case understaffed

  /// The place in the order.
  package var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// A limit that shifts break.
package struct Breach: Sendable {
  package let kind: CheckKind
  package let user: UserID
  /// The shift at which it stands: of two the later, of several the last.
  package let shift: Duty
  /// The other shifts that make it.
  package var others: [ShiftID] = []
  /// The latest of the further shifts without which so many at once would be permitted.
  fileprivate var beside: ShiftID?
  /// The absence, the closure or the skill that makes it, and no shift.
  package var obstacle: String?
  package var actual: Int?
  package var limit: Int?

  /// The id of the other shift of two, or of the absence or closure; `nil` where there is none.
  package var other: String? {
    switch kind {
    case .overlapping, .restTooShort: others.first?.description
    case .absent, .closedDay: obstacle
    case .dayTaken, .weekTooLong, .tooManyDays, .shiftTooLong, .skillMissing, .unowned,
      .understaffed:
      nil
    }
  }

  package var skill: String? { kind == .skillMissing ? obstacle : nil }

  /// The order of rows: by kind, date, shift, the other thing, the skill, the person.
  package static func isBefore(_ first: Breach, _ second: Breach) -> Bool {
    let (kinds, dates) = ((first.kind, second.kind), (first.shift.date, second.shift.date))
    if kinds.0 != kinds.1 { return kinds.0.rank < kinds.1.rank }
    if dates.0 != dates.1 { return dates.0 < dates.1 }
    if first.shift.id != second.shift.id { return first.shift.id < second.shift.id }
    func texts(_ breach: Breach) -> [String] {
      [breach.other ?? "", breach.skill ?? "", breach.user.description]
    }
    return texts(first).lexicographicallyPrecedes(texts(second)) {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}

/// A shift that a person owns, or has taken and awaits.
package struct Duty: Sendable {
  package let id: ShiftID
  package let date: LocalDate
  package let interval: Range<Timestamp>
  fileprivate let minutes: Int

  /// - Parameter breakMinutes: the minutes of the stretch that are not worked.
  init(_ id: ShiftID, _ date: LocalDate, _ interval: Range<Timestamp>, less breakMinutes: Int16?) {
    (self.id, self.date, self.interval) = (id, date, interval)
    minutes = workedMinutes(interval, less: breakMinutes)
  }

  package static func isBefore(_ first: Duty, _ second: Duty) -> Bool {
    if first.interval.lowerBound != second.interval.lowerBound {
      return first.interval.lowerBound < second.interval.lowerBound
    }
    return first.id < second.id
  }
}

extension DomainState {
  package func duty(_ shift: ShiftRecord) -> Duty {
    Duty(shift.id, shift.date, interval(shift), less: shiftKeys.breakMinutes(shift.keys))
  }

  /// Adds the breaches among shifts of one person.
  ///
  /// - Parameters:
  ///   - held: in order, and with all that lie near those which are asked about: four days around, their ISO weeks, the
  ///     days next to each other.
  ///   - shift: the shift that each is to be a part of; `nil` for all.
  /// - Complexity: O(n log n), where few shifts lie near each other.
  package func addBreaches(
    among held: [Duty], of user: UserID, with shift: ShiftID? = nil, to found: inout [Breach]
  ) {
    func isAsked(_ shifts: ArraySlice<Duty>) -> Bool {
      shift == nil || shifts.contains { $0.id == shift }
    }
    addPairs(among: held, of: user, with: shift, to: &found)
    // A clock that leaves a day out may put its shifts behind those of the next.
    let isByDate = zip(held, held.dropFirst()).allSatisfy { $0.date <= $1.date }
    let byDate = isByDate ? held : held.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    forEachRun(of: byDate, alike: { $0.date == $1.date }) { shifts in
      let most = workplace.maxShiftsPerDay
      guard shifts.count > most, isAsked(shifts), case let count = count(shifts), count > most
      else { return }
      add(.dayTaken, of: shifts, count, most, user, to: &found)
    }
    forEachRun(of: byDate, alike: { monday(of: $0.date) == monday(of: $1.date) }) { shifts in
      if !isAsked(shifts) { return }
      let most = weekLimit(of: user, around: shifts[shifts.startIndex].date)
      let minutes = shifts.reduce(0) { $0 + $1.minutes }
      if most > 0, minutes > most { add(.weekTooLong, of: shifts, minutes, most, user, to: &found) }
    }
    forEachRun(of: byDate, alike: { $1.date <= $0.date + 1 }) { shifts in
      guard let first = shifts.first?.date, let last = shifts.last?.date, last > first,
        isAsked(shifts)
      else { return }
      let (days, most) = (last - first + 1, workLimits(of: user, on: last).daysInRow)
      if most > 0, days > most { add(.tooManyDays, of: shifts, days, most, user, to: &found) }
    }
  }

  /// The number of shifts, of which parts of one count once.
  private func count(_ shifts: ArraySlice<Duty>) -> Int {
    !hasSplits ? shifts.count : Set(shifts.map { splitRoot(of: $0.id) }).count
  }

  private func areParts(_ first: ShiftID, _ second: ShiftID) -> Bool {
    hasSplits && splitRoot(of: first) == splitRoot(of: second)
  }

  private func forEachRun(
    of shifts: [Duty], alike: (Duty, Duty) -> Bool, _ body: (ArraySlice<Duty>) -> Void
  ) {
    var start = 0
    for place in shifts.indices
    where place + 1 == shifts.count || !alike(shifts[place], shifts[place + 1]) {
      body(shifts[start...place])
      start = place + 1
    }
  }

  private func add(
    _ kind: CheckKind, of shifts: ArraySlice<Duty>, _ actual: Int, _ limit: Int,
    _ user: UserID, to found: inout [Breach]
  ) {
    guard let last = shifts.max(by: Duty.isBefore) else { return }
    found.append(
      Breach(
        kind: kind, user: user, shift: last,
        others: shifts.map(\.id).filter { $0 != last.id }, actual: actual, limit: limit))
  }

  private func addPairs(
    among held: [Duty], of user: UserID, with shift: ShiftID?, to found: inout [Breach]
  ) {
    // One that is given is the later of a pair, or the earlier of one.
    let own = shift.flatMap { id in held.firstIndex { $0.id == id } }
    if shift != nil, own == nil { return }
    let longest = held.reduce(0) {
      max($0, $1.interval.upperBound.milliseconds - $1.interval.lowerBound.milliseconds)
    }
    for place in held.indices.dropFirst(own ?? 0) {
      let later = held[place]
      let rest = workLimits(of: user, on: later.date).restMinutes
      let first = later.interval.lowerBound.milliseconds - longest - Int64(rest) * 60_000
      func others() -> [Duty] {
        Array(held[..<place].reversed().prefix { $0.interval.lowerBound.milliseconds >= first })
      }
      let given = own.flatMap { place > $0 ? held[$0] : nil }
      let before = given.map { [$0] } ?? others()
      var overlapping = before.filter { overlap($0.interval, later.interval) }.map(\.id)
      if given != nil, !overlapping.isEmpty, workplace.maxShiftsAtOnce > 1 {
        overlapping = others().filter { overlap($0.interval, later.interval) }.map(\.id)
      }
      let areTooMany = overlapping.count >= workplace.maxShiftsAtOnce
      let beside = areTooMany && workplace.maxShiftsAtOnce > 1 ? latest(of: overlapping)?.id : nil
      for earlier in before where earlier.interval.lowerBound.milliseconds >= first {
        let shared = earlier.interval.milliseconds(sharedWith: later.interval)
        if areTooMany, overlap(earlier.interval, later.interval) {
          var breach = Breach(kind: .overlapping, user: user, shift: later, others: [earlier.id])
          (breach.actual, breach.limit) = (Int(shared / 60_000), workplace.handoverMinutes)
          breach.beside = beside
          found.append(breach)
        } else if rest > 0, earlier.interval.isNearer(to: later.interval, thanMinutes: rest),
          !areParts(earlier.id, later.id)
        {
          var breach = Breach(kind: .restTooShort, user: user, shift: later, others: [earlier.id])
          (breach.actual, breach.limit) = (Int(max(0, -shared) / 60_000), rest)
          found.append(breach)
        }
      }
    }
  }

  /// Adds the breaches that a shift makes by itself.
  ///
  /// - Parameters:
  ///   - isUnowned: true if the owner is no employee, or was none in its time.
  ///   - absences: those of its owner that may be in its way.
  ///   - closures: those that may close its day.
  package func addBreaches(
    of shift: Duty, owner: UserID, isUnowned: Bool, needs: [Name], place: Name?,
    absences: [AbsenceRecord], closures: [ClosureRecord], to found: inout [Breach]
  ) {
    func breach(_ kind: CheckKind, _ obstacle: String? = nil) -> Breach {
      Breach(kind: kind, user: owner, shift: shift, obstacle: obstacle)
    }
    let most = workLimits(of: owner, on: shift.date).shiftMinutes
    if most > 0, shift.minutes > most {
      var tooLong = breach(.shiftTooLong)
      (tooLong.actual, tooLong.limit) = (shift.minutes, most)
      found.append(tooLong)
    }
    for skill in needs where !hasSkill(skill, owner, on: shift.date) {
      found.append(breach(.skillMissing, skill.description))
    }
    for absence in absences where interval(absence).overlaps(shift.interval) {
      found.append(breach(.absent, absence.id.description))
    }
    if isUnowned { found.append(breach(.unowned)) }
    for closure in closures where closure.closes(shift.date, at: place) {
      found.append(breach(.closedDay, closure.id.description))
    }
  }

  /// The shift that was last given its owner or its times.
  private func latest(of ids: [ShiftID]) -> ShiftRecord? {
    ids.compactMap { shifts[$0] }.max { $0.holding < $1.holding }
  }

  /// The time of the event that last gave one of the shifts of a breach its owner or its times; and `true` if that event
  /// set the rule aside.
  package func origin(of breach: Breach) -> (since: Timestamp, isSetAside: Bool) {
    let ids = [breach.shift.id] + breach.others + [breach.beside].compactMap(\.self)
    guard let latest = latest(of: ids) else { return (breach.shift.interval.lowerBound, false) }
    let rule = OverridableRule(rawValue: breach.kind.rawValue)
    return (latest.heldSince, rule.flatMap { origins[latest.id]?.setsAside($0) } ?? false)
  }
}
