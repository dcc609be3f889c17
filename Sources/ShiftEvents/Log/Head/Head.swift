/// The acknowledged frontier as the head file tells it at a moment.
package struct Head: Hashable, Sendable {
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
    case valid(Frontier, isSynced: Bool)
    case lost(Loss)

    /// The end of what was acknowledged, with a sync or without; `nil` where the head does not tell it.
    var end: Frontier? {
      guard case .valid(let end, _) = self else { return nil }
      return end
    }
  }

  /// The records that are whole, by their place in the file.
  package var acknowledged: [HeadRecord?]
  /// The end of the bytes of the last writer: a note that a crash may have made wrong.
  package var written: Frontier?
  package var isPoisoned: Bool
  private var isEmpty: Bool

  /// Reads the bytes of a head file; fewer than all of them are one cut short.
  package init(_ bytes: [UInt8]) {
    var known = HeadMemory()
    self.init(bytes[...], &known)
  }

  /// The same; some of the records may be known from the last time.
  init(_ bytes: ArraySlice<UInt8>, _ known: inout HeadMemory) {
    func record(_ role: HeadRecord.Role, at offset: UInt64) -> HeadRecord? {
      known.record(role, bytes.dropFirst(Int(offset)).prefix(HeadRecord.lengthBytes), at: offset)
    }
    acknowledged = HeadRecord.acknowledgedOffsets.map { record(.acknowledged, at: $0) }
    written = record(.written, at: HeadRecord.writtenOffset)?.frontier
    isPoisoned = bytes.dropFirst(Int(HeadRecord.markOffset)).starts(with: HeadRecord.poisonMark)
    isEmpty = bytes.isEmpty
  }

  /// The statement of a head about the log whose first line has the hash; nil if the log has no
  /// readable first line, and then any head is believed.
  package func state(firstHash: Digest?, syncedOnly: Bool = false) -> State {
    var best: HeadRecord?
    var bestFilled: HeadRecord?
    var isWhole = false
    var isFilled = false
    // Asked several times for each append, so without lists of them.
    for case let record? in acknowledged where record.isSynced || !syncedOnly {
      isWhole = true
      if best.map({ Head.isOlder($0, than: record) }) ?? true { best = record }
      if record.frontier.lengthBytes == 0 { continue }
      isFilled = true
      if let firstHash, record.frontier.firstHash != firstHash { continue }
      if bestFilled.map({ Head.isOlder($0, than: record) }) ?? true { bestFilled = record }
    }
    // A head of an empty log has no first line to compare.
    guard let best = isFilled ? bestFilled : best else {
      if isEmpty { return .lost(.missing) }
      return .lost(isWhole ? .foreign : .corrupt)
    }
    return .valid(best.frontier, isSynced: best.isSynced)
  }

  /// True if one of the two alternating records is unreadable: the latest, perhaps.
  package var hasSpoiltRecord: Bool { !isEmpty && acknowledged.contains(nil) }

  /// The end up to which the log was synced; the beginning if there was no sync.
  package func syncedFrontier(firstHash: Digest?) -> Frontier {
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
    else { return HeadRecord.acknowledgedOffsets[0] }
    return HeadRecord.acknowledgedOffsets[1]
  }

  private static func isOlder(_ record: HeadRecord, than other: HeadRecord) -> Bool {
    let (length, otherLength) = (record.frontier.lengthBytes, other.frontier.lengthBytes)
    return length == otherLength ? !record.isSynced && other.isSynced : length < otherLength
  }
}

extension Head {
  /// The last event that is acknowledged, as far as the head tells.
  package var acknowledgedSequence: SequenceNumber {
    SequenceNumber(Int(state(firstHash: nil).end?.sequence ?? 0))
  }

  /// Opens the head of a log, to look at its bytes again and again; `nil` where there is none.
  package static func opened(_ paths: LogPaths) -> OpenFile? {
    (try? SideFile.open(paths.head, [], paths.fileSystem)) ?? nil
  }

  /// The bytes of a head as they are, which tell later what was acknowledged now.
  package static func bytes(of file: OpenFile?) -> [UInt8] {
    (try? file?.bytes(at: 0, count: HeadRecord.fileLengthBytes)) ?? []
  }

  /// Reads the head of a log without any lock, as readers do; nil where there is no head file.
  package static func read(_ paths: LogPaths) throws(LogError) -> Head? {
    let file = try SideFile.open(paths.head, [], paths.fileSystem)
    return try file.map { (file) throws(LogError) in
      Head(try file.bytes(at: 0, count: HeadRecord.fileLengthBytes))
    }
  }
}
