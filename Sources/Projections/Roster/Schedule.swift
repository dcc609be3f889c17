public import ShiftEvents

/// The state of a shift on the schedule at a moment.
public enum ScheduleStatus: String, CaseIterable, Sendable {
  /// With its owner, and nothing asked.
  case idle
  /// On the marketplace.
  case supplied
  /// Suggested for a request.
  case suggested
  /// Taken, and awaiting approval.
  case awaiting
  /// The shift began before its supply, suggestion or acceptance was settled.
  case lapsed
}

/// A shift on the schedule.
public struct ScheduleRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var shift: ShiftID
  /// The person whose duty it is.
  public var owner: UserID
  /// The local day on which the shift begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The optional keys: days, place, labels, needs, title, break.
  public var keys: ShiftDetails
  /// The ISO week of the date.
  public var week: WeekOfYear
  /// The state at the moment asked for.
  public var status: ScheduleStatus
  /// The colleague who accepted it, while it awaits approval.
  public var taker: UserID?
  /// The way in which the taker came to it, while it awaits approval.
  public var via: AcceptanceRoute?
  /// The request, while it is suggested or awaits approval by suggestion.
  public var request: RequestID?
  /// The weekly shift it came from; `nil` for a loose one.
  public var fixedShift: FixedShiftID?
  /// The vacancy it came from, if any.
  public var vacancy: VacancyID?
  /// The person for whom it was first scheduled.
  public var firstOwner: UserID
  /// Scheduled minutes, really elapsed and less the break: a change of the clocks makes a night shorter or longer.
  public var minutes: Int
  /// True if its date lies in a publication.
  public var isPublished: Bool
  /// True while a late change of it awaits an answer.
  public var awaitsAnswer: Bool
  /// The present of a promised shift, where that differs; `nil` of any other row.
  public internal(set) var outcome: PromiseOutcome?
  /// The number of changes since it was scheduled.
  public var changes: Int
  /// The time at which it was scheduled or last changed.
  public var changedAt: Timestamp
}

extension Replay {
  /// The shifts on the schedule as of a moment, by date, start and id: everybody's, or those that
  /// `user` owns, or took and awaits approval of. Removed and cancelled ones are left out.
  ///
  /// - Parameters:
  ///   - dates: the days that they belong to; without any, those that belong to today or later and those
  ///     that have not ended.
  ///   - all: true for those of every day.
  ///   - running: true for those alone that are in progress.
  ///   - asPublished: true for the shifts as the last publication of each day promised them.
  /// - Complexity: O(s + r log r) for s recorded shifts and r rows.
  public func schedule(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    named names: NameSelection = NameSelection(), all: Bool = false, running: Bool = false,
    asPublished: Bool = false, at now: Timestamp
  ) -> [ScheduleRow] {
    let chosen = RowSelection(
      user: user, dates: dates, names: names, all: all, running: running, asPublished: asPublished)
    return schedule(chosen, at: now)
  }

  func schedule(_ chosen: RowSelection, at now: Timestamp) -> [ScheduleRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    if chosen.asPublished { return promised(chosen, at: moment) }
    let brief = SummarySelection(chosen, from: chosen.all ? nil : moment, takes: true)
    return shifts(of: brief, on: chosen.page, among: \.isOpen) {
      isScheduled($0, chosen, at: moment, lapsing: moment)
    }.map { scheduleRow($0, at: moment) }
  }

  /// Returns `true` if a shift is among the chosen ones.
  ///
  /// - Parameter lapsing: the moment by which acceptances lapse; of a promise that of its publication.
  @inline(__always)
  func isScheduled(
    _ shift: RosterShift, _ chosen: RowSelection, at moment: LocalMoment,
    lapsing: @autoclosure () -> LocalMoment
  ) -> Bool {
    // A person has few of them.
    guard shift.record.isOpen,
      chosen.user == nil || shift.owner == chosen.user || shift.taker == chosen.user,
      shift.isChosen(by: chosen.dates, all: chosen.all, running: chosen.running, at: moment),
      has(chosen.names, shift.record.keys), isPublishedAsAsked(shift, chosen)
    else { return false }
    guard let user = chosen.user else { return true }
    return shift.owner == user || (shift.taker == user && !shift.hasLapsed(at: lapsing()))
  }

  /// Returns `true` unless published shifts alone are chosen, and this is none.
  func isPublishedAsAsked(_ shift: RosterShift, _ chosen: RowSelection) -> Bool {
    !chosen.published || state.publishedDays.contains(shift.date)
  }

  /// The first day from a given one on that a shift belongs to; `nil` if there is none.
  package func firstDay(from day: LocalDate) -> LocalDate? {
    var first: LocalDate?
    let brief = SummarySelection(RowSelection(dates: DateSelection(from: day)))
    forEachShift(of: brief, where: \.isOpen) { shift in
      guard shift.presence.upperBound >= day else { return }
      let next = max(shift.date, day)
      first = min(first ?? next, next)
    }
    return first
  }

