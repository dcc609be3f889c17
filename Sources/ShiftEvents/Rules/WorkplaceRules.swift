/// The policies of the workplace.
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

  /// Anybody may configure first; later configurations are manager acts.
  func configure(_ event: WorkplaceConfigured, in context: RuleContext) throws(Rejection) -> Event {
    if let workplace = workplace.id {
      _ = try self.user(context.actor)
      try requireManager(context.actor)
      if workplace != event.workplace {
        throw Rejection(
          .unknownWorkplace, "this log is about \(workplace); there is no \(event.workplace)")
      }
    }
    if let zone = event.policies.timeZone, zone != workplace.zone, workplace.isZoneFixed {
      throw Rejection(
        .timeZoneFixed, "the time zone stays \(workplace.zone): there are local dates already"
      )
    }
    return .workplaceConfigured(event)
  }
}
