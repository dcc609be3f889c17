/// What the head file holds, as bytes.
///
/// Four records of 512 bytes, so that each lies in a disk sector of its own:
///
///     0     512    1024    1536    2048
///     ├──────┼───────┼───────┼───────┤
///     │ acknowledged │written│ mark  │
///     └──────┴───────┴───────┴───────┘
///
/// The first two say where the log is acknowledged up to and are written in turn: the longest
/// whole one counts, so a torn one costs nothing but its news. The third says where the bytes
/// end that writers have written; whoever syncs the log then acknowledges for all of them. The
/// fourth is blank, or says `poisoned` where the file of that name could not be made. A record is
/// a line of ASCII that ends in its own SHA-256 and is filled up with spaces.
package struct HeadRecord: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable { case acknowledged, written }

  package static let lengthBytes = 512
  package static let acknowledgedOffsets: [UInt64] = [0, 512]
  package static let writtenOffset: UInt64 = 1024
  package static let markOffset: UInt64 = 1536
  package static let fileLengthBytes = 2048
  package static let poisonMark = Array("poisoned".utf8)

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
    bytes += "shift-events head 1 \(role.rawValue) length=".utf8
    HeadRecord.append(frontier.lengthBytes, digits: 20, to: &bytes)
    bytes += " sequence=".utf8
    HeadRecord.append(frontier.sequence, digits: 12, to: &bytes)
    bytes += " hash=".utf8
    frontier.hash.appendHex(to: &bytes)
    bytes += " first=".utf8
    frontier.firstHash.appendHex(to: &bytes)
    bytes += isSynced ? " synced=1".utf8 : " synced=0".utf8
    let check = SHA256.hash(bytes)
    bytes += " sha256=".utf8
    check.appendHex(to: &bytes)
    return HeadRecord.filled(bytes)
  }

  /// Fills a record up with spaces to its LF.
  package static func filled(_ bytes: [UInt8]) -> [UInt8] {
    bytes + blank[bytes.count...]
  }

  private static let blank =
    [UInt8](repeating: UInt8(ascii: " "), count: lengthBytes - 1) + [UInt8(ascii: "\n")]

  /// Reads the fields where they stand and believes them when writing them again gives the same
  /// bytes.
  package init?(_ role: Role, _ bytes: [UInt8]) {
    guard bytes.count == HeadRecord.lengthBytes else { return nil }
    var rest = bytes["shift-events head 1 \(role.rawValue) length=".utf8.count...]
    guard let lengthBytes = HeadRecord.number(&rest, digits: 20, " sequence="),
      let sequence = HeadRecord.number(&rest, digits: 12, " hash="),
      let hash = HeadRecord.digest(&rest, " first="),
      let firstHash = HeadRecord.digest(&rest, " synced=")
    else { return nil }
    self.init(
      role,
      Frontier(lengthBytes: lengthBytes, sequence: sequence, hash: hash, firstHash: firstHash),
      isSynced: rest.first == UInt8(ascii: "1"))
    if self.bytes != bytes { return nil }
  }

  private static func append(_ number: UInt64, digits: Int, to bytes: inout [UInt8]) {
    let text = String(number).utf8
    bytes += repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.count))
    bytes += text
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, digits: Int, _ separator: String
  ) -> UInt64? {
    let field = rest.prefix(digits)
    rest = rest.dropFirst(digits + separator.utf8.count)
    return UInt64(String(decoding: field, as: UTF8.self))
  }

  private static func digest(_ rest: inout ArraySlice<UInt8>, _ separator: String) -> Digest? {
    let field = rest.prefix(Digest.hexLength)
    rest = rest.dropFirst(Digest.hexLength + separator.utf8.count)
    return Digest(String(decoding: field, as: UTF8.self))
  }
}