  func scheduleRow(_ shift: RosterShift, at moment: LocalMoment) -> ScheduleRow {
    let lapsed = shift.hasLapsed(at: moment)
    return ScheduleRow(
      shift: shift.record.id, owner: shift.owner, date: shift.date, start: shift.start,
      end: shift.end, keys: state.keys(shift.record.times, shift.record.keys),
      week: shift.date.week,
      status: lapsed ? .lapsed : ScheduleStatus(rawValue: shift.state.rawValue) ?? .idle,
      taker: lapsed ? nil : shift.taker, via: lapsed ? nil : shift.via,
      request: lapsed ? nil : shift.request, fixedShift: shift.fixedShift, vacancy: shift.vacancy,
      firstOwner: shift.firstOwner, minutes: scheduledMinutes(shift),
      isPublished: state.publishedDays.contains(shift.date),
      awaitsAnswer: state.awaitedChange(of: shift.record.id) != nil,
      changes: shift.changes, changedAt: shift.changedAt)
  }
}

extension ProjectionDescriptor {
  /// The shifts from today on, and those that have not ended.
  public static let schedule = ProjectionDescriptor(
    "schedule", from: [.shifts, .promises], ordered: ["date", "start", "shift"],
    passing: .hiding(nil, others: "earlier", isByDay: true),
    nothing: { _ in "nothing is on the schedule" },
    count: { replay, chosen, now in
      if chosen.asPublished { return nil }
      let moment = LocalMoment(now, in: replay.workplace.timeZone)
      let brief = SummarySelection(chosen, from: chosen.all ? nil : moment, takes: true)
      return replay.countShifts(of: brief, among: \.isOpen) {
        replay.isScheduled($0, chosen, at: moment, lapsing: moment)
      }
    }
  ) { replay, chosen, now, _ in replay.schedule(chosen, at: now) }
}

extension ScheduleRow: LocalTimeSpan {
  package var days: Int16? { keys.days }

  /// The scheduled minutes that lie in one of its days; all of a shift that belongs to one day.
  func minutes(on day: LocalDate, in zone: Zone) -> Int {
    if presence.lowerBound == presence.upperBound { return minutes }
    let (whole, part) = (interval(in: zone).lowerBound, interval(on: day, in: zone))
    // Of whole minutes, so that the days have all of them together. The break is taken off at the end.
    return min(minutes, whole.minutes(until: part.upperBound))
      - min(minutes, whole.minutes(until: part.lowerBound))
  }
}

extension ScheduleRow: ProjectionRow {
  public static let columns: [Column<Self>] =
    ownColumns + PromiseOutcome.columns(of: { $0.outcome })

  private static let ownColumns: [Column<Self>] = [
    Column("shift", "Shift") { $0.shift },
    .person("owner", "Owner") { $0.owner },
    Column("date", "Date") { $0.date },
    Column("start", "Start") { $0.start },
    Column("end", "End", turn: 21) { $0.end },
    .days { $0.keys },
    Column("week", "Week", turn: 3) { $0.week },
    .status { $0.status },
    .person("taker", "Taker", turn: 7) { $0.taker },
    Column("via", "Via", turn: 5) { $0.via },
    Column("request", "Request", turn: 6) { $0.request },
    Column("fixedShift", "Fixed shift", turn: 4) { $0.fixedShift },
    .person("firstOwner", "First owner", turn: 1) { $0.firstOwner },
    .amount("minutes", "Minutes", turn: 2) { $0.minutes },
    .place(turn: 11) { $0.keys }, .labels(turn: 10) { $0.keys }, .needs(turn: 9) { $0.keys },
    .title(turn: 13) { $0.keys }, .breakMinutes(turn: 14) { $0.keys },
    .rare("vacancy", "Vacancy", 8) { $0.vacancy },
    Column("published", "Published", audience: .programs) { $0.isPublished },
    answer,
    .rare("promise", "Published", 12, audience: .people) { row in
      row.isPublished ? (row.awaitsAnswer ? "yes, answer awaited" : "yes") : nil
    },
    Column("changes", "Changes", audience: .exports) { $0.changes },
    Column("changedAt", "Changed", audience: .exports) { $0.changedAt },
  ]

  /// The column of the answers to late changes, which rows have only while one is awaited.
  private static var answer: Column<Self> {
    let awaited = ChangeAnswer.awaited
    return Column("answer", "Answer", .words([awaited.rawValue]), audience: .programs) { row in
      row.awaitsAnswer ? .word(awaited) : nil
    }.rare
  }
}
