/// The part of a line before its `data`, if it is written in order.
///
/// Its identifiers are looked up in a step of their own, for many lines one right after the other: each
/// look-up waits for memory, and the processor then waits for many at once.
struct LineEnvelope {
  fileprivate(set) var type = EventType.shiftScheduled
  fileprivate(set) var time = Timestamp(milliseconds: 0)
  fileprivate(set) var sequence = SequenceNumber.zero
  fileprivate(set) var isLastOfBatch = true
  fileprivate(set) var isInForm = true
  fileprivate(set) var subjectText = JSONText()
  fileprivate(set) var actorText = JSONText()
  /// The offset of `data`.
  fileprivate(set) var data = 0
  fileprivate(set) var subject = InternedID.none
  fileprivate(set) var actor = InternedID.none
}

extension LineEnvelope {
  /// Looks up the identifiers, and takes those in that are new.
  @inline(__always)
  static func internIdentifiers(
    _ envelopes: inout InlineArray<16, LineEnvelope>, in block: LineBlock
  ) {
    let start = unsafe UnsafeRawPointer(block.bytes.baseAddress!)
    let allSubjects = unsafe Interner.shared.intern {
      let text = envelopes[$0].subjectText
      return unsafe UnsafeRawBufferPointer(start: start + text.offset, count: text.count)
    }
    let allActors = unsafe Interner.shared.intern(areRecent: true) {
      let text = envelopes[$0].actorText
      return unsafe UnsafeRawBufferPointer(start: start + text.offset, count: text.count)
    }
    let (subjects, actors) = (allSubjects.span, allActors.span)
    for index in 0..<16 {
      envelopes[index].subject = subjects[index]
      envelopes[index].actor = actors[index]
    }
  }
}

extension NameTable {
  fileprivate static let stored = NameTable(EnvelopeWords.stored.map { "\($0)" })
}

