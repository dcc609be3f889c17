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
  public var days: Int16?
  /// The state at the moment asked for.
  public var status: AbsenceStatus
  /// The time at which it was recorded.
  public var recordedAt: Timestamp
  /// The time at which it was ended before it was over.
  var endedAt: Timestamp?

  /// The absence as it came to be: one that was ended lasts up to then, and none remains of one that had not begun.
  func lasted(in zone: Zone) -> AbsenceRow? {
    guard let endedAt else { return self }
    let (day, minute) = zone.local(endedAt)
    guard endedAt.minutes(until: zone.instant(date, start)) < 0,
      let end = TimeOfDay(hour: minute / 60, minute: minute % 60)
    else { return nil }
    var row = self
    (row.end, row.days) = (end, Int16(clamping: day - date))
    return row
  }

  /// Returns `true` if it is one of the absences of a day: one that was ended is so of past days alone.
  func belongs(to day: LocalDate, today: LocalDate) -> Bool {
    presence.contains(day) && (endedAt == nil || day < today)
  }
}

extension AbsenceRow: LocalTimeSpan {
  /// The day of its end; of whole days the last of them.
  package var lastDay: LocalDate { isOfWholeDays && lastDate > date ? lastDate + -1 : lastDate }
}

extension Replay {
  /// The absences as of a moment, by date, start and id: everybody's or one person's, those ahead and
  /// now, or all. Days choose those that belong to one of them, `running` those in progress.
  ///
  /// - Complexity: O(a + r log r) for a recorded absences and r rows.
  public func absences(
    of user: UserID? = nil, dates: DateSelection = DateSelection(), all: Bool = false,
    running: Bool = false, at now: Timestamp
  ) -> [AbsenceRow] {
    let moment = LocalMoment(now, in: timeZone)
    return state.absences.rows.ordered(by: \.timeKey, then: \.id.description) { absence in
      (user == nil || absence.user == user) && dates.contains(anyOf: absence.presence)
    }.compactMap { absence -> AbsenceRow? in
      let status = absence.status(at: moment)
      if !all, status == .over || status == .ended { return nil }
      if running, status != .now { return nil }
      return AbsenceRow(
        absence: absence.id, user: absence.user, date: absence.date, start: absence.start,
        end: absence.end, days: absence.days, status: status, recordedAt: absence.recordedAt,
        endedAt: absence.endedAt)
    }
  }
}

extension AbsenceRecord: LocalTimeSpan {
  package var start: TimeOfDay { times.start }
  package var end: TimeOfDay { times.end }
  package var days: Int16? { times.days }

  fileprivate func status(at moment: LocalMoment) -> AbsenceStatus {
    if hasEnded { return .ended }
    if !hasStarted(at: moment) { return .ahead }
    return hasEnded(at: moment) ? .over : .now
  }
}

extension ProjectionDescriptor {
  /// The times at which people take no shifts.
  public static let absences = ProjectionDescriptor(
    "absences", from: [.shifts, .absences], ordered: ["date", "start", "absence"],
    passing: .hiding("absence is ahead or now", others: "over or ended", isByDay: false)
  ) { replay, chosen, now, _ in
    replay.absences(
      of: chosen.user, dates: chosen.dates, all: chosen.all, running: chosen.running, at: now)
  }
}

extension AbsenceRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("absence", "Absence") { $0.absence },
    .person("user", "User") { $0.user },
    Column("date", "Date") { $0.date },
    Column("start", "Start", audience: .programs) { $0.start },
    Column("end", "End", audience: .programs) { $0.end },
    Column("days", "Days", audience: .programs) { $0.days.map(Int.init) },
    Column("startTime", "Start", turn: 2, audience: .people) { $0.isOfWholeDays ? nil : $0.start },
    Column("until", "Until", audience: .people) { $0.lastDay },
    Column("endTime", "End", turn: 1, audience: .people) { $0.isOfWholeDays ? nil : $0.end },
    .status { $0.status },
  ]
}
