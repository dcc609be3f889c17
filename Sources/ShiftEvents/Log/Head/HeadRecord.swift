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
    let start = opening.count
    let checkedBytes = start + HeadRecord.checkedBytes
    var bytes = HeadRecord.templates[role == .acknowledged ? 0 : 1]
    HeadRecord.put(frontier.lengthBytes, digits: 20, in: &bytes, at: start)
    HeadRecord.put(frontier.sequence, digits: 12, in: &bytes, at: start + 30)
    frontier.hash.writeHex(to: &bytes, at: start + 48)
    frontier.firstHash.writeHex(to: &bytes, at: start + 119)
    if isSynced { bytes[start + 191] = UInt8(ascii: "1") }
    let check = unsafe bytes.withUnsafeBytes {
      unsafe SHA256.hash(UnsafeRawBufferPointer(rebasing: $0[..<checkedBytes]))
    }
    check.writeHex(to: &bytes, at: checkedBytes + HeadRecord.beforeCheck.count)
    return bytes
  }

  /// Reads the fields where they stand and believes them when writing them again gives the same
  /// bytes.
  package init?(_ role: Role, _ bytes: [UInt8]) {
    guard bytes.count == HeadRecord.lengthBytes else { return nil }
    self.role = role
    // Any value will do until it has been compared.
    frontier = .empty
    isSynced = false
    var place = opening.count
    guard
      let lengthBytes = HeadRecord.number(bytes, &place, digits: 20, HeadRecord.beforeSequence),
      let sequence = HeadRecord.number(bytes, &place, digits: 12, HeadRecord.beforeHash),
      let hash = HeadRecord.digest(bytes, &place, HeadRecord.beforeFirstHash),
      let firstHash = HeadRecord.digest(bytes, &place, HeadRecord.beforeSynced)
    else { return nil }
    frontier = Frontier(
      lengthBytes: lengthBytes, sequence: sequence, hash: hash, firstHash: firstHash)
    isSynced = bytes[place] == UInt8(ascii: "1")
    if !areEqual(self.bytes[...], bytes[...]) { return nil }
  }

  /// Fills a record up with spaces to its LF.
  package static func filled(_ bytes: [UInt8]) -> [UInt8] {
    bytes + blank[bytes.count...]
  }
}

// The texts between the fields, as bytes: a record is written for each event, and texts
// put together anew each time cost more than its digest.
extension HeadRecord {
  private static let blank =
    [UInt8](repeating: UInt8(ascii: " "), count: lengthBytes - 1) + [UInt8(ascii: "\n")]
  private static let openings = [Role.acknowledged, .written].map {
    Array("shift-events head 1 \($0.rawValue) length=".utf8)
  }
  private static let beforeSequence = Array(" sequence=".utf8)
  private static let beforeHash = Array(" hash=".utf8)
  private static let beforeFirstHash = Array(" first=".utf8)
  private static let beforeSynced = Array(" synced=".utf8)
  private static let beforeCheck = Array(" sha256=".utf8)

  private var opening: [UInt8] { HeadRecord.openings[role == .acknowledged ? 0 : 1] }

  /// Records of each role with zeros in their fields.
  private static let templates = openings.map { opening in
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: Digest.hexLength)
    let texts = [opening, beforeSequence, beforeHash, beforeFirstHash, beforeSynced, beforeCheck]
    let fields = [20, 12, Digest.hexLength, Digest.hexLength, 1, Digest.hexLength]
    return filled(zip(texts, fields).flatMap { $0 + zeros[..<$1] })
  }

  /// The bytes of the fields that the check is over, with the texts between them.
  private static let checkedBytes = 192

  private static func put(
    _ number: UInt64, digits: Int, in bytes: inout [UInt8], at start: Int
  ) {
    var rest = number
    var index = start + digits
    while rest > 0, index > start {
      index -= 1
      bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    // One that needs more digits must never be read back.
    if rest > 0 { bytes[start] = UInt8(ascii: "*") }
  }

  private static func number(
    _ bytes: [UInt8], _ place: inout Int, digits: Int, _ separator: [UInt8]
  ) -> UInt64? {
    var number: UInt64 = 0
    for index in place..<place + digits {
      let digit = bytes[index] &- UInt8(ascii: "0")
      let (tenfold, isOver) = number.multipliedReportingOverflow(by: 10)
      let (next, isAlsoOver) = tenfold.addingReportingOverflow(UInt64(digit))
      guard digit < 10, !isOver, !isAlsoOver else { return nil }
      number = next
    }
    place += digits + separator.count
    return number
  }

  private static func digest(
    _ bytes: [UInt8], _ place: inout Int, _ separator: [UInt8]
  ) -> Digest? {
    let digest = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Digest(
        hex: UnsafeRawBufferPointer(rebasing: bytes[place..<place + Digest.hexLength]))
    }
    place += Digest.hexLength + separator.count
    return digest
  }
}
