/// Judges submissions in the documented order, each after the ones before it, and encodes what is
/// to be recorded. It reads what it needs of the past and writes nothing.
struct Judge {
  private(set) var history: WriterState
  /// Names and e-mail addresses as they will be once everything accepted is recorded.
  private(set) var people: People
  /// The lines of the people file that the accepted submissions need.
  private(set) var newPersons: [Person] = []
  private(set) var encoder: EventEncoder
  /// Whether lines of the people file become old by what was accepted.
  private(set) var hasErased = false
  private var lastLine: LastLine?
  /// Where the lines being encoded will begin in the log.
  private let base: Frontier
  private let past: LogLines
  /// The recorder's clock.
  var clock: Timestamp
  private var decoder = EventDecoder()
  /// Of those who bring none; drawn when the first needs one.
  private var ids: UUIDv7?
  /// Hashes are filled in when all is judged, side by side.
  private var leavesHashesOpen = false
  /// What brought the identifiers that the accepted submissions name.
  private var borrowed: [BorrowedSymbols] = []

  init(_ history: consuming WriterState, people: People, past: LogLines, clock: Timestamp) {
    base = history.end
    encoder = EventEncoder(continuing: history.end.hash)
    self.history = history
    self.people = people
    self.past = past
    self.clock = clock
  }

  /// Judges one submission, and takes it in where nothing speaks against it.
  ///
  /// - Parameter head: the head that `expectedsequence` is held against.
  mutating func judge(
    _ submission: Submission, head: SequenceNumber, more: Bool
  ) throws(LogError) -> Receipt {
    do throws(Refusal) {
      let id = submission.id ?? nextID()
      let source = submission.source ?? Envelope.defaultSource
      if submission.id != nil, let recorded = try recorded(source: source, id: id) {
        return try duplicate(submission, of: recorded)
      }
      let time = try judgeTime(submission)
      try judgeExpectation(submission, head: head)
      let person = try person(for: submission)
      let events = try decide(submission, person, at: time)
      try compareFacts(stated: submission.given, with: events[0])
      return try accept(submission, events, person, id: id, source: source, at: time, more: more)
    } catch {
      switch error {
      case .receipt(let receipt): return receipt
      case .system(let error): throw error
      }
    }
  }

  private mutating func nextID() -> String {
    var made = ids ?? UUIDv7()
    defer { ids = made }
    return made.next(at: clock)
  }

  /// Why a submission is not taken in.
  private enum Refusal: Error {
    case receipt(Receipt)
    case system(LogError)

    static func rejected(_ code: RejectionCode, _ message: String) -> Refusal {
      .receipt(.rejected(Rejection(code, message)))
    }
  }

  /// What is needed to write the last line again as the end of its batch.
  private struct LastLine {
    var start: Int
    var previousHash: Digest
    var envelope: Envelope
    var event: Event
  }

  /// Hands over what is folded now, for what was given before.
  mutating func exchangeState(for history: inout WriterState) {
    keepSymbols()
    swap(&self.history, &history)
  }

  /// Makes the identifiers of what was accepted permanent. Not before all is judged: a batch that
  /// is refused in the end leaves none behind.
  mutating func keepSymbols() {
    for symbols in borrowed { symbols.keep() }
    borrowed = []
  }

  // MARK: - Repeats

  /// The event with this source and id, be it in the log or among the lines being encoded.
  private mutating func recorded(
    source: String, id: String
  ) throws(Refusal) -> RecordedEvent? {
    let hash = history.index.hash(source: source, id: id)
    for sequence in history.index.sequences(of: hash) {
      let event = try line(of: sequence)
      if event.source == source && event.id == id { return event }
    }
    return nil
  }

  private mutating func line(of sequence: SequenceNumber) throws(Refusal) -> RecordedEvent {
    let (bytes, linesBefore) = history.span(of: sequence)
    if sequence.value > Int(base.sequence) {
      // Where the span begins in the log, only the lines in the buffer count.
      let isWithin = bytes.lowerBound >= base.lengthBytes
      return encodedEvent(
        from: isWithin ? Int(bytes.lowerBound - base.lengthBytes) : 0,
        linesBefore: isWithin ? linesBefore : sequence.value - Int(base.sequence) - 1)
    }
    do throws(LogError) {
      return try past.event(in: bytes, linesBefore: linesBefore)
    } catch { throw .system(error) }
  }

  /// An event among the lines being encoded, which its own encoder has written.
  private mutating func encodedEvent(from start: Int, linesBefore: Int) -> RecordedEvent {
    let bytes = encoder.buffer[start...]
    let block = unsafe bytes.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    var linesLeft = linesBefore
    var line: RecordedLine?
    block.forEachLine(before: bytes.count) { next in
      if linesLeft == 0 { line = next }
      linesLeft -= 1
      return line == nil
    }
    // Those who submitted it lend its identifiers for as long as it may still be refused.
    guard let line, let event = try? decoder.decode(line, borrowing: BorrowedSymbols()) else {
      preconditionFailure("the encoder wrote a line that does not decode")
    }
    return event
  }

