// The fast way from a line to an event. What it does not take, `EventDecoder` reads strictly.

extension RecordedEvent {
  /// Reads a line that stands in the form that every writer writes.
  ///
  /// - Throws: `NotCanonical` for any other line, right or wrong; every byte has been looked at
  ///   where it does not throw.
  @inline(__always)
  init(
    canonical line: RecordedLine, borrowing symbols: BorrowedSymbols? = nil
  ) throws(NotCanonical) {
    var envelope = CanonicalEnvelope()
    unsafe try line.withBytes { bytes throws(NotCanonical) in
      var source = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      unsafe try envelope.read(bytes, borrowing: symbols, source: &source)
    }
    try self.init(&envelope, line.block, line.range)
  }

  /// Reads what stands behind an envelope.
  @inline(__always)
  init(
    _ envelope: inout CanonicalEnvelope, _ block: LineBlock, _ range: Range<Int>
  ) throws(NotCanonical) {
    try envelope.admitIdentifiers()
    var reader = envelope.reader
    try reader.beginObject()
    reader.subject = envelope.subject
    reader.subjectLength = envelope.subjectText.count
    let event = try Event(envelope.type, &reader)
    try reader.endObject()
    try reader.hash()
    guard reader.offset == range.count else { throw NotCanonical() }
    self.init(
      sequence: envelope.sequence, time: envelope.time, actor: UserID(envelope.actor),
      event: event, isLastOfBatch: envelope.isLastOfBatch, unknownMembers: 0,
      line: RecordedLine(block: block, range: range), isCanonical: !reader.hasOptionalList)
  }
}

/// What stands in a canonical line before its `data`.
///
/// Its identifiers are looked up apart from the rest, so that those of many lines can be looked up
/// one right after the other: each waits for memory, and the processor then waits for many at once.
struct CanonicalEnvelope {
  fileprivate var reader = CanonicalReader()
  fileprivate var type = EventType.shiftScheduled
  fileprivate var isLastOfBatch = true
  fileprivate var time = Timestamp(milliseconds: 0)
  fileprivate var sequence = Sequence.zero
  fileprivate var subject = Symbol.none
  fileprivate var actor = Symbol.none
  fileprivate var subjectText = 0..<0
  private var actorText = 0..<0

  @inline(__always)
  mutating func read(
    _ line: UnsafeRawBufferPointer, borrowing symbols: BorrowedSymbols? = nil,
    source: inout UnsafeRawBufferPointer
  ) throws(NotCanonical) {
    // What a line before this one had is nowhere in it.
    (subjectText, actorText) = (0..<0, 0..<0)
    reader = unsafe CanonicalReader(line, borrowing: symbols)
    try reader.expect(#"{"specversion":"1.0","id":""#)
    let id = try reader.plainText()
    guard (1...128).contains(id.count) else { throw NotCanonical() }
    unsafe try reader.source(&source)
    try reader.expect(#","type":"#)
    type = try reader.eventType()
    try reader.expect(#","subject":"#)
    subjectText = try reader.plainString()
    try reader.expect(#","time":"#)
    time = try reader.recordedTime()
    try reader.expect(#","sequence":""#)
    sequence = try reader.sequence()
    try reader.expect(#"","actor":"#)
    actorText = try reader.plainString()
    guard actorText.count <= UserID.maximumLength else { throw NotCanonical() }
    try reader.causation()
    isLastOfBatch = !reader.skip(#","more":true"#)
    try reader.expect(#","data":"#)
  }

  /// Looks up those identifiers that the table has already.
  @inline(__always)
  static func findIdentifiers(_ envelopes: inout InlineArray<16, CanonicalEnvelope>) {
    let subjects = unsafe SymbolTable.shared.find(
      InlineArray { index in unsafe envelopes[index].reader.bytes(envelopes[index].subjectText) })
    let actors = unsafe SymbolTable.shared.find(
      InlineArray { index in unsafe envelopes[index].reader.bytes(envelopes[index].actorText) })
    for index in 0..<16 {
      envelopes[index].subject = subjects[index]
      envelopes[index].actor = actors[index]
    }
  }

  /// Looks up those that it does not have yet.
  @inline(__always)
  fileprivate mutating func admitIdentifiers() throws(NotCanonical) {
    if subject == .none { subject = try reader.admit(subjectText) }
    if actor == .none { actor = try reader.admit(actorText) }
    reader.note(actorText, actor)
  }
}

extension CanonicalReader {
  /// The `source`, letter by letter only where it is neither the tool's own nor the last other one.
  @inline(__always)
  fileprivate mutating func source(_ last: inout UnsafeRawBufferPointer) throws(NotCanonical) {
    try expect(#","source":"#)
    if skip(#""/eventlog-tool""#) { return }
    let start = offset
    if unsafe isAt(last, offset) {
      advance(by: last.count)
      return
    }
    let text = try plainString()
    guard unsafe isURIReference(bytes(text)) else { throw NotCanonical() }
    unsafe last = bytes(start..<offset)
  }

  /// Events that follow from others name the one that caused them.
  @inline(__always)
  fileprivate mutating func causation() throws(NotCanonical) {
    if skip(#","causationid":"#) { _ = try plainString() }
  }

  @inline(__always)
  fileprivate mutating func sequence() throws(NotCanonical) -> Sequence {
    guard let first = eightDigits(at: offset), let last = eightDigits(at: offset + 4),
      first > 0 || last > 0
    else { throw NotCanonical() }
    let value = first / 10_000 &* 100_000_000 &+ last
    advance(by: 12)
    return Sequence(value)
  }

  /// The hash is left to verification; here it only has to be one.
  @inline(__always)
  fileprivate mutating func hash() throws(NotCanonical) {
    try expect(#","hash":""#)
    var digits: UInt64 = .max
    for index in 0..<8 { digits &= Digest.lowerHexDigits(word(at: offset + 8 * index)) }
    guard digits == Digest.allDigits else { throw NotCanonical() }
    advance(by: Digest.hexLength)
    try expect(#""}"#)
  }

  /// The name of a known type.
  @inline(__always)
  mutating func eventType() throws(NotCanonical) -> EventType {
    guard let type = unsafe EventType(name: bytes(try plainString())) else {
      throw NotCanonical()
    }
    return type
  }
}
