public import ShiftEvents

/// The work of one person in one span of days. A shift counts by the local day on which it begins.
public struct HoursRow: Hashable, Sendable {
  /// The owner of the shifts.
  public var worker: UserID
  /// The kind of span.
  public var grouping: HoursGrouping
  /// The first day of the span; the same in all rows of `person`.
  public var firstDay: LocalDate
  /// The number of shifts with hours.
  public var shifts = 0
  /// The real elapsed minutes of all of them.
  public var minutes = 0
  /// The minutes for which those shifts were scheduled.
  public var scheduledMinutes = 0
  /// The number of past shifts that have no hours yet.
  public var missing = 0

  /// The ISO week, in a row of one.
  public var week: WeekOfYear? { grouping == .week ? firstDay.week : nil }

  fileprivate var period: Cell? {
    switch grouping {
    case .week: .week(firstDay.week)
    case .month: .text(String(firstDay.description.prefix(7)))
    case .day: .date(firstDay)
    case .person: nil
    }
  }
}

extension Replay {
  /// The hours of each person and span of days, by span and user id.
  ///
  /// - Parameters:
  ///   - user: the person whose hours are wanted; `nil` for everybody.
  ///   - includingMissing: true for rows, too, of people who have recorded nothing for their past
  ///     shifts of a span.
  /// - Complexity: O(s log s) for s recorded shifts.
  public func workedHours(
    of user: UserID? = nil, dates: DateSelection = DateSelection(),
    by grouping: HoursGrouping = .week, includingMissing: Bool = false, at now: Timestamp
  ) -> [HoursRow] {
    workedHours(
      RowSelection(user: user, dates: dates, grouping: grouping),
      includingMissing: includingMissing, at: now)
  }

  fileprivate func workedHours(
    _ chosen: RowSelection, includingMissing: Bool, at now: Timestamp
  ) -> [HoursRow] {
    let (user, grouping) = (chosen.user, chosen.grouping ?? .week)
    var dates = chosen.dates
    // The spans of a page are known by the hours alone, unless it has rows without any.
    let page = includingMissing || !chosen.dates.isEmpty ? nil : chosen.page
    if let days = page.flatMap({ hours.days(of: user, by: grouping, on: $0) }) {
      dates = DateSelection(from: days.lowerBound, to: days.upperBound)
    }
    var entries = worked(of: user, dates, by: grouping)
    entries += missing(of: user, dates, by: grouping, at: now)
    var ranks: [UserID: Int] = [:]
    for (rank, worker) in inByteOrder(Array(Set(entries.map(\.worker)))).enumerated() {
      ranks[worker] = rank
    }
    // A span and a worker are one number, which is quick to sort by.
    var ordered = entries.indices.map { index in
      let entry = entries[index]
      let day = Int(entry.firstDay.daysSinceEpoch)
      return (key: day << 32 | (ranks[entry.worker] ?? 0), index: index)
    }
    ordered.sort { $0.key < $1.key }
    var rows: [HoursRow] = []
    var last: Int?
    for (key, index) in ordered {
      let entry = entries[index]
      if key != last {
        rows.append(HoursRow(worker: entry.worker, grouping: grouping, firstDay: entry.firstDay))
      }
      last = key
      rows[rows.count - 1].add(entry)
    }
    return includingMissing ? rows : rows.filter { $0.shifts > 0 }
  }

  /// The shifts with hours; not those to which nobody came.
  private func worked(
    of user: UserID?, _ dates: DateSelection, by grouping: HoursGrouping
  ) -> [HoursEntry] {
    let roster = roster
    return state.hours.rows.records { shift in
      shift.minutes != 0 && (user == nil || shift.worker == user) && dates.contains(shift.date)
    }.map { shift in
      let planned = roster[shift.id]
      return HoursEntry(
        worker: shift.worker, firstDay: grouping.firstDay(of: shift.date), minutes: shift.minutes,
        scheduledMinutes: planned?.minutes(in: timeZone) ?? 0)
    }
  }

