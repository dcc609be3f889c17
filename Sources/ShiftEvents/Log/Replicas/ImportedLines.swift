/// Lines of another copy of a log as they come in: checked among themselves and against the end that they
/// continue, where that is known, and gathered into whole batches.
package struct ImportedLines {
  /// Lines of whole batches, each with its line feed.
  package struct Batches {
    var bytes: [UInt8]
    var first: Int
    var last: Int
    /// The hash of the last line.
    package var hash: Digest
    /// The line of the input, and its offset there, at which they begin.
    var inputLine: UInt64
    var offset: UInt64
    /// The first line of the input, if it is the first of these and not the first of a log.
    var opening: Opening?
  }

  /// A first line that continues a line which the input does not have.
  typealias Opening = (sequence: Int, time: Timestamp, link: LineLink)

  private let path: String
  /// The number of lines that were taken.
  package private(set) var count = 0
  /// The hash of the first line of the log, where the input has it.
  private(set) var firstHash = Digest.zero
  /// `nil` before the first line, where that may be any of a log.
  private var chain: ChainCheck?
  /// The users to whose names the lines commit that were not handed over, and those whose earlier names they
  /// outdate.
  private(set) var named: Set<UserID> = []
  private(set) var outdated: Set<UserID> = []
  /// The lines that were not handed over: whole batches, and behind them part of one.
  private var held: [UInt8] = []
  private var heldLine: UInt64 = 1
  private var heldOffset: UInt64 = 0
  private var whole = (bytes: 0, sequence: 0, hash: Digest.zero, line: UInt64(0))
  private var opening: Opening?

  /// A batch that is longer than this is refused: it is kept in memory until its last line.
  private static let longestBatchBytes = 512 << 20

  init(of path: String) { self.path = path }

  /// Begins behind an end that the lines continue; they are then counted as those of the whole log.
  package init(of path: String, after known: LogPosition) {
    self.path = path
    count = known.sequence.value
    chain = ChainCheck(behind: count, time: known.lastTime, hash: known.end.hash)
    firstHash = known.end.firstHash
    (heldLine, heldOffset) = (UInt64(count) + 1, known.end.lengthBytes)
  }

  /// True if the lines that were taken and not handed over are only a part of a batch.
  var isPartOfBatch: Bool { whole.bytes == 0 && !held.isEmpty }

  /// True if the taken lines end with a whole batch.
  var isWhole: Bool { held.count == whole.bytes }

  /// Takes lines without line feeds, up to the first that is wrong, and returns what is wrong with it.
  package mutating func take(_ lines: ArraySlice<[UInt8]>) -> LogError? {
    let sound = lines.prefix { $0.count <= Envelope.maximumLineLength }
    let offset = heldOffset + UInt64(held.count)
    let bytes = sound.flatMap { $0 + CollectionOfOne(UInt8(ascii: "\n")) }
    let block = unsafe bytes.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    let decoded = DecodedLines(block, lengthBytes: bytes.count, at: offset, .chain)
    if let fault = take(decoded, in: block, lengthBytes: bytes.count, at: offset) { return fault }
    if sound.count == lines.count { return nil }
    return damaged(.json, Finding.tooLong, at: offset + UInt64(bytes.count))
  }

  /// Takes the lines of a block up to the first that is wrong, and returns what is wrong with it.
  mutating func take(
    _ decoded: DecodedLines, in block: LineBlock, lengthBytes: Int, at offset: UInt64
  ) -> LogError? {
    var end = 0
    var fault: LogError?
    let heldBefore = held.count
    for link in decoded.links {
      guard let event = decoded.events.takeFirst() else { break }
      let place = offset + UInt64(event.plain.lineRange.lowerBound)
      if let found = check(event, link) {
        fault = damaged(found.kind, found.message, at: place)
        break
      }
      count += 1
      end = event.plain.lineRange.upperBound + 1
      if event.isLastOfBatch, let link {
        whole = (heldBefore + end, event.sequence.value, link.stated, UInt64(count) + 1)
      }
    }
    unsafe held.append(contentsOf: UnsafeRawBufferPointer(rebasing: block.bytes[..<end]))
    if fault == nil, let (_, place, wrong) = decoded.faults.first {
      fault = damaged(
        wrong.kind == .event ? .event : .json, wrong.message, at: place,
        column: wrong.range.lowerBound + 1)
    }
    if fault == nil, held.count - whole.bytes > Self.longestBatchBytes {
      fault = damaged(.batch, "the batch before this line has no end", at: offset)
    }
    return fault
  }

  private mutating func check(_ event: RecordedEvent, _ link: LineLink?) -> ChainCheck.Fault? {
    guard let link else { return (.hash, Finding.lacksHash) }
    let sequence = event.sequence.value
    var chain = self.chain ?? ChainCheck(behind: sequence - 1, hash: sequence == 1 ? .zero : nil)
    if chain.hash == nil { opening = (sequence, event.time, link) }
    if let fault = chain.take(event.plain, link) { return fault }
    self.chain = chain
    if sequence == 1 { firstHash = link.stated }
    if let user = event.event.commitment?.user { named.insert(user) }
    if let user = event.event.outdatedUser { outdated.insert(user) }
    return nil
  }

  /// Hands over the whole batches that have come.
  package mutating func takeBatches() -> Batches? {
    guard whole.bytes > 0 else { return nil }
    let lineCount = Int(whole.line - heldLine)
    let isWhole = whole.bytes == held.count
    let batches = Batches(
      bytes: isWhole ? held : Array(held[..<whole.bytes]), first: whole.sequence - lineCount + 1,
      last: whole.sequence, hash: whole.hash, inputLine: heldLine, offset: heldOffset,
      opening: heldLine == 1 ? opening : nil)
    heldOffset += UInt64(whole.bytes)
    heldLine = whole.line
    held = isWhole ? [] : Array(held[whole.bytes...])
    whole.bytes = 0
    (named, outdated) = ([], [])
    return batches
  }

  /// The fault of an input that ends inside a batch.
  package var unfinishedBatch: LogError? {
    if held.isEmpty { return nil }
    return damaged(
      .batch, "the input ends inside the batch that begins here", line: heldLine, at: heldOffset)
  }

  /// The error of a line, of the next one unless another is named.
  func damaged(
    _ kind: Finding.Kind, _ message: String, line: UInt64? = nil, at offset: UInt64,
    column: Int? = nil
  ) -> LogError {
    let line = line ?? UInt64(count) + 1
    let damage = Finding(kind, line: line, offset: offset, message: message, column: column)
    var error = LogError(
      .damaged, "\(path):\(line): \(message) (the line begins at byte \(offset))", path: path,
      damage: damage)
    error.remedy = "whole batches before it were taken; nothing from there on was"
    return error
  }
}

extension Event {
  /// The commitment that it makes to a user's name and e-mail address.
  package var commitment: (user: UserID, profile: Digest)? {
    profile.map { (UserID(subjectSymbol), $0) }
  }

  /// The user whose earlier name it outdates.
  package var outdatedUser: UserID? {
    if case .profileChanged(let event) = self { return event.user }
    if case .userErased(let event) = self { return event.user }
    return nil
  }
}
