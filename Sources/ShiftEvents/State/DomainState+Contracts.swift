// Skills and contracts of people, which may have a date.

/// The last day on which a person has a skill.
package struct SkillEndRecord: StateRecord {
  package var id: UserID
  package fileprivate(set) var skill: Name
  /// The place of the person's record before it; -1 of the first.
  let before: Int32
  /// `nil` where the skill was granted without an end since, or the person erased.
  package fileprivate(set) var until: LocalDate?

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    skill.renumber(new)
  }
}

/// A person's own limits. They stand in the place of the workplace's; 0 is no limit.
package struct ContractRecord: StateRecord {
  package var id: UserID
  package var maxWeekMinutes: Int?
  package var minRestMinutes: Int?
  package var maxShiftMinutes: Int?
  package var maxDaysInRow: Int?

  fileprivate mutating func take(_ edits: ContractEdits) {
    maxWeekMinutes = edits.maxWeekMinutes.applied(to: maxWeekMinutes)
    minRestMinutes = edits.minRestMinutes.applied(to: minRestMinutes)
    maxShiftMinutes = edits.maxShiftMinutes.applied(to: maxShiftMinutes)
    maxDaysInRow = edits.maxDaysInRow.applied(to: maxDaysInRow)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

/// Limits of a person's own that hold from a day on, each until a later day has the same limit.
package struct DatedLimitsRecord: StateRecord {
  /// A limit as one day gives it.
  fileprivate struct Limit: BitwiseCopyable, Equatable, Sendable {
    private static let unchanged: Int32 = -2
    private static let removed: Int32 = -1
    private var value = Self.unchanged

    /// Takes over what an edit gives.
    mutating func take(_ edit: Edit<Int>) {
      switch edit {
      case .unchanged: break
      case .removed: value = Self.removed
      case .set(let minutes): value = Int32(clamping: minutes)
      }
    }

    /// Says nothing any more of a limit that an edit gives.
    mutating func drop(_ edit: Edit<Int>) { if edit != .unchanged { value = Self.unchanged } }

    var edit: Edit<Int> {
      switch value {
      case Self.unchanged: .unchanged
      case Self.removed: .removed
      default: .set(Int(value))
      }
    }
  }

  package var id: UserID
  fileprivate let from: LocalDate
  /// The place of the person's record before it; -1 of the first.
  let before: Int32
  private var week = Limit()
  private var rest = Limit()
  private var shift = Limit()
  private var days = Limit()

  fileprivate init(id: UserID, from: LocalDate, before: Int) {
    (self.id, self.from, self.before) = (id, from, Int32(before))
  }

  fileprivate mutating func take(_ edits: ContractEdits) {
    week.take(edits.maxWeekMinutes)
    rest.take(edits.minRestMinutes)
    shift.take(edits.maxShiftMinutes)
    days.take(edits.maxDaysInRow)
  }

  fileprivate mutating func drop(_ edits: ContractEdits) {
    week.drop(edits.maxWeekMinutes)
    rest.drop(edits.minRestMinutes)
    shift.drop(edits.maxShiftMinutes)
    days.drop(edits.maxDaysInRow)
  }

  fileprivate mutating func dropAll() {
    self = DatedLimitsRecord(id: id, from: from, before: Int(before))
  }

  fileprivate var edits: ContractEdits {
    ContractEdits(
      maxWeekMinutes: week.edit, minRestMinutes: rest.edit, maxShiftMinutes: shift.edit,
      maxDaysInRow: days.edit)
  }

  package mutating func renumber(_ new: (UInt32) -> UInt32) { id.renumber(new) }
}

// MARK: - Skills

extension DomainState {
  mutating func evolve(with event: SkillGranted) {
    if present(event.user) == nil { return }
    let skill = event.skill.inNFC
    skills.insertNew(Int(skill.symbolIndex), event.user, 0)
    if let place = skillEnd(of: skill, event.user) {
      skillEnds[place].until = event.until
    } else if let until = event.until {
      let before = skillEnds.place(of: event.user) ?? -1
      skillEnds.add(
        SkillEndRecord(id: event.user, skill: skill, before: Int32(before), until: until))
    }
  }

  mutating func evolve(with event: SkillRevoked) {
    skills.remove(Int(event.skill.inNFC.symbolIndex), event.user, 0)
  }

  /// Returns `true` if the person has the skill on a date.
  package func hasSkill(_ skill: Name, _ user: UserID, on date: LocalDate) -> Bool {
    if !skills.contains(Int(skill.inNFC.symbolIndex), user, 0) { return false }
    return lastDay(of: skill, user).map { date <= $0 } ?? true
  }

  /// The last day of a skill that a person has, or had; `nil` where it does not end.
  package func lastDay(of skill: Name, _ user: UserID) -> LocalDate? {
    skillEnd(of: skill.inNFC, user).flatMap { skillEnds[$0].until }
  }

  /// The place of the record of a skill that has an end, or had.
  private func skillEnd(of skill: Name, _ user: UserID) -> Int? {
    if skillEnds.isEmpty { return nil }
    var place = skillEnds.place(of: user) ?? -1
    while place >= 0, skillEnds[place].skill != skill { place = Int(skillEnds[place].before) }
    return place < 0 ? nil : place
  }
}

// MARK: - Contracts

extension DomainState {
  mutating func evolve(with event: ContractSet, at time: Timestamp) {
    if present(event.user) == nil { return }
    if let from = event.from {
      let place = datedLimits(of: event.user).first { datedLimits[$0].from == from }
      datedLimits[place ?? addDatedLimits(of: event.user, from: from)].take(event.limits)
      return
    }
    let place = contracts.place(of: event.user) ?? contracts.add(ContractRecord(id: event.user))
    contracts[place].take(event.limits)
    if datedLimits.isEmpty { return }
    // What began before stands behind it; what is still to come stays.
    let today = today(at: time)
    for place in datedLimits(of: event.user) where datedLimits[place].from <= today {
      datedLimits[place].drop(event.limits)
    }
  }

  private mutating func addDatedLimits(of user: UserID, from: LocalDate) -> Int {
    let before = datedLimits.place(of: user) ?? -1
    return datedLimits.add(DatedLimitsRecord(id: user, from: from, before: before))
  }

  /// The places of a person's limits that hold from a day on, latest recorded first.
  private func datedLimits(of user: UserID) -> [Int] {
    var places: [Int] = []
    var place = datedLimits.place(of: user) ?? -1
    while place >= 0 {
      places.append(place)
      place = Int(datedLimits[place].before)
    }
    return places
  }

  /// A person's own limits on a date; `nil` where the workplace's hold.
  package func limits(of user: UserID, on date: LocalDate) -> ContractRecord {
    var limits = contracts[user] ?? ContractRecord(id: user)
    if datedLimits.isEmpty { return limits }
    // They lie in the order in which they were recorded: of each limit the one that began last counts.
    var (week, rest, shift, days) = (
      LocalDate?.none, LocalDate?.none, LocalDate?.none, LocalDate?.none
    )
    var place = datedLimits.place(of: user) ?? -1
    while place >= 0 {
      let record = datedLimits[place]
      place = Int(record.before)
      if record.from > date { continue }
      func takeLater(_ edit: Edit<Int>, _ limit: inout Int?, _ from: inout LocalDate?) {
        if edit == .unchanged || from.map({ $0 > record.from }) ?? false { return }
        (limit, from) = (edit.applied(to: limit), record.from)
      }
      let edits = record.edits
      takeLater(edits.maxWeekMinutes, &limits.maxWeekMinutes, &week)
      takeLater(edits.minRestMinutes, &limits.minRestMinutes, &rest)
      takeLater(edits.maxShiftMinutes, &limits.maxShiftMinutes, &shift)
      takeLater(edits.maxDaysInRow, &limits.maxDaysInRow, &days)
    }
    return limits
  }

  /// The days behind a date from which some of a person's own limits hold, in order, with all that hold then.
  ///
  /// - Complexity: O(n log n) in the days of that person.
  package func limits(of user: UserID, behind date: LocalDate)
    -> [(from: LocalDate, limits: ContractRecord)]
  {
    var limits = contracts[user] ?? ContractRecord(id: user)
    return datedLimits(of: user).map { datedLimits[$0] }.filter { $0.edits != ContractEdits() }
      .sorted { $0.from < $1.from }
      .map { record in
        limits.take(record.edits)
        return (record.from, limits)
      }.filter { $0.from > date }
  }

  mutating func eraseSkillsAndLimits(of user: UserID) {
    for skill in skills.elements(user, 0) { skills.remove(skill, user, 0) }
    var place = skillEnds.place(of: user) ?? -1
    while place >= 0 {
      skillEnds[place].until = nil
      place = Int(skillEnds[place].before)
    }
    if let place = contracts.place(of: user) { contracts[place] = ContractRecord(id: user) }
    for place in datedLimits(of: user) { datedLimits[place].dropAll() }
  }
}
