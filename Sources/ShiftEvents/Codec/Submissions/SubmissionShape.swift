/// The members of a submission, and their faults that show before any look at values.
struct SubmissionShape {
  let subject: JSONMember?
  let data: JSONMember?
  private let type: JSONMember?
  private let actor: JSONMember?
  private let envelopeMembers: Range<Int>
  private let envelopeRange: Range<Int>
  /// The index range of the members of `data`; `nil` if it is missing or no object.
  let dataMembers: Range<Int>?

  /// Members of the session's, and not the log's, that are permitted: `ref` and `op`.
  let sessionMembers: [StaticString]

  /// Looks at the object that the reader has indexed.
  init(_ reader: inout JSONReader, sessionMembers: [StaticString]) throws(Mismatch) {
    self.sessionMembers = sessionMembers
    envelopeMembers = reader.object ?? 0..<0
    envelopeRange = reader.objectRange
    type = reader.find("type")
    subject = reader.find("subject")
    actor = reader.find("actor")
    data = reader.find("data")
    var dataMembers: Range<Int>?
    if let data, reader.kind(of: data) == .object { dataMembers = try reader.index(data) }
    self.dataMembers = dataMembers
  }

  func askEnvelope(_ reader: inout JSONReader) { reader.ask(envelopeMembers, range: envelopeRange) }

  /// Asks `data`, which has no members where it is missing.
  func askData(_ reader: inout JSONReader) {
    reader.ask(dataMembers ?? 0..<0, range: data?.range ?? envelopeRange)
  }

  /// The type, once no member is unknown to it, reserved or missing.
  func checkedType(_ reader: inout JSONReader) throws(InvalidSubmission) -> EventType {
    let type = try knownType(&reader)
    try checkReserved(type, &reader)
    try checkNames(type, &reader)
    let missing = [("type", self.type), ("actor", actor), ("subject", subject)]
      .filter { $0.1 == nil }.map { "\"\($0.0)\"" }
    guard missing.isEmpty else {
      throw InvalidSubmission(
        .missingField, "\(listed(missing, "and")) \(missing.count == 1 ? "is" : "are") missing",
        at: envelopeRange)
    }
    guard let type else {
      throw InvalidSubmission(
        .invalidField, "\"type\" must be a text in quotes", at: self.type!.range)
    }
    try checkRequired(type, &reader)
    return type
  }

  /// `nil` where the type is missing or no text: that is found later.
  private func knownType(_ reader: inout JSONReader) throws(InvalidSubmission) -> EventType? {
    guard let type, let name = reader.text(of: type) else { return nil }
    if let type = unsafe EventType(name: reader.bytes(name)) { return type }
    let word = reader.string(name)
    throw InvalidSubmission(
      .unknownType,
      "there is no event type \(quotedWord(word))" + hint(word, EventType.allCases.map(\.rawValue)),
      at: type.range)
  }

  // MARK: - Reserved

  private func checkReserved(
    _ type: EventType?, _ reader: inout JSONReader
  ) throws(InvalidSubmission) {
    askEnvelope(&reader)
    for name in EnvelopeWords.reserved where !sessionMembers.contains(where: name.isEqual) {
      if let member = reader.find(name) { throw reserved("\"\(name)\"", member) }
    }
    if let type, FieldList.of(type).isReserved {
      throw reserved("the type \"\(type.rawValue)\"", self.type!)
    }
    if let id = reader.find("id"), let text = reader.text(of: id).map({ reader.string($0) }) {
      let source = reader.find("source")
      let given = source.map { reader.text(of: $0).map { reader.string($0) } ?? "" }
      if Envelope.isReserved(id: text, of: given) {
        let other = "; leave out its /, or give a source of your own"
        throw reserved(
          "an id with a / under a source that begins with \(Envelope.defaultSource)", id, other)
      }
    }
    if let actor { try checkUser(actor, &reader) }
    if let type, let subject, type.subjectKind == UserID.self { try checkUser(subject, &reader) }
    guard dataMembers != nil else { return }
    askData(&reader)
    for name in FieldList.reserved {
      if let member = reader.find(name) { throw reserved("\"\(name)\"", member) }
    }
    for field in type?.fields ?? [] where field.type == UserID.self {
      if let member = reader.find(field.name) { try checkUser(member, &reader) }
    }
  }

  private func checkUser(
    _ member: JSONMember, _ reader: inout JSONReader
  ) throws(InvalidSubmission) {
    if let text = reader.text(of: member), reader.isText(text, "system") {
      throw reserved("the user \"system\"", member)
    }
  }

  private func reserved(
    _ what: String, _ member: JSONMember, _ remedy: String = ""
  ) -> InvalidSubmission {
    InvalidSubmission(
      .reserved, "\(what) is reserved to the tool itself\(remedy)", at: member.range)
  }

