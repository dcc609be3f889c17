// On disk. Never rename a member; a changed meaning is a new event type.

extension UserRegistered {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
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
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    user = UserID(subject)
    profile = try members.required("profile")
  }

  func write(to members: inout MemberWriter) {
    members.required("profile", profile)
  }
}

extension RoleGranted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    user = UserID(subject)
    role = try members.required("role")
  }

  func write(to members: inout MemberWriter) {
    members.required("role", role)
  }
}

extension RoleRevoked {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    user = UserID(subject)
    role = try members.required("role")
  }

  func write(to members: inout MemberWriter) {
    members.required("role", role)
  }
}

extension UserFollowed {
  init(subject: Symbol, _: inout some MemberReader) {
    user = UserID(subject)
  }

  func write(to _: inout MemberWriter) {
  }
}

extension UserUnfollowed {
  init(subject: Symbol, _: inout some MemberReader) {
    user = UserID(subject)
  }

  func write(to _: inout MemberWriter) {
  }
}

extension UserErased {
  init(subject: Symbol, _: inout some MemberReader) {
    user = UserID(subject)
  }

  func write(to _: inout MemberWriter) {
  }
}
