public import ShiftEvents

/// How long each shift was worked, by its latest record.
public struct Hours: Projection, Equatable {
  private var shifts = IdentifierMap<ShiftID, Worked>()

  fileprivate struct Worked: Hashable, Sendable {
    var worker: UserID
    var date: LocalDate
    var minutes: Int
  }

  /// The state before the first event.
  public init() {}

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
  /// - Complexity: O(s + w + r log r) for s shifts with hours, w weeks from the first to the last of
  ///   them, and r rows.
  public func rows(
    of user: UserID? = nil, dates: DateSelection = DateSelection()
  ) -> [HoursRow] {
    var rows: [HoursRow] = []
    var sums = WeekSums()
    for week in byWeek(of: user, dates: dates) {
      sums.take(week.map { shifts.rows[Int($0)] })
      guard let first = sums.rows.first else { continue }
      let name = first.date.week
      rows += ordered(sums.rows, by: { _ in 0 }, then: { $0.worker.description }).map {
        HoursRow(worker: $0.worker, week: name, shifts: $0.shifts, minutes: $0.minutes)
      }
    }
    return rows
  }

  /// The last week that hours were recorded in; `nil` where there are none.
  public var lastWeek: WeekOfYear? { shifts.rows.map(\.date).max()?.week }

  /// Places of shifts, week by week: sorted by counting (Knuth, volume 3, 5.2).
  private func byWeek(
    of user: UserID? = nil, dates: DateSelection = DateSelection()
  ) -> [ArraySlice<UInt32>] {
    let isChosen = { (shift: Worked) in
      (user == nil || shift.worker == user) && dates.contains(shift.date)
    }
    let weeks = shifts.rows.lazy.filter(isChosen).map { $0.weekNumber }
    guard let first = weeks.min(), let last = weeks.max() else { return [] }
    // Where the shifts of each week begin.
    var starts = [Int](repeating: 0, count: last - first + 2)
    for week in weeks { starts[week - first + 1] += 1 }
    for week in 1..<starts.count { starts[week] += starts[week - 1] }
    var places = [UInt32](repeating: 0, count: starts[starts.count - 1])
    var next = starts
    for (place, shift) in shifts.rows.enumerated() where isChosen(shift) {
      let week = shift.weekNumber - first
      places[next[week]] = UInt32(place)
      next[week] += 1
    }
    return (0...last - first).map { places[starts[$0]..<starts[$0 + 1]] }
  }

  /// What each person worked in one week, in the order in which they come.
  private struct WeekSums {
    struct Row {
      var worker: UserID
      var date: LocalDate
      var shifts = 0
      var minutes = 0
    }

    private(set) var rows: [Row] = []
    private var places: [UserID: Int] = [:]

    mutating func take(_ week: some Swift.Sequence<Worked>) {
      rows.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      for shift in week {
        let place = places[shift.worker] ?? rows.count
        if place == rows.count {
          rows.append(Row(worker: shift.worker, date: shift.date))
          places[shift.worker] = place
        }
        rows[place].shifts += 1
        rows[place].minutes &+= shift.minutes
      }
    }
  }
}

extension Hours.Worked {
  /// Counts weeks, which begin on Mondays; 1970-01-01 was a Thursday.
  fileprivate var weekNumber: Int {
    let days = Int(date.daysSinceEpoch) + 3
    return (days - ((days % 7) + 7) % 7) / 7
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
