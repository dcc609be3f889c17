package import ShiftEvents

/// Something that readers may ask of the rows of projections: an option of commands, and a member of requests.
///
/// Options, requests, schemas, clients, completions and pages follow from the table of all.
public struct RowQuestion: Sendable {
  /// The name of the option. Never rename.
  public let name: String
  /// A sentence for readers, without its full stop.
  package let help: String
  package let value: Value
  package let scope: Scope
  /// The projections whose rows it chooses, and those whose rows are about the thing that it names.
  fileprivate let takers, about: @Sendable () -> [ProjectionDescriptor]

  /// Puts a value into a selection.
  package typealias Filling<Value> = @Sendable (inout RowSelection, Value) -> Void

  /// The type of a value, with the place that a selection has for it. A value without such a place belongs to the
  /// answer, and its reader applies it.
  package enum Value: Sendable {
    case flag(Filling<Bool>)
    case person(Filling<UserID?>)
    case name(Filling<Name>)
    case text(Filling<String>)
    /// A length of time in minutes.
    case duration(Filling<Int>)
    case number(ClosedRange<Int>, Filling<Int>)
    /// One of some words, with the name of the word on help pages.
    case word(String, @Sendable () -> [String], Filling<String>)
    case thing(RowID.Kind)
    /// Words for days, with the name of the word on help pages.
    case days(String)
    case position, metres, cursor

    static func choice<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
      _ placeholder: String, of type: Word.Type, _ fill: @escaping Filling<Word>
    ) -> Value where Word.AllCases: SendableMetatype {
      .word(placeholder, { Word.allCases.map(\.rawValue) }) { selection, text in
        if let word = Word(rawValue: text) { fill(&selection, word) }
      }
    }
  }

  /// The answers that a question bears on.
  package enum Scope: Sendable {
    /// Rows, also in exports, and the grid of a week.
    case grid
    /// Rows, also in exports.
    case rows
    /// The part or the form of an answer; exports have all.
    case answer
  }

  /// - Parameters:
  ///   - takers: the projections that choose rows by it.
  ///   - about: the projections whose rows are about the thing that it names, and do not show it.
  init(
    _ name: String, _ value: Value, _ help: String, scope: Scope = .rows,
    of takers: @autoclosure @escaping @Sendable () -> [ProjectionDescriptor],
    about: @autoclosure @escaping @Sendable () -> [ProjectionDescriptor] = []
  ) {
    (self.name, self.value, self.help, self.scope) = (name, value, help, scope)
    (self.takers, self.about) = (takers, about)
  }

  /// True if it names one thing; exports name things of their own.
  package var isOfThing: Bool { if case .thing = value { true } else { false } }

  /// True if it names one thing or one person.
  package var namesSomething: Bool { if case .person = value { true } else { isOfThing } }

  /// True if it chooses rows, and not only the part or the form of an answer.
  package var choosesRows: Bool { scope != .answer }
}

extension ProjectionDescriptor {
  /// All that can be asked of the rows, in the order of help pages.
  public var questions: [RowQuestion] { RowQuestion.all.filter(takes) }

  /// Returns `true` if a question can be asked of the rows.
  public func takes(_ question: RowQuestion) -> Bool {
    question.takers().contains(self) || question.about().contains(self)
  }

  /// The questions of which one names the thing that the rows are about, where they are about one.
  package var subjects: [RowQuestion] { RowQuestion.all.filter { $0.about().contains(self) } }

  /// The kinds of things that have a row each, or several.
  package var kinds: [RowID.Kind] {
    RowQuestion.all.compactMap { question in
      guard case .thing(let kind) = question.value else { return nil }
      return question.takers().contains(self) ? kind : nil
    }
  }
}
