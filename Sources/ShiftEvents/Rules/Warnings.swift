/// A limit that an act broke, though no rule kept it from that.
public struct Warning: Hashable, Sendable {
  /// The limit.
  public let code: CheckKind
  /// The limit as a rule would refuse it.
  let refusal: Rejection

  /// The particulars.
  public var details: [Rejection.Detail] { refusal.details }
  /// The ids of the other shifts, of the absence or the closure, or the skill, in byte order.
  public var conflicts: [String] { refusal.conflicts }

  fileprivate init(_ breach: Breach, of shift: ShiftID) {
    code = breach.kind
    let others = ([breach.shift.id] + breach.others).filter { $0 != shift }
    let (particulars, key) = breach.particulars
    // A closed day has no code of a rule, since no rule forbids it.
    refusal = Rejection(
      RejectionCode(rawValue: code.rawValue) ?? .periodClosed, particulars: particulars,
      conflicts: breach.obstacle.map { [$0] } ?? others.map(\.description).sorted(), of: key)
  }

  /// The warning in words; it may change.
  public var message: String { message(naming: \.self) }

  /// Returns the message with the people in it as they are to be named.
  ///
  /// - Parameter name: the name for an id.
  package func message(naming name: (String) -> String) -> String {
    code == .closedDay
      ? "the day is closed: \(conflicts.joined(separator: ", "))" : refusal.message(naming: name)
  }
}

extension Breach {
  /// The particulars and the key of what is in the way.
  fileprivate var particulars: (all: [Rejection.Particular], obstacle: Rejection.Key?) {
    let ofUser: [Rejection.Particular] = [(.user, user)]
    let limits: [Rejection.Particular] = [(.minutes, actual), (.limit, limit)]
    return switch kind {
    case .overlapping, .restTooShort: (ofUser + limits, .shift)
    case .dayTaken: (ofUser + [(.date, shift.date), (.count, actual), (.limit, limit)], .shift)
    case .weekTooLong: (ofUser + [(.week, shift.date.week)] + limits, .shift)
    case .tooManyDays: (ofUser + [(.count, actual), (.limit, limit)], .shift)
    case .shiftTooLong: (ofUser + limits, nil)
    case .skillMissing: (ofUser, .skill)
    case .absent: (ofUser, .absence)
    case .closedDay: ([(.date, shift.date)], .closure)
    case .unowned, .understaffed: (ofUser, nil)
    }
  }
}

extension Event {
  /// True of an act by which a shift may break limits, though the rules let it pass.
  var mayBreakLimits: Bool {
    switch type {
    case .shiftScheduled, .shiftClaimed, .shiftAssigned, .shiftEdited, .shiftRestored,
      .tradeRecorded:
      true
    default: false
    }
  }
}

/// A shift as an act will leave it.
private struct Prospect {
  let id: ShiftID
  let owner: UserID
  let date: LocalDate
  let times: ShiftTimes
  let keys: ShiftDetails
  /// The shift of a trade that the owner gives for it.
  var gives: ShiftID?
  /// The shifts that were suggested to the owner's request of that day, which ends.
  var released: [ShiftID]
}

extension DomainState {
  /// The limits that the shifts of an event will break, of one that may break some.
  ///
  /// It changes nothing. A method that says so would get a copy of the state from the judge, which may change it.
  mutating func warnings(of event: Event, by actor: UserID, at time: Timestamp) -> [Warning] {
    var isSound = false
    if case .shiftScheduled(let event) = event, event.override.isEmpty {
      isSound = isWithinLimits(event.owner, event.date, at: event.keys.place)
    } else if case .shiftClaimed(let event) = event, event.override.isEmpty {
      isSound = isWithinLimits(event.owner, event.date, at: event.keys.place)
    } else if case .shiftAssigned(let event) = event, event.override.isEmpty,
      let keys = shifts[event.shift]?.keys
    {
      isSound = isWithinLimits(event.to, event.date, at: shiftKeys.place(keys))
    }
    return isSound ? [] : brokenLimits(by: event, of: actor, at: time)
  }

  private func brokenLimits(by event: Event, of actor: UserID, at time: Timestamp) -> [Warning] {
    prospects(of: event, by: actor).flatMap { warnings(of: $0, at: time) }
  }

  /// Returns `true` where the rules judge all that there is of a shift: no limit of rest, weeks or days in a row, which do
  /// not bind everybody, and no closed day.
  private mutating func isWithinLimits(_ owner: UserID, _ date: LocalDate, at place: Name?) -> Bool
  {
    if !datedLimits.isEmpty { return false }
    let own = contracts[owner]
    if own?.minRestMinutes ?? workplace.minRestMinutes > 0 { return false }
    if own?.maxWeekMinutes ?? workplace.maxWeekMinutes > 0 { return false }
    if own?.maxDaysInRow ?? workplace.maxDaysInRow > 0 { return false }
    for closure in closures.indices where closures[closure].closes(date, at: place) { return false }
    return true
  }

