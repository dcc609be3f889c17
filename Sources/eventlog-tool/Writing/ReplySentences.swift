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
    (self.path, self.invocation) = (path, invocation)
    isDryRun = invocation[AppendOptions.dryRun]
  }

  /// `recorded as event 58: Eva de Wit has S12 on Fri 27 Nov 9:00–17:00 (8 h)`
  ///
  /// - Parameter event: the event of a dry run that would be recorded at a place.
  /// - Returns: a sentence for each reply; `nil` for a submission that is not recorded: standard error says why.
  func sentences(
    _ replies: [Reply], dryRun event: (SequenceNumber) -> RecordedEvent?
  ) -> [String?] {
    let outcomes = replies.map(outcome)
    let effects = effects(of: outcomes.compactMap { $0?.sequence }, dryRun: event)
    return outcomes.map { outcome in
      guard let (lead, sequence, more) = outcome else { return nil }
      return lead + (effects[sequence].map { ": \($0)" } ?? "") + more
    }
  }

  /// The message of a refusal with `Eva (u3)` where a person's id stands, and instants by the clocks of the workplace.
  func naming(_ rejection: Rejection, in zone: @escaping () -> Zone?) -> String {
    rejection.message(naming: named) { time in
      zone().map { minuteText(time, in: $0) } ?? time.description
    }
  }

  private var named: (String) -> String {
    let people = invocation.people(beside: path)
    return { id in UserID(known: id).flatMap(people.name).map { "\($0) (\(id))" } ?? id }
  }

  /// The same in short, for one of many.
  func line(_ reply: Reply) -> String? { outcome(reply)?.lead }

  private func outcome(_ reply: Reply) -> (lead: String, sequence: SequenceNumber, more: String)? {
    switch reply {
    case .success(.appended(let receipt)):
      (
        "\(isDryRun ? "would be " : "")recorded as event \(receipt.sequence)"
          + kept(receipt.attributes), receipt.sequence, caused(receipt) + warned(receipt.warnings)
      )
    case .success(.duplicate(let receipt)):
      ("recorded before, as event \(receipt.sequence)", receipt.sequence, "")
    case .success(.rejected), .success(.conflict), .success(.invalid), .failure: nil
    }
  }

  private func caused(_ receipt: Receipt.Appended) -> String {
    if receipt.count == 1 { return "" }
    return
      " (\(receipt.occurrences?.words ?? "with \(counted(receipt.count - 1, "event")) that it causes"))"
  }

  private func warned(_ warnings: [Warning]) -> String {
    if warnings.isEmpty { return "" }
    let named = named
    return warnings.map { "; warning: \(escapedForTerminal($0.message(naming: named)))" }.joined()
  }

  /// Says which attributes were kept that nobody documents: one of them may be a mistake.
  private func kept(_ names: [String]) -> String {
    if names.isEmpty { return "" }
    return " with the \(names.count == 1 ? "attribute" : "attributes") \(listed(names, "and"))"
  }

  /// The effects of events, read back from the log.
  private func effects(
    of sequences: [SequenceNumber], dryRun: (SequenceNumber) -> RecordedEvent?
  ) -> [SequenceNumber: String] {
    guard let first = sequences.min(), let last = sequences.max() else { return [:] }
    let before = SequenceNumber(first.value - 1)
    let wanted = Set(sequences)
    let folded = SavedFolds.load(
      path, upTo: .sequence(before), invocation.diagnostics)
    guard let reader = try? folded?.reader ?? LogReader(reading: path) else { return [:] }
    let labels = PersonLabels(people: invocation.people(beside: path), showsIDs: false)
    var state = StateChanges(after: folded?.replay ?? Replay())
    var (effects, read): ([SequenceNumber: String], SequenceNumber) = ([:], before)
    func tell(_ event: RecordedEvent) {
      let consequence = state.apply(event)
      read = max(read, event.sequence)
      if wanted.contains(event.sequence) {
        effects[event.sequence] = escapedForTerminal(
          words(event, consequence, state.replay, labels))
      }
    }
    while read < last, let event = try? reader.next() { tell(event) }
    while isDryRun, read < last, let event = dryRun(read.next) { tell(event) }
    return effects
  }

  private func words(
    _ event: RecordedEvent, _ consequence: StateChange, _ replay: Replay, _ labels: PersonLabels
  ) -> String {
    let zone = replay.workplace.timeZone
    let row = AuditRow(event, consequence, in: zone)
    let year = zone.date(at: event.time).components.year
    func spoken(_ phrase: Phrase) -> String {
      phrase.spoken(in: year, by: labels.label) { minuteText($0, in: zone) }
    }
    let effect = spoken(row.effect)
    guard event.event.type?.subjectNoun == ShiftID.noun, let shift = ShiftID(row.subject),
      replay[shift] != nil
    else {
      let stretch = event.event.type?.isEdit == true ? event.event.stretch(in: zone) : nil
      let times = stretch.map { ", on \($0.text(in: year))" } ?? ""
      return "\(row.person.map(labels.label) ?? row.subject): \(effect)\(times)"
        + uncovered(by: event, replay, year)
    }
    let place = replay.words(shift, year)
    if case .shiftAccepted(let accepted) = event.event {
      return "\(labels.label(of: accepted.to)) has \(place)"
        + (accepted.final ? "" : ", awaiting approval")
    }
    if let (owner, rest) = event.event.holding {
      return "\(labels.label(of: owner)) has \(place)\(spoken(rest))"
    }
    return "\(place): \(effect)"
  }

  /// Names the shifts that nobody covers from now on: of somebody who is away, was erased, or is
  /// no employee any more.
  private func uncovered(by event: RecordedEvent, _ replay: Replay, _ year: Int) -> String {
    var (shifts, user): ([ShiftID], UserID) = ([], event.actor)
    if case .absenceRecorded(let absence) = event.event {
      (shifts, user) = (absence.shifts, absence.user)
    } else if let gone = event.event.goneEmployee {
      user = gone
      let rows = replay.schedule(of: user, at: event.time).filter { row in
        row.owner == user && replay.workplace.timeZone.instant(row.date, row.start) > event.time
      }
      shifts = rows.map(\.shift)
    }
    if shifts.isEmpty { return "" }
    let more =
      shifts.count > Self.mostNamed
      ? " and \(shifts.count - Self.mostNamed) more: eventlog-tool show schedule --user \(user)"
      : ""
    // An absence tells their number.
    return (event.event.goneEmployee == nil ? ": " : "; uncovered: ")
      + shifts.prefix(Self.mostNamed).map { replay.words($0, year) }.joined(separator: "; ") + more
  }

  private static let mostNamed = 10
}

