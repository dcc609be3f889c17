/// What can be checked of a line without the lines before it.
struct CheckedLine {
  var line: RecordedLine
  /// Where it begins in the log.
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
  var end: UInt64 { offset + UInt64(line.range.count) + 1 }

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
      let rest = unsafe UnsafeRawBufferPointer(rebasing: block.bytes[start..<lengthBytes])
      let length = unsafe firstNewline(in: rest) ?? rest.count
      let line = RecordedLine(block: block, range: start..<start + length)
      lines.append(CheckedLine(line, at: offset + UInt64(start), &decoder))
      start += length + 1
    }
    hash(&lines, block)
    return lines
  }

  private init(_ line: RecordedLine, at offset: UInt64, _ decoder: inout EventDecoder) {
    self.line = line
    self.offset = offset
    do throws(LineFault) {
      let event = try decoder.decode(line)
      self.event = .success(event)
      difference = FormCheck().difference(of: event)
    } catch {
      event = .failure(error)
    }
    stated = unsafe line.withBytes { unsafe HashSuffix($0)?.hash }
  }

  private static func hash(_ lines: inout [CheckedLine], _ block: LineBlock) {
    let hashed = lines.indices.filter { lines[$0].stated != nil }
    let contents = unsafe SHA256Lanes.hash(
      hashed.map { index in
        let range = lines[index].line.range.dropLast(HashSuffix.length)
        return unsafe UnsafeRawBufferPointer(rebasing: block.bytes[range])
      })
    for (index, content) in zip(hashed, contents) { lines[index].content = content }
    // Each line is held against what the line before states, so that no line waits for another.
    let continued = hashed.filter { $0 > 0 && lines[$0 - 1].stated != nil }
    var digits: [UInt8] = []
    digits.reserveCapacity(continued.count * 2 * Digest.hexLength)
    for index in continued {
      lines[index - 1].stated?.appendHex(to: &digits)
      lines[index].content.appendHex(to: &digits)
    }
    let hashes = unsafe digits.withUnsafeBytes { digits in
      let length = 2 * Digest.hexLength
      return unsafe SHA256Lanes.hash(
        continued.indices.map {
          unsafe UnsafeRawBufferPointer(rebasing: digits[$0 * length..<($0 + 1) * length])
        })
    }
    for (index, hash) in zip(continued, hashes) {
      lines[index].continuation = lines[index - 1].stated.map { (previous: $0, hash: hash) }
    }
  }
}
