/// The wish of an actor, before the rules judge it.
public enum Command: Hashable, Sendable {
  /// Sets policies of the workplace; the first command of a log, or a manager's.
  indirect case configureWorkplace(WorkplaceID, WorkplacePolicies)

  /// Registers a person with at least one role: oneself, or anybody if a manager asks.
  case registerUser(UserID, roles: [Role], PersonalData = PersonalData())
  /// Changes a person's name or e-mail address; what is `nil` stays.
  case changeProfile(UserID, PersonalData)
  /// Gives a person a role.
  case grantRole(UserID, Role)
  /// Takes a role from a person.
  case revokeRole(UserID, Role)
  /// Makes the actor follow a user.
  case follow(UserID)
  /// Ends the actor's following of a user.
  case unfollow(UserID)
  /// Erases a person's name, e-mail address, roles and skills.
  case eraseUser(UserID)
  /// Gives a person a skill.
  case grantSkill(UserID, Name)
  /// Takes a skill from a person.
  case revokeSkill(UserID, Name)

  /// The owner is the actor by default, the first day today.
  case registerFixedShift(
    FixedShiftID, WeeklyTimes, keys: ShiftKeys = ShiftKeys(), owner: UserID? = nil,
    from: LocalDate? = nil)
  /// Ends a fixed shift, with the occurrences that its owner still holds.
  case removeFixedShift(FixedShiftID)
  /// Schedules a loose shift; an end at or before the start is on the next day.
  case scheduleShift(
    ShiftID, owner: UserID, date: LocalDate, start: TimeOfDay, end: TimeOfDay,
    keys: ShiftKeys = ShiftKeys(), override: [OverridableRule] = [])
  /// Takes a shift off the schedule.
  case cancelShift(ShiftID, override: [OverridableRule] = [])
  /// Gives a shift to another owner, who is its first owner from then on.
  case assignShift(ShiftID, to: UserID, override: [OverridableRule] = [])
  /// Changes a shift, which keeps its status.
  indirect case editShift(ShiftID, ShiftEdits, override: [OverridableRule] = [])
  /// Records the time that a shift was worked; the latest record counts.
  case recordHours(ShiftID, WorkedTime)

  /// Asks for people for work that nobody owns yet; `wanted` is how many it takes.
  case postVacancy(
    VacancyID, date: LocalDate, start: TimeOfDay, end: TimeOfDay, places: Int, wanted: Int? = nil,
    keys: ShiftKeys = ShiftKeys())
  /// Changes a vacancy, and no shift that came from it.
  indirect case editVacancy(VacancyID, VacancyEdits)
  /// Takes a place of a vacancy for the actor, or for the owner that a manager names.
  case claimShift(
    ShiftID, vacancy: VacancyID, owner: UserID? = nil, override: [OverridableRule] = [])
  /// Gives the actor's shift back to the vacancy that it came from.
  case dropShift(ShiftID)

  /// Puts the actor's shift on the marketplace.
  case supplyShift(ShiftID)
  /// Takes the actor's shift off the marketplace.
  case revokeShift(ShiftID)
  /// Takes a shift from the marketplace.
  case acceptShift(ShiftID)
  /// Gives up a shift that the actor took and that awaits approval.
  case withdrawAcceptance(ShiftID)
  /// Approves that a shift changes hands.
  case approveShift(ShiftID)
  /// Refuses that a shift changes hands.
  case disapproveShift(ShiftID)

  /// Asks for work on a date.
  case postRequest(RequestID, date: LocalDate)
  /// Takes the actor's request back.
  case withdrawRequest(RequestID)
  /// Suggests the actor's shift to the person behind a request.
  case suggestShift(ShiftID, request: RequestID)
  /// Takes a suggestion back.
  case withdrawSuggestion(ShiftID)
  /// Takes the shift that was suggested for the actor's request.
  case acceptSuggestion(ShiftID)

  /// Records that a person is away: the actor, unless a manager names another.
  case recordAbsence(AbsenceID, AbsenceTimes, user: UserID? = nil)
  /// Ends an absence before it is over.
  case endAbsence(AbsenceID)

  /// Offers the actor's shift in exchange for a colleague's.
  case offerTrade(TradeID, give: ShiftID, take: ShiftID)
  /// Agrees to a trade that was offered to the actor.
  case acceptTrade(TradeID)
  /// Approves a trade that was accepted.
  case approveTrade(TradeID)
  /// Takes a trade back, or refuses it.
  case endTrade(TradeID)

  /// Begins a study session; 30 and 5 minutes unless others are given.
  case startStudy(SessionID, blockMinutes: Int? = nil, pauseMinutes: Int? = nil)
  /// Records that a block, counted from 1, was finished.
  case completeBlock(SessionID, block: Int)
  /// Ends a study session.
  case stopStudy(SessionID, StopReason? = nil)

  /// Offers a deal of one day at one place.
  indirect case postDeal(DealID, DealTerms)
  /// Changes terms of a deal.
  indirect case editDeal(DealID, DealEdits)
  /// Takes a deal off the map.
  case removeDeal(DealID)
  /// Reserves a seat in a deal.
  case reserveSeat(ReservationID, deal: DealID)
  /// Gives up a reservation.
  case cancelReservation(ReservationID)
  /// Records that a reservation was paid; `reference` is the payment provider's.
  case recordPayment(ReservationID, amountCents: Int, CurrencyCode, reference: String)
  /// Records that a payment was paid back.
  case recordRefund(ReservationID, reference: String)
  /// Rates a company, 1 to 5 stars, after a visit on a reservation.
  case rateCompany(UserID, reservation: ReservationID, stars: Int, comment: String? = nil)
}

