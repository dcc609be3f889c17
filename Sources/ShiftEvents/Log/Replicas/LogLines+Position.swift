extension LogLines {
  /// Finds the place behind an event by halving the bytes: each line states its number.
  ///
  /// - Returns: the end of the log where it ends before that event.
  /// - Complexity: O(log *n*) in the bytes of the log.
  func position(after sequence: SequenceNumber) throws(LogError) -> LogPosition {
    if sequence == .zero || end.lengthBytes == 0 { return .start }
    // The event's line begins at or behind `low` and before `high`.
    var (low, high) = (UInt64(0), end.lengthBytes)
    var lowSequence = 1
    while high - low > Self.scannedBytes {
      let middle = low + (high - low) / 2
      if let found = try firstLine(behind: middle, before: high), found.sequence <= sequence {
        (low, lowSequence) = (found.offset, found.sequence.value)
      } else {
        high = middle + 1
      }
    }
    let start = Frontier(
      lengthBytes: low, sequence: UInt64(lowSequence - 1), hash: .zero,
      firstHash: try firstHash())
    var cursor = EventCursor(
      LogBlockReader(file, from: low, upTo: end.lengthBytes), path: file.path, from: start)
    while cursor.position.sequence < UInt64(sequence.value), try cursor.next() != nil {}
    return cursor.position.logPosition
  }

  private static let scannedBytes: UInt64 = 64 << 10

  private func firstHash() throws(LogError) -> Digest {
    var cursor = EventCursor(LogBlockReader(file, from: 0, upTo: end.lengthBytes), path: file.path)
    return try cursor.next()?.hash ?? .zero
  }

  /// The first line that begins behind a byte and ends before another.
  private func firstLine(
    behind offset: UInt64, before limit: UInt64
  ) throws(LogError) -> (sequence: SequenceNumber, offset: UInt64)? {
    let reader = LogBlockReader(file, from: offset, upTo: limit)
    var hasPassedPart = false
    var decoder = EventDecoder()
    while true {
      let piece = try reader.next()
      guard case .lines(let block, let lengthBytes) = piece.content else { return nil }
      var found: RecordedLine?
      block.forEachLine(before: lengthBytes) { line in
        if hasPassedPart { found = line }
        hasPassedPart = true
        return found == nil
      }
      guard let found else { continue }
      guard let event = try? decoder.decode(found) else { throw unreadable(offset) }
      return (event.sequence, piece.offset + UInt64(found.start))
    }
  }
}
