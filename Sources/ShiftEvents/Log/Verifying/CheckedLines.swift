/// The checks of a line that need no line before it.
struct CheckedLine {
  /// The bytes of the line in its block, and where it begins in the log.
  private var range: Range<Int>
  var offset: UInt64
  var event: Result<RecordedEvent, LineFault>
  /// The difference from the documented form.
  var difference: String?
  /// Its place in the chain; `nil` where it does not end in a hash.
  fileprivate(set) var link: LineLink?

  /// The offset of the next line.
  var end: UInt64 { offset + UInt64(range.count) + 1 }

  /// Checks whole lines, each with its line feed; digests are computed side by side.
  static func check(_ block: LineBlock, lengthBytes: Int, at offset: UInt64) -> [CheckedLine] {
    var lines: [CheckedLine] = []
    lines.reserveCapacity(lengthBytes / 256)
    var decoder = EventDecoder()
    var start = 0
    while start < lengthBytes {
      let batch = EventBatch(capacity: (lengthBytes - start) / 256)
      let fault = decoder.decode(block, from: start, lengthBytes: lengthBytes, into: batch)
      while let event = batch.takeFirst() {
        let range = event.line.range
        lines.append(CheckedLine(.success(event), block, range, at: offset))
        start = range.upperBound + 1
      }
      if let (fault, place) = fault {
        let range = RecordedLine(block: block, from: place, before: lengthBytes).range
        lines.append(CheckedLine(.failure(fault), block, range, at: offset))
        start = range.upperBound + 1
      }
    }
    for (index, link) in LineLink.links(of: lines.map(\.range), in: block).enumerated() {
      lines[index].link = link
    }
    return lines
  }

  private init(
    _ event: Result<RecordedEvent, LineFault>, _ block: LineBlock, _ range: Range<Int>,
    at offset: UInt64
  ) {
    self.event = event
    self.range = range
    self.offset = offset + UInt64(range.lowerBound)
    if case .success(let event) = event { difference = FormCheck().difference(of: event) }
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
