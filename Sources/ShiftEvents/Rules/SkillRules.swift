/// Skills: granted and revoked by managers, needed by shifts.
enum SkillRules {
  static func evolve(_ state: inout DomainState, with event: SkillGranted) {
    guard state.userIndex[event.user.symbol] != nil, !state.hasSkill(event.skill, event.user) else {
      return
    }
    state.skills.insert(Int(event.skill.symbolIndex), event.user, 0)
  }

  static func evolve(_ state: inout DomainState, with event: SkillRevoked) {
    state.skills.remove(Int(event.skill.symbolIndex), event.user, 0)
  }

  /// Takes all skills of an erased person away.
  static func evolve(_ state: inout DomainState, with event: UserErased) {
    for skill in state.skills.elements(event.user, 0) { state.skills.remove(skill, event.user, 0) }
  }

  // MARK: - Judging

  static func grant(
    _ skill: Name, to user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    try AccountRules.requireNotErased(try state.user(user))
    if state.hasSkill(skill, user) {
      throw Rejection(.alreadyGranted, "\(user) has the skill \(skill) already")
    }
    return .skillGranted(SkillGranted(user: user, skill: skill))
  }

  static func revoke(
    _ skill: Name, from user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    try AccountRules.requireNotErased(try state.user(user))
    if !state.hasSkill(skill, user) {
      throw Rejection(.notGranted, "\(user) does not have the skill \(skill)")
    }
    return .skillRevoked(SkillRevoked(user: user, skill: skill))
  }
}

extension DomainState {
  func hasSkill(_ skill: Name, _ user: UserID) -> Bool {
    var has = false
    skills.forEach(user, 0) { if $0 == Int(skill.symbolIndex) { has = true } }
    return has
  }
}
