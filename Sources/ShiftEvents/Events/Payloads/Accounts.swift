/// A person joined, with at least one role.
public struct UserRegistered: Hashable, Sendable {
  public var user: UserID
  public var roles: [Role]
  public var profile: Digest?

  public init(user: UserID, roles: [Role], profile: Digest? = nil) {
    self.user = user
    self.roles = roles
    self.profile = profile
  }
}

/// A name or an e-mail address changed; the log holds the new commitment only.
public struct ProfileChanged: Hashable, Sendable {
  public var user: UserID
  public var profile: Digest

  public init(user: UserID, profile: Digest) {
    self.user = user
    self.profile = profile
  }
}

/// A person got a role.
public struct RoleGranted: Hashable, Sendable {
  public var user: UserID
  public var role: Role

  public init(user: UserID, role: Role) {
    self.user = user
    self.role = role
  }
}

/// A person lost a role.
public struct RoleRevoked: Hashable, Sendable {
  public var user: UserID
  public var role: Role

  public init(user: UserID, role: Role) {
    self.user = user
    self.role = role
  }
}

/// The actor follows the user from now on.
public struct UserFollowed: Hashable, Sendable {
  public var user: UserID

  public init(user: UserID) {
    self.user = user
  }
}

/// The actor follows the user no longer.
public struct UserUnfollowed: Hashable, Sendable {
  public var user: UserID

  public init(user: UserID) {
    self.user = user
  }
}

/// Name, e-mail address and roles of a person were taken away.
public struct UserErased: Hashable, Sendable {
  public var user: UserID

  public init(user: UserID) {
    self.user = user
  }
}
