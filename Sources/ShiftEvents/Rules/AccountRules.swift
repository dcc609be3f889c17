/// Registration, roles, profiles and follows.
enum AccountRules {
  static func evolve(_ state: inout DomainState, with event: UserRegistered) {
    if state.userIndex[event.user.symbol] != nil { return }
    let roles = RoleSet(event.roles)
    state.userIndex.set(event.user.symbol, to: state.users.count)
    state.users.append(UserRecord(id: event.user, roles: roles, profile: event.profile))
    if roles.contains(RoleSet(.manager)) { state.managerCount += 1 }
  }

  static func evolve(_ state: inout DomainState, with event: ProfileChanged) {
    withUser(&state, event.user) { $0.profile = event.profile }
  }

  static func evolve(_ state: inout DomainState, with event: RoleGranted) {
    setRoles(&state, event.user) { $0.union(RoleSet(event.role)) }
  }

  static func evolve(_ state: inout DomainState, with event: RoleRevoked) {
    setRoles(&state, event.user) { $0.subtracting(RoleSet(event.role)) }
  }

  static func evolve(_ state: inout DomainState, with event: UserErased) {
    setRoles(&state, event.user) { _ in [] }
    withUser(&state, event.user) {
      $0.isErased = true
      $0.profile = nil
    }
  }

  private static func withUser(
    _ state: inout DomainState, _ user: UserID, _ change: (inout UserRecord) -> Void
  ) {
    if let index = state.userIndex[user.symbol] { change(&state.users[index]) }
  }

  private static func setRoles(
    _ state: inout DomainState, _ user: UserID, _ roles: (RoleSet) -> RoleSet
  ) {
    guard let index = state.userIndex[user.symbol] else { return }
    let (before, after) = (state.users[index].roles, roles(state.users[index].roles))
    let manager = RoleSet(.manager)
    state.managerCount += (after.contains(manager) ? 1 : 0) - (before.contains(manager) ? 1 : 0)
    state.users[index].roles = after
  }

  // MARK: - Judging

  static func register(
    _ user: UserID, roles: [Role], _ personal: PersonalData,
    given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let isOneself = user == context.actor
    if !isOneself { _ = try state.user(context.actor) }
    if state.userIndex[user.symbol] != nil {
      throw Rejection(.userExists, "\(user) is registered already")
    }
    if !isOneself { try state.requireManager(context.actor) }
    if roles.contains(.manager), state.managerCount > 0, !state.holds(.manager, context.actor) {
      throw Rejection(.notManager, "there is a manager already; only a manager makes another")
    }
    try judge(personal, in: context)
    return .userRegistered(UserRegistered(user: user, roles: roles, profile: context.profile))
  }

  static func changeProfile(
    _ user: UserID, _ personal: PersonalData, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let record = try state.user(user)
    try state.requireSelfOrManager(user, context.actor)
    try requireNotErased(record)
    try judge(personal, in: context)
    return .profileChanged(ProfileChanged(user: user, profile: context.profile ?? .zero))
  }

  private static func judge(_ personal: PersonalData, in context: RuleContext) throws(Rejection) {
    guard let email = personal.email else { return }
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count != 2 || parts.contains("") {
      throw Rejection(.invalidEmail, "an e-mail address has one \"@\" with text on both sides")
    }
    if context.isEmailInUse {
      throw Rejection(.emailTaken, "somebody else has this e-mail address")
    }
  }

  static func grant(
    _ role: Role, to user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    let record = try state.user(user)
    try requireNotErased(record)
    if record.roles.contains(RoleSet(role)) {
      throw Rejection(.alreadyGranted, "\(user) has the role \(role.rawValue) already")
    }
    return .roleGranted(RoleGranted(user: user, role: role))
  }

  static func revoke(
    _ role: Role, from user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    try state.requireManager(context.actor)
    let record = try state.user(user)
    try requireNotErased(record)
    if !record.roles.contains(RoleSet(role)) {
      throw Rejection(.notGranted, "\(user) does not have the role \(role.rawValue)")
    }
    if role == .manager { try requireAnotherManager(besides: record, state) }
    return .roleRevoked(RoleRevoked(user: user, role: role))
  }

  static func erase(
    _ user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    let record = try state.user(user)
    try state.requireSelfOrManager(user, context.actor)
    try requireNotErased(record)
    try requireAnotherManager(besides: record, state)
    return .userErased(UserErased(user: user))
  }

  static func follow(
    _ user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try state.user(user)
    if user == context.actor { throw Rejection(.cannotFollowSelf, "nobody follows themselves") }
    if state.isFollowing(context.actor, user) {
      throw Rejection(.alreadyFollowing, "\(context.actor) follows \(user) already")
    }
    return .userFollowed(UserFollowed(user: user))
  }

  static func unfollow(
    _ user: UserID, given state: DomainState, in context: RuleContext
  ) throws(Rejection) -> Event {
    _ = try state.user(user)
    if user == context.actor { throw Rejection(.cannotFollowSelf, "nobody follows themselves") }
    if !state.isFollowing(context.actor, user) {
      throw Rejection(.notFollowing, "\(context.actor) does not follow \(user)")
    }
    return .userUnfollowed(UserUnfollowed(user: user))
  }

  static func requireNotErased(_ user: UserRecord) throws(Rejection) {
    if user.isErased { throw Rejection(.userErased, "\(user.id) was erased") }
  }

  private static func requireAnotherManager(
    besides user: UserRecord, _ state: DomainState
  ) throws(Rejection) {
    if user.roles.contains(RoleSet(.manager)) && state.managerCount == 1 {
      throw Rejection(.lastManager, "\(user.id) is the last manager; make another one first")
    }
  }
}