  private func duplicate(
    _ submission: Submission, of recorded: RecordedEvent
  ) throws(Refusal) -> Receipt {
    let comparison = RepeatComparison(
      submission, recorded, zone: history.state.workplace.zone, people: people)
    if let difference = comparison.difference {
      throw .rejected(
        .idConflict,
        "the id \(recorded.id) is event \(recorded.sequence), which has another \(difference)")
    }
    return .duplicate(
      Receipt.Duplicate(sequence: recorded.sequence, id: recorded.id, hash: recorded.hash))
  }

  // MARK: - Time and expectation

  private static let toleranceMinutes = 5

  private func judgeTime(_ submission: Submission) throws(Refusal) -> Timestamp {
    guard let time = submission.time else { return max(clock, history.lastTime ?? clock) }
    if let last = history.lastTime, time < last {
      throw .rejected(.timeBeforeHead, "\(time) is before the last event's time, \(last)")
    }
    if time > clock.advanced(byMinutes: Self.toleranceMinutes) {
      throw .rejected(
        .timeInFuture,
        "\(time) is more than \(Self.toleranceMinutes) minutes ahead of the recorder's clock, \(clock)"
      )
    }
    return time
  }

  private func judgeExpectation(_ submission: Submission, head: SequenceNumber) throws(Refusal) {
    guard let expected = submission.expectedSequence, expected != head else { return }
    if expected > head {
      throw .receipt(
        .conflict(
          Receipt.Conflict(
            message: "the log ends at event \(head), before the expected \(expected)",
            sequence: head)))
    }
    let touched = submission.touched
    let found: (event: RecordedEvent, id: String)?
    do throws(LogError) {
      found = try past.firstEvent(
        after: expected, upTo: head, from: history.milestone(before: expected), touching: touched)
    } catch { throw .system(error) }
    let later = found ?? firstEncoded(after: expected, upTo: head, touching: touched)
    if let later {
      throw .receipt(
        .conflict(
          Receipt.Conflict(
            message: "event \(later.event.sequence) (\(later.event.event.typeName)) has touched "
              + "\(later.id) since event \(expected)", sequence: later.event.sequence)))
    }
  }

  /// The same among the lines being encoded.
  private func firstEncoded(
    after expected: SequenceNumber, upTo head: SequenceNumber, touching touched: Set<Symbol>
  ) -> (event: RecordedEvent, id: String)? {
    guard head.value > Int(base.sequence) else { return nil }
    var copy = self
    var start = 0
    while start < encoder.buffer.count {
      let event = copy.encodedEvent(from: start, linesBefore: 0)
      if event.sequence > head { return nil }
      if event.sequence > expected, let id = event.touched(among: touched) { return (event, id) }
      start += event.line.range.count + 1
    }
    return nil
  }

  // MARK: - People, rules, facts

  /// The person as they will be, where the submission gives a name or an e-mail address.
  private func person(for submission: Submission) throws(Refusal) -> Person? {
    guard let personal = submission.personal, !personal.isEmpty else { return nil }
    let user = UserID(submission.subject)
    let known = submission.type == .profileChanged ? people[user] : nil
    var random = SystemRandomNumberGenerator()
    return Person(
      user: user, name: personal.name ?? known?.name, email: personal.email ?? known?.email,
      using: &random)
  }

  private func decide(
    _ submission: Submission, _ person: Person?, at time: Timestamp
  ) throws(Refusal) -> [Event] {
    let email = submission.personal?.email
    var context = RuleContext(
      actor: submission.actor, time: time, profile: person?.profile,
      isEmailInUse: email.map {
        people.isEmailUsed($0, exceptBy: UserID(submission.subject))
      } ?? false)
    context.symbols = submission.symbols
    do throws(Rejection) {
      return try history.state.decide(submission.command, in: context)
    } catch { throw .receipt(.rejected(error)) }
  }

  private func compareFacts(stated: [GivenMember], with event: Event) throws(Refusal) {
    // What must be submitted is recorded as it was.
    if stated.allSatisfy({ $0.presence == .required }) { return }
    let actual = WrittenMembers(of: event)
    for member in stated where actual[member.name] != member.value {
      let stated = String(decoding: member.value, as: UTF8.self)
      let holds = actual[member.name].map { String(decoding: $0, as: UTF8.self) }
      var rejection = Rejection(
        .factMismatch,
        holds.map { "\"\(member.name)\" is \($0), not \(stated)" }
          ?? "\"\(member.name)\" does not apply here, \(stated) was stated")
      rejection.mismatch = FactMismatch(fact: "\(member.name)", stated: stated, actual: holds)
      throw .receipt(.rejected(rejection))
    }
  }

  // MARK: - Taking in

  private mutating func accept(
    _ submission: Submission, _ events: [Event], _ person: Person?, id: String, source: String,
    at time: Timestamp, more: Bool
  ) throws(Refusal) -> Receipt {
    let own = Envelope(
      id: id, source: source, time: time, sequence: history.sequence.next,
      actor: submission.actor, attributes: submission.attributes,
      more: more || events.count > 1)
    try take(events[0], own)
    let hash = encoder.hash
    for (index, event) in events.enumerated().dropFirst() {
      takeGenerated(
        event, at: time, cause: id, more: more || index < events.count - 1)
    }
    if !submission.symbols.isEmpty { borrowed.append(submission.symbols) }
    if let person {
      people.add(person)
      newPersons.append(person)
    }
    return .appended(
      Receipt.Appended(sequence: own.sequence, id: id, hash: hash, count: events.count))
  }

