/// Reads the events of a log one after the other from an end that is known.
///
/// It checks grammar, sequence, time and batches, and leaves hashes to verification. Memory is one
/// block, or one line where that is longer.
final class EventCursor {
  /// The line read last, for messages and for finding it again.
  private(set) var offset: UInt64
  /// The end behind the event given out last: its length and its last sequence.
  private(set) var lengthBytes: UInt64
  private(set) var sequence: UInt64
  /// The event given out last, or where the reading began; its hash is read when it is asked for.
  private var last: RecordedLine?
  private var startHash: Digest
  private var firstHash: Digest
  private(set) var lastTime: Timestamp?
  /// Bytes behind the last line feed, where the reading ended in the middle of a line.
  private(set) var halfLineBytes = 0
  /// Whether the event given out last ends its batch.
  private(set) var isBetweenBatches = true

  private let reader: LogBlockReader
  private let path: String
  private var decoder = EventDecoder()
  private var block: LineBlock?
  private var rest: Range<Int> = 0..<0
  private var blockOffset: UInt64 = 0

  /// Reads what `reader` gives, which begins at `start`.
  init(
    _ reader: LogBlockReader, path: String, from start: Frontier = .empty,
    lastTime: Timestamp? = nil
  ) {
    self.reader = reader
    self.path = path
    self.lastTime = lastTime
    lengthBytes = start.lengthBytes
    sequence = start.sequence
    startHash = start.hash
    firstHash = start.firstHash
    offset = start.lengthBytes
  }

  /// The end behind the event given out last.
  var end: Frontier {
    let hash = last?.hash
    return Frontier(
      lengthBytes: lengthBytes, sequence: sequence, hash: hash ?? startHash, firstHash: firstHash)
  }

  /// The next event, or `nil` where the reading ends.
  ///
  /// - Throws: `LogError` with the code `damaged` where a line is not what belongs there.
  func next() throws(LogError) -> RecordedEvent? {
    if rest.isEmpty {
      guard try readBlock() else { return nil }
    }
    let line = nextLine()
    let event: RecordedEvent
    do throws(LineFault) { event = try decoder.decode(line) } catch {
      throw damaged(error.kind == .json ? .json : .event, error.message, at: error.range)
    }
    try check(event)
    lastTime = event.time
    isBetweenBatches = event.isLastOfBatch
    last = line
    if sequence == 0 { firstHash = line.hash }
    sequence += 1
    lengthBytes += UInt64(line.range.count) + 1
    return event
  }

  private func readBlock() throws(LogError) -> Bool {
    // What nobody keeps is read into again.
    startHash = end.hash
    last = nil
    switch try reader.next() {
    case .end: return false
    case .half(let bytes, let offset):
      halfLineBytes = bytes.count
      self.offset = offset
      return false
    case .tooLong(let offset, let lengthBytes):
      self.offset = offset
      throw damaged(.json, "the line has \(lengthBytes) bytes, more than \(LineLimit.lengthBytes)")
    case .lines(let bytes, let offset):
      block = reader.block
      rest = 0..<bytes.count
      blockOffset = offset
      return true
    }
  }

  private func nextLine() -> RecordedLine {
    let block = block!
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[rest])
    let length = unsafe firstNewline(in: bytes) ?? bytes.count
    let line = RecordedLine(block: block, range: rest.lowerBound..<rest.lowerBound + length)
    offset = blockOffset + UInt64(rest.lowerBound)
    rest = line.range.upperBound + 1..<max(rest.upperBound, line.range.upperBound + 1)
    if rest.isEmpty { self.block = nil }
    return line
  }

  private func check(_ event: RecordedEvent) throws(LogError) {
    if event.sequence.value != Int(sequence) + 1 {
      throw damaged(
        .sequence, "the line should be event \(sequence + 1) and says it is \(event.sequence)")
    }
    if let lastTime, event.time < lastTime {
      throw damaged(.time, "the line's time \(event.time) is before \(lastTime), the line before's")
    }
  }

  private func damaged(
    _ kind: Damage.Kind, _ message: String, at range: Range<Int>? = nil
  ) -> LogError {
    let line = sequence + 1
    let damage = Damage(
      kind, line: line, offset: offset, message: message, column: range.map { $0.lowerBound + 1 })
    return LogError(
      .damaged,
      "\(path):\(line): \(message) (the line begins at byte \(offset)); see: eventlog-tool "
        + "verify \(path)", path: path, damage: damage)
  }
}
