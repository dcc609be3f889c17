/// The checks of the lines of a block that need no line before it.
struct CheckedLines {
  /// The events of all lines but those with a fault, in order.
  let events: EventBatch
  let offset: UInt64
  private(set) var ranges: [Range<Int>] = []
  /// Their places in the chain; `nil` for a line that does not end in a hash.
  private(set) var links: [LineLink?] = []
  /// The faults of lines that are no events, by their number in the block.
  private(set) var faults: [Int: LineFault] = [:]
  /// The differences of others from the documented form.
  private(set) var differences: [Int: String] = [:]

  /// Checks whole lines, each with its line feed; digests are computed side by side.
  init(_ block: LineBlock, lengthBytes: Int, at offset: UInt64) {
    self.offset = offset
    events = EventBatch(capacity: lengthBytes / 256)
    ranges.reserveCapacity(lengthBytes / 256)
    var decoder = EventDecoder()
    var start = 0
    while start < lengthBytes {
      let fault = decoder.decode(block, from: start, lengthBytes: lengthBytes, into: events)
      for place in ranges.count - faults.count..<events.count {
        events.withEvent(place) { event in
          if let difference = FormCheck().difference(of: event) {
            differences[ranges.count] = difference
          }
          ranges.append(event.line.range)
        }
      }
      if let (fault, place) = fault {
        faults[ranges.count] = fault
        ranges.append(RecordedLine(block: block, from: place, before: lengthBytes).range)
      }
      start = (ranges.last?.upperBound ?? lengthBytes) + 1
    }
    links = LineLink.links(of: ranges, in: block)
  }
}
