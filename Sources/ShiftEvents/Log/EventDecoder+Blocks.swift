extension EventDecoder {
  /// Lines whose identifiers are looked up together.
  private static let groupLength = 16

  /// Reads a block of whole lines, up to the first that is no event.
  ///
  /// - Returns: what is wrong with that line, and where it begins in the block.
  mutating func decode(
    _ block: LineBlock, lengthBytes: Int, into batch: EventBatch
  ) -> (LineFault, start: Int)? {
    var envelopes = InlineArray<16, CanonicalEnvelope>(repeating: CanonicalEnvelope())
    var ends = InlineArray<16, Int>(repeating: 0)
    var start = 0
    while start < lengthBytes {
      var canonical: UInt32 = 0
      var count = 0
      var next = start
      while next < lengthBytes, count < Self.groupLength {
        let line = RecordedLine(block: block, from: next, before: lengthBytes)
        if (try? envelopes[count].read(line)) != nil { canonical |= 1 << count }
        ends[count] = next + Int(line.count)
        next = ends[count] + 1
        count += 1
      }
      CanonicalEnvelope.findIdentifiers(&envelopes)
      for index in 0..<count {
        let line = RecordedLine(block: block, range: start..<ends[index])
        if canonical >> index & 1 == 1,
          let event = try? RecordedEvent(&envelopes[index], line)
        {
          batch.append(event)
        } else {
          do throws(LineFault) { batch.append(try decodeStrictly(line)) } catch {
            return (error, start)
          }
        }
        start = ends[index] + 1
      }
    }
    return nil
  }
}

extension RecordedLine {
  /// The line that begins at `start` and ends before a line feed, or where the lines end.
  @inline(__always)
  init(block: LineBlock, from start: Int, before end: Int) {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[start..<end])
    let length = unsafe firstNewline(in: rest) ?? rest.count
    self.init(block: block, range: start..<start + length)
  }
}
