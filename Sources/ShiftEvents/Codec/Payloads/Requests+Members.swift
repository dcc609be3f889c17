// On disk. Never rename a member; a changed meaning is a new event type.

extension RequestPosted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    request = RequestID(subject)
    date = try members.required("date")
    requester = try members.required("requester")
  }

  func write(to members: inout MemberWriter) {
    members.required("date", date)
    members.required("requester", requester)
  }
}

extension RequestWithdrawn {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    request = RequestID(subject)
    requester = try members.required("requester")
    date = try members.required("date")
    released = try members.required("released")
  }

  func write(to members: inout MemberWriter) {
    members.required("requester", requester)
    members.required("date", date)
    members.required("released", released)
  }
}

extension ShiftSuggested {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    request = try members.required("request")
    owner = try members.required("owner")
    requester = try members.required("requester")
    date = try members.required("date")
  }

  func write(to members: inout MemberWriter) {
    members.required("request", request)
    members.required("owner", owner)
    members.required("requester", requester)
    members.required("date", date)
  }
}

extension SuggestionWithdrawn {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    owner = try members.required("owner")
    request = try members.required("request")
    date = try members.required("date")
  }

  func write(to members: inout MemberWriter) {
    members.required("owner", owner)
    members.required("request", request)
    members.required("date", date)
  }
}

extension SuggestionAccepted {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    shift = ShiftID(subject)
    from = try members.required("from")
    to = try members.required("to")
    date = try members.required("date")
    start = try members.required("start")
    end = try members.required("end")
    request = try members.required("request")
  }

  func write(to members: inout MemberWriter) {
    members.required("from", from)
    members.required("to", to)
    members.required("date", date)
    members.required("start", start)
    members.required("end", end)
    members.required("request", request)
  }
}
