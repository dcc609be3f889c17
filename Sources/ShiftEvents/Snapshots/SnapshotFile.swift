/// A file of folded state beside a log: a cache that may be deleted at any time.
///
///     ┌─────────┬───────────────────────────────────────────────┬──────────┬───────────┬──────┬──────┐
///     │ version │ identity · length · sequence · hash · last time │ checksum │ directory │ zero │ body │
///     │  8 bytes│  32         8        8         32      8        │  16      │  8        │  8   │      │
///     └─────────┴───────────────────────────────────────────────┴──────────┴───────────┴──────┴──────┘
///
/// The header is little-endian; directory and arrays are as the processor has them, which maps them. The
/// version is looked at first: a digest of what lies in a body, so that none is read that lies there otherwise. Then the checksum of header and directory,
/// then the log's identity, the position and the hash there. The body is sections, each of which is held
/// against its own checksums when somebody asks for it, or as far as somebody looks at it; the others cost nothing.
/// Checksums are against accidents, not against a person who may write in the folder.
package struct SnapshotFile {
  /// The version, which changes by itself with the layout of whatever a body has, and with the names and the order
  /// of cases. The text changes where the same bytes get another meaning.
  package static let version: UInt64 = {
    var layout = LayoutDigest()
    for byte in "SEsnap23".utf8 { layout.add(Int(byte)) }
    DomainState.add(to: &layout)
    return layout.value
  }()
  private static let checksumOffset = 96
  private static let directoryOffset = 112
  /// A multiple of `MemoryRegion.alignment`.
  package static let headerLength = 128

  /// The position in the log at which the state was folded.
  package let position: LogPosition
  private let region: MemoryRegion
  /// Offset, count and stride of each array.
  private let arrays: FlatArray<UInt64>
  /// Three numbers a section: the count of arrays up to its end, where its bytes end, and the count of chunks.
  private let sections: FlatArray<UInt64>
  /// The checksum of each chunk, in two.
  private let sums: FlatArray<UInt64>
  /// Checks what is read of the sections; `nil` where each is checked before.
  package private(set) var late: LateChecks?

  package enum Refusal: String, Error {
    case unreadable = "cannot be read"
    case otherVersion = "is of another version"
    case damaged = "is damaged"
    case otherLog = "is of another log, or of a part of this one that has changed"
    case ahead = "is ahead of the log"
  }

  /// The header of a file whose directory begins at an offset.
  static func header(
    at position: LogPosition, directory: [UInt64], offset: Int
  ) -> [UInt8] {
    let (end, first, last) = (position.end, position.end.firstHash.words, position.end.hash.words)
    var header = [
      version.littleEndian, first.0, first.1, first.2, first.3, end.lengthBytes, end.sequence,
      last.0, last.1, last.2, last.3, UInt64(bitPattern: position.lastTime?.milliseconds ?? -1),
      0, 0, UInt64(bitPattern: Int64(offset)), 0,
    ]
    func bytes() -> [UInt8] {
      unsafe header.map(\.littleEndian).withUnsafeBytes { unsafe Array($0) }
    }
    (header[12], header[13]) = unsafe bytes().withUnsafeBytes { header in
      unsafe directory.withUnsafeBytes { unsafe checksum(of: header, $0) }
    }
    return bytes()
  }

  /// Reads header and directory, and holds them against their checksum.
  package init(_ region: MemoryRegion) throws(Refusal) {
    let bytes = unsafe UnsafeRawBufferPointer(region.bytes)
    guard bytes.count >= 8 else { throw .damaged }
    guard unsafe bytes.load(as: UInt64.self) == Self.version else { throw .otherVersion }
    guard bytes.count >= Self.headerLength + 24, bytes.count % 8 == 0 else { throw .damaged }
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: unsafe bytes.load(fromByteOffset: 8 + index * 8, as: UInt64.self))
    }
    func digest(_ index: Int) -> Digest {
      Digest(words: (word(index), word(index + 1), word(index + 2), word(index + 3)))
    }
    let directory = word(13)
    guard directory >= UInt64(Self.headerLength), directory <= UInt64(bytes.count - 24),
      directory % UInt64(MemoryRegion.alignment) == 0
    else { throw .damaged }
    let sum = unsafe Self.checksum(
      of: UnsafeRawBufferPointer(rebasing: bytes[..<Self.headerLength]),
      UnsafeRawBufferPointer(rebasing: bytes[Int(directory)...]))
    guard (word(11), word(12)) == sum else { throw .damaged }
    let words = (bytes.count - Int(directory)) / 8 - 3
    let counts = FlatArray<UInt64>(region, offset: bytes.count - 24, count: 3).elements
    guard counts.allSatisfy({ $0 <= UInt64(words) }),
      (counts[0] + counts[1]) * 3 + counts[2] * 2 == UInt64(words)
    else { throw .damaged }
    arrays = FlatArray(region, offset: Int(directory), count: Int(counts[0]) * 3)
    let sectionsStart = Int(directory) + arrays.count * 8
    sections = FlatArray(region, offset: sectionsStart, count: Int(counts[1]) * 3)
    sums = FlatArray(
      region, offset: sectionsStart + sections.count * 8, count: Int(counts[2]) * 2)
    let time = Int64(bitPattern: word(10))
    // Each event has bytes, and no head tells of more: sums of them do not overflow.
    guard word(4) <= UInt64(AcknowledgedEndRecord.mostBytes), word(5) <= word(4),
      time <= Timestamp.range.upperBound.milliseconds
    else { throw .damaged }
    position = LogPosition(
      end: LogEnd(
        lengthBytes: word(4), sequence: word(5), hash: digest(6), firstHash: digest(0)),
      lastTime: time < 0 ? nil : Timestamp(milliseconds: time))
    self.region = region
  }

  package var sectionCount: Int { sections.count / 3 }

  /// The same file, of which only what is read is held against its checksums, when it is first read.
  ///
  /// - Parameter beginAnew: called in place of a reading that meets damage. It is told if something was written that came
  ///   of what was read before.
  package func checkedLate(
    _ beginAnew: @escaping @Sendable (_ hasWritten: Bool) -> Never
  ) -> SnapshotFile {
    var file = self
    file.late = LateChecks(
      count: sums.count / 2, isAsWritten: { self.isSound(chunk: $0) }, beginAnew: beginAnew)
    return file
  }

  /// The arrays of a section, which is held against its checksum first. The symbols (0) are taken in once a process; a
  /// state may change its sections where they lie, so that a second one gets copies.
  ///
  /// - Parameter isKept: false for arrays that are read at once, and never changed.
  package func section(
    _ number: Int, isKept: Bool = true
  ) throws(SnapshotFault) -> FlatSnapshotReader {
    guard let (bytes, chunks) = ranges(of: number), late != nil || isSound(number)
    else { throw SnapshotFault() }
    late?.noteUse(of: chunks)
    let first = number == 0 ? 0 : sections[number * 3 - 3]
    return FlatSnapshotReader(
      region, arrays, Int(first)..<Int(sections[number * 3]),
      isLent: number == 0 || !isKept || region.lend(number),
      late: late.map { (bytes, chunks.lowerBound, $0) })
  }

  /// Holds some sections against their checksums, by several threads, so that nobody has to wait for each in turn.
  /// To be called before any of them is handed out.
  package func check(_ numbers: [Int]) throws(SnapshotFault) {
    let lengths = numbers.map { UInt64(ranges(of: $0)?.bytes.count ?? 0) }
    var rest = zip(lengths, numbers).sorted { $0 < $1 }
    let checks = OrderedPipeline<Int, Bool>(
      helpers: helperCount(forBytes: lengths.reduce(0, +)), source: { rest.popLast()?.1 },
      work: { number in
        if !isSound(number, isKept: false) { return false }
        region.note(sound: number)
        return true
      })
    while let isAsWritten = try? checks.next() { if !isAsWritten { throw SnapshotFault() } }
  }

  /// Returns `true` if a section is there and has its checksums.
  private func isSound(_ number: Int, isKept: Bool = true) -> Bool {
    guard let (bytes, chunks) = ranges(of: number) else { return false }
    if region.wasSound(number) { return true }
    var (isSound, chunk) = (true, chunks.lowerBound)
    // A piece is of whole chunks, but for the ends of the section.
    region.read(bytes, isKept: isKept) { piece in
      var start = piece.lowerBound
      while start < piece.upperBound {
        let end = min(
          (start / LateChecks.chunkLength + 1) * LateChecks.chunkLength, piece.upperBound)
        if isSound { isSound = hasSum(chunk, start..<end) }
        (start, chunk) = (end, chunk + 1)
      }
    }
    return isSound
  }

  /// Returns `true` if a chunk is in a section and has its checksum.
  private func isSound(chunk: Int) -> Bool {
    for number in 0..<sectionCount {
      guard let (bytes, chunks) = ranges(of: number), chunks.contains(chunk) else { continue }
      let length = LateChecks.chunkLength
      let start = (bytes.lowerBound / length + chunk - chunks.lowerBound) * length
      return hasSum(chunk, (start..<start + length).clamped(to: bytes))
    }
    return false
  }

  private func hasSum(_ chunk: Int, _ bytes: Range<Int>) -> Bool {
    var sum = Checksum()
    unsafe sum.add(UnsafeRawBufferPointer(rebasing: region.bytes[bytes]))
    return sum.value == (sums[chunk * 2], sums[chunk * 2 + 1])
  }

  /// The bytes and the chunks of a section; `nil` where it cannot be.
  private func ranges(of number: Int) -> (bytes: Range<Int>, chunks: Range<Int>)? {
    guard number < sectionCount else { return nil }
    let (place, before) = (number * 3, number * 3 - 3)
    let start = number == 0 ? UInt64(Self.headerLength) : sections[before + 1]
    let (first, firstChunk) = number == 0 ? (0, 0) : (sections[before], sections[before + 2])
    let (end, endChunk) = (sections[place + 1], sections[place + 2])
    let length = UInt64(LateChecks.chunkLength)
    guard start <= end, end <= UInt64(region.count), firstChunk <= endChunk,
      endChunk <= UInt64(sums.count / 2),
      endChunk - firstChunk == (start == end ? 0 : (end - 1) / length - start / length + 1),
      first <= sections[place], sections[place] <= UInt64(arrays.count / 3)
    else { return nil }
    return (Int(start)..<Int(end), Int(firstChunk)..<Int(endChunk))
  }

  /// The checksum of a header, but for the place of its own checksum, and of a directory.
  private static func checksum(
    of header: UnsafeRawBufferPointer, _ directory: UnsafeRawBufferPointer
  ) -> (UInt64, UInt64) {
    var sum = Checksum()
    unsafe sum.add(UnsafeRawBufferPointer(rebasing: header[..<checksumOffset]))
    unsafe sum.add(UnsafeRawBufferPointer(rebasing: header[directoryOffset...]))
    unsafe sum.add(directory)
    return sum.value
  }
}

