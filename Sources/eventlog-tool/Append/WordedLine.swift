import ShiftEvents

/// An event in words as it was typed: on the command line, or in a line of a batch.
struct WordedLine {
  static let actor = Option.person(
    "actor", "On whose behalf: an id, or a name that one person has")
  static let id = Option.text(
    "id", "ID", "The submission's own id: sent again, it is recorded once")
  static let source = Option.text(
    "source", "URI", "The submitter; with the id unique in the log")
  static let time = Option.text("time", "TIME", "When it happened, for imports")
  static let correlation = Option.text(
    "correlation", "ID", "What it belongs to (correlationid)")
  static let expect = Option.text(
    "expect", "SEQ", "Refuse if what it touches changed after this event")

  /// The options that are members of a submission, the actor left out.
  private static let members = [
    (id, "id"), (source, "source"), (time, "time"), (correlation, "correlationid"),
    (expect, "expectedsequence"),
  ]
  /// All options that belong to one event.
  static let options: [any CommandOption] = [actor] + members.map(\.0)

  /// The part of the line that a mistake stands in.
  enum Place {
    /// A word that belongs to no option, from 0: the type, the subject, the members.
    case word(Int)
    /// A word, from 0, options and their values counted.
    case anyWord(Int)
    /// The value of an option.
    case option(String)
    case line
  }

  let type: EventType
  let subject: String
  let actor: String
  /// The members of a submission that options gave.
  let given: [(member: String, option: OptionSpec, value: String)]
  let data: [MemberWord]

  /// The place of a member of `data` among the words.
  static func place(ofMember index: Int) -> Place { .word(index + 2) }

  /// - Parameter default: the actor of a line that names none.
  init(_ arguments: ParsedArguments, actor default: String? = nil) throws {
    let words = arguments.positionals
    guard let word = words.first, let type = EventType(rawValue: word) else {
      throw Misread(
        words.first.map {
          UsageError.unknownType($0, among: EventType.allCases.map(\.rawValue))
        } ?? UsageError("missing TYPE"), .word(0))
    }
    self.type = type
    guard words.count > 1, MemberWord(words[1]) == nil else {
      throw Misread(
        UsageError(
          "missing SUBJECT: the id of what the event is about",
          help: NewIdentifier.prefix(of: type) == nil ? nil : "- makes a new one"), .word(1))
    }
    subject = words[1]
    guard let actor = arguments.text(of: Self.actor) ?? `default` else {
      throw Misread(UsageError("--actor is missing: on whose behalf?"), .line)
    }
    self.actor = actor
    given = Self.members.compactMap { option, member in
      arguments.text(of: option).map { (member: member, option: option.spec, value: $0) }
    }
    let rest = Array(words.dropFirst(2))
    let lead = type.isAboutPerson ? "\"\(subject)" : "--actor \"\(actor)"
    do throws(UsageError) { data = try MemberWord.all(rest, behind: lead) } catch {
      throw Misread(error, .word(2 + (rest.firstIndex { MemberWord($0) == nil } ?? 0)))
    }
  }
}

/// A mistake in an event in words, with its place.
struct Misread: Error {
  let cause: any Error
  let place: WordedLine.Place

  init(_ cause: any Error, _ place: WordedLine.Place) { (self.cause, self.place) = (cause, place) }

  /// Runs a body, and says where its mistake stands.
  static func at<Value>(_ place: WordedLine.Place, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as Misread { throw error } catch {
      throw Misread(error, place)
    }
  }
}
