/// For every id the events that touched it, newest first: each a number and the place of the one before, 8 bytes.
package struct Touches: Equatable, Sendable {
  struct Touch: Equatable, Sendable, BitwiseCopyable {
    /// The sequence of the event; the lowest bit is 1 where the id is only that of the actor.
    var word: UInt32
    /// The place of the touch before it; -1 of the first.
    var before: Int32

    var sequence: SequenceNumber { SequenceNumber(Int(word >> 1)) }
    var isOfActor: Bool { word & 1 == 1 }
  }

  /// True in a state that notes them.
  package var areKept = false
  /// The place of the newest touch of each id.
  private var newest = SymbolMap()
  private var all = FlatArray<Touch>()
  /// Empty; its room is that of the ids of the event that is noted.
  private var ids: [Symbol] = []

  init() {}

  /// Notes the ids of an event.
  mutating func note(_ event: Event, by actor: UserID, _ sequence: SequenceNumber) {
    var own = TouchedIDs(symbols: ids)
    ids = []
    event.accept(&own)
    for symbol in own.symbols { add(symbol, sequence, isOfActor: false) }
    if case .unknown(let event) = event, let subject = UserID(event.subject) {
      add(subject.symbol, sequence, isOfActor: false)
    }
    if !own.symbols.contains(actor.symbol) { add(actor.symbol, sequence, isOfActor: true) }
    ids = own.symbols
    own.symbols = []
    ids.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ symbol: Symbol, _ sequence: SequenceNumber, isOfActor: Bool) {
    let before = newest.update(symbol, to: all.count)
    if let before, all[before].sequence == sequence {
      // An event may name an id twice.
      _ = newest.update(symbol, to: before)
      return
    }
    precondition(sequence.value < Int(Int32.max), "a log of more than 2 billion events")
    all.append(
      Touch(
        word: UInt32(sequence.value) << 1 | (isOfActor ? 1 : 0),
        before: before.map { Int32($0) } ?? -1))
  }

  /// Hands over the events that touched an id, newest first, until `body` answers false.
  package func forEach(
    _ symbol: UInt32, _ body: (_ sequence: SequenceNumber, _ isOfActor: Bool) -> Bool
  ) {
    var place = newest[Symbol(index: symbol)] ?? -1
    while place >= 0 {
      let touch = all[place]
      if !body(touch.sequence, touch.isOfActor) { return }
      place = Int(touch.before)
    }
  }

  /// The first event behind another, up to `head`, that touches one of some ids; who merely acted is not touched.
  func first(
    of symbols: Set<Symbol>, after sequence: SequenceNumber, upTo head: SequenceNumber
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

extension Touches {
  func forEachSymbol(_ body: (UInt32) -> Void) {
    let (first, places) = newest.trimmed
    for (index, place) in places.enumerated() where place >= 0 { body(UInt32(first + index)) }
  }

  mutating func renumber(_ new: (UInt32) -> UInt32) {
    let (first, places) = newest.trimmed
    let symbols = places.enumerated().map { $1 < 0 ? 0 : new(UInt32(first + $0)) }
    var renumbered = [Int32](repeating: -1, count: Int(symbols.max() ?? 0) + 1)
    for (index, place) in places.enumerated() where place >= 0 {
      renumbered[Int(symbols[index])] = place
    }
    newest = SymbolMap(first: 0, indexes: FlatArray(renumbered))
  }

  var arrays: (newest: FlatArray<Int32>, first: Int, all: FlatArray<Touch>) {
    let (first, places) = newest.trimmed
    return (FlatArray(places), first, all)
  }

  init(newest: FlatArray<Int32>, first: Int, _ all: FlatArray<Touch>) {
    (areKept, self.all) = (true, all)
    self.newest = SymbolMap(first: first, indexes: newest)
  }
}
