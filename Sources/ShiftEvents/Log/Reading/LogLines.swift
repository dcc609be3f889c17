/// Reads single events of a log again: for repeats and for conflicts.
struct LogLines {
  let file: OpenFile
  /// The end of the lines that may be read.
  let endBytes: UInt64

  /// The event whose line stands behind so many others in these bytes of the log.
  func event(in range: Range<UInt64>, linesBefore: Int) throws(LogError) -> RecordedEvent {
    if range.lowerBound >= endBytes { throw unreadable(range.lowerBound) }
    let reader = LogBlockReader(
      file, from: range.lowerBound, upTo: min(range.upperBound, endBytes))
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
