/// The state that the rules judge by, folded from events.
///
/// Records lie in flat arrays and name each other by index or by identifier; text is nowhere in it.
package struct DomainState: Equatable, Sendable {
  var workplace = EffectivePolicies()

  var users = FlatArray<UserRecord>()
  var userIndex = SymbolMap()
  var managerCount = 0
  /// Each follow, under the follower and the number of the followed one's symbol.
  var follows = PairIndex()

  /// The skills of each user under 0, by the numbers of their symbols.
  var skills = PairIndex()

  var shifts = FlatArray<ShiftRecord>()
  var shiftIndex = SymbolMap()
  /// The keys of shifts and fixed shifts that have some.
  var shiftKeys = ShiftKeyTable()
  /// Shifts under their owner and, if any, their taker, and the local date.
  var holdings = PairIndex()
  /// The same for those that reach further than the next day, under each `stretch(of:)` their dates.
  var longHoldings = PairIndex()

  var vacancies = FlatArray<VacancyRecord>()
  var vacancyIndex = SymbolMap()

  var fixedShifts = FlatArray<FixedShiftRecord>()
  var fixedShiftIndex = SymbolMap()
  /// Active fixed shifts by owner and weekday.
  var weekly = PairIndex()

  var requests = FlatArray<RequestRecord>()
  var requestIndex = SymbolMap()
  /// Open requests by requester and local date.
  var openRequests = PairIndex()
  /// Indexes of the shifts suggested to each request, as recorded, awaiting ones included; under 0.
  var suggestions = PairIndex()

  var absences = FlatArray<AbsenceRecord>()
  var absenceIndex = SymbolMap()
  /// Absences that have not ended, by user and `stretch(of:)` their date.
  var absencesOf = PairIndex()

  var trades = FlatArray<TradeRecord>()
  var tradeIndex = SymbolMap()

  var sessions = FlatArray<SessionRecord>()
  var sessionIndex = SymbolMap()
  /// The sessions of each student that have not ended, under 0.
  var running = PairIndex()

  var deals = FlatArray<DealRecord>()
  var dealIndex = SymbolMap()

  var reservations = FlatArray<ReservationRecord>()
  var reservationIndex = SymbolMap()
  /// Live reservations by consumer and the index of the deal.
  var seats = PairIndex()

  package init() {}
}

/// The current policies, with their defaults.
struct EffectivePolicies: Equatable, Sendable {
  var id: WorkplaceID?
  var zone = Zone.utc
  /// True once there was a shift, fixed shift, request, absence or deal, whose local dates depend on the zone.
  var isZoneFixed = false
  var horizonWeeks = 8
  var requestDays = 31
  var marketApproval = MarketApproval.none
  var suggestionApproval = SuggestionApproval.owner
  var minRestMinutes = 0
  var maxWeekMinutes = 0
  var maxShiftsPerDay = 1
  var handoverMinutes = 0
  var acceptLeadMinutes = 0
  var maxShiftsAtOnce = 1
}

struct UserRecord: Equatable, Sendable, BitwiseCopyable {
  var id: UserID
  var roles: RoleSet
  var isErased = false
  /// The current commitment to name and e-mail address.
  var profile: Digest?
}

struct ShiftRecord: Equatable, Sendable, BitwiseCopyable {
  /// The recorded state. Lapsing is not recorded; it follows from the time.
  enum State: UInt8, Sendable, BitwiseCopyable {
    case idle, supplied, suggested, awaitingMarket, awaitingSuggestion
    case removed, cancelled, dropped, skipped
  }

  var id: ShiftID
  var owner: UserID
  var firstOwner: UserID
  // A log has many shifts, so each is kept small: 0 means "none".
  private var takerIndex: UInt32 = 0
  private var requestIndex: UInt32 = 0
  var date: LocalDate
  var times: ShiftTimes
  var state = State.idle
  /// True if hours other than 0 are recorded; the latest count.
  var hasHours = false
  /// The number in the table of keys.
  var keys: UInt32 = 0
  private var vacancyIndex: UInt32

  init(
    id: ShiftID, owner: UserID, date: LocalDate, times: ShiftTimes, keys: UInt32 = 0,
    from vacancy: VacancyID? = nil, state: State = .idle
  ) {
    self.id = id
    self.owner = owner
    firstOwner = owner
    self.date = date
    self.times = times
    self.keys = keys
    vacancyIndex = vacancy?.symbolIndex ?? 0
    self.state = state
  }

  /// The vacancy that it came from, if any.
  var vacancy: VacancyID? {
    get { vacancyIndex == 0 ? nil : VacancyID(symbolIndex: vacancyIndex) }
    set { vacancyIndex = newValue?.symbolIndex ?? 0 }
  }

  var taker: UserID? {
    get { takerIndex == 0 ? nil : UserID(symbolIndex: takerIndex) }
    set { takerIndex = newValue?.symbolIndex ?? 0 }
  }

  var request: RequestID? {
    get { requestIndex == 0 ? nil : RequestID(symbolIndex: requestIndex) }
    set { requestIndex = newValue?.symbolIndex ?? 0 }
  }

  var start: TimeOfDay { times.start }
  var end: TimeOfDay { times.end }
  var days: Int16? { times.days }

  var isOpen: Bool { state.rawValue <= State.awaitingSuggestion.rawValue }
  var isAwaiting: Bool { state == .awaitingMarket || state == .awaitingSuggestion }
}

struct VacancyRecord: Equatable, Sendable, BitwiseCopyable {
  var id: VacancyID
  var date: LocalDate
  var times: ShiftTimes
  /// The number in the table of keys.
  var keys: UInt32
  var places: Int
  /// The open shifts that came from it.
  var taken = 0

  var left: Int { max(0, places - taken) }
}

struct FixedShiftRecord: Equatable, Sendable, BitwiseCopyable {
  var id: FixedShiftID
  var owner: UserID
  var weekday: Weekday
  var times: ShiftTimes
  var from: LocalDate
  /// The number in the table of keys.
  var keys: UInt32 = 0
  var isRemoved = false
}

struct RequestRecord: Equatable, Sendable, BitwiseCopyable {
  var id: RequestID
  var requester: UserID
  var date: LocalDate
  /// True until it is withdrawn or closed by work on that date; a request of a past day is closed, too.
  var isOpen = true
}