  /// Takes in an event that follows from another, or from the passing of days.
  mutating func takeGenerated(_ event: Event, at time: Timestamp, cause: String?, more: Bool) {
    var envelope = Envelope(
      id: "\(event.typeName)/\(event.subject)", source: Envelope.defaultSource, time: time,
      sequence: history.sequence.next, actor: .system, more: more)
    if let cause { envelope.attributes = [Attribute(name: "causationid", value: .string(cause))] }
    takeUnchecked(event, envelope)
  }

  /// Takes in an event of another log as it is, at the end of this one.
  mutating func takeRecorded(_ event: RecordedEvent) {
    takeUnchecked(
      event.event,
      Envelope(
        id: event.id, source: event.source, time: event.time, sequence: history.sequence.next,
        actor: event.actor, attributes: event.attributes, more: !event.isLastOfBatch))
  }

  /// Takes in a submission's own event, whose line may be longer than the submission was.
  private mutating func take(_ event: Event, _ envelope: Envelope) throws(Refusal) {
    let (start, previousHash) = (encoder.buffer.count, encoder.hash)
    let length = encode(event, envelope)
    if length > Envelope.maximumLineLength {
      encoder.removeLast(from: start, previousHash: previousHash)
      throw .receipt(
        .invalid(
          InvalidSubmission(
            .lineTooLong,
            "the event would have \(length) bytes, more than \(Envelope.maximumLineLength)")))
    }
    fold(event, envelope, from: start, previousHash: previousHash)
  }

  /// Takes in an event whose line is short whatever it holds, or was recorded before.
  private mutating func takeUnchecked(_ event: Event, _ envelope: Envelope) {
    let (start, previousHash) = (encoder.buffer.count, encoder.hash)
    _ = encode(event, envelope)
    fold(event, envelope, from: start, previousHash: previousHash)
  }

  /// Makes room for the lines of so many submissions, so that it need not grow on the way.
  mutating func reserveRoom(for count: Int) { encoder.reserve(count * 384) }

  private mutating func encode(_ event: Event, _ envelope: Envelope) -> Int {
    leavesHashesOpen ? encoder.appendOpen(envelope, event) : encoder.append(envelope, event)
  }

  /// Judges several with their hashes open meanwhile, and puts those into the receipts afterwards.
  mutating func withOpenHashes(
    _ body: (inout Judge) throws(LogError) -> [Receipt]
  ) throws(LogError) -> [Receipt] {
    let before = history.sequence
    leavesHashesOpen = true
    let result: Result<[Receipt], LogError>
    do throws(LogError) { result = .success(try body(&self)) } catch { result = .failure(error) }
    leavesHashesOpen = false
    let hashes = encoder.seal()
    history.seal(hashes)
    var receipts = try result.get()
    for index in receipts.indices { receipts[index].seal(hashes, after: before) }
    return receipts
  }

  /// Folds the event whose line was encoded last.
  private mutating func fold(
    _ event: Event, _ envelope: Envelope, from start: Int, previousHash: Digest
  ) {
    // Only one that promises more is ever written anew.
    lastLine =
      envelope.more
      ? LastLine(start: start, previousHash: previousHash, envelope: envelope, event: event) : nil
    let length = encoder.buffer.count - start
    let hash = history.index.hash(source: envelope.source, id: envelope.id)
    history.fold(event, envelope, indexedAs: hash, hash: encoder.hash, lengthBytes: length)
    if event.outdatesPeople { hasErased = true }
    if case .userErased(let event) = event { people.forget(event.user) }
  }

  /// Makes the last line taken in the last of its batch. Which one that is shows only in the end:
  /// repeats are skipped.
  mutating func endBatch() {
    guard var last = lastLine, last.envelope.more else { return }
    last.envelope.more = false
    encoder.removeLast(from: last.start, previousHash: last.previousHash)
    encoder.append(last.envelope, last.event)
    history.replaceEnd(base, encoder)
    lastLine = last
  }

  /// A receipt given out during a batch, with the hash that its event has in the end.
  func finalReceipt(_ receipt: Receipt) -> Receipt {
    switch receipt {
    case .appended(var event) where event.sequence == history.sequence:
      event.hash = encoder.hash
      return .appended(event)
    case .duplicate(var event) where event.sequence == history.sequence:
      event.hash = encoder.hash
      return .duplicate(event)
    default: return receipt
    }
  }

  /// Schedules what is due; answers how many events that took.
  mutating func extend() -> Int {
    let time = max(clock, history.lastTime ?? clock)
    var state = history.state
    let events = FixedShiftRules.extend(&state, at: time)
    for (index, event) in events.enumerated() {
      takeGenerated(event, at: time, cause: nil, more: index < events.count - 1)
    }
    return events.count
  }
}
