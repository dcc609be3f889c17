/// The events that a follower or a reader of the log asks for, by type and by person.
package struct EventFilter: Sendable {
  /// Types, and beginnings of types that end in a full stop; all types if there is none.
  private let types: [String]
  /// The person whom events touch, or on whose behalf they happened.
  private let user: UserID?
  /// Keeps that person's id where no log names it yet.
  private let question = OwnSymbols()

  /// A word that is no type, and all that are one.
  package struct UnknownType: Error {
    package let word: String
    package let known: [String]
  }

  /// The types that this version knows, and their beginnings.
  package static var words: [String] {
    let prefixes = Set(EventType.allCases.map { "\($0.rawValue.prefix { $0 != "." })." }).sorted()
    return EventType.allCases.map(\.rawValue) + prefixes
  }

  /// - Throws: `UnknownType` for a word that is near a type and none. A type of a newer version may be in the
  ///   log, so any other word is taken.
  package init(types: [String] = [], user: String? = nil) throws(UnknownType) {
    let known = Self.words
    for word in types where !known.contains(word) {
      let near = nearest(to: word, among: known)
      guard near != nil || !word.contains(".") else { continue }
      throw UnknownType(word: word, known: known)
    }
    (self.types, self.user) = (types, user.flatMap { [question] in UserID($0, askedIn: question) })
  }

  /// True if every event is asked for.
  package var isEmpty: Bool { types.isEmpty && user == nil }

  package func includes(_ event: RecordedEvent) -> Bool {
    let name = event.event.typeName
    let isAsked =
      types.isEmpty || types.contains { $0.hasSuffix(".") ? name.hasPrefix($0) : name == $0 }
    return isAsked && (user.map { event.touchedSymbols.contains($0.symbolIndex) } ?? true)
  }
}
