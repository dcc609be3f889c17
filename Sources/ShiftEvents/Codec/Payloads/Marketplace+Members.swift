// On disk. Never rename a member; a changed meaning is a new event type.

extension ShiftSupplied {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    date = try members.required("date")
    start = try members.required("start")
    end = try members.required("end")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("date", date)
    members.required("start", start)
    members.required("end", end)
  }
}

extension ShiftRevoked {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    date = try members.required("date")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("date", date)
  }
}

extension ShiftAccepted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    from = try members.required("from")
    to = try members.required("to")
    date = try members.required("date")
    start = try members.required("start")
    end = try members.required("end")
    final = try members.required("final")
    closedRequest = try members.optional("closedRequest")
    released = try members.list("released")
  }

  func write(to members: inout MemberWriter) {
    members.required("from", from)
    members.required("to", to)
    members.required("date", date)
    members.required("start", start)
    members.required("end", end)
    members.required("final", final)
    members.optional("closedRequest", closedRequest)
    // What was released belongs to the request that was closed; where none was, both are left out.
    if closedRequest != nil { members.required("released", released) }
  }
}

extension AcceptanceWithdrawn {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    taker = try members.required("taker")
    date = try members.required("date")
    via = try members.required("via")
    request = try members.optional("request")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("taker", taker)
    members.required("date", date)
    members.required("via", via)
    members.optional("request", request)
  }
}

extension ShiftApproved {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    from = try members.required("from")
    to = try members.required("to")
    date = try members.required("date")
    start = try members.required("start")
    end = try members.required("end")
    via = try members.required("via")
    request = try members.optional("request")
    closedRequest = try members.optional("closedRequest")
    released = try members.list("released")
  }

  func write(to members: inout MemberWriter) {
    members.required("from", from)
    members.required("to", to)
    members.required("date", date)
    members.required("start", start)
    members.required("end", end)
    members.required("via", via)
    members.optional("request", request)
    members.optional("closedRequest", closedRequest)
    // What was released belongs to the request that was closed; where none was, both are left out.
    if closedRequest != nil { members.required("released", released) }
  }
}

extension ShiftDisapproved {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    taker = try members.required("taker")
    date = try members.required("date")
    via = try members.required("via")
    request = try members.optional("request")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("taker", taker)
    members.required("date", date)
    members.required("via", via)
    members.optional("request", request)
  }
}
