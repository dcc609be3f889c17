public import ShiftEvents

/// The hours of each shift, by its latest record; one of 0 minutes was not worked.
public struct Hours: Projection, Equatable {
  private var shifts = IdentifierMap<ShiftID, Worked>()

  private struct Worked: SnapshotRow {
    var worker: UserID
    var date: LocalDate
    var minutes: Int

    mutating func renumber(_ new: (UInt32) -> UInt32) { worker.renumber(new) }
  }

  public init() {}

  public mutating func apply(_ recorded: RecordedEvent) {
    guard case .hoursRecorded(let event) = recorded.event else { return }
    shifts.set(
      Worked(worker: event.worker, date: event.date, minutes: event.minutes), for: event.shift)
  }
}

/// The work of one person in one ISO week.
public struct HoursRow: Hashable, Sendable {
  /// The owner of the shifts when their hours were recorded.
  public var worker: UserID
  /// The ISO week of the shifts' dates.
  public var week: WeekOfYear
  /// The number of shifts.
  public var shifts: Int
  /// The real elapsed minutes of all of them.
  public var minutes: Int
}

extension Hours {
  /// The hours of each person and week, by week and user id; a shift counts by its date.
  ///
  /// - Complexity: O(s log s) for s shifts with hours.
  public func rows(
    of user: UserID? = nil, dates: DateSelection = DateSelection()
  ) -> [HoursRow] {
    let places = shifts.rows.places { shift in
      shift.minutes != 0 && (user == nil || shift.worker == user) && dates.contains(shift.date)
    }
    var ranks = IdentifierMap<UserID, Int>()
    for place in places { ranks.update(shifts.rows[place].worker, from: 0) { _ in } }
    let workers = inByteOrder(ranks.keys)
    for (rank, worker) in workers.enumerated() { ranks.set(rank, for: worker) }
    // A week and a worker are one number, which is quick to sort by.
    var ordered = places.map { place in
      let shift = shifts.rows[place]
      return (key: shift.date.mondayNumber << 32 | (ranks[shift.worker] ?? 0), shift.minutes)
    }
    ordered.sort { $0.key < $1.key }
    var rows: [HoursRow] = []
    var last: Int?
    for (key, minutes) in ordered {
      if key != last {
        let week = LocalDate(daysSinceEpoch: key >> 32).week
        rows.append(
          HoursRow(worker: workers[key & 0xFFFF_FFFF], week: week, shifts: 0, minutes: 0))
      }
      last = key
      rows[rows.count - 1].shifts += 1
      rows[rows.count - 1].minutes &+= minutes
    }
    return rows
  }

  /// The last week with recorded hours; `nil` if there are none.
  public var lastWeek: WeekOfYear? {
    var last: LocalDate?
    shifts.rows.forEachPlace { _, shift in
      if shift.minutes != 0 { last = max(last ?? shift.date, shift.date) }
    }
    return last?.week
  }
}

extension LocalDate {
  /// The number of the first day of its week.
  fileprivate var mondayNumber: Int { Int(daysSinceEpoch) - Int(weekday.rawValue) }
}

extension ProjectionDescriptor {
  /// The worked hours of each person and week.
  public static let hours = ProjectionDescriptor(
    "hours", from: [.hours], of: \.hours, by: [.user, .dates]
  ) { hours, chosen, _, _ in
    hours.rows(of: chosen.user, dates: chosen.dates)
  }
}

extension HoursRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("worker", "Worker") { $0.worker },
    Column("week", "Week") { .week($0.week) },
    Column("shifts", "Shifts", isNumeric: true, isSummable: true) { .integer($0.shifts) },
    Column("minutes", "Minutes", isNumeric: true, isSummable: true, hasBar: true) {
      .integer($0.minutes)
    },
  ]
}

extension Hours {
  func number(in numbering: inout SymbolNumbering) { shifts.number(in: &numbering) }

  func write(to snapshot: inout FlatSnapshotWriter, _ numbering: SymbolNumbering) {
    shifts.write(to: &snapshot, numbering)
  }

  init(
    from snapshot: inout FlatSnapshotReader, _ symbols: SnapshotSymbols
  ) throws(SnapshotFault) { shifts = try IdentifierMap(from: &snapshot, symbols) }
}
