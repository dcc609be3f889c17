// Over 400 lines: all that is asked of a submission, in the documented order.

/// Judges submissions in the documented order, each after the ones before it. What is to be recorded
/// stays values until all is judged; then lines, hashes and receipts are made, once.
///
/// It reads what it needs of the past and writes nothing.
struct Judge {
  var folded: WriterState
  private(set) var people: PeopleLines
  /// The lines of the people file that the accepted submissions need.
  private(set) var newPersons = PeopleTable()
  /// The lines of what was accepted, once all is judged.
  private(set) var encoder: EventEncoder
  private(set) var accepted: AcceptedEvents
  private var past: LogLines
  var clock: Timestamp
  /// The maker of missing ids.
  private var ids = UUIDv7()
  /// The new identifiers that the accepted submissions name.
  private var newSymbols: [ProvisionalIDs] = []

  init(_ folded: consuming WriterState, people: PeopleLines, past: LogLines, clock: Timestamp) {
    accepted = AcceptedEvents(after: folded.sequence)
    encoder = EventEncoder(continuing: folded.end.hash)
    self.folded = folded
    self.people = people
    self.past = past
    self.clock = clock
  }

  /// Begins anew at the end of what is folded. The state stays where it is: to move or to copy it
  /// costs more than to judge.
  mutating func begin(people: PeopleLines, past: LogLines, clock: Timestamp) {
    forgetAccepted()
    self.people = people
    self.past = past
    self.clock = clock
  }

  /// Keeps what was folded and forgets the rest, once what was accepted is written.
  mutating func finish() {
    keepSymbols()
    forgetAccepted()
  }

  private mutating func forgetAccepted() {
    accepted = AcceptedEvents(after: folded.sequence)
    encoder = EventEncoder(continuing: folded.end.hash)
    newSymbols = []
    // Few submissions are about people, and a table is no small thing to make.
    if !newPersons.lines.isEmpty { newPersons = PeopleTable() }
  }

  enum Verdict {
    /// Its event was taken in, with so many others that follow from it.
    case accepted(SequenceNumber, count: Int)
    /// It is the event that was taken in at this place before.
    case repeated(SequenceNumber)
    case answered(Receipt)
  }

  // Methods that change nothing are mutating, too: a method that is not would get a copy of all that a judge holds.

  /// Judges one submission, and takes it in where nothing speaks against it.
  ///
  /// - Parameters:
  ///   - head: the head that `expectedsequence` is held against.
  ///   - more: whether it is one of a batch.
  ///   - isTrial: true if nothing is to be taken in; the receipt then has the event.
  mutating func judge(
    _ submission: Submission, head: SequenceNumber, more: Bool, isTrial: Bool = false
  ) throws(LogError) -> Verdict {
    do throws(Refusal) {
      let source = submission.source ?? Envelope.defaultSource
      let (id, hash): (String, UInt32)
      if let given = submission.id {
        (id, hash) = (given, folded.index.hash(source: source, id: given))
        if let verdict = try recorded(submission, source: source, id: id, hash) { return verdict }
      } else {
        (id, hash) = newID(of: source)
      }
      let time = try judgeTime(submission)
      try judgeExpectation(submission, head: head)
      // The commitment to a name is drawn when it is recorded.
      let person = isTrial ? nil : try person(for: submission)
      let (event, following) = try decide(submission, person?.commitment, at: time)
      if !submission.stated.isEmpty { try compareFacts(stated: submission.stated, with: event) }
      let sequence = folded.sequence.next
      let own = Envelope(
        id: id, source: source, time: time, sequence: sequence, actor: submission.content.actor,
        attributes: submission.attributes, more: more || !following.isEmpty)
      let bound = EventEncoder.lengthBound(own, event)
      if bound > Envelope.maximumLineLength { try checkLength(event, own) }
      let warnings =
        event.mayBreakLimits ? folded.state.warnings(of: event, by: own.actor, at: time) : []
      if isTrial {
        var receipt = Receipt.Appended(
          sequence: sequence, id: id, hash: .zero, count: 1 + following.count,
          occurrences: Occurrences(of: event, following: following))
        (receipt.judged, receipt.warnings) = (event, warnings)
        return .answered(.appended(receipt))
      }
      if !warnings.isEmpty { accepted.note(warnings, of: sequence) }
      take(event, own, lengthBound: bound, indexedAs: hash)
      for follower in following {
        if event.type == .closureRecorded {
          takeCaused(follower, by: own.actor, at: time, cause: id)
        } else {
          takeGenerated(follower, at: time, cause: id)
        }
      }
      if let symbols = submission.symbols { newSymbols.append(symbols) }
      if let (person, commitment) = person { newPersons.add(person, commitment: commitment) }
      return .accepted(sequence, count: 1 + following.count)
    } catch {
      switch error {
      case .receipt(let receipt): return .answered(receipt)
      case .system(let error): throw error
      }
    }
  }

