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
    let start = Frontier(
      lengthBytes: low, sequence: UInt64(lowSequence - 1), hash: .zero,
      firstHash: try firstHash())
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
