/// Whether a submission with the id of a recorded event has its content.
struct RepeatComparison {
  private let submission: Submission
  private let recorded: RecordedEvent
  private let zone: Zone
  private let people: People

  init(_ submission: Submission, _ recorded: RecordedEvent, zone: Zone, people: People) {
    self.submission = submission
    self.recorded = recorded
    self.zone = zone
    self.people = people
  }

  /// The first thing that differs, or `nil` where the content is the same.
  var difference: String? {
    if recorded.event.type != submission.type { return "type" }
    if recorded.actor != submission.actor { return "actor" }
    if recorded.event.subjectSymbol != submission.subject { return "subject" }
    if let time = submission.time, time != recorded.time { return "time" }
    let actual = WrittenMembers(of: recorded.event)
    for member in submission.given where actual[member.name] != member.value {
      return "\(member.name)"
    }
    for field in submission.type.fields where isDifferentByOmission(field, actual) {
      return "\(field.name)"
    }
    return personalDifference
  }

  /// A member that was submitted then and is left out now, unless its default gave the same.
  private func isDifferentByOmission(_ field: Field, _ actual: WrittenMembers) -> Bool {
    guard field.presence != .fact, let value = actual[field.name],
      !submission.given.contains(where: { $0.name.isEqual(to: field.name) })
    else { return false }
    return defaultValue(of: field, actual) != value
  }

  private func defaultValue(of field: Field, _ actual: WrittenMembers) -> ArraySlice<UInt8>? {
    var value: [UInt8] = []
    switch (submission.type, "\(field.name)") {
    case (.fixedShiftRegistered, "owner"): submission.actor.appendJSON(to: &value)
    case (.fixedShiftRegistered, "from"): zone.date(at: recorded.time).appendJSON(to: &value)
    case (.studyStarted, "blockMinutes"): StudyStarted.standardBlockMinutes.appendJSON(to: &value)
    case (.studyStarted, "pauseMinutes"): StudyStarted.standardPauseMinutes.appendJSON(to: &value)
    case (.studyStopped, "reason"): StudyStopped.standardReason.appendJSON(to: &value)
    case (.dealPosted, "validFrom"): recorded.time.appendJSON(to: &value)
    // Minutes beside a start were worked out; so they are no omission.
    case (.hoursRecorded, "minutes") where actual["start"] != nil: return actual["minutes"]
    default: return nil
    }
    return value[...]
  }

  /// Names and addresses are held against the commitment, as long as the people file has what it
  /// was made of; once changed or erased they are not compared.
  private var personalDifference: String? {
    guard let personal = submission.personal else { return nil }
    let profile: Digest?
    switch recorded.event {
    case .userRegistered(let event): profile = event.profile
    case .profileChanged(let event): profile = event.profile
    default: return nil
    }
    guard let profile else { return personal.isEmpty ? nil : "name or e-mail address" }
    guard let known = people[UserID(submission.subject)], known.profile == profile else {
      return nil
    }
    let isPartial = submission.type == .profileChanged
    let name = personal.name ?? (isPartial ? known.name : nil)
    let email = personal.email ?? (isPartial ? known.email : nil)
    return name == known.name && email == known.email ? nil : "name or e-mail address"
  }
}
