/// The current policies of the workplace, with their defaults.
package struct EffectivePolicies: Equatable, Sendable {
  var id: WorkplaceID?
  package var zone = Zone.utc
  /// True once there was a shift, fixed shift, request, absence or deal, whose local dates depend on the zone.
  var isZoneFixed = false
  var horizonWeeks = 8
  var requestDays = 31
  package var marketApproval = MarketApproval.none
  package var suggestionApproval = SuggestionApproval.owner
  var minRestMinutes = 0
  var maxWeekMinutes = 0
  var maxShiftsPerDay = 1
  var handoverMinutes = 0
  var acceptLeadMinutes = 0
  var maxShiftsAtOnce = 1
}

extension DomainState {
  mutating func evolve(with event: WorkplaceConfigured) {
    workplace.id = event.workplace
    func set<Value>(_ policy: WritableKeyPath<EffectivePolicies, Value>, _ value: Value?) {
      if let value { workplace[keyPath: policy] = value }
    }
    set(\.zone, event.policies.timeZone)
    set(\.horizonWeeks, event.policies.horizonWeeks)
    set(\.requestDays, event.policies.requestDays)
    set(\.marketApproval, event.policies.marketApproval)
    set(\.suggestionApproval, event.policies.suggestionApproval)
    set(\.minRestMinutes, event.policies.minRestMinutes)
    set(\.maxWeekMinutes, event.policies.maxWeekMinutes)
    set(\.maxShiftsPerDay, event.policies.maxShiftsPerDay)
    set(\.handoverMinutes, event.policies.handoverMinutes)
    set(\.acceptLeadMinutes, event.policies.acceptLeadMinutes)
    set(\.maxShiftsAtOnce, event.policies.maxShiftsAtOnce)
  }
}
