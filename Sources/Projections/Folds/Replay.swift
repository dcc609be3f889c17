public import ShiftEvents

/// Every projection except the audit, folded in one pass over the log; the inbox only if it is asked
/// for.
///
/// What an event means is folded once, into one state. Memory grows with people, shifts, requests,
/// absences, trades, sessions, deals and reservations, never with the number of events.
public struct Replay: Projection, Equatable {
  package internal(set) var state = DomainState.reader
  /// The person whose inbox was asked for; `nil` for everybody's.
  private var reader: UserID?
  /// The parts that were folded; fewer than all in one that was read from a snapshot for a question.
  private var parts = StatePart.folded

  public init() {}

  init(_ state: DomainState) { self.state = state }

  /// A replay with the inbox of one person, or with everybody's.
  public init(inboxOf user: UserID?) {
    reader = user
    state.notices.areKept = true
    parts.append(.notices)
  }

  /// A replay whose state holds all that a snapshot does, and what the rules ask for.
  package init(holding state: DomainState) { (self.state, parts) = (state, StatePart.allCases) }

  /// Some parts of the state that a file holds; the others are not looked at.
  package init(
    _ file: SnapshotFile, _ symbols: SnapshotIDs, _ parts: [StatePart] = StatePart.folded
  ) throws(SnapshotFault) {
    state = try DomainState(file, symbols, parts)
    self.parts = parts
  }

  public mutating func apply(_ recorded: RecordedEvent) { state.evolve(with: recorded) }

  /// Takes the next event in where its block holds it.
  ///
  /// - Parameter ahead: some that follow it.
  package mutating func apply(_ event: borrowing PlainEvent, ahead: Span<PlainEvent> = Span()) {
    if !ahead.isEmpty { state.lookAhead(at: ahead) }
    state.evolve(with: event)
  }

  /// The notices to people, which grow with every event; `nil` unless it was asked for.
  public var inbox: Inbox? { has([.notices]) ? inbox(of: nil) : nil }

  /// The notices to one person, or to whom the replay was made for.
  func inbox(of user: UserID?) -> Inbox { Inbox(of: user ?? reader, state) }

  /// Takes the notices behind an event of another replay over, and those about some things.
  mutating func takeNotices(
    of replay: Replay, since sequence: SequenceNumber, about things: Set<UInt32>
  ) {
    guard replay.has([.notices]) else { return }
    (state.notices, parts) = (
      replay.state.notices.only(since: sequence, about: things), replay.parts
    )
  }

  /// Returns `true` if all these parts were folded.
  func has(_ wanted: [StatePart]) -> Bool { wanted.allSatisfy(parts.contains) }
}

extension Replay {
  /// The number of events of each type.
  public var tally: EventTally { state.tally }
  /// The position up to which the log was read.
  public var asOf: AsOf { state.tally.asOf }
  /// The zone of dates and times of day.
  public var timeZone: Zone { state.workplace.zone }
}

extension EventTally: Projection {
  /// The position up to which the log was read.
  public var asOf: AsOf { AsOf(sequence: lastSequence, time: lastTime) }
}

/// The position up to which a log was read: the sequence and time of the last event.
public struct AsOf: Hashable, Sendable {
  /// The sequence of the last event; 0 of an empty log.
  public var sequence: SequenceNumber
  /// The time of the last event; `nil` of an empty log.
  public var time: Timestamp?

  /// The last event that was read.
  public init(sequence: SequenceNumber, time: Timestamp?) {
    (self.sequence, self.time) = (sequence, time)
  }

  /// The position before the first event.
  public static let empty = AsOf(sequence: .zero, time: nil)
}
