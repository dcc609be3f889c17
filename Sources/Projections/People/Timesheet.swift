public import ShiftEvents

/// The state of the work of a shift.
public enum TimesheetStatus: String, CaseIterable, Sendable {
  /// It has not begun.
  case planned
  /// It has begun by the schedule, and nobody said that they work.
  case running
  /// It is over and has no hours.
  case missing
  /// Somebody works on it by the clock.
  case working
  /// Somebody works on it by the clock, and has a pause.
  case paused
  /// Its hours were recorded.
  case recorded
  /// Its hours were recorded and confirmed.
  case confirmed
}

/// A shift with what was planned and what was worked.
public struct TimesheetRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var shift: ShiftID
  /// The person whose hours were recorded; without any the owner.
  public var worker: UserID
  /// The local day on which the shift begins.
  public var date: LocalDate
  /// The planned begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The planned end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The optional keys: days, place, labels, title, break.
  public var keys: ShiftDetails
  /// The planned minutes less the break; 0 of a shift that is off the schedule.
  public var scheduledMinutes: Int
  /// The state at the moment asked for.
  public var status: TimesheetStatus
  /// The instants from when to when it was worked; `nil` where minutes alone are known.
  public var worked: Range<Timestamp>?
  /// The begin of the work by the clocks of the workplace.
  public var workedStart: TimeOfDay?
  /// The end of the work by the clocks of the workplace.
  public var workedEnd: TimeOfDay?
  /// The break that was taken off, or told beside minutes alone.
  public var workedBreak: Int?
  /// The minutes that count; `nil` while none were recorded.
  public var minutes: Int?
  /// These less the scheduled ones.
  public var difference: Int? { minutes.map { $0 - scheduledMinutes } }
  /// The minutes in nights: of the work, or before that of the plan; `nil` where there are none.
  public var nightMinutes: Int?
  /// The same on Sundays.
  public var sundayMinutes: Int?
  /// The same on closed days.
  public var closedMinutes: Int?
  /// The person who recorded the hours.
  public var recordedBy: UserID?
  /// The time at which they did.
  public var recordedAt: Timestamp?
  /// The person who confirmed the hours.
  public var confirmedBy: UserID?
  /// The time at which they did.
  public var confirmedAt: Timestamp?
  /// The closed period that the date is in, the first of several.
  public var period: PeriodID?
  /// The reasons for which the hours are hardly right.
  public var unlikely: [UnlikelyReason]
}

extension Replay {
  /// The shifts of some days with what was planned and worked, by date, start and id: those that are on the schedule, and
  /// others that have hours. Without days those of the ISO week of the moment.
  ///
  /// - Parameters:
  ///   - user: the worker; `nil` for everybody.
  ///   - all: true for every day.
  public func timesheet(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    named names: NameSelection = NameSelection(), all: Bool = false, at now: Timestamp
  ) -> [TimesheetRow] {
    timesheet(RowSelection(user: user, dates: dates, names: names, all: all), at: now)
  }

  /// The rows that are chosen; those that are unconfirmed, missing or unlikely of any day, unless days are chosen.
  public func timesheet(_ chosen: RowSelection, at now: Timestamp) -> [TimesheetRow] {
    let sheet = Timesheet(self, at: now)
    var work = sheet.work(chosen)
    let unlikely = UnlikelyHours(among: work, in: self)
    if chosen.unlikely {
      work = ordered(
        work.filter { !unlikely.reasons(for: $0).isEmpty }, by: \.shift.timeKey,
        then: \.shift.record.id.description)
    }
    return sheet.rows(of: work, unlikely)
  }
}

/// A shift with its hours, or with the work that runs.
struct ShiftWork {
  let shift: RosterShift
  let isMissing: Bool
  /// The latest record; `nil` while work runs, which began later.
  let hours: HoursRecord?
  let running: WorkRecord?

