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
/// behind it, one for each shift and vacancy that it names.
package struct ClosureFollowers: Sendable {
  private var sequences = SequenceNumber.zero..<SequenceNumber.zero

  package init() {}

  /// Takes the next event that is read; returns `true` of a follower.
  package mutating func take(_ event: RecordedEvent) -> Bool {
    if case .closureRecorded(let closure) = event.event, closure.cancel == true {
      let count = closure.shifts.count + closure.vacancies.count
      let first = event.sequence.next
      sequences = first..<SequenceNumber(first.value + count)
    }
    return sequences.contains(event.sequence)
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
    let (name, email) = (person?.name?.ofToday, person?.email?.ofToday)
    if type == .profileChanged && (person == nil || hasRefusedName(in: people) && name == email) {
      return .forgotten
    }
    var members = MemberWriter()
    // What recorded it took an id that only the tool gives by now, or a source that append refuses: it gets a new one.
    members.optional("id", hasReservedID || hasRefusedSource ? nil : id)
    members.optional("source", hasRefusedSource ? nil : source)
    return .submission(
      submission(of: type, &members, time: time, name: name, email: email))
  }

  /// True of a submission whose name or address is refused by now: earlier versions set no bound.
  package func hasRefusedName(in people: People) -> Bool {
    guard let person = person(in: people) else { return false }
    return [person.name, person.email].contains { $0 != nil && $0?.ofToday == nil }
  }

  /// True of a submission whose source is refused by now: earlier versions took more for a URI reference.
  package var hasRefusedSource: Bool {
    unsafe !source.withBytes { unsafe isURIReference($0) }
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
    for attribute in attributes where !attribute.isRefused { members.add(attribute) }
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

  /// The person whose name and address the event committed to.
  private func person(in people: People) -> Person? {
    guard let profile = event.profile else { return nil }
    let user = UserID(event.subjectSymbol)
    // Asked for first, so that one that is not told counts as withheld.
    guard let person = people[user], people.commitment(of: user) == profile else { return nil }
    return person
  }
}

extension String {
  /// The name or the address, if a submission may have it.
  fileprivate var ofToday: String? {
    unicodeScalars.count > PersonalData.mostCharacters || CombiningMarks.areTooMany(in: self)
      ? nil : self
  }
}

/// The same text in normal form C, which earlier versions did not ask for.
private func composed(_ value: any JSONWritable) -> any JSONWritable {
  switch value {
  case let name as Name: name.inNFC
  case let title as Title: title.inNFC
  case let names as [Name]: names.map(\.inNFC)
  case let text as String: text.inNFC
  default: value
  }
}

/// Compares a submission with the event, recorded or accepted, that has its id.
struct RepeatComparison {
  let submission: Submission
  let event: Event
  let actor: UserID
  let time: Timestamp
  let zone: Zone
  /// True of a shift that was restored to another owner than its last one.
  let isRestoredToAnother: Bool
  /// True of hours whose break was another than that of their shift.
  let hasOwnBreak: Bool
  /// The first day of the series that the event is about.
  var firstDay: LocalDate?
  /// The person whom the event commits to, where the people file still has them.
  let known: Person?

  /// The first thing that differs, or `nil` where the content is the same.
  var difference: String? {
    if event.typeName != submission.type.rawValue { return "type" }
    // Of what this version does not know.
    if event.type == nil { return "data" }
    if actor != submission.content.actor { return "actor" }
    if event.subjectSymbol != submission.subject { return "subject" }
    if let time = submission.time, time != self.time { return "time" }
    let (actual, given) = (EventMembers(of: event), submission.given)
    for member in given {
      guard let value = actual[member.name],
        value.isSame(as: member.value) || composed(value).isSame(as: member.value)
      else { return "\(member.name)" }
    }
    for field in submission.type.fields where field.presence != .fact {
      if given.contains(where: { $0.name.isEqual(to: field.name) }) { continue }
      if isDifferentByOmission(field, actual) { return "\(field.name)" }
    }
    return personalDifference
  }

  /// A member that was submitted then and is left out now, unless its default gave the same.
  private func isDifferentByOmission(_ field: Field, _ actual: EventMembers) -> Bool {
    // What was worked out then, such as minutes beside a start, is no omission.
    guard let member = actual.member(field.name), member.presence != .fact else { return false }
    let usual: (any JSONWritable)? =
      switch field.traits.whenOmitted {
      case .number(let number): number
      case .word(let word): "\(word)"
      case .actor: submission.content.actor
      case .truth(let truth): truth
      case .today: zone.date(at: time)
      case .todayOrFirst: max(zone.date(at: time), firstDay ?? .first)
      case .firstDay: actual["from"]
      case .now: time
      case .usualDays: usualDays(actual)
      case .ownerBefore: isRestoredToAnother ? nil : member.value
      case .breakOfShift: hasOwnBreak ? nil : member.value
      // What an edit takes away was given; it is never filled in.
      case .kept: member.value is JSONNull ? nil : member.value
      case .policyBefore, nil: nil
      }
    return !(usual?.isSame(as: member.value) ?? false)
  }

  /// The day on which work ends where nobody said it.
  private func usualDays(_ actual: EventMembers) -> Int? {
    guard let start = actual["start"] as? TimeOfDay, let end = actual["end"] as? TimeOfDay else {
      return nil
    }
    return dayOfEnd(start, end, days: nil)
  }

  /// Names and addresses are held against the commitment, as long as the people file has what it
  /// was made of; once changed or erased they are not compared.
  private var personalDifference: String? {
    guard let personal = submission.personal else { return nil }
    if event.profile == nil { return personal.isEmpty ? nil : "name or e-mail address" }
    guard let known else { return nil }
    let kept = submission.keepsPersonal ? known : nil
    let (name, email) = (personal.name ?? kept?.name, personal.email ?? kept?.email)
    return name == known.name && email == known.email ? nil : "name or e-mail address"
  }
}
