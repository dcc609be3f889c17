/// The state of the domain, folded from events: what the rules judge by, and what readers show.
///
/// Records lie in flat arrays and name each other by index or by identifier. The only texts are the terms of deals and
/// the reasons of late changes. What readers keep grows with people, shifts, their edits, requests, absences, trades,
/// sessions, deals and reservations; notices and touched ids, which writers keep, grow with every event.
package struct DomainState: Equatable, Sendable {
  /// The number of events of each type.
  package var tally = EventTally()
  package var workplace = EffectivePolicies()

  package var users = Records<UserRecord>()
  /// Everyone who holds the role manager now, in the order in which they got it.
  package var managers: [UserID] = []
  /// Those whom each user follows, under 0, by the numbers of their symbols.
  package var follows = MultiMap()
  /// The skills of each user under 0, by the numbers of their symbols; some may have run out.
  package var skills = MultiMap()
  /// The last days of the skills that have one, or had; the record of each leads to the person's one before.
  package var skillEnds = Records<SkillEndRecord>()

  /// The times for which people were employees before they left.
  var employments = Records<EmploymentRecord>()

  /// The own limits of those who have some, or had.
  package var contracts = Records<ContractRecord>()
  /// The own limits that hold from a day on; the record of each day leads to the person's one before.
  package var datedLimits = Records<DatedLimitsRecord>()

  package var shifts = Records<ShiftRecord>()
  /// Those of all shifts, at the same places.
  package var shiftBriefs = FlatArray<ShiftSummary>()
  package var shiftDays = DayRanges()
  /// The keys of shifts, fixed shifts and vacancies that have some.
  package var shiftKeys = ShiftDetailTable()
  /// The origins of the few shifts that have one.
  package var origins = Records<OriginRecord>()
  /// The sequences of the restorals that gave a shift to another owner than its last one.
  var restoredToAnother = FlatArray<UInt32>()
  package var vacancies = Records<VacancyRecord>()
  var fixedShifts = Records<FixedShiftRecord>()
  var fixedVacancies = Records<FixedVacancyRecord>()
  /// The changes of series; the record of each leads to the series' one before.
  var seriesChanges = Records<SeriesChangeRecord>()
  package var closures = Records<ClosureRecord>()
  package var requests = Records<RequestRecord>()
  package var absences = Records<AbsenceRecord>()
  package var trades = Records<TradeRecord>()
  /// The trades of each shift that are neither done nor ended, under 0, by the numbers of their symbols.
  var openTrades = MultiMap()
  /// The latest record of each shift's hours.
  package var hours = Records<HoursRecord>()
  var hoursDays = DayRanges()
  /// The sequences of the hours whose break is another than the one that their shift gave them.
  var ownBreaks = FlatArray<UInt32>()
  /// The work of each shift that was begun by the clock.
  package var works = Records<WorkRecord>()
  /// The shifts on which each person works now, under 0, by the numbers of their symbols.
  package var working = MultiMap()
  /// The times at which hours were recorded, in order.
  var recordings = FlatArray<RecordingSpan>()
  package var periods = Records<PeriodRecord>()
  /// The days of the periods that are closed, each with a number.
  package var closedDays = ClosedDays()
  package var publications = Records<PublicationRecord>()
  /// The days that were published, with the numbers of their last publications, from 1.
  package var publishedDays = IntervalMap()
  /// The shifts that were changed after a publication of their day, as the last one before promised them; some may be
  /// of no use any more.
  package var promised = Records<ShiftRecord>()
  /// The late changes of shifts; the record of each leads to the shift's one before.
  package var lateChanges = Records<LateChangeRecord>()
  /// The managers' reasons for late changes.
  package var reasons = TextTable()
  /// The swap points of those who have some.
  package var points = Records<PointsRecord>()

  package var sessions = Records<StudySessionRecord>()

  package var deals = Records<DealRecord>()
  /// The offers with all edits since they were posted, at the places of the deals.
  package var terms = TermsTable()
  package var reservations = Records<ReservationRecord>()
  /// The latest stars that each customer gave to a company.
  package var stars: [Customer: Int] = [:]
  package var ratings = Records<RatingRecord>()

  /// The notices to people, where they are gathered.
  package var notices = Notifications()
  /// The events that touched each id, where they are noted.
  package var touches = EventIndex()

  var indexes: RuleIndexes

  /// The state before the first event.
  ///
  /// - Parameters:
  ///   - judges: false for a reader, who spares the lists of the rules.
  ///   - remembers: true to gather notices and touched ids, which grow with every event.
  package init(judges: Bool = true, remembers: Bool = false) {
    indexes = RuleIndexes(areKept: judges)
    (notices.areKept, touches.areKept) = (remembers, remembers)
  }
}