  /// Says what would be answered to a submission; takes nothing in.
  mutating func trial(_ submission: Submission) throws(LogError) -> Judgement {
    let verdict = try judge(submission, head: folded.sequence, more: false, isTrial: true)
    let receipt = accepted.receipt(verdict)
    if case .appended(let event) = receipt, let judged = event.judged {
      return .accepted(
        judged, count: event.count, occurrences: event.occurrences, warnings: event.warnings)
    }
    return .answered(receipt)
  }

  /// The recorded event at a place.
  func event(at sequence: SequenceNumber) throws(LogError) -> RecordedEvent {
    try past.event(at: sequence, folded.places)
  }

  mutating func encode() {
    for line in accepted.encode(into: &encoder) { folded.extend(by: line.lengthBytes, line.hash) }
  }

  private enum Refusal: Error {
    case receipt(Receipt)
    case system(LogError)

    static func rejected(_ rejection: Rejection) -> Refusal { .receipt(.rejected(rejection)) }
  }

  /// Makes the identifiers of what was accepted permanent. Not before all is judged: a batch that
  /// is refused in the end leaves none behind.
  mutating func keepSymbols() {
    for symbols in newSymbols { symbols.keep() }
    newSymbols = []
  }

  /// Names and addresses as they will be once everything accepted is recorded.
  var peopleThen: People {
    var lines = people
    if !newPersons.lines.isEmpty {
      lines = PeopleLines()
      lines.add(people, newPersons.persons)
    }
    let state = folded.state
    return People(
      lines,
      readOn: {
        .init(
          commitment: { state.commitment(of: $0) }, knows: { state.users.place(of: $0) != nil })
      })
  }

  // MARK: - Repeats

  /// Returns the verdict on a repeat; `nil` if source and id are new.
  private mutating func recorded(
    _ submission: Submission, source: String, id: String, _ hash: UInt32
  ) throws(Refusal) -> Verdict? {
    for sequence in folded.index.sequences(of: hash) {
      if let member = accepted[sequence] {
        let envelope = member.envelope
        guard envelope.id == id, envelope.source == source else { continue }
        try judgeRepeat(submission, sequence, id, member.event, by: envelope.actor, envelope.time)
        return .repeated(sequence)
      }
      let event: RecordedEvent
      do throws(LogError) { event = try past.event(at: sequence, folded.places) } catch {
        throw .system(error)
      }
      guard event.id == id, event.source == source else { continue }
      try judgeRepeat(submission, sequence, id, event.event, by: event.actor, event.time)
      let receipt = Receipt.Duplicate(sequence: event.sequence, id: event.id, hash: event.hash)
      return .answered(.duplicate(receipt))
    }
    return nil
  }

  /// A new id, and the hash of it with its source. One that somebody guessed is passed over.
  private mutating func newID(of source: String) -> (id: String, hash: UInt32) {
    while true {
      let id = ids.next(at: clock)
      let hash = folded.index.hash(source: source, id: id)
      if !isTaken(id, of: source, hash) { return (id, hash) }
    }
  }

  private mutating func isTaken(_ id: String, of source: String, _ hash: UInt32) -> Bool {
    folded.index.sequences(of: hash).contains { sequence in
      if let envelope = accepted[sequence]?.envelope {
        return envelope.id == id && envelope.source == source
      }
      guard let event = try? past.event(at: sequence, folded.places) else { return false }
      return event.id == id && event.source == source
    }
  }

