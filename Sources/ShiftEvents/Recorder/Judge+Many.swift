// Many submissions in one go: each on its own, or all or nothing.
extension Judge {
  /// Judges each, after the ones before it: on its own, or as one of a batch.
  mutating func judge(
    _ submissions: [DecodedSubmission], isBatch: Bool
  ) throws(LogError) -> [Receipt] {
    if isBatch { return try judge(batch: submissions) }
    folded.index.reserve(submissions.count)
    var verdicts: [Verdict] = []
    verdicts.reserveCapacity(submissions.count)
    for submission in submissions {
      switch submission {
      case .failure(let fault): verdicts.append(.answered(.invalid(fault)))
      case .success(let submission):
        verdicts.append(try judge(submission, head: folded.sequence, more: false))
        endBatch()
      }
    }
    encode()
    return verdicts.map(accepted.receipt)
  }

  /// Judges all, each after those before it that nothing speaks against, and takes in all or none.
  private mutating func judge(
    batch submissions: [DecodedSubmission]
  ) throws(LogError) -> [Receipt] {
    if let refused = Self.refusedShape(of: submissions) { return refused }
    // One alone is taken in whole or not at all.
    let before = submissions.count > 1 ? self : nil
    let head = folded.sequence
    var verdicts: [Verdict] = []
    var refused: [Int: Receipt] = [:]
    var namedCount = 0
    for (index, submission) in submissions.enumerated() {
      switch submission {
      case .failure(let fault): refused[index] = .invalid(fault)
      case .success(let submission):
        let verdict = try judge(submission, head: head, more: true)
        verdicts.append(verdict)
        if case .answered(let receipt) = verdict, !receipt.isRecorded {
          refused[index] = receipt.naming(&namedCount)
        }
      }
    }
    if !refused.isEmpty {
      if let before { self = before }
      return Self.rejected(submissions.count, because: refused)
    }
    endBatch()
    encode()
    return verdicts.map(accepted.receipt)
  }

  /// The receipts of submissions that need no look at the log: all are wrong whatever it holds, or they are a batch
  /// that is too large.
  static func refusedShape(of submissions: [DecodedSubmission]) -> [Receipt]? {
    var isSound = false
    for (index, submission) in submissions.enumerated() {
      guard case .failure(let fault) = submission else {
        isSound = true
        continue
      }
      if fault.code == .batchTooLarge {
        return rejected(submissions.count, because: [index: .invalid(fault)])
      }
    }
    return isSound ? nil : submissions.compactMap { $0.fault.map(Receipt.invalid) }
  }

  private static func rejected(_ count: Int, because reasons: [Int: Receipt]) -> [Receipt] {
    let first = (reasons.keys.min() ?? 0) + 1
    let other = Receipt.rejected(Rejection(.batchRejected, [.submission: first, .count: count]))
    return (0..<count).map { reasons[$0] ?? other }
  }
}

extension Receipt {
  /// The same with few obstacles, once the refusals of a batch name many.
  fileprivate func naming(_ count: inout Int) -> Receipt {
    guard case .rejected(let rejection) = self else { return self }
    count += rejection.conflicts.count
    return count > 10 * Rejection.mostConflicts ? .rejected(rejection.naming(atMost: 10)) : self
  }
}

extension DecodedSubmission {
  var fault: InvalidSubmission? { if case .failure(let fault) = self { fault } else { nil } }
}

/// The events that the tool itself records after a submission, or when it extends, in order.
struct GeneratedEvents: Sendable {
  let events: [Event]
  /// The one by whom they are: the tool itself, or whoever submitted what they follow from.
  let actor: UserID
  /// The id of the event that they follow from; `nil` where the passing of days made them.
  let cause: String?
  let time: Timestamp
  /// The new identifiers in `events`.
  let symbols: ProvisionalIDs?
  private(set) var next = 0

  /// Returns the findings on an event of the tool itself, and counts the expected one as come.
  mutating func findings(judging event: RecordedEvent) -> [RuleFinding] {
    guard let index = place(of: event), event.event.type != nil else {
      return [
        RuleFinding(
          event, code: InvalidSubmission.Code.reserved.rawValue,
          "the tool itself would not record \(event.event.typeName) of \(event.event.subject) here")
      ]
    }
    let passedOver = next..<index
    next = index + 1
    return [
      missing(passedOver, at: event),
      RuleFinding.difference(of: event, from: events[index]),
      differenceOfEnvelope(event),
    ].compactMap(\.self)
  }

  /// The place of the expected event about the same thing.
  private func place(of event: RecordedEvent) -> Int? {
    let (subject, type) = (event.event.subjectSymbol, event.event.type)
    // A fixed shift and a fixed vacancy may have one id, and then their occurrences do.
    return events[next...].firstIndex {
      $0.subjectSymbol == subject && ($0.type?.subjectNoun == type?.subjectNoun)
    }
  }

  /// Returns `true` of an event by a person that is one of these.
  func isNext(_ event: RecordedEvent) -> Bool {
    guard event.actor == actor, let place = place(of: event) else { return false }
    return event.event.type == events[place].type
  }

  /// Returns a finding if expected events are missing when the batch ends at an event.
  func missing(at event: RecordedEvent) -> RuleFinding? { missing(next..<events.count, at: event) }

  private func missing(_ places: Range<Int>, at event: RecordedEvent) -> RuleFinding? {
    guard let first = places.first else { return nil }
    let others = places.count > 1 ? " and \(places.count - 1) more" : ""
    return RuleFinding(
      event, .factMismatch,
      "\(events[first].typeName) of \(events[first].subject)\(others) is missing here by the rules")
  }

  private func differenceOfEnvelope(_ event: RecordedEvent) -> RuleFinding? {
    if event.time != time {
      return RuleFinding(
        event, .factMismatch, "\"time\" is \(event.time), and by the rules \(time)")
    }
    let stated = event.attributes.first { $0.name == "causationid" }?.value
    if stated == cause.map({ .string($0) }) { return nil }
    return RuleFinding(
      event, .factMismatch,
      cause.map { "\"causationid\" is not \($0), the id of what it follows from" }
        ?? "\"causationid\" does not apply to what the passing of days made")
  }
}
