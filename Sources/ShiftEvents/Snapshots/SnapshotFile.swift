/// A file of folded state beside a log: a cache that may be deleted at any time.
///
///     ┌─────────┬───────────────────────────────────────────────┬──────────┬──────┬──────┐
///     │ version │ identity · length · sequence · hash · last time │ checksum │ zero │ body │
///     │  8 bytes│  32         8        8         32      8        │  16      │  16  │      │
///     └─────────┴───────────────────────────────────────────────┴──────────┴──────┴──────┘
///
/// Numbers are little-endian. The version is looked at first, then the log's identity, the position
/// and the hash there, then the checksum of everything but itself; only then is the body read. The
/// checksum is against accidents: whoever can write a false snapshot can as well write the log.
package struct SnapshotFile {
  /// The version, which changes with the meaning of a body.
  private static let version = Array("SEsnap05".utf8)
  private static let checksumOffset = 96
  /// A multiple of `MemoryRegion.alignment`.
  package static let headerLength = 128

  /// The position in the log at which the state was folded.
  package let position: LogPosition
  package let region: MemoryRegion

  /// Why a snapshot does not count.
  package enum Refusal: String, Error {
    case unreadable = "cannot be read"
    case otherVersion = "is of another version"
    case damaged = "is damaged"
    case otherLog = "is of another log, or of a part of this one that has changed"
    case ahead = "is ahead of the log"
  }

  /// Writes the header into the room at the beginning that was left for it.
  package static func seal(_ bytes: inout [UInt8], at position: LogPosition) {
    var header = version
    header.append(position.end.firstHash)
    header.append(position.end.lengthBytes)
    header.append(position.end.sequence)
    header.append(position.end.hash)
    header.append(UInt64(bitPattern: position.lastTime?.milliseconds ?? -1))
    bytes.replaceSubrange(..<checksumOffset, with: header)
    let sum = unsafe bytes.withUnsafeBytes { unsafe checksum(of: $0) }
    var words: [UInt8] = []
    words.append(sum.0)
    words.append(sum.1)
    bytes.replaceSubrange(checksumOffset..<checksumOffset + 16, with: words)
  }

  /// Reads the header and holds the bytes against their checksum.
  package init(_ region: MemoryRegion) throws(Refusal) {
    let bytes = unsafe UnsafeRawBufferPointer(region.bytes)
    guard bytes.count >= Self.version.count else { throw .damaged }
    guard unsafe bytes.starts(with: Self.version) else { throw .otherVersion }
    guard bytes.count >= Self.headerLength else { throw .damaged }
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: unsafe bytes.load(fromByteOffset: 8 + index * 8, as: UInt64.self))
    }
    func digest(_ index: Int) -> Digest {
      Digest(words: (word(index), word(index + 1), word(index + 2), word(index + 3)))
    }
    guard unsafe (word(11), word(12)) == Self.checksum(of: bytes) else { throw .damaged }
    let time = Int64(bitPattern: word(10))
    position = LogPosition(
      end: Frontier(
        lengthBytes: word(4), sequence: word(5), hash: digest(6), firstHash: digest(0)),
      lastTime: time < 0 ? nil : Timestamp(milliseconds: time))
    self.region = region
  }

  /// The checksum of everything except itself.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    var sum = Checksum()
    unsafe sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<checksumOffset]))
    unsafe sum.add(UnsafeRawBufferPointer(rebasing: bytes[(checksumOffset + 16)...]))
    return sum.value
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
}
