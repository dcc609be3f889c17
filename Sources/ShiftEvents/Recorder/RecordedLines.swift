/// Lines that were recorded elsewhere, held against the end of a log that they continue: grammar, sequence,
/// time, batches, and the chain of hashes.
struct RecordedLines {
  /// The lines, each with its line feed.
  private(set) var bytes: [UInt8] = []
  /// The end behind them.
  private(set) var end: Frontier
  /// The users whose names the lines commit to.
  private(set) var named: Set<UserID> = []
  /// The users whose earlier names the lines outdate.
  private(set) var outdated: Set<UserID> = []
  /// Whether the last line ends its batch.
  private(set) var isWhole = true
  private var lastTime: Timestamp?
  private var decoder = EventDecoder()

  init(after end: Frontier, lastTime: Timestamp?) {
    self.end = end
    self.lastTime = lastTime
  }

  /// Takes the next line, without its line feed.
  ///
  /// - Throws: `Damage` if it is not what belongs there.
  mutating func add(_ line: [UInt8]) throws(Damage) {
    if line.count > Envelope.maximumLineLength { throw damage(.json, "the line is too long") }
    let block = unsafe line.withUnsafeBytes { unsafe LineBlock(copying: $0) }
    let event: RecordedEvent
    do throws(LineFault) {
      event = try decoder.decode(RecordedLine(block: block, range: 0..<line.count))
    } catch { throw damage(error.kind == .event ? .event : .json, error.message) }
    if let fault = LineOrder.fault(of: event, expecting: Int(end.sequence) + 1) {
      throw damage(.sequence, fault)
    }
    if let fault = LineOrder.fault(of: event, after: lastTime) { throw damage(.time, fault) }
    let hash = unsafe line.withUnsafeBytes { line -> (stated: Digest, made: Digest)? in
      guard let suffix = unsafe HashSuffix(line) else { return nil }
      let content = unsafe UnsafeRawBufferPointer(rebasing: line[..<suffix.contentLength])
      return (suffix.hash, unsafe Digest.chain(content, after: end.hash))
    }
    guard let hash else { throw damage(.hash, Damage.lacksHash) }
    guard hash.stated == hash.made else { throw damage(.hash, Damage.wrongHash) }
    bytes += line
    bytes.append(UInt8(ascii: "\n"))
    end = end.adding(lengthBytes: UInt64(line.count) + 1, hash: hash.stated)
    lastTime = event.time
    isWhole = event.isLastOfBatch
    if let user = event.event.namedUser { named.insert(user) }
    if let user = event.event.outdatedUser { outdated.insert(user) }
  }

  /// Forgets the lines, but not what continues them.
  mutating func forgetLines() {
    bytes.removeAll(keepingCapacity: true)
    named = []
    outdated = []
  }

  private func damage(_ kind: Damage.Kind, _ message: String) -> Damage {
    Damage(kind, line: end.sequence + 1, offset: end.lengthBytes, message: message)
  }
}

extension Event {
  /// The user whose name or e-mail address it commits to.
  var namedUser: UserID? {
    if case .userRegistered(let event) = self, event.profile != nil { return event.user }
    if case .profileChanged(let event) = self { return event.user }
    return nil
  }

  /// The user whose earlier name it outdates.
  var outdatedUser: UserID? {
    if case .profileChanged(let event) = self { return event.user }
    if case .userErased(let event) = self { return event.user }
    return nil
  }
}
