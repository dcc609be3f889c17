/// Reads single events of a log again: for repeats and for conflicts.
struct LogLines {
  let file: OpenFile
  /// The end of the lines that may be read.
  let endBytes: UInt64

  /// The event whose line stands behind so many others in these bytes of the log.
  func event(in range: Range<UInt64>, linesBefore: Int) throws(LogError) -> RecordedEvent {
    if range.lowerBound >= endBytes { throw unreadable(range.lowerBound) }
    let reader = LogBlockReader(file, from: range.lowerBound, upTo: min(range.upperBound, endBytes))
    var linesLeft = linesBefore
    var found: RecordedLine?
    while found == nil, case .lines(let block, let lengthBytes) = try reader.next().content {
      block.forEachLine(before: lengthBytes) { line in
        if linesLeft == 0 { found = line }
        linesLeft -= 1
        return found == nil
      }
    }
    var decoder = EventDecoder()
    guard let found, let event = try? decoder.decode(found) else {
      throw unreadable(range.lowerBound)
    }
    return event
  }

  /// The last event, whose line ends where these do; `nil` where none does.
  ///
  /// - Complexity: linear in its bytes.
  func lastEvent() throws(LogError) -> RecordedEvent? {
    var count = min(endBytes, 4 << 10)
    while count > 0 {
      let start = endBytes - count
      let bytes = try file.bytes(at: start, count: Int(count))
      let newline = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
      if newline != nil || start == 0 {
        let lineStart = start + UInt64(newline.map { $0 + 1 } ?? 0)
        return try event(in: lineStart..<endBytes, linesBefore: 0)
      }
      if count > UInt64(Envelope.maximumLineLength) { break }
      count = min(endBytes, count * 4)
    }
    return nil
  }

  func unreadable(_ offset: UInt64) -> LogError {
    LogError(
      .replaced,
      "\(file.path) has no event at byte \(offset), where one was read before; see: "
        + "eventlog-tool verify \(shellWord(file.path))", path: file.path)
  }
}

extension LogLines {
  /// Finds the place behind an event by halving the bytes: each line states its number.
  ///
  /// - Returns: the end of the log where it ends before that event.
  /// - Complexity: O(log *n*) in the bytes of the log.
  func position(after sequence: SequenceNumber) throws(LogError) -> LogPosition {
    if sequence == .zero || endBytes == 0 { return .start }
    // The event's line begins at or behind `low` and before `high`.
    var (low, high) = (UInt64(0), endBytes)
    var lowSequence = 1
    while high - low > Self.scannedBytes {
      let middle = low + (high - low) / 2
      if let found = try firstLine(behind: middle, before: high), found.sequence <= sequence {
        (low, lowSequence) = (found.offset, found.sequence.value)
      } else {
        high = middle + 1
      }
    }
    let start = LogEnd(
      lengthBytes: low, sequence: UInt64(lowSequence - 1), hash: .zero, firstHash: try firstHash())
    var cursor = EventCursor(
      LogBlockReader(file, from: low, upTo: endBytes), path: file.path, from: start)
    while cursor.position.sequence < UInt64(sequence.value), try cursor.next() != nil {}
    return cursor.position.logPosition
  }

  private static let scannedBytes: UInt64 = 64 << 10

  private func firstHash() throws(LogError) -> Digest {
    var cursor = EventCursor(LogBlockReader(file, from: 0, upTo: endBytes), path: file.path)
    return try cursor.next()?.hash ?? .zero
  }

  /// The first line that begins behind a byte, if it and the one behind it end before another, and are
  /// two events in a row: the number in a line that was changed leads nowhere.
  private func firstLine(
    behind offset: UInt64, before limit: UInt64
  ) throws(LogError) -> (sequence: SequenceNumber, offset: UInt64)? {
    let reader = LogBlockReader(file, from: offset, upTo: limit)
    var hasPassedPart = false
    var decoder = EventDecoder()
    var found: (sequence: SequenceNumber, offset: UInt64)?
    var isNext: Bool?
    while isNext == nil {
      let piece = try reader.next()
      guard case .lines(let block, let lengthBytes) = piece.content else { return nil }
      block.forEachLine(before: lengthBytes) { line in
        if hasPassedPart {
          let sequence = (try? decoder.decode(line))?.sequence
          if let found {
            isNext = sequence == found.sequence.next
          } else if let sequence {
            found = (sequence, piece.offset + UInt64(line.range.lowerBound))
          } else {
            isNext = false
          }
        }
        hasPassedPart = true
        return isNext == nil
      }
    }
    return isNext == true ? found : nil
  }
}

/// The offsets of every sixteenth line of a log, by which the line of any event is found.
package struct LineOffsets: Equatable, Sendable {
  private static let stride = 16
  /// The offsets of the first line and every sixteenth behind it.
  private(set) var offsets = FlatArray<UInt64>()
  private var count = 0
  private var lengthBytes: UInt64 = 0

  package init() {}

  /// Those up to an end; `nil` if there are not as many as it has lines.
  init?(_ offsets: FlatArray<UInt64>, upTo end: LogEnd) {
    (self.offsets, count, lengthBytes) = (offsets, Int(end.sequence), end.lengthBytes)
    if offsets.count != (count + Self.stride - 1) / Self.stride { return nil }
  }

  /// Adds the next line, of so many bytes with its line feed.
  package mutating func add(lengthBytes added: Int) {
    if count % Self.stride == 0 { offsets.append(lengthBytes) }
    count += 1
    lengthBytes += UInt64(added)
  }

  /// Bytes that hold the line of an event, and how many lines begin in them before it.
  func span(of sequence: SequenceNumber) -> (bytes: Range<UInt64>, linesBefore: Int) {
    let (number, linesBefore) = (sequence.value - 1).quotientAndRemainder(dividingBy: Self.stride)
    let end = number + 1 < offsets.count ? offsets[number + 1] : lengthBytes
    return (offsets[number]..<end, linesBefore)
  }
}

extension LogLines {
  func event(at sequence: SequenceNumber, _ places: LineOffsets) throws(LogError) -> RecordedEvent {
    let (bytes, linesBefore) = places.span(of: sequence)
    let event = try event(in: bytes, linesBefore: linesBefore)
    if event.sequence != sequence { throw unreadable(bytes.lowerBound) }
    return event
  }
}
