/// The answer to a client: the receipt of a submission, or the failure of the system.
package typealias Reply = Result<Receipt, LogError>

extension Reply {
  package var isRecorded: Bool {
    // Nothing is taken out: a copy of a receipt costs 150 instructions.
    switch self {
    case .success(.appended), .success(.duplicate): true
    case .success(.rejected), .success(.conflict), .success(.invalid), .failure: false
    }
  }
}

/// The answer to a submission.
public enum Receipt: Hashable, Sendable {
  /// It is in the log now.
  case appended(Appended)
  /// It was in the log already.
  case duplicate(Duplicate)
  /// A rule said no.
  case rejected(Rejection)
  /// Something that it touches has changed since the head that its submitter saw.
  case conflict(Conflict)
  /// It is wrong whatever the log holds.
  case invalid(InvalidSubmission)

  /// The event that a submission became.
  public struct Appended: Hashable, Sendable {
    /// The place of the event in the log.
    public var sequence: SequenceNumber
    /// The id of the event: that of the submission, or the one that the recorder made.
    public var id: String
    /// The hash of the event's line. Kept elsewhere, it proves the log up to here.
    public var hash: Digest
    /// The number of events that the submission caused, its own among them.
    public var count: Int
    /// The occurrences among them, where the submission registered weekly work.
    public var occurrences: Occurrences?
    /// The names of the attributes that were kept, but for those of documented extensions.
    public var attributes: [String] = []
    /// The parts that few receipts have. A list of one or none keeps the others small.
    fileprivate(set) var rare: [Rare] = []

    struct Rare: Hashable, Sendable {
      var judged: Event?
      var warnings: [Warning] = []
    }

    /// The limits that it broke, where it gave a shift an owner or its times.
    public internal(set) var warnings: [Warning] {
      get { rare.first?.warnings ?? [] }
      set {
        if rare.isEmpty, newValue.isEmpty { return }
        if rare.isEmpty { rare = [Rare()] }
        rare[0].warnings = newValue
      }
    }

    /// The event of a dry run, which tells it in place of a place in the log.
    var judged: Event? {
      get { rare.first?.judged }
      set { rare = [Rare(judged: newValue, warnings: warnings)] }
    }
  }

  /// The event that an earlier submission with the same source, id and content became.
  public struct Duplicate: Hashable, Sendable {
    /// The place of the event in the log.
    public var sequence: SequenceNumber
    /// The id of the event.
    public var id: String
    /// The hash of the event's line.
    public var hash: Digest
  }

  /// A change that the submitter has not seen.
  public struct Conflict: Hashable, Sendable {
    /// The change, in words.
    public var message: String
    /// The event that made it; the last event where the expected head lies behind the end.
    public var sequence: SequenceNumber
  }
}

/// The answer that a submission would get.
public enum Judgement: Hashable, Sendable {
  /// It would be recorded as this event, with its facts, among so many that it causes, with these limits broken. A
  /// commitment to a name or an e-mail address is drawn when it is recorded, so the event has none.
  case accepted(Event, count: Int, occurrences: Occurrences?, warnings: [Warning])
  /// It was recorded already, or would be refused.
  case answered(Receipt)
}

extension Receipt {
  /// True if the event is in the log.
  public var isRecorded: Bool {
    switch self {
    case .appended, .duplicate: true
    default: false
    }
  }

  /// The id of the event, if it is in the log.
  package var recordedID: String? {
    switch self {
    case .appended(let appended): appended.id
    case .duplicate(let duplicate): duplicate.id
    default: nil
    }
  }

  /// The place of the event in the log, if it is there.
  package var recordedSequence: SequenceNumber? {
    switch self {
    case .appended(let event): event.sequence
    case .duplicate(let event): event.sequence
    default: nil
    }
  }

  /// The limits that the event broke; none of a refused one.
  package var warnings: [Warning] {
    if case .appended(let event) = self { event.warnings } else { [] }
  }

  /// The status as replies tell it.
  package var status: String {
    switch self {
    case .appended: "appended"
    case .duplicate: "duplicate"
    case .rejected: "rejected"
    case .conflict: "conflict"
    case .invalid: "invalid"
    }
  }
}

/// The occurrences of weekly work that came due, by what became of them.
public struct Occurrences: Hashable, Sendable {
  /// The shifts that were scheduled.
  public var scheduled: Int
  /// The vacancies that were posted.
  public var posted: Int
  /// Those that could not be scheduled, each for a reason that its event has.
  public var skipped: Int

  /// The number of events that they took.
  package var count: Int { scheduled + posted + skipped }
}

extension Occurrences {
  init(_ events: some Collection<Event>) {
    func count(_ type: EventType) -> Int { events.count { $0.type == type } }
    (scheduled, posted) = (count(.shiftScheduled), count(.vacancyPosted))
    skipped = count(.shiftSkipped)
  }

  /// Those that follow from an event; `nil` of one that is not about weekly work.
  init?<Events: Collection<Event>>(of event: Event, following: @autoclosure () -> Events) {
    switch event.type {
    case .fixedShiftRegistered, .fixedShiftEdited, .fixedVacancyRegistered, .fixedVacancyEdited:
      self.init(following())
    default: return nil
    }
  }
}
