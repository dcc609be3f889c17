import Projections
import ShiftEvents

/// Replies to submissions in words, for a person at a terminal.
struct SpokenReplies {
  private let path: String
  private let diagnostics: Diagnostics
  private let isDryRun: Bool

  /// `nil` where replies are for programs.
  init?(_ invocation: Invocation, _ path: String) {
    let arguments = invocation.arguments
    guard invocation.output.isTerminal, arguments.declares("dry-run"), !arguments.flag("json")
    else { return nil }
    self.path = path
    diagnostics = invocation.diagnostics
    isDryRun = arguments.flag("dry-run")
  }

  /// `recorded as event 58: Eva has F2.2026-01-12 on Mon 12 Jan 15:00–20:00, awaiting approval`
  ///
  /// - Returns: `nil` for a submission that is not recorded: standard error says why.
  func sentence(_ reply: Reply) -> String? {
    guard let (lead, sequence, count) = outcome(reply) else { return nil }
    let more = count > 1 ? " (with \(counted(count - 1, "event")) that it causes)" : ""
    if isDryRun { return lead + more }
    return lead + (effect(of: sequence).map { ": \($0)" } ?? "") + more
  }

  /// A refusal with `Eva (u3)` where `u3` stands. An id of letters alone may be a word, so it stays.
  func naming(_ message: String) -> String {
    let people = (try? LogReader(reading: path).people()) ?? ShiftEvents.People()
    return message.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let bare = word.prefix { !",;:".contains($0) }
      let id = bare.hasSuffix("'s") ? bare.dropLast(2) : bare
      guard id.contains(where: \.isNumber), let user = UserID(String(id)),
        let name = people.name(of: user)
      else { return String(word) }
      return "\(name) (\(id))\(word.dropFirst(id.count))"
    }.joined(separator: " ")
  }

  /// The same in short, for one of many.
  func line(_ reply: Reply) -> String? { outcome(reply)?.lead }

  private func outcome(_ reply: Reply) -> (lead: String, sequence: SequenceNumber, count: Int)? {
    switch reply {
    case .success(.appended(let receipt)):
      (
        "\(isDryRun ? "would be " : "")recorded as event \(receipt.sequence)", receipt.sequence,
        receipt.count
      )
    case .success(.duplicate(let receipt)):
      ("recorded before, as event \(receipt.sequence)", receipt.sequence, 1)
    case .success(.rejected), .success(.conflict), .success(.invalid), .failure: nil
    }
  }

  /// The effect of the event, read back from the log.
  private func effect(of sequence: SequenceNumber) -> String? {
    let before = SequenceNumber(sequence.value - 1)
    let folded = FoldedBefore.load(path, upTo: .sequence(before), diagnostics, parts: [.shifts])
    guard let reader = try? folded?.reader ?? LogReader(reading: path) else { return nil }
    var roster = folded?.replay.roster ?? Roster()
    while let event = try? reader.next() {
      roster.apply(event)
      if event.sequence < sequence { continue }
      let labels = PersonLabels((try? reader.people()) ?? ShiftEvents.People(), showsIDs: false)
      return escapedForTerminal(words(event, roster, labels))
    }
    return nil
  }

  private func words(_ event: RecordedEvent, _ roster: Roster, _ labels: PersonLabels) -> String {
    let row = AuditRow(event)
    let effect = row.effect.text(by: labels.label) {
      minuteText($0, in: roster.workplace.timeZone)
    }
    guard event.event.type?.subjectNoun == ShiftID.noun, let shift = ShiftID(row.subject),
      let record = roster[shift]
    else { return "\(row.person.map(labels.label) ?? row.subject): \(effect)" }
    let place = "\(shift) on \(record.date.shortText) \(record.start)–\(record.end)"
    if case .shiftAccepted(let accepted) = event.event {
      return "\(labels.label(of: accepted.to)) has \(place)"
        + (accepted.final ? "" : ", awaiting approval")
    }
    return "\(place): \(effect)"
  }
}
