import Testing

@testable import ShiftEvents

/// The law: lines that are read many at a time read as each does by itself, strictly.
@Suite("A block of lines reads as its lines do") struct BlockDecodingTests {
  /// Lines of all types and lengths, some of them changed in a byte.
  private func lines(_ random: inout CodecRandom, count: Int, changed: Int) -> [[UInt8]] {
    (0..<count).map { index in
      var encoder = EventEncoder(continuing: .zero)
      var envelope = random.envelope()
      if random.isTrue() { envelope.attributes = [] }
      encoder.append(envelope, random.event(random.element(of: EventType.allCases)))
      var line = Array(encoder.buffer.dropLast())
      if random.number(0...99) < changed {
        line[random.number(0...line.count - 1)] = UInt8(random.number(0x20...0x7E))
      }
      return line
    }
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100], [0, 10])
  func `every event, and the fault of the first line that is none`(count: Int, changed: Int) {
    var random = CodecRandom.printed("\(count) lines, \(changed) % changed")
    for _ in 0..<20 {
      let lines = lines(&random, count: count, changed: changed)
      let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
      let block = unsafe bytes.withUnsafeBytes { unsafe LineBlock(copying: $0) }
      let batch = EventBatch(of: block, capacity: count / 2)
      var decoder = EventDecoder()
      let fault = decoder.decode(lengthBytes: bytes.count, into: batch)
      var start = 0
      for line in lines {
        let range = start..<start + line.count
        do throws(LineFault) {
          let strict = try decoder.decodeIndexed(RecordedLine(block: block, range: range))
          let event = batch.takeFirst()
          #expect(event?.event == strict.event && event?.actor == strict.actor)
          #expect(event?.sequence == strict.sequence && event?.time == strict.time)
          #expect(event?.isLastOfBatch == strict.isLastOfBatch && event?.line.range == range)
          #expect(event?.unknownMembers == strict.unknownMembers)
        } catch {
          #expect(fault?.start == start && fault?.0.message == error.message)
          break
        }
        start += line.count + 1
      }
      #expect(batch.takeFirst() == nil)
      #expect((fault == nil) == (start == bytes.count))
    }
  }
}
