internal import Synchronization

/// Finds symbols by their texts: open addressing with linear probing (`probe`).
///
/// A slot is one word, written and read whole: 31 bits of the text's hash, a 1, and the symbol. It holds
/// permanent symbols alone, and none is ever taken out. Readers take no lock. They may miss a symbol that moves at
/// that moment, and then ask again under the lock; one that they find is right. The table grows where it is, and
/// the slots know where they go: no text is looked at. With a lock, taken once for sixteen texts, a replay on two
/// cores takes a fifth longer.
///
/// `@unchecked Sendable`: slots, segments and the mask are atomic; all else changes under the table's
/// lock.
@safe final class InternerSlots: @unchecked Sendable {
  private typealias Slot = Atomic<UInt64>

  /// Slots stand in segments that never move; 2^29 of them are enough for 400 million symbols.
  private static let segmentLength = 1 << 16
  private static let segmentCount = 1 << 13
  private static let leastCount = 1024
  static let mostCount = segmentLength * segmentCount

  private let texts: InternerTexts
  private let seed = Atomic<UInt64>(.random(in: .min ... .max))
  private let segments: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>
  /// The number of slots, a power of two, less one.
  private let mask = Atomic<Int>(leastCount - 1)
  /// Slots of permanent symbols that were found lately, where the lower bits of their hashes lead:
  /// people, mostly, for whom the processor need not look into a large table.
  private let recent: UnsafeMutablePointer<Slot>
  private static let recentCount = 1 << 13

  // Lives as long as the process.
  init(_ texts: InternerTexts) {
    self.texts = texts
    unsafe segments = .allocate(capacity: Self.segmentCount)
    unsafe recent = .allocate(capacity: Self.recentCount)
    for place in 0..<Self.recentCount { unsafe (recent + place).initialize(to: Slot(0)) }
    addSegment(0, clearing: Self.leastCount)
  }

  private func addSegment(_ index: Int, clearing count: Int) {
    let slots = UnsafeMutableRawPointer.allocate(
      byteCount: Self.segmentLength * 8, alignment: MemoryRegion.alignment)
    unsafe slots.initializeMemory(as: UInt64.self, repeating: 0, count: count)
    unsafe setSegment(index, slots)
  }

  private func setSegment(_ index: Int, _ slots: UnsafeMutableRawPointer) {
    unsafe (segments + index).initialize(to: Atomic(slots))
  }

  /// The slot at a place, which is below the mask or at it.
  @inline(__always)
  private func slot(_ place: Int) -> UnsafeMutablePointer<Slot> {
    let segment = unsafe segments[place / Self.segmentLength].load(ordering: .acquiring)
    return unsafe segment.unsafelyUnwrapped.assumingMemoryBound(to: Slot.self)
      + place % Self.segmentLength
  }

  @inline(__always)
  private func load(_ place: Int) -> UInt64 {
    unsafe slot(place).pointee.load(ordering: .acquiring)
  }

  private func store(_ word: UInt64, at place: Int) {
    unsafe slot(place).pointee.store(word, ordering: .releasing)
  }