extension Occurrences {
  /// `8 shifts scheduled`, `7 shifts scheduled, 1 skipped`, `3 vacancies posted`
  var words: String {
    let hasShifts = scheduled > 0 || posted == 0
    return
      ((hasShifts ? ["\(counted(scheduled, "shift")) scheduled"] : [])
      + (posted > 0 ? ["\(counted(posted, "vacancy")) posted"] : [])
      + (skipped > 0 ? ["\(skipped) skipped"] : []))
      .joined(separator: ", ")
  }
}

extension Replay {
  /// A shift with its time and its length: `L1 on Mon 26 Jan 15:00–20:00 (5 h)`.
  fileprivate func words(_ shift: ShiftID, _ year: Int) -> String {
    guard let record = self[shift] else { return shift.description }
    return "\(shift) on \(TimeSpan(record, in: workplace.timeZone).text(in: year))"
  }
}

extension Event {
  /// The person who is no employee from now on.
  fileprivate var goneEmployee: UserID? {
    if case .userErased(let event) = self { return event.user }
    if case .roleRevoked(let event) = self, event.role == .employee { return event.user }
    return nil
  }
}

extension Invocation {
  /// Writes the reply to a line of an input, safe to show.
  func writeReply(
    _ reply: Reply, line: Int, _ spoken: ReplySentences? = nil, of source: String = "-"
  ) throws(OutputError) {
    if let spoken {
      guard let text = spoken.line(reply) else { return output.note(reply.exitCode) }
      return try output.sentence("\(source):\(line): \(text)")
    }
    // Ids of events are printable ASCII, and all else in these two is ours.
    guard reply.isRecorded else {
      output.note(reply.exitCode)
      return try writeJSON(reply.json(line: line))
    }
    try output.write { buffer in
      reply.appendJSON(to: &buffer, line: line)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}