  // MARK: - Unknown and missing

  private func checkNames(
    _ type: EventType?, _ reader: inout JSONReader
  ) throws(InvalidSubmission) {
    for member in reader.members[envelopeMembers] {
      if EnvelopeWords.submitted.contains(where: { reader.isText(member.name, $0) }) { continue }
      let name = reader.string(member.name)
      let isAttribute = unsafe isAttributeName(reader.bytes(member.name))
      let known = unsafe isAttribute ? AttributeNames.remedy(for: reader.bytes(member.name)) : nil
      if isAttribute, known == nil { continue }
      let remedy = known.map { "; \($0)" } ?? hint(name, EnvelopeWords.submitted.map { "\($0)" })
      throw InvalidSubmission(
        .unknownField, "\(quotedWord(name)) is no member of a submission\(remedy)",
        at: member.nameRange)
    }
    guard let type, let dataMembers else { return }
    let fields = type.fields
    for member in reader.members[dataMembers] {
      if fields.contains(where: { reader.isText(member.name, $0.name) }) { continue }
      let name = reader.string(member.name)
      // Facts are stated by those who know them; a person who mistypes a key is told the others.
      let names = fields.filter { $0.presence != .fact }.map { "\($0.name)" }
      let all =
        names.isEmpty
        ? "; it takes no data" : "; it takes \(listed(names.map { "\"\($0)\"" }, "and"))"
      throw InvalidSubmission(
        .unknownField,
        "\(type.rawValue) has no \(quotedWord(name)) in its data" + all
          + (names.isEmpty ? "" : hint(name, fields.map { "\($0.name)" })), at: member.nameRange)
    }
  }

  private func checkRequired(
    _ type: EventType, _ reader: inout JSONReader
  ) throws(InvalidSubmission) {
    if data != nil, dataMembers == nil { return }
    askData(&reader)
    let place = reader.objectRange
    func missing(_ names: String) -> InvalidSubmission {
      InvalidSubmission(.missingField, "\(type.rawValue) needs \(names) in its data", at: place)
    }
    let lacking = type.fields.filter { $0.presence == .required && reader.find($0.name) == nil }
    if !lacking.isEmpty { throw missing(listed(lacking.map { "\"\($0.name)\"" }, "and")) }
    for rule in type.rules {
      if let lack = rule.lack(of: type.fields, { reader.find($0) != nil }) { throw missing(lack) }
    }
  }
}

// The rules of a type, put to a submission in any of its forms.
extension SubmissionRule {
  /// The members that a submission lacks, in words; `nil` where it lacks none.
  func lack(of fields: [Field], _ isGiven: (StaticString) -> Bool) -> String? {
    switch self {
    case .reserved, .looseSubject: return nil
    case .anyMember: return fields.contains { isGiven($0.name) } ? nil : "at least one member"
    case .anyChange:
      if let lack = Self.anyMember.lack(of: fields, isGiven) { return lack }
      return fields.contains { $0.isChange && isGiven($0.name) }
        ? nil : "at least one member to change"
    case .together(let first, let second):
      if isGiven(first) == isGiven(second) { return nil }
      return "\"\(isGiven(first) ? second : first)\""
    case .either(let one, let first, let second):
      if let lack = Self.together(first, second).lack(of: fields, isGiven) { return lack }
      return isGiven(one) || isGiven(first) ? nil : "\"\(one)\", or \"\(first)\" and \"\(second)\""
    }
  }
}

extension FieldList {
  /// True for a type that the tool alone records.
  var isReserved: Bool { rules.contains { if case .reserved = $0 { true } else { false } } }

  /// True if the subject must not have an id like those of fixed shifts' occurrences.
  var isSubjectLoose: Bool { rules.contains { if case .looseSubject = $0 { true } else { false } } }

  /// True if a submission may break more than the types of its members.
  var asksMore: Bool {
    !rules.isEmpty || subjectKind == UserID.self
      || fields.contains { field in
        field.presence != .fact
          && (field.type == UserID.self || field.type == Name.self || field.traits.hasLimits)
      }
  }

  /// Returns what the subject of a submission must be; `nil` where it is that.
  func demand(ofSubject symbol: InternedID) -> String? {
    isSubjectLoose ? ShiftID(symbol).demandOfLooseID : nil
  }
}

/// A word of a submission in quotes, cut short where it is long.
func quotedWord(_ word: String) -> String {
  let shown = word.prefix(48)
  return "\"\(shown)\(shown.endIndex < word.endIndex ? "…" : "")\""
}

/// The name that was probably meant, as the end of a sentence.
func hint(_ name: String, _ names: [String]) -> String {
  nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
}
