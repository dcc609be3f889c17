/// The current policies of the workplace.
package struct EffectivePolicies: Equatable, Sendable {
  package var id: WorkplaceID?
  /// True once there was a shift, fixed shift, vacancy, request, absence or deal, whose local dates depend on the zone.
  var isZoneFixed = false
  /// The policies as they are, each given.
  private(set) var all = WorkplacePolicies.initial
}

extension EffectivePolicies {
  package var zone: Zone { all.timeZone! }
  var horizonWeeks: Int { all.horizonWeeks! }
  package var requestDays: Int { all.requestDays! }
  package var marketApproval: MarketApproval { all.marketApproval! }
  package var suggestionApproval: SuggestionApproval { all.suggestionApproval! }
  var minRestMinutes: Int { all.minRestMinutes! }
  var maxWeekMinutes: Int { all.maxWeekMinutes! }
  var maxShiftsPerDay: Int { all.maxShiftsPerDay! }
  var handoverMinutes: Int { all.handoverMinutes! }
  var acceptLeadMinutes: Int { all.acceptLeadMinutes! }
  var maxShiftsAtOnce: Int { all.maxShiftsAtOnce! }
  var minNoticeMinutes: Int { all.minNoticeMinutes! }
  var answerNoticeMinutes: Int { all.answerNoticeMinutes! }

  mutating func take(_ event: WorkplaceConfigured) {
    id = event.workplace
    func set<Value>(_ policy: Value?, _ value: inout Value?) {
      if let policy { value = policy }
    }
    let policies = event.policies
    set(policies.timeZone, &all.timeZone)
    set(policies.horizonWeeks, &all.horizonWeeks)
    set(policies.requestDays, &all.requestDays)
    set(policies.marketApproval, &all.marketApproval)
    set(policies.suggestionApproval, &all.suggestionApproval)
    set(policies.minRestMinutes, &all.minRestMinutes)
    set(policies.maxWeekMinutes, &all.maxWeekMinutes)
    set(policies.maxShiftsPerDay, &all.maxShiftsPerDay)
    set(policies.handoverMinutes, &all.handoverMinutes)
    set(policies.acceptLeadMinutes, &all.acceptLeadMinutes)
    set(policies.maxShiftsAtOnce, &all.maxShiftsAtOnce)
    set(policies.minNoticeMinutes, &all.minNoticeMinutes)
    set(policies.answerNoticeMinutes, &all.answerNoticeMinutes)
  }
}