  private func prospects(of event: Event, by actor: UserID) -> [Prospect] {
    if case .shiftScheduled(let event) = event {
      let times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
      return [
        Prospect(
          id: event.shift, owner: event.owner, date: event.date, times: times, keys: event.keys,
          released: event.released)
      ]
    }
    if case .shiftClaimed(let event) = event, event.owner != actor {
      let times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
      return [
        Prospect(
          id: event.shift, owner: event.owner, date: event.date, times: times, keys: event.keys,
          released: event.released)
      ]
    }
    if case .shiftAssigned(let event) = event {
      return [prospect(event.shift, event.to, event.released)]
        .compactMap(\.self)
    }
    if case .shiftEdited(let event) = event, let shift = shifts[event.shift] {
      let keys = keys(shift.times, shift.keys).applying(event.keys)
      let times = ShiftTimes(start: event.start, end: event.end, days: keys.days)
      return [
        Prospect(
          id: event.shift, owner: shift.owner, date: event.date, times: times, keys: keys,
          released: event.released)
      ]
    }
    if case .shiftRestored(let event) = event, let shift = shifts[event.shift] {
      let times = ShiftTimes(start: event.start, end: event.end, days: event.keys.days)
      let keys = shift.state == .skipped ? event.keys : shiftKeys[shift.keys]
      return [
        Prospect(
          id: event.shift, owner: event.owner, date: event.date, times: times, keys: keys,
          released: event.released)
      ]
    }
    if case .tradeRecorded(let event) = event {
      return [
        prospect(event.give, event.to, gives: event.take, event.released),
        prospect(event.take, event.from, gives: event.give, event.released),
      ].compactMap(\.self)
    }
    return []
  }

  private func prospect(
    _ id: ShiftID, _ owner: UserID, gives: ShiftID? = nil, _ released: [ShiftID]
  ) -> Prospect? {
    shifts[id].map { shift in
      Prospect(
        id: id, owner: owner, date: shift.date, times: shift.times, keys: shiftKeys[shift.keys],
        gives: gives, released: released)
    }
  }

  private func warnings(of shift: Prospect, at time: Timestamp) -> [Warning] {
    let (id, owner, keys) = (shift.id, shift.owner, shift.keys)
    let interval = interval(shift.date, shift.times)
    let own = Duty(id, shift.date, interval, less: keys.breakMinutes)
    let around = heldAround(shift.date, shift.date + shift.times.lastDay, by: owner)
    let others = around.compactMap { place -> Duty? in
      let other = shifts[place]
      guard other.id != id, holds(other, owner, at: time) else { return nil }
      let isReleased = other.owner != owner && shift.released.contains(other.id)
      return isReleased || other.id == shift.gives ? nil : duty(other)
    }
    var closing: [ClosureRecord] = []
    for place in closures.indices {
      let closure = closures[place]
      if closure.closes(shift.date, at: keys.place) { closing.append(closure) }
    }
    var found: [Breach] = []
    addBreaches(among: (others + [own]).sorted(by: Duty.isBefore), of: owner, with: id, to: &found)
    addBreaches(
      of: own, owner: owner, isUnowned: false, needs: keys.needs, place: keys.place,
      absences: absences(of: owner, around: interval) { $0.overlaps(interval) },
      closures: closing, to: &found)
    return found.sorted(by: Breach.isBefore).prefix(Self.mostWarnings).map { Warning($0, of: id) }
  }

  /// The most warnings of a shift: a batch of thousands for one person at one time would have millions.
  private static let mostWarnings = 100

  /// The shifts of a person that may make a breach with one of some days.
  private func heldAround(_ first: LocalDate, _ last: LocalDate, by user: UserID) -> [Int] {
    let limits = workLimits(of: user, on: first)
    // A limit with a date may be another one for the shifts around.
    let mayDiffer = !datedLimits.isEmpty
    let reach = limits.restMinutes > 0 || mayDiffer ? 4 : 1
    var (from, to) = (first + -reach, last + reach)
    if weekLimit(of: user, around: first) > 0 {
      (from, to) = (min(from, monday(of: first)), max(to, monday(of: first) + 6))
    }
    if limits.daysInRow > 0 || mayDiffer {
      func isWorked(_ date: LocalDate) -> Bool {
        indexes.holdings.first(user, day(date)) { _ in true } != nil
      }
      var next = first + -1
      while next < first, isWorked(next), next > .first {
        (from, next) = (min(from, next), next + -1)
      }
      next = first + 1
      while isWorked(next), next < .last { (to, next) = (max(to, next), next + 1) }
    }
    return held(by: user, from: from, to: to)
  }
}
