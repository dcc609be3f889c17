/// What can be checked of a line without the lines before it.
struct CheckedLine {
  /// The bytes of the line in its block, and where it begins in the log.
  private var range: Range<Int>
  var offset: UInt64
  var event: Result<RecordedEvent, LineFault>
  /// How it differs from the documented form.
  var difference: String?
  /// The hash that it states; `nil` where it does not end in one.
  var stated: Digest?
  private var content = Digest.zero
  /// The hash that it should state after the one that the line before it states.
  private var continuation: (previous: Digest, hash: Digest)?

  /// Where the line behind it begins.
  var end: UInt64 { offset + UInt64(range.count) + 1 }

  /// The hash that it should state after `previous`.
  func hash(after previous: Digest) -> Digest {
    if let continuation, continuation.previous == previous { return continuation.hash }
    return Digest.chain(previous: previous, content: content)
  }

  /// Checks whole lines, each with its line feed; digests are worked out side by side.
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
    hash(&lines, block)
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
    stated = unsafe HashSuffix(UnsafeRawBufferPointer(rebasing: block.bytes[range]))?.hash
  }

  /// Each line is held against what the line before states, so that no line waits for another.
  private static func hash(_ lines: inout [CheckedLine], _ block: LineBlock) {
    let hashed = lines.indices.filter { lines[$0].stated != nil }
    let links = unsafe SHA256Lanes.link(
      hashed.map { index in
        let range = lines[index].range.dropLast(HashSuffix.length)
        return unsafe UnsafeRawBufferPointer(rebasing: block.bytes[range])
      },
      // The first of a block is held against the line before it later; meanwhile any digits do.
      after: hashed.map { index in
        let before = index > 0 && lines[index - 1].stated != nil ? index - 1 : index
        return unsafe UnsafeRawPointer(block.bytes.baseAddress!)
          + lines[before].range.upperBound - Digest.hexLength - 2
      })
    for (index, link) in zip(hashed, links) {
      lines[index].content = link.content
      if index > 0, let previous = lines[index - 1].stated {
        lines[index].continuation = (previous, link.hash)
      }
    }
  }
}
