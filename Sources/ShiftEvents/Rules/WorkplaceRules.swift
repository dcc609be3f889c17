/// The policies of the workplace.
enum WorkplaceRules {
  static func evolve(_ state: inout DomainState, with event: WorkplaceConfigured) {
    state.workplace.id = event.workplace
    func set<Value>(_ policy: WritableKeyPath<WorkplacePolicies, Value>, _ value: Value?) {
      if let value { state.workplace[keyPath: policy] = value }
    }
    set(\.zone, event.timeZone)
    set(\.horizonWeeks, event.horizonWeeks)
    set(\.requestDays, event.requestDays)
    set(\.marketApproval, event.marketApproval)
    set(\.suggestionApproval, event.suggestionApproval)
    set(\.minRestMinutes, event.minRestMinutes)
    set(\.maxWeekMinutes, event.maxWeekMinutes)
    set(\.maxShiftsPerDay, event.maxShiftsPerDay)
    set(\.handoverMinutes, event.handoverMinutes)
    set(\.acceptLeadMinutes, event.acceptLeadMinutes)
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
    if let zone = event.timeZone, zone != state.workplace.zone, state.workplace.isZoneFixed {
      throw Rejection(
        .timeZoneFixed, "the time zone stays \(state.workplace.zone): there are local dates already"
      )
    }
    return .workplaceConfigured(event)
  }
}
