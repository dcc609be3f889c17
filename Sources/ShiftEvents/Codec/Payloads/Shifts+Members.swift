// On disk. Never rename a member; a changed meaning is a new event type.

extension ShiftScheduled {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    date = try members.required("date")
    start = try members.required("start")
    end = try members.required("end")
    fixedShift = try members.optional("fixedShift")
    closedRequest = try members.optional("closedRequest")
    released = try members.list("released")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("date", date)
    members.required("start", start)
    members.required("end", end)
    members.optional("fixedShift", fixedShift)
    members.optional("closedRequest", closedRequest)
    // What was released belongs to the request that was closed; where none was, both are left out.
    if closedRequest != nil { members.required("released", released) }
  }
}

extension ShiftSkipped {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    date = try members.required("date")
    fixedShift = try members.required("fixedShift")
    reason = try members.required("reason")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("date", date)
    members.required("fixedShift", fixedShift)
    members.required("reason", reason)
  }
}

extension ShiftCancelled {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    date = try members.required("date")
    request = try members.optional("request")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("date", date)
    members.optional("request", request)
  }
}

extension HoursRecorded {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    let submitted: Int? = try members.optional("minutes")
    start = try members.optional("start")
    end = try members.optional("end")
    worker = try members.required("worker")
    date = try members.required("date")
    if let submitted { minutes = submitted } else { minutes = try members.required("minutes") }
    firstOwner = try members.required("firstOwner")
  }

  func write(to members: inout MemberWriter) {
    // Submitted minutes stand first; minutes worked out from the clock are a fact.
    if start == nil { members.required("minutes", minutes) }
    members.optional("start", start)
    members.optional("end", end)
    members.required("worker", worker)
    members.required("date", date)
    if start != nil { members.required("minutes", minutes) }
    members.required("firstOwner", firstOwner)
  }
}
