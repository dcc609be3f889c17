// On disk. Never rename a member; a changed meaning is a new event type.

extension FixedShiftRegistered {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    fixedShift = FixedShiftID(subject)
    weekday = try members.required("weekday")
    start = try members.required("start")
    end = try members.required("end")
    owner = try members.required("owner")
    from = try members.required("from")
  }

  func write(to members: inout MemberWriter) {
    members.required("weekday", weekday)
    members.required("start", start)
    members.required("end", end)
    members.required("owner", owner)
    members.required("from", from)
  }
}

extension FixedShiftRemoved {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    fixedShift = FixedShiftID(subject)
    owner = try members.required("owner")
    removed = try members.required("removed")
    kept = try members.required("kept")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("removed", removed)
    members.required("kept", kept)
  }
}
