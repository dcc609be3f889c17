/// The policies of the workplace.
enum WorkplaceRules {
  static func evolve(_ state: inout DomainState, with event: WorkplaceConfigured) {
    state.workplace.id = event.workplace
    func set<Value>(_ policy: WritableKeyPath<EffectivePolicies, Value>, _ value: Value?) {
      if let value { state.workplace[keyPath: policy] = value }
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

  /// Anybody may configure first; later configurations are manager acts.
  static func configure(
    _ event: WorkplaceConfigured, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    if let workplace = state.workplace.id {
      _ = try state.user(context.actor)
      try state.requireManager(context.actor)
      if workplace != event.workplace {
        throw Rejection(
          .unknownWorkplace, "this log is about \(workplace); there is no \(event.workplace)")
      }
    }
    if let zone = event.policies.timeZone, zone != state.workplace.zone, state.workplace.isZoneFixed
    {
      throw Rejection(
        .timeZoneFixed, "the time zone stays \(state.workplace.zone): there are local dates already"
      )
    }
    return .workplaceConfigured(event)
  }
}
