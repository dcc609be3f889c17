/// The wish of an actor, before the rules judge it.
public enum Command: Hashable, Sendable {
  case configureWorkplace(WorkplaceID, WorkplacePolicies)

  case registerUser(UserID, roles: [Role], PersonalData = PersonalData())
  case changeProfile(UserID, PersonalData)
  case grantRole(UserID, Role)
  case revokeRole(UserID, Role)
  case follow(UserID)
  case unfollow(UserID)
  case eraseUser(UserID)

  /// The owner is the actor by default, the first day today.
  case registerFixedShift(
    FixedShiftID, WeeklyTimes, owner: UserID? = nil, from: LocalDate? = nil)
  case removeFixedShift(FixedShiftID)
  case scheduleShift(ShiftID, owner: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay)
  case cancelShift(ShiftID)
  case recordHours(ShiftID, WorkedTime)

  case supplyShift(ShiftID)
  case revokeShift(ShiftID)
  case acceptShift(ShiftID)
  case withdrawAcceptance(ShiftID)
  case approveShift(ShiftID)
  case disapproveShift(ShiftID)

  case postRequest(RequestID, date: LocalDate)
  case withdrawRequest(RequestID)
  case suggestShift(ShiftID, request: RequestID)
  case withdrawSuggestion(ShiftID)
  case acceptSuggestion(ShiftID)

  case startStudy(SessionID, blockMinutes: Int? = nil, pauseMinutes: Int? = nil)
  case completeBlock(SessionID, block: Int)
  case stopStudy(SessionID, StopReason? = nil)

  case postDeal(DealID, DealTerms)
  case editDeal(DealID, DealEdits)
  case removeDeal(DealID)
  case reserveSeat(ReservationID, deal: DealID)
  case cancelReservation(ReservationID)
  case recordPayment(ReservationID, amountCents: Int, CurrencyCode, reference: String)
  case recordRefund(ReservationID, reference: String)
  case rateCompany(UserID, reservation: ReservationID, stars: Int, comment: String? = nil)
}

/// A person's name and e-mail address. They never enter the log, only a commitment to them.
public struct PersonalData: Hashable, Sendable {
  public var name: String?
  public var email: String?

  public init(name: String? = nil, email: String? = nil) {
    self.name = name
    self.email = email
  }

  /// True if there is neither a name nor an address.
  public var isEmpty: Bool { name == nil && email == nil }
}

/// The weekday and the times of a fixed shift.
public struct WeeklyTimes: Hashable, Sendable, BitwiseCopyable {
  public var weekday: Weekday
  public var start: TimeOfDay
  /// An end at or before the start is on the next day.
  public var end: TimeOfDay

  public init(weekday: Weekday, start: TimeOfDay, end: TimeOfDay) {
    self.weekday = weekday
    self.start = start
    self.end = end
  }
}

/// The time worked: a number of minutes, or from clock to clock on the shift's date.
public enum WorkedTime: Hashable, Sendable {
  case minutes(Int)
  case clock(start: TimeOfDay, end: TimeOfDay)
}

/// The offer of a company. Values are as submitted; the rules judge them.
public struct DealTerms: Hashable, Sendable {
  public var name: String
  public var companyName: String
  public var category: String
  public var latitude: Double?
  public var longitude: Double?
  public var validUntil: Timestamp
  /// The beginning; `nil` for now.
  public var validFrom: Timestamp?
  public var address: String?
  public var description: String?
  public var openingTimes: String?
  public var picture: String?
  public var capacity: Int?
  public var priceCents: Int?
  public var currency: CurrencyCode?

  /// The terms that every deal has. The rules ask for the coordinates, too: without them the deal
  /// is rejected.
  public init(
    name: String, companyName: String, category: DealCategory, latitude: Double?,
    longitude: Double?, validUntil: Timestamp
  ) {
    self.name = name
    self.companyName = companyName
    self.category = category.rawValue
    self.latitude = latitude
    self.longitude = longitude
    self.validUntil = validUntil
  }
}

/// A company's changes of a deal; an `.unchanged` member keeps its value.
public struct DealEdits: Hashable, Sendable {
  public var name: Edit<String> = .unchanged
  public var companyName: Edit<String> = .unchanged
  public var category: Edit<String> = .unchanged
  public var latitude: Edit<Double> = .unchanged
  public var longitude: Edit<Double> = .unchanged
  public var validUntil: Edit<Timestamp> = .unchanged
  public var validFrom: Edit<Timestamp> = .unchanged
  public var address: Edit<String> = .unchanged
  public var description: Edit<String> = .unchanged
  public var openingTimes: Edit<String> = .unchanged
  public var picture: Edit<String> = .unchanged
  public var capacity: Edit<Int> = .unchanged
  public var priceCents: Edit<Int> = .unchanged
  public var currency: Edit<CurrencyCode> = .unchanged

  public init() {}
}
