/// Reads the events of a log one after the other from an end that is known.
///
/// It checks grammar, sequence, time and batches, and the chain of hashes where it is told to. Memory is
/// a few blocks with their events, or lines where those are longer.
struct EventCursor: ~Copyable {
  /// The line read last, for messages and for finding it again.
  private(set) var offset: UInt64
  /// The events given out.
  private(set) var passed: PassedEvents
  /// Bytes behind the last line feed, where the reading ended in the middle of a line.
  private(set) var halfLineBytes = 0
  /// Whether the event given out last ends its batch.
  private(set) var isBetweenBatches = true

  private let path: String
  private let pipeline: OrderedPipeline<UnworkedLines, WorkedLines<DecodedLines>>
  /// The lines that were decoded last.
  private var decoded = DecodedLines()
  private var blockOffset: UInt64 = 0
  /// The hash of the event given out last, where the chain is checked, and the place of the next event
  /// in its block.
  private var lastHash: Digest
  private var nextLink = 0
  private let checksChain: Bool

  /// Reads what `reader` gives, which begins at `start`.
  ///
  /// - Parameters:
  ///   - helpers: how many threads decode beside the one that asks.
  ///   - checksChain: whether each line's bytes must give the hash that it states.
  init(
    _ reader: LogBlockReader, path: String, from start: Frontier = .empty,
    lastTime: Timestamp? = nil, helpers: Int = 0, checksChain: Bool = false
  ) {
    pipeline = reader.working(helpers: helpers) {
      DecodedLines($0, lengthBytes: $1, at: $2, withLinks: checksChain)
    }
    self.checksChain = checksChain
    lastHash = start.hash
    self.path = path
    passed = PassedEvents(from: start, lastTime: lastTime)
    offset = start.lengthBytes
  }

  /// The end behind the event given out last.
  var end: Frontier { passed.end }

  /// The next event, or `nil` where the reading ends.
  ///
  /// - Throws: `LogError` with the code `damaged` where a line is not what belongs there.
  mutating func next() throws(LogError) -> RecordedEvent? {
    guard let event = try takeDecoded() else { return nil }
    try check(event)
    if checksChain { try checkChain() }
    isBetweenBatches = event.isLastOfBatch
    passed.pass(event)
    return event
  }

  private mutating func takeDecoded() throws(LogError) -> RecordedEvent? {
    while true {
      if let event = decoded.events.takeFirst() {
        offset = blockOffset + UInt64(event.line.start)
        return event
      }
      if let (fault, offset) = decoded.fault {
        self.offset = offset
        throw damaged(fault)
      }
      guard let next = pipeline.next() else { return nil }
      switch next.kind {
      case .lines(let lines): (decoded, blockOffset, nextLink) = (lines, next.offset, 0)
      case .end: return nil
      case .half(let lengthBytes):
        halfLineBytes = lengthBytes
        offset = next.offset
        return nil
      case .tooLong(let lengthBytes): throw tooLong(lengthBytes, at: next.offset)
      case .failed(let error): throw error
      }
    }
  }

  private mutating func tooLong(_ lengthBytes: UInt64, at offset: UInt64) -> LogError {
    self.offset = offset
    return damaged(
      .json, "the line has \(lengthBytes) bytes, more than \(LineLimit.lengthBytes)")
  }

  private func damaged(_ fault: LineFault) -> LogError {
    damaged(fault.kind == .event ? .event : .json, fault.message, at: fault.range)
  }

  private func check(_ event: RecordedEvent) throws(LogError) {
    if event.sequence.value != Int(passed.sequence) + 1 {
      throw damaged(
        .sequence,
        "the line should be event \(passed.sequence + 1) and says it is \(event.sequence)")
    }
    if let lastTime = passed.lastTime, event.time < lastTime {
      throw damaged(.time, "the line's time \(event.time) is before \(lastTime), the line before's")
    }
  }

  private mutating func checkChain() throws(LogError) {
    guard let link = decoded.links[nextLink] else { throw damaged(.hash, Damage.lacksHash) }
    if link.hash(after: lastHash) != link.stated { throw damaged(.hash, Damage.wrongHash) }
    lastHash = link.stated
    nextLink += 1
  }

  private func damaged(
    _ kind: Damage.Kind, _ message: String, at range: Range<Int>? = nil
  ) -> LogError {
    let line = passed.sequence + 1
    let damage = Damage(
      kind, line: line, offset: offset, message: message, column: range.map { $0.lowerBound + 1 })
    return LogError(
      .damaged,
      "\(path):\(line): \(message) (the line begins at byte \(offset)); see: eventlog-tool "
        + "verify \(path)", path: path, damage: damage)
  }
}
