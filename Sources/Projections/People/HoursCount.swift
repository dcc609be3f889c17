import ShiftEvents

/// The hours of people by period, worked and scheduled.
struct HoursCount {
  private let replay: Replay
  private let user: UserID?
  private let dates: DateSelection
  private let names: NameSelection
  private let grouping: HoursGrouping
  private let now: Timestamp
  private let moment: LocalMoment
  /// Rows by period and user id, of all who have worked, are scheduled or have recorded nothing for past shifts.
  private(set) var rows: [HoursRow] = []
  private var entries: [Entry] = []

  /// One shift that counts for a row.
  private struct Entry {
    /// The first day of a span, or the number of a name; 0 for none.
    var period: Int
    var worker: UserID
    /// The shift, by the number of its symbol.
    var shift: UInt32
    var shifts = 0
    var minutes = 0
    var scheduledMinutes = 0
    var missing = 0
    var confirmed = 0
  }

  init(
    _ replay: Replay, of user: UserID?, on dates: DateSelection, named names: NameSelection,
    by grouping: HoursGrouping, at now: Timestamp
  ) {
    (self.replay, self.user, self.dates, self.grouping) = (replay, user, dates, grouping)
    (self.names, self.now) = (names, now)
    moment = LocalMoment(now, in: replay.timeZone)
    entries = worked + scheduled(at: now)
    rows = rows(of: entries)
  }

  // MARK: - Shifts

  /// The shifts with hours; not those to which nobody came.
  private var worked: [Entry] {
    var entries: [Entry] = []
    replay.state.hours.rows.forEachRecord { hours in
      guard hours.minutes != 0, user == nil || hours.worker == user, dates.contains(hours.date),
        replay.has(names, shift: hours.id)
      else { return }
      let keys = grouping.hasSpans ? 0 : replay[hours.id]?.record.keys ?? 0
      forEachPeriod(hours.date, keys) { period in
        entries.append(
          Entry(
            period: period, worker: hours.worker, shift: hours.id.symbolIndex, shifts: 1,
            minutes: hours.minutes, confirmed: hours.isConfirmed ? 1 : 0))
      }
    }
    return entries
  }

  /// The open shifts, past and to come; those that have ended without hours are missing.
  private func scheduled(at now: Timestamp) -> [Entry] {
    var entries: [Entry] = []
    let (zone, state) = (replay.timeZone, replay.state)
    let moment = LocalMoment(now, in: zone)
    let brief = SummarySelection(RowSelection(user: user, dates: dates))
    replay.forEachShift(of: brief, where: \.isOpen) { shift in
      guard dates.contains(shift.date), replay.has(names, shift.record.keys) else { return }
      let isMissing = shift.hasEnded(at: moment) && !state.hasHoursRecord(shift.record.id)
      let minutes = replay.scheduledMinutes(shift)
      forEachPeriod(shift.date, shift.record.keys) { period in
        entries.append(
          Entry(
            period: period, worker: shift.owner, shift: shift.record.id.symbolIndex,
            scheduledMinutes: minutes, missing: isMissing ? 1 : 0))
      }
    }
    return entries
  }

  /// Hands over each period that a shift counts for.
  @inline(__always)
  private func forEachPeriod(_ date: LocalDate, _ keys: UInt32, _ body: (Int) -> Void) {
    switch grouping {
    case .week, .month, .day, .person: body(grouping.number(of: date))
    case .place: body(Int(replay.state.shiftKeys[keys].place?.symbolIndex ?? 0))
    case .title: body(Int(replay.state.shiftKeys[keys].title?.symbolIndex ?? 0))
    case .label:
      let labels = replay.state.shiftKeys[keys].labels
      if labels.isEmpty { body(0) }
      for label in labels { body(Int(label.symbolIndex)) }
    }
  }

  // MARK: - Rows

  private func rows(of entries: [Entry]) -> [HoursRow] {
    let workers = ranks(of: Set(entries.map(\.worker)))
    let periods = grouping.hasSpans ? [:] : places(of: Set(entries.map(\.period)))
    // A period and a worker are one number, which is quick to sort by.
    var ordered = entries.indices.map { index in
      let entry = entries[index]
      let period = periods[entry.period] ?? entry.period
      return (key: period << 32 | (workers[entry.worker] ?? 0), index: index)
    }
    ordered.sort { $0.key < $1.key }
    var rows: [HoursRow] = []
    var last: Int?
    for (key, index) in ordered {
      let entry = entries[index]
      if key != last { rows.append(row(of: entry.worker, entry.period)) }
      last = key
      rows[rows.count - 1].add(
        entry.shifts, entry.minutes, entry.scheduledMinutes, entry.missing, entry.confirmed)
    }
    return rows
  }

  private func ranks(of workers: Set<UserID>) -> [UserID: Int] {
    let sorted = workers.inByteOrder().enumerated().map { ($0.element, $0.offset) }
    return Dictionary(uniqueKeysWithValues: sorted)
  }

  /// The places of the names of periods in byte order; no name comes first.
  private func places(of periods: Set<Int>) -> [Int: Int] {
    let names = periods.sorted { first, second in
      (name(of: first) ?? "").utf8.lexicographicallyPrecedes((name(of: second) ?? "").utf8)
    }
    return Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
  }

