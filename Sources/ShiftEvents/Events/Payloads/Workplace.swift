/// The policies of the workplace were set; what is `nil` keeps its value.
public struct WorkplaceConfigured: Hashable, Sendable {
  public var workplace: WorkplaceID
  public var timeZone: Zone?
  public var horizonWeeks: Int?
  public var requestDays: Int?
  public var marketApproval: MarketApproval?
  public var suggestionApproval: SuggestionApproval?
  public var minRestMinutes: Int?
  public var maxWeekMinutes: Int?
  public var maxShiftsPerDay: Int?
  public var handoverMinutes: Int?
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
