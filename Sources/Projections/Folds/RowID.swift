public import ShiftEvents

/// The id of one thing that projections have rows of.
public enum RowID: Hashable, Sendable {
  /// A shift, on the schedule, the marketplace or among those that await approval.
  case shift(ShiftID)
  /// A request for work.
  case request(RequestID)
  /// A vacancy.
  case vacancy(VacancyID)
  /// An absence.
  case absence(AbsenceID)
  /// A trade of two shifts.
  case trade(TradeID)
  /// A deal.
  case deal(DealID)
  /// A reservation in a deal.
  case reservation(ReservationID)
  /// A publication of days.
  case publication(PublicationID)
  /// A period whose hours were settled.
  case period(PeriodID)
  /// Weekly work: a fixed shift, a fixed vacancy, or both.
  case series(SeriesID)
  /// A closure of days.
  case closure(ClosureID)

  /// The kind of thing, as commands and messages call it, with the id as text.
  package var words: (noun: String, id: String) {
    func words<ID: InternedIdentifier>(_ id: ID) -> (String, String) { (ID.noun, id.description) }
    return switch self {
    case .shift(let id): words(id)
    case .request(let id): words(id)
    case .vacancy(let id): words(id)
    case .absence(let id): words(id)
    case .trade(let id): words(id)
    case .deal(let id): words(id)
    case .reservation(let id): words(id)
    case .publication(let id): words(id)
    case .period(let id): words(id)
    case .series(let id): words(id)
    case .closure(let id): words(id)
    }
  }
}

extension RowID {
  /// A kind of thing that rows have ids of.
  package struct Kind: Sendable {
    /// The kind as commands and messages call it.
    package let noun: String
    package let nounPhrase: String
    /// Reads an id, remembered as long as a question about it; `nil` where the text is none.
    package let id: @Sendable (String, ProvisionalIDs?) -> RowID?

    init<ID: InternedIdentifier>(_ make: @escaping @Sendable (ID) -> RowID) {
      (noun, nounPhrase) = (ID.noun, ID.nounPhrase)
      id = { text, question in ID(text, askedIn: question).map(make) }
    }
  }
}

extension Replay {
  /// Returns `true` if the log has ever told of the thing.
  package func knows(_ id: RowID) -> Bool {
    switch id {
    case .shift(let id): state.shifts.place(of: id) != nil
    case .request(let id): state.requests.place(of: id) != nil
    case .vacancy(let id): state.vacancies.place(of: id) != nil
    case .absence(let id): state.absences.place(of: id) != nil
    case .trade(let id): state.trades.place(of: id) != nil
    case .deal(let id): state.deals.place(of: id) != nil
    case .reservation(let id): state.reservations.place(of: id) != nil
    case .publication(let id): state.publications.place(of: id) != nil
    case .period(let id): state.periods.place(of: id) != nil
    case .series(let id): state.knows(id)
    case .closure(let id): state.closures.place(of: id) != nil
    }
  }

  /// The same replay with this thing alone of its kind.
  ///
  /// - Parameter asPublished: true to keep what was promised of a shift, too, for which all promises are read.
  func only(_ id: RowID, asPublished: Bool) -> Replay {
    var part = self
    switch id {
    case .shift(let id):
      part.state.keepShifts([id], of: state)
      part.state.keepLateChanges(of: [id], of: state)
      part.state.promised = Records()
      if asPublished {
        state.promised.rows.forEachRecord { if $0.id == id { part.state.promised.add($0) } }
      }
    case .request(let id): part.state.requests = state.requests.only([id])
    case .vacancy(let id): part.state.vacancies = state.vacancies.only([id])
    case .absence(let id): part.state.absences = state.absences.only([id])
    case .trade(let id): part.state.trades = state.trades.only([id])
    case .deal(let id): part.state.keepDeals([id], of: state)
    case .reservation(let id): part.state.reservations = state.reservations.only([id])
    case .publication(let id): part.state.publications = state.publications.only([id])
    case .period(let id): part.state.periods = state.periods.only([id])
    // The rows are chosen by the id.
    case .series: break
    case .closure(let id): part.state.closures = state.closures.only([id])
    }
    return part
  }
}

extension DomainState {
  /// Takes the late changes of these shifts of another state over, and no others.
  mutating func keepLateChanges(of wanted: Set<ShiftID>, of state: DomainState) {
    var places: [Int] = []
    for shift in wanted { state.forEachLateChange(of: shift) { places.append($0) } }
    var kept = Records<LateChangeRecord>()
    for place in places.sorted() { kept.add(state.lateChanges[place]) }
    (lateChanges, reasons) = (kept, state.reasons)
  }

  /// Takes these deals of another state over, and no others.
  mutating func keepDeals(_ wanted: some Sequence<DealID>, of state: DomainState) {
    deals = state.deals.only(wanted)
    for (place, deal) in deals.rows.enumerated() {
      if let old = state.deals.place(of: deal.id) { terms[place] = state.terms[old] }
    }
    ratings = state.ratings.only(deals.rows.map(\.company))
  }
}
