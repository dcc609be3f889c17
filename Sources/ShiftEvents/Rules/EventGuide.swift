/// The words of help about one type of event, which stand beside its rules. Its members are not here: they come from
/// the declarations that the codec uses.
package struct EventGuide: Sendable {
  /// One sentence without its full stop.
  package let summary: String
  /// The people who may submit it.
  package let by: String
  /// The codes by which the rules refuse it, in the order of judging.
  package let codes: [RejectionCode]
  /// Words of `append` that are accepted one after the other on a copy of the sample; the last one
  /// submits this type.
  package let examples: [String]

  /// - Parameters:
  ///   - codes: those behind `unknownUser`, by which every act of a person may be refused.
  ///   - others: those behind them, which several types have.
  init(
    _ summary: String, by: String, _ codes: [RejectionCode], then others: [RejectionCode] = [],
    _ examples: String...
  ) {
    (self.summary, self.by, self.examples) = (summary, by, examples)
    self.codes = codes.isEmpty ? [] : [.unknownUser] + codes + others
  }

  /// The moment of the sample at which the examples are accepted.
  package static let moment = "2026-03-31T18:10:00Z"

  static let takerRules: [RejectionCode] = [
    .skillMissing, .absent, .shiftTooLong, .dayTaken, .overlapping, .restTooShort, .weekTooLong,
    .tooManyDays,
  ]
}

extension EventType {
  /// All types, those about one kind of subject together.
  package static let bySubject: [EventType] = {
    let nouns = allCases.map(\.subjectNoun)
    return allCases.sorted {
      (nouns.firstIndex(of: $0.subjectNoun)!, $0.place)
        < (nouns.firstIndex(of: $1.subjectNoun)!, $1.place)
    }
  }()
}