/// A snapshot's bytes are not what its writer puts there.
package struct SnapshotFault: Error {
  package init() {}
}

/// A quick 128-bit checksum against accidents: four lanes, sixteen bytes at a time into each, by a
/// multiplication whose halves are folded into each other (as wyhash does, by Wang Yi).
struct Checksum {
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  private var count = 0

  var value: (UInt64, UInt64) {
    let first = Self.mix(lanes.0 ^ UInt64(count) ^ Self.secrets.0, lanes.1)
    let second = Self.mix(lanes.2 ^ Self.secrets.1, lanes.3)
    return (Self.mix(first, second ^ Self.secrets.2), Self.mix(first ^ Self.secrets.3, second))
  }

  /// Adds bytes behind those before. Each piece is padded to a multiple of 64 bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var offset = 0
    while offset + 64 <= bytes.count {
      unsafe addBlock(bytes, at: offset)
      offset += 64
    }
    // The rest, padded with zeros; the count tells zeros from padding.
    guard offset < bytes.count else { return }
    var rest = [UInt8](repeating: 0, count: 64)
    for index in offset..<bytes.count { rest[index - offset] = unsafe bytes[index] }
    unsafe rest.withUnsafeBytes { unsafe addBlock($0, at: 0) }
  }

  @inline(__always)
  private mutating func addBlock(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    @inline(__always) func word(_ index: Int) -> UInt64 {
      UInt64(
        littleEndian: unsafe bytes.loadUnaligned(
          fromByteOffset: offset + index * 8, as: UInt64.self))
    }
    lanes.0 = Self.mix(word(0) ^ Self.secrets.0, word(1) ^ lanes.0)
    lanes.1 = Self.mix(word(2) ^ Self.secrets.1, word(3) ^ lanes.1)
    lanes.2 = Self.mix(word(4) ^ Self.secrets.2, word(5) ^ lanes.2)
    lanes.3 = Self.mix(word(6) ^ Self.secrets.3, word(7) ^ lanes.3)
  }

  @inline(__always)
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  @inline(__always)
  private static var secrets: (UInt64, UInt64, UInt64, UInt64) {
    (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3)
  }
}
