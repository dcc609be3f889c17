public import ShiftEvents

/// The hours of each shift, by its latest record.
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
      (user == nil || shift.worker == user) && dates.contains(shift.date)
    }
    let chosen = places.map { shifts.rows[$0] }
    let workers = inByteOrder(Array(Set(chosen.map(\.worker))))
    let ranks = Dictionary(uniqueKeysWithValues: zip(workers, 0...))
    let ordered = chosen.map { (monday: $0.date.monday, rank: ranks[$0.worker] ?? 0, $0.minutes) }
      .sorted { ($0.monday, $0.rank) < ($1.monday, $1.rank) }
    var rows: [HoursRow] = []
    var last: (LocalDate, Int)?
    for (monday, rank, minutes) in ordered {
      if last ?? (monday, -1) != (monday, rank) {
        rows.append(HoursRow(worker: workers[rank], week: monday.week, shifts: 0, minutes: 0))
      }
      last = (monday, rank)
      rows[rows.count - 1].shifts += 1
      rows[rows.count - 1].minutes &+= minutes
    }
    return rows
  }

  /// The last week with recorded hours; `nil` if there are none.
  public var lastWeek: WeekOfYear? {
    var last: LocalDate?
    shifts.rows.forEachPlace { _, shift in last = max(last ?? shift.date, shift.date) }
    return last?.week
  }
}

extension LocalDate {
  /// The first day of its week.
  fileprivate var monday: LocalDate { self + -Int(weekday.rawValue) }
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
    Column("worker", "Worker") { .id($0.worker) },
    Column("week", "Week") { .week($0.week) },
    Column("shifts", "Shifts", isNumeric: true) { .integer($0.shifts) },
    Column("minutes", "Minutes", isNumeric: true) { .integer($0.minutes) },
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
