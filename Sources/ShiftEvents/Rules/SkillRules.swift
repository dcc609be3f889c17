/// Skills: granted and revoked by managers, needed by shifts.
extension DomainState {
  mutating func evolve(with event: SkillGranted) {
    guard present(event.user) != nil, !hasSkill(event.skill, event.user) else { return }
    skills.insert(Int(event.skill.symbolIndex), event.user, 0)
  }

  mutating func evolve(with event: SkillRevoked) {
    skills.remove(Int(event.skill.symbolIndex), event.user, 0)
  }

  /// Takes all skills of an erased person away.
  mutating func removeSkills(of user: UserID) {
    for skill in skills.elements(user, 0) { skills.remove(skill, user, 0) }
  }

  // MARK: - Judging

  func grant(_ skill: Name, to user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    if hasSkill(skill, user) {
      throw Rejection(.alreadyGranted, "\(user) has the skill \(skill) already")
    }
    return .skillGranted(SkillGranted(user: user, skill: skill))
  }

  func revoke(
    _ skill: Name, from user: UserID, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    if !hasSkill(skill, user) {
      throw Rejection(.notGranted, "\(user) does not have the skill \(skill)")
    }
    return .skillRevoked(SkillRevoked(user: user, skill: skill))
  }

  func hasSkill(_ skill: Name, _ user: UserID) -> Bool {
    var has = false
    skills.forEach(user, 0) { if $0 == Int(skill.symbolIndex) { has = true } }
    return has
  }
}
