/// Where the event with an id stands: hashes of source and id, with byte offsets of lines.
///
/// A hash may lead to several lines; whoever looks one up reads the line and compares.
struct EventIndex: Sendable {
  private var hashes = [UInt64](repeating: 0, count: 256)
  private var offsets = [UInt64](repeating: 0, count: 256)
  private(set) var count = 0
  private var seed = UInt64.random(in: .min ... .max)

  init() {}

  func hash(source: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer) -> UInt64 {
    unsafe withUnsafeTemporaryAllocation(
      byteCount: source.count + 1 + id.count, alignment: 1
    ) { bytes in
      unsafe bytes.copyMemory(from: source)
      unsafe bytes[source.count] = 0
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(source.count + 1)...])
      unsafe rest.copyMemory(from: id)
      // 0 marks a free slot.
      return unsafe max(1, seededHash(of: UnsafeRawBufferPointer(bytes), seed: seed))
    }
  }

  func hash(source: String, id: String) -> UInt64 {
    var (source, id) = (source, id)
    return source.withUTF8 { source in
      id.withUTF8 { id in
        unsafe hash(source: UnsafeRawBufferPointer(source), id: UnsafeRawBufferPointer(id))
      }
    }
  }

  mutating func insert(_ hash: UInt64, offset: UInt64) {
    count += 1
    if count * 2 > hashes.count { grow() }
    place(hash, offset)
  }

  /// The offsets under the hash, in no order.
  func offsets(of hash: UInt64) -> [UInt64] {
    let mask = hashes.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    var found: [UInt64] = []
    while hashes[slot] != 0 {
      if hashes[slot] == hash { found.append(offsets[slot]) }
      slot = (slot + 1) & mask
    }
    return found
  }

  func write(to snapshot: inout SnapshotWriter) {
    snapshot.number(seed)
    snapshot.number(UInt64(count))
    snapshot.numbers(hashes)
    snapshot.numbers(offsets)
  }

  init(from snapshot: inout SnapshotReader) throws(SnapshotFault) {
    seed = try snapshot.number()
    count = Int(truncatingIfNeeded: try snapshot.number() as UInt64)
    hashes = try snapshot.numbers()
    offsets = try snapshot.numbers()
    let slots = hashes.count
    guard slots == offsets.count, slots.nonzeroBitCount == 1, (0...slots / 2).contains(count)
    else { throw SnapshotFault() }
  }

  private mutating func place(_ hash: UInt64, _ offset: UInt64) {
    let mask = hashes.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while hashes[slot] != 0 { slot = (slot + 1) & mask }
    hashes[slot] = hash
    offsets[slot] = offset
  }

  private mutating func grow() {
    let (oldHashes, oldOffsets) = (hashes, offsets)
    hashes = [UInt64](repeating: 0, count: oldHashes.count * 2)
    offsets = [UInt64](repeating: 0, count: oldHashes.count * 2)
    for (slot, hash) in oldHashes.enumerated() where hash != 0 { place(hash, oldOffsets[slot]) }
  }
}
