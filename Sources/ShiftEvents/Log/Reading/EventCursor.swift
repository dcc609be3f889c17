/// Reads the events of a log one after the other from an end that is known.
///
/// It checks grammar, sequence, time and batches, and the chain of hashes where it is told to. Memory is
/// a few blocks with their events, or lines where those are longer, and the longest batch.
struct EventCursor: ~Copyable {
  /// The events given out.
  private(set) var position: ReadPosition
  /// The time of the first event that was left out, and whether events before it are left out with it,
  /// because they were recorded together; `nil` where none was.
  private(set) var cut: (time: Timestamp, isInsideBatch: Bool)?

  private let path: String
  private let pipeline: OrderedPipeline<LogBlock, LogBlockReader.Worked<DecodedLines>>
  private var decoded = DecodedLines()
  private var offset: UInt64
  /// Events that were read and not given out: of a batch whose last line has not been seen, or of the
  /// batch to give out.
  private var held: [RecordedEvent] = []
  private var nextHeld = 0
  /// The events read; their hashes are checked where the caller asked for that.
  private var chain: ChainCheck
  private let checksChain: Bool
  /// The place of the next event in its block, where hashes are checked.
  private var nextLink = 0

  /// Reads what `reader` gives, which begins at `start`.
  ///
  /// - Parameters:
  ///   - helpers: the number of threads that decode beside the one that asks; as many as are worth it
  ///     without.
  ///   - checksChain: whether each line's bytes must give the hash that it states.
  init(
    _ reader: LogBlockReader, path: String, from start: LogEnd = .empty,
    lastTime: Timestamp? = nil, helpers: Int? = nil, checksChain: Bool = false
  ) {
    pipeline = reader.working(helpers: helpers) {
      DecodedLines($0, lengthBytes: $1, at: $2, checksChain ? .chain : .events)
    }
    (self.path, self.checksChain) = (path, checksChain)
    position = ReadPosition(from: start, lastTime: lastTime)
    chain = ChainCheck(behind: Int(start.sequence), time: lastTime, hash: start.hash)
    offset = start.lengthBytes
  }

  /// Returns the next event, be its batch whole or not; `nil` where the reading ends.
  ///
  /// - Throws: `LogError` with the code `damaged` where a line is not what belongs there.
  mutating func next() throws(LogError) -> RecordedEvent? {
    guard let event = try read() else { return nil }
    pass(event)
    return event
  }

  /// Returns the next event of a whole batch; `nil` where the reading ends, and at the first batch that
  /// has an event out of scope.
  ///
  /// - Throws: `LogError` with the code `damaged` where a line is not what belongs there.
  mutating func next(
    while isInScope: (borrowing PlainEvent) -> Bool
  ) throws(LogError) -> RecordedEvent? {
    if nextHeld == held.count {
      repeat {
        guard let event = try read() else {
          held = []
          return nil
        }
        guard isInScope(event.plain) else {
          cut = (held.first?.time ?? event.time, !held.isEmpty)
          held = []
          return nil
        }
        if held.isEmpty, event.isLastOfBatch {
          pass(event)
          return event
        }
        held.append(event)
      } while held.last?.isLastOfBatch == false
    }
    let event = held[nextHeld]
    nextHeld += 1
    if nextHeld == held.count { (held, nextHeld) = ([], 0) }
    pass(event)
    return event
  }

  private mutating func pass(_ event: borrowing RecordedEvent) {
    position.pass(event.plain, in: event.block)
  }

  /// Hands over each event that `next(while:)` would give, with its block and at times some of those that
  /// come next, until `body` answers false.
  ///
  /// - Returns: false where the reading ends.
  mutating func forEach(
    while isInScope: (borrowing PlainEvent) -> Bool,
    _ body: (borrowing PlainEvent, LineBlock, _ ahead: Span<PlainEvent>) throws -> Bool
  ) throws -> Bool {
    while true {
      // An event alone, in a block that was decoded, is taken where it lies.
      let events = decoded.events
      while nextHeld == held.count, cut == nil, events.beginsWithWholeBatch {
        let goesOn = try events.withFirst { event, ahead in
          try check(event)
          if !isInScope(event) {
            cut = (event.time, false)
            return true
          }
          position.pass(event, in: events.block)
          return try body(event, events.block, ahead)
        }
        if !goesOn { return true }
      }
      guard cut == nil, let event = try next(while: isInScope) else { return false }
      if try !body(event.plain, event.block, Span()) { return true }
    }
  }

