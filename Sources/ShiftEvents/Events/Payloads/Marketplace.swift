/// An owner put a shift on the marketplace.
public struct ShiftSupplied: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var date: LocalDate
  public var start: TimeOfDay
  public var end: TimeOfDay

  public init(shift: ShiftID, owner: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay) {
    self.shift = shift
    self.owner = owner
    self.date = date
    self.start = start
    self.end = end
  }
}

/// An owner took a shift off the marketplace.
public struct ShiftRevoked: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var date: LocalDate

  public init(shift: ShiftID, owner: UserID, date: LocalDate) {
    self.shift = shift
    self.owner = owner
    self.date = date
  }
}

/// A colleague took a shift from the marketplace, finally or awaiting approval.
public struct ShiftAccepted: Hashable, Sendable {
  public var shift: ShiftID
  public var from: UserID
  public var to: UserID
  public var date: LocalDate
  public var start: TimeOfDay
  public var end: TimeOfDay
  public var final: Bool
  public var closedRequest: RequestID?
  public var released: [ShiftID]

  public init(
    shift: ShiftID, from: UserID, to: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    final: Bool, closedRequest: RequestID? = nil, released: [ShiftID] = []
  ) {
    self.shift = shift
    self.from = from
    self.to = to
    self.date = date
    self.start = start
    self.end = end
    self.final = final
    self.closedRequest = closedRequest
    self.released = released
  }
}

/// A taker stepped back before the approval.
public struct AcceptanceWithdrawn: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var taker: UserID
  public var date: LocalDate
  public var via: AcceptanceRoute
  public var request: RequestID?

  public init(
    shift: ShiftID, owner: UserID, taker: UserID, date: LocalDate, via: AcceptanceRoute,
    request: RequestID? = nil
  ) {
    self.shift = shift
    self.owner = owner
    self.taker = taker
    self.date = date
    self.via = via
    self.request = request
  }
}

/// An approver made a taker the owner.
public struct ShiftApproved: Hashable, Sendable {
  public var shift: ShiftID
  public var from: UserID
  public var to: UserID
  public var date: LocalDate
  public var start: TimeOfDay
  public var end: TimeOfDay
  public var via: AcceptanceRoute
  public var request: RequestID?
  public var closedRequest: RequestID?
  public var released: [ShiftID]

  public init(
    shift: ShiftID, from: UserID, to: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    via: AcceptanceRoute, request: RequestID? = nil, closedRequest: RequestID? = nil,
    released: [ShiftID] = []
  ) {
    self.shift = shift
    self.from = from
    self.to = to
    self.date = date
    self.start = start
    self.end = end
    self.via = via
    self.request = request
    self.closedRequest = closedRequest
    self.released = released
  }
}

/// An approver refused a taker.
public struct ShiftDisapproved: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var taker: UserID
  public var date: LocalDate
  public var via: AcceptanceRoute
  public var request: RequestID?

  public init(
    shift: ShiftID, owner: UserID, taker: UserID, date: LocalDate, via: AcceptanceRoute,
    request: RequestID? = nil
  ) {
    self.shift = shift
    self.owner = owner
    self.taker = taker
    self.date = date
    self.via = via
    self.request = request
  }
}
