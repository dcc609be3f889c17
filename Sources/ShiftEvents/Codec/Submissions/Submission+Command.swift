// Commands as submissions: written as the JSON that any other program would send, and read by the
// one decoder that judges its shape.

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
    var members = MemberWriter()
    members.required("type", command.type.rawValue)
    members.required("subject", command.subject.text)
    members.required("actor", actor)
    members.optional("id", id)
    members.optional("source", source)
    members.optional("time", time)
    members.optional("expectedsequence", expectedSequence?.value)
    for attribute in attributes { members.add(attribute) }
    var data = MemberWriter()
    var command = command
    command.accept(&data)
    let line = members.end(with: data)
    self = try SubmissionDecoder.decoded(line).get()
  }
}

extension SubmissionDecoder {
  /// What one line is, read by a decoder of its own.
  static func decoded(_ line: [UInt8]) -> Result<Submission, InvalidSubmission> {
    var decoder = SubmissionDecoder()
    return decoder.decode(line)
  }
}