  @inline(__always)
  private mutating func read() throws(LogError) -> RecordedEvent? {
    repeat {
      if let event = decoded.events.takeFirst() {
        try check(event.plain)
        return event
      }
    } while try takeBlock()
    return nil
  }

  @inline(__always)
  private mutating func check(_ event: borrowing PlainEvent) throws(LogError) {
    offset = decoded.offset + UInt64(event.lineRange.lowerBound)
    if let fault = checksChain ? takeLinked(event) : chain.take(event) {
      throw damaged(fault.kind, fault.message)
    }
  }

  /// Goes on in the next block; false where there is none.
  @inline(never)
  private mutating func takeBlock() throws(LogError) -> Bool {
    if let (_, offset, fault) = decoded.faults.first {
      self.offset = offset
      throw damaged(fault.kind == .event ? .event : .json, fault.message, at: fault.range)
    }
    guard let (block, lines) = try pipeline.next() else { return false }
    if let lines { (decoded, nextLink) = (lines, 0) }
    if case .tooLong = block.content {
      offset = block.offset
      throw damaged(.json, Finding.tooLong)
    }
    // No write is torn so: another program has taken line feeds away.
    if case .half(let line) = block.content,
      unsafe line.withBytes({ unsafe TailScan.eventInsideLine(in: $0) }) != nil
    {
      offset = block.offset
      throw damaged(.json, Finding.eventsInOneLine)
    }
    return lines != nil
  }

  private mutating func takeLinked(_ event: borrowing PlainEvent) -> ChainCheck.Fault? {
    if let fault = chain.take(event, decoded.links[nextLink]) { return fault }
    nextLink += 1
    return nil
  }

  private func damaged(
    _ kind: Finding.Kind, _ message: String, at range: Range<Int>? = nil
  ) -> LogError {
    let line = UInt64(chain.sequence) + 1
    let damage = Finding(
      kind, line: line, offset: offset, message: message, column: range.map { $0.lowerBound + 1 })
    return LogError(
      .damaged,
      "\(path):\(line): \(message) (the line begins at byte \(offset)); see: eventlog-tool "
        + "verify \(shellWord(path))" + (damage.adviceOnCopy(path).map { ". \($0)" } ?? ""),
      path: path, damage: damage)
  }
}

/// The place that a reading has come to: the end behind the event that was passed last.
///
/// The hash there is read from the line when it is asked for, which is seldom.
struct ReadPosition {
  /// The end, except that its hash is the one at the start.
  private var passed: LogEnd
  private(set) var lastTime: Timestamp?
  /// The line passed last, in the block that it lies in; before the first: none.
  private var lastBlock: LineBlock?
  private var lastRange = 0..<0

  init(from start: LogEnd, lastTime: Timestamp?) { (passed, self.lastTime) = (start, lastTime) }

  var lengthBytes: UInt64 { passed.lengthBytes }
  /// The sequence of the event passed last.
  var sequence: UInt64 { passed.sequence }

  @inline(__always)
  mutating func pass(_ event: borrowing PlainEvent, in block: LineBlock) {
    lastTime = event.time
    lastRange = event.lineRange
    if lastBlock !== block { lastBlock = block }
    if passed.sequence == 0 { passed.firstHash = RecordedLine(block: block, range: lastRange).hash }
    passed.sequence += 1
    passed.lengthBytes += UInt64(lastRange.count) + 1
  }

  var end: LogEnd {
    var end = passed
    if let lastBlock { end.hash = RecordedLine(block: lastBlock, range: lastRange).hash }
    return end
  }

  var logPosition: LogPosition { LogPosition(end: end, lastTime: lastTime) }
}
