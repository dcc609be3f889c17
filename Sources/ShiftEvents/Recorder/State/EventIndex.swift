/// Which event has an id: hashes of source and id, with sequences.
///
/// A slot is one word: 32 bits of the hash, 32 of the sequence. A hash may lead to several events;
/// whoever looks one up reads the line and compares.
struct EventIndex: Sendable {
  private(set) var slots = FlatArray<UInt64>(repeating: 0, count: 256)
  private(set) var count = 0
  let seed: UInt64

  init() { seed = UInt64.random(in: .min ... .max) }

  init(slots: FlatArray<UInt64>, count: Int, seed: UInt64) {
    self.slots = slots
    self.count = count
    self.seed = seed
  }

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
  func sequences(of hash: UInt32) -> Matches { Matches(index: self, hash: hash) }

  /// The events with one hash.
  struct Matches: Sequence, IteratorProtocol {
    private let index: EventIndex
    private let hash: UInt32
    private var slot: Int

    fileprivate init(index: EventIndex, hash: UInt32) {
      self.index = index
      self.hash = hash
      slot = Int(hash) & (index.slots.count - 1)
    }

    mutating func next() -> SequenceNumber? {
      while index.slots[slot] != 0 {
        let word = index.slots[slot]
        slot = (slot + 1) & (index.slots.count - 1)
        if UInt32(word >> 32) == hash {
          return SequenceNumber(Int(UInt32(truncatingIfNeeded: word)))
        }
      }
      return nil
    }
  }

  private mutating func place(_ word: UInt64) {
    let mask = slots.count - 1
    var slot = Int(word >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = word
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
