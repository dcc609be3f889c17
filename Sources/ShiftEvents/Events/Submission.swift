/// What a program asks to append: a command, on whose behalf, and what it knows of the past.
public struct Submission: Sendable {
  /// On whose behalf.
  public let actor: UserID
  /// What is to happen.
  public let command: Command
  /// The type of the event that would record it.
  public let type: EventType
  /// The submitter's own id for it; a repeat of it is found. Made by the recorder where left out.
  public internal(set) var id: String?
  /// The submitter, a URI reference; with `id` it is unique in a log.
  public internal(set) var source: String?
  /// When it happened, for imports. The recorder's clock where left out.
  public internal(set) var time: Timestamp?
  /// The head that the submitter saw.
  public internal(set) var expectedSequence: Sequence?
  /// Further attributes of CloudEvents, kept as given.
  public internal(set) var attributes: [Attribute] = []

  /// The members of `data` as given, in the form that a log would hold.
  let given: [GivenMember]
  /// Name and e-mail address, where given.
  let personal: PersonalData?
  let subject: Symbol
  let symbols: BorrowedSymbols
}

/// One member of a submission's `data`.
struct GivenMember: Sendable {
  let name: StaticString
  /// JSON, in the only form that a log would hold.
  let value: [UInt8]
  let presence: Field.Presence
}

/// A submission that is wrong whatever the log holds.
public struct InvalidSubmission: Error, Sendable {
  /// What is wrong, in the order in which faults are looked for.
  public enum Code: String, Sendable, CaseIterable {
    case invalidJson, lineTooLong, unknownType, reserved, unknownField, missingField
    case batchTooLarge, invalidField
  }

  public let code: Code
  /// What was expected and what was found.
  public let message: String
  /// The bytes at fault, counted from the first of the submission's line.
  public let range: Range<Int>
  /// The line of the input, from 1.
  public var line = 1

  /// The byte of the line at which the fault begins, from 1.
  public var column: Int { range.lowerBound + 1 }

  package init(_ code: Code, _ message: String, at range: Range<Int> = 0..<1) {
    self.code = code
    self.message = message
    self.range = range
  }
}
