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
      self = try SubmissionDecoder.decoded(form).get()
    }
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
      !(EnvelopeWords.submitted + EnvelopeWords.reserved).contains(where: { name == "\($0)" }),
      !isMistaken
    else { return false }
    guard case .string(let text) = value else { return true }
    return text.hasOnlyCharacters(allowingLines: false)
  }
}
