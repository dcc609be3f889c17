/// The limits for a user who takes a shift, gets one, or asks for work: days, overlaps, rest and weeks.
extension DomainState {
  /// The shift to take, the place that it has already, and the rules that are set aside.
  struct Proposal {
    var user: UserID
    var date: LocalDate
    var interval: Range<Timestamp>
    var needs: [Name] = []
    /// The minutes of the interval that are not worked.
    var breakMinutes: Int16?
    /// Its place, where it has one: it is left out of what is held, and its other parts count with it.
    var leavingOut: Int?
    /// The other shift of a trade.
    var alsoLeavingOut: Int?
    var override: [OverridableRule] = []

    /// The dates that the shift touches beyond its own, as many as it can.
    fileprivate var daysAfter: Int {
      let length = interval.upperBound.milliseconds - interval.lowerBound.milliseconds
      return Int((length + 86_399_999) / 86_400_000)
    }

    fileprivate var minutes: Int { workedMinutes(interval, less: breakMinutes) }
  }

  /// To take a shift that is scheduled already, which is left out of what its taker holds.
  func proposal(taking index: Int, for user: UserID, override: [OverridableRule] = []) -> Proposal {
    let shift = shifts[index]
    return Proposal(
      user: user, date: shift.date, interval: interval(shift), needs: shiftKeys.needs(shift.keys),
      breakMinutes: shiftKeys.breakMinutes(shift.keys), leavingOut: index, override: override)
  }

  /// Lead time, skill, absence, length, day rule, overlap, rest, week, days in a row, in this order.
  func judge(_ proposal: Proposal, withLead: Bool, at time: Timestamp) throws(Rejection) {
    if withLead { try judgeLead(proposal, at: time) }
    try judgeOwner(proposal, at: time)
    try judgeLoad(proposal, at: time)
  }

  /// Rest, week and days in a row.
  private func judgeLoad(_ proposal: Proposal, at time: Timestamp) throws(Rejection) {
    let limits = workLimits(of: proposal.user, on: proposal.date)
    try judgeRest(proposal, limits.restMinutes, at: time)
    let week =
      datedLimits.isEmpty ? limits.weekMinutes : weekLimit(of: proposal.user, around: proposal.date)
    try judgeWeek(proposal, week, at: time)
    try judgeRun(proposal, limits.daysInRow, at: time)
  }

  /// Rest, week and days in a row of somebody whom a manager names, where they bind everybody.
  func judgeBoundLoad(_ proposal: Proposal, at time: Timestamp) throws(Rejection) {
    if workplace.limitsBind == .everybody { try judgeLoad(proposal, at: time) }
  }

  /// The rules that bind an owner whom a manager names, too: skill, absence, length, day rule, overlap.
  func judgeOwner(_ proposal: Proposal, at time: Timestamp) throws(Rejection) {
    try judgeSkill(proposal)
    try judgeAbsence(proposal)
    try judgeLength(proposal)
    try judgeDay(proposal, at: time)
    try judgeOverlap(proposal, at: time)
  }

  private func judgeLead(_ proposal: Proposal, at time: Timestamp) throws(Rejection) {
    let lead = workplace.acceptLeadMinutes
    if time.advanced(byMinutes: lead) > proposal.interval.lowerBound {
      throw Rejection(.tooLate, [.startsAt: proposal.interval.lowerBound, .limit: lead])
    }
  }

  /// Every skill that the shift needs.
  func judgeSkill(_ proposal: Proposal) throws(Rejection) {
    if proposal.needs.isEmpty || proposal.override.contains(.skillMissing) { return }
    let missing = proposal.needs.filter { !hasSkill($0, proposal.user, on: proposal.date) }
    if missing.isEmpty { return }
    let skills = missing.map(\.description).sorted()
    throw Rejection(.skillMissing, [.user: proposal.user], conflicts: skills, of: .skill)
  }

  /// No absence in its time.
  func judgeAbsence(_ proposal: Proposal) throws(Rejection) {
    if proposal.override.contains(.absent) { return }
    try requirePresent(proposal.user, proposal.interval)
  }

  /// No more minutes than the person's contract has for a shift.
  func judgeLength(_ proposal: Proposal) throws(Rejection) {
    let own = limits(of: proposal.user, on: proposal.date)
    guard let most = own.maxShiftMinutes, most > 0 else { return }
    let minutes = proposal.minutes
    if minutes <= most || proposal.override.contains(.shiftTooLong) { return }
    throw Rejection(.shiftTooLong, [.user: proposal.user, .minutes: minutes, .limit: most])
  }

