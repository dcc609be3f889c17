package import ShiftEvents

/// The events of a log that its index of touched ids finds, with what is needed to tell of them.
package struct IndexedEvents {
  private let state: DomainState
  /// Reads an event again.
  package let event: (SequenceNumber) throws -> RecordedEvent

  /// - Parameters:
  ///   - replay: holds the index.
  ///   - event: reads an event again.
  package init(_ replay: Replay, reading event: @escaping (SequenceNumber) throws -> RecordedEvent)
  {
    (state, self.event) = (replay.state, event)
  }

  /// The events that touched an id, or were done by that person, in the order of the log.
  package func touching(_ symbol: UInt32, after sequence: SequenceNumber = .zero)
    -> [SequenceNumber]
  {
    var found: [SequenceNumber] = []
    state.touches.forEach(symbol) { touch, _ in
      if touch > sequence { found.append(touch) }
      return touch > sequence
    }
    return found.reversed()
  }

  /// The events that change rows of many things without touching these: settings and publications.
  var ofMany: [SequenceNumber] {
    let publications = state.publications.rows.elements.map(\.id.symbolIndex)
    return ([state.workplace.id?.symbolIndex].compactMap(\.self) + publications)
      .flatMap { touching($0) }
  }

  /// Hands over these events, in the order of the log, and before them all that made the workplace and the things they
  /// name what they were.
  ///
  /// - Parameter steps: 2 to take in what these events tell of other things, too.
  /// - Complexity: linear in the events that touched those things.
  package func forEach(
    _ own: [SequenceNumber], steps: Int = 1, _ body: (RecordedEvent) throws -> Void
  ) throws {
    var wanted = Set(own + (state.workplace.id.map { touching($0.symbolIndex) } ?? []))
    var things: Set<UInt32> = []
    var fresh = own
    var read: [SequenceNumber: RecordedEvent] = [:]
    for _ in 0..<steps {
      var found: [SequenceNumber] = []
      for sequence in fresh {
        let event = try event(sequence)
        if read.count < Self.keptCount { read[sequence] = event }
        for symbol in event.touchedSymbols where isThing(symbol) && things.insert(symbol).inserted {
          for touch in touching(symbol) where wanted.insert(touch).inserted { found.append(touch) }
        }
      }
      fresh = found
    }
    // A part of a shift is what that shift was from which it was cut, and weekly work what its edits made of it.
    while state.hasSplits || state.hasEditedSeries, !fresh.isEmpty {
      var found: [SequenceNumber] = []
      for sequence in fresh {
        let event = try read[sequence] ?? event(sequence)
        if read.count < Self.keptCount { read[sequence] = event }
        var symbols = event.touchedSymbols.filter { state.hasChanged(SeriesID(symbolIndex: $0)) }
        if case .shiftSplit(let split) = event.event, things.contains(split.into.symbolIndex) {
          symbols.insert(split.shift.symbolIndex)
        }
        for symbol in symbols where things.insert(symbol).inserted {
          for touch in touching(symbol) where wanted.insert(touch).inserted { found.append(touch) }
        }
      }
      fresh = found
    }
    for sequence in wanted.sorted() { try body(try read[sequence] ?? event(sequence)) }
  }

  /// The most events that are kept from one step to the next: each keeps some 7 KB of the log in memory.
  private static let keptCount = 4_096

  /// Returns `true` for a thing whose state an event's row shows. People, and what many shifts come from, are none, but
  /// for vacancies and for weekly work that was changed.
  private func isThing(_ symbol: UInt32) -> Bool {
    state.shifts.place(of: ShiftID(symbolIndex: symbol)) != nil
      || state.requests.place(of: RequestID(symbolIndex: symbol)) != nil
      || state.reservations.place(of: ReservationID(symbolIndex: symbol)) != nil
      || state.deals.place(of: DealID(symbolIndex: symbol)) != nil
      || state.vacancies.place(of: VacancyID(symbolIndex: symbol)) != nil
      || state.trades.place(of: TradeID(symbolIndex: symbol)) != nil
      || state.hasChanged(SeriesID(symbolIndex: symbol))
  }
}

extension Audit {
  /// Folds the events alone that its rows depend on, in a log that the rules allow; `nil` for an audit that is of no id.
  package static func walking(
    _ scope: AuditScope, showsAttributes: Bool, _ events: IndexedEvents
  ) throws -> Audit? {
    guard let symbol = scope.symbol else { return nil }
    var audit = Audit(of: scope, showsAttributes: showsAttributes)
    let steps = if case .user = scope { 2 } else { 1 }
    try events.forEach(events.touching(symbol), steps: steps) { audit.apply($0) }
    return audit
  }
}

extension AuditScope {
  /// The id that events are about; `nil` of an audit of everything, and of one of what somebody did.
  var id: String? {
    switch self {
    case .everything, .actor: nil
    case .shift(let id): id.description
    case .request(let id): id.description
    case .series(let id): id.description
    case .closure(let id): id.description
    case .vacancy(let id): id.description
    case .absence(let id): id.description
    case .trade(let id): id.description
    case .publication(let id): id.description
    case .period(let id): id.description
    case .session(let id): id.description
    case .deal(let id): id.description
    case .user(let id): id.description
    case .subject(let id): id
    }
  }

  /// The number of the id that it is of; `nil` of an audit of everything.
  package var symbol: UInt32? {
    switch self {
    case .everything: nil
    case .shift(let id): id.symbolIndex
    case .request(let id): id.symbolIndex
    case .series(let id): id.symbolIndex
    case .closure(let id): id.symbolIndex
    case .vacancy(let id): id.symbolIndex
    case .absence(let id): id.symbolIndex
    case .trade(let id): id.symbolIndex
    case .publication(let id): id.symbolIndex
    case .period(let id): id.symbolIndex
    case .session(let id): id.symbolIndex
    case .deal(let id): id.symbolIndex
    case .user(let id), .actor(let id): id.symbolIndex
    // No event touches the number of no id.
    case .subject(let id): UserID(known: id)?.symbolIndex ?? (UserID.isForm(id) ? 0 : nil)
    }
  }
}
