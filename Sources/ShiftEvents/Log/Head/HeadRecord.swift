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
package struct HeadRecord: Hashable, Sendable {
  package enum Role: Hashable, Sendable { case acknowledged, written }

  package static let lengthBytes = 512
  package static let acknowledgedOffsets: [UInt64] = [0, 512]
  package static let writtenOffset: UInt64 = 1024
  package static let markOffset: UInt64 = 1536
  package static let fileLengthBytes = 2048
  package static let poisonMark = Array("poisoned".utf8)
  /// The most bytes of a log that a record can tell of.
  static let mostBytes = 1 << 60

  package var role: Role
  package var frontier: Frontier
  /// The log was synced up to there before this was written.
  package var isSynced: Bool

  package init(_ role: Role, _ frontier: Frontier, isSynced: Bool) {
    self.role = role
    self.frontier = frontier
    self.isSynced = isSynced
  }
}

extension HeadRecord {
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(HeadRecord.lengthBytes)
    bytes.append(atMost: HeadRecord.lengthBytes) { record in
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
    bytes.append(contentsOf: HeadRecord.blank[bytes.count...])
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
    guard bytes.count == HeadRecord.lengthBytes else { return nil }
    self.init(role, .empty, isSynced: false)
    let start = opening.utf8CodeUnitCount
    let fields = unsafe bytes.withUnsafeBytes { bytes -> Frontier? in
      guard let lengthBytes = unsafe decimal(bytes, start..<start + 20),
        let sequence = unsafe decimal(bytes, start + 30..<start + 42),
        let hash = unsafe Digest(hex: .init(rebasing: bytes[start + 48..<start + 112])),
        let firstHash = unsafe Digest(hex: .init(rebasing: bytes[start + 119..<start + 183]))
      else { return nil }
      // No file is longer, so that offsets can be added; twenty digits may say more, or wrap around.
      guard (0...HeadRecord.mostBytes).contains(lengthBytes) else { return nil }
      return Frontier(
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

  /// Fills a record up with spaces to its LF.
  package static func filled(_ bytes: [UInt8]) -> [UInt8] { bytes + blank[bytes.count...] }
}
