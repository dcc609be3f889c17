import Projections
import ShiftEvents

/// Replies to submissions in words, for a person at a terminal.
struct ReplySentences {
  private let path: String
  private let invocation: Invocation
  private let isDryRun: Bool

  /// `nil` where replies are for programs.
  init?(_ invocation: Invocation, _ path: String) {
    guard invocation.output.isTerminal, !invocation[AppendOptions.json] else { return nil }
    self.path = path
    self.invocation = invocation
    isDryRun = invocation[AppendOptions.dryRun]
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

  /// The message of a refusal with `Eva (u3)` where a person's id stands.
  func naming(_ rejection: Rejection) -> String {
    let people = invocation.people(beside: path)
    return rejection.message { id in
      UserID(id).flatMap(people.name).map { "\($0) (\(id))" } ?? id
    }
  }

  /// The same in short, for one of many.
  func line(_ reply: Reply) -> String? { outcome(reply)?.lead }

  private func outcome(_ reply: Reply) -> (lead: String, sequence: SequenceNumber, count: Int)? {
    switch reply {
    case .success(.appended(let receipt)):
      (
        "\(isDryRun ? "would be " : "")recorded as event \(receipt.sequence)"
          + kept(receipt.attributes), receipt.sequence, receipt.count
      )
    case .success(.duplicate(let receipt)):
      ("recorded before, as event \(receipt.sequence)", receipt.sequence, 1)
    case .success(.rejected), .success(.conflict), .success(.invalid), .failure: nil
    }
  }

  /// Says which attributes were kept that nobody documents: one of them may be a mistake.
  private func kept(_ names: [String]) -> String {
    if names.isEmpty { return "" }
    return " with the \(names.count == 1 ? "attribute" : "attributes") \(listed(names, "and"))"
  }

  /// The effect of the event, read back from the log.
  private func effect(of sequence: SequenceNumber) -> String? {
    let before = SequenceNumber(sequence.value - 1)
    let folded = FoldedBefore.load(
      path, upTo: .sequence(before), invocation.diagnostics, parts: [.shifts])
    guard let reader = try? folded?.reader ?? LogReader(reading: path) else { return nil }
    var state = Consequences(after: folded?.replay.roster ?? Roster())
    while let event = try? reader.next() {
      let consequence = state.apply(event)
      if event.sequence < sequence { continue }
      let labels = PersonLabels(invocation.people(beside: path), showsIDs: false)
      return escapedForTerminal(words(event, consequence, state.roster, labels))
    }
    return nil
  }

  private func words(
    _ event: RecordedEvent, _ consequence: Consequence, _ roster: Roster, _ labels: PersonLabels
  ) -> String {
    let row = AuditRow(event, consequence)
    let effect = row.effect.text(by: labels.label) {
      minuteText($0, in: roster.workplace.timeZone)
    }
    guard event.event.type?.subjectNoun == ShiftID.noun, let shift = ShiftID(row.subject),
      roster[shift] != nil
    else {
      let length = event.event.length(in: roster.workplace.timeZone).map { ", \($0)" } ?? ""
      return "\(row.person.map(labels.label) ?? row.subject): \(effect)\(length)"
        + uncovered(by: event, roster)
    }
    let place = roster.words(shift)
    if case .shiftAccepted(let accepted) = event.event {
      return "\(labels.label(of: accepted.to)) has \(place)"
        + (accepted.final ? "" : ", awaiting approval")
    }
    return "\(place): \(effect)"
  }

  /// Names the shifts that nobody covers from now on: of somebody who is away, or was erased.
  private func uncovered(by event: RecordedEvent, _ roster: Roster) -> String {
    var (shifts, user): ([ShiftID], UserID) = ([], event.actor)
    if case .absenceRecorded(let absence) = event.event {
      (shifts, user) = (absence.shifts, absence.user)
    } else if case .userErased(let erased) = event.event {
      user = erased.user
      let rows = roster.schedule(of: user, at: event.time).filter { row in
        row.owner == user
          && roster.workplace.timeZone.instant(row.date, row.start) > event.time
      }
      shifts = rows.map(\.shift)
    }
    if shifts.isEmpty { return "" }
    let more =
      shifts.count > Self.mostNamed
      ? " and \(shifts.count - Self.mostNamed) more: eventlog-tool show schedule --user \(user)"
      : ""
    return "; uncovered: "
      + shifts.prefix(Self.mostNamed).map(roster.words).joined(separator: "; ") + more
  }

  private static let mostNamed = 10
}

extension Roster {
  /// A shift with its time and its length: `L1 on Mon 26 Jan 15:00–20:00 (5 h)`.
  fileprivate func words(_ shift: ShiftID) -> String {
    guard let record = self[shift] else { return shift.description }
    return "\(shift) on \(Stretch(record, in: workplace.timeZone).text)"
  }
}

extension Event {
  /// The length of what begins and ends, but is no shift; `nil` of everything else.
  fileprivate func length(in zone: Zone) -> String? {
    func length(_ date: LocalDate, _ start: TimeOfDay, _ end: TimeOfDay, _ days: Int16?) -> String {
      Stretch(date: date, start: start, end: end, days: days, in: zone).length
    }
    if case .fixedShiftRegistered(let event) = self {
      return length(event.from, event.start, event.end, event.keys.days)
    }
    if case .vacancyPosted(let event) = self {
      return length(event.date, event.start, event.end, event.keys.days)
    }
    if case .vacancyEdited(let event) = self {
      return length(event.date, event.start, event.end, event.keys.days.applied(to: nil))
    }
    if case .absenceRecorded(let event) = self {
      return length(event.date, event.start, event.end, event.days)
    }
    return nil
  }
}

extension Invocation {
  /// Writes the reply to a line of an input, safe to show.
  func writeReply(
    _ reply: Reply, line: Int, _ spoken: ReplySentences? = nil, of source: String = "-"
  ) throws(OutputError) {
    if let spoken {
      guard let text = spoken.line(reply) else { return }
      return try output.sentence("\(source):\(line): \(text)")
    }
    // Ids of events are printable ASCII, and all else in these two is ours.
    guard reply.isRecorded else { return try writeJSON(reply.json(line: line)) }
    try output.write { buffer in
      reply.appendJSON(to: &buffer, line: line)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}