  /// Fewer open shifts on the day than one may hold.
  func judgeDay(_ proposal: Proposal, at time: Timestamp) throws(Rejection) {
    if proposal.override.contains(.dayTaken) { return }
    var held = held(by: proposal, on: proposal.date, at: time)
    if held.count < workplace.maxShiftsPerDay { return }
    if hasSplits {
      held = held.filter { !isPart($0, of: proposal) }
      let count = Set(held.map { splitRoot(of: shifts[$0].id) }).count
      if count < workplace.maxShiftsPerDay { return }
    }
    throw Rejection(
      .dayTaken, [.user: proposal.user, .date: proposal.date], conflicts: ids(of: held), of: .shift)
  }

  /// Fewer shifts that overlap in time beyond the handover than one may hold at once.
  func judgeOverlap(_ proposal: Proposal, at time: Timestamp) throws(Rejection) {
    if proposal.override.contains(.overlapping) { return }
    var overlapping: [Int] = []
    for index in around(proposal, within: 1)
    where counts(index, for: proposal, at: time)
      && overlap(interval(shifts[index]), proposal.interval)
    {
      overlapping.append(index)
    }
    if overlapping.count < workplace.maxShiftsAtOnce { return }
    throw Rejection(
      .overlapping, [.user: proposal.user], conflicts: ids(of: overlapping), of: .shift)
  }

  private func judgeRest(_ proposal: Proposal, _ least: Int, at time: Timestamp) throws(Rejection) {
    if least == 0 || proposal.override.contains(.restTooShort) { return }
    let tooNear = around(proposal, within: 3).filter { index in
      counts(index, for: proposal, at: time)
        && interval(shifts[index]).isNearer(to: proposal.interval, thanMinutes: least)
        && !isPart(index, of: proposal)
    }
    if tooNear.isEmpty { return }
    throw Rejection(
      .restTooShort, [.user: proposal.user, .limit: least], conflicts: ids(of: tooNear), of: .shift)
  }

  private func judgeWeek(_ proposal: Proposal, _ most: Int, at time: Timestamp) throws(Rejection) {
    if most == 0 || proposal.override.contains(.weekTooLong) { return }
    let monday = monday(of: proposal.date)
    var held: [Int] = []
    for day in 0..<7 { held += self.held(by: proposal, on: monday + day, at: time) }
    let minutes = held.reduce(proposal.minutes) { $0 + scheduledMinutes(shifts[$1]) }
    if minutes > most {
      throw Rejection(
        .weekTooLong,
        [.user: proposal.user, .week: proposal.date.week, .minutes: minutes, .limit: most],
        conflicts: ids(of: held), of: .shift)
    }
  }

  /// No more days in a row with a shift than one may work.
  private func judgeRun(_ proposal: Proposal, _ most: Int, at time: Timestamp) throws(Rejection) {
    if most == 0 || proposal.override.contains(.tooManyDays) { return }
    var (count, run): (Int, [Int]) = (1, held(by: proposal, on: proposal.date, at: time))
    for step in [-1, 1] {
      var last = proposal.date
      // As many as there are, so that all that are in the way are named.
      while case let next = last + step, next != last,
        case let held = held(by: proposal, on: next, at: time), !held.isEmpty
      {
        run += held
        (count, last) = (count + 1, next)
      }
    }
    if count <= most { return }
    throw Rejection(
      .tooManyDays, [.user: proposal.user, .count: count, .limit: most],
      conflicts: ids(of: run), of: .shift)
  }

  /// The scheduled minutes of a shift: really elapsed ones, less its break.
  func scheduledMinutes(_ shift: ShiftRecord) -> Int {
    workedMinutes(interval(shift), less: shiftKeys.breakMinutes(shift.keys))
  }

  // MARK: - Shifts of a user

  /// Open shifts on the date that the user owns or is the pending taker of.
  private func held(by proposal: Proposal, on date: LocalDate, at time: Timestamp) -> [Int] {
    var held: [Int] = []
    indexes.holdings.forEach(proposal.user, day(date)) { index in
      if counts(index, for: proposal, at: time) { held.append(index) }
    }
    return held
  }

  /// All shifts of the person that may lie within the given number of days of the proposal.
  private func around(_ proposal: Proposal, within days: Int) -> [Int] {
    let last = proposal.date + (days + proposal.daysAfter)
    return held(by: proposal.user, from: proposal.date + -days, to: last)
  }

  @inline(__always)
  private func counts(_ index: Int, for proposal: Proposal, at time: Timestamp) -> Bool {
    index != proposal.leavingOut && index != proposal.alsoLeavingOut
      && holds(shifts[index], proposal.user, at: time)
  }

  /// Returns `true` of another part of the shift that is proposed.
  private func isPart(_ index: Int, of proposal: Proposal) -> Bool {
    guard hasSplits, let own = proposal.leavingOut else { return false }
    return splitRoot(of: shifts[index].id) == splitRoot(of: shifts[own].id)
  }

  private func ids(of indexes: [Int]) -> [String] {
    indexes.map { shifts[$0].id.description }.sorted()
  }
}
