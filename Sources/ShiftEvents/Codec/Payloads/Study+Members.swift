// On disk. Never rename a member; a changed meaning is a new event type.

extension StudyStarted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    session = SessionID(subject)
    blockMinutes = try members.required("blockMinutes")
    pauseMinutes = try members.required("pauseMinutes")
  }

  func write(to members: inout MemberWriter) {
    members.required("blockMinutes", blockMinutes)
    members.required("pauseMinutes", pauseMinutes)
  }
}

extension StudyBlockCompleted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    session = SessionID(subject)
    block = try members.required("block")
    minutes = try members.required("minutes")
  }

  func write(to members: inout MemberWriter) {
    members.required("block", block)
    members.required("minutes", minutes)
  }
}

extension StudyStopped {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    session = SessionID(subject)
    reason = try members.required("reason")
    minutes = try members.required("minutes")
  }

  func write(to members: inout MemberWriter) {
    members.required("reason", reason)
    members.required("minutes", minutes)
  }
}
