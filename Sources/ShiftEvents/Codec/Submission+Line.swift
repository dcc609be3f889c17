// The fast way from a line to a submission. What it does not take, `SubmissionDecoder` reads strictly.

extension Submission {
  /// Reads a submission in the plainest form: no white space, no escapes, `type` and `subject`
  /// before `data`, the members of `data` in their documented order.
  ///
  /// - Throws: `NotCanonical` for any other line, right or wrong. What it takes, the strict decoder
  ///   takes too and reads the same.
  init(canonical line: UnsafeRawBufferPointer) throws(NotCanonical) {
    let symbols = BorrowedSymbols()
    var reader = unsafe CanonicalReader(line, borrowing: symbols)
    defer { withExtendedLifetime(symbols) {} }
    self = try Submission(&reader, lengthBytes: line.count, symbols)
  }

  private init(
    _ reader: inout CanonicalReader, lengthBytes: Int, _ symbols: BorrowedSymbols
  ) throws(NotCanonical) {
    var members = SubmittedMembers()
    try members.read(&reader)
    guard reader.offset == lengthBytes, let type = members.type, let subject = members.subject,
      let actor = members.actor
    else { throw NotCanonical() }
    // More than their members must be looked at, or they are refused: the strict decoder knows.
    if type == .dealPosted || type == .shiftSkipped || type.needsAnyField { throw NotCanonical() }
    if members.data.start != nil { try reader.beginObject(at: members.data.start!) }
    var command = Command(blank: type, of: subject)
    try command.accept(&reader)
    if case .registerUser(_, let roles, _) = command,
      roles.isEmpty || Set(roles).count != roles.count
    {
      throw NotCanonical()
    }
    self.init(
      Content(
        command, of: type, subject: subject, by: actor, envelope: members.envelope,
        given: members.data.given,
        // The strict decoder reads wherever a name is given.
        personal: type == .userRegistered ? PersonalData() : nil, symbols: symbols))
  }
}

/// The members around `data`, which may stand in any order.
private struct SubmittedMembers {
  var type: EventType?
  var subject: Symbol?
  var actor: UserID?
  var envelope = Submission.Envelope()
  var data = SubmittedData()

  mutating func read(_ reader: inout CanonicalReader) throws(NotCanonical) {
    try reader.expect("{")
    repeat { try readMember(&reader) } while reader.skip(",")
    try reader.expect("}")
  }

  private mutating func readMember(_ reader: inout CanonicalReader) throws(NotCanonical) {
    if reader.skip(#""type":"#) {
      guard type == nil else { throw NotCanonical() }
      type = try reader.eventType()
    } else if reader.skip(#""subject":"#) {
      try readSubject(&reader)
    } else if reader.skip(#""actor":"#) {
      guard actor == nil else { throw NotCanonical() }
      actor = try UserID.readCanonical(&reader)
      if actor == .system { throw NotCanonical() }
    } else if reader.skip(#""time":"#) {
      guard envelope.time == nil else { throw NotCanonical() }
      envelope.time = try reader.recordedTime()
    } else if reader.skip(#""data":"#) {
      guard data.start == nil, let type else { throw NotCanonical() }
      try data.read(type, &reader)
    } else {
      try readSubmitter(&reader)
    }
  }

  private mutating func readSubmitter(_ reader: inout CanonicalReader) throws(NotCanonical) {
    if reader.skip(#""id":"#) {
      let text = try reader.plainString()
      guard envelope.id == nil, (1...128).contains(text.count) else { throw NotCanonical() }
      envelope.id = unsafe String(decoding: reader.bytes(text), as: UTF8.self)
    } else {
      try reader.expect(#""source":"#)
      let text = unsafe reader.bytes(try reader.plainString())
      guard envelope.source == nil, unsafe isURIReference(text) else { throw NotCanonical() }
      envelope.source = unsafe String(decoding: text, as: UTF8.self)
    }
  }

  private mutating func readSubject(_ reader: inout CanonicalReader) throws(NotCanonical) {
    guard subject == nil, let type else { throw NotCanonical() }
    let kind = type.subjectKind
    let symbol = try reader.identifier(maximumLength: kind.maximumLength)
    if kind == UserID.self, symbol == UserID.system.symbol { throw NotCanonical() }
    // Ids that end in a date may be those of fixed shifts' occurrences.
    if type == .shiftScheduled, reader.byte(at: reader.offset - 7) == UInt8(ascii: "-"),
      reader.byte(at: reader.offset - 4) == UInt8(ascii: "-")
    {
      throw NotCanonical()
    }
    subject = symbol
  }
}

/// The members of `data`, each checked as the field that it is. The command reads them once more.
private struct SubmittedData {
  private(set) var given: [GivenMember] = []
  /// Where it begins.
  private(set) var start: Int?

  mutating func read(_ type: EventType, _ reader: inout CanonicalReader) throws(NotCanonical) {
    let first = reader.offset
    start = first
    try reader.beginObject()
    let fields = type.fields
    var places: [(Field, Range<Int>, [Symbol])] = []
    for field in fields {
      guard reader.skipKey(field.name) else { continue }
      let place = reader.offset
      let identifiers = try Self.check(field, &reader)
      places.append((field, place..<reader.offset, identifiers))
    }
    try reader.endObject()
    if type == .userRegistered, places.count != 1 { throw NotCanonical() }
    let bytes = unsafe Array(reader.bytes(first..<reader.offset))
    given = places.map { field, place, identifiers in
      GivenMember(
        name: field.name, value: bytes[place.lowerBound - first..<place.upperBound - first],
        presence: field.presence, identifiers: identifiers)
    }
  }

  private static func check(
    _ field: Field, _ reader: inout CanonicalReader
  ) throws(NotCanonical) -> [Symbol] {
    let place = reader.offset
    guard field.traits.range == nil, !field.traits.isName, !field.isRemovable else {
      throw NotCanonical()
    }
    if field.type == UserID.self, reader.isAt("\"system\"", place) { throw NotCanonical() }
    let identifiers = try field.type.passCanonical(&reader)
    // A log holds lists of ids in their order.
    if reader.byte(at: place) == UInt8(ascii: "["), field.type != [Role].self,
      unsafe reader.bytes(place..<reader.offset).contains(UInt8(ascii: ","))
    {
      throw NotCanonical()
    }
    return identifiers
  }
}

extension PayloadValue {
  fileprivate static func passCanonical(
    _ reader: inout CanonicalReader
  ) throws(NotCanonical) -> [Symbol] { try readCanonical(&reader).identifiers }
}
