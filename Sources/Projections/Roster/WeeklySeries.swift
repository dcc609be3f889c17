public import ShiftEvents

/// The two kinds of weekly work.
public enum SeriesKind: String, CaseIterable, Sendable {
  /// A fixed shift, which has an owner.
  case shift
  /// A fixed vacancy, which asks for people.
  case vacancy
}

/// The state of weekly work.
public enum SeriesStatus: String, CaseIterable, Sendable {
  /// It goes on.
  case active
  /// It begins later; of a further row, its terms do.
  case ahead
  /// It was removed, or no date is left.
  case ended
  /// Its owner on its next date is no employee.
  case orphaned
}

/// Weekly work with the terms of today, or with later ones.
public struct SeriesRow: Hashable, Sendable {
  /// The id, by which ties of weekday and start are broken.
  public var series: SeriesID
  /// The kind.
  public var kind: SeriesKind
  /// The owner; `nil` of a vacancy.
  public var owner: UserID?
  /// The number of shifts that can come from each date; `nil` of a shift.
  public var places: Int?
  /// The number of people that the work takes; `nil` if nobody said.
  public var wanted: Int?
  /// The day of the week.
  public var weekday: Weekday
  /// The begin by the clocks of the workplace.
  public var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public var end: TimeOfDay
  /// The optional keys: days, place, labels, needs, title.
  public var keys: ShiftDetails
  /// The number of weeks from one date to the next.
  public var every: Int
  /// The first day on which these terms hold.
  public var from: LocalDate
  /// The last day of the series; `nil` where there is none.
  public var until: LocalDate?
  /// The next date that has these terms; `nil` where there is none.
  public var next: LocalDate?
  /// The state now.
  public var status: SeriesStatus
}

extension Replay {
  /// Weekly work as of a moment by weekday, start and id: a row of the terms that hold today, or first, and one of each
  /// later terms.
  ///
  /// - Parameters:
  ///   - user: the owner; `nil` for everybody's.
  ///   - all: true for what has ended, too.
  /// - Complexity: O(s + r log r) for s series and r rows.
  public func series(
    of user: UserID? = nil, named names: NameSelection = NameSelection(), all: Bool = false,
    at now: Timestamp
  ) -> [SeriesRow] { series(RowSelection(user: user, names: names, all: all), at: now) }

  fileprivate func series(_ chosen: RowSelection, at now: Timestamp) -> [SeriesRow] {
    let moment = LocalMoment(now, in: timeZone)
    var wanted: SeriesID?
    if case .series(let id) = chosen.id { wanted = id }
    func number(_ weekday: Weekday, _ start: TimeOfDay) -> Int {
      Int(weekday.rawValue) * 1440 + Int(start.minutes)
    }
    var rows = PageGathering<SeriesRow>(
      chosen.page, by: { number($0.weekday, $0.start) },
      then: { "\($0.series) \($0.kind.rawValue) \($0.from)" })
    state.forEachSeries(
      wanted,
      where: {
        rows.mayTake(number($0.weekday, $0.start))
          && (chosen.user == nil || $0.owner == chosen.user)
      }
    ) { named in
      for row in seriesRows(named, at: moment)
      where (chosen.all || row.status != .ended)
        && (chosen.user == nil || row.owner == chosen.user) && chosen.names.includes(row.keys)
      {
        rows.add(row, number(row.weekday, row.start))
      }
    }
    return rows.inOrder
  }

  private func seriesRows(_ named: NamedSeries, at moment: LocalMoment) -> [SeriesRow] {
    let series = named.series
    let current = series.spans.lastIndex { $0.from <= moment.today } ?? 0
    var rows: [SeriesRow] = []
    for place in current..<series.spans.count {
      let next = series.isRemoved ? nil : series.next(in: place, at: moment)
      // Later terms without a date are nobody's.
      if place > current, next == nil { continue }
      let (first, terms) = (series.spans[place].from, series.spans[place].terms)
      let isOrphaned = next != nil && terms.owner.map { state.isEmployee($0) } == false
      rows.append(
        SeriesRow(
          series: named.id, kind: named.isVacancy ? .vacancy : .shift, owner: terms.owner,
          places: named.isVacancy ? terms.places : nil, wanted: terms.wanted,
          weekday: series.weekday, start: terms.start, end: terms.end, keys: terms.keys,
          every: series.every, from: first, until: series.until, next: next,
          status: isOrphaned ? .orphaned : first > moment.today ? .ahead : .active))
    }
    if rows.allSatisfy({ $0.next == nil }) {
      for place in rows.indices { rows[place].status = .ended }
    }
    return rows
  }
}

extension Series {
  /// The next date that has the terms of a span and has not begun.
  fileprivate func next(in place: Int, at moment: LocalMoment) -> LocalDate? {
    let terms = spans[place].terms
    var date = date(onOrAfter: max(spans[place].from, moment.today))
    if moment.hasStarted(date, terms.start) { date = self.date(onOrAfter: date + 1) }
    let isBehind = place + 1 < spans.count && date >= spans[place + 1].from
    return isBehind || date > until ?? .last ? nil : date
  }

  /// The next date that has not begun, with its terms.
  func next(at moment: LocalMoment) -> (date: LocalDate, terms: SeriesTerms)? {
    for place in spans.indices {
      if let date = next(in: place, at: moment) { return (date, spans[place].terms) }
    }
    return nil
  }
}

extension ProjectionDescriptor {
  /// Weekly work: fixed shifts and fixed vacancies.
  public static let series = ProjectionDescriptor(
    "series", from: [.users, .shifts],
    ordered: ["rank", "start", "series", "kind", "from"],
    passing: .hiding("weekly work goes on", others: "ended", isByDay: true),
    nothing: { _ in "there is no weekly work yet" }
  ) { replay, chosen, now, _ in replay.series(chosen, at: now) }
}

extension SeriesRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    Column("series", "Series") { $0.series },
    .word("kind", "Kind", turn: 4) { $0.kind },
    .person("owner", "Owner") { $0.owner },
    .rare("places", "Places", 6) { $0.places },
    .rare("wanted", "Wanted", 2) { $0.wanted },
    Column("weekday", "Weekday", .words(Weekday.words)) { .text("\($0.weekday)") },
    Column("start", "Start") { $0.start },
    Column("end", "End", turn: 12) { $0.end },
    .days { $0.keys },
    Column("every", "Every", turn: 1) { $0.every },
    Column("from", "From", turn: 7) { $0.from },
    .rare("until", "Until", 11) { $0.until },
    .breakMinutes(turn: 13) { $0.keys },
    .place(turn: 9) { $0.keys }, .labels(turn: 8) { $0.keys }, .needs(turn: 5) { $0.keys },
    .title(turn: 10) { $0.keys },
    Column("next", "Next", turn: 3) { $0.next },
    .status { $0.status },
    Column("rank", "", audience: .exports) { Int($0.weekday.rawValue) },
  ]
}