  init(_ shift: RosterShift, in state: borrowing DomainState, at moment: LocalMoment) {
    self.shift = shift
    running = state.runningWork(of: shift.record.id)
    hours = running == nil ? state.hours[shift.record.id] : nil
    isMissing = running == nil && hours == nil && shift.hasEnded(at: moment)
  }

  var worker: UserID { hours?.worker ?? shift.owner }
  /// The hours, unless they are 0.
  var worked: HoursRecord? { hours.flatMap { $0.minutes > 0 ? $0 : nil } }
}

/// Plan and work of shifts at a moment.
struct Timesheet {
  private let replay: Replay
  private let moment: LocalMoment

  init(_ replay: Replay, at now: Timestamp) {
    (self.replay, moment) = (replay, LocalMoment(now, in: replay.timeZone))
  }

  /// The shifts that are chosen, in order; of a page no more than it needs. Of unlikely hours all that may be, in no order.
  func work(_ chosen: RowSelection) -> [ShiftWork] {
    let isOfAnyDay = chosen.all || chosen.unconfirmed || chosen.missing || chosen.unlikely
    let dates =
      chosen.dates.isEmpty && !isOfAnyDay ? DateSelection(week: moment.today.week) : chosen.dates
    func work(_ shift: RosterShift) -> ShiftWork { ShiftWork(shift, in: replay.state, at: moment) }
    func isWanted(_ shift: RosterShift) -> Bool {
      guard dates.contains(shift.date), replay.has(chosen.names, shift.record.keys) else {
        return false
      }
      let work = work(shift)
      return (shift.record.isOpen || work.worked != nil)
        && (chosen.user == nil || work.worker == chosen.user)
        && (!chosen.unconfirmed || work.hours?.isConfirmed == false)
        && (!chosen.missing || work.isMissing) && (!chosen.unlikely || work.worked != nil)
    }
    if case .shift(let id) = chosen.id {
      return [replay[id]].compactMap(\.self).filter(isWanted).map(work)
    }
    let brief = SummarySelection(RowSelection(dates: dates))
    if chosen.unlikely {
      var found: [ShiftWork] = []
      replay.forEachShift(of: brief) { if isWanted($0) { found.append(work($0)) } }
      return found
    }
    return replay.shifts(of: brief, on: chosen.page, among: { !$0.isSkipped }, where: isWanted)
      .map(work)
  }

  func rows(of work: [ShiftWork], _ unlikely: UnlikelyHours) -> [TimesheetRow] {
    let closures = replay.state.closures.rows.elements.filter { !$0.hasEnded }
    let periods = replay.state.periods.rows.elements.filter(\.isClosed)
    return work.map { work in
      var row = row(of: work)
      row.unlikely = unlikely.reasons(for: work)
      row.period = periods.first { $0.from <= row.date && row.date <= $0.to }?.id
      let planned = work.hours == nil ? work.shift.interval(in: moment.zone) : nil
      if let stretch = row.worked ?? planned {
        let special = SpecialMinutes(
          of: stretch, in: moment.zone, night: replay.state.workplace.night
        ) { day in closures.contains { $0.closes(day, at: row.keys.place) } }
        func some(_ minutes: Int) -> Int? { minutes == 0 ? nil : minutes }
        (row.nightMinutes, row.sundayMinutes) = (some(special.night), some(special.sunday))
        row.closedMinutes = some(special.closed)
      }
      return row
    }
  }

  /// The break that was taken; `nil` for none. Of the clock it is what was taken off, however long.
  private func breakMinutes(of hours: HoursRecord, _ worked: Range<Timestamp>?) -> Int? {
    let minutes =
      hours.isByClock
      ? worked.map { $0.lowerBound.minutes(until: $0.upperBound) - hours.minutes }
      : hours.breakMinutes
    return minutes == 0 ? nil : minutes
  }

