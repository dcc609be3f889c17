/// A shift came to be, held by its owner.
public struct ShiftScheduled: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var date: LocalDate
  public var start: TimeOfDay
  public var end: TimeOfDay
  public var fixedShift: FixedShiftID?
  public var closedRequest: RequestID?
  public var released: [ShiftID]

  public init(
    shift: ShiftID, owner: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    fixedShift: FixedShiftID? = nil, closedRequest: RequestID? = nil, released: [ShiftID] = []
  ) {
    self.shift = shift
    self.owner = owner
    self.date = date
    self.start = start
    self.end = end
    self.fixedShift = fixedShift
    self.closedRequest = closedRequest
    self.released = released
  }
}

/// An occurrence of a fixed shift could not be scheduled and is not tried again.
public struct ShiftSkipped: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var date: LocalDate
  public var fixedShift: FixedShiftID
  public var reason: SkipReason

  public init(
    shift: ShiftID, owner: UserID, date: LocalDate, fixedShift: FixedShiftID, reason: SkipReason
  ) {
    self.shift = shift
    self.owner = owner
    self.date = date
    self.fixedShift = fixedShift
    self.reason = reason
  }
}

/// A manager took a shift off the schedule.
public struct ShiftCancelled: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var date: LocalDate
  public var request: RequestID?

  public init(shift: ShiftID, owner: UserID, date: LocalDate, request: RequestID? = nil) {
    self.shift = shift
    self.owner = owner
    self.date = date
    self.request = request
  }
}

/// It was recorded how long a shift was worked; the latest record counts.
public struct HoursRecorded: Hashable, Sendable {
  public var shift: ShiftID
  public var start: TimeOfDay?
  public var end: TimeOfDay?
  public var worker: UserID
  public var date: LocalDate
  public var minutes: Int
  public var firstOwner: UserID

  public init(
    shift: ShiftID, start: TimeOfDay? = nil, end: TimeOfDay? = nil, worker: UserID, date: LocalDate,
    minutes: Int, firstOwner: UserID
  ) {
    self.shift = shift
    self.start = start
    self.end = end
    self.worker = worker
    self.date = date
    self.minutes = minutes
    self.firstOwner = firstOwner
  }
}
