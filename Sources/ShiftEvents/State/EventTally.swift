/// The number of events of each type, and the times of the first and the last.
public struct EventTally: Equatable, Sendable {
  /// The number of all events.
  public internal(set) var count = 0
  /// The time of the first event; `nil` of an empty log.
  public internal(set) var firstTime: Timestamp?
  /// The time of the last event; `nil` of an empty log.
  public internal(set) var lastTime: Timestamp?
  /// The place of the last event; 0 before the first.
  public internal(set) var lastSequence = SequenceNumber.zero
  /// Events of a type that this version does not know.
  public internal(set) var unknownEvents = 0
  /// Members of `data` that this version does not know, in events of known types.
  public internal(set) var unknownMembers = 0
  var known = [Int](repeating: 0, count: EventType.allCases.count)
  var unknown: [String: Int] = [:]

  /// A tally before the first event.
  public init() {}

  /// Counts an event.
  public mutating func apply(_ recorded: RecordedEvent) { apply(recorded.plain) }

  mutating func apply(_ event: borrowing PlainEvent) {
    unknownMembers &+= event.unknownMembers
    count(event.event, event.sequence, at: event.time)
  }

  /// Counts the event that is recorded next.
  mutating func countNext(_ event: Event, at time: Timestamp) {
    count(event, lastSequence.next, at: time)
  }

  private mutating func count(_ event: Event, _ sequence: SequenceNumber, at time: Timestamp) {
    count += 1
    if firstTime == nil { firstTime = time }
    lastTime = time
    lastSequence = sequence
    if let type = event.type {
      known[type.place] += 1
    } else if case .unknown(let event) = event {
      unknownEvents += 1
      unknown[event.type, default: 0] += 1
    }
  }

  /// The types that occur, unknown ones too, with the number of their events; in byte order.
  public var types: [(name: String, count: Int)] {
    let counted = EventType.allCases.map { (name: $0.rawValue, count: known[$0.place]) }
    return (counted.filter { $0.count > 0 } + unknown.map { (name: $0.key, count: $0.value) })
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
