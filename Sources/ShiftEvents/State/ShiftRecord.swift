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
  /// The event by which its owner has it, at its times.
  package var holding: Holding
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
    _ sequence: SequenceNumber, from fixedShift: FixedShiftID? = nil, vacancy: VacancyID? = nil,
    state: State = .idle
  ) {
    (self.id, self.owner, firstOwner) = (id, owner, owner)
    (self.date, self.times, self.state) = (date, times, state)
    (suppliedAt, changedAt, holding) = (time, time, Holding(time, sequence))
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

  private static func identifier<ID: InternedIdentifier>(_ index: UInt32) -> ID? {
    index == 0 ? nil : ID(symbolIndex: index)
  }

  /// The time since which its owner has it, at its times.
  package var heldSince: Timestamp { holding.time }

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

/// The times of a shift: from when to when, and on which day after its date it ends.
package struct ShiftTimes: Hashable, Sendable, BitwiseCopyable {
  package var start: TimeOfDay
  package var end: TimeOfDay
  /// The days that are given; less than 0 where they are not.
  private var givenDays: Int16

  init(start: TimeOfDay, end: TimeOfDay, days: Int16? = nil) {
    (self.start, self.end) = (start, end)
    givenDays = days ?? -1
  }

  /// The days as they are given; `nil` for the usual ones.
  package var days: Int16? { givenDays < 0 ? nil : givenDays }

  /// The day after its date on which the shift ends.
  package var lastDay: Int { dayOfEnd(start, end, days: days) }

  /// Returns `true` if they last from and to the same times, whether the usual days are given or not.
  func lastAsLong(as other: Self) -> Bool {
    (start, end, lastDay) == (other.start, other.end, other.lastDay)
  }
}

/// The day after a shift's date on which it ends: an end at or before the start is on the next day,
/// unless `days` are given.
package func dayOfEnd(_ start: TimeOfDay, _ end: TimeOfDay, days: Int16?) -> Int {
  days.map(Int.init) ?? (end > start ? 0 : 1)
}

/// The last day that a stretch of time belongs to, counted from its date: one of at most 24 hours by the
/// clock belongs to its date alone, a longer one to every day that it touches. An end at 00:00 touches no
/// day more.
package func lastDayPresent(_ start: TimeOfDay, _ end: TimeOfDay, days: Int16?) -> Int {
  // Without days it ends within 24 hours.
  guard let days, Int(days) * 1440 + Int(end.minutes) - Int(start.minutes) > 1440 else { return 0 }
  return end == .midnight ? Int(days) - 1 : Int(days)
}

/// The owner, the day and the state of a shift in eight bytes, at which a walk over all shifts looks first: a record has
/// seventy-two.
package struct ShiftSummary: Equatable, Sendable, BitwiseCopyable {
  @usableFromInline package var owner: UserID
  /// The day, the state, and two flags.
  @usableFromInline let bits: UInt32

  init(_ shift: ShiftRecord) {
    owner = shift.owner
    bits =
      UInt32(bitPattern: shift.date.daysSinceEpoch) << 6 | UInt32(shift.state.rawValue) << 2
      | (shift.request == nil ? 0 : 2) | (shift.days == nil ? 0 : 1)
  }

  /// Days since 1970-01-01.
  @inlinable package var day: Int { Int(Int32(bitPattern: bits) >> 6) }
  var date: LocalDate { LocalDate(daysSinceEpoch: day) }
  /// True of a shift that may belong to other days than its date.
  @inlinable package var hasDays: Bool { bits & 1 != 0 }
  @inlinable package var hasRequest: Bool { bits & 2 != 0 }

  /// The number of a `ShiftRecord.State`.
  @inlinable package var state: UInt32 { bits >> 2 & 15 }
  @inlinable package var isSupplied: Bool { state == 1 }
  @inlinable package var isAwaiting: Bool { state == 3 || state == 4 }
  @inlinable package var isOpen: Bool { state <= 4 }
  @inlinable package var isSkipped: Bool { state == 8 }
}

extension DomainState {
  package func shift(at place: Int) -> ShiftRecord { shifts[place] }

  /// Puts a shift in a place, or behind all others.
  ///
  /// - Returns: its place.
  @discardableResult
  mutating func put(_ shift: ShiftRecord, at place: Int? = nil) -> Int {
    var shift = shift
    shift.publication = UInt32(publications.count)
    let (all, brief) = (shifts.count, ShiftSummary(shift))
    shiftDays.note(shift.date, to: shift.lastDate, at: place ?? all)
    guard let place else {
      shiftBriefs.append(brief)
      return shifts.add(shift)
    }
    keepPromise(at: place)
    shiftBriefs[place] = brief
    shifts[place] = shift
    return place
  }

  /// Takes these shifts of another state over, and no others.
  package mutating func keepShifts(_ wanted: some Sequence<ShiftID>, of state: DomainState) {
    shifts = state.shifts.only(wanted)
    origins = state.origins
    shiftBriefs = FlatArray(shifts.rows.map(ShiftSummary.init))
    shiftDays = DayRanges()
    for place in shifts.indices {
      shiftDays.note(shifts[place].date, to: shifts[place].lastDate, at: place)
    }
  }
}

/// The event by which a shift has its owner and its times, as checks of a roster tell it: its time and its place among
/// those of the same millisecond, in eight bytes.
package struct Holding: Comparable, Hashable, Sendable, BitwiseCopyable {
  private static let placeBits = 14
  /// Times end before 2^48 milliseconds.
  private var bits: Int64

  init(_ time: Timestamp, _ sequence: SequenceNumber) {
    let place = Int64(truncatingIfNeeded: sequence.value) & (1 << Self.placeBits - 1)
    bits = time.milliseconds << Self.placeBits | place
  }

  package var time: Timestamp { Timestamp(milliseconds: bits >> Self.placeBits) }

  package static func < (first: Self, second: Self) -> Bool {
    if first.bits >> placeBits != second.bits >> placeBits { return first.bits < second.bits }
    // Places begin anew: of two, the later is the one that is ahead by less than half of them.
    let ahead = (second.bits - first.bits) & (1 << placeBits - 1)
    return ahead != 0 && ahead < 1 << (placeBits - 1)
  }
}
