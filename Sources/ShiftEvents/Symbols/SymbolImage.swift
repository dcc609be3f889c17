/// A table of symbols as a snapshot holds it: numbered from 1, with the slots by which they are
/// found, so that a table takes it over as it stands.
struct SymbolImage {
  /// Each text behind its length in one byte.
  let texts: FlatArray<UInt8>
  /// The beginning of each symbol's text; that of symbol 0 is empty.
  let starts: FlatArray<UInt32>
  let slots: FlatArray<UInt64>
  let seed: UInt64

  /// The number of symbols, number 0 counted.
  var count: Int { starts.count }

  func withText<Result>(of number: UInt32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard let texts = unsafe texts.mapped, Int(number) < starts.count else { return nil }
    let start = Int(starts[Int(number)])
    guard start < texts.count, start + Int(unsafe texts[start]) < texts.count else { return nil }
    let end = start + 1 + Int(unsafe texts[start])
    return unsafe body(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(texts)[start + 1..<end]))
  }
}

extension SymbolImage {
  /// An image in which the symbols have their places among `symbols`, from 1, with room for `more`.
  init(_ symbols: [Symbol], of table: SymbolTable = .shared, roomForMore more: Int) {
    var texts: [UInt8] = [0]
    var starts: [UInt32] = [0]
    let seed = UInt64.random(in: .min ... .max)
    var slots = [UInt64](repeating: 0, count: SymbolSlots.slotCount(for: symbols.count + more))
    starts.reserveCapacity(symbols.count + 1)
    for (place, symbol) in symbols.enumerated() {
      let start = texts.count
      starts.append(UInt32(start))
      texts.append(0)
      table.appendText(of: symbol, to: &texts)
      texts[start] = UInt8(texts.count - start - 1)
      let hash = unsafe texts[(start + 1)...].withUnsafeBytes {
        unsafe seededHash(of: $0, seed: seed)
      }
      SymbolSlots.insert(Symbol(index: UInt32(place + 1)), hash, into: &slots)
    }
    self.init(
      texts: FlatArray(texts), starts: FlatArray(starts), slots: FlatArray(slots), seed: seed)
  }
}
