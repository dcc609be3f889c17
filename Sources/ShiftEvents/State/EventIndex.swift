/// For every id the events that touched it, newest first, in 4 bytes a touch.
///
/// Every event touches an id, and a flag marks the first touch of an event. So the sequence of a touch's event is known
/// from a touch whose sequence is known, by counting the flags between the two.
package struct EventIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable, BitwiseCopyable {
    /// The place of the id's touch before it, from 1 and 0 for none, and two flags.
    private var word: UInt32

    init(behind before: Int?, isFirst: Bool, isOfActor: Bool) {
      word = UInt32((before ?? -1) + 1) << 2 | (isFirst ? 2 : 0) | (isOfActor ? 1 : 0)
    }

    var before: Int { Int(word >> 2) - 1 }
    /// True of the first touch of its event.
    var isFirst: Bool { word & 2 != 0 }
    /// True where the id is only that of the actor.
    var isOfActor: Bool { word & 1 != 0 }
  }

  /// True in a state that notes them.
  package var areKept = false
  /// The place of the newest touch of each id.
  private var newest = InternedMap()
  private var all = FlatArray<Entry>()
  /// The events of the first touch and every thirty-second behind it.
  private var sequences = FlatArray<UInt32>()
  private static let stride = 32
  /// Empty; its room is that of the ids of the event that is noted.
  private var ids: [InternedID] = []

  init() {}

  /// Notes the ids of the next event.
  mutating func note(_ event: Event, by actor: UserID, _ sequence: SequenceNumber) {
    let start = all.count
    var own = TouchedIDs(symbols: ids)
    ids = []
    event.accept(&own)
    for symbol in own.symbols { add(symbol, since: start, sequence) }
    if case .unknown(let event) = event, let subject = UserID(event.subject) {
      add(subject.symbol, since: start, sequence)
    }
    if !own.symbols.contains(actor.symbol) {
      add(actor.symbol, since: start, sequence, isOfActor: true)
    }
    ids = own.symbols
    own.symbols = []
    ids.removeAll(keepingCapacity: true)
  }

  private mutating func add(
    _ symbol: InternedID, since start: Int, _ sequence: SequenceNumber, isOfActor: Bool = false
  ) {
    let place = all.count
    let before = newest.update(symbol, to: place)
    if let before, before >= start {
      // An event may name an id twice.
      _ = newest.update(symbol, to: before)
      return
    }
    precondition(place < 1 << 30 - 1, "a log whose events touch more than a billion ids")
    if place % Self.stride == 0 { sequences.append(UInt32(sequence.value)) }
    all.append(Entry(behind: before, isFirst: place == start, isOfActor: isOfActor))
  }

  private func sequence(at place: Int) -> SequenceNumber {
    var number = Int(sequences[place / Self.stride])
    var other = place / Self.stride * Self.stride
    while other < place {
      other += 1
      if all[other].isFirst { number += 1 }
    }
    return SequenceNumber(number)
  }

  /// Hands over the events that touched an id, newest first, until `body` answers false.
  package func forEach(
    _ symbol: UInt32, _ body: (_ sequence: SequenceNumber, _ isOfActor: Bool) -> Bool
  ) {
    var place = newest[InternedID(index: symbol)] ?? -1
    while place >= 0 {
      let touch = all[place]
      if !body(sequence(at: place), touch.isOfActor) { return }
      place = touch.before
    }
  }

  /// The first event behind another, up to `head`, that touches one of some ids; who merely acted is not touched.
  func first(
    of symbols: Set<InternedID>, after sequence: SequenceNumber, upTo head: SequenceNumber
  ) -> SequenceNumber? {
    var first: SequenceNumber?
    for symbol in symbols {
      forEach(symbol.index) { touch, isOfActor in
        if !isOfActor, touch > sequence, touch <= head { first = min(touch, first ?? touch) }
        return touch > sequence
      }
    }
    return first
  }
}

// MARK: - In a snapshot

extension EventIndex {
  func forEachSymbol(_ body: (UInt32) -> Void) {
    let (first, places) = newest.trimmed
    // A test process has many symbols, and `enumerated()` is slow in a debug build.
    for index in places.indices where places[index] >= 0 { body(UInt32(first + index)) }
  }

  mutating func renumber(_ new: (UInt32) -> UInt32) {
    let (first, places) = newest.trimmed
    var symbols = [UInt32](repeating: 0, count: places.count)
    for index in places.indices where places[index] >= 0 {
      symbols[index] = new(UInt32(first + index))
    }
    var renumbered = [Int32](repeating: -1, count: Int(symbols.max() ?? 0) + 1)
    for index in places.indices where places[index] >= 0 {
      renumbered[Int(symbols[index])] = places[index]
    }
    newest = InternedMap(first: 0, indexes: FlatArray(renumbered))
  }

  /// The index as it lies in memory: the newest touches by symbol, the symbol of the first of them, the touches, and
  /// the events of some of them.
  var arrays:
    (newest: FlatArray<Int32>, first: Int, all: FlatArray<Entry>, sequences: FlatArray<UInt32>)
  {
    let (first, places) = newest.trimmed
    return (FlatArray(places), first, all, sequences)
  }

  init(
    newest: FlatArray<Int32>, first: Int, _ all: FlatArray<Entry>, sequences: FlatArray<UInt32>
  ) {
    (areKept, self.all, self.sequences) = (true, all, sequences)
    self.newest = InternedMap(first: first, indexes: newest)
  }
}

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
  /// Events of a type, or with a word, that this version does not know.
  public internal(set) var unknownEvents = 0
  /// Members of `data` that this version does not know, in events of known types.
  public internal(set) var unknownMembers = 0
  /// The events of either kind.
  public internal(set) var notKnown = UnknownEvents()
  var known = [Int](repeating: 0, count: EventType.allCases.count)
  var unknown: [String: Int] = [:]

  /// A tally before the first event.
  public init() {}

  /// Counts an event.
  public mutating func apply(_ recorded: RecordedEvent) { apply(recorded.plain) }

  mutating func apply(_ event: borrowing PlainEvent) {
    unknownMembers &+= event.unknownMembers
    notKnown.apply(event)
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
      if let type = EventType(rawValue: event.type) {
        known[type.place] += 1
      } else {
        unknown[event.type, default: 0] += 1
      }
    }
  }

  /// The types that occur, unknown ones too, with the number of their events; in byte order.
  public var types: [(name: String, count: Int)] {
    // Put in by hand: the sort of the library would look for conformances, for more instructions than the rest.
    var types: [(name: String, count: Int)] = []
    for type in EventType.allCases where known[type.place] > 0 {
      let name = type.rawValue
      let place = types.firstPlace { name.utf8.lexicographicallyPrecedes($0.name.utf8) }
      types.insert((name, known[type.place]), at: place)
    }
    if unknown.isEmpty { return types }
    return (types + unknown.map { (name: $0.key, count: $0.value) })
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
