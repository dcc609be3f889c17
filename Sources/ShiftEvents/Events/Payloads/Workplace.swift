// On disk. Never rename a member; a changed meaning is a new event type.

/// The policies of the workplace were set.
public struct WorkplaceConfigured: Hashable, Sendable {
  /// The workplace.
  public var workplace: WorkplaceID
  /// The policies that were set; what is `nil` keeps its value.
  public var policies: WorkplacePolicies
}

/// The policies of a workplace; in a command or an event, what is `nil` keeps its value.
public struct WorkplacePolicies: Hashable, Sendable {
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
  /// The number of shifts that a person may hold at a time.
  public var maxShiftsAtOnce: Int?

  /// The policies that are given, and `nil` for the others.
  public init(
    timeZone: Zone? = nil, horizonWeeks: Int? = nil,
    requestDays: Int? = nil, marketApproval: MarketApproval? = nil,
    suggestionApproval: SuggestionApproval? = nil, minRestMinutes: Int? = nil,
    maxWeekMinutes: Int? = nil, maxShiftsPerDay: Int? = nil, handoverMinutes: Int? = nil,
    acceptLeadMinutes: Int? = nil, maxShiftsAtOnce: Int? = nil
  ) {
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
    self.maxShiftsAtOnce = maxShiftsAtOnce
  }
}

extension WorkplaceConfigured: Payload {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of event: Self?) throws(Visitor.Fault) {
    workplace = try visit.subject(event?.workplace)
    policies = try WorkplacePolicies(&visit, of: event?.policies)
  }
}

extension WorkplacePolicies {
  init<Visitor: MemberVisitor>(_ visit: inout Visitor, of policies: Self?) throws(Visitor.Fault) {
    timeZone = try visit.optional("timeZone", policies?.timeZone)
    horizonWeeks = try visit.optional("horizonWeeks", policies?.horizonWeeks, in: 1...104)
    requestDays = try visit.optional("requestDays", policies?.requestDays, in: 1...366)
    marketApproval = try visit.optional("marketApproval", policies?.marketApproval)
    suggestionApproval = try visit.optional("suggestionApproval", policies?.suggestionApproval)
    minRestMinutes = try visit.optional("minRestMinutes", policies?.minRestMinutes, in: 0...2880)
    maxWeekMinutes = try visit.optional("maxWeekMinutes", policies?.maxWeekMinutes, in: 0...10080)
    maxShiftsPerDay = try visit.optional("maxShiftsPerDay", policies?.maxShiftsPerDay, in: 1...24)
    handoverMinutes = try visit.optional("handoverMinutes", policies?.handoverMinutes, in: 0...120)
    acceptLeadMinutes = try visit.optional(
      "acceptLeadMinutes", policies?.acceptLeadMinutes, in: 0...10080)
    maxShiftsAtOnce = try visit.optional("maxShiftsAtOnce", policies?.maxShiftsAtOnce, in: 1...24)
  }
}
