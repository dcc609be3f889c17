public import ShiftEvents
import Testing

/// The result of a scenario's last step.
public struct Outcome {
  let before: MemoryLog
  let step: Step
  let location: SourceLocation
  /// One for each submission, in their order.
  package internal(set) var receipts: [Receipt] = []
  /// The number of events that `extend` recorded.
  var extended: Int?
  /// The scenario after the step.
  public internal(set) var next: Scenario

  init(before: MemoryLog, step: Step, location: SourceLocation) {
    (self.before, self.step, self.location) = (before, step, location)
    next = Scenario()
    next.log = before
  }

  /// The events that the step recorded.
  package var recorded: [RecordedEvent] { next.log.events(after: before.sequence) }

  /// The names and addresses, which are not in the log.
  package var people: People { next.log.people }

  /// The reason why nothing was recorded, in words.
  var refusal: String? {
    if extended != nil || receipts.allSatisfy(\.isRecorded) { return nil }
    return receipts.filter { !$0.isRecorded }.map(\.brief).joined(separator: "; ")
  }

  func fail(_ comment: String) {
    Issue.record(Comment(rawValue: "\(comment)\n  when \(step.brief)"), sourceLocation: location)
  }

  // MARK: - Then

  /// The step recorded these events, in this order, and nothing else: with exactly these bytes as
  /// `data`, as one batch, all at one time, and with `system` as the actor of events that follow from
  /// a submission.
  @discardableResult public func then(_ events: ExpectedEvent...) -> Scenario {
    if let refusal {
      fail("expected to be recorded:\n\(list(events))\n  but: \(refusal)")
      return next
    }
    let recorded = recorded
    let isExpected =
      recorded.count == events.count
      && zip(events, recorded).allSatisfy { event, recorded in
        event.matches(recorded, submitter: "\(submitter(of: recorded))")
      }
    if !isExpected {
      fail("expected to be recorded:\n\(list(events))\n  recorded:\n\(list(recorded))")
    }
    for fault in EnvelopeCheck(recorded, of: self).faults { fail(fault) }
    return next
  }

  /// Nothing was recorded, because nothing was missing.
  @discardableResult public func thenNothing() -> Scenario { then() }

  /// A rule refused the step, and nothing was recorded.
  ///
  /// - Parameters:
  ///   - conflicts: the shifts in the way.
  ///   - index: in a batch, the number of the refused submission, from 1; all others are
  /// `batchRejected`.
  @discardableResult public func thenRejected(
    _ code: RejectionCode, conflicts: [String]? = nil, submission index: Int = 1
  ) -> Scenario {
    guard isNothingRecorded("to be rejected as \(code)") else { return next }
    if !receipts.indices.contains(index - 1) {
      fail("expected to be rejected as \(code), got \(receipts.count) replies")
    }
    for (number, receipt) in receipts.enumerated() {
      let expected = number == index - 1 ? code : .batchRejected
      guard case .rejected(let rejection) = receipt, rejection.code == expected else {
        fail("expected \(expected), got \(receipt.brief)")
        continue
      }
      for fault in DetailsCheck(rejection).faults { fail(fault) }
      if let conflicts, number == index - 1, rejection.conflicts.map(\.description) != conflicts {
        fail("expected conflicts with \(conflicts), got \(rejection.conflicts)")
      }
    }
    return next
  }

  /// The step was recorded, and its receipts have these warnings, in this order.
  ///
  /// - Parameter warnings: as replies have them.
  @discardableResult public func thenWarned(_ warnings: JSON...) -> Scenario {
    if let refusal { fail("expected to be recorded, but: \(refusal)") }
    let found = receipts.flatMap(\.warnings).map { String(decoding: $0.json, as: UTF8.self) }
    if found != warnings.map(\.description) {
      fail("expected warnings \(warnings.map(\.description)), got \(found)")
    }
    return next
  }

  /// A stated fact is wrong, and nothing was recorded.
  ///
  /// - Parameter actual: JSON; `nil` if the fact does not apply.
  @discardableResult public func thenMismatch(
    _ fact: String, stated: JSON, actual: JSON?
  ) -> Scenario {
    thenRejected(.factMismatch)
    guard case .rejected(let rejection) = receipts.first, let found = rejection.mismatch else {
      return next
    }
    if found.fact != fact || found.stated != "\(stated)" || found.actual != actual?.description {
      fail(
        "expected \(fact) \(stated) against \(actual?.description ?? "nothing"), got "
          + "\(found.fact) \(found.stated) against \(found.actual ?? "nothing")")
    }
    return next
  }

