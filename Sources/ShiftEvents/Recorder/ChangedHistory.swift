/// A history with events left out or put in, judged by the rules as it goes: what would have been.
///
/// Every submission of the log is submitted again at its time. What it caused is made anew, and so is
/// what `extend` scheduled. A batch that had several submissions is judged whole. Nothing is written.
package struct ChangedHistory {
  /// A submission that the rules refuse in the changed history.
  package struct Refusal: Hashable, Sendable {
    /// The event that it was; `nil` of one that was put in.
    package var sequence: SequenceNumber?
    package var type: String
    package var subject: String
    package var code: String
    package var message: String
    /// The particulars as a JSON object; `nil` of what no rule refused.
    package var details: [UInt8]?
  }

  /// The submissions that were refused, in order.
  package private(set) var refusals: [Refusal] = []
  private let leftOut: Set<Int>
  private var state = DomainState()
  private var decoder = SubmissionDecoder()
  private var sequence = SequenceNumber.zero
  private var lastTime: Timestamp?
  /// The events of the batch whose last line has not come.
  private var batch: [RecordedEvent] = []
  /// The time of the run of `extend` that was made anew last.
  private var extended: Timestamp?
  private var followers = ClosureFollowers()

  /// - Parameter leftOut: the events that shall not have happened.
  package init(without leftOut: Set<Int>) { self.leftOut = leftOut }

  /// Takes the next event of the log.
  ///
  /// - Returns: the events of the changed history that come with it.
  package mutating func take(_ event: RecordedEvent) -> [RecordedEvent] {
    let isMadeAnew = followers.take(event)
    if !isMadeAnew { batch.append(event) }
    guard event.isLastOfBatch else { return [] }
    defer { batch = [] }
    let own = batch.filter { $0.actor != .system }
    let wanted = own.filter { !leftOut.contains($0.sequence.value) }
    if own.isEmpty { return extendAgain(batch) }
    extended = nil
    if wanted.count <= 1 { return wanted.flatMap { submitAgain($0) ?? [] } }
    let before = (state, sequence, lastTime)
    let made = wanted.map { submitAgain($0) }
    guard let refused = made.firstIndex(where: { $0 == nil }) else {
      return made.flatMap { $0 ?? [] }
    }
    // As where a batch is submitted: what is refused has its own code, and all else is refused with it.
    (state, sequence, lastTime) = before
    for (other, events) in zip(wanted, made) where events != nil {
      refuse(
        other, RejectionCode.batchRejected.rawValue,
        "event \(wanted[refused].sequence) of its batch is refused")
    }
    refusals.sort { ($0.sequence?.value ?? 0) < ($1.sequence?.value ?? 0) }
    return []
  }

  /// Submits something that is not in the log, at the place that was reached.
  ///
  /// - Returns: the events that record it; none if it is refused.
  package mutating func insert(_ submission: Submission, at clock: Timestamp) -> [RecordedEvent] {
    let time = submission.time ?? max(clock, lastTime ?? clock)
    // The rules look at the presence of a commitment, not at its value.
    let profile = submission.personal.flatMap { $0.isEmpty ? nil : Digest.zero }
    do throws(Rejection) {
      try requireInOrder(time)
      return try record(
        submission, RuleContext(actor: submission.content.actor, time: time, profile: profile),
        id: submission.id ?? "put-in-\(sequence.next)",
        source: submission.source ?? Envelope.defaultSource)
    } catch {
      refusals.append(
        Refusal(
          sequence: nil, type: submission.type.rawValue, subject: submission.subject.text,
          code: error.code.rawValue, message: error.message, details: error.particulars.json))
      return []
    }
  }

  // MARK: - Again

  /// Submits an event of the log again; `nil` where it is refused.
  private mutating func submitAgain(_ event: RecordedEvent) -> [RecordedEvent]? {
    guard let type = event.event.type else {
      // No rule knows it; it is kept.
      return [
        take(event.event, by: event.actor, at: event.time, id: event.id, source: event.source)
      ]
    }
    do throws(Rejection) {
      try requireInOrder(event.time)
      let submission: Submission
      do throws(InvalidSubmission) {
        submission = try decoder.decode(resubmitting: event, of: type)
      } catch {
        refuse(event, error.code.rawValue, error.message)
        return nil
      }
      var context = RuleContext(actor: event.actor, time: event.time, profile: event.event.profile)
      context.recorded = event.event
      return try record(submission, context, id: event.id, source: event.source)
    } catch {
      refuse(event, error.code.rawValue, error.message, error.particulars.json)
      return nil
    }
  }

  private func requireInOrder(_ time: Timestamp) throws(Rejection) {
    if let lastTime, time < lastTime {
      throw Rejection(.timeBeforeHead, [.time: time, .lastTime: lastTime])
    }
  }

  private mutating func refuse(
    _ event: RecordedEvent, _ code: String, _ message: String, _ details: [UInt8]? = nil
  ) {
    refusals.append(
      Refusal(
        sequence: event.sequence, type: event.event.typeName, subject: event.event.subject,
        code: code, message: message, details: details))
  }

  private mutating func record(
    _ submission: Submission, _ context: RuleContext, id: String, source: String
  ) throws(Rejection) -> [RecordedEvent] {
    var context = context
    context.symbols = submission.symbols
    let (event, following) = try state.decide(submission.content.command, in: context)
    submission.symbols?.keep()
    var events = [take(event, by: context.actor, at: context.time, id: id, source: source)]
    for follower in following {
      if event.type == .closureRecorded {
        events.append(
          take(
            follower, by: context.actor, at: context.time, id: "\(id)-\(events.count)",
            source: Envelope.defaultSource))
      } else {
        events.append(takeGenerated(follower, at: context.time))
      }
    }
    return events
  }

  /// Schedules what is due at the time of a run of `extend`, once for its batches.
  private mutating func extendAgain(_ events: [RecordedEvent]) -> [RecordedEvent] {
    guard let time = events.first?.time, time != extended else { return [] }
    extended = time
    var copy = state
    let due = copy.extendSeries(at: max(time, lastTime ?? time))
    return due.map { takeGenerated($0, at: time) }
  }

  private mutating func takeGenerated(_ event: Event, at time: Timestamp) -> RecordedEvent {
    take(
      event, by: .system, at: time, id: Envelope.generatedID(of: event),
      source: Envelope.defaultSource)
  }

  private mutating func take(
    _ event: Event, by actor: UserID, at time: Timestamp, id: String, source: String
  ) -> RecordedEvent {
    state.evolve(with: event, by: actor, at: time)
    (sequence, lastTime) = (sequence.next, time)
    return RecordedEvent(
      event, Envelope(id: id, source: source, time: time, sequence: sequence, actor: actor))
  }
}

extension SubmissionDecoder {
  /// Reads what a recorded event would be submitted as, to be judged again at its place.
  mutating func decode(
    resubmitting event: RecordedEvent, of type: EventType
  ) throws(InvalidSubmission) -> Submission {
    // A recorded text keeps the form that it has.
    reader.judgesTexts = false
    defer { reader.judgesTexts = true }
    let line = event.rejudgedSubmission(of: type)
    let decoded = unsafe line.withUnsafeBytes { unsafe decode($0, maximumLength: $0.count) }
    return try decoded.get()
  }
}

extension RecordedEvent {
  /// An event that is about to be recorded, for folds: its line is not there yet.
  init(_ event: Event, _ envelope: Envelope) {
    self.init(
      sequence: envelope.sequence, time: envelope.time, actor: envelope.actor, event: event,
      isLastOfBatch: !envelope.more, unknownMembers: 0,
      line: RecordedLine(block: .empty, range: 0..<0))
  }
}

extension LineBlock { fileprivate static let empty = LineBlock(capacity: 0) }
