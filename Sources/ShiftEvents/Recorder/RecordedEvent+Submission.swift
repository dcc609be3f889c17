// The way back from a fat event to the thin submission that would record it again.

/// The form in which a recorded event is submitted to another log.
package enum Resubmission: Sendable {
  /// A submission, one JSON object without a line feed: with the event's own id, source and time.
  case submission([UInt8])
  /// It follows from the submission before it and comes back with that one.
  case generated
  /// `extend` made it; running `extend` at its time makes it again.
  case extended
  /// A name or address was changed that the people file no longer has; no projection shows that.
  case forgotten
  /// Its type is unknown to this version.
  case unknown
}

/// The events of a log that follow from a closure which cancelled what stood on its days, told apart as they come: those
/// of its batch behind it, one for each shift and vacancy that it names.
package struct ClosureFollowers: Sendable {
  private var left = 0

  package init() {}

  /// Takes the next event; returns `true` of a follower.
  package mutating func take(_ event: RecordedEvent) -> Bool {
    let isFollower = left > 0
    if isFollower { left -= 1 }
    if !isFollower, case .closureRecorded(let closure) = event.event, closure.cancel == true {
      left = closure.shifts.count + closure.vacancies.count
    }
    if event.isLastOfBatch { left = 0 }
    return isFollower
  }
}

extension RecordedEvent {
  /// The submission that would record the event: without the facts, and without attributes that are refused
  /// by now.
  ///
  /// - Parameter people: names and e-mail addresses, which are not in the log. A renamed or erased
  ///   person has them only if the file still holds those that this event committed to.
  package func resubmission(_ people: People) -> Resubmission {
    guard let type = event.type else { return .unknown }
    if actor == .system {
      return attributes.contains { $0.name == "causationid" } ? .generated : .extended
    }
    let person = person(in: people)
    if type == .profileChanged && person == nil { return .forgotten }
    var members = MemberWriter()
    // What recorded it took an id that only the tool gives by now: it gets a new one.
    members.optional("id", hasReservedID ? nil : id)
    members.required("source", source)
    return .submission(
      submission(of: type, &members, time: time, name: person?.name, email: person?.email))
  }

  /// True of a submission whose id is refused by now.
  package var hasReservedID: Bool { Envelope.isReserved(id: id, of: source) }

  /// The submission that the line shows, for judging it again at its place: without id and time,
  /// which the log has already. A placeholder replaces names.
  func rejudgedSubmission(of type: EventType) -> [UInt8] {
    var members = MemberWriter()
    return submission(
      of: type, &members, time: nil, name: event.profile.map { _ in "?" }, email: nil)
  }

  private func submission(
    of type: EventType, _ members: inout MemberWriter<[UInt8]>, time: Timestamp?, name: String?,
    email: String?
  ) -> [UInt8] {
    members.required("type", type.rawValue)
    members.required("subject", event.subject)
    members.optional("time", time)
    members.required("actor", actor)
    for attribute in attributes where !attribute.isMistaken { members.add(attribute) }
    var data = MemberWriter()
    let fields = type.fields.filter(\.isPlainText)
    for member in EventMembers(of: event).members
    where [.required, .optional].contains(member.presence) {
      let isText = fields.contains { $0.name.isEqual(to: member.name) }
      // What is judged at its place again is what was recorded; what is submitted anew has the form of today.
      let value = time != nil && isText ? composed(member.value) : member.value
      data.required(member.name, value)
    }
    data.optional("name", name)
    data.optional("email", email)
    return members.end(with: data)
  }

  /// The same text in normal form C.
  private func composed(_ value: any JSONWritable) -> any JSONWritable {
    switch value {
    case let name as Name: name.inNFC
    case let title as Title: title.inNFC
    case let names as [Name]: names.map(\.inNFC)
    case let text as String: text.inNFC
    default: value
    }
  }

  /// The person whose name and address the event committed to.
  private func person(in people: People) -> Person? {
    guard let profile = event.profile else { return nil }
    let user = UserID(event.subjectSymbol)
    // Asked for first, so that one that is not told counts as withheld.
    guard let person = people[user], people.commitment(of: user) == profile else { return nil }
    return person
  }
}
