extension EventGuide {
  private static let weeklyStockTaking =
    "fixedvacancy.registered stock --actor u1 weekday=sunday start=08:00 end=12:00 places=3"
  static let fixedVacancyRegistered = EventGuide(
    "Asks for people every week, or every so many weeks, up to the horizon",
    by: "a manager", [.notManager, .fixedVacancyExists, .dateOutOfRange, .noTime],
    weeklyStockTaking)
  static let fixedVacancyEdited = EventGuide(
    "Changes weekly work that people claim from a day on", by: "a manager",
    [.notManager, .unknownFixedVacancy, .missingField, .dateOutOfRange, .noTime],
    weeklyStockTaking, "fixedvacancy.edited stock --actor u1 from=2026-04-20 places=4")
  static let fixedVacancyRemoved = EventGuide(
    "Ends weekly work that people claim; who has a place keeps it", by: "a manager",
    [.notManager, .unknownFixedVacancy], weeklyStockTaking,
    "fixedvacancy.removed stock --actor u1")
}

/// Weekly work that people claim, and the vacancies that are posted from it up to the horizon.
extension DomainState {
  func register(
    _ id: FixedVacancyID, _ times: WeeklyTimes, places: Int, wanted: Int?, _ keys: ShiftDetails,
    _ days: SeriesDays, in context: RuleContext, _ following: inout [Event]
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    try fixedVacancies.requireNew(id, orThrow: .fixedVacancyExists)
    let from = try requireDays(days, at: context.time)
    let series = Series(
      weekday: times.weekday, every: days.every ?? 1, from: from, until: days.until,
      SeriesTerms(
        start: times.start, end: times.end, keys: keys.asInState, places: places, wanted: wanted))
    try requireTime(series, from: from)
    following = newPosts(id, series, in: context)
    return .fixedVacancyRegistered(
      FixedVacancyRegistered(
        fixedVacancy: id, weekday: times.weekday, start: times.start, end: times.end,
        places: places, wanted: wanted, keys: keys, from: from, until: days.until,
        every: days.every))
  }

  func edit(
    _ id: FixedVacancyID, _ edits: SeriesEdits, from day: LocalDate?, in context: RuleContext,
    _ following: inout [Event]
  ) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let before = series(fixedVacancies[try fixedVacancy(id)])
    let (after, first) = try changed(before, by: edits, from: day, at: context.time)
    try requireTime(after, from: first)
    var event = FixedVacancyEdited(
      fixedVacancy: id, start: edits.start, end: edits.end, places: edits.places,
      wanted: edits.wanted, keys: edits.keys, from: first, until: edits.until, edited: [],
      closed: [])
    // Earlier versions took the usual days, given, for other times.
    var recorded: Set<VacancyID>?
    if case .fixedVacancyEdited(let old) = context.recorded { recorded = Set(old.edited) }
    var ids = OccurrenceIDs(id.symbol)
    for date in recordedDates(after, from: first, at: context.time) {
      guard let vacancy = upcoming(ids.find(date), of: id, at: context.time) else { continue }
      if let until = after.until, date > until {
        if vacancy.places > 0 { event.closed.append(vacancy.id) }
      } else if case let (old, new) = (before.terms(on: date), after.terms(on: date)), old != new,
        case let isNamed = recorded?.contains(vacancy.id),
        isNamed == true || !old.asksTheSame(as: new),
        stands(vacancy, as: old, on: date),
        isNamed != false || keys(vacancy.times, vacancy.keys) == old.keys,
        case let interval = interval(date, new.times),
        interval.lowerBound > context.time, hasTime(interval, less: new.keys.breakMinutes)
      {
        event.edited.append(vacancy.id)
      }
    }
    event.edited.sort()
    event.closed.sort()
    following = newPosts(id, after, in: context)
    return .fixedVacancyEdited(event)
  }

  func remove(_ id: FixedVacancyID, in context: RuleContext) throws(Rejection) -> Event {
    try requireManager(context.actor)
    let series = series(fixedVacancies[try fixedVacancy(id)])
    let begin = tally.firstTime.map { today(at: $0) } ?? today(at: context.time)
    var ids = OccurrenceIDs(id.symbol)
    let closed = recordedDates(series, from: begin, at: context.time).compactMap { date in
      upcoming(ids.find(date), of: id, at: context.time).flatMap { $0.places > 0 ? $0.id : nil }
    }
    return .fixedVacancyRemoved(FixedVacancyRemoved(fixedVacancy: id, closed: closed.sorted()))
  }

  private func fixedVacancy(_ id: FixedVacancyID) throws(Rejection) -> Int {
    let place = try fixedVacancies.index(of: id, orThrow: .unknownFixedVacancy)
    if fixedVacancies[place].isRemoved {
      throw Rejection(.unknownFixedVacancy, because: .removed, [.fixedVacancy: id])
    }
    return place
  }

  // MARK: - Occurrences

  /// A vacancy that came from a series and has not started.
  private func upcoming(
    _ symbol: InternedID?, of id: FixedVacancyID, at time: Timestamp
  ) -> VacancyRecord? {
    guard let symbol, let vacancy = vacancies[VacancyID(symbol)],
      vacancy.fixedVacancy == id, workplace.zone.instant(vacancy.date, vacancy.times.start) > time
    else { return nil }
    return vacancy
  }

  /// Returns `true` if a vacancy stands as its terms say: nobody edited it since.
  private func stands(_ vacancy: VacancyRecord, as terms: SeriesTerms, on date: LocalDate) -> Bool {
    vacancy.date == date && vacancy.times.lastAsLong(as: terms.times)
      && vacancy.places == terms.places
      && vacancy.wanted == terms.wanted && shiftKeys[vacancy.keys] == terms.keys.withoutDays
  }

  private func newPosts(
    _ id: FixedVacancyID, _ series: Series, in context: RuleContext
  ) -> [Event] {
    duePosts(
      id, series, closureDaysOfHorizon(at: context.time), at: context.time, context.symbols)
  }

  /// The vacancies of the horizon that are due, have a minute, and whose ids no vacancy has.
  func duePosts(
    _ id: FixedVacancyID, _ series: Series, _ closed: ClosureDays, at time: Timestamp,
    _ symbols: ProvisionalIDs? = nil
  ) -> [Event] {
    var ids = OccurrenceIDs(id.symbol)
    return due(series, closed, at: time).compactMap { date -> Event? in
      let terms = series.terms(on: date)
      if ids.find(date).flatMap({ vacancies.place(of: VacancyID($0)) }) != nil
        || !hasTime(interval(date, terms.times), less: terms.keys.breakMinutes)
      {
        return nil
      }
      return .vacancyPosted(
        VacancyPosted(
          vacancy: VacancyID(ids.intern(date, symbols)), date: date,
          start: terms.start, end: terms.end, places: terms.places, wanted: terms.wanted,
          keys: terms.keys, fixedVacancy: id))
    }
  }
}
