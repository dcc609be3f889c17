public import ShiftEvents

/// The number of events of each type, and the times of the first and the last.
public struct EventTally: Projection, Equatable {
  /// The number of all events.
  public private(set) var count = 0
  /// The time of the first event; `nil` of an empty log.
  public private(set) var firstTime: Timestamp?
  /// The time of the last event; `nil` of an empty log.
  public private(set) var lastTime: Timestamp?
  /// The place of the last event; 0 before the first.
  public private(set) var lastSequence = SequenceNumber.zero
  /// Events of a type that this version does not know.
  public private(set) var unknownEvents = 0
  /// Members of `data` that this version does not know, in events of known types.
  public private(set) var unknownMembers = 0
  private var known = [Int](repeating: 0, count: EventType.allCases.count)
  private var unknown: [String: Int] = [:]

  public init() {}

  public mutating func apply(_ recorded: RecordedEvent) {
    count += 1
    if firstTime == nil { firstTime = recorded.time }
    lastTime = recorded.time
    lastSequence = recorded.sequence
    unknownMembers &+= recorded.unknownMembers
    if case .unknown(let event) = recorded.event {
      unknownEvents += 1
      unknown[event.type, default: 0] += 1
    } else if let type = recorded.event.type {
      known[type.place] += 1
    }
  }

  /// The position up to which the log was read.
  public var asOf: AsOf { AsOf(sequence: lastSequence, time: lastTime) }

  /// The types that occur, unknown ones too, with the number of their events; in byte order.
  public var types: [(name: String, count: Int)] {
    let counted = EventType.allCases.map { (name: $0.rawValue, count: known[$0.place]) }
    return (counted.filter { $0.count > 0 } + unknown.map { (name: $0.key, count: $0.value) })
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

extension EventTally {
  func write(to body: inout SnapshotWriter) {
    body.number(Int64(count))
    for time in [firstTime, lastTime] {
      body.flag(time != nil)
      if let time { body.number(time.milliseconds) }
    }
    for number in [lastSequence.value, unknownEvents, unknownMembers] { body.number(Int64(number)) }
    for number in known { body.number(Int64(number)) }
    body.number(UInt32(unknown.count))
    for (type, count) in unknown.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    {
      body.text(type)
      body.number(Int64(count))
    }
  }

  init(from body: inout SnapshotReader) throws(SnapshotFault) {
    count = Int(try body.number() as Int64)
    if try body.flag() { firstTime = Timestamp(milliseconds: try body.number()) }
    if try body.flag() { lastTime = Timestamp(milliseconds: try body.number()) }
    lastSequence = SequenceNumber(Int(try body.number() as Int64))
    unknownEvents = Int(try body.number() as Int64)
    unknownMembers = Int(try body.number() as Int64)
    for place in known.indices { known[place] = Int(try body.number() as Int64) }
    let unknownCount: UInt32 = try body.number()
    for _ in 0..<unknownCount {
      let type = try body.text()
      unknown[type] = Int(try body.number() as Int64)
    }
  }
}