extension JSONReader {
  /// Reads the members before `data` in their order.
  ///
  /// - Parameter lastSource: the `source` of a line before, which most lines have again.
  @inline(__always)
  mutating func read(
    _ envelope: inout LineEnvelope, lastSource: inout JSONText
  ) throws(Mismatch) {
    // Nothing of a line that is not in order is looked up.
    (envelope.subjectText, envelope.actorText) = (JSONText(), JSONText())
    try expect(#"{"specversion":"1.0","id":""#)
    let id = try plainText()
    guard id.count > 0, id.count <= 128 else { throw Mismatch() }
    if id.flags.contains(.unusual), unsafe !isEventID(bytes(id)) { throw Mismatch() }
    try source(&lastSource)
    try expect(#","type":"#)
    let name = try quotedText()
    if name.flags.contains(.escaped) { throw Mismatch() }
    guard let type = unsafe EventType(name: bytes(name.range)) else { throw Mismatch() }
    envelope.type = type
    try expect(#","subject":"#)
    let subject = try quotedText()
    try expect(#","time":"#)
    guard let time = recordedTime() else { throw Mismatch() }
    envelope.time = time
    try expect(#","sequence":""#)
    envelope.sequence = try sequence()
    try expect(#"","actor":"#)
    let actor = try quotedText()
    guard !subject.flags.contains(.unusual), !actor.flags.contains(.unusual) else {
      throw Mismatch()
    }
    if !isAt(#","data":"#, offset) { try attributes() }
    envelope.isLastOfBatch = !skip(#","more":true"#)
    try expect(#","data":"#)
    envelope.data = offset
    envelope.isInForm = isInForm
    (envelope.subjectText, envelope.actorText) = (subject, actor)
  }

  /// Reads the rest of a line, of which the envelope was read, into a batch.
  @inline(never)
  mutating func appendEvent(
    behind envelope: LineEnvelope, to batch: EventBatch
  ) throws(Mismatch) {
    batch.append(try event(behind: envelope))
  }

  /// Reads the rest of a line, of which the envelope was read.
  @inline(__always)
  mutating func event(behind envelope: LineEnvelope) throws(Mismatch) -> PlainEvent {
    isInForm = envelope.isInForm
    offset = envelope.data
    guard envelope.actorText.count > 0, envelope.actorText.count <= UserID.maximumLength else {
      throw Mismatch()
    }
    let found = envelope.actor == .none ? admit(envelope.actorText) : envelope.actor
    guard let actor = found else { throw Mismatch() }
    self.actor = (envelope.actorText, actor)
    // With its quote, as it is read where the table does not have it yet.
    let subjectText = envelope.subjectText
    subject = (JSONText(offset: subjectText.offset - 1, count: subjectText.count), envelope.subject)
    let (event, unknownMembers) = try event(envelope.type, nesting: 2)
    try hash()
    guard offset == text.upperBound, !hasReturn else { throw Mismatch() }
    return PlainEvent(
      sequence: envelope.sequence, time: envelope.time, actor: UserID(actor), event: event,
      isLastOfBatch: envelope.isLastOfBatch, unknownMembers: unknownMembers, lineRange: text,
      isCanonical: isInForm, subject: envelope.subject)
  }

  /// The `source`, letter by letter only where it is neither the tool's own nor the last other one.
  @inline(__always)
  private mutating func source(_ last: inout JSONText) throws(Mismatch) {
    try expect(#","source":"#)
    if skip(#""/eventlog-tool""#) { return }
    let first = offset
    if last.count > 0, unsafe isAt(bytes(last), first) {
      offset += last.count
      return
    }
    let text = try quotedText()
    guard unsafe hasURICharacters(bytes(text)) else { throw Mismatch() }
    if !text.flags.contains(.unusual) { last = JSONText(offset: first, count: offset - first) }
  }

  @inline(__always)
  private mutating func sequence() throws(Mismatch) -> SequenceNumber {
    guard let first = eightDigits(at: offset), let last = eightDigits(at: offset + 4),
      first > 0 || last > 0
    else { throw Mismatch() }
    offset += 12
    return SequenceNumber(first / 10_000 &* 100_000_000 &+ last)
  }

  /// The hash is left to verification; here it only has to be one.
  @inline(__always)
  private mutating func hash() throws(Mismatch) {
    try expect(#","hash":""#)
    var isOther = Mask(repeating: false)
    for index in 0..<4 {
      let bytes = signed(at: offset + 16 * index)
      isOther = isOther .| Self.isOther(bytes, "0", "9") .& Self.isOther(bytes, "a", "f")
    }
    guard Self.first(isOther) == nil else { throw Mismatch() }
    offset += Digest.hexLength
    try expect(#""}"#)
  }

  // MARK: - Attributes

  /// Further attributes in alphabetical order.
  private mutating func attributes() throws(Mismatch) {
    var previous = 0..<0
    while byte(at: offset) == UInt8(ascii: ","), !isAt(#","data":"#, offset),
      !isAt(#","more":"#, offset)
    {
      let name = offset + 2
      let end = nameEnd(from: name)
      guard end > name, end - name <= 20, byte(at: offset + 1) == UInt8(ascii: "\""),
        byte(at: end) == UInt8(ascii: "\""), byte(at: end + 1) == UInt8(ascii: ":"),
        unsafe NameTable.stored.index(of: bytes(name..<end)) == nil,
        unsafe bytes(previous).lexicographicallyPrecedes(bytes(name..<end))
      else { throw Mismatch() }
      offset = end + 2
      try passAttributeValue()
      previous = name..<end
    }
  }

  /// The first place from `place` on where neither a lower-case letter nor a digit stands.
  @inline(__always)
  private func nameEnd(from place: Int) -> Int {
    var place = place
    while true {
      let bytes = signed(at: place)
      if let end = Self.first(Self.isOther(bytes, "a", "z") .& Self.isOther(bytes, "0", "9")) {
        return place + end
      }
      place += 16
    }
  }

  private mutating func passAttributeValue() throws(Mismatch) {
    switch byte(at: offset) {
    case UInt8(ascii: "\""):
      let text = try quotedText()
      guard text.flags.isDisjoint(with: [.control, .lineControl]) else { throw Mismatch() }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try Bool.read(&self)
    default:
      guard let number = wholeNumber(), Int32(exactly: number) != nil else { throw Mismatch() }
    }
  }
}
