// On disk. Never rename a member; a changed meaning is a new event type.

extension UserRegistered {
  init(subject: Symbol, _ members: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
    roles = try members.required("roles")
    profile = try members.optional("profile")
  }

  func write(to members: inout MemberWriter) {
    members.required("roles", roles)
    members.optional("profile", profile)
  }
}

extension ProfileChanged {
  init(subject: Symbol, _ members: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
    profile = try members.required("profile")
  }

  func write(to members: inout MemberWriter) {
    members.required("profile", profile)
  }
}

extension RoleGranted {
  init(subject: Symbol, _ members: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
    role = try members.required("role")
  }

  func write(to members: inout MemberWriter) {
    members.required("role", role)
  }
}

extension RoleRevoked {
  init(subject: Symbol, _ members: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
    role = try members.required("role")
  }

  func write(to members: inout MemberWriter) {
    members.required("role", role)
  }
}

extension UserFollowed {
  init(subject: Symbol, _: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
  }

  func write(to _: inout MemberWriter) {
  }
}

extension UserUnfollowed {
  init(subject: Symbol, _: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
  }

  func write(to _: inout MemberWriter) {
  }
}

extension UserErased {
  init(subject: Symbol, _: inout JSONScanner) throws(PayloadFault) {
    user = UserID(subject)
  }

  func write(to _: inout MemberWriter) {
  }
}
