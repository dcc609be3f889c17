// On disk. Never rename a member; a changed meaning is a new event type.

extension WorkplaceConfigured {
  init<Reader: MemberReader>(
    subject: Symbol, _ members: inout Reader
  ) throws(Reader.Fault) {
    workplace = WorkplaceID(subject)
    timeZone = try members.optional("timeZone")
    horizonWeeks = try members.optional("horizonWeeks")
    requestDays = try members.optional("requestDays")
    marketApproval = try members.optional("marketApproval")
    suggestionApproval = try members.optional("suggestionApproval")
    minRestMinutes = try members.optional("minRestMinutes")
    maxWeekMinutes = try members.optional("maxWeekMinutes")
    maxShiftsPerDay = try members.optional("maxShiftsPerDay")
    handoverMinutes = try members.optional("handoverMinutes")
    acceptLeadMinutes = try members.optional("acceptLeadMinutes")
  }

  func write(to members: inout MemberWriter) {
    members.optional("timeZone", timeZone)
    members.optional("horizonWeeks", horizonWeeks)
    members.optional("requestDays", requestDays)
    members.optional("marketApproval", marketApproval)
    members.optional("suggestionApproval", suggestionApproval)
    members.optional("minRestMinutes", minRestMinutes)
    members.optional("maxWeekMinutes", maxWeekMinutes)
    members.optional("maxShiftsPerDay", maxShiftsPerDay)
    members.optional("handoverMinutes", handoverMinutes)
    members.optional("acceptLeadMinutes", acceptLeadMinutes)
  }
}
