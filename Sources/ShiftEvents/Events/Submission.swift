/// A request to append: a command, its actor, and what the program expects of the log.
public struct Submission: Sendable {
  /// Shared by all copies: a submission is handed on several times on its way into the log.
  let content: Content

  init(_ content: Content) { self.content = content }

  /// The user on whose behalf it is submitted.
  public var actor: UserID { lasting.actor }
  /// The wish of the actor.
  public var command: Command { lasting.command }
  /// The type of the event that would record it.
  public var type: EventType { content.command.type }
  /// The submitter's own id, by which a repeat is found. By default the recorder makes one.
  public var id: String? { content.envelope.id }
  /// The submitter, a URI reference; with `id` it is unique in a log.
  public var source: String? { content.envelope.source }
  /// The time of the event, for imports. By default the recorder's clock.
  public var time: Timestamp? { content.envelope.time }
  /// The head that the submitter saw.
  public var expectedSequence: SequenceNumber? { content.envelope.expectedSequence }
  /// Further attributes of CloudEvents, kept as given.
  public var attributes: [Attribute] { content.envelope.attributes }

  /// The members of `data` that are no part of the command: facts that the submitter expects.
  var stated: [GivenMember] { content.stated }
  /// The identifiers that are new to the process; `nil` if all are permanent.
  var symbols: ProvisionalIDs? { content.symbols }
  var subject: InternedID { content.command.subject }

  /// The content for others, who may keep its identifiers for longer than the submission: they become
  /// permanent.
  private var lasting: Content {
    content.symbols?.keep()
    return content
  }

  /// True if a name or an e-mail address that is left out stays as it is.
  var keepsPersonal: Bool { if case .changeProfile = content.command { true } else { false } }

  /// Name and e-mail address, of a type that may have them.
  var personal: PersonalData? {
    switch content.command {
    case .registerUser(_, _, let person), .changeProfile(_, let person): person
    default: nil
    }
  }
}

extension Submission {
  /// The same with an id, where it brings none.
  package func identified(as id: String) -> Submission {
    if content.envelope.id != nil { return self }
    var envelope = content.envelope
    envelope.id = id
    return Submission(
      Content(
        content.command, by: content.actor, envelope, stated: content.stated,
        symbols: content.symbols))
  }

  /// The optional part of the envelope.
  struct Envelope: Sendable {
    var id: String?
    var source: String?
    var time: Timestamp?
    var expectedSequence: SequenceNumber?
    var attributes: [Attribute] = []

    /// True if the tool might give its id to an event of its own.
    var isReserved: Bool { id.map { ShiftEvents.Envelope.isReserved(id: $0, of: source) } ?? false }
  }

  final class Content: Sendable {
    let actor: UserID
    let command: Command
    let envelope: Envelope
    let stated: [GivenMember]
    let symbols: ProvisionalIDs?

    init(
      _ command: Command, by actor: UserID, _ envelope: Envelope, stated: [GivenMember],
      symbols: ProvisionalIDs?
    ) {
      (self.actor, self.command, self.envelope, self.stated) = (actor, command, envelope, stated)
      // The rules make the ids of the occurrences of a fixed shift. These ids belong to the submission, too.
      if symbols == nil, command.makesOccurrences {
        self.symbols = ProvisionalIDs()
      } else {
        self.symbols = symbols
      }
    }
  }
}

/// One member of `data` that is there.
struct GivenMember: Sendable {
  let name: StaticString
  /// Its part in submissions; of what a submission states beside its command, that of a fact.
  var presence = MemberTraits.Presence.fact
  /// The value as a log would hold it.
  let value: any JSONWritable
}

/// A submission that is wrong whatever the log holds.
public struct InvalidSubmission: DescribedError, Hashable, Sendable {
  /// The kind of fault. The first that applies, in this order, is reported.
  public enum Code: String, Sendable, CaseIterable {
    /// The text is not strict JSON.
    case invalidJson
    /// The submission, or the event that it would become, is too long.
    case lineTooLong
    /// No event has such a type.
    case unknownType
    /// It states what only the tool may: the actor `system`, a hash, a sequence.
    case reserved
    /// It has a member that its type does not have.
    case unknownField
    /// It lacks a member that its type needs.
    case missingField
    /// The batch has too many submissions or bytes.
    case batchTooLarge
    /// A member has a value of the wrong form or out of range.
    case invalidField
  }

  /// Stable; the message may change.
  public let code: Code
  /// The expected and the actual value, in words.
  public let message: String
  /// The bytes at fault, counted from the first of the submission's line.
  public let range: Range<Int>
  /// The line of the input, from 1.
  public var line = 1
  /// The column of a table in whose cell it stands; `nil` of what is no table.
  public internal(set) var field: String?

  /// The byte of the line at which the fault begins, from 1.
  public var column: Int { range.lowerBound + 1 }

  package init(_ code: Code, _ message: String, at range: Range<Int> = 0..<1) {
    (self.code, self.message, self.range) = (code, message, range)
  }

  /// The same fault at its place in the input.
  package init(
    _ code: Code, _ message: String, at range: Range<Int>, ofLine line: Int, in field: String?
  ) {
    self.init(code, message, at: range)
    (self.line, self.field) = (line, field)
  }
}
