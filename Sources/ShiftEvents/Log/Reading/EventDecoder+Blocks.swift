extension EventDecoder {
  /// Lines whose identifiers are looked up together.
  private static let groupLength = 16

  /// Reads the whole lines of a block from `start` on, up to the first that is no event.
  ///
  /// - Returns: what is wrong with that line, and where it begins in the block.
  mutating func decode(
    _ block: LineBlock, from start: Int = 0, lengthBytes: Int, into batch: EventBatch
  ) -> (LineFault, start: Int)? {
    var envelopes = InlineArray<16, CanonicalEnvelope>(repeating: CanonicalEnvelope())
    var ends = InlineArray<16, Int>(repeating: 0)
    var source = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    var start = start
    while start < lengthBytes {
      var isCanonical: UInt32 = 0
      var count = 0
      var next = start
      while next < lengthBytes, count < Self.groupLength {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[next..<lengthBytes])
        if (try? unsafe envelopes[count].read(rest, source: &source)) != nil {
          isCanonical |= 1 << count
        }
        ends[count] = next + (unsafe firstNewline(in: rest) ?? rest.count)
        next = ends[count] + 1
        count += 1
      }
      CanonicalEnvelope.findIdentifiers(&envelopes)
      for index in 0..<count {
        let range = start..<ends[index]
        if isCanonical >> index & 1 == 1,
          let event = try? RecordedEvent(&envelopes[index], block, range)
        {
          batch.append(event)
        } else {
          do throws(LineFault) {
            batch.append(try decodeStrictly(RecordedLine(block: block, range: range)))
          } catch {
            return (error, start)
          }
        }
        start = range.upperBound + 1
      }
    }
    return nil
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