  /// The shifts that have ended without any.
  private func missing(
    of user: UserID?, _ dates: DateSelection, by grouping: HoursGrouping, at now: Timestamp
  ) -> [HoursEntry] {
    let (moment, roster) = (LocalMoment(now, in: timeZone), roster)
    var missing: [HoursEntry] = []
    roster.forEachShift { shift in
      guard shift.record.isOpen, user == nil || shift.owner == user, dates.contains(shift.date),
        shift.hasEnded(at: moment), !state.hasHoursRecord(shift.record.id)
      else { return }
      missing.append(
        HoursEntry(
          worker: shift.owner, firstDay: grouping.firstDay(of: shift.date), minutes: nil,
          scheduledMinutes: 0))
    }
    return missing
  }
}

/// One shift that counts for a row of hours.
private struct HoursEntry {
  var worker: UserID
  var firstDay: LocalDate
  /// The latest record; `nil` if there is none.
  var minutes: Int?
  var scheduledMinutes: Int
}

extension HoursRow {
  fileprivate mutating func add(_ entry: HoursEntry) {
    guard let minutes = entry.minutes else { return missing += 1 }
    shifts += 1
    self.minutes &+= minutes
    scheduledMinutes &+= entry.scheduledMinutes
  }
}

extension Hours {
  /// The days of the spans that a page needs; `nil` where all are needed.
  fileprivate func days(
    of user: UserID?, by grouping: HoursGrouping, on page: PageRequest
  ) -> ClosedRange<LocalDate>? {
    guard grouping != .person, page.cursor == nil || page.cursor?.place != nil,
      page.limit < 1 << 20
    else { return nil }
    let first = page.cursor?.place?.number ?? .min
    var last = Int.max
    // The rows by span, up to the span in which the page ends.
    var spans: Set<Int> = []
    var bound = page.limit * 4 + 4_096
    state.hours.rows.forEachRecord { shift in
      guard shift.minutes != 0, user == nil || shift.worker == user else { return }
      let day = Int(grouping.firstDay(of: shift.date).daysSinceEpoch)
      guard day >= first, day <= last else { return }
      spans.insert(day << 32 | Int(shift.worker.symbolIndex))
      guard spans.count > bound else { return }
      last = Self.lastDay(of: spans, first, page.limit)
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
    let grouping = chosen.grouping ?? .week
    var spans: Set<Int> = []
    state.hours.rows.forEachRecord { shift in
      guard shift.minutes != 0, chosen.user == nil || shift.worker == chosen.user,
        chosen.dates.contains(shift.date)
      else { return }
      let day = Int(grouping.firstDay(of: shift.date).daysSinceEpoch)
      spans.insert(day << 32 | Int(shift.worker.symbolIndex))
    }
    return spans.count
  }
}

extension ProjectionDescriptor {
  /// The worked hours of each person and week, or of another span of days.
  public static let hours = ProjectionDescriptor(
    "hours", from: [.hours, .shifts], of: { $0 }, by: [.user, .dates, .grouping],
    ordered: ["period", "worker"],
    count: { replay, chosen, _ in
      chosen.grouping == nil ? replay.hours.rowCount(chosen) : nil
    }
  ) { replay, chosen, now, _ in
    replay.workedHours(chosen, includingMissing: chosen.grouping != nil, at: now)
  }
}

extension HoursRow: ProjectionRow {
  public static let columns: [Column<Self>] = [
    .person("worker", "Worker", sortedWithin: ["period"]) { $0.worker },
    Column("week", "Week", audience: .programs) { $0.week.map(Cell.week) },
    Column("period", "Period") { $0.period },
    .amount("shifts", "Shifts") { $0.shifts },
    Column("minutes", "Worked", isNumeric: true, isSummable: true, hasBar: true) {
      .duration($0.minutes)
    },
    Column("scheduledMinutes", "Scheduled", isNumeric: true, isSummable: true) {
      .duration($0.scheduledMinutes)
    },
    .amount("missing", "Missing") { $0.missing },
  ]
}
