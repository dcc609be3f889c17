public import ShiftEvents

/// The state of an absence at a moment.
public enum AbsenceStatus: String, CaseIterable, Sendable {
  /// It has not begun.
  case ahead
  /// The person is away.
  case now
  /// It ended at the time that it was recorded with.
  case over
  /// It was ended before.
  case ended
}

/// The absences of people as recorded.
///
/// Memory grows with absences.
public struct Absences: Projection, Equatable {
  var absences = IdentifierMap<AbsenceID, Absence>()

  struct Absence: SnapshotRow {
    var user: UserID
    var date: LocalDate
    var start: TimeOfDay
    var end: TimeOfDay
    /// The number of days that was given; -1 if none was.
    var days: Int16
    var hasEnded = false

    /// The day on which it ends.
    var lastDate: LocalDate { date + dayOfEnd(start, end, days: days < 0 ? nil : days) }

    mutating func renumber(_ new: (UInt32) -> UInt32) { user.renumber(new) }
  }

  public init() {}

  public mutating func apply(_ recorded: RecordedEvent) {
    if case .absenceRecorded(let event) = recorded.event {
      absences.set(
        Absence(
          user: event.user, date: event.date, start: event.start, end: event.end,
          days: event.days ?? -1), for: event.absence)
    } else if case .absenceEnded(let event) = recorded.event {
      absences.update(event.absence) { $0.hasEnded = true }
    }
  }
}

/// A stretch of time in which a person takes no shifts.
public struct AbsenceRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var absence: AbsenceID
  /// The person who is away.
  public var user: UserID
  /// The local day on which it begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; without `days` one at or before the start is on the next day.
  public var end: TimeOfDay
  /// The day on which it ends, counted from its date, if that was given.
  public var days: Int?
  /// The state at the moment asked for.
  public var status: AbsenceStatus
}

extension Absences {
  /// The absences as of a moment, by date, start and id: everybody's or one person's, those ahead and
  /// now, or all. Days choose those that share a day with them.
  ///
  /// - Complexity: O(a + r log r) for a recorded absences and r rows.
  public func rows(
    of user: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false,
    at now: Timestamp, in zone: Zone
  ) -> [AbsenceRow] {
    let places = absences.rows.places { absence in
      guard user == nil || absence.user == user else { return false }
      return dates.isEmpty || absence.touches(dates)
    }
    return ordered(
      places, by: { absences.rows[$0].timeKey }, then: { absences.keys[$0].description }
    ).compactMap { (place: Int) -> AbsenceRow? in
      let absence = absences.rows[place]
      let status = absence.status(at: now, in: zone)
      if !all, status == .over || status == .ended { return nil }
      return AbsenceRow(
        absence: absences.keys[place], user: absence.user, date: absence.date,
        start: absence.start, end: absence.end,
        days: absence.days < 0 ? nil : Int(absence.days), status: status)
    }
  }
}

extension Absences.Absence {
  /// A number that orders absences by date and start.
  fileprivate var timeKey: Int { Int(date.daysSinceEpoch) * 1440 + Int(start.minutes) }

  fileprivate func status(at now: Timestamp, in zone: Zone) -> AbsenceStatus {
    if hasEnded { return .ended }
    if now < zone.instant(date, start) { return .ahead }
    return now < zone.instant(lastDate, end) ? .now : .over
  }

  /// Returns `true` if some chosen day is one of its days. One that ends at midnight has no part of the
  /// day that begins then.
  fileprivate func touches(_ dates: DateSelection) -> Bool {
    let last = end.minutes == 0 && lastDate > date ? lastDate + -1 : lastDate
    var day = date
    while day <= last {
      if dates.contains(day) { return true }
      day = day + 1
    }
    return false
  }
}

extension ProjectionDescriptor {
  /// The times at which people take no shifts.
  public static let absences = ProjectionDescriptor(
    "absences", from: [.shifts, .absences], of: \.self, by: [.user, .dates],
    passing: .hiding("absence is ahead or now", others: "over or ended", isByDay: false)
  ) { replay, chosen, now, _ in
    replay.absences.rows(
      of: chosen.user, dates: chosen.dates, all: chosen.all, at: now, in: replay.timeZone)
  }
}

extension AbsenceRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("absence", "Absence") { .id($0.absence) },
    .person("user", "User") { $0.user },
    Column("date", "Date") { .date($0.date) },
    Column("start", "Start", turn: 2) { .timeOfDay($0.start) },
    Column("end", "End", turn: 1) { .timeOfDay($0.end) },
    .number("days", "Days") { $0.days },
    .status { $0.status },
  ]
}