  /// The hash of a text in this table. It changes once at most, while the table is empty: a
  /// thread that holds the lock asks again.
  @inline(__always)
  func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    unsafe seededHash(of: bytes, seed: seed.load(ordering: .relaxed))
  }

  /// The upper half of a slot.
  @inline(__always)
  private static func tag(_ hash: UInt64) -> UInt64 { (hash >> 33) << 1 | 1 }

  @inline(__always)
  private static func word(_ symbol: InternedID, _ hash: UInt64) -> UInt64 {
    tag(hash) << 32 | UInt64(symbol.index)
  }

  /// The symbol in a slot; none of a free one.
  @inline(__always)
  static func symbol(_ word: UInt64) -> InternedID {
    InternedID(index: UInt32(truncatingIfNeeded: word))
  }

  /// The place at which the search for a hash, or for that in a slot, begins, before the mask.
  @inline(__always)
  static func home(_ hash: UInt64) -> Int { Int(hash >> 33) }

  /// The symbol with this text; needs no lock.
  @inline(__always)
  func permanent(_ bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> InternedID? {
    let recent = unsafe recent + Int(truncatingIfNeeded: hash) & (Self.recentCount - 1)
    let word = unsafe recent.pointee.load(ordering: .acquiring)
    if word >> 32 == Self.tag(hash), unsafe texts.isText(of: Self.symbol(word), bytes) {
      return Self.symbol(word)
    }
    return unsafe permanentInTable(bytes, hash, recent)
  }

  @inline(never)
  private func permanentInTable(
    _ bytes: UnsafeRawBufferPointer, _ hash: UInt64, _ recent: UnsafeMutablePointer<Slot>
  ) -> InternedID? {
    // A slot is read once: it may change meanwhile.
    var word: UInt64 = 0
    _ = probe(from: Self.home(hash), mask.load(ordering: .acquiring)) {
      word = load($0)
      return unsafe word == 0
        || word >> 32 == Self.tag(hash) && texts.isText(of: Self.symbol(word), bytes)
    }
    if word == 0 { return nil }
    unsafe recent.pointee.store(word, ordering: .releasing)
    return Self.symbol(word)
  }

  /// Returns the word of the slot where a search begins; for `candidate`.
  @inline(__always)
  func word(_ hash: UInt64) -> UInt64 { load(Self.home(hash) & mask.load(ordering: .acquiring)) }

  /// Returns the word of the slot of a symbol that was found lately with this hash, else the word where a search begins.
  @inline(__always)
  func recentWord(_ hash: UInt64) -> UInt64 {
    let word = unsafe recent[Int(truncatingIfNeeded: hash) & (Self.recentCount - 1)].load(
      ordering: .acquiring)
    return word >> 32 == Self.tag(hash) ? word : self.word(hash)
  }

  /// The first slot with this hash, 0 where there is none.
  @inline(__always)
  func candidate(_ hash: UInt64, first word: UInt64) -> UInt64 {
    if word == 0 || word >> 32 == Self.tag(hash) { return word }
    var word = word
    _ = probe(from: Self.home(hash) + 1, mask.load(ordering: .acquiring)) {
      word = load($0)
      return word == 0 || word >> 32 == Self.tag(hash)
    }
    return word
  }

  // MARK: - Under the table's lock

  func insert(_ symbol: InternedID, _ hash: UInt64) {
    insert(Self.word(symbol, hash), mask.load(ordering: .relaxed))
  }

  private func insert(_ word: UInt64, _ mask: Int) {
    store(word, at: probe(from: Self.home(word), mask) { load($0) == 0 })
  }

  /// Returns the number of slots for so many symbols, a quarter of them free.
  static func slotCount(for count: Int) -> Int {
    var slotCount = leastCount
    while count > slotCount / 4 * 3 { slotCount *= 2 }
    return slotCount
  }

  /// Puts a symbol into slots that are to be a table one day.
  static func insert(_ symbol: InternedID, _ hash: UInt64, into slots: inout [UInt64]) {
    let place = probe(from: home(hash), slots.count - 1) { slots[$0] == 0 }
    slots[place] = word(symbol, hash)
  }

  /// Takes the slots of an image over, where there is no symbol yet.
  func adopt(_ words: UnsafeMutableBufferPointer<UInt64>, seed: UInt64) {
    if words.count < Self.segmentLength {
      // So few have no room behind them to grow.
      unsafe UnsafeMutableRawPointer(slot(0)).copyMemory(
        from: words.baseAddress!, byteCount: words.count * 8)
    } else {
      let start = UnsafeMutableRawPointer(words.baseAddress!)
      // Readers may be looking at the first one, which is there already.
      unsafe segments[0].store(start, ordering: .releasing)
      for index in 1..<words.count / Self.segmentLength {
        unsafe setSegment(index, start + index * Self.segmentLength * 8)
      }
    }
    mask.store(words.count - 1, ordering: .releasing)
    self.seed.store(seed, ordering: .relaxed)
  }

  /// Makes room for so many symbols, a quarter of the slots free.
  func reserve(count: Int) {
    while count > (mask.load(ordering: .relaxed) + 1) / 4 * 3 { double() }
  }

  /// Adds as many slots as there are. A symbol stays where its search begins, or goes so many up.
  private func double() {
    let count = mask.load(ordering: .relaxed) + 1
    addSlots(to: count)
    mask.store(2 * count - 1, ordering: .releasing)
    // From behind a free slot on, so that each finds in its way only those that have moved.
    var free = 0
    while load(free) != 0 { free += 1 }
    for step in 1..<count {
      let place = (free + step) & (count - 1)
      let word = load(place)
      if word == 0 { continue }
      store(0, at: place)
      insert(word, 2 * count - 1)
    }
  }

  private func addSlots(to count: Int) {
    if count >= Self.segmentLength {
      for index in count / Self.segmentLength..<2 * count / Self.segmentLength {
        addSegment(index, clearing: Self.segmentLength)
      }
      return
    }
    unsafe UnsafeMutableRawPointer(slot(count)).initializeMemory(
      as: UInt64.self, repeating: 0, count: count)
  }
}
