/// The days of a series as they are registered.
struct SeriesDays {
  var from: LocalDate?
  var until: LocalDate?
  var every: Int?
}

/// Rules that fixed shifts and fixed vacancies share: the days of a series, and the dates that are due.
extension DomainState {
  /// Throws where a series would begin before today, or end before it begins.
  func requireDays(_ days: SeriesDays, at time: Timestamp) throws(Rejection) -> LocalDate {
    let today = today(at: time)
    let from = days.from ?? today
    if from < today { throw Rejection(.dateOutOfRange, [.date: from, .today: today]) }
    try requireHorizon(from, at: time)
    if let until = days.until { try requireOrder(from, until) }
    return from
  }

  /// Throws where the horizon goes past the last day that there is.
  private func requireHorizon(_ from: LocalDate, at time: Timestamp) throws(Rejection) {
    if endOfHorizon(at: time) + -1 > .last {
      throw Rejection(
        .dateOutOfRange, because: .endOfCalendar, [.date: from, .last: LocalDate.last])
    }
  }

  /// Judges the days of a change, and returns the first on which it holds and the series as it is then.
  ///
  /// - Throws: `missingField` where a time or the places are taken away; `dateOutOfRange` where the change holds
  ///   before today or before the series begins, or the series ends before the change holds.
  func changed(
    _ series: Series, by edits: SeriesEdits, to owner: UserID? = nil, from day: LocalDate?,
    at time: Timestamp
  ) throws(Rejection) -> (series: Series, first: LocalDate) {
    let terms = series.spans[0].terms
    _ = try edits.start.required("start", terms.start)
    _ = try edits.end.required("end", terms.end)
    _ = try edits.places.required("places", terms.places)
    let today = today(at: time)
    let first = day ?? max(today, series.from)
    if first < today { throw Rejection(.dateOutOfRange, [.date: first, .today: today]) }
    if first > .last {
      throw Rejection(
        .dateOutOfRange, because: .endOfCalendar, [.date: first, .last: LocalDate.last])
    }
    if first < series.from {
      throw Rejection(
        .dateOutOfRange, because: .endsBeforeBegin, [.date: first, .first: series.from])
    }
    let changed = series.changed(by: SeriesChange(from: first, edits: edits, owner: owner))
    if let until = changed.until { try requireOrder(first + -1, until) }
    return (changed, first)
  }

  /// Throws where the first occurrence from a day on would not be a minute long.
  func requireTime(_ series: Series, from day: LocalDate) throws(Rejection) {
    guard let date = series.dates(from: day, before: day + 7 * series.every).first else { return }
    let terms = series.terms(on: date)
    try realInterval(date, terms.times, less: terms.keys.breakMinutes)
  }

  // MARK: - Dates

  /// The first day for which no occurrences come about yet.
  func endOfHorizon(at time: Timestamp) -> LocalDate {
    today(at: time) + 7 * workplace.horizonWeeks
  }

  /// The days in the horizon that closures close.
  func closureDaysOfHorizon(at time: Timestamp) -> ClosureDays {
    closureDays(from: today(at: time), to: endOfHorizon(at: time) + -1)
  }

  /// The dates in the horizon on which a series has an occurrence that has not begun, and on which nothing is closed.
  func due(_ series: Series, _ closed: ClosureDays, at time: Timestamp) -> [LocalDate] {
    let (today, zone) = (today(at: time), workplace.zone)
    return series.dates(from: max(today, series.from), before: endOfHorizon(at: time)).filter {
      !($0 == today && zone.instant($0, series.terms(on: $0).start) <= time)
        && !closed.contains($0, of: { series })
    }
  }

  /// The dates of a series' rhythm from a day on for which there may be occurrences.
  func recordedDates(_ series: Series, from day: LocalDate, at time: Timestamp) -> [LocalDate] {
    // No horizon ever reached further than 104 weeks.
    series.rhythm(from: day, before: today(at: time) + 7 * 105)
  }

  // MARK: - Extending

