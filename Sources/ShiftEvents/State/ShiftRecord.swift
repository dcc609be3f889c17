/// The record of a shift. A log has many, so each is kept small, 72 bytes: 0 means "none", and the sizes fit
/// together.
package struct ShiftRecord: StateRecord, Hashable {
  /// The recorded state. Lapsing is not recorded; it follows from the time.
  package enum State: UInt8, Sendable, BitwiseCopyable {
    case idle, supplied, suggested, awaitingMarket, awaitingSuggestion
    case removed, cancelled, dropped, skipped

    /// True while the shift is on the schedule.
    package var isOpen: Bool { rawValue <= State.awaitingSuggestion.rawValue }
    package var isAwaiting: Bool { self == .awaitingMarket || self == .awaitingSuggestion }
  }

  package var id: ShiftID
  package var owner: UserID
  package var firstOwner: UserID
  private var takerIndex: UInt32 = 0
  private var requestIndex: UInt32 = 0
  /// A fixed shift or a vacancy.
  private var originIndex: UInt32 = 0
  /// The number in the table of keys.
  package var keys: UInt32 = 0
  /// The number of changes since it was scheduled.
  package var changes: UInt32 = 0
  /// The last time it was put on the marketplace; before that, when it was scheduled.
  package var suppliedAt: Timestamp
  /// The time at which it was scheduled or last changed; while it awaits approval, that of the acceptance.
  package var changedAt: Timestamp
  /// The time since which its owner has it, at its times.
  package var heldSince: Timestamp
  package var date: LocalDate
  /// The number of publications when it was last changed; in a promise, that of the one that made it.
  var publication: UInt32 = 0
  package var times: ShiftTimes
  package var state = State.idle
  private var flags = Flags()

  private struct Flags: OptionSet, Hashable, BitwiseCopyable {
    let rawValue: UInt8
    static let isFromVacancy = Flags(rawValue: 1)
    static let hasEarned = Flags(rawValue: 2)
    static let awaitedAnswer = Flags(rawValue: 4)
  }

  init(
    id: ShiftID, owner: UserID, date: LocalDate, times: ShiftTimes, at time: Timestamp,
    from fixedShift: FixedShiftID? = nil, vacancy: VacancyID? = nil, state: State = .idle
  ) {
    (self.id, self.owner, firstOwner) = (id, owner, owner)
    (self.date, self.times, self.state) = (date, times, state)
    (suppliedAt, changedAt, heldSince) = (time, time, time)
    originIndex = vacancy?.symbolIndex ?? fixedShift?.symbolIndex ?? 0
    if vacancy != nil { flags = .isFromVacancy }
  }

  private var isFromVacancy: Bool { flags.contains(.isFromVacancy) }

  /// True once hours other than 0 were recorded, which decide about a point.
  var hasEarned: Bool {
    get { flags.contains(.hasEarned) }
    set { if newValue { flags.insert(.hasEarned) } else { flags.remove(.hasEarned) } }
  }

  /// True in a promise of a shift that awaited an answer then.
  package var awaitedAnswer: Bool {
    get { flags.contains(.awaitedAnswer) }
    set { if newValue { flags.insert(.awaitedAnswer) } else { flags.remove(.awaitedAnswer) } }
  }

  /// The weekly shift it came from; `nil` for a loose one.
  package var fixedShift: FixedShiftID? { isFromVacancy ? nil : Self.identifier(originIndex) }

  /// The vacancy that it came from, if any.
  package var vacancy: VacancyID? { isFromVacancy ? Self.identifier(originIndex) : nil }

  /// The colleague who accepted it, while it awaits approval.
  package var taker: UserID? {
    get { Self.identifier(takerIndex) }
    set { takerIndex = newValue?.symbolIndex ?? 0 }
  }

  /// The request it is offered to, while suggested or awaiting by suggestion.
  package var request: RequestID? {
    get { Self.identifier(requestIndex) }
    set { requestIndex = newValue?.symbolIndex ?? 0 }
  }

  private static func identifier<ID: SymbolIdentifier>(_ index: UInt32) -> ID? {
    index == 0 ? nil : ID(symbolIndex: index)
  }

  package var start: TimeOfDay { times.start }
  package var end: TimeOfDay { times.end }
  package var days: Int16? { times.days }

  package var isOpen: Bool { state.isOpen }
  package var isAwaiting: Bool { state.isAwaiting }

  package mutating func renumber(_ new: (UInt32) -> UInt32) {
    id.renumber(new)
    owner.renumber(new)
    firstOwner.renumber(new)
    (originIndex, takerIndex, requestIndex) = (new(originIndex), new(takerIndex), new(requestIndex))
  }
}
