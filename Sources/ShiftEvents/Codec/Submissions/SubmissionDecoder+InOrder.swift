// A submission as most programs write it: type and subject before the data. It is read in one pass, but for the data
// where that has spaces or another order; any other, and every one that is wrong, is indexed.

extension SubmissionDecoder {
  /// Reads the submission that is the reader's text.
  ///
  /// - Throws: `Mismatch` where it is written otherwise, or is wrong.
  mutating func readInOrder(allowingReference: Bool) throws(Mismatch) -> Submission {
    var line = MembersInOrder()
    reader.members.removeAll(keepingCapacity: true)
    try reader.expect("{")
    repeat {
      reader.skipSpaces()
      try reader.expect("\"")
      let name = try reader.plainText()
      try reader.expect(":")
      reader.skipSpaces()
      try readMember(name, &line, allowingReference)
      reader.skipSpaces()
    } while reader.skip(",")
    try reader.expect("}")
    guard reader.offset == reader.text.upperBound, let type = line.type, let actor = line.actor,
      let subject = line.subject
    else { throw Mismatch() }
    if line.command == nil { line.command = try commandWithoutData(type, subject) }
    guard let command = line.command, !reader.hasEmptyList, !line.envelope.isReserved,
      !CommandCheck.asksMore(type)
        || CommandCheck.isSound(
          command, of: type, judgingTexts: reader.judgesTexts, boundingMarks: false)
    else { throw Mismatch() }
    reference = line.reference
    return Submission(
      Submission.Content(
        command, by: actor, line.envelope, stated: line.stated, symbols: newSymbols))
  }

  /// The members that were read so far.
  private struct MembersInOrder {
    var type: EventType?
    var subject: InternedID?
    var actor: UserID?
    var command: Command?
    var envelope = Submission.Envelope()
    var stated: [GivenMember] = []
    /// The place of the value of `ref`.
    var reference: Range<Int>?
    var hasVersion = false
    var hasContentType = false
  }

  private mutating func readMember(
    _ name: JSONText, _ line: inout MembersInOrder, _ allowsReference: Bool
  ) throws(Mismatch) {
    switch name.count {
    case 4 where reader.isText(name, "type"):
      guard line.type == nil, let type = try WireType.read(&reader).type else { throw Mismatch() }
      line.type = type
    case 4 where reader.isText(name, "data"):
      guard line.command == nil, let type = line.type, let subject = line.subject else {
        throw Mismatch()
      }
      line.command = try readData(type, subject, &line.stated)
    case 5 where reader.isText(name, "actor"):
      if line.actor != nil { throw Mismatch() }
      let first = reader.offset + 1
      let actor = try UserID.read(&reader)
      if actor == .system { throw Mismatch() }
      reader.actor = (JSONText(offset: first, count: reader.offset - first - 1), actor.symbol)
      line.actor = actor
    case 7 where reader.isText(name, "subject"):
      guard line.subject == nil, let type = line.type else { throw Mismatch() }
      let first = reader.offset + 1
      let symbol = try reader.identifier(maximumLength: 64)
      let count = reader.offset - first - 1
      // An escape makes it longer than it is, and the index decides.
      guard let symbol, count <= Self.subjectLengths[type.place] else { throw Mismatch() }
      reader.subject = (JSONText(offset: first - 1, count: count), symbol)
      line.subject = symbol
    case 3 where allowsReference && line.reference == nil && reader.isText(name, "ref"):
      let first = reader.offset
      try reader.skipValue(nesting: 1)
      line.reference = first..<reader.offset
    case 11 where !line.hasVersion && reader.isText(name, "specversion"):
      try reader.expect("\"1.0\"")
      line.hasVersion = true
    case 15 where !line.hasContentType && reader.isText(name, "datacontenttype"):
      try reader.expect("\"application/json\"")
      line.hasContentType = true
    default: try readEnvelope(name, &line.envelope)
    }
  }

  /// None for types that nobody submits.
  private static let subjectLengths = FieldList.all.map { list in
    list.isReserved ? 0 : list.subjectKind.maximumLength
  }

