/// A submission, or the fault of its line.
package typealias DecodedSubmission = Result<Submission, InvalidSubmission>

/// Reads submissions strictly: the shape of one is judged here, before anyone looks at the log.
package struct SubmissionDecoder {
  /// A submission with its white space, line feed left out.
  package static let maximumLength = 1 << 20

  var reader = JSONReader()
  /// The source of a submission before.
  var lastSource = Envelope.defaultSource
  /// The place of the value of `ref` in the submission that was last read in order.
  var reference: Range<Int>?

  package init() {
    reader.boundsMarks = true
    expectNewSymbols()
  }

  /// Decodes one line with a decoder of its own.
  package static func decoded(_ line: [UInt8]) -> DecodedSubmission {
    var decoder = SubmissionDecoder()
    return unsafe line.withUnsafeBytes { unsafe decoder.decode($0) }
  }

  /// Reads one line; its first fault is in the order of `InvalidSubmission.Code`.
  ///
  /// - Parameters:
  ///   - sessionMembers: members of a session's request that the line may have: `ref` and `op`.
  ///   - maximumLength: one that was recorded before may have grown by what its defaults gave.
  package mutating func decode(
    _ line: UnsafeRawBufferPointer, allowing sessionMembers: [StaticString] = [],
    maximumLength: Int = maximumLength
  ) -> DecodedSubmission {
    if line.count > maximumLength {
      return .failure(
        InvalidSubmission(
          .lineTooLong, "a submission has at most \(maximumLength) bytes, this has \(line.count)"))
    }
    defer { expectNewSymbols() }
    if let submission = unsafe read(inOrder: line, !sessionMembers.isEmpty) {
      return .success(submission)
    }
    reader.begin(0..<line.count)
    do throws(InvalidSubmission) {
      return .success(try readIndexed(allowing: sessionMembers))
    } catch {
      return .failure(error)
    }
  }

  /// Reads a line of a session that is a submission and written as most programs write it; `nil` for any
  /// other, whatever it is.
  mutating func decode(
    inOrder line: UnsafeRawBufferPointer
  ) -> (submission: Submission, reference: [UInt8]?)? {
    guard line.count <= Self.maximumLength else { return nil }
    defer { expectNewSymbols() }
    return unsafe read(inOrder: line, true).map { submission in
      (submission, reference.map { unsafe Array(reader.bytes($0)) })
    }
  }

  /// The identifiers that the submission brought; `nil` where all are permanent.
  var newSymbols: ProvisionalIDs? { reader.ownSymbols.flatMap { $0.isEmpty ? nil : $0 } }

  /// A submission that brought none leaves the place for them to the next.
  private mutating func expectNewSymbols() {
    if reader.ownSymbols?.isEmpty != true { reader.ownSymbols = ProvisionalIDs() }
  }

  private mutating func read(
    inOrder line: UnsafeRawBufferPointer, _ allowsReference: Bool
  ) -> Submission? {
    unsafe reader.begin(copying: line)
    return try? readInOrder(allowingReference: allowsReference)
  }

  private mutating func readIndexed(
    allowing sessionMembers: [StaticString]
  ) throws(InvalidSubmission) -> Submission {
    let shape: SubmissionShape
    do throws(Mismatch) {
      try reader.indexText(orRefuse: "a submission is a JSON object")
      shape = try SubmissionShape(&reader, sessionMembers: sessionMembers)
    } catch { throw refusal() }
    let type = try shape.checkedType(&reader)
    do throws(Mismatch) { return try readValues(shape, type) } catch { throw refusal() }
  }

  private func refusal() -> InvalidSubmission {
    guard let fault = reader.fault else { preconditionFailure("refused without a reason") }
    return InvalidSubmission(
      fault.code == .invalidJson ? .invalidJson : .invalidField, fault.message, at: fault.range)
  }

  // MARK: - Values

  /// Reads every value; which members there are has been checked.
  private mutating func readValues(
    _ shape: SubmissionShape, _ type: EventType
  ) throws(Mismatch) -> Submission {
    shape.askEnvelope(&reader)
    if let member = reader.find("specversion") {
      let version: String = try reader.value(of: member, "specversion")
      if version != Envelope.specificationVersion {
        throw reader.refuse(member.range, "\"specversion\" must be \"1.0\"")
      }
    }
    var envelope = Submission.Envelope()
    let id: EventIDForm? = try reader.optional(indexed: "id")
    envelope.id = id.map { reader.string($0.text) }
    let source: SourceForm? = try reader.optional(indexed: "source")
    envelope.source = source.map { reader.string($0.text) }
    let subject = try readSubject(shape.subject!, of: type)
    envelope.time = try reader.optional(indexed: "time")
    let actor: UserID = try reader.required(indexed: "actor")
    envelope.expectedSequence = try readExpectedSequence()
    if let content = reader.find("datacontenttype") { try checkContentType(content) }
    // All other members have been asked for by now.
    for name in shape.sessionMembers { _ = reader.find(name) }
    envelope.attributes = try reader.unaskedAttributes()
    let (command, stated) = try readData(shape, type, subject)
    return Submission(
      Submission.Content(command, by: actor, envelope, stated: stated, symbols: newSymbols))
  }

  private mutating func readSubject(
    _ member: JSONMember, of type: EventType
  ) throws(Mismatch) -> InternedID {
    func read<ID: InternedIdentifier & PayloadValue>(_: ID.Type) throws(Mismatch) -> InternedID {
      try (reader.subject(nil) as ID).symbol
    }
    reader.subject = (JSONText(offset: member.range.lowerBound, count: 0), .none)
    let symbol = try read(type.subjectKind)
    if let demand = FieldList.of(type).demand(ofSubject: symbol) {
      throw reader.refuse(member.range, "\"subject\" \(demand)")
    }
    return symbol
  }

  private mutating func checkContentType(_ member: JSONMember) throws(Mismatch) {
    reader.offset = member.range.lowerBound
    if (try? String.read(&reader)) != "application/json" {
      throw reader.refuse(member.range, "\"datacontenttype\" can only be application/json")
    }
  }

  private mutating func readExpectedSequence() throws(Mismatch) -> SequenceNumber? {
    guard let member = reader.find("expectedsequence") else { return nil }
    let message = "\"expectedsequence\" must be a sequence, as a number or as digits in quotes"
    if let text = reader.text(of: member) {
      let digits = reader.string(text)
      guard (1...12).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(digits)
      else { throw reader.refuse(member.range, message) }
      return SequenceNumber(value)
    }
    reader.offset = member.range.lowerBound
    guard let value = reader.wholeNumber(), value >= 0 else {
      throw reader.refuse(member.range, message)
    }
    return SequenceNumber(value)
  }

  // MARK: - Data

  private mutating func readData(
    _ shape: SubmissionShape, _ type: EventType, _ subject: InternedID
  ) throws(Mismatch) -> (Command, stated: [GivenMember]) {
    if let data = shape.data, shape.dataMembers == nil {
      throw reader.refuse(data.range, "\"data\" must be an object")
    }
    var given: [GivenMember] = []
    shape.askData(&reader)
    for field in type.fields {
      guard let member = reader.find(field.name) else { continue }
      given.append(try field.given(member, &reader))
    }
    shape.askData(&reader)
    var command = Command(blank: type, of: subject)
    try command.accept(&reader)
    let taken = EventMembers(of: command)
    return (command, given.filter { taken[$0.name] == nil })
  }
}

