public import ShiftEvents

/// How a shift on the schedule stands at a moment.
public enum ScheduleStatus: String, CaseIterable, Sendable {
  case idle, supplied, suggested, awaiting
  /// The shift began before its supply, suggestion or acceptance was settled.
  case lapsed
}

/// A shift on the schedule.
public struct ScheduleRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var shift: ShiftID
  /// Whose duty it is.
  public var owner: UserID
  /// The local day on which the shift begins.
  public var date: LocalDate
  /// By the clocks of the workplace.
  public var start: TimeOfDay
  /// An end at or before the start is on the next day.
  public var end: TimeOfDay
  /// The ISO week of the date.
  public var week: WeekOfYear
  /// As of the moment asked for.
  public var status: ScheduleStatus
  /// While awaiting.
  public var taker: UserID?
  /// While awaiting.
  public var via: AcceptanceRoute?
  /// While suggested, or awaiting by suggestion.
  public var request: RequestID?
  /// The weekly shift it came from; `nil` for a loose one.
  public var fixedShift: FixedShiftID?
  /// Whom it was first scheduled for.
  public var firstOwner: UserID
  /// Scheduled minutes, really elapsed: a change of the clocks makes a night shorter or longer.
  public var minutes: Int
}

/// Which part of the schedule is asked for.
public struct ScheduleSelection: Hashable, Sendable {
  /// Shifts that this person owns, or took and awaits approval of.
  public var user: UserID?
  /// Where nothing is chosen: from today on.
  public var dates: DateSelection
  /// Past days too, where no days are chosen.
  public var all: Bool

  /// Without arguments: everybody's shifts from today on.
  public init(user: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false) {
    self.user = user
    self.dates = dates
    self.all = all
  }
}

extension Roster {
  /// The shifts on the schedule as of a moment, by date, start and id; removed and cancelled ones
  /// are left out.
  ///
  /// - Complexity: O(s + r log r) for s recorded shifts and r rows.
  public func schedule(
    _ selection: ScheduleSelection = ScheduleSelection(), at now: Timestamp
  ) -> [ScheduleRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    var dates = selection.dates
    if dates.isEmpty && !selection.all { dates.from = moment.today }
    let places = shifts.rows.places { shift in
      guard shift.state.isOpen, dates.contains(shift.date) else { return false }
      guard let user = selection.user else { return true }
      return shift.owner == user || (shift.taker == user && !shift.hasLapsed(at: moment))
    }
    return inTimeOrder(places).map { scheduleRow($0, at: moment) }
  }

  private func scheduleRow(_ place: Int, at moment: LocalMoment) -> ScheduleRow {
    let shift = shifts.rows[place]
    let lapsed = shift.hasLapsed(at: moment)
    return ScheduleRow(
      shift: shifts.keys[place], owner: shift.owner, date: shift.date, start: shift.start,
      end: shift.end, week: shift.date.week,
      status: lapsed ? .lapsed : ScheduleStatus(rawValue: shift.state.rawValue) ?? .idle,
      taker: lapsed ? nil : shift.taker, via: lapsed ? nil : shift.via,
      request: lapsed ? nil : shift.request, fixedShift: shift.fixedShift,
      firstOwner: shift.firstOwner,
      minutes: moment.zone.elapsedMinutes(shift.date, shift.start, shift.end))
  }

  /// Places in `shifts` by date, start and id.
  func inTimeOrder(_ places: [Int]) -> [Int] {
    ordered(
      places, by: { shifts.rows[$0].timeKey }, then: { shifts.keys[$0].description })
  }
}

extension ScheduleRow: ProjectionRow {
  /// The columns of the format, in its order.
  public static let columns = [
    Column("shift", "Shift"), Column("owner", "Owner"), Column("date", "Date"),
    Column("start", "Start"), Column("end", "End"), Column("week", "Week"),
    Column("status", "Status"), Column("taker", "Taker"), Column("via", "Via"),
    Column("request", "Request"), Column("fixedShift", "Fixed shift"),
    Column("firstOwner", "First owner"), Column("minutes", "Minutes", isNumeric: true),
  ]

  /// The values, one for each column.
  public func cells() -> [Cell?] {
    [
      .id(shift), .id(owner), .date(date), .timeOfDay(start), .timeOfDay(end), .week(week),
      .text(status.rawValue), taker.map(Cell.id), (via?.rawValue).map(Cell.text),
      request.map(Cell.id), fixedShift.map(Cell.id), .id(firstOwner), .integer(minutes),
    ]
  }
}
