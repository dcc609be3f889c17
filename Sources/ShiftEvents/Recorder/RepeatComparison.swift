/// Compares a submission with the event, recorded or accepted, that has its id.
struct RepeatComparison {
  let submission: Submission
  let event: Event
  let actor: UserID
  let time: Timestamp
  let zone: Zone
  /// True of a shift that was restored to another owner than its last one.
  let isRestoredToAnother: Bool
  /// The first day of the series that the event is about.
  var firstDay: LocalDate?
  /// The person whom the event commits to, where the people file still has them.
  let known: Person?

  /// The first thing that differs, or `nil` where the content is the same.
  var difference: String? {
    if event.type != submission.type { return "type" }
    if actor != submission.content.actor { return "actor" }
    if event.subjectSymbol != submission.subject { return "subject" }
    if let time = submission.time, time != self.time { return "time" }
    let (actual, given) = (EventMembers(of: event), submission.given)
    for member in given where !(actual[member.name]?.isSame(as: member.value) ?? false) {
      return "\(member.name)"
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
      case .kept: member.value
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
