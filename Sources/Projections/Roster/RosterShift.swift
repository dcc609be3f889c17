public import ShiftEvents

/// The recorded state of a shift, which does not depend on the clock.
public enum ShiftState: String, CaseIterable, Sendable, BitwiseCopyable {
  /// With its owner, and nothing asked.
  case idle
  /// On the marketplace.
  case supplied
  /// Suggested for a request.
  case suggested
  /// Taken, and awaiting approval.
  case awaiting
  /// Gone with its fixed shift.
  case removed
  /// Taken off the schedule by a manager.
  case cancelled
  /// Given back to the vacancy that it came from.
  case dropped

  /// True while the shift is on the schedule.
  public var isOpen: Bool { self != .removed && self != .cancelled && self != .dropped }
}

/// The record of one shift.
public struct RosterShift: Lasting, Hashable, Sendable, BitwiseCopyable {
  /// The person on duty, until another person's acceptance is final.
  public internal(set) var owner: UserID
  /// The person for whom it was first scheduled.
  public private(set) var firstOwner: UserID
  /// The local day on which the shift begins.
  public private(set) var date: LocalDate
  // A log has many shifts, so each is kept small, 56 bytes: 0 means "none", and the sizes fit together.
  /// A fixed shift or a vacancy.
  private var originIndex: UInt32
  private var takerIndex: UInt32 = 0
  private var requestIndex: UInt32 = 0
  private var changeCount: UInt32 = 0
  /// The begin by the clocks of the workplace.
  public private(set) var start: TimeOfDay
  /// The end; one at or before the start is on the next day, unless there are `days`.
  public private(set) var end: TimeOfDay
  /// The days that are given and 1, 0 where they are not; the highest bit is set if the origin is a vacancy.
  private var daysAndOrigin: UInt16
  /// The state, which events change and never the clock.
  public internal(set) var state = ShiftState.idle
  /// The way in which the taker came to it, while it awaits approval.
  public internal(set) var via: AcceptanceRoute?
  /// The number of its other keys in the roster's table.
  var keys: UInt32
  /// The last time it was put on the marketplace; before that, when it was scheduled.
  public internal(set) var suppliedAt: Timestamp
  /// The time at which it was scheduled or last changed; while it awaits approval, that of the
  /// acceptance.
  public internal(set) var changedAt: Timestamp
  /// The weekly shift it came from; `nil` for a loose one.
  public var fixedShift: FixedShiftID? { isClaimed ? nil : Self.identifier(originIndex) }

  /// The vacancy it came from, if any.
  public var vacancy: VacancyID? { isClaimed ? Self.identifier(originIndex) : nil }

  private var isClaimed: Bool { daysAndOrigin >> 15 == 1 }

  /// The colleague who accepted it, while it awaits approval.
  public internal(set) var taker: UserID? {
    get { Self.identifier(takerIndex) }
    set { takerIndex = newValue?.symbolIndex ?? 0 }
  }

  /// The request it is offered to, while suggested or awaiting by suggestion.
  public internal(set) var request: RequestID? {
    get { Self.identifier(requestIndex) }
    set { requestIndex = newValue?.symbolIndex ?? 0 }
  }

  /// The day after its date on which it ends; `nil` for the usual one.
  public internal(set) var days: Int16? {
    get { daysAndOrigin & 0x7FFF == 0 ? nil : Int16(daysAndOrigin & 0x7FFF) - 1 }
    set {
      let days = newValue.map { UInt16(clamping: min($0, .max - 1)) + 1 } ?? 0
      daysAndOrigin = daysAndOrigin & 0x8000 | days
    }
  }

  /// The number of changes since it was scheduled.
  public var changes: Int { Int(changeCount) }

  private static func identifier<ID: SymbolIdentifier>(_ index: UInt32) -> ID? {
    index == 0 ? nil : ID(symbolIndex: index)
  }

