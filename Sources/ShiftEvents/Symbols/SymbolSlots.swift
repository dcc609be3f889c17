internal import Synchronization

/// Finds symbols by their texts: open addressing with linear probing (Knuth, volume 3, 6.4).
///
/// A slot is one word, written and read whole: 31 bits of the text's hash, whether the symbol is
/// permanent, and the symbol. Readers take no lock. They may miss a symbol that moves at that moment,
/// and then ask again under the lock; one that they find is right, since permanent symbols never
/// change.
///
/// `@unchecked Sendable`: slots are atomic; what else changes does so under the table's lock. A table
/// that was outgrown stays in memory for the reader who may still look at it.
@safe final class SymbolSlots: @unchecked Sendable {
  private typealias Slot = Atomic<UInt64>

  /// A table of slots; the one that readers use is published whole.
  @safe private final class Table: Sendable {
    nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
    let mask: Int

    init(count: Int) {
      mask = count - 1
      unsafe slots = .allocate(capacity: count)
      for index in 0..<count { unsafe (slots + index).initialize(to: Slot(0)) }
    }

    /// A table that lies in a snapshot.
    init(_ words: UnsafeMutableBufferPointer<UInt64>) {
      mask = words.count - 1
      unsafe slots = UnsafeMutableRawPointer(words.baseAddress!).assumingMemoryBound(to: Slot.self)
    }
  }

  /// The slots of images that were taken over when there were symbols already, the oldest first.
  private final class Images: Sendable {
    let list: [(table: Table, seed: UInt64, before: UInt32)]

    init(_ list: [(table: Table, seed: UInt64, before: UInt32)]) { self.list = list }
  }

  private let texts: SymbolTexts
  private let seed = Atomic<UInt64>(.random(in: .min ... .max))
  private let current: Atomic<UnsafeRawPointer>
  private var tables: [Table]
  private let images = unsafe Atomic<UnsafeRawPointer?>(nil)

  init(_ texts: SymbolTexts) {
    self.texts = texts
    let table = Table(count: 1024)
    tables = [table]
    unsafe current = Atomic(UnsafeRawPointer(Unmanaged.passUnretained(table).toOpaque()))
  }

  @inline(__always)
  private func withCurrent<Result>(_ body: (Table) -> Result) -> Result {
    let address = unsafe current.load(ordering: .acquiring)
    return unsafe Unmanaged<Table>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  /// The hash of a text in this table. It changes once at most, while the table is empty: whoever
  /// holds the lock asks again.
  @inline(__always)
  func hash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    unsafe seededHash(of: bytes, seed: seed.load(ordering: .relaxed))
  }

  @inline(__always)
  private static func word(_ symbol: Symbol, _ hash: UInt64, isPermanent: Bool) -> UInt64 {
    (hash >> 33) << 33 | (isPermanent ? 1 << 32 : 0) | UInt64(symbol.index)
  }

  private static func symbol(_ word: UInt64) -> Symbol {
    Symbol(index: UInt32(truncatingIfNeeded: word))
  }