/// A person's name and e-mail address. They never enter the log, only a commitment to them.
public struct PersonalData: Hashable, Sendable {
  /// The name.
  public var name: String?
  /// The e-mail address.
  public var email: String?

  /// The data that are given.
  public init(name: String? = nil, email: String? = nil) {
    self.name = name
    self.email = email
  }

  /// True if there is neither a name nor an address.
  public var isEmpty: Bool { name == nil && email == nil }
}

/// The weekday and the times of a fixed shift.
public struct WeeklyTimes: Hashable, Sendable, BitwiseCopyable {
  /// The day of the week on which it starts.
  public var weekday: Weekday
  /// The time at which it starts.
  public var start: TimeOfDay
  /// An end at or before the start is on the next day.
  public var end: TimeOfDay

  /// The times of a week.
  public init(weekday: Weekday, start: TimeOfDay, end: TimeOfDay) {
    self.weekday = weekday
    self.start = start
    self.end = end
  }
}

/// The beginning and the end of an absence.
public struct AbsenceTimes: Hashable, Sendable, BitwiseCopyable {
  /// The day on which it begins.
  public var date: LocalDate
  /// The time at which it begins; `nil` for midnight.
  public var start: TimeOfDay?
  /// The time at which it ends; `nil` for midnight.
  public var end: TimeOfDay?
  /// The day on which it ends, counted from its date; `nil` for the next day if the end is at or before
  /// the start, else for the same.
  public var days: Int16?

  /// Times of an absence; with a date alone all of that day.
  public init(
    _ date: LocalDate, start: TimeOfDay? = nil, end: TimeOfDay? = nil, days: Int16? = nil
  ) {
    self.date = date
    self.start = start
    self.end = end
    self.days = days
  }
}

/// The time worked: a number of minutes, or from clock to clock on the shift's date.
public enum WorkedTime: Hashable, Sendable {
  /// The time worked, in minutes.
  case minutes(Int)
  /// The times at which work began and ended.
  case clock(start: TimeOfDay, end: TimeOfDay)
}

/// The offer of a company. Values are as submitted; the rules judge them.
public struct DealTerms: Hashable, Sendable {
  /// The name of the deal.
  public var name: String
  /// The name under which the company offers it.
  public var companyName: String
  /// The kind of thing on offer.
  public var category: String
  /// The latitude of the place in degrees, −90 to 90.
  public var latitude: Double?
  /// The longitude of the place in degrees, −180 to 180.
  public var longitude: Double?
  /// The last instant at which the deal holds.
  public var validUntil: Timestamp
  /// The beginning; `nil` for now.
  /// The first instant at which the deal holds.
  public var validFrom: Timestamp?
  /// The address of the place, in words.
  public var address: String?
  /// The description, a text of several lines.
  public var description: String?
  /// The opening times, a text of several lines.
  public var openingTimes: String?
  /// The address of a picture.
  public var picture: String?
  /// The number of seats; without it there is always one.
  public var capacity: Int?
  /// The price of a seat in hundredths of the currency.
  public var priceCents: Int?
  /// The currency of the price.
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

/// A manager's changes of a shift; an `.unchanged` member keeps its value.
public struct ShiftEdits: Hashable, Sendable {
  /// The day on which it starts.
  public var date: Edit<LocalDate> = .unchanged
  /// The time at which it starts.
  public var start: Edit<TimeOfDay> = .unchanged
  /// The time at which it ends.
  public var end: Edit<TimeOfDay> = .unchanged
  /// The optional keys.
  public var keys = ShiftKeyEdits()

  /// Edits that change nothing yet.
  public init() {}
}

/// A manager's changes of a vacancy; an `.unchanged` member keeps its value.
public struct VacancyEdits: Hashable, Sendable {
  /// The day, the times and the optional keys.
  public var shift = ShiftEdits()
  /// The number of shifts that can come from it.
  public var places: Edit<Int> = .unchanged
  /// The number of people that the work takes.
  public var wanted: Edit<Int> = .unchanged

  /// Edits that change nothing yet.
  public init() {}
}

/// A company's changes of a deal; an `.unchanged` member keeps its value.
public struct DealEdits: Hashable, Sendable {
  /// The name of the deal.
  public var name: Edit<String> = .unchanged
  /// The name under which the company offers it.
  public var companyName: Edit<String> = .unchanged
  /// The kind of thing on offer.
  public var category: Edit<String> = .unchanged
  /// The latitude of the place in degrees, −90 to 90.
  public var latitude: Edit<Double> = .unchanged
  /// The longitude of the place in degrees, −180 to 180.
  public var longitude: Edit<Double> = .unchanged
  /// The last instant at which the deal holds.
  public var validUntil: Edit<Timestamp> = .unchanged
  /// The first instant at which the deal holds.
  public var validFrom: Edit<Timestamp> = .unchanged
  /// The address of the place, in words.
  public var address: Edit<String> = .unchanged
  /// The description, a text of several lines.
  public var description: Edit<String> = .unchanged
  /// The opening times, a text of several lines.
  public var openingTimes: Edit<String> = .unchanged
  /// The address of a picture.
  public var picture: Edit<String> = .unchanged
  /// The number of seats; without it there is always one.
  public var capacity: Edit<Int> = .unchanged
  /// The price of a seat in hundredths of the currency.
  public var priceCents: Edit<Int> = .unchanged
  /// The currency of the price.
  public var currency: Edit<CurrencyCode> = .unchanged

  /// Edits that change nothing yet.
  public init() {}
}
