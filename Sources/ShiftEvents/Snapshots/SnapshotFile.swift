/// A file of folded state beside a log: a cache that may be deleted at any time.
///
///     ┌─────────┬───────────────────────────────────────────────┬──────────┬──────┐
///     │ version │ identity · length · sequence · hash · last time │ checksum │ body │
///     │  8 bytes│  32         8        8         32      8        │  16      │      │
///     └─────────┴───────────────────────────────────────────────┴──────────┴──────┘
///
/// Numbers are little-endian. The version is looked at first, then the log's identity, the position
/// and the hash there, then the checksum of everything but itself; only then is the body decoded.
package struct SnapshotFile {
  /// Goes up whenever what the body means changes.
  private static let version = Array("SEsnap04".utf8)
  private static let checksumOffset = 96
  private static let headerLength = 112

  /// Where in the log the state is that of.
  package let position: LogPosition
  package let bytes: [UInt8]

  /// Why a snapshot does not count.
  package enum Refusal: String, Error {
    case unreadable = "cannot be read"
    case otherVersion = "is of another version"
    case damaged = "is damaged"
    case otherLog = "is of another log, or of a part of this one that has changed"
    case ahead = "is ahead of the log"
  }

  /// The bytes of a file with this body.
  package static func encode(_ body: [UInt8], at position: LogPosition) -> [UInt8] {
    var bytes = version
    bytes.reserveCapacity(headerLength + body.count)
    bytes.append(position.end.firstHash)
    bytes.append(position.end.lengthBytes)
    bytes.append(position.end.sequence)
    bytes.append(position.end.hash)
    bytes.append(UInt64(bitPattern: position.lastTime?.milliseconds ?? -1))
    let sum = Checksum.of(bytes, body)
    bytes.append(sum.0)
    bytes.append(sum.1)
    return bytes + body
  }

  /// Reads the header and holds the bytes against their checksum.
  package init(_ bytes: [UInt8]) throws(Refusal) {
    guard bytes.count >= Self.version.count else { throw .damaged }
    guard bytes.starts(with: Self.version) else { throw .otherVersion }
    guard bytes.count >= Self.headerLength else { throw .damaged }
    let words = (0..<13).map { bytes.word(at: 8 + $0 * 8) }
    let sum = Checksum.of(bytes[..<Self.checksumOffset], bytes[Self.headerLength...])
    guard (words[11], words[12]) == sum else { throw .damaged }
    func digest(_ index: Int) -> Digest {
      Digest(words: (words[index], words[index + 1], words[index + 2], words[index + 3]))
    }
    let time = Int64(bitPattern: words[10])
    position = LogPosition(
      end: Frontier(
        lengthBytes: words[4], sequence: words[5], hash: digest(6), firstHash: digest(0)),
      lastTime: time < 0 ? nil : Timestamp(milliseconds: time))
    self.bytes = bytes
  }

  /// A reader that stands at the body.
  package func body() throws(SnapshotFault) -> SnapshotReader {
    try SnapshotReader(bytes, from: Self.headerLength)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ word: UInt64) {
    unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
  }

  fileprivate mutating func append(_ digest: Digest) {
    append(digest.words.0)
    append(digest.words.1)
    append(digest.words.2)
    append(digest.words.3)
  }

  fileprivate func word(at offset: Int) -> UInt64 {
    unsafe withUnsafeBytes {
      UInt64(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}

/// A quick 128-bit checksum against accidents: two hashes with different seeds.
private enum Checksum {
  static func of(
    _ header: some Collection<UInt8>, _ body: some Collection<UInt8>
  ) -> (UInt64, UInt64) {
    let first = hash(header, seed: 0x5348_4946_5445_5631)
    return (hash(body, seed: first), hash(body, seed: ~first))
  }

  private static func hash(_ bytes: some Collection<UInt8>, seed: UInt64) -> UInt64 {
    bytes.withContiguousStorageIfAvailable {
      unsafe seededHash(of: UnsafeRawBufferPointer($0), seed: seed)
    } ?? 0
  }
}
