/// What a program asks to append: a command, on whose behalf, and what it knows of the past.
public struct Submission: Sendable {
  /// Shared by all copies: a submission is handed on several times on its way into the log.
  private let content: Content

  init(_ content: Content) { self.content = content }

  /// On whose behalf.
  public var actor: UserID { content.actor }
  /// What is to happen.
  public var command: Command { content.command }
  /// The type of the event that would record it.
  public var type: EventType { content.type }
  /// The submitter's own id for it; a repeat of it is found. Made by the recorder where left out.
  public var id: String? { content.envelope.id }
  /// The submitter, a URI reference; with `id` it is unique in a log.
  public var source: String? { content.envelope.source }
  /// When it happened, for imports. The recorder's clock where left out.
  public var time: Timestamp? { content.envelope.time }
  /// The head that the submitter saw.
  public var expectedSequence: SequenceNumber? { content.envelope.expectedSequence }
  /// Further attributes of CloudEvents, kept as given.
  public var attributes: [Attribute] { content.envelope.attributes }

  /// The members of `data` as given, in the form that a log would hold.
  var given: [GivenMember] { content.given }
  /// Name and e-mail address, where given.
  var personal: PersonalData? { content.personal }
  var subject: Symbol { content.subject }
  var symbols: BorrowedSymbols { content.symbols }
}

extension Submission {
  /// What of the envelope may be left out.
  struct Envelope: Sendable {
    var id: String?
    var source: String?
    var time: Timestamp?
    var expectedSequence: SequenceNumber?
    var attributes: [Attribute] = []
  }

  final class Content: Sendable {
    let actor: UserID
    let command: Command
    let type: EventType
    let subject: Symbol
    let envelope: Envelope
    let given: [GivenMember]
    let personal: PersonalData?
    let symbols: BorrowedSymbols

    init(
      _ command: Command, of type: EventType, subject: Symbol, by actor: UserID,
      envelope: Envelope, given: [GivenMember], personal: PersonalData?, symbols: BorrowedSymbols
    ) {
      self.actor = actor
      self.command = command
      self.type = type
      self.subject = subject
      self.envelope = envelope
      self.given = given
      self.personal = personal
      self.symbols = symbols
    }
  }
}

/// One member of a submission's `data`.
struct GivenMember: Sendable {
  let name: StaticString
  /// JSON, in the only form that a log would hold.
  let value: ArraySlice<UInt8>
  let presence: MemberTraits.Presence
  /// The identifiers in it.
  let identifiers: [Symbol]
}

/// A submission that is wrong whatever the log holds.
public struct InvalidSubmission: Error, Hashable, Sendable {
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
