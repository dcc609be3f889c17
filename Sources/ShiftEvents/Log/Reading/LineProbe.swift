/// A line as it was written, its line feed counted: where the same bytes stand it needs no parsing
/// and no hashing to be sound.
package struct KnownLine {
  let end: LogEnd
  /// The lines that end with it. The last one is looked for when asked for, which is seldom.
  private let lines: [UInt8]

  /// The most bytes that are worth keeping.
  private static let longestBytes = 64 << 10

  /// The last line of those that end at `end`.
  init?(lastOf lines: [UInt8], at end: LogEnd) {
    self.end = end
    if lines.count <= Self.longestBytes {
      self.lines = lines
    } else {
      self.lines = Array(Self.last(of: lines))
      guard self.lines.count <= Self.longestBytes else { return nil }
    }
  }

  var bytes: ArraySlice<UInt8> { Self.last(of: lines) }

  private static func last(of lines: [UInt8]) -> ArraySlice<UInt8> {
    let before = lines.dropLast().lastIndex(of: UInt8(ascii: "\n"))
    return lines[((before ?? -1) + 1)...]
  }
}

/// Looks at single lines of an open log without reading what is around them.
struct LineProbe {
  private static let firstStepBytes = 4 << 10

  private let file: OpenFile
  private let known: KnownLine?

  /// - Parameter known: a line that was judged before.
  init(_ file: OpenFile, known: KnownLine? = nil) { (self.file, self.known) = (file, known) }

  /// The hash that the first line states; `nil` where there is none that reads whole.
  func firstHash() throws(LogError) -> Digest? { try firstHashes()?.stated }

  /// The hash that the first line states, and the one that its bytes give.
  func firstHashes() throws(LogError) -> (stated: Digest, given: Digest?)? {
    var count = LineProbe.firstStepBytes
    while true {
      let bytes = try file.bytes(at: 0, count: count)
      if let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        return facts(bytes[..<newline]).map {
          ($0.hash, chain(bytes.prefix($0.contentLength), after: nil))
        }
      }
      guard bytes.count == count, count <= Envelope.maximumLineLength else { return nil }
      count *= 4
    }
  }

  /// Returns the damage of the line that ends at a frontier; nil if the line matches it.
  ///
  /// - Parameter isOfHead: true for the end that a head tells: whole batches are acknowledged.
  func damage(at frontier: LogEnd, isOfHead: Bool = false) throws(LogError) -> Finding? {
    guard frontier.lengthBytes > 0 else { return nil }
    if let known, known.end == frontier {
      let line = known.bytes
      let start = frontier.lengthBytes - UInt64(line.count)
      let bytes = try file.bytes(at: start, count: line.count)
      if areEqual(bytes[...], line) { return nil }
    }
    return try look(at: frontier, isOfHead)
  }

  private func look(at frontier: LogEnd, _ isOfHead: Bool) throws(LogError) -> Finding? {
    var count = UInt64(LineProbe.firstStepBytes)
    while true {
      let start = frontier.lengthBytes - min(count, frontier.lengthBytes)
      let bytes = try file.bytes(at: start, count: Int(frontier.lengthBytes - start))
      guard bytes.count == Int(frontier.lengthBytes - start) else {
        return Finding(
          .short, line: frontier.sequence, offset: start + UInt64(bytes.count),
          message: "the log ends before its acknowledged end, byte \(frontier.lengthBytes)")
      }
      let newline = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
      if let newline, newline >= HashSuffix.length || start == 0 {
        return compare(
          bytes[(newline + 1)...], start + UInt64(newline) + 1, after: bytes[..<newline], frontier,
          isOfHead)
      }
      if start == 0 || count > 2 * UInt64(Envelope.maximumLineLength) {
        return compare(bytes[...], start, after: nil, frontier, isOfHead)
      }
      count *= 4
    }
  }

  /// Holds a line against the frontier, and its bytes against its hash, which continues that of the
  /// line before it.
  private func compare(
    _ line: ArraySlice<UInt8>, _ offset: UInt64, after previous: ArraySlice<UInt8>?,
    _ frontier: LogEnd, _ isOfHead: Bool
  ) -> Finding? {
    func damage(_ kind: Finding.Kind, line: UInt64? = nil, _ message: String) -> Finding {
      Finding(kind, line: line ?? frontier.sequence, offset: offset, message: message)
    }
    guard line.last == UInt8(ascii: "\n"), let facts = facts(line.dropLast()) else {
      return damage(.json, "the last acknowledged line does not read as an event")
    }
    guard facts.sequence == frontier.sequence else {
      return damage(
        .sequence, line: facts.sequence, Finding.otherSequence(facts.sequence, at: frontier))
    }
    guard facts.hash == frontier.hash else {
      return damage(.hash, "the last acknowledged line has another hash than was acknowledged")
    }
    guard chain(line.prefix(facts.contentLength), after: previous) == frontier.hash else {
      return damage(
        .hash, "the bytes of the last acknowledged line do not give the hash that it states")
    }
    if isOfHead, facts.isInsideBatch { return damage(.batch, Finding.acknowledgedInsideBatch) }
    return nil
  }

  /// The hash that a line's content gives; nil where the line before it states none.
  private func chain(_ content: ArraySlice<UInt8>, after previous: ArraySlice<UInt8>?) -> Digest? {
    let before = previous.map { unsafe $0.withUnsafeBytes { unsafe HashSuffix($0)?.hash } }
    guard let hash = before ?? .zero else { return nil }
    return unsafe content.withUnsafeBytes { unsafe Digest.chain($0, after: hash) }
  }

  private func facts(_ line: ArraySlice<UInt8>) -> LineFacts? {
    unsafe line.withUnsafeBytes { unsafe LineFacts($0) }
  }
}

/// The facts of one complete line of a log that its storage depends on.
struct LineFacts: Hashable, Sendable {
  var sequence: UInt64
  /// The number of bytes before the hash member; the chain covers exactly these.
  var contentLength: Int
  /// The hash that the line states, true or not.
  var hash: Digest
  /// True if further lines are of its batch.
  var isInsideBatch: Bool

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
    isInsideBatch = !event.isLastOfBatch
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
    for (index, hashes) in zip(hashed, digests) {
      var link = LineLink(stated: stated[index]!, content: hashes.content)
      if index > 0, let previous = stated[index - 1] { link.continuation = (previous, hashes.hash) }
      links[index] = link
    }
    return links
  }
}
