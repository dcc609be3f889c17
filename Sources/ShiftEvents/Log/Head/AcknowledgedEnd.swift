/// The acknowledged frontier as the head file tells it at a moment.
package struct AcknowledgedEnd: Hashable, Sendable {
  package enum Loss: String, Hashable, Sendable {
    /// There is no head file, or an empty one.
    case missing
    /// Neither of its two records is whole.
    case corrupt
    /// It tells of a log that begins with another line.
    case foreign
    /// It tells of lines that no sync stands behind, and a crash has taken them.
    case unsynced
    /// The system keeps this account out of the file.
    case forbidden
  }

  /// The answer of a head file.
  package enum State: Hashable, Sendable {
    case valid(LogEnd, isSynced: Bool)
    case lost(Loss)

    /// The end of what was acknowledged, with a sync or without; `nil` where the head does not tell it.
    var end: LogEnd? {
      guard case .valid(let end, _) = self else { return nil }
      return end
    }
  }

  /// The records that are whole, by their place in the file.
  package var acknowledged: [AcknowledgedEndRecord?]
  /// The end of the bytes of the last writer: a note that a crash may have made wrong.
  package var written: LogEnd?
  package var isPoisoned: Bool
  private var isEmpty: Bool

  /// Reads the bytes of a head file; fewer than all of them are one cut short.
  package init(_ bytes: [UInt8]) {
    var known = AcknowledgedEndMemory()
    self.init(bytes[...], &known)
  }

  /// The same; some of the records may be known from the last time.
  init(_ bytes: ArraySlice<UInt8>, _ known: inout AcknowledgedEndMemory) {
    func record(_ role: AcknowledgedEndRecord.Role, at offset: UInt64) -> AcknowledgedEndRecord? {
      known.record(
        role, bytes.dropFirst(Int(offset)).prefix(AcknowledgedEndRecord.lengthBytes), at: offset)
    }
    acknowledged = AcknowledgedEndRecord.acknowledgedOffsets.map { record(.acknowledged, at: $0) }
    written = record(.written, at: AcknowledgedEndRecord.writtenOffset)?.frontier
    isPoisoned = bytes.dropFirst(Int(AcknowledgedEndRecord.markOffset)).starts(
      with: AcknowledgedEndRecord.poisonMark)
    isEmpty = bytes.isEmpty
  }

  /// The statement of a head about the log whose first line has the hash; nil if the log has no
  /// readable first line, and then any head is believed.
  package func state(firstHash: Digest?, syncedOnly: Bool = false) -> State {
    var best: AcknowledgedEndRecord?
    var bestFilled: AcknowledgedEndRecord?
    var isWhole = false
    var isFilled = false
    // Asked several times for each append, so without lists of them.
    for case let record? in acknowledged where record.isSynced || !syncedOnly {
      isWhole = true
      if best.map({ AcknowledgedEnd.isOlder($0, than: record) }) ?? true { best = record }
      if record.frontier.lengthBytes == 0 { continue }
      isFilled = true
      if let firstHash, record.frontier.firstHash != firstHash { continue }
      if bestFilled.map({ AcknowledgedEnd.isOlder($0, than: record) }) ?? true {
        bestFilled = record
      }
    }
    // A head of an empty log has no first line to compare.
    guard let best = isFilled ? bestFilled : best else {
      if isEmpty { return .lost(.missing) }
      return .lost(isWhole ? .foreign : .corrupt)
    }
    return .valid(best.frontier, isSynced: best.isSynced)
  }

  /// The same up to which the log was synced; the beginning where it never was.
  func syncedState(firstHash: Digest?) -> State {
    let synced = state(firstHash: firstHash, syncedOnly: true)
    if synced == .lost(.corrupt), case .valid = state(firstHash: firstHash) {
      return .valid(.empty, isSynced: true)
    }
    return synced
  }

  /// True if one of the two alternating records is unreadable: the latest, perhaps.
  package var hasSpoiltRecord: Bool { !isEmpty && acknowledged.contains(nil) }

  /// The end up to which the log was synced; the beginning if there was no sync.
  package func syncedFrontier(firstHash: Digest?) -> LogEnd {
    state(firstHash: firstHash, syncedOnly: true).end ?? .empty
  }

  /// The length to wait for: the current end plus 7/8 of what the last sync covered.
  var nextRoundLengthBytes: UInt64 {
    let ends = acknowledged.map { $0?.frontier.lengthBytes ?? 0 }
    let (earlier, later) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    // A forged record may say anything.
    return later &+ (later - earlier) / 8 * 7
  }

  /// The place that the next record goes to: never over the one that counts.
  package func nextOffset(firstHash: Digest?) -> UInt64 {
    guard case .valid(let frontier, let isSynced) = state(firstHash: firstHash),
      let first = acknowledged[0], first.frontier == frontier, first.isSynced == isSynced
    else { return AcknowledgedEndRecord.acknowledgedOffsets[0] }
    return AcknowledgedEndRecord.acknowledgedOffsets[1]
  }

  private static func isOlder(_ record: AcknowledgedEndRecord, than other: AcknowledgedEndRecord)
    -> Bool
  {
    let (length, otherLength) = (record.frontier.lengthBytes, other.frontier.lengthBytes)
    return length == otherLength ? !record.isSynced && other.isSynced : length < otherLength
  }
}

extension AcknowledgedEnd {
  /// The place behind the last event that is acknowledged; `nil` where the head does not tell it.
  package var position: LogPosition? {
    state(firstHash: nil).end.map { LogPosition(end: $0, lastTime: nil) }
  }

