/// The fault that keeps a line of a log from being read as an event.
struct LineFault: Error {
  enum Kind {
    case json
    /// JSON except for a CR in it: a line ends in LF alone.
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
  private var reader = JSONReader()
  private var lastSource = JSONText()
  /// The envelope of a longer one is read by an index.
  private static let usualEnvelopeBytes = 4096

  /// Reads one line without its line feed. Hashes are not looked at.
  mutating func decode(_ line: RecordedLine) throws(LineFault) -> RecordedEvent {
    if let event = decodeInOrder(line) { return event }
    return try decodeIndexed(line)
  }

  /// Reads a line as a writer writes it, except that attributes, the spelling of strings and the
  /// order of `data` may differ; `nil` for any other line.
  mutating func decodeInOrder(_ line: RecordedLine) -> RecordedEvent? {
    take(line.block)
    reader.begin(line.range)
    var envelope = LineEnvelope()
    do throws(Mismatch) {
      try reader.read(&envelope, lastSource: &lastSource)
      return RecordedEvent(try reader.event(behind: envelope), in: line.block)
    } catch { return nil }
  }

  private mutating func take(_ block: LineBlock) {
    reader.take(block)
    lastSource = JSONText()
  }

  // MARK: - Many lines

  /// Reads the whole lines of a batch's block from `start` on, up to the first that is no event.
  ///
  /// - Returns: the fault of that line, and its offset in the block.
  mutating func decode(
    from start: Int = 0, lengthBytes: Int, into batch: EventBatch
  ) -> (LineFault, start: Int)? {
    var envelopes = InlineArray<16, LineEnvelope>(repeating: LineEnvelope())
    var ends = InlineArray<16, Int>(repeating: 0)
    let block = batch.block
    var start = start
    take(block)
    while start < lengthBytes {
      var isInOrder: UInt32 = 0
      var count = 0
      var next = start
      while next < lengthBytes, count < 16 {
        // No string goes on behind a line feed, so an envelope that is in order lies in one line.
        var inLine = next
        reader.begin(next..<min(next + Self.usualEnvelopeBytes, lengthBytes))
        do throws(Mismatch) {
          try reader.read(&envelopes[count], lastSource: &lastSource)
          isInOrder |= 1 << count
          inLine = envelopes[count].data
        } catch {}
        let rest = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[inLine..<lengthBytes])
        ends[count] = inLine + (unsafe firstNewline(in: rest) ?? rest.count)
        next = ends[count] + 1
        count += 1
      }
      LineEnvelope.internIdentifiers(&envelopes, in: block)
      for index in 0..<count {
        let range = start..<ends[index]
        if isInOrder >> index & 1 == 1 {
          reader.begin(range)
          do throws(Mismatch) {
            try reader.appendEvent(behind: envelopes[index], to: batch)
            start = range.upperBound + 1
            continue
          } catch {}
        }
        do throws(LineFault) {
          batch.append(try decodeIndexed(RecordedLine(block: block, range: range)).plain)
        } catch {
          return (error, start)
        }
        start = range.upperBound + 1
      }
    }
    return nil
  }

  // MARK: - In any order

  /// Reads a line in any order and spelling, and reports its fault.
  mutating func decodeIndexed(_ line: RecordedLine) throws(LineFault) -> RecordedEvent {
    reader.take(line.block)
    reader.begin(line.range)
    do throws(Mismatch) {
      try reader.indexText(orRefuse: "a line is a JSON object")
      if !reader.hasReturn { return try readMembers(line) }
    } catch {}
    // White space is all that JSON can have a CR in.
    if reader.fault?.code != .invalidJson, let place = firstReturn(in: line) {
      throw LineFault(
        kind: .carriageReturn, range: place..<place + 1, message: "a stored line has no CR")
    }
    guard let fault = reader.fault else {
      preconditionFailure("a line is refused without a reason")
    }
    if fault.code == .invalidJson {
      throw LineFault(kind: .json, range: fault.range, message: fault.message)
    }
    let isObject = reader.byte(at: reader.objectRange.lowerBound) == UInt8(ascii: "{")
    let range = isObject ? fault.range : 0..<line.range.count
    throw LineFault(kind: .event, range: range, message: fault.message)
  }