  private func row(of work: ShiftWork) -> TimesheetRow {
    let (shift, hours) = (work.shift, work.hours)
    let begun = work.running.map {
      moment.zone.rounded($0.begunAt, toMinutes: replay.state.workplace.clockRoundMinutes)
    }
    let worked = hours.flatMap { replay.state.stretch(of: $0) }
    return TimesheetRow(
      shift: shift.record.id, worker: work.worker, date: shift.date, start: shift.start,
      end: shift.end, keys: replay.state.keys(shift.record.times, shift.record.keys),
      scheduledMinutes: shift.record.isOpen ? replay.scheduledMinutes(shift) : 0,
      status: status(of: work), worked: worked,
      workedStart: (worked?.lowerBound ?? begun).map(moment.zone.timeOfDay),
      workedEnd: worked.map { moment.zone.timeOfDay(at: $0.upperBound) },
      workedBreak: hours.flatMap { breakMinutes(of: $0, worked) }, minutes: hours?.minutes,
      recordedBy: hours?.by, recordedAt: hours?.recordedAt, confirmedBy: hours?.confirmer,
      confirmedAt: hours.flatMap { $0.isConfirmed ? $0.confirmedAt : nil }, unlikely: [])
  }

  private func status(of work: ShiftWork) -> TimesheetStatus {
    if let running = work.running { return running.stage == .paused ? .paused : .working }
    if let hours = work.hours { return hours.isConfirmed ? .confirmed : .recorded }
    if work.isMissing { return .missing }
    return work.shift.hasStarted(at: moment) ? .running : .planned
  }
}

extension ProjectionDescriptor {
  /// The shifts of some days with what was planned and what was worked.
  public static let timesheet = ProjectionDescriptor(
    "timesheet", title: "Time sheet", from: [.users, .closures, .shifts, .hours, .promises],
    ordered: ["date", "start", "shift"], nothing: { _ in "no shift this week" },
    count: { replay, chosen, now in
      chosen.unlikely ? nil : Timesheet(replay, at: now).work(chosen).count
    }
  ) { replay, chosen, now, _ in replay.timesheet(chosen, at: now) }
}

extension TimesheetRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    .person("worker", "Worker", isOptional: true) { $0.worker },
    Column("date", "Date") { $0.date },
    Column("start", "Start", turn: 17) { $0.start },
    Column("end", "End", turn: 16) { $0.end },
    .days { $0.keys },
    .breakMinutes(turn: 10) { $0.keys },
    .duration("scheduledMinutes", "Scheduled", isSummable: true, turn: 15) {
      $0.scheduledMinutes
    },
    .status { $0.status },
    Column("workedStart", "From") { $0.workedStart },
    Column("workedEnd", "To") { $0.workedEnd },
    Column("workedStartAt", "", audience: .programs) { $0.worked?.lowerBound },
    Column("workedEndAt", "", audience: .programs) { $0.worked?.upperBound },
    .rareDuration("workedBreak", "Break taken", turn: 13) { $0.workedBreak },
    .rareDuration("minutes", "Worked", isSummable: true) { $0.minutes },
    .rareDuration("difference", "Difference", isSummable: true, turn: 14) { $0.difference },
    .rareDuration("nightMinutes", "Night", turn: 9) { $0.nightMinutes },
    .rareDuration("sundayMinutes", "Sunday", turn: 8) { $0.sundayMinutes },
    .rareDuration("closedMinutes", "Closed days", turn: 7) { $0.closedMinutes },
    .place(turn: 6) { $0.keys }, .labels(turn: 5) { $0.keys }, .title(turn: 11) { $0.keys },
    .person("recordedBy", "Recorded by", turn: 4) { $0.recordedBy },
    Column("recordedAt", "Recorded", turn: 1) { $0.recordedAt },
    .person("confirmedBy", "Confirmed by", turn: 3) { $0.confirmedBy },
    Column("confirmedAt", "Confirmed", turn: 2) { $0.confirmedAt },
    .rare("period", "Period", 12) { $0.period },
    .rare("unlikely", "Unlikely", nil) { $0.unlikely.isEmpty ? nil : $0.unlikely },
  ]
}