  /// - Parameter keys: their number in the roster's table.
  init(_ event: ShiftScheduled, keys: UInt32, at time: Timestamp) {
    self.init(
      event.owner, event.date, event.start, event.end, from: event.fixedShift?.symbolIndex ?? 0,
      keys: keys, at: time)
    days = event.keys.days
  }

  /// A shift that came from a vacancy; a loose one where there was no such vacancy.
  init(_ event: ShiftClaimed, from vacancy: VacancyID?, keys: UInt32, at time: Timestamp) {
    self.init(
      event.owner, event.date, event.start, event.end, from: vacancy?.symbolIndex ?? 0, keys: keys,
      at: time)
    if vacancy != nil { daysAndOrigin = 0x8000 }
    days = event.keys.days
  }

  private init(
    _ owner: UserID, _ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, from origin: UInt32,
    keys: UInt32, at time: Timestamp
  ) {
    (self.owner, firstOwner, originIndex, self.keys) = (owner, owner, origin, keys)
    (self.date, self.start, self.end, daysAndOrigin) = (date, start, end, 0)
    (suppliedAt, changedAt) = (time, time)
  }

  /// Moves to a state without a taker or requester.
  mutating func become(_ state: ShiftState, at time: Timestamp) {
    self.state = state
    taker = nil
    via = nil
    request = nil
    changeCount &+= 1
    changedAt = time
  }

  mutating func supply(at time: Timestamp) {
    become(.supplied, at: time)
    suppliedAt = time
  }

  /// Becomes one that is offered to a request; for none, it is with its owner alone.
  mutating func suggest(for request: RequestID?, at time: Timestamp) {
    become(request == nil ? .idle : .suggested, at: time)
    self.request = request
  }

  mutating func await(
    _ taker: UserID, via: AcceptanceRoute, request: RequestID?, at time: Timestamp
  ) {
    become(.awaiting, at: time)
    self.taker = taker
    self.via = via
    self.request = request
  }

  mutating func pass(to owner: UserID, at time: Timestamp) {
    become(.idle, at: time)
    self.owner = owner
  }

  /// Gives the shift to somebody who is its first owner from now on.
  mutating func assign(to owner: UserID, at time: Timestamp) {
    pass(to: owner, at: time)
    firstOwner = owner
  }

  /// Moves the shift in time and leaves its state as it is.
  mutating func edit(_ event: ShiftEdited, at time: Timestamp) {
    (date, start, end) = (event.date, event.start, event.end)
    days = event.keys.days.applied(to: days)
    changeCount &+= 1
    if state != .awaiting { changedAt = time }
  }

  /// Returns `true` if its supply, suggestion or acceptance has lapsed: the shift began before it was
  /// settled.
  func hasLapsed(at moment: LocalMoment) -> Bool {
    switch state {
    case .supplied, .suggested, .awaiting: hasStarted(at: moment)
    case .idle, .removed, .cancelled, .dropped: false
    }
  }

  /// The scheduled minutes, really elapsed.
  func minutes(in zone: Zone) -> Int { zone.elapsedMinutes(date, start, end, days: days) }
}

/// The record of one request for work.
public struct RosterRequest: Hashable, Sendable, BitwiseCopyable {
  /// The person who asks for work.
  public internal(set) var requester: UserID
  /// The local day to work on.
  public let date: LocalDate
  /// True until it is withdrawn, or closed because the requester became the owner of a shift. It does
  /// not depend on the clock.
  public internal(set) var isOpen = true
}

extension RosterShift: SnapshotRow {
  mutating func renumber(_ new: (UInt32) -> UInt32) {
    owner.renumber(new)
    firstOwner.renumber(new)
    (originIndex, takerIndex) = (new(originIndex), new(takerIndex))
    requestIndex = new(requestIndex)
  }
}

extension RosterRequest: SnapshotRow {
  mutating func renumber(_ new: (UInt32) -> UInt32) { requester.renumber(new) }
}
