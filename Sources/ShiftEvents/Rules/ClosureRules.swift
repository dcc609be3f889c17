extension EventGuide {
  private static let easter =
    "closure.recorded easter --actor u1 from=2026-04-05 to=2026-04-06 title=Easter"
  static let closureRecorded = EventGuide(
    "Closes days, on which no weekly work comes about; cancel takes away what is there",
    by: "a manager",
    [
      .notManager, .closureExists, .dateOutOfRange, .periodClosed, .shiftStarted,
      .noticeTooShort, .hoursRecorded, .awaitingApproval,
    ], easter)
  static let closureEnded = EventGuide(
    "Ends a closure before it is over; weekly work of its days is due again",
    by: "a manager", [.notManager, .unknownClosure, .closureEnded], easter,
    "closure.ended easter --actor u1")
}

/// Days on which no weekly work comes about.
extension DomainState {
  /// The most days of a publication or a closure.
  static let mostDays = 366

  func record(
    _ closure: ClosureRecorded, in context: RuleContext, _ following: inout [Event]
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try closures.requireNew(closure.closure, orThrow: .closureExists)
    try requireRange(closure.from, closure.to)
    let today = today(at: context.time)
    if closure.to < today { throw Rejection(.dateOutOfRange, [.date: closure.to, .today: today]) }
    var event = closure
    event.shifts = openShifts(from: closure.from, to: closure.to).map { shifts[$0] }.filter {
      isThere($0.keys, closure) && !hasStarted($0, at: context.time)
    }.map(\.id).sorted()
    event.vacancies = vacancies.rows.elements.filter {
      closure.from <= $0.date && $0.date <= closure.to && $0.places > 0 && isThere($0.keys, closure)
        && workplace.zone.instant($0.date, $0.times.start) > context.time
    }.map(\.id).sorted()
    if closure.cancel == true { following = try cancellations(event, in: context) }
    return .closureRecorded(event)
  }

  /// Throws where days are in no order, or too many.
  func requireRange(_ from: LocalDate, _ to: LocalDate) throws(Rejection) {
    try requireOrder(from, to)
    if to - from >= Self.mostDays {
      throw Rejection(.dateOutOfRange, because: .tooManyDays, [.date: to, .first: from])
    }
  }

  private func isThere(_ keys: UInt32, _ closure: ClosureRecorded) -> Bool {
    closure.place.map { shiftKeys[keys].place == $0.inNFC } ?? true
  }

  /// The events that cancel the work of closed days, judged as if the actor had submitted it. None of them bears on another.
  ///
  /// - Throws: the first refusal, whose obstacle is the shift or the vacancy.
  private func cancellations(
    _ closure: ClosureRecorded, in context: RuleContext
  ) throws(Rejection) -> [Event] {
    var events: [Event] = []
    for shift in closure.shifts {
      do throws(Rejection) {
        events.append(
          try cancel(shift, override: closure.override, reason: closure.reason, in: context))
      } catch { throw error.naming("\(shift)") }
    }
    var edits = VacancyEdits()
    edits.places = .set(0)
    for vacancy in closure.vacancies {
      do throws(Rejection) {
        events.append(try edit(vacancy, edits, override: closure.override, in: context))
      } catch { throw error.naming("\(vacancy)") }
    }
    return events
  }

  func end(_ id: ClosureID, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let closure = closures[try closures.index(of: id, orThrow: .unknownClosure)]
    if closure.hasEnded || closure.to < today(at: context.time) {
      throw Rejection(
        .closureEnded, because: closure.hasEnded ? .ended : nil, [.closure: id, .date: closure.to])
    }
    return .closureEnded(ClosureEnded(closure: id, from: closure.from, to: closure.to))
  }
}
