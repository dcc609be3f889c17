/// Skills: granted and revoked by managers, needed by shifts.
extension DomainState {
  func grant(_ skill: Name, to user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    if hasSkill(skill, user) { throw Rejection(.alreadyGranted, [.user: user, .skill: skill]) }
    return .skillGranted(SkillGranted(user: user, skill: skill))
  }

  func revoke(
    _ skill: Name, from user: UserID, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    if !hasSkill(skill, user) { throw Rejection(.notGranted, [.user: user, .skill: skill]) }
    return .skillRevoked(SkillRevoked(user: user, skill: skill))
  }
}
