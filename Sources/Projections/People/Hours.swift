public import ShiftEvents

/// The hours of each shift, by its latest record; one of 0 minutes was not worked.
public struct Hours: Projection, Equatable {
  var state: DomainState

  public init() { state = .reader }

  init(_ state: DomainState) { self.state = state }

  public mutating func apply(_ recorded: RecordedEvent) { state.evolve(with: recorded) }

  /// The last week with recorded hours; `nil` if there are none.
  public var lastWeek: WeekOfYear? {
    var last: LocalDate?
    state.hours.rows.forEachRecord { shift in
      if shift.minutes != 0 { last = max(last ?? shift.date, shift.date) }
    }
    return last?.week
  }
}

extension Replay {
  /// Worked hours.
  public var hours: Hours { Hours(state) }
}
