public import ShiftEvents

/// How long each shift was worked, by its latest record.
public struct Hours: Projection, Equatable {
  private var shifts = IdentifierMap<ShiftID, Worked>()

  private struct Worked: Hashable, Sendable {
    var worker: UserID
    var date: LocalDate
    var minutes: Int
  }

  /// The state before the first event.
  public init() {}

  /// The types that can change the state.
  public static let eventTypes: Set<EventType> = [.hoursRecorded]

  /// Takes in the next event of the log.
  public mutating func apply(_ recorded: RecordedEvent) {
    guard case .hoursRecorded(let event) = recorded.event else { return }
    shifts.set(
      Worked(worker: event.worker, date: event.date, minutes: event.minutes), for: event.shift)
  }
}

/// What one person worked in one ISO week.
public struct HoursRow: Hashable, Sendable {
  /// Who held the shifts when the hours were recorded.
  public var worker: UserID
  /// The ISO week of the shifts' dates.
  public var week: WeekOfYear
  /// How many shifts.
  public var shifts: Int
  /// Real elapsed minutes of all of them.
  public var minutes: Int
}

extension Hours {
  /// The hours of each person and week, by week and user id; a shift counts by its date.
  ///
  /// - Complexity: O(s + r log r) for s shifts with hours and r rows.
  public func rows(
    of user: UserID? = nil, dates: DateSelection = DateSelection()
  ) -> [HoursRow] {
    struct Group: Hashable {
      var worker: UserID
      var monday: LocalDate
    }
    var places: [Group: Int] = [:]
    var rows: [HoursRow] = []
    for shift in shifts.rows where user == nil || shift.worker == user {
      guard dates.contains(shift.date) else { continue }
      let monday = shift.date + -Int(shift.date.weekday.rawValue)
      let group = Group(worker: shift.worker, monday: monday)
      let place = places[group] ?? rows.count
      if place == rows.count {
        places[group] = place
        rows.append(HoursRow(worker: shift.worker, week: shift.date.week, shifts: 0, minutes: 0))
      }
      rows[place].shifts += 1
      rows[place].minutes &+= shift.minutes
    }
    return ordered(
      rows, by: { $0.week.year * 100 + $0.week.week }, then: { $0.worker.description })
  }
}

extension HoursRow: ProjectionRow {
  /// The columns of the format, in its order.
  public static let columns = [
    Column("worker", "Worker"), Column("week", "Week"),
    Column("shifts", "Shifts", isNumeric: true), Column("minutes", "Minutes", isNumeric: true),
  ]

  /// The values, one for each column.
  public func cells() -> [Cell?] {
    [.id(worker), .week(week), .integer(shifts), .integer(minutes)]
  }
}
