/// Finds the sequences of events by a hash of source and id.
///
/// A slot is one word: 32 bits of the hash, 32 of the sequence. A hash may lead to several events;
/// the reader of the line compares source and id.
struct EventIndex: Sendable {
  private(set) var slots = FlatArray<UInt64>(repeating: 0, count: 256)
  private(set) var count = 0
  private(set) var seed = UInt64.random(in: .min ... .max)

  func hash(source: UnsafeRawBufferPointer, id: UnsafeRawBufferPointer) -> UInt32 {
    let start = unsafe seededHash(of: source, seed: seed)
    return UInt32(truncatingIfNeeded: unsafe seededHash(of: id, seed: start))
  }

  func hash(source: String, id: String) -> UInt32 {
    unsafe source.withBytes { source in
      unsafe id.withBytes { unsafe hash(source: source, id: $0) }
    }
  }

  mutating func insert(_ hash: UInt32, _ sequence: UInt64) {
    // The table would need 48 GiB by then.
    precondition(sequence <= UInt32.max, "a log of more than 4 billion events")
    reserve(1)
    count += 1
    place(UInt64(hash) << 32 | sequence)
  }

  /// The sequences of the events with the hash, in no order.
  func sequences(of hash: UInt32) -> [SequenceNumber] {
    var found: [SequenceNumber] = []
    _ = probe(from: Int(hash), slots.count - 1) {
      let word = slots[$0]
      if word != 0, UInt32(word >> 32) == hash {
        found.append(SequenceNumber(Int(UInt32(truncatingIfNeeded: word))))
      }
      return word == 0
    }
    return found
  }

  private mutating func place(_ word: UInt64) {
    slots[probe(from: Int(word >> 32), slots.count - 1) { slots[$0] == 0 }] = word
  }

  /// Makes room for so many more, a quarter of the slots free.
  mutating func reserve(_ more: Int) {
    guard (count + more) * 4 > slots.count * 3 else { return }
    let old = slots
    var slotCount = old.count
    while (count + more) * 4 > slotCount * 3 { slotCount *= 2 }
    slots = FlatArray(repeating: 0, count: slotCount)
    for word in old where word != 0 { place(word) }
  }
}
