/// A line as it was written, its line feed counted: where the same bytes stand it needs no parsing
/// and no hashing to be sound.
package struct KnownLine {
  let end: Frontier
  /// The lines that end with it. The last one is looked for when asked for, which is seldom.
  private let lines: [UInt8]

  /// The most bytes that are worth keeping.
  private static let longestBytes = 64 << 10

  /// The last line of those that end at `end`.
  init?(lastOf lines: [UInt8], at end: Frontier) {
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

  /// The hash of the first line, nil where there is none that reads whole.
  func firstHash() throws(LogError) -> Digest? {
    var count = LineProbe.firstStepBytes
    while true {
      let bytes = try file.bytes(at: 0, count: count)
      if let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        return facts(bytes[..<newline])?.hash
      }
      guard bytes.count == count, count <= Envelope.maximumLineLength else { return nil }
      count *= 4
    }
  }

  /// Returns the damage of the line that ends at a frontier; nil if the line matches it.
  func damage(at frontier: Frontier) throws(LogError) -> Damage? {
    guard frontier.lengthBytes > 0 else { return nil }
    if let known, known.end == frontier {
      let line = known.bytes
      let start = frontier.lengthBytes - UInt64(line.count)
      let bytes = try file.bytes(at: start, count: line.count)
      if areEqual(bytes[...], line) { return nil }
    }
    return try look(at: frontier)
  }

  private func look(at frontier: Frontier) throws(LogError) -> Damage? {
    var count = UInt64(LineProbe.firstStepBytes)
    while true {
      let start = frontier.lengthBytes - min(count, frontier.lengthBytes)
      let bytes = try file.bytes(at: start, count: Int(frontier.lengthBytes - start))
      guard bytes.count == Int(frontier.lengthBytes - start) else {
        return Damage(
          .short, line: frontier.sequence, offset: start + UInt64(bytes.count),
          message: "the log ends before its acknowledged end, byte \(frontier.lengthBytes)")
      }
      let newline = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
      if let newline, newline >= HashSuffix.length || start == 0 {
        return compare(
          bytes[(newline + 1)...], start + UInt64(newline) + 1, after: bytes[..<newline], frontier)
      }
      if start == 0 || count > 2 * UInt64(Envelope.maximumLineLength) {
        return compare(bytes[...], start, after: nil, frontier)
      }
      count *= 4
    }
  }

  /// Holds a line against the frontier, and its bytes against its hash, which continues that of the
  /// line before it.
  private func compare(
    _ line: ArraySlice<UInt8>, _ offset: UInt64, after previous: ArraySlice<UInt8>?,
    _ frontier: Frontier
  ) -> Damage? {
    func damage(_ kind: Damage.Kind, _ message: String) -> Damage {
      Damage(kind, line: frontier.sequence, offset: offset, message: message)
    }
    guard line.last == UInt8(ascii: "\n"), let facts = facts(line.dropLast()) else {
      return damage(.json, "the last acknowledged line does not read as an event")
    }
    guard facts.sequence == frontier.sequence else {
      return damage(
        .sequence,
        "the last acknowledged line should be \(frontier.sequence) and says it is "
          + "\(facts.sequence)")
    }
    guard facts.hash == frontier.hash else {
      return damage(.hash, "the last acknowledged line has another hash than was acknowledged")
    }
    guard chain(line.prefix(facts.contentLength), after: previous) == frontier.hash else {
      return damage(
        .hash, "the bytes of the last acknowledged line do not give the hash that it states")
    }
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
  }
}