  /// Throws where a submission has another content than the event with its id.
  private mutating func judgeRepeat(
    _ submission: Submission, _ sequence: SequenceNumber, _ id: String, _ event: Event,
    by actor: UserID, _ time: Timestamp
  ) throws(Refusal) {
    let comparison = RepeatComparison(
      submission: submission, event: event, actor: actor, time: time,
      zone: folded.state.workplace.zone,
      isRestoredToAnother: folded.state.wasRestoredToAnother(by: sequence),
      hasOwnBreak: folded.state.hasOwnBreak(hoursOf: sequence),
      firstDay: folded.state.firstDay(ofSeries: event),
      known: submission.personal == nil ? nil : self.committed(by: event, to: submission.subject))
    if let difference = comparison.difference {
      throw .rejected(
        Rejection(.idConflict, [.id: id, .sequence: sequence.value, .difference: difference]))
    }
  }

  // MARK: - Time and expectation

  private static let toleranceMinutes = 5

  private mutating func judgeTime(_ submission: Submission) throws(Refusal) -> Timestamp {
    guard let time = submission.time else {
      let time = max(clock, folded.lastTime ?? clock)
      if Timestamp.range.contains(time) { return time }
      let date = folded.state.today(at: time)
      throw .rejected(Rejection(.dateOutOfRange, because: .clock, [.date: date, .now: time]))
    }
    if let last = folded.lastTime, time < last {
      throw .rejected(Rejection(.timeBeforeHead, [.time: time, .lastTime: last]))
    }
    if time > clock.advanced(byMinutes: Self.toleranceMinutes) {
      throw .rejected(
        Rejection(.timeInFuture, [.time: time, .now: clock, .limit: Self.toleranceMinutes]))
    }
    return time
  }

  private mutating func judgeExpectation(
    _ submission: Submission, head: SequenceNumber
  ) throws(Refusal) {
    guard let expected = submission.expectedSequence, expected != head else { return }
    if expected > head {
      throw .receipt(
        .conflict(
          Receipt.Conflict(
            message: "the log ends at event \(head), before the expected \(expected)",
            sequence: head)))
    }
    var touched = submission.touched
    if let trade = folded.state.tradeAgreed(by: submission.content.command) {
      touched.formUnion([trade.give.symbol, trade.take.symbol])
    }
    let later = folded.state.touches.first(of: touched, after: expected, upTo: head)
    guard let later else { return }
    let event: Event
    if let recent = accepted[later] {
      event = recent.event
    } else {
      do throws(LogError) {
        event = try past.event(at: later, folded.places).event
      } catch { throw .system(error) }
    }
    throw .receipt(
      .conflict(
        Receipt.Conflict(
          message: "event \(later) (\(event.typeName)) has touched "
            + "\(event.touched(among: touched) ?? event.subject) since event \(expected)",
          sequence: later)))
  }

  // MARK: - People, rules, facts

  /// The person's name and address, as they will be once everything accepted is recorded.
  private mutating func person(_ user: UserID) -> Person? {
    let commitment = folded.state.commitment(of: user)
    return newPersons.person(user, committedTo: commitment)
      ?? people.person(user, committedTo: commitment)
  }

  /// The person whom an event commits to; `nil` once there is another commitment, or none.
  private mutating func committed(by event: Event, to subject: InternedID) -> Person? {
    let user = UserID(subject)
    guard let commitment = event.profile, folded.state.commitment(of: user) == commitment else {
      return nil
    }
    return person(user)
  }

  private mutating func isEmailUsed(_ email: String, exceptBy user: UserID) -> Bool {
    let perhaps = newPersons.users(perhapsAt: email) + people.users(perhapsAt: email)
    return perhaps.contains { other in
      other != user && person(other)?.email?.inOneCase == email.inOneCase
    }
  }

  /// The person as they will be, where the submission gives a name or an e-mail address.
  private mutating func person(
    for submission: Submission
  ) throws(Refusal) -> (Person, commitment: Digest)? {
    guard let personal = submission.personal, !personal.isEmpty else { return nil }
    let user = UserID(submission.subject)
    let known = submission.keepsPersonal ? person(user) : nil
    var random = SystemRandomNumberGenerator()
    let person = Person(
      user: user, name: personal.name ?? known?.name, email: personal.email ?? known?.email,
      using: &random)
    return (person, person.profile)
  }

