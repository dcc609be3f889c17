/// The current policies of the workplace, with their defaults.
package struct EffectivePolicies: Equatable, Sendable {
  package var id: WorkplaceID?
  package var zone = Zone.utc
  /// True once there was a shift, fixed shift, request, absence or deal, whose local dates depend on the zone.
  var isZoneFixed = false
  var horizonWeeks = 8
  package var requestDays = 31
  package var marketApproval = MarketApproval.none
  package var suggestionApproval = SuggestionApproval.owner
  var minRestMinutes = 0
  var maxWeekMinutes = 0
  var maxShiftsPerDay = 1
  var handoverMinutes = 0
  var acceptLeadMinutes = 0
  var maxShiftsAtOnce = 1
  var minNoticeMinutes = 0
}

extension EffectivePolicies {
  mutating func take(_ event: WorkplaceConfigured) {
    id = event.workplace
    func set<Value>(_ policy: Value?, _ value: inout Value) {
      if let policy { value = policy }
    }
    let policies = event.policies
    set(policies.timeZone, &zone)
    set(policies.horizonWeeks, &horizonWeeks)
    set(policies.requestDays, &requestDays)
    set(policies.marketApproval, &marketApproval)
    set(policies.suggestionApproval, &suggestionApproval)
    set(policies.minRestMinutes, &minRestMinutes)
    set(policies.maxWeekMinutes, &maxWeekMinutes)
    set(policies.maxShiftsPerDay, &maxShiftsPerDay)
    set(policies.handoverMinutes, &handoverMinutes)
    set(policies.acceptLeadMinutes, &acceptLeadMinutes)
    set(policies.maxShiftsAtOnce, &maxShiftsAtOnce)
    set(policies.minNoticeMinutes, &minNoticeMinutes)
  }

  /// The policies as they are, each given.
  var all: WorkplacePolicies {
    WorkplacePolicies(
      timeZone: zone, horizonWeeks: horizonWeeks, requestDays: requestDays,
      marketApproval: marketApproval, suggestionApproval: suggestionApproval,
      minRestMinutes: minRestMinutes, maxWeekMinutes: maxWeekMinutes,
      maxShiftsPerDay: maxShiftsPerDay, handoverMinutes: handoverMinutes,
      acceptLeadMinutes: acceptLeadMinutes, maxShiftsAtOnce: maxShiftsAtOnce,
      minNoticeMinutes: minNoticeMinutes)
  }
}