  /// Brings about, at one moment, every occurrence of every active series that is due and missing: first those of
  /// fixed shifts, then those of fixed vacancies, each in the order of their ids.
  ///
  /// The state is folded on the way: each occurrence is judged after the ones before it.
  mutating func extendSeries(at time: Timestamp) -> [Event] {
    let closed = closureDaysOfHorizon(at: time)
    var events: [Event] = []
    var recorded = indexes.recordedDates
    let fixed = inOrder(fixedShifts, &recorded.shifts, closed, at: time) {
      shifts.place(of: ShiftID($0)) != nil
    }
    let posts = inOrder(fixedVacancies, &recorded.vacancies, closed, at: time) {
      vacancies.place(of: VacancyID($0)) != nil
    }
    indexes.recordedDates = recorded
    for place in fixed {
      let (record, series) = (fixedShifts[place], series(fixedShifts[place]))
      for date in dueShifts(record.id, series, closed, at: time) {
        let event = occurrence(record.id, series, on: date, at: time)
        evolve(with: event, by: .system, at: time)
        events.append(event)
      }
    }
    for place in posts {
      let record = fixedVacancies[place]
      for event in duePosts(record.id, series(record), closed, at: time) {
        evolve(with: event, by: .system, at: time)
        events.append(event)
      }
    }
    return events
  }

  /// The places of the active ones that may have something due, in the byte order of their ids. Most have all of their
  /// dates, so an id is looked for before anything is made, and none that was found is looked for again.
  ///
  /// - Parameters:
  ///   - recorded: for each place the day before which every date is recorded or has begun.
  ///   - isThere: returns `true` of an occurrence.
  private func inOrder(
    _ table: Records<SeriesRecord<some InternedIdentifier>>, _ recorded: inout [LocalDate],
    _ closed: ClosureDays, at time: Timestamp, _ isThere: (InternedID) -> Bool
  ) -> [Int] {
    let (today, end) = (today(at: time), endOfHorizon(at: time))
    recorded += Array(repeating: .first, count: table.count - recorded.count)
    let unsure = table.indices.filter { recorded[$0] < end && !table[$0].isRemoved }
    return unsure.filter { place in
      let record = table[place]
      let last = record.until ?? .last
      var date = record.date(onOrAfter: max(today, record.from, recorded[place]))
      if date >= end || date > last { return false }
      var ids = OccurrenceIDs(record.id.symbol)
      var skipsNone = true
      while date < end, date <= last {
        if skipsNone { recorded[place] = date }
        if ids.find(date).map(isThere) != true, date > today || !hasBegun(record, date, time) {
          if !closed.contains(date, of: { series(record) }) { return true }
          // A closed day may open again.
          skipsNone = false
        }
        date = date + 7 * record.every
      }
      if skipsNone { recorded[place] = date }
      return false
    }
    .map { (place: $0, text: table[$0].id.description) }
    .sorted { $0.text < $1.text }.map(\.place)
  }

  /// Returns `true` if an occurrence of a date would have begun.
  private func hasBegun(
    _ record: SeriesRecord<some InternedIdentifier>, _ date: LocalDate, _ time: Timestamp
  ) -> Bool { workplace.zone.instant(date, series(record).terms(on: date).start) <= time }
}

/// The ids of a series' occurrences, `<series>.<date>`; each is written over the one before.
struct OccurrenceIDs {
  private var text: [UInt8] = []
  private let length: Int

  init(_ series: InternedID) {
    text.reserveCapacity(64)
    Interner.shared.appendText(of: series, to: &text)
    text.append(UInt8(ascii: "."))
    length = text.count
  }

  /// The symbol of an occurrence, if there is one with this id.
  mutating func find(_ date: LocalDate) -> InternedID? {
    write(date)
    return unsafe text.withUnsafeBytes { unsafe Interner.shared.find($0) }
  }

  mutating func intern(_ date: LocalDate, _ symbols: ProvisionalIDs?) -> InternedID {
    write(date)
    return unsafe text.withUnsafeBytes { unsafe Interner.shared.intern($0, symbols) }
  }

  private mutating func write(_ date: LocalDate) {
    text.removeLast(text.count - length)
    date.append(to: &text)
  }
}