  private func firstReturn(in line: RecordedLine) -> Int? {
    unsafe line.withBytes { unsafe $0.firstIndex(of: 0x0D) }
  }

  private mutating func readMembers(_ line: RecordedLine) throws(Mismatch) -> RecordedEvent {
    let version: String = try reader.required(indexed: "specversion")
    guard version == Envelope.specificationVersion else {
      throw refuse("\"specversion\" must be \"1.0\"")
    }
    let _: EventIDForm = try reader.required(indexed: "id")
    let _: StoredSource = try reader.required(indexed: "source")
    let type: WireType = try reader.required(indexed: "type")
    guard let subject = reader.find("subject") else { throw refuse("\"subject\" is missing") }
    let time: RecordedTimestamp = try reader.required(indexed: "time")
    let sequence: RecordedSequence = try reader.required(indexed: "sequence")
    let actor: UserID = try reader.required(indexed: "actor")
    let more: Bool? = try reader.optional(indexed: "more")
    if more == false { throw refuse("\"more\" is true or left out") }
    guard let data = reader.find("data") else { throw refuse("\"data\" is missing") }
    let _: Digest = try reader.required(indexed: "hash")
    guard reader.byte(at: data.range.lowerBound) == UInt8(ascii: "{") else {
      throw refuse("\"data\" must be an object")
    }
    if reader.unaskedCount > 0 { _ = try reader.unaskedAttributes() }
    let (event, unknownMembers) = try readEvent(type, subject: subject, data: data)
    return RecordedEvent(
      sequence: sequence.value, time: time.value, actor: actor, event: event,
      isLastOfBatch: more == nil, unknownMembers: unknownMembers, line: line)
  }

  private mutating func refuse(_ message: String) -> Mismatch {
    reader.refuse(reader.objectRange, message)
  }

  private mutating func readEvent(
    _ type: WireType, subject: JSONMember, data: JSONMember
  ) throws(Mismatch) -> (Event, unknownMembers: Int) {
    guard let known = type.type else { return try unknown(type.name ?? "", subject, data) }
    reader.subject = (JSONText(offset: subject.range.lowerBound, count: 0), .none)
    reader.offset = data.range.lowerBound
    do throws(Mismatch) { return try reader.event(known, nesting: 2) } catch {
      // A word that a later version added to a list of words.
      if reader.fault?.code != .unknownWord { throw error }
    }
    reader.fault = nil
    return try unknown(known.rawValue, subject, data)
  }

  /// An event that this version does not know, as it stands.
  private mutating func unknown(
    _ type: String, _ subject: JSONMember, _ data: JSONMember
  ) throws(Mismatch) -> (Event, unknownMembers: Int) {
    reader.offset = subject.range.lowerBound
    let text = try String.read(&reader)
    let json = unsafe String(decoding: reader.bytes(data.range), as: UTF8.self)
    return (.unknown(UnknownEvent(type: type, subject: text, data: json)), 0)
  }
}

extension RecordedLine {
  /// The line that begins at `start` and ends before a line feed, or where the lines end.
  init(block: LineBlock, from start: Int, before end: Int) {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[start..<end])
    let length = unsafe firstNewline(in: rest) ?? rest.count
    self.init(block: block, range: start..<start + length)
  }
}

extension EventType {
  static let names = NameTable(allCases.map(\.rawValue))

  /// The type with this name, exactly.
  @inline(__always)
  init?(name: UnsafeRawBufferPointer) {
    guard let index = unsafe Self.names.index(of: name) else { return nil }
    // An enumeration without payloads is its place among the cases.
    self = unsafe unsafeBitCast(UInt8(index), to: EventType.self)
  }
}
