/// The events of a block of lines, with everything about a line that needs no line before it.
struct DecodedLines {
  enum Work {
    /// Reads the events up to the first line that is none.
    case events
    /// Finds the places of these lines in the chain, too.
    case chain
    /// Goes on behind faults, and finds the place and the form of every line.
    case everything
  }

  /// The events of all lines without a fault, in order.
  let events: EventBatch
  /// The place of the block in the log.
  let offset: UInt64
  /// The lines, unless only events were asked for.
  private(set) var ranges: [Range<Int>] = []
  /// Their places in the chain; `nil` for a line that does not end in a hash.
  private(set) var links: [LineLink?] = []
  /// The lines that are no events: how many stand before each, and where it begins in the log.
  private(set) var faults: [(linesBefore: Int, offset: UInt64, fault: LineFault)] = []
  /// The differences of others from the documented form, by the number of lines before them.
  private(set) var differences: [Int: String] = [:]

  init() { (events, offset) = (EventBatch(of: LineBlock(capacity: 0), capacity: 0), 0) }

  /// Reads whole lines, each with its line feed; digests are computed side by side.
  init(_ block: LineBlock, lengthBytes: Int, at offset: UInt64, _ work: Work) {
    self.offset = offset
    events = EventBatch(of: block, capacity: lengthBytes / 256)
    if work != .events { ranges.reserveCapacity(lengthBytes / 256) }
    var decoder = EventDecoder()
    var start = 0
    while start < lengthBytes {
      let fault = decoder.decode(from: start, lengthBytes: lengthBytes, into: events)
      if work != .events { addRanges(checkingForm: work == .everything) }
      guard let (fault, place) = fault else { break }
      faults.append((ranges.count, offset + UInt64(place), fault))
      if work != .everything { break }
      ranges.append(RecordedLine(block: block, from: place, before: lengthBytes).range)
      start = ranges[ranges.count - 1].upperBound + 1
    }
    if work != .events { links = LineLink.links(of: ranges, in: block) }
  }

  /// Adds the lines of the events that were read since the last fault.
  private mutating func addRanges(checkingForm checksForm: Bool) {
    for place in ranges.count - faults.count..<events.count {
      events.withEvent(place) { event in
        if checksForm, !event.isCanonical,
          let difference = FormCheck().difference(of: RecordedEvent(copy event, in: events.block))
        {
          differences[ranges.count] = difference
        }
        ranges.append(event.lineRange)
      }
    }
  }
}
