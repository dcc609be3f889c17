extension EventGuide {
  static let workplaceConfigured = EventGuide(
    "Sets policies of the workplace; what is left out keeps its value",
    by: "the first one: anyone; later ones: a manager",
    [.notManager, .unknownWorkplace, .timeZoneFixed, .invalidField],
    "workplace.configured store --actor u1 requestDays=60")
  static let userRegistered = EventGuide(
    "Adds a person with at least one role", by: "oneself, or a manager for another",
    [.userExists, .notManager, .invalidEmail, .emailTaken],
    "user.registered u13 --actor u1 roles:='[\"employee\"]' name='Joe Visser'")
  static let profileChanged = EventGuide(
    "Changes a name or an e-mail address", by: "oneself or a manager",
    [.notManager, .userErased, .invalidEmail, .emailTaken],
    "profile.changed u4 --actor u4 name='Tom Bakker'")
  static let roleGranted = EventGuide(
    "Gives a person a role", by: "a manager",
    [.notManager, .userErased, .alreadyGranted], "role.granted u4 --actor u1 role=student")
  static let roleRevoked = EventGuide(
    "Takes a role from a person", by: "a manager",
    [.notManager, .userErased, .notGranted, .lastManager],
    "role.revoked u3 --actor u1 role=student")
  static let contractSet = EventGuide(
    "Sets a person's own limits, which stand in the place of the workplace's, perhaps from a day on; null takes one away",
    by: "a manager", [.notManager, .userErased, .missingRole, .dateOutOfRange],
    "contract.set u4 --actor u1 maxWeekMinutes=960")
  static let userErased = EventGuide(
    "Takes away a person's name, e-mail address, roles and skills",
    by: "oneself or a manager", [.notManager, .userErased, .lastManager],
    "user.erased u11 --actor u11")
  static let userFollowed = EventGuide(
    "Follows a person, whose study then stands in one's ranking",
    by: "the follower", [.cannotFollowSelf, .alreadyFollowing], "user.followed u6 --actor u4")
  static let userUnfollowed = EventGuide(
    "Follows a person no longer", by: "the follower",
    [.cannotFollowSelf, .notFollowing], "user.unfollowed u6 --actor u3")
  static let skillGranted = EventGuide(
    "Gives a person a skill, which shifts may need, for good or until a day",
    by: "a manager", [.notManager, .userErased, .dateOutOfRange, .alreadyGranted],
    "skill.granted u4 --actor u1 skill=first-aid until=2026-12-31")
  static let skillRevoked = EventGuide(
    "Takes a skill from a person; shifts that they have stay theirs", by: "a manager",
    [.notManager, .userErased, .notGranted], "skill.granted u4 --actor u1 skill=first-aid",
    "skill.revoked u4 --actor u1 skill=first-aid")
}

/// Registration, roles, profiles and follows.
extension DomainState {
  func register(
    _ user: UserID, roles: [Role], _ personal: PersonalData, in context: RuleContext
  ) throws(Rejection) -> Event {
    let isOneself = user == context.actor
    if !isOneself { _ = try self.user(context.actor) }
    if users.place(of: user) != nil { throw Rejection(.userExists, [.user: user]) }
    if !isOneself { try requireManager(context.actor) }
    if roles.contains(.manager), !managers.isEmpty, !holds(.manager, context.actor) {
      throw Rejection(.notManager, because: .managerExists, [.actor: context.actor])
    }
    try judge(personal, of: user, in: context)
    return .userRegistered(UserRegistered(user: user, roles: roles, profile: context.profile))
  }

  func changeProfile(
    _ user: UserID, _ personal: PersonalData, in context: RuleContext
  ) throws(Rejection) -> Event {
    let record = try self.user(user)
    try requireSelfOrManager(user, context.actor)
    try requireNotErased(record)
    try judge(personal, of: user, in: context)
    return .profileChanged(ProfileChanged(user: user, profile: context.profile ?? .zero))
  }

