/// What keeps a line of a log from being read as an event.
struct LineFault: Error {
  enum Kind {
    case json
    /// JSON, but for a CR in it: a line ends in LF alone.
    case carriageReturn
    case event
  }
  var kind: Kind
  /// The bytes at fault, counted from the first of the line.
  var range: Range<Int>
  var message: String
}

/// Reads lines of a log. One decoder serves many lines and keeps its buffers.
struct EventDecoder {
  private var scanner = JSONScanner()

  /// Reads one line without its line feed. Hashes are not looked at.
  mutating func decode(_ line: RecordedLine) throws(LineFault) -> RecordedEvent {
    if let event = try? RecordedEvent(canonical: line, borrowing: scanner.borrowed) { return event }
    return try decodeStrictly(line)
  }

  /// The same for a line that nothing has recorded yet: its identifiers are borrowed.
  mutating func decode(
    _ line: RecordedLine, borrowing symbols: BorrowedSymbols
  ) throws(LineFault) -> RecordedEvent {
    scanner.borrowed = symbols
    defer { scanner.borrowed = nil }
    return try decode(line)
  }

  /// Reads a line member by member, in any order and spelling, and says what is wrong with it.
  mutating func decodeStrictly(_ line: RecordedLine) throws(LineFault) -> RecordedEvent {
    unsafe try line.withBytes { bytes throws(LineFault) in unsafe try decode(bytes, line) }
  }

  private mutating func decode(
    _ bytes: UnsafeRawBufferPointer, _ line: RecordedLine
  ) throws(LineFault) -> RecordedEvent {
    unsafe try scan(bytes)
    do {
      return try decodeMembers(line)
    } catch {
      throw LineFault(kind: .event, range: error.range, message: error.message)
    }
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(LineFault) {
    do {
      unsafe try scanner.scan(bytes)
    } catch {
      throw LineFault(
        kind: .json, range: error.offset..<error.offset + 1, message: error.message)
    }
    guard scanner.tokens[0].kind == .object else {
      throw LineFault(kind: .event, range: 0..<bytes.count, message: "a line is a JSON object")
    }
    // White space is all that a scanned text can have a CR in.
    if let place = unsafe bytes.firstIndex(of: 0x0D) {
      throw LineFault(
        kind: .carriageReturn, range: place..<place + 1, message: "a stored line has no CR")
    }
  }

  private mutating func decodeMembers(_ line: RecordedLine) throws(PayloadFault) -> RecordedEvent {
    scanner.beginObject(0)
    let version: String = try scanner.required("specversion")
    guard version == Envelope.specificationVersion else {
      throw fault("\"specversion\" must be \"1.0\"")
    }
    let _: EventIDForm = try scanner.required("id")
    let _: SourceForm = try scanner.required("source")
    let type: WireType = try scanner.required("type")
    guard let subject = scanner.find("subject") else { throw missing("subject") }
    let time: RecordedTimestamp = try scanner.required("time")
    let sequence: RecordedSequence = try scanner.required("sequence")
    let actor: UserID = try scanner.required("actor")
    let more: Bool? = try scanner.optional("more")
    if more == false { throw fault("\"more\" is true or left out") }
    guard let data = scanner.find("data") else { throw missing("data") }
    let _: Digest = try scanner.required("hash")
    guard scanner.tokens[data].kind == .object else { throw fault("\"data\" must be an object") }
    try checkAttributes()
    let event = try decodeEvent(type.name, known: type.type, subject: subject, data: data)
    return RecordedEvent(
      sequence: sequence.value, time: time.value, actor: actor, event: event,
      isLastOfBatch: more == nil,
      unknownMembers: type.type == nil ? 0 : scanner.unaskedMembers, line: line)
  }

  private func missing(_ key: StaticString) -> PayloadFault { fault("\"\(key)\" is missing") }

  private func fault(_ message: String) -> PayloadFault {
    PayloadFault(code: .invalidField, range: scanner.tokens[0].range, message: message)
  }

  /// Attributes are the members that nobody asked for.
  private mutating func checkAttributes() throws(PayloadFault) {
    if scanner.unaskedMembers > 0 { _ = try scanner.attributes(besides: EnvelopeWords.stored) }
  }

  private mutating func decodeEvent(
    _ name: String?, known type: EventType?, subject: Int, data: Int
  ) throws(PayloadFault) -> Event {
    guard let type else {
      let text = try String.read(subject, &scanner)
      let range = scanner.tokens[data].range
      let json = unsafe String(decoding: scanner.bytes[range], as: UTF8.self)
      return .unknown(UnknownEvent(type: name ?? "", subject: text, data: json))
    }
    scanner.subjectToken = subject
    scanner.beginObject(data)
    return try Event(type, &scanner)
  }
}
