/// The facts of one complete line of a log that its storage depends on.
struct LineFacts: Hashable, Sendable {
  var sequence: UInt64
  /// The number of bytes before the hash member; the chain covers exactly these.
  var contentLength: Int
  /// The hash that the line states, true or not.
  var hash: Digest

  /// Reads a line without its LF.
  ///
  /// - Returns: `nil` where the bytes are no event that ends in its hash.
  init?(_ line: UnsafeRawBufferPointer) {
    var decoder = EventDecoder()
    guard let suffix = unsafe HashSuffix(line),
      let event = try? unsafe decoder.decode(
        RecordedLine(block: LineBlock(copying: line), range: 0..<line.count))
    else { return nil }
    sequence = UInt64(event.sequence.value)
    contentLength = suffix.contentLength
    hash = suffix.hash
  }
}