  /// Reads what of the envelope may be left out.
  private mutating func readEnvelope(
    _ name: JSONText, _ envelope: inout Submission.Envelope
  ) throws(Mismatch) {
    switch name.count {
    case 2 where reader.isText(name, "id"):
      if envelope.id != nil { throw Mismatch() }
      let text = try reader.quotedText()
      // Without anything unusual it is printable ASCII.
      guard text.flags.isEmpty, (1...128).contains(text.count) else { throw Mismatch() }
      envelope.id = reader.string(text)
    case 4 where reader.isText(name, "time"):
      if envelope.time != nil { throw Mismatch() }
      envelope.time = try Timestamp.read(&reader)
    case 6 where reader.isText(name, "source"):
      if envelope.source != nil { throw Mismatch() }
      envelope.source = try readSource()
    case 16 where envelope.expectedSequence == nil && reader.isText(name, "expectedsequence"):
      let value = try Int.read(&reader)
      if value < 0 { throw Mismatch() }
      envelope.expectedSequence = SequenceNumber(value)
    default: try readAttribute(name, &envelope.attributes)
    }
  }

  /// A source is mostly that of a submission before.
  private mutating func readSource() throws(Mismatch) -> String {
    let text = try reader.quotedText()
    let bytes = unsafe reader.bytes(text)
    let last = lastSource
    let isLast = unsafe last.withBytes { last in
      unsafe last.count == bytes.count && last.count > 0
        && hasEqualBytes(last.baseAddress!, bytes.baseAddress!, count: last.count)
    }
    if isLast { return last }
    guard unsafe isURIReference(bytes) else { throw Mismatch() }
    lastSource = reader.string(text)
    return lastSource
  }

  private mutating func readAttribute(
    _ name: JSONText, _ attributes: inout [Attribute]
  ) throws(Mismatch) {
    guard name.flags.isEmpty, unsafe isAttributeName(reader.bytes(name)),
      unsafe Self.otherNames.index(of: reader.bytes(name)) == nil,
      unsafe AttributeNames.remedy(for: reader.bytes(name)) == nil, attributes.count < 100
    else { throw Mismatch() }
    let attribute = Attribute(name: reader.string(name), value: try readAttributeValue())
    guard let last = attributes.last, !isBefore(last, attribute) else {
      return attributes.append(attribute)
    }
    let place = attributes.firstIndex { !isBefore($0, attribute) }!
    if attributes[place].name == attribute.name { throw Mismatch() }
    attributes.insert(attribute, at: place)
  }

  private static let otherNames = NameTable(
    (EnvelopeWords.submitted + EnvelopeWords.reserved).map { "\($0)" })

  private func isBefore(_ first: Attribute, _ second: Attribute) -> Bool {
    first.name.utf8.lexicographicallyPrecedes(second.name.utf8)
  }

  private mutating func readAttributeValue() throws(Mismatch) -> AttributeValue {
    switch reader.byte(at: reader.offset) {
    case UInt8(ascii: "\""): return .string(try String.read(&reader))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try Bool.read(&reader))
    default:
      let whole = try Int.read(&reader)
      guard let number = Int32(exactly: whole) else { throw Mismatch() }
      return .integer(number)
    }
  }

  // MARK: - Data

  private mutating func commandWithoutData(
    _ type: EventType, _ subject: InternedID
  ) throws(Mismatch) -> Command {
    reader.ask(0..<0, range: 0..<0)
    var command = Command(blank: type, of: subject)
    try command.accept(&reader)
    return command
  }

  /// Reads the command. Where its members are not all that stands there, in their order, the data
  /// alone is indexed.
  private mutating func readData(
    _ type: EventType, _ subject: InternedID, _ stated: inout [GivenMember]
  ) throws(Mismatch) -> Command {
    let first = reader.offset
    if let command = readDataInOrder(type, subject) { return command }
    guard reader.byte(at: first) == UInt8(ascii: "{") else { throw Mismatch() }
    reader.offset = first
    let members = try reader.index(nesting: 2)
    let end = reader.offset
    reader.ask(members, range: first..<end)
    var command = Command(blank: type, of: subject)
    try command.accept(&reader)
    let others = reader.members[members].filter { !$0.isAsked }
    if !others.isEmpty {
      for field in type.fields {
        guard let member = others.first(where: { reader.isText($0.name, field.name) }) else {
          continue
        }
        guard field.presence == .fact || field.isFactElsewise else { throw Mismatch() }
        let given = try field.given(member, &reader)
        if let user = given.value as? UserID, user == .system { throw Mismatch() }
        stated.append(given)
      }
      if stated.count < others.count { throw Mismatch() }
    }
    reader.object = nil
    reader.offset = end
    return command
  }

  private mutating func readDataInOrder(_ type: EventType, _ subject: InternedID) -> Command? {
    reader.object = nil
    reader.separator = UInt8(ascii: "{")
    var command = Command(blank: type, of: subject)
    do throws(Mismatch) {
      try command.accept(&reader)
      if reader.separator == UInt8(ascii: "{") { try reader.expect("{") }
      try reader.expect("}")
      return command
    } catch { return nil }
  }
}