extension Submission {
  /// A submission of a typed command.
  ///
  /// - Parameters:
  ///   - id: the submitter's own id for it, by which a repeat is found; the recorder makes one
  ///     where it is left out.
  ///   - source: who submits, a URI reference.
  ///   - time: when it happened, for imports.
  ///   - expectedSequence: the head that the submitter saw.
  /// - Throws: what is wrong with it whatever the log holds. Its range is in the JSON form.
  public init(
    _ command: Command, by actor: UserID, id: String? = nil, source: String? = nil,
    time: Timestamp? = nil, expectedSequence: SequenceNumber? = nil, attributes: [Attribute] = []
  ) throws(InvalidSubmission) {
    let envelope = Envelope(
      id: id, source: source, time: time, expectedSequence: expectedSequence,
      attributes: attributes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
    self.init(Content(command, by: actor, envelope, stated: [], symbols: nil))
    if actor == .system || !envelope.isSound || !CommandCheck.isSound(command, of: type)
      || longestForm > SubmissionDecoder.maximumLength
    {
      switch SubmissionDecoder.decoded(form) {
      case .success(let submission): self = submission
      case .failure(let fault): throw fault.code == .invalidJson ? unwritable(fault) : fault
      }
    }
  }

  /// The fault of values that have no form in JSON: numbers that are infinite or none, names that stand there twice.
  private func unwritable(_ fault: InvalidSubmission) -> InvalidSubmission {
    let member = EventMembers(of: self).members.first { member in
      var json: [UInt8] = []
      member.value.appendJSON(to: &json)
      return ["inf", "-inf", "nan", "-nan"].contains(String(decoding: json, as: UTF8.self))
    }
    let names = attributes.map(\.name)
    let isTaken = names.contains { name in
      EnvelopeWords.submitted.contains { name == "\($0)" } || names.count { $0 == name } > 1
    }
    guard member != nil || isTaken else { return fault }
    let cause =
      member.map { "\"\($0.name)\" has a value that JSON has no form for" }
      ?? "an attribute has the name of another, or of a member of submissions"
    return InvalidSubmission(.invalidField, cause, at: fault.range)
  }

  /// Bytes that no JSON form of a typed submission exceeds.
  private var longestForm: Int {
    let members = EventMembers(of: self).members.reduce(0) { $0 + $1.value.lengthBound + 64 }
    let attributes = attributes.reduce(0) { sum, attribute in
      guard case .string(let text) = attribute.value else { return sum + 64 }
      return sum + 64 + text.lengthBound
    }
    return 1024 + members + attributes
  }

  /// The line that any other program would send for it.
  private var form: [UInt8] {
    var members = MemberWriter()
    members.required("type", type.rawValue)
    members.required("subject", subject.text)
    members.required("actor", actor)
    members.optional("id", id)
    members.optional("source", source)
    members.optional("time", time)
    members.optional("expectedsequence", expectedSequence?.value)
    for attribute in attributes { members.add(attribute) }
    var data = MemberWriter()
    var command = command
    command.accept(&data)
    return members.end(with: data)
  }
}

extension Submission.Envelope {
  /// True if a submission may have it.
  fileprivate var isSound: Bool {
    func isFormed(_ text: String?, _ hasForm: (UnsafeRawBufferPointer) -> Bool) -> Bool {
      unsafe text?.withBytes(hasForm) ?? true
    }
    return unsafe !isReserved && isFormed(id) { unsafe isEventID($0) }
      && isFormed(source) { unsafe isURIReference($0) }
      && time.map(Timestamp.range.contains) ?? true
      && expectedSequence.map { (0...Int.exactRange.upperBound).contains($0.value) } ?? true
      && Set(attributes.map(\.name)).count == attributes.count && attributes.count <= 1000
      && attributes.allSatisfy { $0.isSound }
  }
}

extension Attribute {
  /// True if a submission may have it beside its own members.
  fileprivate var isSound: Bool {
    guard unsafe name.withBytes({ unsafe isAttributeName($0) }),
      !EnvelopeWords.submitted.contains(where: { name == "\($0)" }), !isRefused
    else { return false }
    guard case .string(let text) = value else { return true }
    return text.hasOnlyCharacters(allowingLines: false) && !CombiningMarks.areTooMany(in: text)
  }
}