  /// The symbol with this text, if it is permanent; needs no lock.
  @inline(__always)
  func permanent(_ bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Symbol? {
    withCurrent { table in
      var place = Int(truncatingIfNeeded: hash) & table.mask
      while true {
        let word = unsafe table.slots[place].load(ordering: .acquiring)
        if word == 0 { return unsafe adopted(bytes) }
        if word >> 32 == (hash >> 33) << 1 | 1,
          unsafe texts.isText(of: Self.symbol(word), bytes)
        {
          return Self.symbol(word)
        }
        place = (place + 1) & table.mask
      }
    }
  }

  /// What stands in the slot where a search begins; for `candidate`.
  @inline(__always)
  func word(_ hash: UInt64) -> UInt64 {
    withCurrent { table in
      unsafe table.slots[Int(truncatingIfNeeded: hash) & table.mask].load(ordering: .acquiring)
    }
  }

  /// The symbol of a slot, if it is permanent, else none.
  @inline(__always)
  static func permanent(_ word: UInt64) -> Symbol {
    Symbol(
      index: UInt32(truncatingIfNeeded: word) & (0 &- UInt32(truncatingIfNeeded: word >> 32 & 1)))
  }

  /// The first slot with this hash that is that of a permanent symbol, 0 where there is none.
  @inline(__always)
  func candidate(_ hash: UInt64, first word: UInt64) -> UInt64 {
    withCurrent { table in
      var (place, word) = (Int(truncatingIfNeeded: hash), word)
      while word != 0, word >> 32 != (hash >> 33) << 1 | 1 {
        place &+= 1
        word = unsafe table.slots[place & table.mask].load(ordering: .acquiring)
      }
      return word
    }
  }

  /// The symbol with this text in an image that was taken over later, where all are permanent.
  @inline(never)
  private func adopted(_ bytes: UnsafeRawBufferPointer) -> Symbol? {
    guard let address = unsafe images.load(ordering: .acquiring) else { return nil }
    for image in unsafe Unmanaged<Images>.fromOpaque(address).takeUnretainedValue().list {
      let hash = unsafe seededHash(of: bytes, seed: image.seed)
      let mask = image.table.mask
      var place = Int(truncatingIfNeeded: hash) & mask
      while true {
        let word = unsafe image.table.slots[place].load(ordering: .relaxed)
        if word == 0 { break }
        let symbol = Symbol(index: Self.symbol(word).index &+ image.before)
        if word >> 33 == hash >> 33, unsafe texts.isText(of: symbol, bytes) { return symbol }
        place = (place + 1) & mask
      }
    }
    return nil
  }

  // MARK: - Under the table's lock

  func find(_ bytes: UnsafeRawBufferPointer, _ hash: UInt64) -> Symbol? {
    withCurrent { table in
      var place = Int(truncatingIfNeeded: hash) & table.mask
      while true {
        let word = unsafe table.slots[place].load(ordering: .relaxed)
        if word == 0 { return unsafe adopted(bytes) }
        if word >> 33 == hash >> 33, unsafe texts.isText(of: Self.symbol(word), bytes) {
          return Self.symbol(word)
        }
        place = (place + 1) & table.mask
      }
    }
  }

  func makePermanent(_ symbol: Symbol, _ hash: UInt64) {
    withCurrent { table in
      unsafe table.slots[place(of: symbol, hash, table)].store(
        Self.word(symbol, hash, isPermanent: true), ordering: .releasing)
    }
  }

  func insert(_ symbol: Symbol, _ hash: UInt64, isPermanent: Bool) {
    withCurrent { insert(Self.word(symbol, hash, isPermanent: isPermanent), hash, $0) }
  }

  private func insert(_ word: UInt64, _ hash: UInt64, _ table: Table) {
    var place = Int(truncatingIfNeeded: hash) & table.mask
    while unsafe table.slots[place].load(ordering: .relaxed) != 0 {
      place = (place + 1) & table.mask
    }
    unsafe table.slots[place].store(word, ordering: .releasing)
  }

  private func place(of symbol: Symbol, _ hash: UInt64, _ table: Table) -> Int {
    var place = Int(truncatingIfNeeded: hash) & table.mask
    while unsafe Self.symbol(table.slots[place].load(ordering: .relaxed)) != symbol {
      place = (place + 1) & table.mask
    }
    return place
  }

  /// How many slots so many symbols take, a quarter of them free.
  static func slotCount(for count: Int, atLeast least: Int) -> Int {
    var slotCount = least
    while count > slotCount / 4 * 3 { slotCount *= 2 }
    return slotCount
  }

  /// Puts a permanent symbol into slots that are to be a table one day.
  static func insert(_ symbol: Symbol, _ hash: UInt64, into slots: inout [UInt64]) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0 { place = (place + 1) & mask }
    slots[place] = word(symbol, hash, isPermanent: true)
  }

  /// Takes the slots of an image over, whose symbols come behind `last`. Where there are none yet they
  /// become the table; else they are looked up behind it.
  func adopt(
    _ words: UnsafeMutableBufferPointer<UInt64>, seed: UInt64, behind last: UInt32
  ) {
    if last == 0 {
      unsafe publish(Table(words))
      return self.seed.store(seed, ordering: .relaxed)
    }
    var list: [(table: Table, seed: UInt64, before: UInt32)] = []
    if let address = unsafe images.load(ordering: .relaxed) {
      list = unsafe Unmanaged<Images>.fromOpaque(address).takeUnretainedValue().list
    }
    unsafe list.append((Table(words), seed, last))
    // Kept for good, as a table is that was outgrown.
    unsafe images.store(
      UnsafeRawPointer(Unmanaged.passRetained(Images(list)).toOpaque()), ordering: .releasing)
  }

  /// Makes room for so many symbols, a quarter of the slots free.
  func reserve(count: Int, hash: (Symbol) -> UInt64) {
    let old = tables[tables.count - 1]
    let slotCount = Self.slotCount(for: count, atLeast: old.mask + 1)
    guard slotCount > old.mask + 1 else { return }
    let table = Table(count: slotCount)
    for place in 0...old.mask {
      let word = unsafe old.slots[place].load(ordering: .relaxed)
      if word != 0 { insert(word, hash(Self.symbol(word)), table) }
    }
    publish(table)
  }

  private func publish(_ table: Table) {
    tables.append(table)
    unsafe current.store(
      UnsafeRawPointer(Unmanaged.passUnretained(table).toOpaque()), ordering: .releasing)
  }

  /// Takes a symbol out and moves those behind it up, so that every run of slots stays whole.
  func remove(_ symbol: Symbol, hash: (Symbol) -> UInt64) {
    withCurrent { table in
      var hole = place(of: symbol, hash(symbol), table)
      var next = hole
      while true {
        next = (next + 1) & table.mask
        let word = unsafe table.slots[next].load(ordering: .relaxed)
        if word == 0 { break }
        let home = Int(truncatingIfNeeded: hash(Self.symbol(word))) & table.mask
        // It may move where its home is not between the hole and itself.
        guard (next - home) & table.mask >= (next - hole) & table.mask else { continue }
        unsafe table.slots[hole].store(word, ordering: .releasing)
        hole = next
      }
      unsafe table.slots[hole].store(0, ordering: .releasing)
    }
  }
}
