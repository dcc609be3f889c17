/// Collects the identifiers in an event: its subject, and those in its data.
struct TouchedIDs: EventVisitor {
  private(set) var symbols: [Symbol] = []

  mutating func subject(_ symbol: Symbol) { symbols.append(symbol) }

  mutating func visit<Value: JSONWritable>(_: StaticString, _ value: Value, _: MemberTraits) {
    symbols += value.identifiers
  }

  /// Identifiers count where the list should not be there, too.
  mutating func listMember<Value: PayloadValue>(
    _: StaticString, _ value: [Value]?, isRecorded: Bool
  ) -> [Value] {
    symbols += value!.identifiers
    return value!
  }
}

extension Submission {
  /// The identifiers that the submission touches: its subject and those in its data.
  var touched: Set<Symbol> {
    var own = TouchedIDs()
    var command = command
    command.accept(&own)
    return Set([subject] + own.symbols + stated.flatMap(\.value.identifiers))
  }
}

extension RecordedEvent {
  /// The ids that the event may concern: its subject, those in its data, and its actor.
  package var touchedIDs: [String] {
    var own = TouchedIDs()
    event.accept(&own)
    return own.symbols.map(\.text) + [actor.description]
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

  /// The id of the event's subject; none for a type that this version does not know.
  var subjectSymbol: Symbol {
    var subject = SubjectSymbol()
    accept(&subject)
    return subject.symbol
  }
}

private struct SubjectSymbol: EventVisitor {
  var symbol = Symbol.none

  mutating func subject(_ symbol: Symbol) { self.symbol = symbol }
  mutating func visit<Value: JSONWritable>(_: StaticString, _: Value, _: MemberTraits) {}
}