  /// A later event touched an id of the submission after the event that it expected to be the last.
  ///
  /// - Parameter sequence: that later event, or the last of the log if the expectation is ahead of it.
  @discardableResult public func thenConflict(at sequence: Int) -> Scenario {
    guard isNothingRecorded("a conflict with event \(sequence)") else { return next }
    guard case .conflict(let found) = receipts.first, found.sequence.value == sequence else {
      fail("expected a conflict with event \(sequence), got \(receipts.map(\.brief))")
      return next
    }
    return next
  }

  /// The submission was in the log already.
  @discardableResult public func thenDuplicate(of sequence: Int) -> Scenario {
    guard isNothingRecorded("a duplicate of event \(sequence)") else { return next }
    let original = before.events(after: .zero).first { $0.sequence.value == sequence }
    guard case .duplicate(let found) = receipts.first, found.sequence.value == sequence,
      let original, found.id == original.id, found.hash == original.hash
    else {
      fail("expected a duplicate of event \(sequence), got \(receipts.map(\.brief))")
      return next
    }
    return next
  }

  /// The submission is wrong whatever the log holds.
  ///
  /// - Parameter index: in a batch, the submission that is wrong, from 1.
  @discardableResult public func thenInvalid(
    _ code: InvalidSubmission.Code, submission index: Int = 1
  ) -> Scenario {
    guard isNothingRecorded("to be invalid as \(code)") else { return next }
    guard receipts.indices.contains(index - 1),
      case .invalid(let fault) = receipts[index - 1], fault.code == code
    else {
      fail("expected \(code), got \(receipts.map(\.brief))")
      return next
    }
    return next
  }

  private func isNothingRecorded(_ expectation: String) -> Bool {
    if before.lines == next.log.lines { return true }
    fail("expected \(expectation), but recorded:\n\(list(recorded))")
    return false
  }

  private func list(_ events: [ExpectedEvent]) -> String {
    events.map { "    \($0)" }.joined(separator: "\n")
  }

  private func list(_ events: [RecordedEvent]) -> String {
    events.map { "    \($0.brief) by \($0.actor)" }.joined(separator: "\n")
  }

  /// The expected actor of the event: the submitter, or `system` if it follows from another.
  private func submitter(of event: RecordedEvent) -> UserID {
    receipts.contains { $0.isAppended(event.sequence) } ? event.actor : .system
  }
}

/// The expected content of an event: all of its `data`, with its members in order.
public struct ExpectedEvent: Sendable, CustomStringConvertible {
  let type: String
  let subject: String
  /// All of `data`.
  public let data: JSON
  let actor: String?

  /// Type, subject and data, and the actor if one is expected.
  public var description: String { "\(type) \(subject) \(data)\(actor.map { " by \($0)" } ?? "")" }
}

/// An event that is expected to be recorded.
///
/// - Parameter by: the actor; by default the submitter, or `system` for events that follow.
public func event(
  _ type: String, _ subject: String, _ data: JSON = [:], by actor: String? = nil
) -> ExpectedEvent {
  ExpectedEvent(type: type, subject: subject, data: data, actor: actor)
}

extension ExpectedEvent {
  /// Returns `true` if the recorded event equals this, byte for byte.
  func matches(_ recorded: RecordedEvent, submitter: String) -> Bool {
    let data = recorded.data(hidingDigests: "\(self.data)".contains(JSON.digestPlaceholder))
    return type == recorded.event.typeName && subject == recorded.event.subject
      && data == "\(self.data)" && (actor ?? submitter) == "\(recorded.actor)"
  }
}

extension RecordedEvent {
  /// The bytes of `data`.
  func data(hidingDigests: Bool = false) -> String {
    // `data` is the last but one member, and `hash` has one length.
    let start = json.range(ofFirst: ",\"data\":")!.upperBound
    let end = json.index(json.endIndex, offsetBy: -(64 + ",\"hash\":\"\"}".utf8.count))
    let data = String(json[start..<end])
    guard hidingDigests else { return data }
    return data.replacing(/"[0-9a-f]{64}"/, with: "\"\(JSON.digestPlaceholder)\"")
  }

  /// Type, subject and data, as an `ExpectedEvent` is printed.
  var brief: String { "\(event.typeName) \(event.subject) \(data())" }
}

extension String {
  fileprivate func range(ofFirst text: String) -> Range<Index>? { firstRange(of: text) }
}
