/// The policies of the workplace.
extension DomainState {
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
