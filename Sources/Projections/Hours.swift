public import ShiftEvents

/// The hours of each shift, by its latest record; one of 0 minutes was not worked.
///
/// It counts each record that it is given; ``Replay`` gives it those of shifts that were scheduled.
public struct Hours: Projection, Equatable {
  var shifts = IdentifierMap<ShiftID, Worked>()

  struct Worked: SnapshotRow {
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

extension Hours {
  /// The last week with recorded hours; `nil` if there are none.
  public var lastWeek: WeekOfYear? {
    var last: LocalDate?
    shifts.rows.forEachPlace { _, shift in
      if shift.minutes != 0 { last = max(last ?? shift.date, shift.date) }
    }
    return last?.week
  }
}
