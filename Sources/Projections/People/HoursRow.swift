public import ShiftEvents

extension Replay {
  /// The last week with recorded hours; `nil` if there are none.
  public var lastWeekOfHours: WeekOfYear? {
    var last: LocalDate?
    state.hours.rows.forEachRecord { shift in
      if shift.minutes != 0 { last = max(last ?? shift.date, shift.date) }
    }
    return last?.week
  }
}

/// The work of one person in one period. A shift counts by the local day on which it begins.
public struct HoursRow: Hashable, Sendable {
  /// The owner of the shifts.
  public var worker: UserID
  /// The kind of period.
  public var grouping: HoursGrouping
  /// The first day of the span; the same in all rows without spans.
  public var firstDay: LocalDate
  /// The label, the place or the title; `nil` in rows of other periods, and of shifts without one.
  public var name: String?
  /// The number of shifts with hours.
  public var shifts = 0
  /// The real elapsed minutes of all of them.
  public var minutes = 0
  /// The minutes for which the open shifts of the period are scheduled, those to come included.
  public var scheduledMinutes = 0
  /// The number of past shifts that have no hours yet.
  public var missing = 0
  /// The number of shifts whose hours the other side confirmed.
  public var confirmed = 0
  /// The amounts of its shifts that count in an earlier row too, in the order of columns; a sum of rows has them once.
  var repeated: [Int] = []

  /// The ISO week, in a row of one.
  public var week: WeekOfYear? { grouping == .week ? firstDay.week : nil }

  fileprivate var period: Cell? {
    switch grouping {
    case .week: .week(firstDay.week)
    case .month: .text(String(firstDay.description.prefix(7)))
    case .day: .date(firstDay)
    // A name has no quotation mark, so that "-" is told from no name.
    case .label, .place, .title: .text(name == "-" ? "\"-\"" : name ?? "-")
    case .person: nil
    }
  }

  /// The amounts in the order of columns.
  var amounts: [Int] { [shifts, minutes, scheduledMinutes, missing, confirmed] }
}

extension Replay {
  /// The hours of each person and period, by period and user id.
  ///
  /// - Parameters:
  ///   - user: the person whose hours are wanted; `nil` for everybody.
  ///   - overMinutes: the minutes that rows must exceed: scheduled ones; once a period is over the greater of these
  ///     and the worked ones.
  ///   - underMinutes: the same that they must not reach; employees without any have rows, too.
  ///   - includingMissing: true for rows, too, of people who have recorded nothing for their shifts of a period.
  /// - Complexity: O(s log s) for s recorded shifts.
  public func workedHours(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    by grouping: HoursGrouping = .week, overMinutes: Int? = nil, underMinutes: Int? = nil,
    includingMissing: Bool = false, at now: Timestamp
  ) -> [HoursRow] {
    let chosen = RowSelection(
      user: user, dates: dates, grouping: grouping, overMinutes: overMinutes,
      underMinutes: underMinutes)
    return workedHours(chosen, includingMissing: includingMissing, at: now)
  }

  fileprivate func workedHours(
    _ chosen: RowSelection, includingMissing: Bool, at now: Timestamp
  ) -> [HoursRow] {
    let grouping = chosen.grouping ?? .week
    var days = chosen.dates
    // The spans of a page are known by the hours alone, unless it has rows without any.
    let isWhole = includingMissing || !chosen.dates.isEmpty || !chosen.names.isEmpty
    let page = isWhole ? nil : chosen.page
    if let span = page.flatMap({ daysOfHours(of: chosen.user, by: grouping, on: $0) }) {
      days = DateSelection(from: span.lowerBound, to: span.upperBound)
    }
    let count = HoursCount(
      self, of: chosen.user, on: days, named: chosen.names, by: grouping, at: now)
    let isFiltered = chosen.overMinutes != nil || chosen.underMinutes != nil
    let rows =
      isFiltered
      ? count.rows(over: chosen.overMinutes, under: chosen.underMinutes)
      : includingMissing ? count.rows : count.rows.filter { $0.shifts > 0 }
    return count.markingRepeated(rows)
  }

  /// The number of periods in which employees without any hours have rows.
  fileprivate func periodCount(_ chosen: RowSelection, at now: Timestamp) -> Int {
    let (grouping, dates) = (chosen.grouping ?? .week, chosen.dates)
    if grouping.hasSpans, let first = dates.first, let last = dates.last {
      return max(0, grouping.spanCount(from: first, to: last))
    }
    return HoursCount(self, of: chosen.user, on: dates, named: chosen.names, by: grouping, at: now)
      .periods.count
  }