  private func name(of period: Int) -> String? {
    switch grouping {
    case .label, .place, .title: period == 0 ? nil : Name(symbolIndex: UInt32(period)).description
    case .week, .month, .day, .person: nil
    }
  }

  private func row(of worker: UserID, _ period: Int) -> HoursRow {
    let day = grouping.hasSpans ? period : 0
    return HoursRow(
      worker: worker, grouping: grouping, firstDay: LocalDate(daysSinceEpoch: day),
      name: name(of: period))
  }

  /// The same rows of labels, each with the amounts that a sum of them has from an earlier row.
  func markingRepeated(_ rows: [HoursRow]) -> [HoursRow] {
    if grouping != .label { return rows }
    let parts = Dictionary(grouping: entries) { [name(of: $0.period) ?? "", "\($0.worker)"] }
    var counted: [Set<UInt32>] = [[], []]
    return rows.map { row in
      var own = self.row(of: row.worker, 0)
      for entry in parts[[row.name ?? "", "\(row.worker)"]] ?? []
      // What was worked and what was planned of a shift are two entries.
      where !counted[entry.shifts].insert(entry.shift).inserted {
        own.add(entry.shifts, entry.minutes, entry.scheduledMinutes, entry.missing, entry.confirmed)
      }
      var row = row
      if own.amounts.contains(where: { $0 != 0 }) { row.repeated = own.amounts }
      return row
    }
  }

  // MARK: - More or less than some

  /// The rows of more than some minutes and of less than others, those of employees without any included.
  func rows(over: Int?, under: Int?) -> [HoursRow] {
    var all = self.rows
    if under != nil { all = withIdle(all) }
    return all.filter { row in
      let isOver = lastDay(of: row).map { $0 < moment.today } ?? false
      let minutes = isOver ? max(row.minutes, row.scheduledMinutes) : row.scheduledMinutes
      return over.map { minutes > $0 } ?? true && under.map { minutes < $0 } ?? true
    }
  }

  /// The last day that a row counts; `nil` where there is none.
  private func lastDay(of row: HoursRow) -> LocalDate? {
    let last = grouping.hasSpans ? grouping.lastDay(from: row.firstDay) : nil
    return [last, dates.last].compactMap(\.self).min()
  }

  /// The employees of a period, of one that is over those of then.
  private func employees(in period: HoursRow) -> [UserID] {
    let last = lastDay(of: period) ?? moment.today
    let first = [grouping.hasSpans ? period.firstDay : nil, dates.first].compactMap(\.self).max()
    return replay.employees(
      on: min(first ?? LocalDate(daysSinceEpoch: 0), last)...last, only: user, at: moment)
  }

  /// The rows with one of each employee in each period.
  private func withIdle(_ rows: [HoursRow]) -> [HoursRow] {
    let periods = periods
    var rest = rows[...]
    var all: [HoursRow] = []
    for period in periods {
      let own = rest.prefix { $0.isOfSamePeriod(as: period) }
      rest = rest.dropFirst(own.count)
      let known = Set(own.map(\.worker))
      let idle = employees(in: period).filter { !known.contains($0) }.map { employee in
        HoursRow(worker: employee, grouping: grouping, firstDay: period.firstDay, name: period.name)
      }
      all += ordered(own + idle, by: { _ in 0 }, then: \.worker.description)
    }
    return all
  }

  /// A row of each period in which employees without any have one.
  var periods: [HoursRow] {
    if let chosenPeriods { return chosenPeriods }
    // Those of everybody: one person may have nothing in some of them.
    let rows =
      user == nil
      ? rows
      : HoursCount(replay, of: nil, on: dates, named: names, by: grouping, at: now).rows
    var periods: [HoursRow] = []
    for row in rows where periods.last?.isOfSamePeriod(as: row) != true { periods.append(row) }
    return periods
  }

  /// The periods of the days that are chosen, where these have a first and a last one or are not asked for; `nil` where
  /// only rows tell.
  private var chosenPeriods: [HoursRow]? {
    let nobody = UserID(symbolIndex: 0)
    if grouping == .person { return [row(of: nobody, 0)] }
    guard grouping.hasSpans, let first = dates.first, let last = dates.last else { return nil }
    var periods: [HoursRow] = []
    var day = grouping.firstDay(of: first)
    while day <= last {
      periods.append(row(of: nobody, Int(day.daysSinceEpoch)))
      day = grouping.lastDay(from: day) + 1
    }
    return periods
  }
}

extension HoursRow {
  fileprivate mutating func add(
    _ shifts: Int, _ minutes: Int, _ scheduledMinutes: Int, _ missing: Int, _ confirmed: Int
  ) {
    self.shifts += shifts
    self.minutes &+= minutes
    self.scheduledMinutes &+= scheduledMinutes
    self.missing += missing
    self.confirmed += confirmed
  }

  fileprivate func isOfSamePeriod(as other: HoursRow) -> Bool {
    // Names are compared as bytes.
    firstDay == other.firstDay && (name == nil) == (other.name == nil)
      && (name ?? "").utf8.elementsEqual((other.name ?? "").utf8)
  }
}