  private func judge(
    _ personal: PersonalData, of user: UserID, in context: RuleContext
  ) throws(Rejection) {
    guard let email = personal.email else { return }
    let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    if parts.count != 2 || parts.contains(where: \.isEmpty) {
      throw Rejection(.invalidEmail, [.user: user])
    }
    if context.isEmailInUse { throw Rejection(.emailTaken, [.user: user]) }
  }

  func grant(_ role: Role, to user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    let record = try managed(user, in: context)
    if record.roles.contains(RoleSet(role)) {
      throw Rejection(.alreadyGranted, [.user: user, .role: role.rawValue])
    }
    return .roleGranted(RoleGranted(user: user, role: role))
  }

  func revoke(_ role: Role, from user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    let record = try managed(user, in: context)
    if !record.roles.contains(RoleSet(role)) {
      throw Rejection(.notGranted, [.user: user, .role: role.rawValue])
    }
    if role == .manager { try requireAnotherManager(besides: record) }
    return .roleRevoked(RoleRevoked(user: user, role: role))
  }

  func setContract(
    _ user: UserID, _ limits: ContractEdits, from: LocalDate?, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    try require(.employee, user)
    try requireNotPast(from, at: context.time)
    return .contractSet(ContractSet(user: user, limits: limits, from: from))
  }

  private func requireNotPast(_ day: LocalDate?, at time: Timestamp) throws(Rejection) {
    guard let day, case let today = today(at: time), day < today else { return }
    throw Rejection(.dateOutOfRange, [.date: day, .today: today])
  }

  func erase(_ user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    let record = try self.user(user)
    try requireSelfOrManager(user, context.actor)
    try requireNotErased(record)
    try requireAnotherManager(besides: record)
    return .userErased(UserErased(user: user))
  }

  func follow(_ user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    _ = try self.user(user)
    if user == context.actor { throw Rejection(.cannotFollowSelf, [.user: user]) }
    if isFollowing(context.actor, user) {
      throw Rejection(.alreadyFollowing, [.actor: context.actor, .user: user])
    }
    return .userFollowed(UserFollowed(user: user))
  }

  func unfollow(_ user: UserID, in context: RuleContext) throws(Rejection) -> Event {
    _ = try self.user(user)
    if user == context.actor { throw Rejection(.cannotFollowSelf, [.user: user]) }
    if !isFollowing(context.actor, user) {
      throw Rejection(.notFollowing, [.actor: context.actor, .user: user])
    }
    return .userUnfollowed(UserUnfollowed(user: user))
  }

  /// The record of a person to whom the manager who acts gives something, or from whom it is taken.
  func managed(_ user: UserID, in context: RuleContext) throws(Rejection) -> UserRecord {
    try requireManager(context.actor)
    let record = try self.user(user)
    try requireNotErased(record)
    return record
  }

  private func requireNotErased(_ user: UserRecord) throws(Rejection) {
    if user.isErased { throw Rejection(.userErased, [.user: user.id]) }
  }

  private func requireAnotherManager(besides user: UserRecord) throws(Rejection) {
    if user.roles.contains(RoleSet(.manager)) && managers.count == 1 {
      throw Rejection(.lastManager, [.user: user.id])
    }
  }
}

/// Skills: granted and revoked by managers, needed by shifts.
extension DomainState {
  func grant(
    _ skill: Name, to user: UserID, until: LocalDate?, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    try requireNotPast(until, at: context.time)
    if hasSkill(skill, user, on: today(at: context.time)), lastDay(of: skill, user) == until {
      throw Rejection(.alreadyGranted, [.user: user, .skill: skill])
    }
    return .skillGranted(SkillGranted(user: user, skill: skill, until: until))
  }

  func revoke(
    _ skill: Name, from user: UserID, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try managed(user, in: context)
    if !hasSkill(skill, user, on: today(at: context.time)) {
      throw Rejection(.notGranted, [.user: user, .skill: skill])
    }
    return .skillRevoked(SkillRevoked(user: user, skill: skill))
  }
}

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
    if let minutes = event.policies.clockRoundMinutes,
      !WorkplacePolicies.roundings.contains(minutes)
    {
      throw Rejection(.invalidField, [.field: "clockRoundMinutes", .minutes: minutes])
    }
    return .workplaceConfigured(event)
  }
}
