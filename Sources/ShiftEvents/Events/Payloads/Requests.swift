/// A colleague asked for work on a date.
public struct RequestPosted: Hashable, Sendable {
  public var request: RequestID
  public var date: LocalDate
  public var requester: UserID

  public init(request: RequestID, date: LocalDate, requester: UserID) {
    self.request = request
    self.date = date
    self.requester = requester
  }
}

/// A requester took the request back.
public struct RequestWithdrawn: Hashable, Sendable {
  public var request: RequestID
  public var requester: UserID
  public var date: LocalDate
  public var released: [ShiftID]

  public init(request: RequestID, requester: UserID, date: LocalDate, released: [ShiftID]) {
    self.request = request
    self.requester = requester
    self.date = date
    self.released = released
  }
}

/// An owner offered a shift to a requester.
public struct ShiftSuggested: Hashable, Sendable {
  public var shift: ShiftID
  public var request: RequestID
  public var owner: UserID
  public var requester: UserID
  public var date: LocalDate

  public init(
    shift: ShiftID, request: RequestID, owner: UserID, requester: UserID, date: LocalDate
  ) {
    self.shift = shift
    self.request = request
    self.owner = owner
    self.requester = requester
    self.date = date
  }
}

/// An owner took an offer back.
public struct SuggestionWithdrawn: Hashable, Sendable {
  public var shift: ShiftID
  public var owner: UserID
  public var request: RequestID
  public var date: LocalDate

  public init(shift: ShiftID, owner: UserID, request: RequestID, date: LocalDate) {
    self.shift = shift
    self.owner = owner
    self.request = request
    self.date = date
  }
}

/// A requester took an offer, awaiting approval.
public struct SuggestionAccepted: Hashable, Sendable {
  public var shift: ShiftID
  public var from: UserID
  public var to: UserID
  public var date: LocalDate
  public var start: TimeOfDay
  public var end: TimeOfDay
  public var request: RequestID

  public init(
    shift: ShiftID, from: UserID, to: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    request: RequestID
  ) {
    self.shift = shift
    self.from = from
    self.to = to
    self.date = date
    self.start = start
    self.end = end
    self.request = request
  }
}
