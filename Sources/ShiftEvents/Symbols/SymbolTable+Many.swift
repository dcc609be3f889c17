extension SymbolTable {
  /// The permanent symbols of sixteen texts; `none` for each that is not found at once.
  ///
  /// Each step waits for memory, and depends on the one before; so each is taken for all texts before
  /// the next, without a branch between, and the processor waits for sixteen at a time.
  @inline(__always)
  func find(_ bytes: borrowing InlineArray<16, UnsafeRawBufferPointer>) -> InlineArray<16, Symbol> {
    var hashes = InlineArray<16, UInt64>(repeating: 0)
    for index in 0..<16 { hashes[index] = unsafe slots.hash(of: bytes[index]) }
    var words = InlineArray<16, UInt64>(repeating: 0)
    for index in 0..<16 { words[index] = slots.word(hashes[index]) }
    for index in 0..<16 { words[index] = slots.candidate(hashes[index], first: words[index]) }
    var symbols = InlineArray<16, Symbol>(repeating: .none)
    let found = unsafe InlineArray<16, UnsafeRawPointer> { index in
      unsafe texts.address(of: SymbolSlots.permanent(words[index]))
    }
    var lengths = InlineArray<16, UInt8>(repeating: 0)
    for index in 0..<16 {
      unsafe lengths[index] = found[index].load(as: UInt8.self)
    }
    for index in 0..<16 {
      let text = unsafe bytes[index]
      if words[index] != 0, text.count == Int(lengths[index]),
        unsafe hasEqualBytes(found[index] + 1, text.baseAddress!, count: text.count)
      {
        symbols[index] = SymbolSlots.permanent(words[index])
      }
    }
    return symbols
  }
}
