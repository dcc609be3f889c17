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

/// A line's place in the chain of hashes: the hash that it states and the digest of what it covers.
struct LineLink {
  /// The hash that the line states, true or not.
  var stated: Digest
  private var content: Digest
  /// The hash that it should state after the one that the line before it states.
  private var continuation: (previous: Digest, hash: Digest)?

  /// Returns the hash that the line should state after `previous`.
  func hash(after previous: Digest) -> Digest {
    if let continuation, continuation.previous == previous { return continuation.hash }
    return Digest.chain(previous: previous, content: content)
  }

  /// Returns the links of lines in a block, computed side by side; `nil` for a line that does not end
  /// in a hash.
  ///
  /// Each line is compared with what the line before it states, so that no line waits for another.
  static func links(of ranges: [Range<Int>], in block: LineBlock) -> [LineLink?] {
    let stated = ranges.map {
      unsafe HashSuffix(UnsafeRawBufferPointer(rebasing: block.bytes[$0]))?.hash
    }
    let hashed = ranges.indices.filter { stated[$0] != nil }
    let digests = unsafe SHA256.link(
      hashed.map { index in
        let content = ranges[index].dropLast(HashSuffix.length)
        return unsafe UnsafeRawBufferPointer(rebasing: block.bytes[content])
      },
      // The first line's predecessor is in another block; any 64 digits serve as a placeholder.
      after: hashed.map { index in
        let before = index > 0 && stated[index - 1] != nil ? index - 1 : index
        return unsafe UnsafeRawPointer(block.bytes.baseAddress!)
          + ranges[before].upperBound - Digest.hexLength - 2
      })
    var links = [LineLink?](repeating: nil, count: ranges.count)
    for (index, digest) in zip(hashed, digests) {
      var link = LineLink(stated: stated[index]!, content: digest.content)
      if index > 0, let previous = stated[index - 1] { link.continuation = (previous, digest.hash) }
      links[index] = link
    }
    return links
  }
}