  private mutating func decide(
    _ submission: Submission, _ commitment: Digest?, at time: Timestamp
  ) throws(Refusal) -> (event: Event, following: [Event]) {
    let email = submission.personal?.email
    var context = RuleContext(
      actor: submission.content.actor, time: time, profile: commitment,
      isEmailInUse: email.map { isEmailUsed($0, exceptBy: UserID(submission.subject)) } ?? false)
    context.symbols = submission.symbols
    do throws(Rejection) {
      return try folded.state.decide(submission.content.command, in: context)
    } catch { throw .receipt(.rejected(error)) }
  }

  /// Holds the facts that a submitter stated against those that the rules found.
  private func compareFacts(stated: [GivenMember], with event: Event) throws(Refusal) {
    let members = EventMembers(of: event)
    for member in stated {
      let actual = members[member.name]
      if actual?.isSame(as: member.value) == true { continue }
      let stated = String(decoding: member.value.json, as: UTF8.self)
      let holds = actual.map { String(decoding: $0.json, as: UTF8.self) }
      var rejection = Rejection(.factMismatch, [.fact: member.name])
      rejection.mismatch = FactMismatch(fact: "\(member.name)", stated: stated, actual: holds)
      throw .receipt(.rejected(rejection))
    }
  }

  // MARK: - Taking in

  /// Throws where the line would be too long, though its submission was not.
  private mutating func checkLength(_ event: Event, _ envelope: Envelope) throws(Refusal) {
    let most = Envelope.maximumLineLength
    var encoder = EventEncoder(continuing: .zero)
    let length = encoder.append(envelope, event)
    if length > most {
      throw .receipt(
        .invalid(
          InvalidSubmission(
            .lineTooLong, "the event would have \(length) bytes, more than \(most)")))
    }
  }

  /// Takes in an event that follows from another, or from the passing of days.
  private mutating func takeGenerated(_ event: Event, at time: Timestamp, cause: String?) {
    let source = Envelope.defaultSource
    var id = Envelope.generatedID(of: event)
    var hash = folded.index.hash(source: source, id: id)
    // By earlier versions somebody may have been given it.
    if isTaken(id, of: source, hash) { (id, hash) = newID(of: source) }
    var envelope = Envelope(
      id: id, source: source, time: time, sequence: folded.sequence.next, actor: .system, more: true
    )
    if let cause { envelope.attributes = [Attribute(name: "causationid", value: .string(cause))] }
    take(event, envelope, lengthBound: EventEncoder.lengthBound(envelope, event), indexedAs: hash)
  }

  /// Takes in an event by somebody that follows from another one of theirs.
  private mutating func takeCaused(
    _ event: Event, by actor: UserID, at time: Timestamp, cause: String
  ) {
    let (id, hash) = newID(of: Envelope.defaultSource)
    let envelope = Envelope(
      id: id, source: Envelope.defaultSource, time: time, sequence: folded.sequence.next,
      actor: actor, attributes: [Attribute(name: "causationid", value: .string(cause))], more: true)
    take(event, envelope, lengthBound: EventEncoder.lengthBound(envelope, event), indexedAs: hash)
  }

  /// Takes in an event of another log as it is, at the end of this one.
  mutating func takeRecorded(_ event: RecordedEvent) {
    let envelope = Envelope(
      id: event.id, source: event.source, time: event.time, sequence: folded.sequence.next,
      actor: event.actor, attributes: event.attributes, more: !event.isLastOfBatch)
    take(
      event.event, envelope, lengthBound: EventEncoder.lengthBound(envelope, event.event),
      indexedAs: folded.index.hash(source: event.source, id: event.id))
    encode()
  }

  private mutating func take(
    _ event: consuming Event, _ envelope: consuming Envelope, lengthBound: Int,
    indexedAs hash: UInt32
  ) {
    folded.fold(event, by: envelope.actor, at: envelope.time, indexedAs: hash)
    accepted.append(event, envelope, lengthBound: lengthBound)
  }

  /// Makes the event taken in last the last of its batch. Which one that is shows only in the end:
  /// repeats are skipped.
  mutating func endBatch() { accepted.endBatch() }

  /// Schedules what is due; answers what became of it.
  mutating func extend() -> Occurrences {
    let time = max(clock, folded.lastTime ?? clock)
    var state = folded.state
    let events = state.extendSeries(at: time)
    folded.state.indexes.recordedDates = state.indexes.recordedDates
    for event in events { takeGenerated(event, at: time, cause: nil) }
    endBatch()
    encode()
    return Occurrences(events)
  }
}