  /// Opens the head of a log, to look at its bytes again and again; `nil` where there is none.
  package static func opened(_ paths: LogPaths) -> OpenFile? {
    (try? SideFile.open(paths.head, [], paths.fileSystem)) ?? nil
  }

  /// The bytes of a head as they are, which tell later what was acknowledged now.
  package static func bytes(of file: OpenFile?) -> [UInt8] {
    (try? file?.bytes(at: 0, count: AcknowledgedEndRecord.fileLengthBytes)) ?? []
  }

  /// Reads the head of a log without any lock, as readers do; nil where there is no head file.
  package static func read(_ paths: LogPaths) throws(LogError) -> AcknowledgedEnd? {
    let file = try SideFile.open(paths.head, [], paths.fileSystem)
    return try file.map { (file) throws(LogError) in
      AcknowledgedEnd(try file.bytes(at: 0, count: AcknowledgedEndRecord.fileLengthBytes))
    }
  }
}

/// One record of the head file, as bytes.
///
/// Four records of 512 bytes, so that each lies in a disk sector of its own:
///
///     0     512    1024    1536    2048
///     ├──────┼───────┼───────┼───────┤
///     │ acknowledged │written│ mark  │
///     └──────┴───────┴───────┴───────┘
///
/// The first two hold the acknowledged end and are written in turn: the longest whole one counts, so
/// a torn one costs only the newest update. The third says where the bytes of writers end; the next
/// sync acknowledges up to there for all of them. The fourth is blank, or begins with `poisoned` if
/// the file of that name could not be made. A record is a line of ASCII that ends in its own SHA-256
/// and is padded with spaces.
package struct AcknowledgedEndRecord: Hashable, Sendable {
  package enum Role: Hashable, Sendable { case acknowledged, written }

  package static let lengthBytes = 512
  package static let acknowledgedOffsets: [UInt64] = [0, 512]
  package static let writtenOffset: UInt64 = 1024
  package static let markOffset: UInt64 = 1536
  package static let fileLengthBytes = 2048
  /// The bytes with which every head begins.
  static let beginning = Array("shift-events head ".utf8)
  package static let poisonMark = Array("poisoned".utf8)
  /// The most bytes of a log that a record can tell of.
  static let mostBytes = 1 << 60

  package var role: Role
  package var frontier: LogEnd
  /// The log was synced up to there before this was written.
  package var isSynced: Bool

  package init(_ role: Role, _ frontier: LogEnd, isSynced: Bool) {
    (self.role, self.frontier, self.isSynced) = (role, frontier, isSynced)
  }
}

extension AcknowledgedEndRecord {
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(AcknowledgedEndRecord.lengthBytes)
    bytes.append(atMost: AcknowledgedEndRecord.lengthBytes) { record in
      record.append(opening)
      appendDecimal(frontier.lengthBytes, digits: 20, to: &record)
      record.append(" sequence=")
      appendDecimal(frontier.sequence, digits: 12, to: &record)
      record.append(" hash=")
      frontier.hash.appendHex(to: &record)
      record.append(" first=")
      frontier.firstHash.appendHex(to: &record)
      record.append(isSynced ? " synced=1" : " synced=0")
    }
    let check = SHA256.hash(bytes)
    bytes.append(" sha256=")
    check.appendHex(to: &bytes)
    bytes.append(contentsOf: AcknowledgedEndRecord.blank[bytes.count...])
    return bytes
  }

  private var opening: StaticString {
    switch role {
    case .acknowledged: "shift-events head 1 acknowledged length="
    case .written: "shift-events head 1 written length="
    }
  }

  /// Reads the fields where they stand and believes them when writing them again gives the same
  /// bytes.
  package init?(_ role: Role, _ bytes: [UInt8]) {
    guard bytes.count == AcknowledgedEndRecord.lengthBytes else { return nil }
    self.init(role, .empty, isSynced: false)
    let start = opening.utf8CodeUnitCount
    let fields = unsafe bytes.withUnsafeBytes { bytes -> LogEnd? in
      guard let lengthBytes = unsafe decimal(bytes, start..<start + 20),
        let sequence = unsafe decimal(bytes, start + 30..<start + 42),
        let hash = unsafe Digest(hex: .init(rebasing: bytes[start + 48..<start + 112])),
        let firstHash = unsafe Digest(hex: .init(rebasing: bytes[start + 119..<start + 183]))
      else { return nil }
      // No file is longer, so that offsets can be added; twenty digits may say more, or wrap around.
      // Bytes are those of events: there are none without the others.
      guard (0...AcknowledgedEndRecord.mostBytes).contains(lengthBytes),
        (lengthBytes == 0) == (sequence == 0)
      else { return nil }
      return LogEnd(
        lengthBytes: UInt64(lengthBytes), sequence: UInt64(sequence), hash: hash,
        firstHash: firstHash)
    }
    guard let fields else { return nil }
    frontier = fields
    isSynced = bytes[start + 191] == UInt8(ascii: "1")
    if !areEqual(self.bytes[...], bytes[...]) { return nil }
  }

  /// A record of spaces, with its LF.
  private static let blank =
    [UInt8](repeating: UInt8(ascii: " "), count: lengthBytes - 1) + [UInt8(ascii: "\n")]

  /// All bytes of a head that tells of nothing but this frontier.
  package static func fileBytes(telling frontier: LogEnd) -> [UInt8] {
    let record = AcknowledgedEndRecord(.acknowledged, frontier, isSynced: true).bytes
    return record + record + AcknowledgedEndRecord(.written, frontier, isSynced: true).bytes
      + filled([])
  }

  /// Fills a record up with spaces to its LF.
  package static func filled(_ bytes: [UInt8]) -> [UInt8] { bytes + blank[bytes.count...] }
}
