/// Collects the identifiers in an event: its subject, and those in its data.
struct TouchedIDs: EventVisitor {
  var symbols: [Symbol] = []

  mutating func subject(_ symbol: Symbol) { symbols.append(symbol) }

  mutating func visit<Value: JSONWritable>(_: StaticString, _ value: Value, _: MemberTraits) {
    value.addIdentifiers(to: &symbols)
  }

  /// Identifiers count where the list should not be there, too.
  mutating func listMember<Value: PayloadValue>(
    _: StaticString, _ value: [Value]?, isRecorded: Bool
  ) -> [Value] {
    value!.addIdentifiers(to: &symbols)
    return value!
  }
}

extension Submission {
  /// The identifiers that the submission touches: its subject and those in its data.
  var touched: Set<Symbol> {
    var own = TouchedIDs()
    var command = content.command
    command.accept(&own)
    for fact in stated { fact.value.addIdentifiers(to: &own.symbols) }
    return Set([subject] + own.symbols)
  }
}

extension RecordedEvent {
  /// The numbers of the ids that the event may concern: its subject's, those in its data, and its actor's.
  package var touchedSymbols: Set<UInt32> {
    var own = TouchedIDs()
    event.accept(&own)
    return Set(own.symbols.map(\.index) + [actor.symbolIndex])
  }
}

extension Event {
  /// The first of the identifiers that the event touches: its subject, or any in its data. An actor who
  /// merely acted is not touched.
  func touched(among symbols: Set<Symbol>) -> String? {
    var own = TouchedIDs()
    accept(&own)
    return own.symbols.first(where: symbols.contains)?.text
  }
}
