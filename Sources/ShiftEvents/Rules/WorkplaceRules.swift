/// The policies of the workplace.
extension DomainState {
  /// Anybody may configure first; later configurations are manager acts.
  func configure(_ event: WorkplaceConfigured, in context: RuleContext) throws(Rejection) -> Event {
    if let workplace = workplace.id {
      _ = try self.user(context.actor)
      try requireManager(context.actor)
      if workplace != event.workplace {
        throw Rejection(.unknownWorkplace, [.workplace: event.workplace, .known: workplace])
      }
    }
    if let zone = event.policies.timeZone, zone != workplace.zone, workplace.isZoneFixed {
      throw Rejection(.timeZoneFixed, [.timeZone: workplace.zone])
    }
    return .workplaceConfigured(event)
  }
}
