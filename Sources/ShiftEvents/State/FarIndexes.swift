/// Indexes by symbol where few symbols have one: open addressing with linear probing (`probe`).
///
/// A slot is one word: 32 bits of the symbol, 32 of its index; 0 is free, as no identifier is symbol 0.
struct FarIndexes: Equatable, Sendable {
  private var slots: [UInt64] = []
  private(set) var count = 0

  subscript(_ symbol: Symbol) -> Int? {
    if count == 0 { return nil }
    let word = slots[place(of: symbol)]
    return word == 0 ? nil : Int(Int32(truncatingIfNeeded: word))
  }

  mutating func set(_ symbol: Symbol, to index: Int) {
    if count * 4 >= slots.count * 3 { grow() }
    let place = place(of: symbol)
    if slots[place] == 0 { count += 1 }
    slots[place] = UInt64(symbol.index) << 32 | UInt64(UInt32(index))
  }

  /// The place of the symbol, or the free one where it would be.
  private func place(of symbol: Symbol) -> Int {
    let home = Int(truncatingIfNeeded: (UInt64(symbol.index) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    return probe(from: home, slots.count - 1) {
      slots[$0] == 0 || UInt32(slots[$0] >> 32) == symbol.index
    }
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(16, 2 * old.count))
    for word in old where word != 0 {
      slots[place(of: Symbol(index: UInt32(word >> 32)))] = word
    }
  }

  var contents: [UInt32: Int32] {
    var contents: [UInt32: Int32] = [:]
    for word in slots where word != 0 {
      contents[UInt32(word >> 32)] = Int32(truncatingIfNeeded: word)
    }
    return contents
  }
}
