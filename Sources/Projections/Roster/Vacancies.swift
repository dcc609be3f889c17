public import ShiftEvents

/// Work that needs people.
public struct VacancyRow: Hashable, Sendable {
  /// The id, by which ties of date and start are broken.
  public var vacancy: VacancyID
  /// The weekly work that posted it; `nil` for a loose one.
  public var fixedVacancy: FixedVacancyID?
  /// The local day on which the work begins.
  public var date: LocalDate
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The optional keys: days, place, labels, needs, title, break.
  public var keys: ShiftDetails
  /// The ISO week of the date.
  public var week: WeekOfYear
  /// The number of shifts that can come from it.
  public var places: Int
  /// The number of people that the work takes; `nil` if nobody said.
  public var wanted: Int?
  /// The number of open shifts that came from it.
  public var taken: Int
  /// The number of places that are left.
  public var left: Int
}

extension Replay {
  /// The vacancies with a place left as of a moment, by date, start and id.
  ///
  /// - Parameters:
  ///   - dates: the days that they belong to; without any, those that belong to today or later and those
  ///     that have not ended.
  ///   - all: true for those of every day, and for those without a place left.
  ///   - running: true for those alone that are in progress.
  /// - Complexity: O(v log v) for v vacancies.
  public func vacancies(
    dates: DateSelection = DateSelection(), named names: NameSelection = NameSelection(),
    all: Bool = false, running: Bool = false, at now: Timestamp
  ) -> [VacancyRow] {
    let moment = LocalMoment(now, in: workplace.timeZone)
    return state.vacancies.rows.ordered(by: \.timeKey, then: \.id.description) { vacancy in
      (all || vacancy.left > 0) && has(names, vacancy.keys)
        && vacancy.isChosen(by: dates, all: all, running: running, at: moment)
    }.map { vacancy in
      VacancyRow(
        vacancy: vacancy.id, fixedVacancy: vacancy.fixedVacancy, date: vacancy.date,
        start: vacancy.start, end: vacancy.end, keys: state.keys(vacancy.times, vacancy.keys),
        week: vacancy.date.week, places: vacancy.places, wanted: vacancy.wanted,
        taken: vacancy.taken, left: vacancy.left)
    }
  }
}

extension VacancyRow: LocalTimeSpan { package var days: Int16? { keys.days } }

extension VacancyRecord: LocalTimeSpan {
  package var start: TimeOfDay { times.start }
  package var end: TimeOfDay { times.end }
  package var days: Int16? { times.days }
}

extension ProjectionDescriptor {
  /// The work that needs people.
  public static let vacancies = ProjectionDescriptor(
    "vacancies", from: [.shifts], ordered: ["date", "start", "vacancy"],
    passing: .hiding("vacancy has a place left", others: "past or full", isByDay: true)
  ) { replay, chosen, now, _ in
    replay.vacancies(
      dates: chosen.dates, named: chosen.names, all: chosen.all, running: chosen.running, at: now)
  }
}

extension VacancyRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("vacancy", "Vacancy") { $0.vacancy },
    .rare("fixedVacancy", "Fixed vacancy", nil, audience: .programs) { $0.fixedVacancy },
    Column("date", "Date") { $0.date },
    Column("start", "Start") { $0.start },
    Column("end", "End", turn: 9) { $0.end },
    .days { $0.keys },
    Column("week", "Week", turn: 1) { $0.week },
    .amount("places", "Places", turn: 3) { $0.places },
    .amount("wanted", "Wanted", turn: 2) { $0.wanted },
    .amount("taken", "Taken", turn: 4) { $0.taken },
    .amount("left", "Left") { $0.left },
    .place(turn: 7) { $0.keys }, .labels(turn: 6) { $0.keys }, .needs(turn: 5) { $0.keys },
    .title(turn: 8) { $0.keys }, .breakMinutes(turn: 10) { $0.keys },
  ]
}