  /// Returns `true` if people who have recorded nothing have rows, too: where a reader asks for a period or for what is to
  /// come.
  fileprivate func includesMissing(_ chosen: RowSelection, at now: Timestamp) -> Bool {
    let isAsked = chosen.grouping != nil || chosen.overMinutes != nil || chosen.underMinutes != nil
    if isAsked || chosen.dates.isEmpty { return isAsked }
    return chosen.dates.last.map { $0 >= timeZone.date(at: now) } ?? true
  }

  /// The days of the spans that a page needs; `nil` where all are needed.
  fileprivate func daysOfHours(
    of user: UserID?, by grouping: HoursGrouping, on page: PageRequest
  ) -> ClosedRange<LocalDate>? {
    guard grouping.hasSpans, page.cursor == nil || page.cursor?.place != nil,
      page.limit < 1 << 20
    else { return nil }
    let first = page.cursor?.place?.number ?? .min
    var (last, lastDay) = (Int.max, Int.max)
    // The rows by span, up to the span in which the page ends.
    var spans: Set<Int> = []
    var bound = page.limit * 4 + 256
    state.hours.rows.forEachRecord { shift in
      guard shift.minutes != 0, user == nil || shift.worker == user,
        case let date = Int(shift.date.daysSinceEpoch), date >= first, date <= lastDay
      else { return }
      let day = grouping.number(of: shift.date)
      spans.insert(day << 32 | Int(shift.worker.symbolIndex))
      guard spans.count > bound else { return }
      last = Self.lastDay(of: spans, first, page.limit)
      lastDay = Int(grouping.lastDay(from: LocalDate(daysSinceEpoch: last)).daysSinceEpoch)
      spans = spans.filter { $0 >> 32 <= last }
      bound = max(bound, spans.count * 2)
    }
    guard let low = spans.map({ $0 >> 32 }).min() else { return nil }
    let high = Self.lastDay(of: spans, first, page.limit)
    let end = grouping.lastDay(from: LocalDate(daysSinceEpoch: high))
    return LocalDate(daysSinceEpoch: low)...end
  }

  /// The span up to which there is one row more than a page has behind its first span.
  private static func lastDay(of spans: Set<Int>, _ first: Int, _ limit: Int) -> Int {
    let days = spans.map { $0 >> 32 }.sorted()
    let ofFirst = days.prefix { $0 == first }.count
    return days[min(ofFirst + limit, days.count - 1)]
  }

  /// The number of rows of people who have recorded something, without making them.
  fileprivate func rowCount(_ chosen: RowSelection) -> Int {
    var spans: Set<Int> = []
    state.hours.rows.forEachRecord { shift in
      guard shift.minutes != 0, chosen.user == nil || shift.worker == chosen.user,
        chosen.dates.contains(shift.date)
      else { return }
      let day = HoursGrouping.week.number(of: shift.date)
      spans.insert(day << 32 | Int(shift.worker.symbolIndex))
    }
    return spans.count
  }
}

extension ProjectionDescriptor {
  /// The worked and the scheduled hours of each person and week, or of another period.
  public static let hours = ProjectionDescriptor(
    "hours", from: [.users, .hours, .shifts], ordered: ["periodOrder", "worker"],
    count: { replay, chosen, now in
      replay.includesMissing(chosen, at: now) || !chosen.names.isEmpty
        ? nil : replay.rowCount(chosen)
    },
    crossing: { replay, chosen, now in
      guard chosen.underMinutes != nil else { return 0 }
      let employees = replay.state.employees.count { chosen.user == nil || $0 == chosen.user }
      return employees * replay.periodCount(chosen, at: now)
    }
  ) { replay, chosen, now, _ in
    replay.workedHours(chosen, includingMissing: replay.includesMissing(chosen, at: now), at: now)
  }
}

extension HoursRow: ProjectionRow {
  public static let columns: [Column<Self>] =
    [
      .person("worker", "Worker", isOptional: true, sortedWithin: ["period"]) { $0.worker },
      Column("week", "Week", audience: .programs) { $0.week },
      Column("period", "Period", .text, isOptional: true) { $0.period },
      .amount("shifts", "Shifts") { $0.shifts },
      .duration("minutes", "Worked", isSummable: true, hasBar: true) { $0.minutes },
      .duration("scheduledMinutes", "Scheduled", isSummable: true) { $0.scheduledMinutes },
      .amount("missing", "Missing") { $0.missing },
      .amount("confirmed", "Confirmed") { $0.confirmed },
      // Names are in the order of their bytes, no name first.
      Column("periodOrder", "", .text, audience: .exports) { row in
        row.grouping.hasSpans ? row.period : row.name.map(Cell.text)
      },
    ]
    + ["shifts", "minutes", "scheduledMinutes", "missing", "confirmed"].enumerated().map {
      place, key in
      .rare(RowTable.repeatedKey(key), "", nil, audience: .exports) { row in
        row.repeated.isEmpty ? nil : row.repeated[place]
      }
    }
}
