/// The limits for a user who takes a shift, gets one, or asks for work: days, overlaps, rest and weeks.
enum TakerRules {
  /// The shift to take, the held shift to ignore, and the rules that are set aside.
  struct Proposal {
    var user: UserID
    var date: LocalDate
    var interval: Range<Timestamp>
    var needs: [Name] = []
    var leavingOut: Int?
    /// The other shift of a trade.
    var alsoLeavingOut: Int?
    var override: [OverridableRule] = []

    init(
      user: UserID, date: LocalDate, interval: Range<Timestamp>, needs: [Name] = [],
      leavingOut: Int? = nil, override: [OverridableRule] = []
    ) {
      self.user = user
      self.date = date
      self.interval = interval
      self.needs = needs
      self.leavingOut = leavingOut
      self.override = override
    }

    /// A shift that is scheduled already, which is left out of what its taker holds.
    init(
      taking index: Int, for user: UserID, override: [OverridableRule] = [],
      given state: DomainState
    ) {
      let shift = state.shifts[index]
      self.init(
        user: user, date: shift.date, interval: state.interval(shift),
        needs: state.shiftKeys.needs(shift.keys), leavingOut: index, override: override)
    }

    /// The dates that the shift touches beyond its own, as many as it can.
    fileprivate var daysAfter: Int {
      let length = interval.upperBound.milliseconds - interval.lowerBound.milliseconds
      return Int((length + 86_399_999) / 86_400_000)
    }
  }

  /// Lead time, skill, absence, day rule, overlap, rest, week, in this order.
  static func judge(
    _ proposal: Proposal, withLead: Bool, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    if withLead { try judgeLead(proposal, given: state, at: time) }
    try judgeSkill(proposal, given: state)
    try judgeAbsence(proposal, given: state)
    try judgeDay(proposal, given: state, at: time)
    try judgeOverlap(proposal, given: state, at: time)
    try judgeRest(proposal, given: state, at: time)
    try judgeWeek(proposal, given: state, at: time)
  }

  private static func judgeLead(
    _ proposal: Proposal, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    let lead = state.workplace.acceptLeadMinutes
    if time.advanced(byMinutes: lead) > proposal.interval.lowerBound {
      throw Rejection(
        .tooLate, "it begins at \(proposal.interval.lowerBound), less than \(lead) minutes from now"
      )
    }
  }

  /// Every skill that the shift needs.
  static func judgeSkill(_ proposal: Proposal, given state: DomainState) throws(Rejection) {
    if proposal.needs.isEmpty || proposal.override.contains(.skillMissing) { return }
    let missing = proposal.needs.filter { !state.hasSkill($0, proposal.user) }
    if missing.isEmpty { return }
    let skills = missing.map(\.description).sorted()
    throw Rejection(
      .skillMissing, "\(proposal.user) lacks a skill that it needs: \(list(skills))",
      conflicts: skills)
  }

  /// No absence in its time.
  static func judgeAbsence(_ proposal: Proposal, given state: DomainState) throws(Rejection) {
    if proposal.override.contains(.absent) { return }
    try state.requirePresent(proposal.user, proposal.interval)
  }

  /// Fewer open shifts on the day than one may hold.
  static func judgeDay(
    _ proposal: Proposal, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    if proposal.override.contains(.dayTaken) { return }
    let held = held(by: proposal, on: proposal.date, given: state, at: time)
    guard held.count >= state.workplace.maxShiftsPerDay else { return }
    let ids = ids(of: held, state)
    throw Rejection(
      .dayTaken,
      "\(proposal.user) already holds \(list(ids)) on \(proposal.date.longText)", conflicts: ids)
  }

  /// Fewer shifts that overlap in time beyond the handover than one may hold at once.
  static func judgeOverlap(
    _ proposal: Proposal, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    if proposal.override.contains(.overlapping) { return }
    let allowed = Int64(state.workplace.handoverMinutes) * 60_000
    let overlapping = held(by: proposal, within: 1, given: state, at: time).filter { index in
      let other = state.interval(state.shifts[index])
      let shared =
        min(other.upperBound, proposal.interval.upperBound).milliseconds
        - max(other.lowerBound, proposal.interval.lowerBound).milliseconds
      return shared > allowed
    }
    if overlapping.count < state.workplace.maxShiftsAtOnce { return }
    let ids = ids(of: overlapping, state)
    throw Rejection(
      .overlapping, "it overlaps with \(list(ids)), which \(proposal.user) holds", conflicts: ids)
  }

  private static func judgeRest(
    _ proposal: Proposal, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    let least = state.workplace.minRestMinutes
    if least == 0 || proposal.override.contains(.restTooShort) { return }
    let tooNear = held(by: proposal, within: 3, given: state, at: time).filter { index in
      let other = state.interval(state.shifts[index])
      let gap = max(
        proposal.interval.lowerBound.milliseconds - other.upperBound.milliseconds,
        other.lowerBound.milliseconds - proposal.interval.upperBound.milliseconds)
      return gap < Int64(least) * 60_000
    }
    if tooNear.isEmpty { return }
    let ids = ids(of: tooNear, state)
    throw Rejection(
      .restTooShort,
      "\(proposal.user) would have less than \(least) minutes of rest beside \(list(ids))",
      conflicts: ids)
  }

  private static func judgeWeek(
    _ proposal: Proposal, given state: DomainState, at time: Timestamp
  ) throws(Rejection) {
    let most = state.workplace.maxWeekMinutes
    if most == 0 || proposal.override.contains(.weekTooLong) { return }
    let monday = proposal.date + -Int(proposal.date.weekday.rawValue)
    var held: [Int] = []
    for day in 0..<7 {
      held += Self.held(by: proposal, on: monday + day, given: state, at: time)
    }
    let minutes = held.reduce(minutes(proposal.interval)) { sum, index in
      sum + self.minutes(state.interval(state.shifts[index]))
    }
    if minutes > most {
      let ids = ids(of: held, state)
      throw Rejection(
        .weekTooLong,
        "\(proposal.user) would have \(minutes) minutes in \(proposal.date.week), at most \(most)",
        conflicts: ids)
    }
  }

  private static func minutes(_ interval: Range<Timestamp>) -> Int {
    interval.lowerBound.minutes(until: interval.upperBound)
  }

  // MARK: - Shifts of a user

  /// Open shifts on the date that the user owns or is the pending taker of.
  private static func held(
    by proposal: Proposal, on date: LocalDate, given state: DomainState, at time: Timestamp
  ) -> [Int] {
    var held: [Int] = []
    state.holdings.forEach(proposal.user, state.day(date)) { index in
      let shift = state.shifts[index]
      if index == proposal.leavingOut || index == proposal.alsoLeavingOut || !shift.isOpen {
        return
      }
      // An acceptance lapses when the shift begins; the duty stays with the owner.
      if shift.owner == proposal.user || !state.hasStarted(shift, at: time) { held.append(index) }
    }
    return held
  }

  /// The same for all dates whose shifts may lie within the given number of days of the proposal.
  private static func held(
    by proposal: Proposal, within days: Int, given state: DomainState, at time: Timestamp
  ) -> [Int] {
    var held: [Int] = []
    for offset in -(days + state.longestDays)...(days + proposal.daysAfter) {
      held += Self.held(by: proposal, on: proposal.date + offset, given: state, at: time)
    }
    return held
  }

  private static func ids(of indexes: [Int], _ state: DomainState) -> [String] {
    indexes.map { state.shifts[$0].id.description }.sorted()
  }

  private static func list(_ ids: [String]) -> String { ids.joined(separator: ", ") }
}
