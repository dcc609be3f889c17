// On disk. Never rename a member; a changed meaning is a new event type.

/// The policies of the workplace were set; a `nil` member keeps its value.
public struct WorkplaceConfigured: Hashable, Sendable {
  /// The workplace.
  public var workplace: WorkplaceID
  /// The zone in which the workplace's days and times are.
  public var timeZone: Zone?
  /// The number of weeks for which occurrences of fixed shifts are scheduled ahead.
  public var horizonWeeks: Int?
  /// The number of days ahead for which work can be requested.
  public var requestDays: Int?
  /// The approval that a shift taken from the marketplace needs.
  public var marketApproval: MarketApproval?
  /// The approval that an accepted suggestion needs.
  public var suggestionApproval: SuggestionApproval?
  /// The least rest between two shifts of a taker, in minutes.
  public var minRestMinutes: Int?
  /// The most that a taker may work in an ISO week, in minutes.
  public var maxWeekMinutes: Int?
  /// The number of shifts that a person may hold on a day.
  public var maxShiftsPerDay: Int?
  /// The time by which two shifts of a person may overlap, in minutes.
  public var handoverMinutes: Int?
  /// The time that a taker must leave before the start of a shift, in minutes.
  public var acceptLeadMinutes: Int?

  public init(
    workplace: WorkplaceID, timeZone: Zone? = nil, horizonWeeks: Int? = nil,
    requestDays: Int? = nil, marketApproval: MarketApproval? = nil,
    suggestionApproval: SuggestionApproval? = nil, minRestMinutes: Int? = nil,
    maxWeekMinutes: Int? = nil, maxShiftsPerDay: Int? = nil, handoverMinutes: Int? = nil,
    acceptLeadMinutes: Int? = nil
  ) {
    self.workplace = workplace
    self.timeZone = timeZone
    self.horizonWeeks = horizonWeeks
    self.requestDays = requestDays
    self.marketApproval = marketApproval
    self.suggestionApproval = suggestionApproval
    self.minRestMinutes = minRestMinutes
    self.maxWeekMinutes = maxWeekMinutes
    self.maxShiftsPerDay = maxShiftsPerDay
    self.handoverMinutes = handoverMinutes
    self.acceptLeadMinutes = acceptLeadMinutes
  }
}

extension WorkplaceConfigured: Payload {
  init<Visitor: MemberVisitor>(
    _ visit: inout Visitor, of event: Self?
  ) throws(Visitor.Fault) {
    workplace = try visit.subject(event?.workplace)
    timeZone = try visit.optional("timeZone", event?.timeZone)
    horizonWeeks = try visit.optional("horizonWeeks", event?.horizonWeeks, in: 1...104)
    requestDays = try visit.optional("requestDays", event?.requestDays, in: 1...366)
    marketApproval = try visit.optional("marketApproval", event?.marketApproval)
    suggestionApproval = try visit.optional("suggestionApproval", event?.suggestionApproval)
    minRestMinutes = try visit.optional("minRestMinutes", event?.minRestMinutes, in: 0...2880)
    maxWeekMinutes = try visit.optional("maxWeekMinutes", event?.maxWeekMinutes, in: 0...10080)
    maxShiftsPerDay = try visit.optional("maxShiftsPerDay", event?.maxShiftsPerDay, in: 1...24)
    handoverMinutes = try visit.optional("handoverMinutes", event?.handoverMinutes, in: 0...120)
    acceptLeadMinutes = try visit.optional(
      "acceptLeadMinutes", event?.acceptLeadMinutes, in: 0...10080)
  }
}
